//! Hints.

use schemars::JsonSchema;
use serde::Serialize;

/// The next step, and no more of it than was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Hint {
    /// The format.
    #[schemars(extend("const" = Hint::SCHEMA))]
    pub schema: &'static str,
    /// Where to look.
    pub place: String,
    /// What has to be done, in words.
    pub kind: String,
    /// The names of the rules to use, where they were asked for.
    pub rules: Option<Vec<String>>,
    /// What follows, where it was asked for.
    pub what: Option<String>,
    /// How that is seen, where it was asked for.
    pub how: Option<String>,
    /// What has to be known for it, where it was asked for.
    pub given: Option<Vec<String>>,
    /// The reason that a person would give, where it was asked for.
    pub because: Option<String>,
    /// The clues to use, where they were asked for.
    pub clues: Option<Vec<String>>,
    /// Calls of a program that show what a blank is, where they were asked for.
    pub calls: Option<Vec<String>>,
    /// What is wrong with the attempt; null where nothing is. Then nothing is said of what follows.
    pub mistakes: Option<Mistakes>,
}

/// What is wrong with an attempt, and no more of it than was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mistakes {
    /// The cases of rules that are broken, in words, where they were asked for.
    pub broken: Option<Vec<String>>,
    /// All places to correct, where they were asked for.
    pub wrong: Option<Vec<String>>,
}

impl Hint {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.hint/1";
}
