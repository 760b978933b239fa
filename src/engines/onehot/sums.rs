//! Comparisons of sums as clauses and as weighted sums of literals.
//!
//! Given `a op b`, both sides are flattened to one sum of numbers, compared with 0. What is said
//! of it depends on how many terms are left; see [`Encoder::hold_compare`].

use std::collections::BTreeMap;

use super::encoder::Encoder;
use super::numbers::{OneHotNumber, hold_relation};
use super::{Backend, Literal, Weighed};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{IntExpr, VarId};

/// `Σ coefficient · term + constant`, compared with 0.
pub(super) struct LinearComparison {
    pub(super) terms: Vec<LinearTerm>,
    pub(super) constant: i64,
}

/// A term of a sum.
pub(super) struct LinearTerm {
    pub(super) factor: i64,
    pub(super) number: OneHotNumber,
    /// The variable that it is, where it is one.
    pub(super) var: Option<VarId>,
}

impl<B: Backend> Encoder<B> {
    /// Returns `a - b` flattened: equal variables joined, everything else as it stands.
    fn difference(&mut self, a: &IntExpr, b: &IntExpr) -> LinearComparison {
        let mut vars: BTreeMap<VarId, i64> = BTreeMap::new();
        let mut sum = LinearComparison { terms: Vec::new(), constant: 0 };
        self.gather(a, 1, &mut vars, &mut sum);
        self.gather(b, -1, &mut vars, &mut sum);
        for (var, coefficient) in vars {
            let number = self.vars[var.index()].clone();
            match number.cases[..] {
                [(value, Literal::TRUE)] => sum.constant += coefficient * value,
                _ if coefficient == 0 => {}
                _ => sum.terms.push(LinearTerm { factor: coefficient, number, var: Some(var) }),
            }
        }
        sum
    }

    fn gather(
        &mut self,
        expr: &IntExpr,
        factor: i64,
        vars: &mut BTreeMap<VarId, i64>,
        sum: &mut LinearComparison,
    ) {
        match expr {
            IntExpr::Const(value) => sum.constant += factor * value,
            IntExpr::Var(var) => *vars.entry(*var).or_default() += factor,
            IntExpr::Linear(terms, constant) => {
                sum.constant += factor * constant;
                for (coefficient, term) in terms {
                    self.gather(term, factor * coefficient, vars, sum);
                }
            }
            _ => {
                let number = self.number(expr);
                match number.cases[..] {
                    [(value, Literal::TRUE)] => sum.constant += factor * value,
                    _ => sum.terms.push(LinearTerm { factor, number, var: None }),
                }
            }
        }
    }

    /// Asserts a comparison: by values for one term, as a relation for two, as a weighted
    /// sum `Σ (c·v) · [x=v]` above. Every term must have a value.
    pub(super) fn hold_compare(
        &mut self,
        op: CompareOp,
        a: &IntExpr,
        b: &IntExpr,
        unless: &[Literal],
    ) {
        let sum = self.difference(a, b);
        self.hold_defined(sum.terms.iter().map(|term| &term.number), unless);
        match &sum.terms[..] {
            [LinearTerm { factor: c, number: x, .. }] => {
                let mut clause = x.where_value(|v| op.holds(c * v + sum.constant, 0));
                clause.extend(unless);
                self.sink.clause(&clause);
            }
            [LinearTerm { factor: c, number: x, .. }, LinearTerm { factor: d, number: y, .. }] => {
                let related = |v: i64, w: i64| op.holds(c * v + d * w + sum.constant, 0);
                hold_relation(&mut self.sink, x, y, &related, unless);
            }
            _ if op == CompareOp::Ne => {
                let equal = self.sum_literal(CompareOp::Eq, &sum);
                self.hold_literal(!equal, unless);
            }
            _ if op == CompareOp::Eq && self.hold_equation(&sum, unless) => {}
            _ => {
                for part in self.weighed(op, &sum) {
                    match part {
                        Ok(sum) => self.sink.at_most(&sum, unless),
                        Err(constant) => self.hold_literal(constant, unless),
                    }
                }
            }
        }
    }

    /// Returns `z ↔ comparison`. A term without a value makes it false.
    pub(super) fn compare_literal(&mut self, op: CompareOp, a: &IntExpr, b: &IntExpr) -> Literal {
        let sum = self.difference(a, b);
        let mut needed: Vec<Literal> =
            sum.terms.iter().map(|term| term.number.is_defined(&mut self.sink)).collect();
        let truth = match &sum.terms[..] {
            [LinearTerm { factor: c, number: x, .. }] => {
                let cases = x.where_value(|v| op.holds(c * v + sum.constant, 0));
                if 2 * cases.len() > x.cases.len() && x.is_total {
                    !self.sink.any(&x.where_value(|v| !op.holds(c * v + sum.constant, 0)))
                } else {
                    self.sink.any(&cases)
                }
            }
            [LinearTerm { factor: c, number: x, .. }, LinearTerm { factor: d, number: y, .. }] => {
                let related = |v: i64, w: i64| op.holds(c * v + d * w + sum.constant, 0);
                let z = self.sink.fresh();
                hold_relation(&mut self.sink, x, y, &related, &[!z]);
                hold_relation(&mut self.sink, x, y, &|v, w| !related(v, w), &[z]);
                z
            }
            _ => self.sum_literal(op, &sum),
        };
        needed.push(truth);
        self.sink.all(&needed)
    }

    /// Returns a literal for a comparison of a sum; right where every term has a value.
    fn sum_literal(&mut self, op: CompareOp, sum: &LinearComparison) -> Literal {
        if op == CompareOp::Ne {
            return !self.sum_literal(CompareOp::Eq, sum);
        }
        let mut parts = Vec::new();
        for part in self.weighed(op, sum) {
            parts.push(part.map_or_else(|constant| constant, |sum| self.sink.is_at_most(&sum)));
        }
        self.sink.all(&parts)
    }

    /// Returns bounds that together say "the sum compares so with 0"; not for `Ne`.
    fn weighed(&self, op: CompareOp, sum: &LinearComparison) -> Vec<Result<Weighed, Literal>> {
        let at_most = |sign: i64, slack: i64| {
            let weights: Vec<(Literal, i64)> = sum
                .terms
                .iter()
                .flat_map(|LinearTerm { factor, number, .. }| {
                    number
                        .cases
                        .iter()
                        .map(move |(value, literal)| (*literal, sign * factor * value))
                })
                .collect();
            // Exactly one case of each term holds, so its smallest weight can be taken out.
            let mut bound = -sign * sum.constant - slack;
            let mut lifted = Vec::with_capacity(weights.len());
            let mut rest = &weights[..];
            for term in &sum.terms {
                let (cases, others) = rest.split_at(term.number.cases.len());
                rest = others;
                let least = cases.iter().map(|case| case.1).min().unwrap_or(0);
                bound -= least;
                lifted.extend(cases.iter().map(|(literal, weight)| (*literal, weight - least)));
            }
            Weighed::new(&lifted, bound)
        };
        match op {
            CompareOp::Eq => vec![at_most(1, 0), at_most(-1, 0)],
            CompareOp::Le | CompareOp::Ne => vec![at_most(1, 0)],
            CompareOp::Lt => vec![at_most(1, 1)],
            CompareOp::Ge => vec![at_most(-1, 0)],
            CompareOp::Gt => vec![at_most(-1, 1)],
        }
    }
}
