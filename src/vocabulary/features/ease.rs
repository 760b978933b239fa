//! How easy a puzzle looks: by the values that single rules leave to its empty places, and by how
//! much of it is open.
//!
//! # Source
//! * Team 3780, "A Difficulty Metric and Puzzle Generator for Sudoku", Mathematical Contest in
//!   Modeling 2008: the weighted normalised ease function, with three weightings.
//! * Swift, 2016: the square of the number of open squares over 64 = 81 − 17.

use puzgen_model::function::{Fault, PuzzleView};
use puzgen_model::value::Value;

/// The weight of a place with so many values left, of at most `most`, relative to a place with one.
type PlaceWeight = fn(values: f64, most: f64) -> f64;

/// 2^(most − values), relative to 2^(most − 1).
pub(super) const EXPONENTIAL: PlaceWeight = |values, _| libm::exp2(1.0 - values);

/// (most + 1 − values)², relative to most².
pub(super) const SQUARE: PlaceWeight = |values, most| {
    let share = (most + 1.0 - values) / most;
    share * share
};

/// most + 1 − values, relative to most.
pub(super) const LINEAR: PlaceWeight = |values, most| (most + 1.0 - values) / most;

/// Returns the mean weight of the empty places: 1 where each has one value left. Without an empty
/// place nothing is left to do, which is 1 as well.
pub(super) fn ease(puzzle: &dyn PuzzleView, weight: PlaceWeight) -> Result<Value, Fault> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use puzgen_model::function::Steps;

    struct Fake {
        steps: Option<Steps>,
        facts: (usize, usize),
    }

    impl PuzzleView for Fake {
        fn shown_among(&self, _: &[Value]) -> (usize, usize) {
            (0, 0)
        }

        fn shown_in_all(&self) -> (usize, usize) {
            self.facts
        }

        fn untold(&self) -> usize {
            0
        }

        fn solutions(&self) -> Option<u64> {
            None
        }

        fn is_minimal(&self) -> Option<bool> {
            None
        }

        fn place_count(&self) -> usize {
            81
        }

        fn most_values(&self) -> u64 {
            9
        }

        fn steps(&self) -> Option<&Steps> {
            self.steps.as_ref()
        }
    }

    fn number(value: Result<Value, Fault>) -> f64 {
        value.unwrap().as_real().unwrap()
    }

    /// Of the paper's own weights 256, 128 and 1 of 256; 81, 64 and 1 of 81; 9, 8 and 1 of 9.
    #[test]
    fn weighs_choices_as_published() {
        let mut steps = Steps {
            score: 0.0,
            tier: 0,
            measures: Vec::new(),
            choices: vec![1, 2, 9],
            hardest: String::new(),
        };
        let fake = Fake { steps: Some(steps.clone()), facts: (0, 0) };
        let third = |sum: f64, of: f64| sum / of / 3.0;
        assert!((number(ease(&fake, EXPONENTIAL)) - third(385.0, 256.0)).abs() < 1e-12);
        assert!((number(ease(&fake, SQUARE)) - third(146.0, 81.0)).abs() < 1e-12);
        assert!((number(ease(&fake, LINEAR)) - third(18.0, 9.0)).abs() < 1e-12);
        steps.choices.clear();
        let solved = Fake { steps: Some(steps), facts: (0, 0) };
        assert!((number(ease(&solved, LINEAR)) - 1.0).abs() < 1e-12);
        assert_eq!(ease(&Fake { steps: None, facts: (0, 0) }, LINEAR), Err(Fault::NotAtHand));
    }

    #[test]
    fn sixty_four_open_squares_are_one() {
        let open = |shown| number(Ok(liberties(&Fake { steps: None, facts: (81, shown) })));
        assert!((open(17) - 1.0).abs() < 1e-12);
        assert!((open(49) - 0.25).abs() < 1e-12);
        assert!(open(81).abs() < 1e-12);
    }
}
