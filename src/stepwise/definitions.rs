//! Variables that are determined by others: helpers and clues, each with the expression that it equals.

use std::collections::{BTreeMap, BTreeSet};

use puzgen_base::ops::CompareOp;
use puzgen_csp::eval::{eval_bool, eval_int};
use puzgen_csp::{BoolExpr, Csp, IntExpr, Lit, Origin, Stmt, VarId};

/// What a determined variable equals.
#[derive(Debug, Clone, Copy)]
pub(crate) enum VarDefinition<'a> {
    /// A number.
    Number(&'a IntExpr),
    /// 1 where this is true, else 0.
    Truth(&'a BoolExpr),
}

/// What the variables of a problem are determined by.
#[derive(Debug)]
pub struct Definitions<'a> {
    /// The problem.
    pub csp: &'a Csp,
    /// How many variables come first that are values of the answer and of the layouts, and have no definition.
    pub stored: usize,
    /// For each determined variable, the statement that determines it, by position, and what it equals.
    pub(crate) by_var: BTreeMap<VarId, (usize, VarDefinition<'a>)>,
}

impl<'a> Definitions<'a> {
    /// Returns the definitions of a problem, whose first `stored` variables are not determined by others.
    pub fn of(csp: &'a Csp, stored: usize) -> Self {
        let mut by_var = BTreeMap::new();
        for (position, (stmt, origin)) in csp.stmts.iter().enumerate() {
            let (Stmt::Hold(truth), Origin::Introduced(_)) = (stmt, origin) else { continue };
            let found = match truth {
                BoolExpr::Compare(CompareOp::Eq, IntExpr::Var(var), number) => {
                    Some((*var, VarDefinition::Number(number)))
                }
                BoolExpr::Iff(left, right) => match &**left {
                    BoolExpr::Lit(Lit { var, value: 1, is: true }) => {
                        Some((*var, VarDefinition::Truth(right)))
                    }
                    _ => None,
                },
                _ => None,
            };
            if let Some((var, meaning)) = found.filter(|(var, _)| var.index() >= stored) {
                by_var.entry(var).or_insert((position, meaning));
            }
        }
        Self { csp, stored, by_var }
    }

    /// Returns the variables that one is defined by; `None` where it has no definition.
    pub(crate) fn parts(&self, var: VarId) -> Option<Vec<VarId>> {
        Some(match self.by_var.get(&var)?.1 {
            VarDefinition::Number(number) => number.vars(),
            VarDefinition::Truth(truth) => truth.vars(),
        })
    }

    /// Adds the helpers that a variable is defined through, each behind those that it needs itself, and the
    /// answers that determine it. `None` where some variable has no definition.
    pub fn expand(
        &self,
        var: VarId,
        helpers: &mut Vec<VarId>,
        answers: &mut BTreeSet<VarId>,
    ) -> Option<()> {
        for part in self.parts(var)? {
            if part.index() < self.stored {
                answers.insert(part);
            } else if !helpers.contains(&part) {
                self.expand(part, helpers, answers)?;
                helpers.push(part);
            }
        }
        Some(())
    }

    /// Returns the value of a determined variable; `None` where it has none.
    pub fn eval(&self, var: VarId, assignment: &[i64]) -> Option<i64> {
        match self.by_var.get(&var)?.1 {
            VarDefinition::Number(number) => eval_int(number, assignment),
            VarDefinition::Truth(truth) => Some(i64::from(eval_bool(truth, assignment))),
        }
    }
}
