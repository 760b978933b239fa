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
mod items;
mod parts;
mod recovery;
mod roles;
mod scan;
mod source;
mod stop;
#[cfg(test)]
mod tests;
mod values;
mod words;

use pest::Parser;

use self::cursor::Cursor;
pub use self::damage::Damage;
pub use self::foreign::foreign_function;
pub use self::grammar::is_keyword;
use self::grammar::{Grammar, Rule};
pub use self::roles::{Begins, Bracket, Role, RoleToken, roles};
pub use self::scan::TokenKind;
use self::scan::{Fault, Scan};
pub use self::source::{ParsedSource, Token, Trivia, TriviaKind, read_source};
pub use self::words::{LINES_OF_REMOVE, LINES_OF_TRANSLATION, OPERATORS, PARTS, RESERVED};
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::source::{FileId, Sources, Span};

/// The text that is read and where it is from.
#[derive(Debug, Clone, Copy)]
struct Input<'a> {
    file: FileId,
    /// Where `text` begins in the file.
    base: usize,
    text: &'a str,
    /// How much of `text` the file has: braces that a repair adds stand behind it, and nowhere.
    own: usize,
}

impl<'a> Input<'a> {
    fn new(file: FileId, base: usize, text: &'a str) -> Self {
        Self { file, base, text, own: text.len() }
    }

    fn span(self, start: usize, end: usize) -> Span {
        Span::new(self.file, self.base + start.min(self.own), self.base + end.min(self.own))
    }

    fn slice(self, token: scan::Token) -> &'a str {
        self.text.get(token.start..token.end).unwrap_or("")
    }
}

/// Returns the tree of a file that has no mistake.
///
/// # Errors
///
/// One problem for each damaged statement: `parse::syntax`, `parse::foreign_term`, `parse::too_deep`
/// or `parse::number_too_large`.
pub fn parse(file: FileId, sources: &Sources) -> Result<ast::File, Diagnostics> {
    let text = sources.text(file);
    let recovered = recovery::recover(Input::new(file, 0, &text));
    if recovered.problems.is_empty() { Ok(recovered.file) } else { Err(recovered.problems) }
}

/// Returns the tree of an expression that stands alone at `span`: in the braces of a sentence, or in
/// a text of its own.
///
/// # Errors
///
/// One problem, the first in the text; as [`parse`].
pub fn parse_expr(span: Span, sources: &Sources) -> Result<ast::Expr, Diagnostics> {
    let text = sources.slice(span);
    let input = Input::new(span.file, span.start as usize, text);
    read(input, Rule::lone_expr, |cursor| {
        let pair = cursor.presume_rule(Rule::lone_expr);
        cursor.inside(pair).expr()
    })
    .map_err(|fault| fault.problem.into())
}

/// Returns the tree of the one item that stands at `span`.
///
/// # Errors
///
/// One problem, the first in the text; as [`parse`].
pub fn parse_item(span: Span, sources: &Sources) -> Result<ast::Item, Diagnostics> {
    let text = sources.slice(span);
    let input = Input::new(span.file, span.start as usize, text);
    read(input, Rule::lone_item, items::build_item).map_err(|fault| fault.problem.into())
}

/// Reads the input by `rule` and builds its tree, or says where and why it cannot go on.
fn read<'a, T>(
    input: Input<'a>,
    rule: Rule,
    build: impl FnOnce(&mut Cursor<'a, '_>) -> Result<T, Problem>,
) -> Result<T, Fault> {
    let Scan { tokens, fault } = scan::scan(input);
    if let Some(deep) = brackets::check_depth(input, &tokens) {
        return Err(match fault {
            Some(fault) if fault.at < deep.at => fault,
            _ => deep,
        });
    }
    match (Grammar::parse(rule, input.text), fault) {
        (Ok(pairs), None) => build(&mut Cursor::new(input, &tokens, pairs)).map_err(|problem| {
            let place = problem.labels().first().map_or(0, |label| label.span.start as usize);
            Fault { at: place.saturating_sub(input.base), problem }
        }),
        (Ok(_), Some(fault)) => Err(fault),
        (Err(error), fault) => {
            let at = grammar::error_position(&error);
            match fault {
                Some(fault) if fault.at <= at => Err(fault),
                _ => Err(Fault { at, problem: explain::explain(input, &tokens, &error) }),
            }
        }
    }
}
