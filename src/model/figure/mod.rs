//! Geometry of figures: how a point follows from others, and what is drawn between points. Given places as numbers,
//! gives back strokes and where a label may stand; knows no definition and no form of drawings.
//!
//! # Units
//! Constructions reckon in the figure's own units, y upwards; marks in squares of a drawing, y downwards.

mod constructions;
mod marks;
mod sector;

pub use constructions::{CONSTRUCTIONS, Construction};
pub use marks::{Drawn, FIGURE_MARKS, FigureMark, Room};
pub use sector::Sector;

/// A place in the plane.
pub type Point = (f64, f64);

/// What an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// The name of a point.
    Point,
    /// A whole number.
    Number,
    /// Any number of points more.
    Points,
}

/// Returns whether so many arguments fit.
pub fn takes(arguments: &[Argument], given: usize) -> bool {
    match arguments.split_last() {
        Some((Argument::Points, before)) => given >= before.len(),
        _ => given == arguments.len(),
    }
}

/// Returns what the argument at this position is.
pub fn argument(arguments: &[Argument], position: usize) -> Argument {
    match arguments.get(position).or(arguments.last()) {
        Some(Argument::Number) => Argument::Number,
        _ => Argument::Point,
    }
}

/// Returns `a - b`.
pub fn minus(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1)
}

/// Returns `a + factor · b`.
pub fn along(a: Point, b: Point, factor: f64) -> Point {
    (a.0 + b.0 * factor, a.1 + b.1 * factor)
}

/// Returns the length of a vector.
pub fn length(a: Point) -> f64 {
    libm::hypot(a.0, a.1)
}

/// Returns whether two points are the same, but for rounding.
pub fn is_same(a: Point, b: Point) -> bool {
    length(minus(a, b)) < 1e-6
}

/// Returns how far a point is from a straight line between two others.
pub fn distance(at: Point, (from, to): (Point, Point)) -> f64 {
    let (way, between) = (minus(to, from), minus(at, from));
    let whole = (way.0 * way.0 + way.1 * way.1).max(f64::MIN_POSITIVE);
    let share = ((between.0 * way.0 + between.1 * way.1) / whole).clamp(0.0, 1.0);
    length(minus(at, along(from, way, share)))
}

/// Returns the direction of a vector, of length 1.
pub(crate) fn unit(a: Point) -> Point {
    let length = length(a).max(f64::MIN_POSITIVE);
    (a.0 / length, a.1 / length)
}

/// Returns the direction of so many degrees, counter-clockwise from the right where y grows upwards.
pub fn direction(degrees: f64) -> Point {
    let angle = degrees * std::f64::consts::PI / 180.0;
    (libm::cos(angle), libm::sin(angle))
}
