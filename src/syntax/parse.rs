//! Trees of texts that have no mistake: of files, and of expressions and items that stand alone.

use crate::grammar::Rule;
use crate::input::Input;
use crate::read::read;
use crate::{ast, items, recovery};
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::{FileId, Sources, Span};

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
