//! An angle between two ways from a corner: its arc, and what is inside.

use crate::figure::{Point, along, length, minus, unit};

/// How far arcs are from their corner.
const RADIUS: f64 = 0.5;

/// An angle of at most 180° between two ways from a corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sector {
    /// The corner.
    pub corner: Point,
    /// The direction of the first way, and from there to the other, in radians.
    start: f64,
    turn: f64,
    /// The radius of its arc where nothing asks for another one.
    pub radius: f64,
    /// How long the shorter way is.
    pub shorter: f64,
}

impl Sector {
    /// Returns the angle at the second point.
    pub(crate) fn new(a: Point, corner: Point, b: Point) -> Self {
        let (to_a, to_b) = (unit(minus(a, corner)), unit(minus(b, corner)));
        let start = libm::atan2(to_a.1, to_a.0);
        let turn = turned(start, to_b);
        let shorter = length(minus(a, corner)).min(length(minus(b, corner)));
        // A narrow angle has its arc farther out, so that it is seen, but within the shorter side.
        let radius = (RADIUS + 0.15 / turn.abs().max(0.2)).min(0.6 * shorter);
        Self { corner, start, turn, radius, shorter }
    }

    /// Returns how wide it is, in radians.
    pub fn width(&self) -> f64 {
        self.turn.abs()
    }

    /// Returns the direction at a share of the way from one side to the other, of length 1.
    pub fn towards(&self, share: f64) -> Point {
        let angle = self.start + self.turn * share;
        (libm::cos(angle), libm::sin(angle))
    }

    /// Returns an arc around the corner, as lines.
    pub fn arc(&self, radius: f64) -> Vec<(Point, Point)> {
        let steps = (self.width() / 0.15).ceil().max(2.0) as usize;
        let on = |step: usize| along(self.corner, self.towards(step as f64 / steps as f64), radius);
        (0..steps).map(|step| (on(step), on(step + 1))).collect()
    }

    /// Returns whether a direction leads into it.
    pub fn leads_in(&self, to: Point) -> bool {
        let turned = turned(self.start, to);
        let share = turned / self.turn;
        // A straight angle lies on one side alone.
        (1e-9..=1.0 - 1e-9).contains(&share)
    }

    /// Returns whether a point is between its sides, however far away.
    pub fn has(&self, at: Point) -> bool {
        self.leads_in(minus(at, self.corner))
    }
}

/// Returns the turn from a direction to another one, more than -π and at most π.
fn turned(start: f64, to: Point) -> f64 {
    let whole = 2.0 * std::f64::consts::PI;
    let turn = libm::atan2(to.1, to.0) - start;
    match turn {
        turn if turn > std::f64::consts::PI => turn - whole,
        turn if turn < -std::f64::consts::PI => turn + whole,
        turn => turn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_the_sides_is_inside() {
        let right = Sector::new((4.0, 0.0), (0.0, 0.0), (0.0, 3.0));
        assert!(right.has((1.0, 2.0)) && right.has((9.0, 9.0)));
        assert!(!right.has((-1.0, 2.0)) && !right.has((1.0, -0.1)));
        assert!((right.width() - std::f64::consts::FRAC_PI_2).abs() < 1e-9);
        // The other way around, and across the direction where angles begin anew.
        let left = Sector::new((-1.0, 1.0), (0.0, 0.0), (-1.0, -1.0));
        assert!(left.has((-5.0, 0.1)) && left.has((-5.0, -0.1)) && !left.has((5.0, 0.0)));
        for (from, to) in right.arc(2.0) {
            assert!((length(from) - 2.0).abs() < 1e-9 && (length(to) - 2.0).abs() < 1e-9);
        }
    }
}
