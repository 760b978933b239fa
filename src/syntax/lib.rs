//! From text to tree: the front end for `.pz` files.
//!
//! Given a file, gives its [`ast::File`] or its problems. Three steps: `scan` reads tokens, `brackets`
//! bounds the depth, pest reads `grammars/pz.pest`; then `items` and `expr` build the tree, or
//! `explain` says what was expected. Where there is a mistake, `recovery` goes on at the border of a
//! statement. [`parse`] is for those who run what they read, [`read_source`] for tools. Nothing
//! outside of this folder names pest or a rule of the grammar, and nothing here knows what a name
//! means.

pub mod ast;
pub mod fmt;

mod borders;
mod brackets;
mod cursor;
mod damage;
mod explain;
mod expr;
mod foreign;
mod grammar;
mod input;
mod items;
mod parse;
mod parts;
mod read;
mod recovery;
mod roles;
mod scan;
mod source;
mod stop;
#[cfg(test)]
mod tests;
mod values;
mod words;

pub use self::damage::Damage;
pub use self::foreign::foreign_function;
pub use self::grammar::is_keyword;
pub use self::parse::{parse, parse_expr, parse_item};
pub use self::roles::{Begins, Bracket, Role, RoleToken, roles};
pub use self::scan::TokenKind;
pub use self::source::{ParsedSource, Token, Trivia, TriviaKind, read_source};
pub use self::words::{LINES_OF_REMOVE, LINES_OF_TRANSLATION, OPERATORS, PARTS, RESERVED};
