//! What every vector form draws as it is: areas, lines, circles and texts in place.

use crate::drawing::letters::Weight;
use crate::drawing::style::Colour;
use crate::drawing::{Point, formulas};

/// One thing to draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A polygon.
    Area {
        /// Its corners, in order.
        points: Vec<Point>,
        /// What it is filled with.
        fill: Colour,
    },
    /// A straight line.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// How wide it is.
        width: f64,
        /// Its colour.
        colour: Colour,
        /// Whether it has gaps.
        is_dashed: bool,
    },
    /// A circle.
    Circle {
        /// Its centre.
        at: Point,
        /// Its radius.
        radius: f64,
        /// What it is filled with.
        fill: Colour,
        /// The colour and width of its line, where it has one.
        line: Option<(Colour, f64)>,
    },
    /// A text that begins at a point of its baseline.
    Text {
        /// The point.
        at: Point,
        /// The text.
        text: String,
        /// The height of its letters.
        size: f64,
        /// How strong they are.
        weight: Weight,
        /// Their colour.
        colour: Colour,
    },
}

impl Mark {
    pub(super) fn shift(&mut self, right: f64, down: f64) {
        let shift = |at: &mut Point| *at = (at.0 + right, at.1 + down);
        match self {
            Self::Area { points, .. } => points.iter_mut().for_each(shift),
            Self::Line { from, to, .. } => [from, to].into_iter().for_each(shift),
            Self::Circle { at, .. } | Self::Text { at, .. } => shift(at),
        }
    }
}

/// Returns a line as a mark.
pub(super) fn stroke(from: Point, to: Point, width: f64, colour: Colour) -> Mark {
    Mark::Line { from, to, width, colour, is_dashed: false }
}

/// Returns a part of a formula as a mark.
pub(super) fn of_formula(part: &formulas::Stroke, colour: Colour) -> Mark {
    match part {
        formulas::Stroke::Line(from, to, width) => stroke(*from, *to, *width, colour),
        formulas::Stroke::Text(at, text, size) => {
            Mark::Text { at: *at, text: text.clone(), size: *size, weight: Weight::Regular, colour }
        }
    }
}
