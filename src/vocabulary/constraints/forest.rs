//! Lines without a cycle.

use crate::constraints::graph::{PlaceGraph, TruthLit, are_lines, lists};
use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::GraphKind;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `forest(truths)`.
#[derive(Debug)]
pub(super) struct Forest;

impl Function for Forest {
    fn head(&self) -> Head {
        Head {
            name: "forest",
            signature: "forest(truths)",
            about: "The lines where it holds form no cycle.",
            example: "not forest(x[a] != x[b] for a, b in adjacent)",
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
        // A line with a free end is no part of a cycle.
        let mut left = holds;
        let mut places: Vec<usize> = (0..lines.at.len()).collect();
        while let Some(place) = places.pop() {
            if let [line] = lines.held_at(place, &left)[..] {
                left[line] = false;
                places.extend(lines.ends[line].map(|end| end as usize));
            }
        }
        Ok(Value::Bool(!left.contains(&true)))
    }
}

impl Constraint for Forest {
    /// `Graph` with a link for each line.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let grid = aux.grid();
        let (keys, holds) = TruthLit::of(arguments);
        let lines = PlaceGraph::new(&keys, grid)?;
        Ok(Term::Bool(lines.say(GraphKind::Acyclic, &holds)))
    }
}
