//! What a script may know of an instance, in a form that outlives it.

use crate::grid::Grid;
use crate::keys::KeyIndex;
use crate::value::Value;
use puzgen_base::domain::Domain;

/// The names, keys and parameters of an instance.
#[derive(Debug)]
pub struct Outline {
    /// The board.
    pub grid: Option<Grid>,
    /// Parameters and lets.
    pub constants: Vec<(String, Value)>,
    /// The names of all families, by id.
    pub names: Vec<String>,
    /// The answer families.
    pub answers: Vec<OutlineFamily>,
    /// Whether there are free helpers beside the answers.
    pub has_free: bool,
    /// The clue families.
    pub clues: Vec<OutlineFamily>,
}

/// A family of answers or clues.
#[derive(Debug)]
pub struct OutlineFamily {
    /// The name.
    pub name: String,
    /// Its keys; one for a single value.
    pub index: KeyIndex,
    /// Whether it has an index.
    pub is_indexed: bool,
    /// Whether its values are truths.
    pub is_truth: bool,
    /// The values that each element of an answer may have; none for clues.
    pub domains: Vec<Domain>,
    /// Where its values start among the stored values, or among all facts.
    pub offset: usize,
}
