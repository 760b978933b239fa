//! Places in a script: from rhai's lines and columns to spans, and texts that are written in a call.

use rhai::Position;

use puzgen_base::source::{FileId, Span};

/// A script and where its lines begin.
#[derive(Debug)]
pub(super) struct Places {
    file: FileId,
    text: std::sync::Arc<str>,
    lines: Vec<usize>,
}

impl Places {
    pub(super) fn new(file: FileId, text: std::sync::Arc<str>) -> Self {
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = [0].into_iter().chain(starts).collect();
        Self { file, text, lines }
    }

    /// Returns the byte of a position; the end of the text where there is none.
    fn byte(&self, position: Position) -> usize {
        let Some(line) = position.line().and_then(|line| self.lines.get(line - 1)) else {
            return self.text.len();
        };
        let column = position.position().map_or(0, |column| column.saturating_sub(1));
        let rest = &self.text[*line..];
        rest.char_indices().nth(column).map_or(self.text.len(), |(at, _)| line + at)
    }

    /// Returns the token at a position: a word, a literal, or one character.
    pub(super) fn token(&self, position: Position) -> Span {
        let start = self.byte(position);
        let rest = &self.text[start..];
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        let length = match rest.find(|char: char| !is_word(char)) {
            Some(0) => literal(rest).map_or_else(
                || rest.chars().next().map_or(0, char::len_utf8),
                |literal| literal.length,
            ),
            Some(end) => end,
            None => rest.len(),
        };
        Span::new(self.file, start, start + length)
    }

    /// Returns the name of a function where it is defined.
    pub(super) fn function(&self, name: &str) -> Span {
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        let found = self.text.match_indices(name).find(|(at, _)| {
            let before = self.text[..*at].trim_end();
            let after = self.text[at + name.len()..].chars().next();
            before.ends_with("fn") && before.len() < *at && !after.is_some_and(is_word)
        });
        let start = found.map_or(0, |(at, _)| at);
        Span::new(self.file, start, start + found.map_or(0, |(_, name)| name.len()))
    }

    /// Returns the texts that are written in the parentheses of the call at a position, from left
    /// to right, each with the place of what it says.
    pub(super) fn texts(&self, position: Position) -> Vec<Span> {
        let mut texts = Vec::new();
        let mut at = self.token(position).end as usize;
        let mut depth = 0;
        while let Some(next) = self.text[at..].chars().next() {
            let rest = &self.text[at..];
            if let Some(literal) = literal(rest) {
                if let Some((start, end)) = literal.inner {
                    texts.push(Span::new(self.file, at + start, at + end));
                }
                at += literal.length;
                continue;
            }
            at += next.len_utf8();
            match next {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 && !next.is_whitespace() {
                break;
            }
        }
        texts
    }
}

/// A comment, character or text at the start of a text.
struct Literal {
    length: usize,
    /// What the text says, where it is written as it is.
    inner: Option<(usize, usize)>,
}

fn literal(rest: &str) -> Option<Literal> {
    let plain = |length| Some(Literal { length, inner: None });
    if rest.starts_with("//") {
        return plain(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return plain(rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
    if hashes > 0 && rest[hashes..].starts_with('"') {
        let closing = format!("\"{}", &rest[..hashes]);
        let start = hashes + 1;
        let end = rest[start..].find(&closing).map_or(rest.len(), |end| start + end);
        let length = (end + closing.len()).min(rest.len());
        return Some(Literal { length, inner: Some((start, end)) });
    }
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    let mut is_plain = quote != '\'';
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' if quote != '`' => {
                is_plain = false;
                chars.next();
            }
            '$' if quote == '`' && rest[at + 1..].starts_with('{') => is_plain = false,
            _ if char == quote => {
                // The line break after an opening "`" is not part of the text.
                let start = if quote == '`' && rest[1..].starts_with('\n') { 2 } else { 1 };
                let inner = is_plain.then_some((start.min(at), at));
                return Some(Literal { length: at + 1, inner });
            }
            _ => {}
        }
    }
    plain(rest.len())
}
