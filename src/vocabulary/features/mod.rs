//! Numbers about puzzles: statistics of lists, and built-in measures of what is shown.
//!
//! A new statistic is a line in [`STATISTICS`]; a new measure a line in [`MEASURES`]; a set of
//! measures that some publication learnt from is a line in [`SETS`].

mod ease;
mod measures;
mod sets;
mod statistics;

pub use measures::MEASURES;
pub use sets::{SETS, Set, set};
pub use statistics::STATISTICS;

use puzgen_model::function::{Function, Measure};

/// Returns the statistic of this name.
pub fn statistic(name: &str) -> Option<&'static dyn Function> {
    STATISTICS.iter().copied().find(|function| function.name() == name)
}

/// Returns the measure of this name.
pub fn measure(name: &str) -> Option<&'static Measure> {
    MEASURES.iter().find(|measure| measure.name == name)
}
