//! From text to tree: the front end for `.pz` files.
//!
//! Given a file, gives its [`ast::File`] or one problem, the first in the text. Three steps: `scan`
//! reads tokens, `brackets` bounds the depth, pest reads `grammars/pz.pest`; then `items` and `expr`
//! build the tree, or `explain` says what was expected. Nothing outside of this folder names pest
//! or a rule of the grammar, and nothing here knows what a name means.

mod brackets;
mod cursor;
mod explain;
mod expr;
mod foreign;
mod grammar;
mod items;
mod parts;
mod scan;
mod stop;
#[cfg(test)]
mod tests;
mod values;

use pest::Parser;

use self::cursor::Cursor;
pub use self::foreign::foreign_function;
use self::grammar::{Grammar, Rule};
use self::scan::{Scan, Token};
use crate::ast;
use crate::diagnostics::{Diagnostics, Problem};
use crate::source::{FileId, Sources, Span};

/// The text that is read and where it is from.
#[derive(Debug, Clone, Copy)]
struct Input<'a> {
    file: FileId,
    /// Where `text` begins in the file.
    base: usize,
    text: &'a str,
}

impl<'a> Input<'a> {
    fn span(self, start: usize, end: usize) -> Span {
        Span::new(self.file, self.base + start, self.base + end)
    }

    fn slice(self, token: Token) -> &'a str {
        self.text.get(token.start..token.end).unwrap_or("")
    }
}

/// Returns the tree of a file.
///
/// # Errors
///
/// One problem, the first in the text: `parse::syntax`, `parse::foreign_term`, `parse::too_deep` or
/// `parse::number_too_large`.
pub fn parse(file: FileId, sources: &Sources) -> Result<ast::File, Diagnostics> {
    let text = sources.text(file);
    let input = Input { file, base: 0, text: &text };
    read(input, Rule::file, items::build_file).map_err(Diagnostics::from)
}

/// Returns the tree of an expression that stands alone at `span`: in the braces of a sentence, or in
/// a text of its own.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_expr(span: Span, sources: &Sources) -> Result<ast::Expr, Diagnostics> {
    let text = sources.slice(span);
    let input = Input { file: span.file, base: span.start as usize, text };
    read(input, Rule::lone_expr, |cursor| {
        let pair = cursor.presume_rule(Rule::lone_expr);
        cursor.inside(pair).expr()
    })
    .map_err(Diagnostics::from)
}

/// Returns the tree of the one item that stands at `span`.
///
/// # Errors
///
/// As [`parse`].
pub fn parse_item(span: Span, sources: &Sources) -> Result<ast::Item, Diagnostics> {
    let text = sources.slice(span);
    let input = Input { file: span.file, base: span.start as usize, text };
    read(input, Rule::lone_item, items::build_item).map_err(Diagnostics::from)
}

/// Reads the input by `rule` and builds its tree.
fn read<'a, T>(
    input: Input<'a>,
    rule: Rule,
    build: impl FnOnce(&mut Cursor<'a, '_>) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let Scan { tokens, fault } = scan::scan(input);
    if let Some(deep) = brackets::check_depth(input, &tokens) {
        return Err(match fault {
            Some(fault) if fault.at < deep.at => fault.problem,
            _ => deep.problem,
        });
    }
    match (Grammar::parse(rule, input.text), fault) {
        (Ok(pairs), None) => build(&mut Cursor::new(input, &tokens, pairs)),
        (Ok(_), Some(fault)) => Err(fault.problem),
        (Err(error), fault) => {
            let at = grammar::error_position(&error);
            match fault {
                Some(fault) if fault.at <= at => Err(fault.problem),
                _ => Err(explain::explain(input, &tokens, &error)),
            }
        }
    }
}
