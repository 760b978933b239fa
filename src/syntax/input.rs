//! The text that is read and where it is from.

use puzgen_base::source::{FileId, Span};

/// The text that is read and where it is from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) file: FileId,
    /// Where `text` begins in the file.
    pub(crate) base: usize,
    pub(crate) text: &'a str,
    /// How much of `text` the file has: braces that a repair adds stand behind it, and nowhere.
    pub(crate) own: usize,
}

impl<'a> Input<'a> {
    pub(crate) fn new(file: FileId, base: usize, text: &'a str) -> Self {
        Self { file, base, text, own: text.len() }
    }

    pub(crate) fn span(self, start: usize, end: usize) -> Span {
        Span::new(self.file, self.base + start.min(self.own), self.base + end.min(self.own))
    }
}
