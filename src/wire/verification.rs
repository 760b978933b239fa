//! Verified puzzles.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Object, Problem};

/// How a verified puzzle did, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verified {
    /// It has as many solutions as it should, and what it says of itself is right.
    AsExpected,
    /// It has another number of solutions, or says something wrong of itself.
    NotAsExpected,
    /// Its text cannot be read.
    Unreadable,
    /// An engine had no answer in its budget.
    GaveUp,
    /// The engines do not agree: a bug.
    Disagreement,
}

/// A verified puzzle.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Verification {
    /// The format.
    #[schemars(extend("const" = Verification::SCHEMA))]
    pub schema: &'static str,
    /// The number of the puzzle, from 1.
    pub number: usize,
    /// The line that it starts at, from 1.
    pub line: usize,
    /// How it did.
    pub status: Verified,
    /// How many solutions were found.
    pub solutions: Option<usize>,
    /// Whether these are all.
    pub complete: Option<bool>,
    /// The least and the greatest number of solutions that is right.
    pub expected: Option<[usize; 2]>,
    /// How many clues are shown.
    pub givens: Option<usize>,
    /// Whether no single given can go, where that was asked for.
    pub minimal: Option<bool>,
    /// The givens that can go, each alone, in words.
    pub redundant: Option<Vec<String>>,
    /// Whether the answer that comes with it is right.
    pub answer_is_right: Option<bool>,
    /// The engines that proved it.
    pub verified: Vec<&'static str>,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// Other solutions, where they were asked for: of a puzzle with one solution what is left without each given;
    /// of a puzzle with several the first two.
    pub other_solutions: Option<Vec<OtherSolution>>,
}

/// What is left of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Left {
    /// The same solution alone.
    Same,
    /// Another solution.
    Other,
    /// No solution: rules ask whether the clue is shown.
    None,
}

/// Another solution.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OtherSolution {
    /// The given that is left out, in words; none where the puzzle itself has several solutions.
    pub without: Option<String>,
    /// What is left then.
    pub left: Left,
    /// The first other solution, where there is one.
    pub answer: Option<Object>,
    /// The places where it differs.
    pub differs: Vec<String>,
}

impl Verification {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.verification/1";
}
