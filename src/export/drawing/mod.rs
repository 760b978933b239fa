//! Drawings: what a player works from, as a picture that knows no file format.
//!
//! ```text
//! Puzzle, Show ─ picture ─▶ Picture: shades, segments, circles, labels ─▶ svg, boxes
//! ```
//!
//! # Units
//! One is the side of a square; x grows to the right, y downwards, `(0, 0)` is the top left corner
//! of the board.

mod boxes;
mod frame;
mod marks;
mod picture;
mod svg;

pub(super) use boxes::Boxes;
pub(super) use svg::Svg;

/// A point of the plane.
pub(super) type Point = (f64, f64);

/// Who put something there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// The puzzle.
    Given,
    /// Its solution.
    Entered,
}

/// How a segment is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stroke {
    /// Between squares.
    Thin,
    /// Around the board and its regions.
    Thick,
    /// A line that the player draws.
    Drawn,
}

/// A straight line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Segment {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) stroke: Stroke,
}

/// A text in the picture.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    pub(super) at: Point,
    pub(super) text: String,
    pub(super) ink: Ink,
    /// Whether it leaves room for another one in the same square.
    pub(super) is_small: bool,
    /// Whether it is a node's name, which stands outside of it and may be long.
    pub(super) is_name: bool,
}

/// A circle around a place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Circle {
    pub(super) at: Point,
    pub(super) is_filled: bool,
}

/// A side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

/// What stands beside the board, at the end of a row or column; in the order of reading.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Beside {
    pub(super) side: Side,
    /// The centre of the last square of the line on this side.
    pub(super) at: Point,
    pub(super) texts: Vec<String>,
    pub(super) ink: Ink,
}

/// A drawing.
#[derive(Debug, Clone, Default)]
pub(super) struct Picture {
    /// What it is, for those who cannot see it.
    pub(super) title: String,
    /// Sentences around the board.
    pub(super) captions: Vec<String>,
    /// The squares, each as its corners, and whether it is filled.
    pub(super) cells: Vec<(Vec<Point>, Option<Ink>)>,
    pub(super) segments: Vec<Segment>,
    pub(super) dots: Vec<Point>,
    pub(super) circles: Vec<Circle>,
    pub(super) labels: Vec<Label>,
    pub(super) beside: Vec<Beside>,
}
