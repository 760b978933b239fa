//! Programs in pictures: monospaced, blanks as boxes with their numbers, below them what the program does.

use crate::explain::Part;
use crate::export::drawing::letters::{self, Weight};
use crate::export::drawing::{Highlight, Ink, Picture, Point, Segment, Stroke};
use crate::export::listing::Printed;
use crate::export::{Context, FamilyBlock};
use crate::model::value::Key;
use crate::program::Piece;

/// The size of letters, and from a line to the next.
const SIZE: f64 = 0.42;
const LINE: f64 = 0.68;
/// The size of the numbers in boxes.
const NUMBER: f64 = 0.2;
/// How wide a box is at least, in letters.
const NARROWEST: usize = 4;
/// How many lines what comes out may take in one column, and how far columns are apart, in letters.
const ROWS: usize = 6;
const BETWEEN: usize = 4;

/// A text of a program.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CodeText {
    /// Where its baseline begins.
    pub(super) at: Point,
    pub(super) text: String,
    pub(super) size: f64,
    pub(super) ink: Ink,
}

impl CodeText {
    /// Returns how wide it is.
    pub(super) fn width(&self) -> f64 {
        letters::width(&self.text, Weight::Mono) * self.size
    }
}

fn letter() -> f64 {
    letters::width("0", Weight::Mono) * SIZE
}

/// Draws the program of a puzzle, where it has one, with words in its blanks. Returns the corners of each blank's
/// box, in the order of the blanks.
pub(super) fn draw(
    context: &Context<'_>,
    printed: &Printed<'_>,
    entered: &[FamilyBlock<'_>],
    picture: &mut Picture,
) -> Vec<[Point; 4]> {
    let entered = entered.iter().find(|block| block.words.is_some());
    let mut writer = Writer { picture, y: SIZE };
    if !printed.title().is_empty() {
        writer.line(&format!("# {}", printed.title()));
    }
    let mut boxes = Vec::new();
    for line in &printed.listing.lines {
        let mut x = 0.0;
        for piece in line {
            match piece {
                Piece::Text(text) | Piece::Token(_, Some(text)) => {
                    x = writer.text(x, text, Ink::Given)
                }
                Piece::Token(token, None) => {
                    let width = (printed.widest(*token) + 1).max(NARROWEST);
                    let at = printed.blanks.get(boxes.len()).copied();
                    let word =
                        entered.zip(at).and_then(|(block, at)| block.token(context.instance, at));
                    boxes.push(writer.blank(x, boxes.len() + 1, width, word.as_deref()));
                    x += width as f64 * letter();
                }
            }
        }
        writer.y += LINE;
    }
    writer.y += LINE / 2.0;
    printed.choices().iter().for_each(|line| writer.line(line));
    writer.y += LINE / 2.0;
    writer.columns(&printed.examples());
    boxes
}

/// Marks the boxes of the blanks that a step points at.
pub(super) fn highlight(
    printed: &Printed<'_>,
    boxes: &[[Point; 4]],
    points: &[(Key, Part)],
    picture: &mut Picture,
) {
    for (key, part) in points {
        let number = printed.blanks.iter().position(|at| printed.keys.get(*at) == Some(key));
        if let Some(corners) = number.and_then(|number| boxes.get(number)) {
            picture.highlights.push(Highlight { shape: corners.to_vec(), part: *part });
        }
    }
    picture.highlights.sort_by_key(|highlight| highlight.part);
}

/// Writes line by line.
struct Writer<'p> {
    picture: &'p mut Picture,
    y: f64,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.text(0.0, text, Ink::Given);
        self.y += LINE;
    }

    /// Writes a text and returns where it ends.
    fn text(&mut self, x: f64, text: &str, ink: Ink) -> f64 {
        let code = CodeText { at: (x, self.y), text: text.to_owned(), size: SIZE, ink };
        let end = x + text.chars().count() as f64 * letter();
        self.picture.code.push(code);
        end
    }

    /// Draws a box of this many letters with a number, and returns its corners.
    fn blank(&mut self, x: f64, number: usize, width: usize, word: Option<&str>) -> [Point; 4] {
        let (left, right) = (x + 0.02, x + width as f64 * letter() - 0.02);
        let (top, bottom) = (self.y - SIZE * 1.02, self.y + SIZE * 0.32);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        for (position, from) in corners.iter().enumerate() {
            let to = corners[(position + 1) % 4];
            self.picture.segments.push(Segment { from: *from, to, stroke: Stroke::Thin });
        }
        let at = (left + 0.04, top + NUMBER * 0.85);
        let text = number.to_string();
        self.picture.code.push(CodeText { at, text, size: NUMBER, ink: Ink::Given });
        if let Some(word) = word {
            // The number stands before it.
            let room = (width - word.chars().count().min(width)) as f64 * letter();
            self.text(x + room * 0.65, word, Ink::Entered);
        }
        corners
    }

    /// Writes lines, in columns where there are many.
    fn columns(&mut self, lines: &[String]) {
        let columns = lines.len().div_ceil(ROWS).max(1);
        let rows = lines.len().div_ceil(columns).max(1);
        let (mut x, top) = (0.0, self.y);
        for column in lines.chunks(rows) {
            self.y = top;
            let widest = column.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            column.iter().for_each(|line| {
                self.text(x, line, Ink::Given);
                self.y += LINE;
            });
            x += (widest + BETWEEN) as f64 * letter();
        }
        self.y = top + rows as f64 * LINE;
    }
}
