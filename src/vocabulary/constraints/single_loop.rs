//! Lines that are one closed loop.

use crate::constraints::graph::{PlaceGraph, TruthLit};
use crate::constraints::line_shape::{LineShape, are_one_piece, say_some};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, GraphKind, IntExpr};
use puzgen_model::function::Head;

/// `single_loop(truths)`.
pub(super) const SINGLE_LOOP: LineShape = LineShape {
    head: Head {
        name: "single_loop",
        signature: "single_loop(truths)",
        about: "The lines where it holds are one closed loop that meets no place twice; false for none.",
        example: "not single_loop(x[a] != x[b] for a, b in adjacent)",
    },
    has,
    say,
};

fn has(lines: &PlaceGraph, holds: Vec<bool>) -> bool {
    let passes = |place| matches!(lines.held_at(place, &holds).len(), 0 | 2);
    (0..lines.at.len()).all(passes) && are_one_piece(lines, &holds)
}

/// At each place no line or two; and `Graph` says that they are one cycle.
fn say(lines: &PlaceGraph, holds: &[TruthLit]) -> Vec<BoolExpr> {
    let not_one =
        |place| BoolExpr::compare(CompareOp::Ne, lines.degree(place, holds), IntExpr::Const(1));
    let mut parts: Vec<BoolExpr> = (0..lines.at.len()).map(not_one).collect();
    parts.extend(lines.at_most_two(holds));
    parts.push(say_some(holds));
    parts.push(lines.say(GraphKind::Cycle, holds));
    parts
}
