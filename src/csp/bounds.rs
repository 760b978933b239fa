//! The range that an expression's value lies in, whatever its variables are.

use super::{Csp, IntExpr};

/// Returns the smallest and largest value that `expr` may have (perhaps not reached), or `None`
/// where that does not fit into 64 bits.
pub fn bounds(csp: &Csp, expr: &IntExpr) -> Option<(i64, i64)> {
    Some(match expr {
        IntExpr::Const(value) => (*value, *value),
        IntExpr::Var(var) => {
            let domain = csp.domain(*var);
            (domain.min(), domain.max())
        }
        IntExpr::Linear(terms, constant) => {
            let (mut low, mut high) = (*constant, *constant);
            for (coefficient, term) in terms {
                let (a, b) = bounds(csp, term)?;
                let (a, b) = (coefficient.checked_mul(a)?, coefficient.checked_mul(b)?);
                low = low.checked_add(a.min(b))?;
                high = high.checked_add(a.max(b))?;
            }
            (low, high)
        }
        IntExpr::Product(left, right) => {
            let ((a, b), (c, d)) = (bounds(csp, left)?, bounds(csp, right)?);
            let corners =
                [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
            (*corners.iter().min()?, *corners.iter().max()?)
        }
        IntExpr::Div(left, _) => {
            let (a, b) = bounds(csp, left)?;
            let largest = a.checked_abs()?.max(b.checked_abs()?);
            (-largest, largest)
        }
        IntExpr::Mod(_, right) => {
            let (a, b) = bounds(csp, right)?;
            (a.min(0), b.max(0))
        }
        IntExpr::Abs(inner) => {
            let (a, b) = bounds(csp, inner)?;
            let largest = a.checked_abs()?.max(b.checked_abs()?);
            (if a <= 0 && b >= 0 { 0 } else { a.abs().min(b.abs()) }, largest)
        }
        IntExpr::Min(items) | IntExpr::Max(items) => {
            let ranges = items.iter().map(|item| bounds(csp, item)).collect::<Option<Vec<_>>>()?;
            let lows = ranges.iter().map(|range| range.0);
            let highs = ranges.iter().map(|range| range.1);
            if matches!(expr, IntExpr::Min(_)) {
                (lows.min()?, highs.min()?)
            } else {
                (lows.max()?, highs.max()?)
            }
        }
        IntExpr::If(_, then, otherwise) => {
            let ((a, b), (c, d)) = (bounds(csp, then)?, bounds(csp, otherwise)?);
            (a.min(c), b.max(d))
        }
        IntExpr::FromBool(_) => (0, 1),
    })
}
