//! The gaps between the lines that meet in a point of a figure: where its letter has room.

use crate::drawing::Point;
use puzgen_model::figure::{Drawn, Sector, distance, is_same, minus};

/// What is between two neighbours of the lines that meet in a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gap {
    /// The direction of one of them, and from there to the other, in radians.
    pub(super) start: f64,
    pub(super) width: f64,
    /// Whether no angle with an arc is there.
    pub(super) is_free: bool,
}

/// Returns the gaps around a point.
pub(super) fn gaps(drawn: &[Drawn], at: Point) -> Vec<Gap> {
    let whole = 2.0 * std::f64::consts::PI;
    let mut ways = ways(drawn, at);
    ways.sort_by(f64::total_cmp);
    ways.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
    let sectors: Vec<Sector> = drawn
        .iter()
        .filter_map(|drawn| drawn.sector)
        .filter(|sector| is_same(sector.corner, at))
        .collect();
    let Some(first) = ways.first().copied() else {
        // Nothing is there: best is what stands right above.
        return vec![Gap { start: -1.25 * std::f64::consts::PI, width: whole, is_free: true }];
    };
    let next = ways.iter().skip(1).copied().chain([first + whole]);
    let gap = |(start, end): (&f64, f64)| {
        let (start, width) = (*start, end - start);
        let middle = start + width / 2.0;
        let to = (libm::cos(middle), libm::sin(middle));
        Gap { start, width, is_free: !sectors.iter().any(|sector| sector.leads_in(to)) }
    };
    ways.iter().zip(next).map(gap).collect()
}

/// Returns the directions of all lines from a point.
fn ways(drawn: &[Drawn], at: Point) -> Vec<f64> {
    let mut ways = Vec::new();
    let mut add = |from: Point, to: Point| ways.push(libm::atan2(to.1 - from.1, to.0 - from.0));
    for drawn in drawn.iter().filter(|drawn| !drawn.is_ground && drawn.sector.is_none()) {
        for (from, to) in drawn.lines.iter().copied().filter(|(from, to)| !is_same(*from, *to)) {
            if distance(at, (from, to)) < 1e-6 {
                [from, to]
                    .into_iter()
                    .filter(|end| !is_same(*end, at))
                    .for_each(|end| add(at, end));
            }
        }
        for (centre, radius) in &drawn.circles {
            let (x, y) = minus(at, *centre);
            if (libm::hypot(x, y) - radius).abs() < 1e-6 {
                add((0.0, 0.0), (-y, x));
                add((0.0, 0.0), (y, -x));
            }
        }
    }
    ways
}
