//! What the puzzles of a run took.

use serde::{Deserialize, Serialize};

use puzgen_model::generated::GeneratedPuzzle;

/// What puzzles took.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunTotals {
    /// How many there are.
    pub puzzles: u64,
    /// How many removals were refused.
    pub refused: u64,
    /// How many of these for lack of an answer.
    pub gave_up: u64,
    /// How many boards were drawn before the last ones.
    pub redraws: u64,
    /// How often a part of a board was drawn anew.
    #[serde(default)]
    pub repairs: u64,
    /// The exit status so far.
    pub status: u8,
}

impl RunTotals {
    /// Adds a puzzle.
    pub(crate) fn count(&mut self, puzzle: &GeneratedPuzzle) {
        self.puzzles += 1;
        self.refused += u64::from(puzzle.refused);
        self.gave_up += u64::from(puzzle.gave_up);
        self.redraws += u64::from(puzzle.redraws);
        self.repairs += u64::from(puzzle.repairs);
    }

    /// Adds what others took, whatever a journal says that is.
    pub fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.puzzles, other.puzzles),
            (&mut self.refused, other.refused),
            (&mut self.gave_up, other.gave_up),
            (&mut self.redraws, other.redraws),
            (&mut self.repairs, other.repairs),
        ];
        for (sum, number) in pairs {
            *sum = sum.saturating_add(number);
        }
        self.status = self.status.max(other.status);
    }

    /// Returns whether a run can have ended an index like this: with all that was asked for, without
    /// its target, or without budget.
    pub fn is_possible(&self) -> bool {
        matches!(self.status, 0 | 1 | 3)
    }
}
