//! The one way to lay out a definition: `puzgen fmt`.
//!
//! Given a file without mistakes, gives its text with the same tokens and comments in the same order, so
//! the tree is the same. What is decided here: where items begin, indentation, blanks, empty lines, and the
//! columns of levels, of `remove` and of comments. What the author decides: where else lines end, and what
//! stands in texts, boards among them.
//!
//! `lines.rs` breaks the tokens into lines, `columns.rs` aligns these.

mod columns;
mod lines;
#[cfg(test)]
mod tests;

use crate as syntax;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::{FileId, Sources};

/// Returns the text of a definition in the project's format.
///
/// # Errors
///
/// What [`syntax::parse`] finds: a file with mistakes has no format.
pub fn format(file: FileId, sources: &Sources) -> Result<String, Diagnostics> {
    syntax::parse(file, sources)?;
    let Some(tokens) = syntax::roles(file, sources) else {
        puzgen_base::bug!("a file that was read has tokens that cannot be");
    };
    let source = syntax::read_source(file, sources);
    let mut lines = lines::lines(&source, &tokens);
    columns::align(&mut lines);
    let mut text = String::with_capacity(source.text.len());
    for line in &lines {
        line.print(&mut text);
    }
    Ok(text)
}
