//! The search in any network: a [`Store`] with its trail, and a queue of propagators.

use std::sync::Arc;

use puzgen_csp::{Lit, VarId};

use super::definitions::Needed;
use super::network::Network;
use super::propagators::Propagator;
use super::queue::PropagationQueue;
use super::store::{Consistency, Inconsistent, Store};

/// The state of one search in a [`Network`].
#[derive(Debug, Clone)]
pub(super) struct General {
    network: Arc<Network>,
    pub(super) store: Store,
    queue: PropagationQueue,
    levels: Vec<usize>,
    /// The propagators that do not rest.
    needed: Needed,
    /// The number of levels where all were woken, if they are awake.
    woken_at: Option<usize>,
    /// Units of work that were not yet charged to a budget.
    work: u64,
}

impl General {
    /// Returns a search at level 0.
    pub(super) fn new(network: &Arc<Network>) -> Self {
        Self {
            network: Arc::clone(network),
            store: network.root.clone(),
            queue: PropagationQueue::new(network),
            levels: Vec::new(),
            needed: network.definitions.all().clone(),
            woken_at: None,
            work: 0,
        }
    }

    /// Runs every propagator, and those they wake, until nothing changes.
    pub(super) fn propagate_all(&mut self) -> Consistency {
        if self.network.is_contradictory {
            return Err(Inconsistent);
        }
        for index in 0..self.network.propagators.len() {
            self.queue.add(&self.network, index as u32);
        }
        self.propagate()
    }

    /// Propagates everything and returns a network with these domains at the start; `None` where there is a
    /// conflict.
    pub(super) fn settled(mut self) -> Option<Arc<Network>> {
        self.propagate_all().ok()?;
        self.store.commit();
        Some(Arc::new(self.network.starting_from(self.store)))
    }

    /// Returns the values that variables have where a literal is assumed, as far as they follow without
    /// propagators that ask for this themselves; `None` where the literal leads to a conflict.
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
            self.rest_again();
        }
    }

    pub(super) fn push(&mut self) {
        self.levels.push(self.store.mark());
    }

    pub(super) fn pop(&mut self) {
        if let Some(mark) = self.levels.pop() {
            self.store.undo(mark);
            self.rest_again();
        }
    }

    /// Lets all other propagators rest.
    pub(super) fn need(&mut self, needed: &Needed) {
        self.needed.clone_from(needed);
        self.woken_at = None;
        self.queue.need(needed);
    }

    /// Lets propagators run, though nothing changed since others of these ran.
    pub(super) fn run_beyond(&mut self, needed: &Needed, done: &Needed) {
        needed.for_each_beyond(done, |index| self.queue.add(&self.network, index));
    }

    /// Wakes all that rest, until this level is undone, and propagates.
    pub(super) fn complete(&mut self) -> Consistency {
        let network = Arc::clone(&self.network);
        let all = network.definitions.all();
        if self.woken_at.is_none() && self.needed != *all {
            self.woken_at = Some(self.levels.len());
            self.queue.need(all);
            all.for_each_beyond(&self.needed, |index| self.queue.add(&network, index));
        }
        self.propagate()
    }

    /// Returns whether a definition of a variable rests.
    pub(super) fn is_left_open(&self, var: VarId) -> bool {
        self.woken_at.is_none() && self.network.definitions.is_left_open(var, &self.needed)
    }

    fn rest_again(&mut self) {
        if self.woken_at.is_some_and(|level| self.levels.len() < level) {
            self.woken_at = None;
            self.queue.need(&self.needed);
        }
    }

    /// Propagates to a fixpoint.
    pub(super) fn propagate(&mut self) -> Consistency {
        self.propagate_by(|_| true)
    }

    /// Propagates some propagators to a fixpoint.
    fn propagate_by(&mut self, is_meant: impl Fn(&Propagator) -> bool) -> Consistency {
        loop {
            self.queue.add_woken(&self.network, &mut self.store);
            let Some(index) = self.queue.next() else { return Ok(()) };
            if !is_meant(&self.network.propagators[index as usize]) {
                continue;
            }
            self.work += u64::from(self.network.costs[index as usize]);
            if self.network.propagators[index as usize].propagate(&mut self.store).is_err() {
                self.queue.clear();
                return Err(Inconsistent);
            }
        }
    }

    /// Returns the units of work since this was called last.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    pub(super) fn suppose(&mut self, lit: Lit) -> Consistency {
        self.store.set(lit)
    }
}
