//! What a definition says to people in another language than its own.

use std::collections::BTreeMap;

use crate::show::ClueSentence;
use crate::template::Template;

/// What a definition says in another language.
#[derive(Debug, Clone, Default)]
pub struct Translation {
    /// The code of the language.
    pub language: String,
    /// The name for people.
    pub title: Option<String>,
    /// The sentence about the puzzle.
    pub about: Option<Template>,
    /// The sentences of rules, by their names.
    pub rules: Vec<(String, Template)>,
    /// The sentences of worked solutions, by the names of their lines.
    pub working: Vec<(String, Template)>,
    /// What answers, clues and layouts are called; of truths, also what is said where they do not hold.
    pub names: BTreeMap<String, (String, Option<String>)>,
    /// The sentence for puzzles without a board.
    pub text: Option<Template>,
    /// What clues say in words.
    pub sentences: Vec<ClueSentence>,
}
