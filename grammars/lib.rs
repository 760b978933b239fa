//! The grammar of definitions, `pz.pest`, as a parser. A crate of its own: only a change of the grammar derives the
//! parser anew.

pub use self::derived::{Grammar, Rule};

/// The text of the grammar.
pub const TEXT: &str = include_str!("pz.pest");

#[expect(missing_docs, reason = "the grammar names and explains its rules")]
mod derived {
    /// The parser that pest derives.
    #[derive(Debug, pest_derive::Parser)]
    #[grammar = "pz.pest"]
    pub struct Grammar;
}
