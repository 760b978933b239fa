//! The propagator of what is run: where a run comes out wrong and depends on one variable that is open, that
//! variable loses a value; where it depends on none, there is a conflict.
//!
//! Open variables are run with their smallest value: which one does not matter for what a run does not look at. A
//! run that looks at two open variables says nothing yet.

use crate::csp::{Simulation, VarId};

use super::Propagate;
use crate::search::store::{Consistency, Inconsistent, Store, event};
use crate::search::trail::{BitLit, TrailPrefix};

/// The propagator of a [`Simulation`].
#[derive(Debug, Clone)]
pub(crate) struct SimulationPropagator {
    simulation: Simulation,
    /// The values that each variable has before anything is known.
    values: Vec<Vec<i64>>,
}

/// What a wrong run shows.
struct Nogood {
    /// The positions of the variables that it depends on.
    touched: Vec<usize>,
    /// The one of them that is open, if one is.
    open: Option<usize>,
}

impl SimulationPropagator {
    /// Returns the propagator.
    pub(crate) fn new(simulation: &Simulation, store: &Store) -> Self {
        let values = simulation.vars.iter().map(|var| store.values(*var).collect()).collect();
        Self { simulation: simulation.clone(), values }
    }

    /// Returns the first wrong run with these values that depends on at most one open variable, and `wanted` if
    /// that is given.
    fn nogood(
        &self,
        values: &[i64],
        is_open: &dyn Fn(usize) -> bool,
        wanted: Option<usize>,
    ) -> Option<Nogood> {
        let mut found = None;
        self.simulation.simulator.for_each_wrong(values, &mut |touched| {
            let mut open = touched.iter().copied().filter(|at| is_open(*at));
            let (first, second) = (open.next(), open.next());
            let is_wanted = wanted.is_none() || wanted == first;
            if second.is_none() && is_wanted {
                found = Some(Nogood { touched: touched.to_vec(), open: first });
            }
            found.is_none()
        });
        found
    }

    /// Returns a value for each variable: of an open one the smallest.
    fn trial(&self, value_of: &dyn Fn(usize, VarId) -> i64) -> Vec<i64> {
        self.simulation.vars.iter().enumerate().map(|(at, var)| value_of(at, *var)).collect()
    }
}

impl Propagate for SimulationPropagator {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        self.simulation.vars.iter().for_each(|var| watch(*var, event::FIXED | event::BOUNDS));
    }

    fn propagate(&self, store: &mut Store) -> Consistency {
        let vars = &self.simulation.vars;
        loop {
            let values = self.trial(&|_, var| store.min(var));
            let nogood = self.nogood(&values, &|at| !store.is_fixed(vars[at]), None);
            match nogood {
                None => return Ok(()),
                Some(Nogood { open: None, .. }) => return Err(Inconsistent),
                Some(Nogood { open: Some(at), .. }) => store.remove(vars[at], values[at])?,
            }
        }
    }

    /// Makes the same runs again: what was known then is what the first wrong one depends on.
    fn explain(
        &self,
        past: TrailPrefix<'_>,
        gone: Option<(VarId, i64)>,
        reason: &mut Vec<BitLit>,
    ) -> bool {
        let vars = &self.simulation.vars;
        let wanted = gone.and_then(|(var, _)| vars.iter().position(|other| *other == var));
        let smallest = |at: usize, var: VarId| {
            let left = self.values[at].iter().find(|value| !past.is_not(var, **value));
            left.or(self.values[at].first()).copied().unwrap_or_default()
        };
        let values = self.trial(&|at, var| match gone {
            Some((own, value)) if own == var => value,
            _ => past.value(var).unwrap_or_else(|| smallest(at, var)),
        });
        let is_open = |at: usize| Some(at) == wanted || past.value(vars[at]).is_none();
        let Some(nogood) = self.nogood(&values, &is_open, wanted) else { return false };
        let others = nogood.touched.into_iter().filter(|at| Some(*at) != wanted);
        others.for_each(|at| past.because_is(vars[at], values[at], reason));
        true
    }

    fn is_slow_to_explain(&self) -> bool {
        true
    }

    fn cost(&self) -> usize {
        self.simulation.simulator.cost()
    }
}
