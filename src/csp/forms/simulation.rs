//! What runs something with the values of variables, and looks at what comes out.
//!
//! A run looks at some of the variables only. Where it comes out wrong, their values are a nogood: no solution has all of
//! them. So nothing is said of the form in advance: engines learn nogoods from the assignments that they try, as
//! lazy cuts. What is run is of no concern here ([`Simulator`]).

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use super::{FlatForm, Global};
use crate::print::{name, separated};
use crate::{BoolExpr, Csp, Domain, Stmt, VarId};

/// What can be run.
pub trait Simulator: Debug + Send + Sync {
    /// Returns whether all runs come out right with a value for each variable.
    fn is_right(&self, values: &[i64]) -> bool;

    /// Returns the runs, to be made one after the other with as many values as they look at, where the variables have these
    /// values.
    fn runs(self: Arc<Self>, values: &[Vec<i64>]) -> Box<dyn Runs>;

    /// Returns what a run takes, in units of work: an estimate that is always the same.
    fn cost(&self) -> usize;

    /// Returns whether all runs come out as they do where `image` takes the value of each variable, by its position,
    /// to another one. No where that is not known.
    fn is_kept_by(&self, _image: &dyn Fn(usize, i64) -> Option<i64>) -> bool {
        false
    }
}

/// Runs that are made before all values are known.
pub trait Runs: Debug + Send {
    /// Returns how many there are.
    fn count(&self) -> usize;

    /// Makes a run where some variables, by position, have one of some values, by their ranks among all that they may have. The
    /// last entry of a variable counts. What comes out depends on this alone.
    fn run(&mut self, number: usize, known: &[(usize, &[u16])]) -> RunEnd;

    /// Makes a run with a value for each variable, by rank. Where it comes out wrong, returns the variables that this depends
    /// on, each with the values with which it comes out wrong as well, whatever the others of their values are.
    fn wrong_with(&mut self, number: usize, ranks: &[u16]) -> Option<Vec<(usize, Vec<u16>)>>;
}

/// How far a run came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunEnd {
    /// Up to where it looks at the variable of this position, and goes on in another way with each of these classes of its
    /// values, which are all that it may have at this time.
    Waits(usize, Vec<Vec<u16>>),
    /// To its end, and it came out right.
    Right,
    /// To its end, and it came out wrong.
    Wrong,
}

/// Every run comes out right.
#[derive(Debug, Clone)]
pub struct Simulation {
    /// What is run.
    pub simulator: Arc<dyn Simulator>,
    /// What it is run with.
    pub vars: Vec<VarId>,
}

impl PartialEq for Simulation {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.simulator, &other.simulator) && self.vars == other.vars
    }
}

impl Eq for Simulation {}

impl Simulation {
    /// Returns what it is run with, without the last variable: in definitions that is the truth that it is about.
    pub fn inputs(&self) -> &[VarId] {
        self.vars.split_last().map_or(&[], |(_, inputs)| inputs)
    }

    fn values(&self, assignment: &[i64]) -> Vec<i64> {
        self.vars.iter().map(|var| assignment[var.index()]).collect()
    }
}

impl FlatForm for Simulation {
    fn for_each_var(&self, visit: &mut dyn FnMut(VarId)) {
        self.vars.iter().for_each(|var| visit(*var));
    }

    fn rename(&mut self, rename: &mut dyn FnMut(VarId) -> VarId) {
        self.vars.iter_mut().for_each(|var| *var = rename(*var));
    }

    fn holds(&self, assignment: &[i64]) -> bool {
        self.simulator.is_right(&self.values(assignment))
    }

    fn size(&self, _: &Csp, _: u64) -> u64 {
        self.vars.len() as u64
    }

    fn write(&self, f: &mut Formatter<'_>, csp: &Csp) -> fmt::Result {
        f.write_str("run(")?;
        separated(f, &self.vars, |f, var| name(f, csp, *var))?;
        f.write_str(")")
    }

    /// Nothing can be said without trying every assignment.
    fn formulas(&self, _: &Csp, _: &mut dyn FnMut(Domain) -> VarId) -> Vec<BoolExpr> {
        puzgen_base::bug!("a simulation has no formulas")
    }

    fn has_formulas(&self) -> bool {
        false
    }

    fn is_lazy(&self) -> bool {
        true
    }
}

impl From<Simulation> for Stmt {
    fn from(simulation: Simulation) -> Self {
        Self::Global(Global::Simulation(simulation))
    }
}
