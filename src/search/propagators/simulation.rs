//! The propagator of what is run: where a run comes out wrong and looks at one variable that is open, that variable
//! loses a value; where it looks at none, there is a conflict.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use puzgen_csp::{Simulation, VarId};

use super::Propagate;
use super::known_runs::{KnownRuns, Place};
use crate::store::{Consistency, Inconsistent, Store, event};
use crate::trail::{BitLit, ReasonWriter, TrailPrefix};

/// The propagator of a [`Simulation`].
#[derive(Debug, Clone)]
pub struct SimulationPropagator {
    simulation: Simulation,
    /// The values that each variable has before anything is known.
    values: Vec<Vec<i64>>,
    /// Shared by the searches of a session.
    known: Arc<Mutex<KnownRuns>>,
}

impl SimulationPropagator {
    /// Returns the propagator.
    pub(crate) fn new(simulation: &Simulation, store: &Store) -> Self {
        let values: Vec<Vec<i64>> =
            simulation.vars.iter().map(|var| store.values(*var).collect()).collect();
        let runs = Arc::clone(&simulation.simulator).runs(&values);
        let sizes = values.iter().map(Vec::len).collect();
        let known = Arc::new(Mutex::new(KnownRuns::new(runs, sizes)));
        Self { simulation: simulation.clone(), values, known }
    }

    fn known(&self) -> MutexGuard<'_, KnownRuns> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn var(&self, at: usize) -> VarId {
        self.simulation.vars[at]
    }

    fn value(&self, at: usize, rank: u16) -> i64 {
        self.values[at][usize::from(rank)]
    }

    /// Calls `wait` with the variable that each run waits for, if it does not come to its end.
    pub(crate) fn for_each_wait(&self, store: &Store, wait: &mut dyn FnMut(VarId)) {
        let mut known = self.known();
        for run in 0..known.count() {
            let may_be = &mut |at, rank| store.contains(self.var(at), self.value(at, rank));
            if let Place::Waits(at) = known.walk(run, may_be) {
                wait(self.var(at));
            }
        }
    }

    /// Goes on with a run as far as it does the same with all values that are left, and takes from the variable that it waits
    /// for all values with which it comes out wrong. Returns whether some were taken.
    fn go_on(
        &self,
        known: &mut KnownRuns,
        run: usize,
        store: &mut Store,
    ) -> Result<bool, Inconsistent> {
        let mut is_changed = false;
        loop {
            let may_be = &mut |at, rank| store.contains(self.var(at), self.value(at, rank));
            let at = match known.walk(run, may_be) {
                Place::Right => return Ok(is_changed),
                Place::Wrong => return Err(Inconsistent),
                Place::Waits(at) => at,
            };
            let mut wrong = Vec::new();
            let may_be = &mut |rank| store.contains(self.var(at), self.value(at, rank));
            known.for_each_wrong(may_be, &mut |rank| wrong.push(rank));
            if wrong.is_empty() {
                return Ok(is_changed);
            }
            is_changed = true;
            for rank in wrong {
                store.remove(self.var(at), self.value(at, rank))?;
            }
        }
    }
}

impl Propagate for SimulationPropagator {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        self.simulation
            .vars
            .iter()
            .for_each(|var| watch(*var, event::FIXED | event::BOUNDS | event::DOMAIN));
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

    /// Of the ways that are known, the shortest to where a run comes out wrong: each variable on it has none of the values
    /// outside of its class.
    fn explain(&self, why: &mut ReasonWriter<'_>) -> bool {
        let (past, gone) = (why.past, why.gone);
        let mut known = self.known();
        let mut shortest: Option<Vec<BitLit>> = None;
        for run in 0..known.count() {
            let may_be = &mut |at: usize, rank| match gone {
                Some((var, value)) if var == self.var(at) => value == self.value(at, rank),
                _ => !past.is_not(self.var(at), self.value(at, rank)),
            };
            if !known.is_known_wrong(run, may_be) {
                continue;
            }
            let is_about = |(var, _)| known.path().any(|(at, _)| self.var(at) == var);
            if gone.is_none_or(is_about) {
                let own = self.reason(&known, past, gone);
                if shortest.as_ref().is_none_or(|known| own.len() < known.len()) {
                    shortest = Some(own);
                }
            }
        }
        let is_found = shortest.is_some();
        why.extend(shortest.into_iter().flatten());
        is_found
    }

    fn is_slow_to_explain(&self) -> bool {
        true
    }

    fn cost(&self) -> usize {
        self.simulation.simulator.cost()
    }
}

impl SimulationPropagator {
    /// Returns why all variables on the way are within their classes, the one whose value is gone aside.
    fn reason(
        &self,
        known: &KnownRuns,
        past: TrailPrefix<'_>,
        gone: Option<(VarId, i64)>,
    ) -> Vec<BitLit> {
        let mut classes: Vec<Option<&[u16]>> = vec![None; self.values.len()];
        known.path().for_each(|(at, ranks)| classes[at] = Some(ranks));
        let mut reason = Vec::new();
        for (at, ranks) in classes.iter().enumerate() {
            let Some(ranks) = ranks else { continue };
            let var = self.var(at);
            if gone.is_some_and(|(own, _)| own == var) {
                continue;
            }
            for (rank, value) in self.values[at].iter().enumerate() {
                if !ranks.contains(&(rank as u16)) {
                    past.because_not(var, *value, &mut reason);
                }
            }
        }
        reason
    }
}
