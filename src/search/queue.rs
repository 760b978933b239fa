//! Which propagators are to run: quick ones first, each at most once.

use std::collections::VecDeque;

use super::network::Network;
use super::store::Store;

/// Propagators that wait to be run.
#[derive(Debug, Clone)]
pub(crate) struct PropagationQueue {
    quick: VecDeque<u32>,
    slow: VecDeque<u32>,
    is_queued: Vec<bool>,
}

impl PropagationQueue {
    /// Returns an empty queue.
    pub(crate) fn new(network: &Network) -> Self {
        Self {
            quick: VecDeque::new(),
            slow: VecDeque::new(),
            is_queued: vec![false; network.propagators.len()],
        }
    }

    /// Adds a propagator.
    pub(crate) fn add(&mut self, network: &Network, index: u32) {
        if !std::mem::replace(&mut self.is_queued[index as usize], true) {
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
        self.is_queued[index as usize] = false;
        Some(index)
    }

    /// Forgets what waits.
    pub(crate) fn clear(&mut self) {
        while self.next().is_some() {}
    }
}
