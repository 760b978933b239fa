//! Variables that a statement defines: `target == product(cage)`.
//!
//! Such a variable gets the literals of the number that it is equal to. With literals of its own, as many as it has
//! values, each would be compared with each of the number's.

use std::collections::BTreeMap;

use super::Backend;
use super::encoder::Encoder;
use super::numbers::OneHotNumber;
use puzgen_base::ops::CompareOp;
use puzgen_csp::bounds::bounds;
use puzgen_csp::{BoolExpr, Csp, Domain, ExprPart, IntExpr, Lit, Stmt, VarId};

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

/// Returns the variables that nothing mentions but a statement which says what they are, each with the position of that:
/// the numbers of clues that are not shown. They have a value in any case, so the statements restrict nothing.
pub(super) fn idle(csp: &Csp, given: &[Lit]) -> BTreeMap<VarId, usize> {
    let mut mentions = vec![0_u32; csp.vars.len()];
    let mut mention = |var: VarId| mentions[var.index()] += 1;
    csp.stmts.iter().for_each(|(stmt, _)| stmt.for_each_var(&mut mention));
    csp.answers.iter().for_each(|var| mention(*var));
    csp.guards.iter().for_each(|(var, _)| mention(*var));
    given.iter().for_each(|lit| mention(lit.var));
    let idle_var = |stmt: &Stmt| {
        let Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b)) = stmt else { return None };
        [a, b].into_iter().find_map(|side| match side {
            IntExpr::Var(var) if mentions[var.index()] == 1 => {
                let number = definition_of(*var, stmt)?;
                is_always_in(csp, number, csp.domain(*var)).then_some(*var)
            }
            _ => None,
        })
    };
    let stmts = csp.stmts.iter().enumerate();
    stmts.filter_map(|(position, (stmt, _))| Some((idle_var(stmt)?, position))).collect()
}

/// Returns the number that a statement says a variable to be.
pub(super) fn definition_of(var: VarId, stmt: &Stmt) -> Option<&IntExpr> {
    match stmt {
        Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b)) if *a == IntExpr::Var(var) => Some(b),
        Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b)) if *b == IntExpr::Var(var) => Some(a),
        _ => None,
    }
}

/// Returns whether a number surely has a value, and this domain has it.
fn is_always_in(csp: &Csp, number: &IntExpr, domain: &Domain) -> bool {
    let is_total = |part: ExprPart<'_>| match part {
        ExprPart::Number(number) => !matches!(number, IntExpr::Div(..) | IntExpr::Mod(..)),
        ExprPart::Truth(_) => true,
    };
    let is_whole = i128::from(domain.max()) - i128::from(domain.min()) < i128::from(domain.size());
    let has = |(lo, hi)| domain.min() <= lo && hi <= domain.max();
    is_whole
        && bounds(csp, number).is_some_and(has)
        && ExprPart::Number(number).is_throughout(&is_total)
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
        let number = match number {
            IntExpr::Product(a, b) => self.product(a, b, &|value| domain.contains(value)),
            _ => self.number(number),
        };
        self.hold_defined([&number], &[]);
        let (cases, outside): (Vec<_>, Vec<_>) =
            number.cases.into_iter().partition(|case| domain.contains(case.0));
        outside.into_iter().for_each(|(_, literal)| self.sink.clause(&[!literal]));
        self.vars[var.index()] = OneHotNumber { cases, is_total: true };
    }

    /// Returns a product of which only some values are possible, and so only some of its parts.
    fn product(&mut self, a: &IntExpr, b: &IntExpr, may_be: &dyn Fn(i64) -> bool) -> OneHotNumber {
        let b = self.number(b);
        let may_be_part = |part: i64| {
            let products = b.cases.iter().map(|(value, _)| part.checked_mul(*value));
            products.into_iter().any(|product| product.is_none_or(may_be))
        };
        let a = match a {
            IntExpr::Product(a, c) => self.product(a, c, &may_be_part),
            _ => self.number(a),
        };
        a.combine_within(&b, &mut self.sink, i64::checked_mul, may_be)
    }
}
