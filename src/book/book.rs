//! A book: chapters of puzzles, and what is printed beside them.

use crate::entry::Entry;
use crate::paper::Paper;
use crate::words::Words;
use puzgen_export::Style;

/// Puzzles of a kind.
#[derive(Debug)]
pub struct Chapter {
    /// What stands above them.
    pub title: String,
    /// How to play, in sentences; nothing where that is not told.
    pub rules: Vec<String>,
    /// A puzzle that is shown with its solution beside the rules.
    pub example: Option<Entry>,
    /// How many puzzles to a page; as many as can be read well where nothing is said.
    pub per_page: Option<usize>,
    /// The puzzles, each in all versions of the book.
    pub entries: Vec<Vec<Entry>>,
}

/// What is printed beside the puzzles.
#[derive(Debug, Clone)]
pub struct Setup {
    /// What stands on the title page and in the document's own data.
    pub title: String,
    /// What stands below the title.
    pub subtitle: String,
    /// Who made it.
    pub author: String,
    /// The paper.
    pub paper: &'static Paper,
    /// How drawings look.
    pub style: Style,
    /// Whether there is a title page, and a page of contents.
    pub has_front: bool,
    /// Whether chapters follow each other on a page.
    pub has_flow: bool,
    /// Whether there is a line for name and date on each page.
    pub has_name_line: bool,
    /// Whether there is a section of solutions.
    pub has_solutions: bool,
    /// Whether each puzzle has a QR code with its link.
    pub has_codes: bool,
}

/// A document, ready to be written.
#[derive(Debug)]
pub struct Book {
    /// What is printed beside the puzzles.
    pub setup: Setup,
    /// What is said beside them, in one language.
    pub words: &'static Words,
    /// The puzzles.
    pub chapters: Vec<Chapter>,
}

impl Book {
    /// Returns how many versions of each puzzle there are, at least one.
    pub(crate) fn versions(&self) -> usize {
        let entries = self.chapters.iter().flat_map(|chapter| &chapter.entries);
        entries.map(Vec::len).min().unwrap_or(1).max(1)
    }

    /// Returns the name of a version; none where there is only one.
    pub(crate) fn version_name(&self, version: usize) -> Option<String> {
        self.words.version_name(version, self.versions())
    }
}
