//! The interface of forms of documents.

use crate::book::Book;
use puzgen_base::diagnostics::Problem;
use puzgen_base::heads::FileHead;

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
