//! Drawings: what a player works from, as a picture that knows no file format.
//!
//! ```text
//! Puzzle, Show ─ picture ─▶ Picture: shades, segments, circles, labels ─▶ boxes
//! Picture, Style ─ scene ─▶ Scene: areas, lines, circles, texts in place ─▶ svg ─▶ png
//! ```
//!
//! # Units
//! One is the side of a square; x grows to the right, y downwards, `(0, 0)` is the top left corner
//! of the board.

mod boxes;
mod cages;
mod captions;
mod code;
mod figure;
mod formulas;
mod frame;
mod gaps;
mod labels;
pub mod letters;
mod mark;
mod marks;
mod picture;
mod play;
#[cfg(feature = "png")]
mod png;
mod points;
pub mod scene;
mod ships;
mod spots;
pub mod style;
pub mod svg;
mod table;
mod typeset;

use puzgen_explain::Part;
use puzgen_model::formula::Piece;

pub(super) use boxes::Boxes;
pub use boxes::{Characters, Inked, characters, step_characters};
pub use code::{CodePiece, ProgramText};
pub use figure::label_boxes;
pub use labels::LabelBox;
pub use picture::picture;
pub use play::{Elements, PlacedElement, play};
#[cfg(feature = "png")]
pub(super) use png::Png;
pub(super) use puzgen_board::sides::Side;
pub use scene::{Mark, Scene, scene};
pub(super) use svg::Svg;
pub use svg::step_svg;
pub use typeset::Typeset;

/// A point of the plane.
pub type Point = (f64, f64);

/// Who put something there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ink {
    /// The puzzle.
    Given,
    /// Its solution.
    Entered,
}

/// How a segment is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stroke {
    /// Between squares.
    Thin,
    /// Around the board and its regions.
    Thick,
    /// Within the squares of a cage, along its border.
    Cage,
    /// Through a square with a clue on either side.
    Diagonal,
    /// A line such as the player draws.
    Drawn(Ink),
}

/// A straight line.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) stroke: Stroke,
}

/// Which part of a text is at the point where it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning of its baseline.
    Start,
    /// The middle of its baseline.
    Middle,
    /// The end of its baseline.
    End,
}

/// A text in the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct TextLabel {
    pub(super) at: Point,
    pub(super) text: String,
    pub(super) ink: Ink,
    pub(super) anchor: Anchor,
    /// Whether it leaves room for another one in the same square.
    pub(super) is_small: bool,
    /// Whether it is a node's name, which stands outside of it and may be long.
    pub(super) is_name: bool,
}

/// A circle around a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Circle {
    pub(super) at: Point,
    pub(super) ink: Ink,
    pub(super) is_filled: bool,
    /// Whether it stands between squares.
    pub(super) is_small: bool,
    /// Whether something is written in it.
    pub(super) has_text: bool,
}

/// What stands beside the board, at the end of a row or column; in the order of reading.
#[derive(Debug, Clone, PartialEq)]
pub struct Beside {
    pub(super) side: Side,
    /// The centre of the last square of the line on this side.
    pub(super) at: Point,
    pub(super) texts: Vec<String>,
    /// How many texts stand between it and the board.
    pub(super) depth: usize,
    pub(super) ink: Ink,
}

impl Beside {
    /// Returns how many texts stand between one of these and the board.
    pub(super) fn place(&self, number: usize) -> usize {
        let nearer = match self.side {
            Side::Top | Side::Left => self.texts.len() - 1 - number,
            Side::Bottom | Side::Right => number,
        };
        self.depth + nearer
    }
}

/// A drawing.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// What it is, for those who cannot see it.
    pub(super) title: String,
    /// The sentence that asks for something, with its formulas.
    pub(super) sentence: Vec<Piece>,
    /// Sentences around the board.
    pub(super) captions: Vec<String>,
    /// What stands in the place of a board.
    pub(super) figure: Option<figure::Figure>,
    /// The squares, each as its corners, and whether it is filled.
    pub(super) cells: Vec<(Vec<Point>, Option<Ink>)>,
    pub(super) segments: Vec<Segment>,
    pub(super) dots: Vec<Point>,
    pub(super) circles: Vec<Circle>,
    /// Parts of ships, in the place of what fills their squares or is written there.
    pub(super) ships: Vec<ships::ShipPart>,
    pub(super) labels: Vec<TextLabel>,
    pub(super) beside: Vec<Beside>,
    /// What a step points at, what matters most last.
    pub(super) highlights: Vec<Highlight>,
    /// The texts of a program.
    pub(super) code: Vec<code::CodeText>,
    /// The program itself.
    pub(super) program: Option<ProgramText>,
    /// What is filled in where there is no board.
    pub(super) table: Option<table::Table>,
}

impl Picture {
    /// Returns a program alone, without what may be filled in and what comes out: enough where it is filled in. Another
    /// picture stays as it is.
    pub fn without_task(mut self) -> Self {
        self.code.retain(|text| !text.is_task);
        if let Some(program) = &mut self.program {
            (program.words, program.calls) = (Vec::new(), Vec::new());
        }
        self
    }

    /// Returns it with another sentence, in place of what stood below it.
    pub fn with_sentence(self, sentence: Vec<Piece>) -> Self {
        Self { sentence, captions: Vec::new(), ..self }
    }
}

/// Something that a step of a solution points at.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Highlight {
    /// The corners of an area, the ends of a line, or a point.
    pub(super) shape: Vec<Point>,
    pub(super) part: Part,
}
