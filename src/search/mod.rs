//! A search over finite domains: bit sets, a trail, and propagators that take values away.
//!
//! ```text
//! Csp ─ Program ─▶ propagators + domains at the start ─ Search ─▶ decisions, propagation, undo
//! ```
//!
//! This is the machine only: who decides what next, in which order and with what dice, is the
//! business of its users (`generate/draw/`). It reads no clock and draws no random number.
//! [`learn`] is another search in the same programs, which learns a clause from each dead end.
//!
//! **Invariant:** a propagator never removes a value that some solution under the present
//! decisions has; and where all variables are fixed and no propagator objects, the statements
//! hold. So a failure at the start is a proof.

pub(crate) mod components;
mod distinct;
pub(crate) mod learn;
mod linear;
pub(crate) mod narrow;
pub(crate) mod program;
mod queue;
pub(crate) mod quick;
mod range;
mod sizes;
pub(crate) mod store;

use std::sync::Arc;

use crate::csp::{Assignment, Lit, VarId};

pub(crate) use program::Program;
use queue::Queue;
pub(crate) use store::{Conflict, Outcome, Store};

/// The state of one search in a [`Program`].
#[derive(Debug, Clone)]
pub(crate) struct Search {
    program: Arc<Program>,
    store: Store,
    queue: Queue,
    levels: Vec<usize>,
}

impl Search {
    /// Returns a search that has done nothing yet.
    pub(crate) fn new(program: &Arc<Program>) -> Self {
        Self {
            program: Arc::clone(program),
            store: program.root.clone(),
            queue: Queue::new(program),
            levels: Vec::new(),
        }
    }

    /// Runs every propagator, and those they wake, until nothing changes.
    pub(crate) fn propagate_all(&mut self) -> Outcome {
        if self.program.is_contradictory {
            return Err(Conflict);
        }
        for index in 0..self.program.propagators.len() {
            self.queue.add(&self.program, index as u32);
        }
        self.propagate()
    }

    /// Returns the present domains.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Propagates all and returns a program that starts from there; `None` where there is a
    /// contradiction.
    pub(crate) fn settled(mut self) -> Option<Arc<Program>> {
        self.propagate_all().ok()?;
        self.store.commit();
        Some(Arc::new(self.program.starting_from(self.store)))
    }

    /// Returns the number of levels that can be undone.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Opens a level: what follows can be undone at once.
    pub(crate) fn push(&mut self) {
        self.levels.push(self.store.mark());
    }

    /// Undoes the last level.
    pub(crate) fn pop(&mut self) {
        if let Some(mark) = self.levels.pop() {
            self.store.undo(mark);
        }
    }

    /// Fixes a variable and propagates.
    pub(crate) fn assign(&mut self, var: VarId, value: i64) -> Outcome {
        self.store.assign(var, value)?;
        self.propagate()
    }

    /// Restricts a variable without propagating.
    pub(crate) fn suppose(&mut self, lit: Lit) -> Outcome {
        if lit.is {
            self.store.assign(lit.var, lit.value)
        } else {
            self.store.remove(lit.var, lit.value)
        }
    }

    /// Takes a value away and propagates.
    pub(crate) fn remove(&mut self, var: VarId, value: i64) -> Outcome {
        self.store.remove(var, value)?;
        self.propagate()
    }

    /// Returns the values of all variables, if all are fixed.
    pub(crate) fn assignment(&self) -> Option<Assignment> {
        (0..self.store.var_count()).map(|index| self.store.value(VarId(index as u32))).collect()
    }

    /// Draws all conclusions.
    pub(crate) fn propagate(&mut self) -> Outcome {
        loop {
            self.queue.add_woken(&self.program, &mut self.store);
            let Some(index) = self.queue.next() else { return Ok(()) };
            if self.program.run(index, &mut self.store).is_err() {
                self.queue.clear();
                return Err(Conflict);
            }
        }
    }
}
