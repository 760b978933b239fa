//! Programs in pictures: monospaced, blanks as boxes with their numbers, below them what the program does.

use crate::explain::Part;
use crate::export::drawing::letters::{self, Weight};
use crate::export::drawing::{Highlight, Ink, Picture, Point, Segment, Stroke};
use crate::export::listing::Printed;
use crate::export::{Context, FamilyBlock};
use crate::model::value::Key;
use crate::program::Piece;

/// The size of letters, from a line to the next, and the same below the program, where no boxes are.
pub(super) const SIZE: f64 = 0.42;
const LINE: f64 = 0.68;
const DENSE: f64 = 0.58;
/// The size of the numbers in boxes.
const NUMBER: f64 = 0.28;
/// How wide a box is at least, in letters.
const NARROWEST: usize = 4;
/// How many lines what comes out may take in one column, and how far columns are apart, in letters.
const ROWS: usize = 6;
const BETWEEN: usize = 4;
/// How wide what stands below the program may be where the program is narrower, and how far a line that goes on is
/// moved in, in letters. So wide are letters of nine points on the narrowest paper.
const WIDEST: usize = 62;
const INDENT: usize = 4;

/// A text of a program.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CodeText {
    /// Where its baseline begins.
    pub(super) at: Point,
    pub(super) text: String,
    pub(super) size: f64,
    pub(super) ink: Ink,
    /// Whether it says what may be filled in and what comes out.
    pub(super) is_task: bool,
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
    let mut writer = Writer { picture, y: SIZE, is_task: false };
    if !printed.title().is_empty() {
        writer.line(&format!("# {}", printed.title()), LINE);
    }
    let mut widest = WIDEST;
    let mut boxes = Vec::new();
    for line in &printed.listing.lines {
        let mut x = 0.0;
        for piece in line {
            match piece {
                Piece::Text(text) | Piece::Token(_, Some(text)) => {
                    x = writer.text(x, text, Ink::Given)
                }
                Piece::Token(token, None) => {
                    // The number stands before the word.
                    let number = (boxes.len() + 1).to_string();
                    let width = (printed.widest(*token) + number.len()).max(NARROWEST);
                    let at = printed.blanks.get(boxes.len()).copied();
                    let word =
                        entered.zip(at).and_then(|(block, at)| block.token(context.instance, at));
                    boxes.push(writer.blank(x, &number, width, word.as_deref()));
                    x += width as f64 * letter();
                }
            }
        }
        widest = widest.max((x / letter()).ceil() as usize);
        writer.y += LINE;
    }
    writer.is_task = true;
    writer.y += LINE / 2.0;
    let choices = printed.choices();
    choices.iter().flat_map(|line| wrapped(line, widest)).for_each(|it| writer.line(&it, DENSE));
    writer.y += LINE / 2.0;
    writer.columns(&printed.examples(), widest);
    boxes
}

/// Returns a text in lines of so many letters, those that go on moved in. Lines end between words, in quotes only
/// where nothing else is left; a word that is too long alone stays as it is.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut rest, mut indent) = (text, 0);
    while rest.chars().count() + indent > most {
        let Some(end) = line_end(rest, most.saturating_sub(indent)) else { break };
        lines.push(format!("{:indent$}{}", "", &rest[..end]));
        (rest, indent) = (&rest[end + 1..], INDENT);
    }
    lines.push(format!("{:indent$}{rest}", ""));
    lines
}

/// Returns where the last blank is that ends a line of at most so many letters.
fn line_end(text: &str, most: usize) -> Option<usize> {
    let (mut quote, mut is_escaped) = (None, false);
    let (mut apart, mut quoted, mut before) = (None, None, ' ');
    for (count, (at, symbol)) in text.char_indices().enumerate() {
        if count > most {
            break;
        }
        match (symbol, quote) {
            // A value stays with its key.
            (' ', None) if at > 0 && before != ':' => apart = Some(at),
            (' ', Some(_)) => quoted = Some(at),
            ('\'' | '"', None) => quote = Some(symbol),
            (_, Some(open)) if open == symbol && !is_escaped => quote = None,
            _ => {}
        }
        is_escaped = symbol == '\\' && !is_escaped;
        before = symbol;
    }
    apart.or(quoted)
}

/// Returns how many columns lines of a width stand in: no more than there is something to put in, and than fit.
fn columns(lines: &[String], most: usize) -> usize {
    let width = |columns: &usize| -> usize {
        let of_column = |column: &[String]| {
            column.iter().map(|line| line.chars().count() + BETWEEN).max().unwrap_or(0)
        };
        lines.chunks(lines.len().div_ceil(*columns).max(1)).map(of_column).sum()
    };
    let wanted = lines.len().div_ceil(ROWS).max(1);
    (2..=wanted).rev().find(|columns| width(columns) <= most + BETWEEN).unwrap_or(1)
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
    is_task: bool,
}

impl Writer<'_> {
    fn line(&mut self, text: &str, height: f64) {
        self.text(0.0, text, Ink::Given);
        self.y += height;
    }

    /// Writes a text and returns where it ends.
    fn text(&mut self, x: f64, text: &str, ink: Ink) -> f64 {
        let (at, text, is_task) = ((x, self.y), text.to_owned(), self.is_task);
        let end = x + text.chars().count() as f64 * letter();
        self.picture.code.push(CodeText { at, text, size: SIZE, ink, is_task });
        end
    }

    /// Draws a box of this many letters with a number, and returns its corners.
    fn blank(&mut self, x: f64, number: &str, width: usize, word: Option<&str>) -> [Point; 4] {
        let (left, right) = (x + 0.02, x + width as f64 * letter() - 0.02);
        let (top, bottom) = (self.y - SIZE * 1.02, self.y + SIZE * 0.32);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        for (position, from) in corners.iter().enumerate() {
            let to = corners[(position + 1) % 4];
            self.picture.segments.push(Segment { from: *from, to, stroke: Stroke::Thin });
        }
        let at = (left + 0.03, top + NUMBER * 0.85);
        let text = number.to_owned();
        let code = CodeText { at, text, size: NUMBER, ink: Ink::Given, is_task: false };
        let before = 0.07 + code.width();
        self.picture.code.push(code);
        if let Some(word) = word {
            let room = (width - word.chars().count().min(width)) as f64 * letter();
            self.text(x + (room * 0.65).max(before).min(room), word, Ink::Entered);
        }
        corners
    }

    /// Writes lines, in columns where there are many and all fit beside each other in so many letters.
    fn columns(&mut self, lines: &[String], most: usize) {
        let columns = columns(lines, most);
        let (mut x, top) = (0.0, self.y);
        let mut lowest = top;
        for column in lines.chunks(lines.len().div_ceil(columns).max(1)) {
            self.y = top;
            let column: Vec<String> = column.iter().flat_map(|it| wrapped(it, most)).collect();
            let widest = column.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            column.iter().for_each(|line| {
                self.text(x, line, Ink::Given);
                self.y += DENSE;
            });
            x += (widest + BETWEEN) as f64 * letter();
            lowest = lowest.max(self.y);
        }
        self.y = lowest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_calls_go_on_below_and_are_torn_in_no_text() {
        assert_eq!(wrapped("f(1) -> 2", 9), ["f(1) -> 2"]);
        assert_eq!(wrapped("f([1, 2], 3) -> 4", 11), ["f([1, 2],", "    3) -> 4"]);
        assert_eq!(wrapped("f('a b', 'c') -> 1", 10), ["f('a b',", "    'c')", "    -> 1"]);
        assert_eq!(wrapped("f({1: 2, 3: 4})", 12), ["f({1: 2,", "    3: 4})"]);
        // Nothing but a text is left, which is then torn.
        assert_eq!(wrapped("'ab cd ef'", 7), ["'ab cd", "    ef'"]);
        assert_eq!(wrapped("abcdefgh", 4), ["abcdefgh"]);
    }

    #[test]
    fn columns_are_only_as_many_as_fit() {
        let lines = |width: usize| vec!["x".repeat(width); 12];
        assert_eq!(columns(&lines(10), 24), 2);
        assert_eq!(columns(&lines(11), 24), 1);
        assert_eq!(columns(&lines(10)[..6], 24), 1);
        assert_eq!(columns(&[], 24), 1);
    }
}
