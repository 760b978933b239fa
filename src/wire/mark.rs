//! Marked attempts.

use schemars::JsonSchema;
use serde::Serialize;

/// Where an attempt at a puzzle is wrong, without giving a value away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mark {
    /// The format.
    #[schemars(extend("const" = Mark::SCHEMA))]
    pub schema: &'static str,
    /// Whether nothing is wrong so far.
    pub right: bool,
    /// Whether everything is filled in.
    pub complete: bool,
    /// The cases of rules that are broken, in words.
    pub broken: Vec<String>,
    /// The givens that were changed.
    pub changed: Vec<String>,
    /// The places whose values are wrong.
    pub wrong: Vec<String>,
    /// Whether what was filled in cannot hold together, though no single place is wrong.
    pub at_odds: bool,
    /// Those of the wrong places that have a value which cannot stand there in any puzzle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub impossible: Vec<String>,
}

impl Mark {
    /// The name of the format.
    pub const SCHEMA: &str = "puzgen.mark/1";
}
