//! The flat forms: constraints that are no formulas, one file each.
//!
//! A form implements [`FlatForm`]: its variables and their renaming, its meaning, size and printed text. Modules
//! that treat all forms alike use this trait and name none of them. Propagation of a form is in
//! `search/propagators/`, its encoding for solvers in `engine/`.
//!
//! A form is a statement of its own ([`Global`]) or a truth within others ([`GraphTruth`]).

mod components;
mod graph;
mod reading;
mod simulation;
mod trees;

use std::fmt::{self, Formatter};

use super::{BoolExpr, Csp, Domain, VarId};

pub use components::{Components, Grouping, Joined, NodeWeight, Same, Total};
pub use graph::{GraphKind, GraphLink, GraphTruth};
pub use reading::{Automaton, Reading, Transition};
pub use simulation::{RunEnd, Runs, Simulation, Simulator};

/// What every form implements.
pub trait FlatForm {
    /// Calls `visit` for each variable, as often as it occurs.
    fn for_each_var(&self, visit: &mut dyn FnMut(VarId));

    /// Replaces every variable.
    fn rename(&mut self, rename: &mut dyn FnMut(VarId) -> VarId);

    /// Returns whether it holds.
    fn holds(&self, assignment: &[i64]) -> bool;

    /// Returns how many parts it has; where that is more than `most`, some number above.
    fn size(&self, csp: &Csp, most: u64) -> u64;

    /// Writes it for a dump.
    ///
    /// # Errors
    /// Where the formatter fails.
    fn write(&self, f: &mut Formatter<'_>, csp: &Csp) -> fmt::Result;

    /// Returns formulas that all hold exactly where it does, for engines that have no words of their own
    /// for it; `fresh` makes a variable that only these formulas mention.
    fn formulas(&self, csp: &Csp, fresh: &mut dyn FnMut(Domain) -> VarId) -> Vec<BoolExpr>;

    /// Returns whether there are such formulas.
    fn has_formulas(&self) -> bool {
        true
    }

    /// Returns whether an engine may say it little by little, once something breaks it.
    fn is_lazy(&self) -> bool {
        false
    }

    /// Returns how many truths engines make to say it in clauses, beside those of its variables.
    fn truth_count(&self, csp: &Csp) -> u64 {
        let _ = csp;
        0
    }
}

/// A form that is a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Global {
    /// What is claimed of the groups is so.
    Components(Components),
    /// `outputs` are what the automaton says.
    Reading(Reading),
    /// What is run comes out right.
    Simulation(Simulation),
}

impl Global {
    /// Returns what every form says of itself.
    pub fn form(&self) -> &dyn FlatForm {
        match self {
            Self::Components(components) => components,
            Self::Reading(reading) => reading,
            Self::Simulation(simulation) => simulation,
        }
    }

    /// Returns the same, to be changed.
    pub(crate) fn form_mut(&mut self) -> &mut dyn FlatForm {
        match self {
            Self::Components(components) => components,
            Self::Reading(reading) => reading,
            Self::Simulation(simulation) => simulation,
        }
    }
}
