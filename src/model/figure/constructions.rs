//! How a point follows from numbers and other points.

use crate::figure::{Argument, Point, along, direction, minus, unit};

/// A way to place a point.
#[derive(Debug)]
pub struct Construction {
    /// Its name in the language.
    pub name: &'static str,
    /// How it is written.
    pub signature: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What it takes.
    pub takes: &'static [Argument],
    /// Returns the place, where there is one.
    pub place: fn(&[Point], &[f64]) -> Option<Point>,
}

use Argument::{Number, Point as At};

/// All ways to place a point.
pub const CONSTRUCTIONS: &[Construction] = &[
    Construction {
        name: "at",
        signature: "at(x, y)",
        about: "The point with these coordinates.",
        takes: &[Number, Number],
        place: |_, numbers| Some((*numbers.first()?, *numbers.get(1)?)),
    },
    Construction {
        name: "away",
        signature: "away(point, degrees, length)",
        about: "So far from a point, in a direction: 0 is to the right, 90 upwards.",
        takes: &[At, Number, Number],
        place: |points, numbers| {
            Some(along(*points.first()?, direction(*numbers.first()?), *numbers.get(1)?))
        },
    },
    Construction {
        name: "meet",
        signature: "meet(point, degrees, point, degrees)",
        about: "Where two lines meet, each through a point in a direction.",
        takes: &[At, Number, At, Number],
        place: |points, numbers| {
            let (a, b) = (*points.first()?, *points.get(1)?);
            let (to, other) = (direction(*numbers.first()?), direction(*numbers.get(1)?));
            let cross = to.0 * other.1 - to.1 * other.0;
            let between = minus(b, a);
            let far = (between.0 * other.1 - between.1 * other.0) / cross;
            (cross.abs() > 1e-9).then(|| along(a, to, far))
        },
    },
    Construction {
        name: "between",
        signature: "between(point, point, part, whole)",
        about: "On the way from one point to another, after so many parts of the whole; also beyond its ends.",
        takes: &[At, At, Number, Number],
        place: |points, numbers| {
            let (a, b) = (*points.first()?, *points.get(1)?);
            let (part, whole) = (*numbers.first()?, *numbers.get(1)?);
            (whole != 0.0).then(|| along(a, minus(b, a), part / whole))
        },
    },
    Construction {
        name: "foot",
        signature: "foot(point, point, point)",
        about: "The point of the line through the second and third point that is nearest to the first.",
        takes: &[At, At, At],
        place: |points, _| {
            let [p, a, b] = points else { return None };
            let to = unit(minus(*b, *a));
            let between = minus(*p, *a);
            Some(along(*a, to, between.0 * to.0 + between.1 * to.1))
        },
    },
    Construction {
        name: "corner",
        signature: "corner(point, point, length, length)",
        about: "Left of the way from one point to another, with these distances from the two.",
        takes: &[At, At, Number, Number],
        place: |points, numbers| {
            let (a, b) = (*points.first()?, *points.get(1)?);
            let (from_a, from_b) = (*numbers.first()?, *numbers.get(1)?);
            let far = crate::figure::length(minus(b, a));
            let to = unit(minus(b, a));
            let forward = (far * far + from_a * from_a - from_b * from_b) / (2.0 * far);
            let aside = from_a * from_a - forward * forward;
            (far > 0.0 && aside > 0.0)
                .then(|| along(along(a, to, forward), (-to.1, to.0), libm::sqrt(aside)))
        },
    },
];
