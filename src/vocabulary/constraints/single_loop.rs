//! Lines that are one closed loop.

use crate::constraints::graph::{PlaceGraph, TruthLit, are_lines, lists};
use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, GraphKind, IntExpr};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `single_loop(truths)`.
#[derive(Debug)]
pub(super) struct SingleLoop;

impl Function for SingleLoop {
    fn head(&self) -> Head {
        Head {
            name: "single_loop",
            signature: "single_loop(truths)",
            about: "The lines where it holds are one closed loop that meets no place twice; false for none.",
            example: "not single_loop(x[a] != x[b] for a, b in adjacent)",
        }
    }

    fn takes_keys(&self) -> bool {
        true
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        are_lines(arguments).then_some(Ty::Bool)
    }

    fn eval(&self, arguments: &[Value], grid: Option<&Grid>) -> Result<Value, Fault> {
        let (keys, holds) = lists(arguments);
        let lines = PlaceGraph::new(keys, grid)?;
        let passes = |place| matches!(lines.held_at(place, &holds).len(), 0 | 2);
        let count = holds.iter().filter(|holds| **holds).count();
        let is_one = || {
            let start = holds.iter().position(|holds| *holds);
            start.is_some_and(|start| lines.reached(start, &holds).len() == count)
        };
        Ok(Value::Bool((0..lines.at.len()).all(passes) && is_one()))
    }
}

impl Constraint for SingleLoop {
    /// At each place no line or two; and `Graph` says that they are one cycle.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let grid = aux.grid();
        let (keys, holds) = TruthLit::of(arguments);
        let lines = PlaceGraph::new(&keys, grid)?;
        let not_one = |place| {
            BoolExpr::compare(CompareOp::Ne, lines.degree(place, &holds), IntExpr::Const(1))
        };
        let mut parts: Vec<BoolExpr> = (0..lines.at.len()).map(not_one).collect();
        parts.extend(lines.at_most_two(&holds));
        parts.push(BoolExpr::or(holds.iter().map(|holds| holds.truth())));
        parts.push(lines.say(GraphKind::Cycle, &holds));
        Ok(Term::Bool(BoolExpr::and(parts)))
    }
}
