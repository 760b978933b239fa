//! Where an element of a family is drawn, by its key.

use crate::export::drawing::{Anchor, Point};
use crate::grid::{Grid, Place, PlaceKind};
use crate::model::value::Key;

/// Where an element of a family is drawn.
pub(super) enum Spot {
    /// At a point.
    At(Place),
    /// Between two places, or along what joins them.
    Between(Point, Point),
    /// In the corner of the first square of a list.
    Corner(Place),
}

impl Spot {
    pub(super) fn new(grid: &Grid, key: &Key) -> Option<Self> {
        match key {
            Key::Place(place) => Some(Self::At(*place)),
            Key::Tuple(parts) => match parts.as_slice() {
                [Key::Place(a), Key::Place(b)] => {
                    let (from, to) = (grid.centre(*a), grid.centre(*b));
                    // A square and a place of its rim: nearer to the rim than to the middle.
                    let share = if a.kind == b.kind { 0.0 } else { 0.24 };
                    let near = |from: f64, to: f64| from + share * (to - from);
                    Some(Self::Between((near(from.0, to.0), near(from.1, to.1)), to))
                }
                [Key::Place(place), Key::Word(_)] => Some(Self::At(*place)),
                _ => None,
            },
            Key::List(_) => {
                let cells = key.places();
                cells.first().filter(|c| c.kind == PlaceKind::Cell).copied().map(Self::Corner)
            }
            Key::Int(_) | Key::Word(_) | Key::Variable(_) => None,
        }
    }

    /// Returns the square that it is in, if it is no corner for a whole list.
    pub(super) fn cell(&self) -> Option<Place> {
        match self {
            Self::At(place) if place.kind == PlaceKind::Cell => Some(*place),
            _ => None,
        }
    }
}

/// How many families have a place of their own in a square: one in the middle, others in the corners.
pub(super) const SLOTS: usize = 5;

/// Returns where the family of this number is written in a square, in the order of reading.
pub(super) fn slot(grid: &Grid, cell: Place, number: usize) -> (Point, Anchor) {
    let (x, y) = grid.centre(cell);
    match number {
        0 => ((x, y), Anchor::Middle),
        1 => ((x - 0.43, y - 0.3), Anchor::Start),
        2 => ((x + 0.43, y - 0.3), Anchor::End),
        3 => ((x - 0.43, y + 0.3), Anchor::Start),
        _ => ((x + 0.43, y + 0.3), Anchor::End),
    }
}

/// Returns the arrow of a clue that points somewhere.
pub(super) fn arrow(key: &Key) -> &'static str {
    let Key::Tuple(parts) = key else { return "" };
    match parts.as_slice() {
        [Key::Place(_), Key::Word(word)] => match &**word {
            "up" => "↑",
            "down" => "↓",
            "left" => "←",
            "right" => "→",
            "up_left" => "↖",
            "up_right" => "↗",
            "down_left" => "↙",
            "down_right" => "↘",
            _ => "",
        },
        _ => "",
    }
}
