//! What the embedding program supplies.

use puzgen_base::jobs::{Jobs, Threads};
use puzgen_base::stack;
use puzgen_engine::Engines;

/// What the embedding program supplies: engines, and threads where it has any. Files come through
/// [`Files`](crate::facade::Files), and nothing asks for a clock.
#[derive(Debug, Clone, Copy)]
pub struct Host {
    engines: Engines,
    threads: Option<&'static dyn Threads>,
}

impl Host {
    /// Returns a host with threads. Deep definitions are evaluated on them, too.
    pub fn new(engines: Engines, threads: &'static dyn Threads) -> Self {
        stack::supply(threads);
        Self { engines, threads: Some(threads) }
    }

    /// Returns a host without threads: everything happens on the thread that asks, within its stack.
    pub const fn sequential(engines: Engines) -> Self {
        Self { engines, threads: None }
    }

    /// Returns the engines.
    pub fn engines(self) -> Engines {
        self.engines
    }

    /// Returns up to `count` threads, or none where the host has none.
    pub fn jobs(self, count: usize) -> Jobs {
        self.threads.map_or(Jobs::sequential(), |threads| Jobs::new(count, threads))
    }
}
