//! Books and sheets: puzzles of several chapters as one document.
//!
//! ```text
//! Chapter: drawings, levels, links ─ pages ─▶ Page: headings, texts, figures in place ─▶ pdf
//!                                  └────────────────────────────────────────────────▶ html, latex, quizzes
//! ```
//!
//! A [`Document`] is given a [`Book`] and returns its bytes. Nothing here makes puzzles, reads a file or asks the
//! clock: the same book gives the same bytes.

mod book;
mod code;
mod document;
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

pub use book::{Book, Chapter, Setup};
pub use document::Document;
pub use entry::{Entry, LevelMark};
pub use paper::{PAPERS, Paper};
pub use words::Words;

/// All forms of documents, the default first.
pub const DOCUMENTS: &[&dyn Document] =
    &[&pdf::Pdf, &html::Html, &latex::Latex, &quiz::Moodle, &quiz::Gift, &quiz::Qti, &quiz::Key];

/// Returns the form of this name.
pub fn document_named(name: &str) -> Option<&'static dyn Document> {
    DOCUMENTS.iter().copied().find(|document| document.name() == name)
}
