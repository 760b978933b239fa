//! Sums that are hard for engines that are given clauses.

use puzgen_csp::{BoolExpr, Csp, Global, IntExpr, Stmt};

/// Returns whether there is a sum of three numbers or more, one with a product of numbers, or one of weights over groups.
pub(super) fn has_sums(csp: &Csp) -> bool {
    let has_totals = |stmt: &Stmt| match stmt {
        Stmt::Global(Global::Components(groups)) => !groups.totals.is_empty(),
        _ => false,
    };
    let is_number = |term: &IntExpr| match term {
        IntExpr::Var(var) => csp.domain(*var).size() > 2,
        _ => false,
    };
    has_sum(csp, |terms| terms.iter().filter(|(_, term)| is_number(term)).count() > 2)
        || has_sums_of_products(csp)
        || csp.stmts.iter().any(|(stmt, _)| has_totals(stmt))
}

/// Returns whether there is a sum with a product of numbers.
pub(super) fn has_sums_of_products(csp: &Csp) -> bool {
    let is_product = |(_, term): &(i64, IntExpr)| matches!(term, IntExpr::Product(..));
    has_sum(csp, |terms| terms.iter().any(is_product))
}

/// Returns whether a number is compared with such a sum.
fn has_sum(csp: &Csp, is_such: impl Fn(&[(i64, IntExpr)]) -> bool) -> bool {
    let is_such_sum =
        |number: &IntExpr| matches!(number, IntExpr::Linear(terms, _) if is_such(terms));
    csp.stmts.iter().any(|(stmt, _)| match stmt {
        Stmt::Hold(BoolExpr::Compare(_, left, right)) => is_such_sum(left) || is_such_sum(right),
        _ => false,
    })
}
