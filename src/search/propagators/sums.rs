//! Comparisons of sums of variables and literals, as terms with one goal.

use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr, Lit};

use super::{Goal, Linear, Summand};
use crate::store::Store;

/// Returns the terms of a comparison of sums, each variable once, and what their sum is compared with.
pub(crate) fn terms_of(
    store: &Store,
    a: &IntExpr,
    b: &IntExpr,
) -> Option<(Vec<(i64, Summand)>, i64)> {
    let mut sum = Terms { store, terms: Vec::new(), constant: 0 };
    sum.add(a, 1)?;
    sum.add(b, -1)?;
    let Terms { mut terms, constant, .. } = sum;
    terms.sort_unstable_by_key(|(_, term)| (term.var(), *term));
    terms.dedup_by(|later, first| {
        let same = later.1 == first.1;
        if same {
            first.0 = first.0.saturating_add(later.0);
        }
        same
    });
    terms.retain(|(factor, _)| *factor != 0);
    let is_apart = terms.windows(2).all(|pair| pair[0].1.var() != pair[1].1.var());
    Some((terms, constant.checked_neg()?)).filter(|_| is_apart)
}

/// Returns what a sum must be that is compared with `rest`.
pub(crate) fn goal_of(op: CompareOp, rest: i64) -> Option<Goal> {
    Some(match op {
        CompareOp::Eq => Goal::Within(rest, rest),
        CompareOp::Ne => Goal::Not(rest),
        CompareOp::Le => Goal::Within(-Linear::OPEN, rest),
        CompareOp::Lt => Goal::Within(-Linear::OPEN, rest.checked_sub(1)?),
        CompareOp::Ge => Goal::Within(rest, Linear::OPEN),
        CompareOp::Gt => Goal::Within(rest.checked_add(1)?, Linear::OPEN),
    })
}

/// Returns the propagator that concludes from a comparison of sums just what its sides conclude from each other; `None`
/// of others.
pub(super) fn alike(truth: &BoolExpr, store: &Store) -> Option<Linear> {
    let BoolExpr::Compare(op, a, b) = truth else { return None };
    // Two numbers are compared value by value.
    if *op == CompareOp::Ne || matches!((a, b), (IntExpr::Var(_), IntExpr::Var(_))) {
        return None;
    }
    let (terms, rest) = terms_of(store, a, b)?;
    // What is there twice is not seen to be the same.
    let is_each_once = terms.len() == flat_terms(a)? + flat_terms(b)?;
    Linear::new(store, terms, goal_of(*op, rest)?).filter(|_| is_each_once)
}

/// Returns the number of terms that are not known; `None` where they are not all variables or literals.
fn flat_terms(sum: &IntExpr) -> Option<usize> {
    let is_literal = |truth: &BoolExpr| match truth {
        BoolExpr::Not(inner) => matches!(**inner, BoolExpr::Lit(_)),
        truth => matches!(truth, BoolExpr::Lit(_)),
    };
    let of_term = |term: &IntExpr| match term {
        IntExpr::Const(_) => Some(0),
        IntExpr::Var(_) => Some(1),
        IntExpr::FromBool(truth) | IntExpr::If(truth, ..) if is_literal(truth) => Some(1),
        _ => None,
    };
    match sum {
        IntExpr::Linear(terms, _) => terms.iter().map(|(_, term)| of_term(term)).sum(),
        term => of_term(term),
    }
}

/// A sum that is made, of factors and terms.
struct Terms<'s> {
    store: &'s Store,
    terms: Vec<(i64, Summand)>,
    constant: i64,
}

impl Terms<'_> {
    fn add_constant(&mut self, value: i64, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(factor.checked_mul(value)?)?;
        Some(())
    }

    /// Adds `factor · expr`, or returns `None` where that is no sum of variables and literals.
    fn add(&mut self, expr: &IntExpr, factor: i64) -> Option<()> {
        match expr {
            IntExpr::Const(value) => self.add_constant(*value, factor),
            IntExpr::Var(var) => {
                self.terms.push((factor, Summand::Number(*var)));
                Some(())
            }
            IntExpr::Linear(parts, constant) => {
                self.add_constant(*constant, factor)?;
                parts
                    .iter()
                    .try_for_each(|(inner, part)| self.add(part, factor.checked_mul(*inner)?))
            }
            IntExpr::FromBool(truth) => self.add_truth(truth, factor),
            IntExpr::If(truth, yes, no) => {
                let (IntExpr::Const(yes), IntExpr::Const(no)) = (&**yes, &**no) else {
                    return None;
                };
                self.add_constant(*no, factor)?;
                self.add_truth(truth, factor.checked_mul(yes.checked_sub(*no)?)?)
            }
            _ => None,
        }
    }

    /// Adds `factor · [truth]` in the same way.
    fn add_truth(&mut self, truth: &BoolExpr, factor: i64) -> Option<()> {
        let lit = literal(truth, self.store)?;
        let is_number = self.store.min(lit.var) >= 0 && self.store.max(lit.var) <= 1;
        if !(is_number && matches!(lit.value, 0 | 1)) {
            self.terms.push((factor, Summand::Truth(lit)));
            return Some(());
        }
        // `1 - x` where the truth is "x is 0", or "x is not 1".
        let is_opposite = (lit.value == 0) == lit.is;
        let sign = if is_opposite { factor.checked_neg()? } else { factor };
        self.terms.push((sign, Summand::Number(lit.var)));
        self.add_constant(i64::from(is_opposite), factor)
    }
}

/// Comparisons with numbers of more values than these are no literals.
const MOST_VALUES: usize = 64;

/// Returns a truth as a literal, if it is one for the values that its variable has left.
pub(crate) fn literal(truth: &BoolExpr, store: &Store) -> Option<Lit> {
    match truth {
        BoolExpr::Lit(lit) => Some(*lit),
        BoolExpr::Not(inner) => literal(inner, store).map(|lit| !lit),
        BoolExpr::Compare(op, IntExpr::Var(var), IntExpr::Const(bound))
            if store.size(*var) <= MOST_VALUES =>
        {
            let holds = |value: &i64| op.holds(*value, *bound);
            let one_of = |wanted: bool| {
                let mut values = store.values(*var).filter(|value| holds(value) == wanted);
                values.next().filter(|_| values.next().is_none())
            };
            one_of(true)
                .map(|value| Lit::is(*var, value))
                .or_else(|| one_of(false).map(|value| Lit::is_not(*var, value)))
        }
        _ => None,
    }
}
