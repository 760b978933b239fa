//! What `z3:integers` can take, and what is dear for Z3, seen before anything is encoded.

use puzgen_csp::bounds::bounds;
use puzgen_csp::{Csp, ExprPart, IntExpr};

/// The most values of a factor, or a divisor, that are split into cases.
const MAX_SPLIT: i128 = 4_096;

/// A problem whose variables have more values together is large.
const LARGE: u64 = 2_000;

/// Returns whether Z3 takes several times as long as all the rest, and its session more memory: where there
/// are groups, and where a problem is large (25×25 sudoku: 1 s and 400 MB).
pub(super) fn is_dear(csp: &Csp) -> bool {
    let values = csp.vars.iter().map(|var| var.domain.size()).fold(0, u64::saturating_add);
    values > LARGE || csp.stmts.iter().any(|(stmt, _)| stmt.is_lazy())
}

/// Returns whether no number of `csp` can leave `i64`, and every product and division has a side
/// small enough to be split into cases.
pub(super) fn fits_integers(csp: &Csp) -> bool {
    let is_bounded = |part: ExprPart<'_>| match part {
        ExprPart::Truth(_) => true,
        ExprPart::Number(number) => is_bounded(csp, number),
    };
    csp.stmts.iter().all(|(stmt, _)| stmt.has_formulas() && stmt.is_throughout(&is_bounded))
}

/// Looks at one number, not at those that it is made of.
fn is_bounded(csp: &Csp, number: &IntExpr) -> bool {
    let width = |number: &IntExpr| {
        bounds(csp, number).map_or(i128::MAX, |(lo, hi)| i128::from(hi) - i128::from(lo) + 1)
    };
    bounds(csp, number).is_some()
        && match number {
            IntExpr::Product(a, b) => width(a).min(width(b)) <= MAX_SPLIT,
            IntExpr::Div(_, b) | IntExpr::Mod(_, b) => width(b) <= MAX_SPLIT,
            _ => true,
        }
}
