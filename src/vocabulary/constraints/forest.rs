//! Lines without a cycle.

use crate::constraints::graph::{PlaceGraph, TruthLit};
use crate::constraints::line_shape::LineShape;
use puzgen_csp::{BoolExpr, GraphKind};
use puzgen_model::function::Head;

/// `forest(truths)`.
pub(super) const FOREST: LineShape = LineShape {
    head: Head {
        name: "forest",
        signature: "forest(truths)",
        about: "The lines where it holds form no cycle.",
        example: "not forest(x[a] != x[b] for a, b in adjacent)",
    },
    has,
    say,
};

fn has(lines: &PlaceGraph, holds: Vec<bool>) -> bool {
    // A line with a free end is no part of a cycle.
    let mut left = holds;
    let mut places: Vec<usize> = (0..lines.at.len()).collect();
    while let Some(place) = places.pop() {
        if let [line] = lines.held_at(place, &left)[..] {
            left[line] = false;
            places.extend(lines.ends[line].map(|end| end as usize));
        }
    }
    !left.contains(&true)
}

/// `Graph` with a link for each line.
fn say(lines: &PlaceGraph, holds: &[TruthLit]) -> Vec<BoolExpr> {
    vec![lines.say(GraphKind::Acyclic, holds)]
}
