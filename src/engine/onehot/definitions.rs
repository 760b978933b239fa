//! Variables that a statement defines: `target == product(cage)`.
//!
//! Such a variable gets the literals of the number that it is equal to. With literals of its own, as many as it has
//! values, each would be compared with each of the number's.

use std::collections::BTreeMap;

use super::Backend;
use super::encoder::Encoder;
use super::numbers::OneHotNumber;
use crate::csp::{BoolExpr, Csp, Domain, IntExpr, Stmt, VarId};
use crate::ops::CompareOp;

/// A number that a variable is equal to, and the position of the statement that says so.
#[derive(Debug, Clone, Copy)]
pub(super) struct Definition<'a> {
    pub(super) position: usize,
    pub(super) number: &'a IntExpr,
}

/// Returns the variables that are defined, by numbers of variables that are not. Sums are none of these: more is said
/// of them than their value (`equations.rs`).
pub(super) fn definitions(csp: &Csp) -> BTreeMap<VarId, Definition<'_>> {
    let mut found: BTreeMap<VarId, Definition<'_>> = BTreeMap::new();
    let mut is_used = vec![false; csp.vars.len()];
    for (position, (stmt, _)) in csp.stmts.iter().enumerate() {
        let Some((var, number)) = definition(stmt) else { continue };
        let used = number.vars();
        let is_new = !is_used[var.index()] && !used.contains(&var) && !found.contains_key(&var);
        if is_new && !used.iter().any(|var| found.contains_key(var)) {
            used.iter().for_each(|var| is_used[var.index()] = true);
            found.insert(var, Definition { position, number });
        }
    }
    found
}

fn definition(stmt: &Stmt) -> Option<(VarId, &IntExpr)> {
    let Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b)) = stmt else { return None };
    let is_table = |number: &IntExpr| {
        !matches!(number, IntExpr::Const(_) | IntExpr::Var(_) | IntExpr::Linear(..))
    };
    match (a, b) {
        (IntExpr::Var(var), number) | (number, IntExpr::Var(var)) if is_table(number) => {
            Some((*var, number))
        }
        _ => None,
    }
}

impl<B: Backend> Encoder<B> {
    /// Gives a variable the literals of its definition; values outside the domain are never taken.
    pub(super) fn define(&mut self, var: VarId, number: &IntExpr, domain: &Domain) {
        let number = self.number(number);
        self.hold_defined([&number], &[]);
        let (cases, outside): (Vec<_>, Vec<_>) =
            number.cases.into_iter().partition(|case| domain.contains(case.0));
        outside.into_iter().for_each(|(_, literal)| self.sink.clause(&[!literal]));
        self.vars[var.index()] = OneHotNumber { cases, is_total: true };
    }
}
