//! Books and sheets: puzzles of several chapters as one document.
//!
//! ```text
//! Chapter: drawings, levels, links ─ pages ─▶ Page: headings, texts, figures in place ─▶ pdf
//!                                  └────────────────────────────────────────────────▶ html, latex, quizzes
//! ```
//!
//! Nothing here makes puzzles, reads a file or asks the clock: the same book gives the same bytes.

mod code;
mod entry;
mod flow;
mod html;
mod latex;
mod layout;
mod pages;
mod paper;
mod pdf;
pub mod plan;
mod quiz;
mod words;

pub use entry::{Entry, LevelMark};
pub use paper::{PAPERS, Paper};
pub use words::Words;

use puzgen_base::diagnostics::Problem;
use puzgen_base::heads::FileHead;
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
    fn versions(&self) -> usize {
        let entries = self.chapters.iter().flat_map(|chapter| &chapter.entries);
        entries.map(Vec::len).min().unwrap_or(1).max(1)
    }

    /// Returns the name of a version; none where there is only one.
    fn version_name(&self, version: usize) -> Option<String> {
        self.words.version_name(version, self.versions())
    }
}

/// A form of documents that hold many puzzles.
pub trait Document: Sync {
    /// Returns its head.
    fn head(&self) -> FileHead;

    /// Returns the name after `--format`.
    fn name(&self) -> &'static str {
        self.head().name
    }

    /// Returns what it is, in one sentence.
    fn about(&self) -> &'static str {
        self.head().about
    }

    /// Returns the ending of files in this form, without the dot.
    fn extension(&self) -> &'static str {
        self.head().extension
    }

    /// Returns whether it asks for answers: then entries are to have what is to be filled in.
    fn is_quiz(&self) -> bool {
        false
    }

    /// Returns the document.
    ///
    /// # Errors
    /// `book::too_short` and `book::no_glyph`, where it cannot be printed; `book::no_quiz`, where it cannot be asked.
    fn write(&self, book: &Book) -> Result<Vec<u8>, Problem>;
}

/// All forms of documents, the default first.
pub const DOCUMENTS: &[&dyn Document] =
    &[&pdf::Pdf, &html::Html, &latex::Latex, &quiz::Moodle, &quiz::Gift, &quiz::Qti, &quiz::Key];

/// Returns the form of this name.
pub fn document_named(name: &str) -> Option<&'static dyn Document> {
    DOCUMENTS.iter().copied().find(|document| document.name() == name)
}
