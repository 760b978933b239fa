//! Texts of boards and their pieces, each with the place where it stands; and what was read from one.

use puzgen_base::source::{FileId, Span};
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::ParsedBoard;
use puzgen_model::tokens::EMPTY;

/// A text and where it stands in its file.
#[derive(Debug, Clone, Copy)]
pub struct BoardText<'t> {
    /// The text.
    pub text: &'t str,
    /// The file.
    pub file: FileId,
    /// The byte of the file where the text starts.
    pub offset: usize,
}

impl BoardText<'_> {
    pub(super) fn span(self) -> Span {
        Span::new(self.file, self.offset, self.offset + self.text.len())
    }
}

/// What a text said: clues, and the answer where it was given too.
#[derive(Debug, Clone)]
pub struct BoardInput {
    /// The clues.
    pub board: ParsedBoard,
    /// Values of the answer, by storage position; where several were given, of the last one.
    pub answer: Vec<Option<i64>>,
    /// The answers before the last one.
    pub other_answers: Vec<Vec<Option<i64>>>,
    /// The number of solutions that the text claims.
    pub solutions: Option<u64>,
}

impl BoardInput {
    pub(super) fn empty(instance: &Instance<'_>, span: Span) -> Self {
        Self {
            board: ParsedBoard::empty(instance, span),
            answer: vec![None; instance.answer_count],
            other_answers: Vec::new(),
            solutions: None,
        }
    }

    /// Returns the answers that were given, in order.
    pub fn answers(&self) -> impl Iterator<Item = &[Option<i64>]> {
        let last = Some(&self.answer).filter(|answer| answer.iter().any(Option::is_some));
        self.other_answers.iter().chain(last).map(Vec::as_slice)
    }
}

/// A token's value and place, `None` for an empty square; the value is `None` for `?`.
pub(super) type Read = Option<(Option<i64>, Span)>;

/// A piece of text with the byte of the file it starts at.
#[derive(Clone, Copy)]
pub(super) struct TextPiece<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl<'t> TextPiece<'t> {
    pub(super) fn trimmed(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        Self { text: self.text.trim(), at: self.at + start }
    }

    pub(super) fn split(self, on: char) -> Vec<Self> {
        let mut at = self.at;
        let mut pieces = Vec::new();
        for text in self.text.split(on) {
            pieces.push(Self { text, at }.trimmed());
            at += text.len() + on.len_utf8();
        }
        pieces
    }

    /// Returns what stands before and after the first `on`.
    pub(super) fn split_once(self, on: char) -> Option<(Self, Self)> {
        let (before, after) = self.text.split_once(on)?;
        let at = self.at + self.text.len() - after.len();
        Some((Self { text: before, ..self }.trimmed(), Self { text: after, at }.trimmed()))
    }

    pub(super) fn words(self) -> Vec<Self> {
        let base = self.text.as_ptr() as usize;
        self.text
            .split_whitespace()
            .map(|word| Self { text: word, at: self.at + (word.as_ptr() as usize - base) })
            .collect()
    }

    /// Returns the texts of its places: between blanks, or between commas, where nothing is an empty place.
    pub(super) fn places(self) -> Vec<Self> {
        if !self.text.contains(',') {
            return self.words();
        }
        let place = |piece: Self| {
            let inner = piece.text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            match inner.unwrap_or(piece.text) {
                "" => Self { text: EMPTY, ..piece },
                text => Self { text, at: piece.at + usize::from(inner.is_some()) },
            }
        };
        self.split(',').into_iter().map(place).collect()
    }

    pub(super) fn span(self, file: FileId) -> Span {
        Span::new(file, self.at, self.at + self.text.len())
    }
}

/// Returns whether a board is written as a JSON object or a YAML document.
pub fn is_object(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{') || text.starts_with("---\n") || text.starts_with("schema:")
}

/// Returns whether the line only draws a border, such as `---+---`.
pub(super) fn is_border(line: &str) -> bool {
    line.len() >= 3
        && line.contains(['-', '='])
        && line.chars().all(|char| matches!(char, '-' | '+' | '=' | '|'))
        && (line.contains("--") || line.contains("=="))
}

pub(super) fn characters(piece: TextPiece<'_>) -> Vec<TextPiece<'_>> {
    piece
        .text
        .char_indices()
        .filter(|(_, char)| !char.is_whitespace() && *char != '|')
        .map(|(at, char)| TextPiece {
            text: &piece.text[at..at + char.len_utf8()],
            at: piece.at + at,
        })
        .collect()
}

/// Returns whether a line says something: it is not empty, and no remark.
pub(super) fn is_content(line: &TextPiece<'_>) -> bool {
    !line.text.is_empty() && !line.text.starts_with('#')
}
