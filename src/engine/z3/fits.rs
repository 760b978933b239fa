//! What `z3:integers` can take, seen before anything is encoded.

use crate::csp::bounds::bounds;
use crate::csp::{BoolExpr, Csp, IntExpr, Stmt};

/// The most values of a factor, or a divisor, that are split into cases.
const MAX_SPLIT: i128 = 4_096;

/// Returns whether no number of `csp` can leave `i64`, and every product and division has a side
/// small enough to be split into cases.
pub(super) fn fits_integers(csp: &Csp) -> bool {
    csp.stmts.iter().all(|(stmt, _)| match stmt {
        Stmt::Hold(truth) => truth_is_bounded(csp, truth),
        Stmt::Components(_) | Stmt::Reading(_) => true,
    })
}

fn truth_is_bounded(csp: &Csp, expr: &BoolExpr) -> bool {
    match expr {
        BoolExpr::Const(_) | BoolExpr::Lit(_) | BoolExpr::Graph(_) => true,
        BoolExpr::Not(inner) => truth_is_bounded(csp, inner),
        BoolExpr::And(parts) | BoolExpr::Or(parts) => {
            parts.iter().all(|part| truth_is_bounded(csp, part))
        }
        BoolExpr::Iff(a, b) => truth_is_bounded(csp, a) && truth_is_bounded(csp, b),
        BoolExpr::Compare(_, a, b) => number_is_bounded(csp, a) && number_is_bounded(csp, b),
        BoolExpr::Distinct(terms) => terms.iter().all(|term| number_is_bounded(csp, term)),
    }
}

fn number_is_bounded(csp: &Csp, expr: &IntExpr) -> bool {
    let width = |expr: &IntExpr| {
        bounds(csp, expr).map_or(i128::MAX, |(lo, hi)| i128::from(hi) - i128::from(lo) + 1)
    };
    let inner = |expr: &IntExpr| number_is_bounded(csp, expr);
    bounds(csp, expr).is_some()
        && match expr {
            IntExpr::Const(_) | IntExpr::Var(_) => true,
            IntExpr::Linear(terms, _) => terms.iter().all(|term| inner(&term.1)),
            IntExpr::Product(a, b) => inner(a) && inner(b) && width(a).min(width(b)) <= MAX_SPLIT,
            IntExpr::Div(a, b) | IntExpr::Mod(a, b) => {
                inner(a) && inner(b) && width(b) <= MAX_SPLIT
            }
            IntExpr::Abs(a) => inner(a),
            IntExpr::Min(terms) | IntExpr::Max(terms) => terms.iter().all(inner),
            IntExpr::If(truth, yes, no) => truth_is_bounded(csp, truth) && inner(yes) && inner(no),
            IntExpr::FromBool(truth) => truth_is_bounded(csp, truth),
        }
}
