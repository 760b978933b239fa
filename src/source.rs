//! Source texts and the places in them.
//!
//! Everything a user writes (definitions, boards, values on the command line) is a file here, so
//! that every problem can point at the bytes it is about. Lines and columns are computed nowhere
//! but here.

use std::sync::Arc;

/// Names one text of a [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A range of bytes in one source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text that the range is in.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the span of bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { file, start: clamp(start), end: clamp(end) }
    }

    /// Returns the smallest span that covers both; `other` must be in the same file.
    pub fn to(self, other: Self) -> Self {
        debug_assert_eq!(self.file, other.file);
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the length in bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Returns whether the span covers no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

#[derive(Debug, Clone)]
struct SourceFile {
    name: String,
    text: Arc<str>,
    /// How many lines of the file come before the text.
    lines_before: usize,
}

/// All source texts of one run.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Returns an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text under the name that messages show for it.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(SourceFile { name: name.into(), text: text.into(), lines_before: 0 });
        id
    }

    /// Makes `text`, which stands in its file after so many lines, the text of `file`. Spans of the
    /// text before mean nothing from then on: a file of which one part at a time is in memory.
    pub fn show_part(&mut self, file: FileId, text: impl Into<Arc<str>>, lines_before: usize) {
        let part = &mut self.files[file.0 as usize];
        (part.text, part.lines_before) = (text.into(), lines_before);
    }

    /// Returns the name that messages show for `file`.
    pub fn name(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].name
    }

    /// Returns the whole text of `file`.
    pub fn text(&self, file: FileId) -> Arc<str> {
        Arc::clone(&self.files[file.0 as usize].text)
    }

    /// Returns all texts in the order they were added.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| &*file.text)
    }

    /// Returns how many lines of `file` come before its text.
    pub fn lines_before(&self, file: FileId) -> usize {
        self.files[file.0 as usize].lines_before
    }

    /// Returns the text that `span` covers.
    pub fn slice(&self, span: Span) -> &str {
        self.files[span.file.0 as usize]
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// Returns line and column of the start of `span`, both from 1, the column in characters.
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let SourceFile { text, lines_before, .. } = &self.files[span.file.0 as usize];
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line = lines_before + before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}
