//! A puzzle that was made, and how it came to be.

use crate::function::Steps;
use crate::puzzle::{FactValue, Solution};
use crate::value::Value;

/// One generated puzzle.
#[derive(Debug, Clone)]
pub struct GeneratedPuzzle {
    /// The seed of the run.
    pub seed: u64,
    /// Its number in the run, from 0.
    pub index: u64,
    /// Whether it is known to be of a run; a board that was read has seed 0.
    pub is_of_run: bool,
    /// The number of the removal step that it came from, where all steps are results.
    pub step: Option<u32>,
    /// What every clue says.
    pub facts: Vec<FactValue>,
    /// Which clues are shown.
    pub shown: Vec<bool>,
    /// Of which of these the value is told.
    pub told: Vec<bool>,
    /// All solutions in the order of their values.
    pub solutions: Vec<Solution>,
    /// The values of the features, in order; none for what cannot be said of it, or is not asked for.
    pub features: Vec<Option<Value>>,
    /// Whether no single clue can go, if that was found out.
    pub is_minimal: Option<bool>,
    /// The level, by position, where it has one solution and is rated.
    pub level: Option<usize>,
    /// How it is solved step by step, where it has one solution and is rated.
    pub steps: Option<Steps>,
    /// How it came from the original, for a variant.
    pub transform: Option<Variant>,
    /// The line of the bank that it came from, from 1.
    pub bank_line: Option<usize>,
    /// How many removals were refused.
    pub refused: u32,
    /// How many of these because the budget ran out or the engine gave up.
    pub gave_up: u32,
    /// How many boards were drawn for it before the last one.
    pub redraws: u32,
    /// How often a part of the last one was drawn anew.
    pub repairs: u32,
    /// The engines that proved its number of solutions; before it is verified, one that did so while
    /// clues were removed.
    pub verified: Vec<&'static str>,
    /// The engine that the choice of clues depends on, where it does: guided removal, and bounds
    /// on the effort of a question.
    pub removed_by: Option<&'static str>,
}

impl GeneratedPuzzle {
    /// Returns the values that are told, by fact.
    pub fn values_told(&self) -> Vec<FactValue> {
        values_told(&self.facts, &self.told)
    }
}

/// Returns the values of facts that are told, by fact.
pub fn values_told(facts: &[FactValue], told: &[bool]) -> Vec<FactValue> {
    facts.iter().zip(told).map(|(value, is_told)| value.filter(|_| *is_told)).collect()
}

/// How a variant came from its original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Its number among the variants, from 1.
    pub number: u32,
    /// What was moved.
    pub map: Description,
    /// The parameters that it has and its original had not, such as `height=7`.
    pub params: Vec<String>,
}

/// A map: for rows, columns, values and the like a list that says what of the original each one was.
/// What does not move is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description(pub Vec<(String, Vec<OriginalPart>)>);

/// What something was in the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OriginalPart {
    /// This value.
    Value(i64),
    /// A place, by its name.
    Place(String),
}
