//! What flat constraints mean, by direct evaluation.
//!
//! Given a [`Csp`] and a value for every variable, this says whether everything holds. It shares
//! no code with any engine, so that engines can be checked against it.
//!
//! # Undefined numbers
//! A division by zero and a result outside `i64` have no value. A [`BoolExpr::Compare`] or
//! [`BoolExpr::Distinct`] with a term without a value is false; the truths around it see that
//! `false`. A term that is not chosen by an [`IntExpr::If`] does no harm.

use super::{BoolExpr, Csp, FlatForm, IntExpr, Stmt};

/// Returns whether every value is in its domain and every statement holds.
pub fn holds(csp: &Csp, assignment: &[i64]) -> bool {
    assignment.len() >= csp.vars.len()
        && csp.vars.iter().zip(assignment).all(|(var, value)| var.domain.contains(*value))
        && first_broken(csp, assignment).is_none()
}

/// Returns the index of the first statement that does not hold. Domains are not looked at.
pub fn first_broken(csp: &Csp, assignment: &[i64]) -> Option<usize> {
    csp.stmts.iter().position(|(stmt, _)| !eval_stmt(stmt, assignment))
}

/// Returns whether one statement holds.
pub fn eval_stmt(stmt: &Stmt, assignment: &[i64]) -> bool {
    match stmt {
        Stmt::Hold(truth) => eval_bool(truth, assignment),
        Stmt::Global(global) => global.form().holds(assignment),
    }
}

/// Returns whether a truth holds.
pub fn eval_bool(expr: &BoolExpr, assignment: &[i64]) -> bool {
    match expr {
        BoolExpr::Const(truth) => *truth,
        BoolExpr::Lit(lit) => lit.holds_for(assignment[lit.var.index()]),
        BoolExpr::Not(inner) => !eval_bool(inner, assignment),
        BoolExpr::And(all) => all.iter().all(|part| eval_bool(part, assignment)),
        BoolExpr::Or(any) => any.iter().any(|part| eval_bool(part, assignment)),
        BoolExpr::Iff(a, b) => eval_bool(a, assignment) == eval_bool(b, assignment),
        BoolExpr::Compare(op, a, b) => match (eval_int(a, assignment), eval_int(b, assignment)) {
            (Some(a), Some(b)) => op.holds(a, b),
            _ => false,
        },
        BoolExpr::Distinct(terms) => {
            let values: Option<Vec<i64>> =
                terms.iter().map(|term| eval_int(term, assignment)).collect();
            values.is_some_and(|mut values| {
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            })
        }
        BoolExpr::Graph(graph) => graph.holds(assignment),
    }
}

/// Returns the value of a number, or `None` where it has none.
pub fn eval_int(expr: &IntExpr, assignment: &[i64]) -> Option<i64> {
    let eval = |inner: &IntExpr| eval_int(inner, assignment);
    match expr {
        IntExpr::Const(value) => Some(*value),
        IntExpr::Var(var) => Some(assignment[var.index()]),
        IntExpr::Linear(terms, constant) => {
            let mut sum = i128::from(*constant);
            for (coefficient, term) in terms {
                sum = sum.checked_add(i128::from(*coefficient) * i128::from(eval(term)?))?;
            }
            i64::try_from(sum).ok()
        }
        IntExpr::Product(a, b) => eval(a)?.checked_mul(eval(b)?),
        IntExpr::Div(a, b) => floor_div(eval(a)?, eval(b)?),
        IntExpr::Mod(a, b) => floor_mod(eval(a)?, eval(b)?),
        IntExpr::Abs(a) => eval(a)?.checked_abs(),
        IntExpr::Min(terms) => extreme(terms, assignment, i64::min),
        IntExpr::Max(terms) => extreme(terms, assignment, i64::max),
        IntExpr::If(truth, yes, no) => {
            if eval_bool(truth, assignment) {
                eval(yes)
            } else {
                eval(no)
            }
        }
        IntExpr::FromBool(truth) => Some(i64::from(eval_bool(truth, assignment))),
    }
}

fn extreme(terms: &[IntExpr], assignment: &[i64], pick: fn(i64, i64) -> i64) -> Option<i64> {
    let (first, rest) = terms.split_first()?;
    rest.iter().try_fold(eval_int(first, assignment)?, |best, term| {
        Some(pick(best, eval_int(term, assignment)?))
    })
}

/// Returns `a / b` rounded towards minus infinity, or `None` where `b` is 0 or the result does
/// not fit.
pub fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Returns `a - b * floor_div(a, b)`, which has the sign of `b`; `None` where `b` is 0.
pub fn floor_mod(a: i64, b: i64) -> Option<i64> {
    let (a, b) = (i128::from(a), i128::from(b));
    if b == 0 {
        return None;
    }
    i64::try_from(((a % b) + b) % b).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Components, Domain, VarId};
    use puzgen_base::ops::CompareOp;

    #[test]
    fn rounds_towards_minus_infinity() {
        for (a, b, quotient, remainder) in
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (6, -3, -2, 0)]
        {
            assert_eq!(floor_div(a, b), Some(quotient), "{a} div {b}");
            assert_eq!(floor_mod(a, b), Some(remainder), "{a} mod {b}");
            assert_eq!(b * quotient + remainder, a);
        }
        assert_eq!(floor_div(i64::MIN, -1), None);
        assert_eq!(floor_mod(i64::MIN, -1), Some(0));
    }

    #[test]
    fn treats_a_term_without_a_value_as_a_false_comparison() {
        let by_zero =
            || IntExpr::Div(Box::new(IntExpr::Const(1)), Box::new(IntExpr::Var(VarId(0))));
        let unequal = BoolExpr::Compare(CompareOp::Ne, by_zero(), IntExpr::Const(5));
        assert!(!eval_bool(&unequal, &[0]));
        assert!(eval_bool(&BoolExpr::Not(Box::new(unequal.clone())), &[0]));
        assert!(eval_bool(&unequal, &[1]));
        assert!(!eval_bool(&BoolExpr::Distinct(vec![by_zero()]), &[0]));
        let huge = IntExpr::Product(Box::new(IntExpr::Const(i64::MAX)), Box::new(by_zero()));
        assert_eq!(eval_int(&huge, &[1]), Some(i64::MAX));
        assert_eq!(eval_int(&IntExpr::Linear(vec![(2, huge)], -i64::MAX), &[1]), Some(i64::MAX));
    }

    #[test]
    fn finds_groups_and_the_statement_that_breaks() {
        let mut csp = Csp::new();
        let labels: Vec<VarId> =
            (0..3).map(|i| csp.var(format!("l{i}"), Domain::Range(1, 2))).collect();
        let size = csp.var("size", Domain::Range(1, 3));
        let first = csp.bool_var("first");
        csp.hold(BoolExpr::Const(true), crate::Origin::Introduced("test"));
        let neighbours = vec![vec![1], vec![0, 2], vec![1]];
        let components = Components {
            size: vec![None, Some(size), None],
            first: vec![None, None, Some(first)],
            ..Components::equal(labels, neighbours)
        };
        csp.stmts.push((components.into(), crate::Origin::Introduced("test")));
        assert!(holds(&csp, &[1, 1, 2, 2, 1]));
        assert!(holds(&csp, &[1, 1, 1, 3, 0]));
        assert_eq!(first_broken(&csp, &[1, 1, 1, 2, 0]), Some(1));
        assert_eq!(first_broken(&csp, &[1, 1, 2, 2, 0]), Some(1));
        assert!(!holds(&csp, &[1, 1, 3, 2, 1]), "3 is outside the domain");
    }
}
