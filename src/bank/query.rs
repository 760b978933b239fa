//! Queries: what a puzzle of a bank is to be like.

use crate::entry::Entry;

/// What a puzzle is to be like. Only the puzzle must be said.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Query {
    /// The name of the definition.
    pub puzzle: String,
    /// Values of parameters, as they are typed.
    pub params: Vec<(String, String)>,
    /// The level.
    pub level: Option<String>,
    /// The least and the most score.
    pub score: Option<(f64, f64)>,
    /// The least and the most number of clues that are left out.
    pub empties: Option<(u64, u64)>,
    /// The least and the most number of solutions.
    pub solutions: Option<(u64, u64)>,
    /// The numbers of puzzles that are not wanted.
    pub exclude: Vec<u64>,
}

impl Query {
    /// Returns the query for any puzzle of a definition.
    pub fn of(puzzle: &str) -> Self {
        Self { puzzle: puzzle.to_owned(), ..Self::default() }
    }

    /// Returns whether a puzzle of a fitting bucket fits.
    pub(crate) fn takes(&self, entry: &Entry) -> bool {
        let is_scored = match (self.score, entry.score) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some((least, most)), Some(score)) => (least..=most).contains(&score),
        };
        is_scored && !self.exclude.contains(&entry.id)
    }
}
