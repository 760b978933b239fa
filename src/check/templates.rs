//! Sentences with expressions to fill in: `"{r} repeats a number"`.

use std::ops::Range;

use crate::Checker;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::Span;
use puzgen_model::definition::{Template, TemplatePart};
use puzgen_model::expr::ExprKind;
use puzgen_model::formula;
use puzgen_model::ty::Ty;
use puzgen_syntax as syntax;
use puzgen_syntax::ast::TextLiteral;

/// The kind of item that a sentence about a clue is.
pub(super) const SENTENCE: &str = "show sentence";

/// A part of a text with braces.
pub(super) enum Piece {
    /// Text as it is.
    Plain(String),
    /// What stands between braces, as bytes of the text.
    Filled(Range<usize>),
}

impl Checker<'_> {
    /// Returns the checked template; `{{` and `}}` stand for braces.
    pub(super) fn template(&mut self, text: &TextLiteral) -> Option<Template> {
        let source = self.sources.slice(text.inner).to_owned();
        let mut parts = Vec::new();
        for piece in self.pieces(text, &source)? {
            parts.push(match piece {
                Piece::Plain(plain) => TemplatePart::Text(plain),
                Piece::Filled(at) => self.filled_in(text, &source, at.start, at.end)?,
            });
        }
        Some(Template { parts })
    }

    /// Returns the checked template of a sentence in which formulas stand between `$` signs.
    pub(super) fn sentence_with_formulas(&mut self, text: &TextLiteral) -> Option<Template> {
        let template = self.template(text)?;
        let part = |part: &TemplatePart| match part {
            TemplatePart::Text(text) => text.clone(),
            // Any number will do: what is filled in later may be one, or a name.
            TemplatePart::Expr { with_sign, .. } => if *with_sign { "+ 2" } else { "2" }.to_owned(),
        };
        let filled: String = template.parts.iter().map(part).collect();
        if let Err(message) = formula::read(&filled) {
            let problem = Problem::error(Code::BadShow, message, text.span, "no formula");
            let help = "a formula is written `$2x^2 + 1/3 = sqrt(5)$`, and a dollar as such `$$`";
            self.problems.push(problem.help(help));
            return None;
        }
        Some(template)
    }

    /// Takes a text apart at its braces; `source` is what stands between its quotes.
    pub(super) fn pieces(&mut self, text: &TextLiteral, source: &str) -> Option<Vec<Piece>> {
        match pieces(text, source) {
            Ok(pieces) => Some(pieces),
            Err(problem) => {
                self.problems.push(problem);
                None
            }
        }
    }

    pub(super) fn filled_in(
        &mut self,
        text: &TextLiteral,
        source: &str,
        start: usize,
        end: usize,
    ) -> Option<TemplatePart> {
        let (end, words) = words(source, start, end);
        let with_sign = source[start..end].starts_with('+');
        let start = start + usize::from(with_sign);
        let offset = text.inner.start as usize;
        let span = Span::new(text.inner.file, offset + start, offset + end);
        let parsed = match syntax::parse_expr(span, self.sources) {
            Ok(parsed) => parsed,
            Err(problems) => {
                self.problems.extend(problems);
                return None;
            }
        };
        let expr = self.expr(&parsed)?;
        // A sentence about a variable says its name, where the variable is what a name stands for.
        let expr = match (self.kind, &expr.kind) {
            (SENTENCE, ExprKind::Local(_)) => expr,
            _ => super::typed::value_of(expr),
        };
        if (with_sign || words.is_some()) && expr.ty != Ty::Int {
            self.coerce(expr, &Ty::Int);
            return None;
        }
        let text = source[start..end].trim().to_owned();
        Some(TemplatePart::Expr { expr: Box::new(expr), text, with_sign, words })
    }
}

/// Returns where the expression of `{n|apple|apples}` ends, and the two words.
pub(super) fn words(source: &str, start: usize, end: usize) -> (usize, Option<[String; 2]>) {
    let mut parts = source[start..end].split('|');
    let length = parts.next().map_or(0, str::len);
    let words = [parts.next(), parts.next()].map(|word| word.map(|word| word.trim().to_owned()));
    match (words, parts.next()) {
        ([Some(one), Some(more)], None) => (start + length, Some([one, more])),
        _ => (end, None),
    }
}

/// Takes a text apart at its braces; `source` is what stands between its quotes.
pub(super) fn pieces(text: &TextLiteral, source: &str) -> Result<Vec<Piece>, Problem> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut chars = source.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        match char {
            '{' if chars.next_if(|(_, next)| *next == '{').is_some() => plain.push('{'),
            '}' if chars.next_if(|(_, next)| *next == '}').is_some() => plain.push('}'),
            '\\' if !text.is_block => match chars.next() {
                Some((_, 'n')) => plain.push('\n'),
                Some((_, escaped)) => plain.push(escaped),
                None => {}
            },
            '{' => {
                let start = at + 1;
                let Some(length) = source[start..].find('}') else {
                    let from = text.inner.start as usize;
                    let place = Span::new(text.inner.file, from + at, from + at + 1);
                    let problem =
                        Problem::error(Code::Syntax, "`{` without its `}`", place, "opened here");
                    return Err(problem.help("write `{{` for a brace as such"));
                };
                if !plain.is_empty() {
                    pieces.push(Piece::Plain(std::mem::take(&mut plain)));
                }
                pieces.push(Piece::Filled(start..start + length));
                while chars.next_if(|(at, _)| *at <= start + length).is_some() {}
            }
            other => plain.push(other),
        }
    }
    if !plain.is_empty() {
        pieces.push(Piece::Plain(plain));
    }
    Ok(pieces)
}
