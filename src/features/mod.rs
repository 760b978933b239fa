//! Numbers about puzzles: statistics of lists, and built-in measures of what is shown.
//!
//! A new statistic is a line in [`STATISTICS`]; a new measure a line in [`MEASURES`].

mod measures;
mod statistics;

pub use measures::MEASURES;
pub use statistics::STATISTICS;

use crate::model::function::{Function, Measure};

/// Returns the statistic of this name.
pub fn statistic(name: &str) -> Option<&'static dyn Function> {
    STATISTICS.iter().copied().find(|function| function.name() == name)
}

/// Returns the measure of this name.
pub fn measure(name: &str) -> Option<&'static dyn Measure> {
    MEASURES.iter().copied().find(|measure| measure.name() == name)
}
