//! Rating: features, the level that they put a puzzle in, and all that is measured of a given puzzle.
//!
//! `levels.rs` has the features and levels of any puzzle whose measures are known; the generator rates
//! its puzzles by these functions, too. `rater.rs` finds out the measures of a given puzzle first:
//! how many solutions it has, whether it is minimal, and its steps.

mod levels;
mod rater;
#[cfg(test)]
mod tests;

pub use levels::{
    asks, asks_in, asks_steps, columns, features, learns_from_steps, level, levels_ask, place,
    used_by, used_by_levels,
};
pub use rater::{Failed, MOST_SOLUTIONS, Rater, Rating};
