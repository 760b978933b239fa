//! The search in any program: a [`Store`] with its trail, and a queue of propagators.

use std::sync::Arc;

use crate::csp::{Lit, VarId};

use super::program::Program;
use super::propagators::Propagator;
use super::queue::Queue;
use super::store::{Conflict, Outcome, Store};

/// The state of one search in a [`Program`].
#[derive(Debug, Clone)]
pub(super) struct General {
    program: Arc<Program>,
    pub(super) store: Store,
    queue: Queue,
    levels: Vec<usize>,
    /// Units of work that nobody has taken.
    work: u64,
}

impl General {
    /// Returns a search that has done nothing yet.
    pub(super) fn new(program: &Arc<Program>) -> Self {
        Self {
            program: Arc::clone(program),
            store: program.root.clone(),
            queue: Queue::new(program),
            levels: Vec::new(),
            work: 0,
        }
    }

    /// Runs every propagator, and those they wake, until nothing changes.
    pub(super) fn propagate_all(&mut self) -> Outcome {
        if self.program.is_contradictory {
            return Err(Conflict);
        }
        for index in 0..self.program.propagators.len() {
            self.queue.add(&self.program, index as u32);
        }
        self.propagate()
    }

    /// Propagates all and returns a program that starts from there; `None` where there is a
    /// contradiction.
    pub(super) fn settled(mut self) -> Option<Arc<Program>> {
        self.propagate_all().ok()?;
        self.store.commit();
        Some(Arc::new(self.program.starting_from(self.store)))
    }

    /// Returns the values that variables have where this is supposed, as far as they follow without
    /// those that suppose; `None` where it cannot be.
    pub(super) fn values_under(&mut self, lit: Lit, vars: &[VarId]) -> Option<Vec<Option<i64>>> {
        self.push();
        let is_meant = |propagator: &Propagator| !propagator.interface().is_supposing();
        let outcome = self.suppose(lit).and_then(|()| self.propagate_by(is_meant));
        let values = outcome.map(|()| vars.iter().map(|var| self.store.value(*var)).collect());
        self.pop();
        values.ok()
    }

    pub(super) fn back_to(&mut self, levels: usize) {
        if let Some(mark) = self.levels.get(levels) {
            self.store.undo(*mark);
            self.levels.truncate(levels);
        }
    }

    pub(super) fn push(&mut self) {
        self.levels.push(self.store.mark());
    }

    pub(super) fn pop(&mut self) {
        if let Some(mark) = self.levels.pop() {
            self.store.undo(mark);
        }
    }

    /// Draws all conclusions.
    pub(super) fn propagate(&mut self) -> Outcome {
        self.propagate_by(|_| true)
    }

    /// Draws the conclusions of some propagators.
    fn propagate_by(&mut self, is_meant: impl Fn(&Propagator) -> bool) -> Outcome {
        loop {
            self.queue.add_woken(&self.program, &mut self.store);
            let Some(index) = self.queue.next() else { return Ok(()) };
            if !is_meant(&self.program.propagators[index as usize]) {
                continue;
            }
            self.work += u64::from(self.program.costs[index as usize]);
            if self.program.propagators[index as usize].propagate(&mut self.store).is_err() {
                self.queue.clear();
                return Err(Conflict);
            }
        }
    }

    /// Returns the units of work since this was called last.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    pub(super) fn suppose(&mut self, lit: Lit) -> Outcome {
        if lit.is {
            self.store.assign(lit.var, lit.value)
        } else {
            self.store.remove(lit.var, lit.value)
        }
    }
}
