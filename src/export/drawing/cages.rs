//! Cages: a dashed line within the squares of each region, along its border, so that cages are told apart from
//! the thick borders of boxes.

use std::collections::BTreeMap;

use crate::drawing::{Picture, Point, Segment, Stroke};
use puzgen_model::grid::{Grid, Place, PlaceKind};

/// How far the line is from the sides of the squares.
pub(super) const INSET: f64 = 0.07;

/// Draws the border of every region of squares.
pub(super) fn draw(grid: &Grid, region_of: &BTreeMap<Place, usize>, picture: &mut Picture) {
    let cell_at: BTreeMap<(i64, i64), Place> = grid
        .all(PlaceKind::Cell)
        .into_iter()
        .map(|cell| (rounded(grid.centre(cell)), cell))
        .collect();
    for (cell, region) in region_of {
        let centre = grid.centre(*cell);
        let is_same = |(right, down): (f64, f64)| {
            let there = cell_at.get(&rounded((centre.0 + right, centre.1 + down)));
            there.and_then(|there| region_of.get(there)) == Some(region)
        };
        for out in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
            if is_same(out) {
                continue;
            }
            // Along the side, one way and the other.
            let ends = [1.0, -1.0].map(|way| {
                let along = (-out.1 * way, out.0 * way);
                let reach = reach(is_same(along), is_same((out.0 + along.0, out.1 + along.1)));
                moved(moved(centre, out, 0.5 - INSET), along, reach)
            });
            let [from, to] = ends;
            picture.segments.push(Segment { from, to, stroke: Stroke::Cage });
        }
    }
}

/// Returns how far a line goes from the middle of its side: to the corner of its own square; on to the next
/// square of the region where the border goes on straight; and into it where the border turns outwards.
fn reach(goes_on: bool, turns_outwards: bool) -> f64 {
    match (goes_on, turns_outwards) {
        (false, _) => 0.5 - INSET,
        (true, false) => 0.5,
        (true, true) => 0.5 + INSET,
    }
}

fn moved(at: Point, direction: Point, length: f64) -> Point {
    (at.0 + direction.0 * length, at.1 + direction.1 * length)
}

fn rounded(at: Point) -> (i64, i64) {
    ((at.0 * 2.0).round() as i64, (at.1 * 2.0).round() as i64)
}
