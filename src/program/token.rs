//! Tokens: the words of a program that may become blanks.

use std::ops::Range;

/// A token that may become a blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// What it is.
    pub kind: Kind,
    /// What stands there.
    pub word: String,
    /// Its line, from 1.
    pub line: usize,
    /// The index of its function.
    pub function: usize,
    /// How many branches it stands in: what follows a test or is repeated, one in another.
    pub branches: usize,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A variable that is read.
    Name,
    /// A variable that is assigned.
    Target,
    /// An integer, with its sign where that stands right before it.
    Number,
    /// A text in quotes.
    Text,
    /// `True` or `False`.
    Truth,
    /// An operator between numbers.
    Arithmetic,
    /// An operator that compares.
    Comparison,
    /// `and` or `or`.
    Boolean,
    /// An operator of an augmented assignment.
    Augmented,
    /// The name of a method.
    Method,
    /// The function of a call.
    Function,
    /// `break` or `continue`.
    Keyword,
}
