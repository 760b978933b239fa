//! Which propagators are to run: quick ones first, each at most once.

use std::collections::VecDeque;

use super::definitions::Needed;
use super::network::Network;
use super::store::Store;

/// Propagators that wait to be run.
#[derive(Debug, Clone)]
pub(crate) struct PropagationQueue {
    quick: VecDeque<u32>,
    slow: VecDeque<u32>,
    states: Vec<State>,
}

/// What becomes of a propagator that is woken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It is queued.
    Idle,
    /// Nothing: it is queued already.
    Queued,
    /// Nothing: it rests.
    Resting,
}

impl PropagationQueue {
    /// Returns an empty queue.
    pub(crate) fn new(network: &Network) -> Self {
        Self {
            quick: VecDeque::new(),
            slow: VecDeque::new(),
            states: vec![State::Idle; network.propagators.len()],
        }
    }

    /// Adds a propagator that does not rest.
    pub(crate) fn add(&mut self, network: &Network, index: u32) {
        let state = &mut self.states[index as usize];
        if *state == State::Idle {
            *state = State::Queued;
            let is_quick = (index as usize) < network.quick;
            if is_quick { &mut self.quick } else { &mut self.slow }.push_back(index);
        }
    }

    /// Adds the propagators that wait for what changed since the last call.
    pub(crate) fn add_woken(&mut self, network: &Network, store: &mut Store) {
        while let Some((var, events)) = store.pop_change() {
            for (index, wanted) in network.wakes(var) {
                if wanted & events != 0 {
                    self.add(network, *index);
                }
            }
        }
    }

    /// Takes the next propagator.
    pub(crate) fn next(&mut self) -> Option<u32> {
        let index = self.quick.pop_front().or_else(|| self.slow.pop_front())?;
        self.states[index as usize] = State::Idle;
        Some(index)
    }

    /// Forgets what waits, and lets all but these rest from now on.
    pub(super) fn need(&mut self, needed: &Needed) {
        self.clear();
        for (index, state) in self.states.iter_mut().enumerate() {
            let is_needed = needed.contains(index as u32);
            *state = if is_needed { State::Idle } else { State::Resting };
        }
    }

    /// Forgets what waits.
    pub(crate) fn clear(&mut self) {
        while self.next().is_some() {}
    }
}
