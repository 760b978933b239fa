//! Sums that are hard for engines that are given clauses: a sum needs many, and little follows from them before nearly
//! all of its terms are known.

use crate::csp::{BoolExpr, Csp, Global, IntExpr, Stmt};

/// Returns whether there is a sum of three numbers or more, one with a product of numbers, or one of weights over groups.
pub(super) fn has_sums(csp: &Csp) -> bool {
    let is_sum = |number: &IntExpr| match number {
        IntExpr::Linear(terms, _) => {
            let is_number = |(_, term): &&(i64, IntExpr)| match term {
                IntExpr::Var(var) => csp.domain(*var).size() > 2,
                _ => false,
            };
            let is_product = |(_, term): &(i64, IntExpr)| matches!(term, IntExpr::Product(..));
            terms.iter().filter(is_number).count() > 2 || terms.iter().any(is_product)
        }
        _ => false,
    };
    csp.stmts.iter().any(|(stmt, _)| match stmt {
        Stmt::Hold(BoolExpr::Compare(_, left, right)) => is_sum(left) || is_sum(right),
        Stmt::Global(Global::Components(groups)) => !groups.totals.is_empty(),
        _ => false,
    })
}
