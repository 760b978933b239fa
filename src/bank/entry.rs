//! Entries: the puzzles of a bank, with all that the bank knows of them.

use crate::write::NewEntry;
use puzgen_api::batch::FORM_BYTES;

/// A puzzle of a bank.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its number in the bank, from 1: it stays.
    pub id: u64,
    /// The name of the definition.
    pub puzzle: String,
    /// The values of all parameters, as a JSON object.
    pub params: String,
    /// The seed of its run.
    pub seed: u64,
    /// Its number in the run.
    pub index: u64,
    /// The level, where it has one.
    pub level: Option<String>,
    /// The score, where it has one.
    pub score: Option<f64>,
    /// How many clues are left out.
    pub empties: u64,
    /// How many solutions it has.
    pub solutions: u64,
    /// Its `puzgen.puzzle/1` without solutions, in one line.
    pub object: String,
    /// All its solutions, in the order of their values: one object, or a list of several.
    pub answers: String,
    /// A hash of what decided which puzzles the definition had when it was made.
    pub definition: String,
    /// A hash of its canonical form: what is equivalent to it, in any bank, has the same.
    pub form: [u8; FORM_BYTES],
}

impl Entry {
    /// Returns its `puzgen.puzzle/1` with its solutions, in one line.
    pub fn solved(&self) -> String {
        let name = if self.answers.starts_with('[') { "answers" } else { "answer" };
        // The field stands before the number of solutions; no name of a clue can hold quotation marks.
        match self.object.rsplit_once(SOLUTIONS) {
            Some((before, behind)) => {
                format!("{before},\"{name}\":{}{SOLUTIONS}{behind}", self.answers)
            }
            None => self.object.clone(),
        }
    }
}

impl From<Entry> for NewEntry {
    fn from(entry: Entry) -> Self {
        let Entry { puzzle, params, seed, index, level, score, empties, solutions, .. } = entry;
        let Entry { object, answers, definition, form, .. } = entry;
        Self {
            puzzle,
            params,
            definition,
            object,
            answers,
            seed,
            index,
            level,
            score,
            empties,
            solutions,
            form,
        }
    }
}

/// What follows the solutions in an object.
const SOLUTIONS: &str = ",\"solutions\":";
