//! The figure of a puzzle: points that follow from expressions, and what is drawn between them.

use crate::expr::Expr;
use crate::figure::{Construction, FigureMark};
use crate::template::Template;
use puzgen_base::source::Span;

/// A figure.
#[derive(Debug, Default)]
pub struct Figure {
    /// The points, each after those that it follows from.
    pub points: Vec<PlacedPoint>,
    /// What is drawn, in this order.
    pub marks: Vec<PlacedMark>,
}

/// A point and how it is placed.
#[derive(Debug)]
pub struct PlacedPoint {
    /// Its name.
    pub name: String,
    /// How it is placed.
    pub construction: &'static Construction,
    /// The points that it follows from, as positions among the points.
    pub points: Vec<usize>,
    /// The numbers that it follows from.
    pub numbers: Vec<Expr>,
    /// Where it is declared.
    pub span: Span,
}

/// Something that is drawn.
#[derive(Debug)]
pub struct PlacedMark {
    /// What.
    pub mark: &'static FigureMark,
    /// Its points.
    pub points: Vec<usize>,
    /// Its numbers.
    pub numbers: Vec<Expr>,
    /// What is written at it.
    pub label: Option<Template>,
    /// Where it is named.
    pub span: Span,
}

impl Figure {
    /// Returns whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }
}
