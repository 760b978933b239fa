//! Source texts and the places in them.
//!
//! A text may be made by another one: what a call in a script says in the notation of `.pz`. Places
//! in such a text lead back to the script.
//!
//! Everything a user writes (definitions, boards, values on the command line) is a file here, so
//! that every problem can point at the bytes it is about. Lines and columns are computed nowhere
//! but here.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

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

/// Where a text that was made comes from.
#[derive(Debug, Clone)]
pub struct MadeText {
    /// What made it.
    pub by: Span,
    /// Parts of it that stand in another text as they are: the first byte here, and the place there.
    pub parts: Vec<(usize, Span)>,
    /// What called for it, where that is not what made it.
    pub called: Option<Span>,
}

/// The way back from a place in a text that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextOrigin {
    /// It was written as it is at this place.
    Written(Span),
    /// It was computed by what stands at this place.
    Computed(Span),
}

#[derive(Debug, Clone)]
struct SourceFile {
    name: String,
    text: Arc<str>,
    /// How many lines of the file come before the text.
    lines_before: usize,
    made: Option<MadeText>,
    /// Where its lines begin, once somebody asks: one text may have many problems.
    lines: OnceLock<Arc<Lines>>,
}

/// The lines of a text.
#[derive(Debug)]
struct Lines {
    /// Where each begins.
    starts: Vec<usize>,
    /// How many bytes the longest one has, without its end.
    longest: usize,
}

impl Lines {
    fn of(text: &str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(ends).collect();
        Self { starts, longest: text.lines().map(str::len).max().unwrap_or(0) }
    }

    /// Returns the number of the line that a byte is in, from 0.
    fn at(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte).saturating_sub(1)
    }
}

impl SourceFile {
    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Arc::new(Lines::of(&self.text)))
    }
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
        self.push(name.into(), text.into(), None)
    }

    /// Adds a text that was made by another one.
    pub fn add_made(
        &mut self,
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
        made: MadeText,
    ) -> FileId {
        self.push(name.into(), text.into(), Some(made))
    }

    fn push(&mut self, name: String, text: Arc<str>, made: Option<MadeText>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let lines = OnceLock::new();
        self.files.push(SourceFile { name, text, lines_before: 0, made, lines });
        id
    }

    /// Returns the text that people wrote and `span` is from.
    pub fn written_in(&self, span: Span) -> FileId {
        self.files[span.file.0 as usize].made.as_ref().map_or(span.file, |made| made.by.file)
    }

    /// Returns where a place in a text that was made comes from; `None` for one that was not.
    pub(crate) fn origin(&self, span: Span) -> Option<TextOrigin> {
        let made = self.files[span.file.0 as usize].made.as_ref()?;
        let (start, end) = (span.start as usize, span.end as usize);
        let part = made.parts.iter().find(|(at, part)| *at <= start && end <= at + part.len());
        Some(match part {
            Some((at, part)) => {
                let there = part.start as usize + start - at;
                TextOrigin::Written(Span::new(part.file, there, there + end - start))
            }
            None => TextOrigin::Computed(made.by),
        })
    }

    /// Returns the call, in a text that people wrote, for which the text that `span` is from was made.
    pub(crate) fn called(&self, span: Span) -> Option<Span> {
        let call = self.files[span.file.0 as usize].made.as_ref()?.called?;
        Some(match self.origin(call) {
            Some(TextOrigin::Written(place) | TextOrigin::Computed(place)) => place,
            None => call,
        })
    }

    /// Makes `text`, which stands in its file after so many lines, the text of `file`. Spans of the
    /// text before mean nothing from then on: a file of which one part at a time is in memory.
    pub fn show_part(&mut self, file: FileId, text: impl Into<Arc<str>>, lines_before: usize) {
        let part = &mut self.files[file.0 as usize];
        (part.text, part.lines_before) = (text.into(), lines_before);
        part.lines = OnceLock::new();
    }

    /// Returns the name that messages show for `file`.
    pub fn name(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].name
    }

    /// Returns the first text of this name.
    pub fn file_named(&self, name: &str) -> Option<FileId> {
        let index = self.files.iter().position(|file| file.name == name)?;
        u32::try_from(index).ok().map(FileId)
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
    pub(crate) fn lines_before(&self, file: FileId) -> usize {
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
        let file = &self.files[span.file.0 as usize];
        let end = if file.text.is_char_boundary(span.start as usize) {
            span.start as usize
        } else {
            file.text.len()
        };
        let line = file.lines().at(end);
        let column = file.text[file.lines().starts[line]..end].chars().count() + 1;
        (file.lines_before + line + 1, column)
    }

    /// Returns how many bytes the longest line of `file` has.
    pub(crate) fn longest_line(&self, file: FileId) -> usize {
        self.files[file.0 as usize].lines().longest
    }

    /// Returns the lines of a file around some bytes, with `more` lines before and behind: where they begin, their
    /// text, and how many lines of the text come before them.
    pub(crate) fn lines_around(
        &self,
        file: FileId,
        bytes: Range<usize>,
        more: usize,
    ) -> (usize, &str, usize) {
        let file = &self.files[file.0 as usize];
        let lines = file.lines();
        let first = lines.at(bytes.start).saturating_sub(more);
        let behind = lines.at(bytes.end.max(bytes.start)) + more + 1;
        let (start, end) = (lines.starts[first], lines.starts.get(behind).copied());
        (start, &file.text[start..end.unwrap_or(file.text.len())], first)
    }
}
