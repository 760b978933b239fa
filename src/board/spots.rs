//! Where elements of families are drawn on a board, by their keys.

use puzgen_model::grid::{Grid, Place, PlaceKind};
use puzgen_model::value::Key;

/// Where an element of a family is drawn.
#[derive(Debug, Clone, Copy)]
pub enum Spot {
    /// At a point.
    At(Place),
    /// Between two places, or along what joins them.
    Between((f64, f64), (f64, f64)),
    /// In the corner of the first square of a list.
    Corner(Place),
}

impl Spot {
    /// Returns where an element is drawn; `None` where that is under the board.
    pub fn new(grid: &Grid, key: &Key) -> Option<Self> {
        match key {
            Key::Place(place) => Some(Self::At(*place)),
            Key::Tuple(parts) => match parts.as_slice() {
                [Key::Place(a), Key::Place(b)] => {
                    let (from, to) = (grid.centre(*a), grid.centre(*b));
                    // Between a square and a place on its border, the text stands nearer to the border.
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
    pub fn cell(&self) -> Option<Place> {
        match self {
            Self::At(place) if place.kind == PlaceKind::Cell => Some(*place),
            _ => None,
        }
    }
}
