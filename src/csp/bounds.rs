//! The range of a number, from the domains of its variables.
//!
//! Engines ask this before they choose an encoding. It is an over-estimate: every value the
//! number can have lies in the range, not every number in the range is a value.

use super::{Csp, IntExpr};

/// Returns the smallest and the largest value that `expr` may have, or `None` where that, or a
/// part of it, may leave `i64`.
pub fn bounds(csp: &Csp, expr: &IntExpr) -> Option<(i64, i64)> {
    match expr {
        IntExpr::Const(value) => Some((*value, *value)),
        IntExpr::Var(var) => Some((csp.domain(*var).min(), csp.domain(*var).max())),
        IntExpr::Linear(terms, constant) => {
            let (mut lo, mut hi) = (i128::from(*constant), i128::from(*constant));
            for (coefficient, term) in terms {
                let (a, b) = bounds(csp, term)?;
                let (a, b) = (
                    i128::from(*coefficient) * i128::from(a),
                    i128::from(*coefficient) * i128::from(b),
                );
                lo = lo.checked_add(a.min(b))?;
                hi = hi.checked_add(a.max(b))?;
            }
            narrow(lo, hi)
        }
        IntExpr::Product(a, b) => {
            let ((a, b), (c, d)) = (bounds(csp, a)?, bounds(csp, b)?);
            let corners =
                [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| i128::from(x) * i128::from(y));
            narrow(*corners.iter().min()?, *corners.iter().max()?)
        }
        IntExpr::Div(a, b) => {
            bounds(csp, b)?;
            let (lo, hi) = bounds(csp, a)?;
            let reach = i128::from(lo).abs().max(i128::from(hi).abs());
            narrow(-reach, reach)
        }
        IntExpr::Mod(a, b) => {
            bounds(csp, a)?;
            let (lo, hi) = bounds(csp, b)?;
            Some((lo.min(0), hi.max(0)))
        }
        IntExpr::Abs(a) => {
            let (lo, hi) = bounds(csp, a)?;
            let (a, b) = (i128::from(lo).abs(), i128::from(hi).abs());
            narrow(if lo <= 0 && hi >= 0 { 0 } else { a.min(b) }, a.max(b))
        }
        IntExpr::Min(terms) | IntExpr::Max(terms) => {
            let ranges: Option<Vec<_>> = terms.iter().map(|term| bounds(csp, term)).collect();
            hull(&ranges?)
        }
        IntExpr::If(_, yes, no) => hull(&[bounds(csp, yes)?, bounds(csp, no)?]),
        IntExpr::FromBool(_) => Some((0, 1)),
    }
}

fn narrow(lo: i128, hi: i128) -> Option<(i64, i64)> {
    Some((i64::try_from(lo).ok()?, i64::try_from(hi).ok()?))
}

fn hull(ranges: &[(i64, i64)]) -> Option<(i64, i64)> {
    Some((ranges.iter().map(|range| range.0).min()?, ranges.iter().map(|range| range.1).max()?))
}
