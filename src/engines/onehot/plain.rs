//! Domains narrowed by single statements about one variable, and by what is given.
//!
//! A sum over a group has a domain up to the size of the board, of which a rule may allow only up to nine:
//! clauses for all hundred values would be most of the encoding.

use puzgen_base::ops::CompareOp;
use puzgen_csp::bounds::bounds;
use puzgen_csp::{BoolExpr, Csp, Domain, IntExpr, Lit, Stmt};

/// Returns the domains of the variables without values outside of what some statement compares them
/// with, and without what differs from what is given. A domain that would be empty stays as it is: then statements
/// contradict each other anyway.
pub(super) fn domains(csp: &Csp, given: &[Lit]) -> Vec<Domain> {
    let mut limits = vec![(i64::MIN, i64::MAX); csp.vars.len()];
    for (stmt, _) in &csp.stmts {
        if let Stmt::Hold(truth) = stmt {
            limit(csp, truth, &mut limits);
        }
    }
    let vars = csp.vars.iter().zip(limits);
    let domains = vars.map(|(var, (lo, hi))| {
        if lo <= var.domain.min() && hi >= var.domain.max() {
            return var.domain.clone();
        }
        let values = var.domain.iter().filter(|value| (lo..=hi).contains(value));
        Domain::from_values(values).unwrap_or_else(|| var.domain.clone())
    });
    let mut domains: Vec<Domain> = domains.collect();
    for Lit { var, value, .. } in given.iter().filter(|lit| lit.is) {
        let domain = &mut domains[var.index()];
        if domain.contains(*value) {
            *domain = Domain::Range(*value, *value);
        }
    }
    domains
}

fn limit(csp: &Csp, truth: &BoolExpr, limits: &mut [(i64, i64)]) {
    match truth {
        BoolExpr::And(parts) => parts.iter().for_each(|part| limit(csp, part, limits)),
        BoolExpr::Lit(Lit { var, value, is: true }) => {
            let limit = &mut limits[var.index()];
            *limit = (limit.0.max(*value), limit.1.min(*value));
        }
        BoolExpr::Compare(op, a, b) => {
            let turned = match op {
                CompareOp::Lt => CompareOp::Gt,
                CompareOp::Le => CompareOp::Ge,
                CompareOp::Gt => CompareOp::Lt,
                CompareOp::Ge => CompareOp::Le,
                CompareOp::Eq | CompareOp::Ne => *op,
            };
            for (op, number, other) in [(*op, a, b), (turned, b, a)] {
                let (IntExpr::Var(var), Some((lo, hi))) = (number, bounds(csp, other)) else {
                    continue;
                };
                let limit = &mut limits[var.index()];
                if matches!(op, CompareOp::Eq | CompareOp::Ge | CompareOp::Gt) {
                    limit.0 = limit.0.max(lo.saturating_add(i64::from(op == CompareOp::Gt)));
                }
                if matches!(op, CompareOp::Eq | CompareOp::Le | CompareOp::Lt) {
                    limit.1 = limit.1.min(hi.saturating_sub(i64::from(op == CompareOp::Lt)));
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzgen_csp::samples::TEST;

    #[test]
    fn narrows_by_comparisons_and_literals() {
        let mut csp = Csp::new();
        let [size, sum, free] =
            ["size", "sum", "free"].map(|name| csp.var(name.to_owned(), Domain::Range(1, 80)));
        csp.hold(BoolExpr::Lit(Lit::is(size, 5)), TEST);
        csp.hold(BoolExpr::Lit(Lit::is_not(free, 5)), TEST);
        let nine = IntExpr::Const(9);
        csp.hold(BoolExpr::compare(CompareOp::Le, IntExpr::Var(sum), nine), TEST);
        let sizes = domains(&csp, &[]).iter().map(Domain::size).collect::<Vec<_>>();
        assert_eq!(sizes, [1, 9, 80]);
        assert_eq!(domains(&csp, &[Lit::is(free, 7)])[2].size(), 1);
    }
}
