//! Sentences with formulas as what is drawn of them: lines of boxes, each with texts and strokes in place.
//!
//! # Units
//! Squares; `(0, 0)` of a box is where its baseline begins, y grows downwards.

use crate::drawing::Point;
use crate::drawing::letters::{self, Weight};
use puzgen_model::formula::{Node, Piece};

/// What is drawn of a formula.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Stroke {
    /// A text of this size, from this point of its baseline.
    Text(Point, String, f64),
    /// A line of this width.
    Line(Point, Point, f64),
}

/// Something laid out.
#[derive(Debug, Clone, Default)]
pub(super) struct Boxed {
    pub(super) width: f64,
    pub(super) ascent: f64,
    pub(super) descent: f64,
    pub(super) strokes: Vec<Stroke>,
}

/// How far letters reach above and below their baseline, and the height of a minus, in heights of letters.
const ASCENT: f64 = 0.76;
const DESCENT: f64 = 0.2;
const AXIS: f64 = 0.31;
/// How much smaller what stands in a fraction is, and what stands above or below a line of text.
const IN_FRACTION: f64 = 0.85;
const SCRIPT: f64 = 0.7;
/// Room beside an operator, and width of strokes.
const BESIDE: f64 = 0.24;
const STROKE: f64 = 0.055;

impl Boxed {
    fn text(text: &str, size: f64) -> Self {
        Self {
            width: letters::width(text, Weight::Regular) * size,
            ascent: ASCENT * size,
            descent: DESCENT * size,
            strokes: vec![Stroke::Text((0.0, 0.0), text.to_owned(), size)],
        }
    }

    fn line(&mut self, from: Point, to: Point, width: f64) {
        self.strokes.push(Stroke::Line(from, to, width));
    }

    /// Adds a box, moved by so much; texts that go on where one ends become one.
    fn put(&mut self, other: Self, (right, down): Point) {
        self.width = self.width.max(right + other.width);
        self.ascent = self.ascent.max(other.ascent - down);
        self.descent = self.descent.max(other.descent + down);
        for mut stroke in other.strokes {
            stroke.shift(right, down);
            self.strokes.push(stroke);
        }
    }

    fn append(&mut self, other: Self, gap: f64) {
        let right = self.width + gap;
        self.put(other, (right, 0.0));
        self.width = self.width.max(right);
    }

    /// Adds words behind a blank, as one text where a text stands before it.
    fn append_words(&mut self, words: &str, size: f64) {
        if let Some(Stroke::Text(at, text, before)) = self.strokes.last_mut()
            && *before == size
            && at.1 == 0.0
            && (at.0 + letters::width(text, Weight::Regular) * size - self.width).abs() < 1e-9
        {
            text.push_str(words);
            self.width = at.0 + letters::width(text, Weight::Regular) * size;
            return;
        }
        self.append(Self::text(words, size), 0.0);
    }
}

impl Stroke {
    pub(super) fn shift(&mut self, right: f64, down: f64) {
        let shift = |at: &mut Point| *at = (at.0 + right, at.1 + down);
        match self {
            Self::Text(at, ..) => shift(at),
            Self::Line(from, to, _) => [from, to].into_iter().for_each(shift),
        }
    }
}

/// Returns a formula with letters of a size.
pub(super) fn row(nodes: &[Node], size: f64) -> Boxed {
    let mut row = Boxed { ascent: ASCENT * size, descent: DESCENT * size, ..Boxed::default() };
    for node in nodes {
        match node {
            Node::Number(text) | Node::Name(text) | Node::Word(text) => {
                row.append(Boxed::text(text, size), 0.0);
            }
            Node::Sign(sign) if sign == " " => row.width += 0.2 * size,
            Node::Sign(sign) => row.append(Boxed::text(sign, size), 0.0),
            Node::Operator(sign) if sign == "," => {
                row.append(Boxed::text(sign, size), 0.0);
                row.width += BESIDE * size;
            }
            Node::Operator(sign) => {
                let gap = if row.width > 0.0 { BESIDE * size } else { 0.0 };
                row.append(Boxed::text(sign, size), gap);
                row.width += BESIDE * size;
            }
            Node::Fraction(above, below) => row.append(fraction(above, below, size), 0.06 * size),
            Node::Root(inner) => row.append(root(inner, size), 0.04 * size),
            Node::Above(inner) => script(&mut row, inner, size, -0.38),
            Node::Below(inner) => script(&mut row, inner, size, 0.18),
            Node::Brackets(inner) => brackets(&mut row, inner, size),
        }
    }
    row
}

fn script(row: &mut Boxed, nodes: &[Node], size: f64, down: f64) {
    let at = (row.width + 0.02 * size, down * size);
    row.put(self::row(nodes, size * SCRIPT), at);
}

fn fraction(above: &[Node], below: &[Node], size: f64) -> Boxed {
    let (above, below) = (row(above, size * IN_FRACTION), row(below, size * IN_FRACTION));
    let width = above.width.max(below.width) + 0.16 * size;
    let (axis, gap) = (-AXIS * size, 0.12 * size);
    let mut out = Boxed { width, ..Boxed::default() };
    out.line((0.0, axis), (width, axis), STROKE * size);
    let at = ((width - above.width) / 2.0, axis - gap - above.descent * 0.6);
    out.put(above, at);
    let at = ((width - below.width) / 2.0, axis + gap + below.ascent);
    out.put(below, at);
    out.width = width + 0.06 * size;
    out
}

fn root(inner: &[Node], size: f64) -> Boxed {
    let inner = row(inner, size);
    let (top, foot) = (-inner.ascent - 0.08 * size, inner.descent * 0.4);
    let (left, width) = (0.5 * size, STROKE * size);
    let mut out = Boxed::default();
    let points = [
        (0.02 * size, -0.28 * size),
        (0.14 * size, -0.36 * size),
        (0.27 * size, foot),
        (left - 0.04 * size, top),
        (left + inner.width + 0.04 * size, top),
    ];
    for pair in points.windows(2) {
        out.line(pair[0], pair[1], width);
    }
    out.put(inner, (left, 0.0));
    out.ascent = out.ascent.max(-top + width);
    out.width += 0.1 * size;
    out
}

fn brackets(row: &mut Boxed, inner: &[Node], size: f64) {
    let inner = self::row(inner, size);
    let height = inner.ascent.max(inner.descent + 2.0 * AXIS * size) + inner.descent;
    let tall = (height / ((ASCENT + DESCENT) * size)).max(1.0);
    // Centred on the height of a minus, whatever their size.
    let down = (AXIS * tall - AXIS) * size;
    for (number, sign) in ["(", ")"].into_iter().enumerate() {
        let at = (row.width, down);
        row.put(Boxed::text(sign, size * tall), at);
        if number == 0 {
            row.append(inner.clone(), 0.0);
        }
    }
}

/// How wide a formula is at most that stands on one line, in sizes of letters: `b = ?` is not torn.
const SHORT: f64 = 8.0;

/// A part of a sentence that no line ends in.
struct Chunk {
    content: Content,
    /// Whether a line may end before it.
    may_break: bool,
    /// Whether a line must end before it.
    must_break: bool,
    /// Room before it where no line ends.
    gap: f64,
}

enum Content {
    Words(String),
    Formula(Boxed),
}

/// Returns a sentence in lines that are not wider than so much, with letters of a size. What is too wide alone stands
/// alone.
pub(super) fn lines(pieces: &[Piece], size: f64, most: f64) -> Vec<Boxed> {
    let mut lines = vec![Boxed::default()];
    for group in unbroken(chunks(pieces, size)) {
        let width: f64 = group.iter().map(|chunk| chunk.width(size) + chunk.gap).sum();
        let Some(first) = group.first() else { continue };
        let line = lines.last().map_or(0.0, |line| line.width);
        let is_new = first.must_break || line > 0.0 && line + width > most + 1e-9;
        if is_new {
            lines.push(Boxed::default());
        }
        let Some(line) = lines.last_mut() else { continue };
        for (number, chunk) in group.into_iter().enumerate() {
            let gap = if number == 0 && line.width == 0.0 { 0.0 } else { chunk.gap };
            match chunk.content {
                Content::Words(words) if gap > 0.0 => line.append_words(&format!(" {words}"), size),
                Content::Words(words) => line.append_words(&words, size),
                Content::Formula(formula) => line.append(formula, gap),
            }
        }
    }
    lines
}

impl Chunk {
    fn width(&self, size: f64) -> f64 {
        match &self.content {
            Content::Words(words) => letters::width(words, Weight::Regular) * size,
            Content::Formula(formula) => formula.width,
        }
    }
}

/// Returns groups of chunks between which lines may end.
fn unbroken(chunks: Vec<Chunk>) -> Vec<Vec<Chunk>> {
    let mut groups: Vec<Vec<Chunk>> = Vec::new();
    for chunk in chunks {
        match groups.last_mut().filter(|_| !chunk.may_break) {
            Some(group) => group.push(chunk),
            None => groups.push(vec![chunk]),
        }
    }
    groups
}

fn chunks(pieces: &[Piece], size: f64) -> Vec<Chunk> {
    let blank = letters::width(" ", Weight::Regular) * size;
    let mut chunks = Vec::new();
    let mut is_open = false;
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                for (number, word) in text.split([' ', '\n']).enumerate() {
                    let is_apart = number > 0 || is_open;
                    is_open = word.is_empty() && is_apart;
                    if word.is_empty() {
                        continue;
                    }
                    chunks.push(Chunk {
                        content: Content::Words(word.to_owned()),
                        may_break: is_apart,
                        must_break: is_behind_end(text, word),
                        gap: if is_apart { blank } else { 0.0 },
                    });
                }
            }
            Piece::Formula(nodes) => {
                let is_short = row(nodes, size).width < SHORT * size;
                for (number, part) in relations(nodes).into_iter().enumerate() {
                    let is_apart = number > 0 || is_open;
                    let gap = if number > 0 { BESIDE * size } else { blank };
                    chunks.push(Chunk {
                        content: Content::Formula(row(part, size)),
                        may_break: is_apart && (number == 0 || !is_short),
                        must_break: false,
                        gap: if is_apart { gap } else { 0.0 },
                    });
                }
                is_open = false;
            }
        }
    }
    chunks
}

/// Returns whether a word, a part of this text, begins a line of it.
fn is_behind_end(text: &str, word: &str) -> bool {
    let at = word.as_ptr() as usize - text.as_ptr() as usize;
    text[..at].ends_with('\n')
}

/// Returns a formula in parts that begin with relations.
fn relations(nodes: &[Node]) -> Vec<&[Node]> {
    let is_relation =
        |node: &Node| matches!(node, Node::Operator(sign) if !"+−·±,".contains(sign.as_str()));
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, node) in nodes.iter().enumerate() {
        if at > start && is_relation(node) {
            parts.push(&nodes[start..at]);
            start = at;
        }
    }
    parts.push(&nodes[start..]);
    parts
}
