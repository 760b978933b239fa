//! Reading attempts: a value that cannot stand where it is is a learner's mistake, and no unreadable text.

use crate::read::BoardReader;
use puzgen_model::tokens::Tokens;

/// The number of a word that no blank has: those of words begin with 1.
pub(super) const NO_WORD: i64 = 0;

impl BoardReader<'_> {
    /// Returns a reader of attempts that takes values that cannot stand where they are: with their numbers, words
    /// that no place has with a number that no word has.
    #[must_use]
    pub(crate) fn lenient(mut self) -> Self {
        self.takes_any = true;
        self
    }

    /// Returns the number of a token that is a value, but none of its place, where such ones are taken.
    pub(super) fn strange(&self, tokens: &Tokens<'_>, token: &str) -> Option<i64> {
        match self.takes_any {
            true if tokens.are_words() => Some(NO_WORD),
            true => token.parse().ok(),
            false => None,
        }
    }
}
