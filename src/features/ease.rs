//! How easy a puzzle looks: by the values that single rules leave to its empty places, and by how
//! much of it is open.
//!
//! # Source
//! * Team 3780, "A Difficulty Metric and Puzzle Generator for Sudoku", Mathematical Contest in
//!   Modeling 2008: the weighted normalised ease function, with three weightings.
//! * Swift, 2016: the square of the number of open squares over 64 = 81 − 17.

use crate::model::function::{Fault, PuzzleView};
use crate::model::value::Value;

/// The weight of a place with so many values left, of at most `most`, relative to a place with one.
type Weight = fn(values: f64, most: f64) -> f64;

/// 2^(most − values), relative to 2^(most − 1).
pub(super) const EXPONENTIAL: Weight = |values, _| libm::exp2(1.0 - values);

/// (most + 1 − values)², relative to most².
pub(super) const SQUARE: Weight = |values, most| {
    let share = (most + 1.0 - values) / most;
    share * share
};

/// most + 1 − values, relative to most.
pub(super) const LINEAR: Weight = |values, most| (most + 1.0 - values) / most;

/// Returns the mean weight of the empty places: 1 where each has one value left. Without an empty
/// place nothing is left to do, which is 1 as well.
pub(super) fn ease(puzzle: &dyn PuzzleView, weight: Weight) -> Result<Value, Fault> {
    let choices = &puzzle.steps().ok_or(Fault::NotAtHand)?.choices;
    let most = puzzle.most_values().max(1) as f64;
    let sum: f64 = choices.iter().map(|values| weight(f64::from(*values), most)).sum();
    let count = choices.len() as f64;
    Ok(Value::Real(if choices.is_empty() { 1.0 } else { sum / count }))
}

/// The share of the squares of a sudoku that are open where as few as possible are given.
const MOST_OPEN: f64 = 64.0 / 81.0;

/// Returns the square of the share of open places, relative to the most of a sudoku.
pub(super) fn liberties(puzzle: &dyn PuzzleView) -> Value {
    let (total, shown) = puzzle.shown_in_all();
    let share = if total == 0 { 0.0 } else { (total - shown) as f64 / total as f64 };
    Value::Real((share / MOST_OPEN) * (share / MOST_OPEN))
}
