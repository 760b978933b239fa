//! Problems, as parts of other objects.

use schemars::JsonSchema;
use serde::Serialize;

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// The code, such as `puzgen::check::unknown_name`: never renamed, never reused.
    pub code: String,
    /// What is wrong, for people.
    pub message: String,
    /// The line of the main place, from 1.
    pub line: Option<usize>,
    /// The column of the main place in characters, from 1.
    pub column: Option<usize>,
    /// What stands at the main place.
    pub label: Option<String>,
    /// A way out.
    pub help: Option<String>,
}
