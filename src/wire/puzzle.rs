//! Generated and moved puzzles.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Object, Program};

/// A generated puzzle.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Puzzle {
    /// The format.
    #[schemars(extend("const" = Puzzle::SCHEMA))]
    pub schema: &'static str,
    /// The name of the definition.
    pub puzzle: String,
    /// The values of all parameters.
    pub params: Object,
    /// The seed of the run.
    pub seed: u64,
    /// The number of the puzzle in the run, from 0.
    pub index: u64,
    /// The number of the removal step, where `--all-steps` prints each.
    pub step: Option<u32>,
    /// The values of each layout: a list of rows, a list, an object by name, or one value.
    pub layout: Object,
    /// The values of each clue family that are shown, in the same shapes; `null` where nothing is shown,
    /// `"?"` where a value is not told.
    pub clues: Object,
    /// The only solution: the values of each answer family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Object>,
    /// All solutions, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<Object>>,
    /// How many solutions there are.
    pub solutions: usize,
    /// The values of the features; `null` for what cannot be said.
    pub features: Object,
    /// How hard it is to solve step by step.
    pub score: Option<f64>,
    /// The kind of thinking that is needed, from 0 (one rule at a time) to 4 (search).
    pub tier: Option<u8>,
    /// The level.
    pub level: Option<String>,
    /// How a variant came from its original.
    pub transform: Option<Transform>,
    /// The line of the bank that it came from, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_line: Option<usize>,
    /// How many removals were refused.
    pub refused: u32,
    /// How many of these for lack of an answer.
    pub gave_up: u32,
    /// How often a part of the board was drawn anew, where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repairs: Option<u32>,
    /// How many boards were drawn before this one, where one was repaired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redraws: Option<u32>,
    /// The engines that proved the number of solutions.
    pub verified: Vec<&'static str>,
    /// The engine that the choice of clues depends on, where it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed_by: Option<&'static str>,
    /// The hardest step in words, where it has one solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<String>,
    /// How many clues are left out, in shards of a run and what is merged of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u64>,
    /// The hash of the canonical form, which equivalent puzzles share, in shards and what is merged of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<String>,
    /// The program with its blanks, where the puzzle is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

impl Puzzle {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.puzzle/1";
}

/// What was moved, and from where.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Transform {
    /// The number among the variants of one puzzle, from 1.
    pub variant: u32,
    /// For rows, columns, values and the like what each was before, by title.
    #[serde(flatten)]
    pub sources: Object,
}

/// A puzzle that was moved and not solved.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Jumbled {
    /// The format.
    #[schemars(extend("const" = Jumbled::SCHEMA))]
    pub schema: &'static str,
    /// The name of the definition.
    pub puzzle: String,
    /// The values of all parameters.
    pub params: Object,
    /// The seed.
    pub seed: u64,
    /// The number of the puzzle among those that were given, from 0.
    pub index: u64,
    /// As in `puzgen.puzzle/1`.
    pub layout: Object,
    /// As in `puzgen.puzzle/1`.
    pub clues: Object,
    /// The solution, where one came with the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Object>,
    /// What was moved; `null` for a canonical form.
    pub transform: Option<Transform>,
    /// As in `puzgen.puzzle/1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
}

impl Jumbled {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.jumbled/1";
}
