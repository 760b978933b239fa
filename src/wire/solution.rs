//! What is found when a board is solved.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Object, Rule};

/// What solving a board found.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Solution {
    /// The format.
    #[schemars(extend("const" = Solution::SCHEMA))]
    pub schema: &'static str,
    /// What was found.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Whether there are solutions, and which.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Outcome {
    /// There is one.
    Unique {
        /// The values of each answer family.
        answer: Object,
    },
    /// There are several.
    Several {
        /// As many of them as were asked for, in the order of their values.
        answers: Vec<Object>,
    },
    /// There is none.
    None {
        /// What cannot hold together.
        conflict: Conflict,
    },
}

/// Rules and givens that cannot hold together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Conflict {
    /// The rules.
    pub rules: Vec<Rule>,
    /// The givens, in words.
    pub givens: Vec<String>,
}

impl Solution {
    /// The name of the format.
    pub(crate) const SCHEMA: &str = "puzgen.solution/1";

    /// Returns the object of an outcome.
    pub fn new(outcome: Outcome) -> Self {
        Self { schema: Self::SCHEMA, outcome }
    }

    /// Returns how an object with several solutions begins and ends: they may be too many to be kept, so
    /// they are printed one after the other, with commas between them.
    pub fn several() -> (String, String) {
        let text = super::line(&Self::new(Outcome::Several { answers: Vec::new() }));
        let (head, tail) = text.split_once(']').unwrap_or((&text, ""));
        (head.to_owned(), format!("]{tail}"))
    }
}

/// How many solutions there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Count {
    /// The format.
    #[schemars(extend("const" = Count::SCHEMA))]
    pub schema: &'static str,
    /// How many were found.
    pub solutions: usize,
    /// Whether these are all.
    pub complete: bool,
}

impl Count {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.count/1";
}
