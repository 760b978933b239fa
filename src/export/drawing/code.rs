//! Programs in pictures: monospaced, blanks as boxes with their numbers, below them what the program does.

use crate::drawing::letters::{self, Weight};
use crate::drawing::{Highlight, Ink, Picture, Point, Segment, Stroke};
use crate::listing::Printed;
use crate::{Context, FamilyBlock};
use puzgen_explain::Part;
use puzgen_model::value::Key;
use puzgen_program::Piece;

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

/// A program with its blanks, and what it does, as texts.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramText {
    /// What it does, in words; may be empty.
    pub title: String,
    /// The pieces of each line.
    pub lines: Vec<Vec<CodePiece>>,
    /// What may stand in the blanks.
    pub words: Vec<String>,
    /// What comes out.
    pub calls: Vec<String>,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum CodePiece {
    /// Text that is there.
    Text(String),
    /// A blank.
    Blank {
        /// Its number, from 1.
        number: usize,
        /// Its position among the tokens of its family.
        position: Option<usize>,
        /// How many letters its box is wide.
        width: usize,
        /// What is entered.
        word: Option<String>,
    },
}

impl ProgramText {
    /// The size of its letters, in squares.
    pub const SIZE: f64 = SIZE;

    /// Returns the program of a puzzle, with words in its blanks where some are entered.
    fn new(context: &Context<'_>, printed: &Printed<'_>, entered: &[FamilyBlock<'_>]) -> Self {
        let entered = entered.iter().find(|block| block.words.is_some());
        let mut count = 0;
        let mut piece = |piece: &Piece| match piece {
            Piece::Text(text) | Piece::Token(_, Some(text)) => CodePiece::Text(text.clone()),
            Piece::Token(token, None) => {
                let position = printed.blanks.get(count).copied();
                count += 1;
                let length = count.to_string().len();
                let word =
                    entered.zip(position).and_then(|(it, at)| it.token(context.instance, at));
                CodePiece::Blank {
                    number: count,
                    position,
                    // The number stands before the word.
                    width: (printed.widest(*token) + length).max(NARROWEST),
                    word,
                }
            }
        };
        let lines = printed.listing.lines.iter();
        let lines = lines.map(|line| line.iter().map(&mut piece).collect()).collect();
        let (words, calls) = (printed.choices(), printed.examples());
        Self { title: printed.title().to_owned(), lines, words, calls }
    }

    /// Returns all of it as a text, blanks with their numbers or words.
    pub(crate) fn plain(&self) -> String {
        let piece = |piece: &CodePiece| match piece {
            CodePiece::Text(text) | CodePiece::Blank { word: Some(text), .. } => text.clone(),
            CodePiece::Blank { number, word: None, .. } => format!("__{number}__"),
        };
        let title = (!self.title.is_empty()).then(|| format!("# {}", self.title));
        let lines = self.lines.iter().map(|line| line.iter().map(piece).collect());
        let rest = self.words.iter().chain(&self.calls).cloned();
        title.into_iter().chain(lines).chain(rest).collect::<Vec<String>>().join("\n")
    }

    /// Returns what may stand in the blanks, in lines that can be read.
    pub fn word_lines(&self) -> Vec<String> {
        self.words.iter().flat_map(|line| wrapped(line, WIDEST)).collect()
    }

    /// Returns what comes out, in lines that can be read.
    pub fn call_lines(&self) -> Vec<String> {
        self.calls.iter().flat_map(|line| wrapped(line, WIDEST)).collect()
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
    let code = ProgramText::new(context, printed, entered);
    let mut writer = Writer { picture, y: SIZE, is_task: false };
    if !code.title.is_empty() {
        writer.line(&format!("# {}", code.title), LINE);
    }
    let mut widest = WIDEST;
    let mut boxes = Vec::new();
    for line in &code.lines {
        let mut x = 0.0;
        for piece in line {
            match piece {
                CodePiece::Text(text) => x = writer.text(x, text, Ink::Given),
                CodePiece::Blank { number, width, word, .. } => {
                    boxes.push(writer.blank(x, &number.to_string(), *width, word.as_deref()));
                    x += *width as f64 * letter();
                }
            }
        }
        widest = widest.max((x / letter()).ceil() as usize);
        writer.y += LINE;
    }
    writer.is_task = true;
    writer.y += LINE / 2.0;
    let words = code.words.iter();
    words.flat_map(|line| wrapped(line, widest)).for_each(|it| writer.line(&it, DENSE));
    writer.y += LINE / 2.0;
    writer.columns(&code.calls, widest);
    {
        picture.program = Some(code);
    }
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
