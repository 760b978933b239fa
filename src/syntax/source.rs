//! A file as tools need it: every token, the trivia between them, and the tree of what can be read.
//!
//! Given a text, right or wrong, gives a [`ParsedSource`]. Tokens and trivia follow each other without a
//! gap, so that they are the whole text. Trivia are not in the tree: [`ParsedSource::leading`] and
//! [`ParsedSource::trailing`] say which of them belong to a node, by its span.

use std::sync::Arc;

use super::damage::Damage;
use super::input::Input;
use super::scan::{Scan, TokenKind};
use super::{recovery, scan};
use crate::ast;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::{FileId, Sources, Span};

/// A file with all that stands in it, read as far as it can be.
#[derive(Debug)]
pub struct ParsedSource {
    /// The whole text.
    pub text: Arc<str>,
    /// The tree of what could be read. Where `damage` is not empty, it must not be run: it is not
    /// what was written.
    pub file: ast::File,
    /// All tokens from first to last.
    pub tokens: Vec<Token>,
    /// All trivia from first to last.
    pub trivia: Vec<Trivia>,
    /// What is not in the tree because it could not be read.
    pub damage: Vec<Damage>,
    /// What is wrong, at most one problem for each damaged statement.
    pub problems: Diagnostics,
}

/// A word, number, text or sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// What stands between tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trivia {
    /// What it is.
    pub kind: TriviaKind,
    /// Where it stands.
    pub span: Span,
}

/// What a piece of trivia is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TriviaKind {
    /// From `#` to the end of the line, without the line break.
    Comment,
    /// One or more empty lines, with their line breaks.
    BlankLines,
    /// A line break that ends a line which is not empty.
    LineBreak,
    /// Blanks within a line, or a byte order mark.
    Space,
}

/// Reads a file with all that stands in it. It never fails: what cannot be read is left out of the
/// tree, and the problems say why.
pub fn read_source(file: FileId, sources: &Sources) -> ParsedSource {
    let text = sources.text(file);
    let input = Input::new(file, 0, &text);
    let Scan { tokens, .. } = scan::scan(input);
    let public =
        |token: &scan::Token| Token { kind: token.kind, span: input.span(token.start, token.end) };
    let trivia = trivia(input, &tokens);
    let tokens = tokens.iter().map(public).collect();
    let recovery::Recovered { file, damage, problems } = recovery::recover(input);
    ParsedSource { text, file, tokens, trivia, damage, problems }
}

/// Returns all that stands between the tokens.
fn trivia(input: Input<'_>, tokens: &[scan::Token]) -> Vec<Trivia> {
    let mut trivia = Vec::new();
    let mut at = 0;
    let ends = tokens.iter().map(|token| (token.start, token.end));
    for (start, next) in ends.chain([(input.text.len(), input.text.len())]) {
        gap(input, at, start, &mut trivia);
        at = next;
    }
    trivia
}

/// Takes the bytes between two tokens apart.
fn gap(input: Input<'_>, mut at: usize, end: usize, trivia: &mut Vec<Trivia>) {
    let mut push = |kind, from, to| {
        if from < to {
            trivia.push(Trivia { kind, span: input.span(from, to) });
        }
    };
    while at < end {
        let rest = &input.text[at..end];
        if rest.starts_with('#') {
            let length = rest.find('\n').unwrap_or(rest.len());
            push(TriviaKind::Comment, at, at + length);
            at += length;
            continue;
        }
        let run = &rest[..rest.find('#').unwrap_or(rest.len())];
        let next = at + run.len();
        // The first line break ends the line before, the last one the last empty line.
        let first = if at == 0 { Some(at) } else { run.find('\n').map(|found| at + found) };
        let last = run.rfind('\n').map_or(at, |found| at + found + 1);
        match first {
            None => push(TriviaKind::Space, at, next),
            Some(first) => {
                let after = if at == 0 { at } else { first + 1 };
                push(TriviaKind::Space, at, first);
                push(TriviaKind::LineBreak, first, after);
                push(TriviaKind::BlankLines, after, last);
                push(TriviaKind::Space, last, next);
            }
        }
        at = next;
    }
}

impl ParsedSource {
    /// Returns the trivia that lead a node: the comments and blank lines between the line of the token
    /// before it and its first token. Those that lead a closing bracket stand at the end of what it
    /// closes; those that lead the empty span at the end of the text, behind all.
    pub(crate) fn leading(&self, node: Span) -> impl DoubleEndedIterator<Item = Trivia> {
        let before = self.tokens.partition_point(|token| token.span.start < node.start);
        let previous = before.checked_sub(1).map(|index| self.tokens[index].span);
        let from = previous.map_or(0, |previous| {
            self.trailing(previous).map_or(previous.end, |comment| comment.span.end)
        });
        let start = self.trivia.partition_point(|trivia| trivia.span.start < from);
        let end = self.trivia.partition_point(|trivia| trivia.span.end <= node.start);
        let lead = self.trivia.get(start..end).unwrap_or_default().iter().copied();
        lead.filter(|it| matches!(it.kind, TriviaKind::Comment | TriviaKind::BlankLines))
    }

    /// Returns the comment behind a node on the line where it ends, if nothing but `,` and `;`
    /// stands between them.
    pub(crate) fn trailing(&self, node: Span) -> Option<Trivia> {
        let mut at = node.end;
        loop {
            let index = self.trivia.partition_point(|trivia| trivia.span.start < at);
            match self.trivia.get(index).filter(|trivia| trivia.span.start == at) {
                Some(found) if found.kind == TriviaKind::Comment => return Some(*found),
                Some(found) if found.kind == TriviaKind::Space => at = found.span.end,
                Some(_) => return None,
                None => {
                    let token = self.token_at(at).filter(|token| token.span.start == at)?;
                    if !matches!(self.slice(token.span), "," | ";") {
                        return None;
                    }
                    at = token.span.end;
                }
            }
        }
    }

    /// Returns the comments directly above a node, without their `#`: what it is said to be. An empty
    /// line parts a comment from what is below.
    pub fn comment_above(&self, node: Span) -> Option<String> {
        let lead: Vec<Trivia> = self.leading(node).collect();
        let after = lead.iter().rposition(|trivia| trivia.kind == TriviaKind::BlankLines);
        let above = &lead[after.map_or(0, |index| index + 1)..];
        let line = |trivia: &Trivia| {
            let text = self.slice(trivia.span).trim_start_matches('#');
            text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()
        };
        let lines: Vec<String> = above.iter().map(line).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Returns the token that a byte is in, or that ends there.
    pub(crate) fn token_at(&self, offset: u32) -> Option<Token> {
        let next = self.tokens.partition_point(|token| token.span.end < offset);
        let found = self.tokens.get(next..)?.iter().take(2).rev();
        found.copied().find(|token| token.span.start <= offset && offset <= token.span.end)
    }

    /// Returns the text of a place in this file.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}
