//! What is wrong with a program text, and where.

use std::ops::Range;

/// What is wrong with a program text: it is no Python, or outside of the subset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub help: String,
}
