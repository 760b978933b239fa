//! A search over finite domains: bit sets, a trail, and propagators that take values away.
//!
//! ```text
//! Csp ─ Program ─▶ propagators + domains at the start ─ Search ─▶ decisions, propagation, undo
//! ```
//!
//! This is the machine only: who decides what next, in which order and with what dice, is the
//! business of its users (`generate/draw/`). It reads no clock and draws no random number.
//!
//! **Invariant:** a propagator never removes a value that some solution under the present
//! decisions has; and where all variables are fixed and no propagator objects, the statements
//! hold. So a failure at the start is a proof.

mod components;
mod distinct;
mod linear;
mod narrow;
mod program;
mod range;
mod store;

use std::collections::VecDeque;

use crate::csp::{Assignment, VarId};

pub(crate) use program::Program;
use program::Propagator;
pub(crate) use store::{Conflict, Outcome, Store};

/// The state of one search in a [`Program`].
#[derive(Debug, Clone)]
pub(crate) struct Search<'p> {
    program: &'p Program,
    store: Store,
    quick: VecDeque<u32>,
    slow: VecDeque<u32>,
    is_queued: Vec<bool>,
    levels: Vec<usize>,
}

impl<'p> Search<'p> {
    /// Returns a search that has done nothing yet.
    pub(crate) fn new(program: &'p Program) -> Self {
        Self {
            program,
            store: program.root.clone(),
            quick: VecDeque::new(),
            slow: VecDeque::new(),
            is_queued: vec![false; program.propagators.len()],
            levels: Vec::new(),
        }
    }

    /// Runs every propagator, and those they wake, until nothing changes.
    pub(crate) fn propagate_all(&mut self) -> Outcome {
        if self.program.is_contradictory {
            return Err(Conflict);
        }
        for index in 0..self.program.propagators.len() {
            self.enqueue(index as u32);
        }
        self.propagate()
    }

    /// Returns the present domains.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Ends the search and returns its domains, for a program that starts with them.
    pub(crate) fn into_store(mut self) -> Store {
        self.store.commit();
        self.store
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

    /// Takes a value away and propagates.
    pub(crate) fn remove(&mut self, var: VarId, value: i64) -> Outcome {
        self.store.remove(var, value)?;
        self.propagate()
    }

    /// Returns the values of all variables, if all are fixed.
    pub(crate) fn assignment(&self) -> Option<Assignment> {
        (0..self.store.var_count()).map(|index| self.store.value(VarId(index as u32))).collect()
    }

    fn enqueue(&mut self, index: u32) {
        if !std::mem::replace(&mut self.is_queued[index as usize], true) {
            let is_quick = (index as usize) < self.program.quick;
            if is_quick { &mut self.quick } else { &mut self.slow }.push_back(index);
        }
    }

    fn propagate(&mut self) -> Outcome {
        loop {
            while let Some((var, events)) = self.store.pop_change() {
                let program = self.program;
                for (index, wanted) in program.wakes(var) {
                    if wanted & events != 0 {
                        self.enqueue(*index);
                    }
                }
            }
            let Some(index) = self.quick.pop_front().or_else(|| self.slow.pop_front()) else {
                return Ok(());
            };
            self.is_queued[index as usize] = false;
            if self.run(index).is_err() {
                self.forget_queue();
                return Err(Conflict);
            }
        }
    }

    fn run(&mut self, index: u32) -> Outcome {
        let store = &mut self.store;
        match &self.program.propagators[index as usize] {
            Propagator::Singles(group) => self.program.distincts[*group].singles(store),
            Propagator::Hidden(group) => self.program.distincts[*group].hidden(store),
            Propagator::Apart(a, b, add) => {
                let (var, value) = if let Some(value) = store.value(*b) {
                    (*a, value.checked_add(*add))
                } else if let Some(value) = store.value(*a) {
                    (*b, value.checked_sub(*add))
                } else {
                    return Ok(());
                };
                value.map_or(Ok(()), |value| store.remove(var, value))
            }
            Propagator::Linear(sum) => sum.propagate(store),
            Propagator::Groups(groups) => groups.propagate(store),
            Propagator::Truth(expr, vars, holds) => {
                if store.cell(*holds) == 0 && narrow::enforce(store, expr, vars)? {
                    store.set_cell(*holds, 1);
                }
                Ok(())
            }
        }
    }

    fn forget_queue(&mut self) {
        while let Some(index) = self.quick.pop_front().or_else(|| self.slow.pop_front()) {
            self.is_queued[index as usize] = false;
        }
    }
}
