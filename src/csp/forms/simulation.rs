//! What runs something with the values of variables, and looks at what comes out.
//!
//! A run looks at some of the variables only. Where it comes out wrong, their values are a nogood: no solution has all of
//! them. So nothing is said of the form in advance: engines learn nogoods from the assignments that they try, as
//! lazy cuts. What is run is of no concern here ([`Simulator`]).

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use super::{FlatForm, Global};
use crate::csp::print::{name, separated};
use crate::csp::{BoolExpr, Csp, Domain, Stmt, VarId};

/// What can be run.
pub trait Simulator: Debug + Send + Sync {
    /// Makes all runs with a value for each variable, in an order that is always the same. For each that comes out
    /// wrong, calls `wrong` with the positions of the variables that it depends on, rising, until that returns
    /// false. Other values of other variables change nothing about such a run.
    fn for_each_wrong(&self, values: &[i64], wrong: &mut dyn FnMut(&[usize]) -> bool);

    /// Returns the runs, to be made one after the other with as many values as they look at.
    fn runs(self: Arc<Self>) -> Box<dyn Runs>;

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

    /// Makes a run with values for some variables, by their positions, in the order in which it looks at them. What comes
    /// out depends on these values alone.
    fn run(&mut self, number: usize, known: &[(usize, i64)]) -> RunEnd;
}

/// How far a run came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// Up to where it looks at the variable of this position, whose value is not known.
    Waits(usize),
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
    /// Returns the positions that each wrong run of an assignment depends on.
    pub fn nogoods(&self, assignment: &[i64]) -> Vec<Vec<usize>> {
        let mut nogoods: Vec<Vec<usize>> = Vec::new();
        self.simulator.for_each_wrong(&self.values(assignment), &mut |touched| {
            if !nogoods.iter().any(|known| known == touched) {
                nogoods.push(touched.to_vec());
            }
            true
        });
        nogoods
    }

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
        let mut holds = true;
        self.simulator.for_each_wrong(&self.values(assignment), &mut |_| {
            holds = false;
            false
        });
        holds
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
        crate::bug!("a simulation has no formulas")
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
