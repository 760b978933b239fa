//! Rated puzzles.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Object, Problem};

/// What a rated puzzle is, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rated {
    /// It has one solution.
    Unique,
    /// It has several.
    Several,
    /// It has none.
    None,
    /// Its text cannot be read, or it cannot be rated.
    Unreadable,
    /// The budget was spent first.
    GaveUp,
}

/// A rated puzzle.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Rating {
    /// The format.
    #[schemars(extend("const" = Rating::SCHEMA))]
    pub schema: &'static str,
    /// The number of the puzzle, from 1.
    pub number: usize,
    /// The line that it starts at, from 1.
    pub line: usize,
    /// The name of the definition.
    pub puzzle: String,
    /// The values of all parameters; `null` where the text cannot be read.
    pub params: Option<Object>,
    /// What it is.
    pub status: Rated,
    /// How many solutions it has; `null` for more than 30, or where that is not known.
    pub solutions: Option<u64>,
    /// The values of the features; `null` for what cannot be said.
    pub features: Option<Object>,
    /// How hard it is to solve step by step.
    pub score: Option<f64>,
    /// The kind of thinking that is needed, from 0 (one rule at a time) to 4 (search).
    pub tier: Option<u8>,
    /// The level.
    pub level: Option<String>,
    /// Why it has no level.
    pub why: Option<String>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

impl Rating {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.rating/1";
}
