//! What every vector form draws as it is: areas, lines, circles and texts in place.

use crate::drawing::letters::Weight;
use crate::drawing::style::Colour;
use crate::drawing::{Point, formulas};

/// One thing to draw.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    Area {
        points: Vec<Point>,
        fill: Colour,
    },
    Line {
        from: Point,
        to: Point,
        width: f64,
        colour: Colour,
        is_dashed: bool,
    },
    Circle {
        at: Point,
        radius: f64,
        fill: Colour,
        line: Option<(Colour, f64)>,
    },
    /// A text that begins at a point of its baseline.
    Text {
        at: Point,
        text: String,
        size: f64,
        weight: Weight,
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
