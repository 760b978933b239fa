//! Connectedness: the places where truths hold are connected.

use crate::constraints::graph::{TruthLit, are_places, lists, neighbours, say};
use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::GraphKind;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `connected(truths)`.
#[derive(Debug)]
pub(super) struct Connected;

impl Function for Connected {
    fn head(&self) -> Head {
        Head {
            name: "connected",
            signature: "connected(truths)",
            about: "The places where it holds hang together: cells by sides, vertices by edges, lines where they meet; true for none.",
            example: "connected(x[c] != 1 for c in cells)",
        }
    }

    fn takes_keys(&self) -> bool {
        true
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        are_places(arguments).then_some(Ty::Bool)
    }

    fn eval(&self, arguments: &[Value], grid: Option<&Grid>) -> Result<Value, Fault> {
        let (keys, holds) = lists(arguments);
        let pairs = neighbours(keys, grid)?;
        let mut is_left = holds.clone();
        let Some(start) = holds.iter().position(|holds| *holds) else {
            return Ok(Value::Bool(true));
        };
        let mut reached = vec![start];
        is_left[start] = false;
        while let Some(place) = reached.pop() {
            for pair in pairs.iter().map(|pair| pair.map(|end| end as usize)) {
                for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    if from == place && std::mem::take(&mut is_left[to]) {
                        reached.push(to);
                    }
                }
            }
        }
        Ok(Value::Bool(!is_left.contains(&true)))
    }
}

impl Constraint for Connected {
    /// `Graph` with a node for each place.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let grid = aux.grid();
        let (keys, holds) = TruthLit::of(arguments);
        let pairs = neighbours(&keys, grid)?;
        Ok(Term::Bool(say(GraphKind::Connected, &holds, pairs)))
    }
}
