//! The propagator of what is run: where a run comes out wrong and looks at one variable that is open, that variable
//! loses a value; where it looks at none, there is a conflict.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::csp::{Simulation, VarId};

use super::Propagate;
use super::known_runs::{KnownRuns, Place};
use crate::search::store::{Consistency, Inconsistent, Store, event};
use crate::search::trail::{BitLit, TrailPrefix};

/// The propagator of a [`Simulation`].
#[derive(Debug, Clone)]
pub(crate) struct SimulationPropagator {
    simulation: Simulation,
    /// Shared by all searches in a network. What is known depends on no search, so that none changes another.
    known: Arc<Mutex<KnownRuns>>,
}

impl SimulationPropagator {
    /// Returns the propagator.
    pub(crate) fn new(simulation: &Simulation, store: &Store) -> Self {
        let values = simulation.vars.iter().map(|var| store.values(*var).collect()).collect();
        let runs = Arc::clone(&simulation.simulator).runs();
        let known = Arc::new(Mutex::new(KnownRuns::new(runs, values)));
        Self { simulation: simulation.clone(), known }
    }

    fn known(&self) -> MutexGuard<'_, KnownRuns> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `wait` with the variable that each run waits for, if it does not come to its end.
    pub(crate) fn for_each_wait(&self, store: &Store, wait: &mut dyn FnMut(VarId)) {
        let vars = &self.simulation.vars;
        let mut known = self.known();
        for run in 0..known.count() {
            let value_at = &mut |at: usize| store.value(vars[at]);
            if let Place::Waits(at) = known.walk(run, value_at) {
                wait(vars[at]);
            }
        }
    }

    /// Goes on with a run as far as its variables are fixed, and takes from the one that it waits for all values with
    /// which it comes out wrong. Returns whether some were taken.
    fn go_on(
        &self,
        known: &mut KnownRuns,
        run: usize,
        store: &mut Store,
    ) -> Result<bool, Inconsistent> {
        let vars = &self.simulation.vars;
        let mut is_changed = false;
        loop {
            match known.walk(run, &mut |at| store.value(vars[at])) {
                Place::Right => return Ok(is_changed),
                Place::Wrong => return Err(Inconsistent),
                Place::Waits(at) => {
                    let values: Vec<i64> = store.values(vars[at]).collect();
                    for value in values {
                        if known.is_wrong_with(value) {
                            store.remove(vars[at], value)?;
                            is_changed = true;
                        }
                    }
                    if !store.is_fixed(vars[at]) {
                        return Ok(is_changed);
                    }
                }
            }
        }
    }
}

impl Propagate for SimulationPropagator {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        self.simulation.vars.iter().for_each(|var| watch(*var, event::FIXED));
    }

    fn propagate(&self, store: &mut Store) -> Consistency {
        let mut known = self.known();
        let mut is_changed = true;
        while std::mem::take(&mut is_changed) {
            for run in 0..known.count() {
                is_changed |= self.go_on(&mut known, run, store)?;
            }
        }
        Ok(())
    }

    /// The shortest path to where a run comes out wrong.
    fn explain(
        &self,
        past: TrailPrefix<'_>,
        gone: Option<(VarId, i64)>,
        reason: &mut Vec<BitLit>,
    ) -> bool {
        let vars = &self.simulation.vars;
        let mut known = self.known();
        let mut shortest: Option<Vec<(usize, i64)>> = None;
        for run in 0..known.count() {
            let value_at = &mut |at: usize| match gone {
                Some((var, value)) if var == vars[at] => Some(value),
                _ => past.value(vars[at]),
            };
            if known.walk(run, value_at) != Place::Wrong {
                continue;
            }
            let path = known.path();
            let is_about = |(var, _)| path.iter().any(|(at, _)| vars[*at] == var);
            let is_shorter = shortest.as_ref().is_none_or(|known| path.len() < known.len());
            if is_shorter && gone.is_none_or(is_about) {
                shortest = Some(path.to_vec());
            }
        }
        let Some(path) = shortest else { return false };
        let others = path.iter().filter(|(at, _)| gone.is_none_or(|(var, _)| var != vars[*at]));
        others.for_each(|(at, value)| past.because_is(vars[*at], *value, reason));
        true
    }

    fn is_slow_to_explain(&self) -> bool {
        true
    }

    fn cost(&self) -> usize {
        self.simulation.simulator.cost()
    }
}
