//! Ships as people know them: with round ends, and round where they have one square.

use crate::FamilyBlock;
use crate::drawing::mark::Mark;
use crate::drawing::picture::Painter;
use crate::drawing::style::Colour;
use crate::drawing::{Ink, Point};
use puzgen_model::grid::Grid;
use puzgen_model::value::Key;

/// A square of a ship.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ShipPart {
    /// The middle of the square.
    pub(crate) at: Point,
    pub(crate) ink: Ink,
    /// Whether the ship goes on above, on the right, below and on the left; all of it where that is not told.
    goes_on: [bool; 4],
}

/// To the square above, on the right, below, on the left.
const STEPS: [Point; 4] = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];

/// Where ships go on whose numbers are 1 (one square), 2 to 5 (the upper, lower, left and right end) and 6.
const OF_NUMBERS: [[bool; 4]; 6] = [
    [false; 4],
    [false, false, true, false],
    [true, false, false, false],
    [false, true, false, false],
    [false, false, false, true],
    [true; 4],
];

/// Half of how wide a ship is.
const HALF: f64 = 0.36;

impl Painter<'_> {
    /// Adds the parts of ships that a family says; what is given stays where the same is entered.
    pub(super) fn ships(&mut self, grid: &Grid, block: &FamilyBlock<'_>, ink: Ink) {
        let mut told = Vec::new();
        for (position, key) in block.index.keys().iter().enumerate() {
            if let (Key::Place(cell), Some(value @ 1..)) = (key, block.value(position)) {
                told.push((grid.centre(*cell), value));
            }
        }
        let is_told = |(x, y): Point| told.iter().any(|(at, _)| *at == (x, y));
        for ((x, y), value) in told.iter().copied() {
            let goes_on = match block.is_truth {
                true => Some(STEPS.map(|(right, down)| is_told((x + right, y + down)))),
                false => OF_NUMBERS.get(value as usize - 1).copied(),
            };
            let is_there = self.picture.ships.iter().any(|part| part.at == (x, y));
            if let (Some(goes_on), false) = (goes_on, is_there) {
                self.picture.ships.push(ShipPart { at: (x, y), ink, goes_on });
            }
        }
    }
}

impl ShipPart {
    /// Returns its number in Penpa+: a round square, a straight one, and the ends on the left, above, on the right
    /// and below.
    pub(crate) fn number(&self) -> u32 {
        match self.goes_on {
            [false, false, false, false] => 1,
            [false, true, false, false] => 3,
            [false, false, true, false] => 4,
            [false, false, false, true] => 5,
            [true, false, false, false] => 6,
            _ => 2,
        }
    }

    /// Returns the marks that draw it.
    pub(super) fn marks(&self, fill: Colour) -> Vec<Mark> {
        let (x, y) = self.at;
        let area = |low: Point, high: Point| {
            let points = vec![low, (high.0, low.1), high, (low.0, high.1)];
            Mark::Area { points, fill }
        };
        if self.goes_on == [true; 4] {
            return vec![area((x - HALF, y - HALF), (x + HALF, y + HALF))];
        }
        let mut marks = vec![Mark::Circle { at: self.at, radius: HALF, fill, line: None }];
        for ((right, down), _) in STEPS.iter().zip(self.goes_on).filter(|(_, goes_on)| *goes_on) {
            // From the middle to the side of the square, as wide as the circle.
            let (wide, high) = (down.abs() * HALF, right.abs() * HALF);
            let one = (x - wide, y - high);
            let other = (x + wide + right * 0.5, y + high + down * 0.5);
            let low = (one.0.min(other.0), one.1.min(other.1));
            marks.push(area(low, (one.0.max(other.0), one.1.max(other.1))));
        }
        marks
    }
}
