//! From text to the syntax tree of the parser, bounded before the parser sees it. The parser is used here and in
//! `compile/` only.

use std::ops::Range;

use ruff_python_ast::token::{Token, TokenKind, Tokens};
use ruff_python_ast::{ModModule, Stmt};
use ruff_python_parser::Parsed;
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::fault::Fault;

/// How long a text may be, in bytes. Chains such as `a.b.c` nest as deep as they are long.
const LONGEST: usize = 4_000;

/// How many words that nest to the right (`else`, `**`, `not`, `lambda`) a text may have.
const MOST_NESTING: usize = 60;

/// How many brackets and signs may stand before one value.
const MOST_PREFIXES: usize = 24;

/// How deep brackets may be nested.
const DEEPEST: usize = 24;

/// A text that the parser accepts.
pub(super) struct Source {
    parsed: Parsed<ModModule>,
}

impl Source {
    /// Reads a text.
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        bound(text)?;
        let parsed = ruff_python_parser::parse_module(text).map_err(|error| Fault {
            span: span(error.location),
            what: format!("this is no Python: {}", lowered(&error.error.to_string())),
            help: "`python3` says more about it".to_owned(),
        })?;
        Ok(Self { parsed })
    }

    /// Returns the statements.
    pub(super) fn statements(&self) -> &[Stmt] {
        &self.parsed.syntax().body
    }

    fn tokens(&self) -> &Tokens {
        self.parsed.tokens()
    }

    /// Returns the first token at or after a place that says something.
    pub(super) fn next(&self, place: TextSize) -> Option<&Token> {
        let tokens = self.tokens();
        let from = tokens.partition_point(|token| token.start() < place);
        tokens[from..].iter().find(|token| !is_trivia(token.kind()))
    }

    /// Returns the last token before a place that says something.
    pub(super) fn previous(&self, place: TextSize) -> Option<&Token> {
        let tokens = self.tokens();
        let to = tokens.partition_point(|token| token.start() < place);
        tokens[..to].iter().rev().find(|token| !is_trivia(token.kind()))
    }

    /// Returns the operator between two operands: the first token after the left one and its parentheses, and the one
    /// after it for `not in` and `is not`.
    pub(super) fn operator(&self, left: TextRange) -> TextRange {
        let mut place = left.end();
        while let Some(token) = self.next(place) {
            if token.kind() != TokenKind::Rpar {
                return self.whole_operator(token);
            }
            place = token.end();
        }
        TextRange::empty(left.end())
    }

    fn whole_operator(&self, first: &Token) -> TextRange {
        let second = match first.kind() {
            TokenKind::Not => TokenKind::In,
            TokenKind::Is => TokenKind::Not,
            _ => return first.range(),
        };
        match self.next(first.end()) {
            Some(token) if token.kind() == second => first.range().cover(token.range()),
            _ => first.range(),
        }
    }

    /// Returns whether an operand that follows an operator stands in parentheses of its own.
    pub(super) fn is_parenthesized(&self, operand: TextRange) -> bool {
        self.previous(operand.start()).is_some_and(|token| token.kind() == TokenKind::Lpar)
    }
}

fn is_trivia(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Comment | TokenKind::NonLogicalNewline)
}

/// Returns the bytes of a range.
pub(super) fn span(range: TextRange) -> Range<usize> {
    range.start().to_usize()..range.end().to_usize()
}

fn lowered(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    let line: String = first.into_iter().chain(letters).collect();
    line.trim_end_matches('.').replace('\n', " ")
}

/// Refuses what would make the parser, or what walks its tree, recurse deeply. Texts within quotes count, too, which
/// refuses a few that would be harmless.
fn bound(text: &str) -> Result<(), Fault> {
    let refuse = |place: usize, what: &str| {
        let end = text.len().min(place + 1);
        Err(Fault {
            span: place.min(end)..end,
            what: what.to_owned(),
            help: "a shorter program asks as much".to_owned(),
        })
    };
    if text.len() > LONGEST {
        return refuse(0, "this program is longer than 4,000 bytes");
    }
    let nesting = ["else", "**", "not", "lambda", "await", ":="];
    if nesting.iter().map(|word| text.matches(word).count()).sum::<usize>() > MOST_NESTING {
        return refuse(0, "this program nests too much");
    }
    let (mut depth, mut prefixes) = (0usize, 0usize);
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => (depth, prefixes) = (depth + 1, prefixes + 1),
            b')' | b']' | b'}' => (depth, prefixes) = (depth.saturating_sub(1), 0),
            b'-' | b'+' | b'~' | b'*' | b'!' => prefixes += 1,
            b' ' | b'\n' | b'\t' | b'\r' | b'\\' | 0x0c => {}
            _ => prefixes = 0,
        }
        if depth > DEEPEST || prefixes > MOST_PREFIXES {
            return refuse(place, "this nests too deep");
        }
    }
    Ok(())
}
