//! A problem in flat form: variables, statements, and which variables are the solution.

use crate::expr::BoolExpr;
use crate::stmt::{Origin, Stmt};
use crate::var::{Var, VarId};
use puzgen_base::domain::Domain;

/// A problem in flat form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Csp {
    /// The variables.
    pub vars: Vec<Var>,
    /// The statements, each with its origin.
    pub stmts: Vec<(Stmt, Origin)>,
    /// The variables whose values are the solution: two solutions differ iff one of these does.
    pub answers: Vec<VarId>,
    /// Variables (truths) that switch a rule's statements on, where the problem was lowered so
    /// that conflicts can be explained.
    pub guards: Vec<(VarId, Origin)>,
}

/// A value for each variable, by position.
pub type Assignment = Vec<i64>;

impl Csp {
    /// Returns an empty problem.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a variable.
    pub fn var(&mut self, name: impl Into<String>, domain: Domain) -> VarId {
        let id = VarId(u32::try_from(self.vars.len()).unwrap_or(u32::MAX));
        self.vars.push(Var { name: name.into(), domain });
        id
    }

    /// Adds a truth.
    pub fn bool_var(&mut self, name: impl Into<String>) -> VarId {
        self.var(name, Domain::Range(0, 1))
    }

    /// Adds a truth that must hold.
    pub fn hold(&mut self, expr: BoolExpr, origin: Origin) {
        self.stmts.push((Stmt::Hold(expr), origin));
    }

    /// Returns the domain of `var`.
    pub fn domain(&self, var: VarId) -> &Domain {
        &self.vars[var.index()].domain
    }

    /// Returns the answer part of an assignment.
    pub fn project(&self, assignment: &[i64]) -> Vec<i64> {
        self.answers.iter().map(|var| assignment[var.index()]).collect()
    }
}
