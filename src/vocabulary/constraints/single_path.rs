//! Lines that are one open path.

use crate::constraints::graph::{self, PlaceGraph, TruthLit};
use crate::constraints::line_shape::{LineShape, are_one_piece, say_some};
use puzgen_csp::{BoolExpr, GraphKind};
use puzgen_model::function::Head;

/// `single_path(truths)`.
pub(super) const SINGLE_PATH: LineShape = LineShape {
    head: Head {
        name: "single_path",
        signature: "single_path(truths)",
        about: "The lines where it holds are one path with two ends that meets no place twice; false for none.",
        example: "not single_path(x[a] != x[b] for a, b in adjacent)",
    },
    has,
    say,
};

fn has(lines: &PlaceGraph, holds: Vec<bool>) -> bool {
    let degrees: Vec<usize> =
        (0..lines.at.len()).map(|place| lines.held_at(place, &holds).len()).collect();
    let ends = degrees.iter().filter(|degree| **degree == 1).count();
    degrees.iter().all(|degree| *degree <= 2) && ends == 2 && are_one_piece(lines, &holds)
}

/// At each place two lines at most, some line, no cycle, and the lines hang together.
fn say(lines: &PlaceGraph, holds: &[TruthLit]) -> Vec<BoolExpr> {
    let mut parts = lines.at_most_two(holds);
    parts.push(say_some(holds));
    parts.push(lines.say(GraphKind::Acyclic, holds));
    parts.push(graph::say(GraphKind::Connected, holds, lines.meeting()));
    parts
}
