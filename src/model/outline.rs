//! What a script may know of an instance, in a form that outlives it.

use crate::grid::Grid;
use crate::model::expr::FamilyId;
use crate::model::instance::{Instance, KeyIndex};
use crate::model::value::Value;

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
    /// Where its values start among the stored values, or among all facts.
    pub offset: usize,
}

impl Outline {
    /// Returns the outline of an instance.
    pub(super) fn new(instance: &Instance<'_>) -> Self {
        let definition = instance.definition;
        let answers = definition.answers().map(|FamilyId(id)| {
            let (declared, family) =
                (&definition.families[id as usize], &instance.families[id as usize]);
            OutlineFamily {
                name: declared.name.clone(),
                index: family.index.clone(),
                is_indexed: declared.index.is_some(),
                is_truth: declared.is_truth,
                offset: family.offset,
            }
        });
        let clues = definition.clues.iter().zip(&instance.clues);
        let clues = clues.map(|(declared, clue)| OutlineFamily {
            name: declared.name.clone(),
            index: clue.index.clone(),
            is_indexed: declared.index.is_some(),
            is_truth: declared.is_truth,
            offset: clue.offset,
        });
        let constants = definition.constants.iter().zip(&instance.constants);
        Self {
            grid: instance.grid.clone(),
            constants: constants.map(|(c, value)| (c.name.clone(), value.clone())).collect(),
            names: definition.families.iter().map(|family| family.name.clone()).collect(),
            answers: answers.collect(),
            clues: clues.collect(),
        }
    }
}
