//! Where in a square the families stand, and their arrows.

use crate::drawing::{Anchor, Point};
use puzgen_model::grid::{Grid, Place};
use puzgen_model::value::Key;

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
