//! What a site is made of.

use crate::stock::Stock;
use crate::workers::WorkerProgram;
use puzgen_api::Host;

/// What a site is made of.
#[derive(Debug)]
pub struct Options {
    /// What questions are answered with.
    pub host: Host,
    /// What stands before each path, without a slash at its end: where the site is below another one.
    pub base: String,
    /// The puzzles.
    pub stock: Stock,
    /// How workers are started.
    pub worker: WorkerProgram,
    /// How many of them run at a time.
    pub workers: usize,
    /// Whether the proxy in front says who asks.
    pub trusts_proxy: bool,
    /// Where chance begins.
    pub seed: u64,
    /// Returns the date, as 2026-05-01.
    pub today: fn() -> String,
}
