//! Lines that are one open path.

use crate::constraints::graph::{PlaceGraph, TruthLit, are_lines, lists, neighbours, say};
use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::{BoolExpr, GraphKind};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `single_path(truths)`.
#[derive(Debug)]
pub(super) struct SinglePath;

impl Function for SinglePath {
    fn head(&self) -> Head {
        Head {
            name: "single_path",
            signature: "single_path(truths)",
            about: "The lines where it holds are one path with two ends that meets no place twice; false for none.",
            example: "not single_path(x[a] != x[b] for a, b in adjacent)",
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
        let degrees: Vec<usize> =
            (0..lines.at.len()).map(|place| lines.held_at(place, &holds).len()).collect();
        let ends = degrees.iter().filter(|degree| **degree == 1).count();
        let count = holds.iter().filter(|holds| **holds).count();
        let is_one = || {
            let start = holds.iter().position(|holds| *holds);
            start.is_some_and(|start| lines.reached(start, &holds).len() == count)
        };
        Ok(Value::Bool(degrees.iter().all(|degree| *degree <= 2) && ends == 2 && is_one()))
    }
}

impl Constraint for SinglePath {
    /// At each place two lines at most, some line, no cycle, and the lines hang together.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let grid = aux.grid();
        let (keys, holds) = TruthLit::of(arguments);
        let lines = PlaceGraph::new(&keys, grid)?;
        let mut parts = lines.at_most_two(&holds);
        parts.push(BoolExpr::or(holds.iter().map(|holds| holds.truth())));
        parts.push(lines.say(GraphKind::Acyclic, &holds));
        parts.push(say(GraphKind::Connected, &holds, neighbours(&keys, grid)?));
        Ok(Term::Bool(BoolExpr::and(parts)))
    }
}
