//! Why a truth cannot hold: literals that were known, and that make it false by the same intervals by which it was
//! propagated.
//!
//! A value that was taken away makes the truth false where it is supposed; so does a conflict. The reason is then
//! found from the whole to its parts: of a conjunction one false part is enough, and of a sum those terms are left
//! out without which the bound would still be passed. Products, quotients, choices and graphs have all that was known of
//! their variables as their reason.
//!
//! # Source
//! Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation" (Constraints 2009), section 3.2: reasons
//! of linear constraints, with slack.

use smallvec::SmallVec;

use crate::propagators::graphs::Valuation;
use crate::trail::{ReasonWriter, TrailPrefix};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, ExprPart, GraphTruth, IntExpr, Lit, VarId};

use super::range::{Known, Range, range_of, truth_of};

/// What was known before a position of the trail, with one variable perhaps supposed to be fixed.
#[derive(Debug, Clone, Copy)]
struct Past<'a> {
    trail: TrailPrefix<'a>,
    suppose: Option<(VarId, i64)>,
}

impl Past<'_> {
    fn supposed(self, var: VarId) -> Option<i64> {
        self.suppose.and_then(|(supposed, value)| (supposed == var).then_some(value))
    }
}

impl Known for Past<'_> {
    fn bounds(self, var: VarId) -> (i64, i64) {
        match self.supposed(var) {
            Some(value) => (value, value),
            None => self.trail.bounds(var),
        }
    }

    fn truth_of_lit(self, lit: Lit) -> Option<bool> {
        match self.supposed(lit.var) {
            Some(value) => Some(lit.holds_for(value)),
            None => self.trail.truth(lit),
        }
    }

    fn truth_of_graph(self, _: &GraphTruth) -> Option<bool> {
        None
    }
}

/// What was known before anything was decided.
#[derive(Debug, Clone, Copy)]
struct Root<'a>(Past<'a>);

impl Known for Root<'_> {
    fn bounds(self, var: VarId) -> (i64, i64) {
        match self.0.supposed(var) {
            Some(value) => (value, value),
            None => self.0.trail.root_bounds(var),
        }
    }

    fn truth_of_lit(self, lit: Lit) -> Option<bool> {
        match self.0.supposed(lit.var) {
            Some(value) => Some(lit.holds_for(value)),
            None => {
                let (lo, hi) = self.0.trail.root_bounds(lit.var);
                (!(lo..=hi).contains(&lit.value)).then_some(!lit.is)
            }
        }
    }

    fn truth_of_graph(self, _: &GraphTruth) -> Option<bool> {
        None
    }
}

/// Adds the reason why `truth` cannot hold, the value that is gone being supposed. Returns whether one was found.
pub(super) fn why_false(truth: &BoolExpr, why: &mut ReasonWriter<'_>) -> bool {
    let past = Past { trail: why.past, suppose: why.gone };
    if truth_of(truth, past) != Some(false) {
        return false;
    }
    Explainer { past, why }.truth(truth, false);
    true
}

/// Collects a reason.
struct Explainer<'a, 'w> {
    past: Past<'a>,
    why: &'w mut ReasonWriter<'a>,
}

impl Explainer<'_, '_> {
    fn lit(&mut self, lit: Lit) {
        let Past { trail, suppose } = self.past;
        if suppose.is_some_and(|(supposed, _)| supposed == lit.var) {
            return;
        }
        if trail.is_not(lit.var, lit.value) {
            self.why.is_not(lit.var, lit.value);
        } else {
            self.why.is(lit.var, lit.value);
        }
    }

    /// All that was known of the variables of an expression.
    fn all(&mut self, part: ExprPart<'_>) {
        let suppose = self.past.suppose;
        part.for_each_var(&mut |var| {
            if suppose.is_none_or(|(supposed, _)| supposed != var) {
                self.why.all(var);
            }
        });
    }

    /// Why an expression has the truth that it has.
    fn truth(&mut self, expr: &BoolExpr, truth: bool) {
        match expr {
            BoolExpr::Const(_) => {}
            BoolExpr::Lit(lit) => self.lit(*lit),
            BoolExpr::Not(inner) => self.truth(inner, !truth),
            BoolExpr::And(parts) if truth => parts.iter().for_each(|part| self.truth(part, true)),
            BoolExpr::Or(parts) if !truth => parts.iter().for_each(|part| self.truth(part, false)),
            BoolExpr::And(parts) | BoolExpr::Or(parts) => {
                let past = self.past;
                let decisive = parts.iter().find(|part| truth_of(part, past) == Some(truth));
                decisive.into_iter().for_each(|part| self.truth(part, truth));
            }
            BoolExpr::Iff(a, b) => {
                for part in [a, b] {
                    if let Some(truth) = truth_of(part, self.past) {
                        self.truth(part, truth);
                    }
                }
            }
            BoolExpr::Compare(op, a, b) => self.comparison(expr, *op, [a, b], truth),
            BoolExpr::Distinct(_) | BoolExpr::Graph(_) => self.all(ExprPart::Truth(expr)),
        }
    }

    fn comparison(&mut self, expr: &BoolExpr, op: CompareOp, [a, b]: [&IntExpr; 2], truth: bool) {
        // A comparison without a value is false, so the reason of one that holds tells why it has one.
        let root = Root(self.past);
        let is_total = |side: &IntExpr| range_of(side, root).defined == Some(true);
        let op = if truth { op } else { op.negated() };
        let (ra, rb) = (range_of(a, self.past), range_of(b, self.past));
        let is_undefined = [ra, rb].iter().any(|range| range.defined != Some(true));
        if is_undefined || truth && !(is_total(a) && is_total(b)) {
            return self.all(ExprPart::Truth(expr));
        }
        match op {
            CompareOp::Le => self.order([a, b], [ra, rb], 0),
            CompareOp::Lt => self.order([a, b], [ra, rb], 1),
            CompareOp::Ge => self.order([b, a], [rb, ra], 0),
            CompareOp::Gt => self.order([b, a], [rb, ra], 1),
            CompareOp::Ne if ra.hi < rb.lo => self.order([a, b], [ra, rb], 1),
            CompareOp::Ne => self.order([b, a], [rb, ra], 1),
            CompareOp::Eq => {
                for (side, range) in [(a, ra), (b, rb)] {
                    self.at_least(side, range.lo);
                    self.at_most(side, range.hi);
                }
            }
        }
    }

    /// Why `a + gap <= b`: the end of the one that is no plain number may be less tight.
    fn order(&mut self, [a, b]: [&IntExpr; 2], [ra, rb]: [Range; 2], gap: i64) {
        if let IntExpr::Const(_) = a {
            return self.at_least(b, ra.hi.saturating_add(gap));
        }
        self.at_least(b, rb.lo);
        self.at_most(a, rb.lo.saturating_sub(gap));
    }

    /// Why a number is not less than `bound`.
    fn at_least(&mut self, expr: &IntExpr, bound: i64) {
        match expr {
            IntExpr::Const(_) => {}
            IntExpr::Var(var) if self.past.supposed(*var).is_some() => {}
            IntExpr::Var(var) => {
                if self.past.trail.root_bounds(*var).0 < bound {
                    self.why.at_least(*var, bound);
                }
            }
            IntExpr::Linear(terms, constant) => self.sum(terms, *constant, bound, 1),
            IntExpr::Min(terms) => terms.iter().for_each(|term| self.at_least(term, bound)),
            IntExpr::Max(terms) => {
                let past = self.past;
                let high = terms.iter().find(|term| range_of(term, past).lo >= bound);
                high.into_iter().for_each(|term| self.at_least(term, bound));
            }
            IntExpr::FromBool(truth) if bound >= 1 => self.truth(truth, true),
            IntExpr::FromBool(_) => {}
            IntExpr::Abs(inner) if bound > 0 => match range_of(inner, self.past).lo >= bound {
                true => self.at_least(inner, bound),
                false => self.at_most(inner, bound.saturating_neg()),
            },
            IntExpr::Abs(_) => {}
            IntExpr::Product(..) | IntExpr::Div(..) | IntExpr::Mod(..) | IntExpr::If(..) => {
                self.all(ExprPart::Number(expr));
            }
        }
    }

    /// Why a number is not more than `bound`.
    fn at_most(&mut self, expr: &IntExpr, bound: i64) {
        match expr {
            IntExpr::Const(_) => {}
            IntExpr::Var(var) if self.past.supposed(*var).is_some() => {}
            IntExpr::Var(var) => {
                if self.past.trail.root_bounds(*var).1 > bound {
                    self.why.at_most(*var, bound);
                }
            }
            IntExpr::Linear(terms, constant) => self.sum(terms, *constant, bound, -1),
            IntExpr::Max(terms) => terms.iter().for_each(|term| self.at_most(term, bound)),
            IntExpr::Min(terms) => {
                let past = self.past;
                let low = terms.iter().find(|term| range_of(term, past).hi <= bound);
                low.into_iter().for_each(|term| self.at_most(term, bound));
            }
            IntExpr::FromBool(truth) if bound < 1 => self.truth(truth, false),
            IntExpr::FromBool(_) => {}
            IntExpr::Abs(inner) => {
                self.at_most(inner, bound);
                self.at_least(inner, bound.saturating_neg());
            }
            IntExpr::Product(..) | IntExpr::Div(..) | IntExpr::Mod(..) | IntExpr::If(..) => {
                self.all(ExprPart::Number(expr));
            }
        }
    }

    /// Why `sign · sum` is not less than `sign · bound`. Terms are left out as far as the sum is more than that.
    fn sum(&mut self, terms: &[(i64, IntExpr)], constant: i64, bound: i64, sign: i64) {
        let (past, root) = (self.past, Root(self.past));
        // The least of `sign · factor · term`.
        let least = |factor: i64, range: Range| {
            let factor = i128::from(factor) * i128::from(sign);
            (factor * i128::from(range.lo)).min(factor * i128::from(range.hi))
        };
        let ranges: SmallVec<[Range; 16]> =
            terms.iter().map(|(_, term)| range_of(term, past)).collect();
        let now = |((factor, _), range): (&(i64, IntExpr), &Range)| least(*factor, *range);
        let total: i128 = terms.iter().zip(&ranges).map(now).sum();
        let mut slack = total + i128::from(sign) * (i128::from(constant) - i128::from(bound));
        for ((factor, term), range) in terms.iter().zip(ranges) {
            let is_open_truth = matches!(term, IntExpr::FromBool(_)) && range.lo < range.hi;
            if is_open_truth {
                continue;
            }
            let gain = least(*factor, range) - least(*factor, range_of(term, root));
            if gain == 0 {
                continue;
            }
            if gain <= slack {
                slack -= gain;
            } else if (*factor > 0) == (sign > 0) {
                self.at_least(term, range.lo);
            } else {
                self.at_most(term, range.hi);
            }
        }
    }
}
