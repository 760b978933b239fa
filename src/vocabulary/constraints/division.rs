//! Borders that divide.

use crate::constraints::graph::{PlaceGraph, TruthLit, are_lines, lists};
use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::GraphKind;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `division(truths)`.
#[derive(Debug)]
pub(super) struct Division;

/// Returns the pairs of cells that keys stand between, and which keys these are.
fn between(keys: &[Value], grid: Option<&Grid>) -> (Vec<Value>, Vec<usize>) {
    let pair = |key: &Value| match (key, grid) {
        (Value::Place(edge), Some(grid)) => match grid.cells_beside(*edge)[..] {
            [a, b] => Some(Value::Tuple([Value::Place(a), Value::Place(b)].into())),
            _ => None,
        },
        _ => Some(key.clone()),
    };
    let pairs = keys.iter().enumerate().filter_map(|(at, key)| Some((pair(key)?, at)));
    pairs.unzip()
}

impl Function for Division {
    fn head(&self) -> Head {
        Head {
            name: "division",
            signature: "division(truths)",
            about: "Borders divide: where it holds between two cells, no way leads from one to the other over pairs where it does not. Edges of the rim make no difference.",
            example: "division(x[a] != x[b] for a, b in adjacent)",
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
        let (pairs, kept) = between(keys, grid);
        let lines = PlaceGraph::new(&pairs, grid)?;
        let is_open: Vec<bool> = kept.iter().map(|key| !holds[*key]).collect();
        let divides = |line: usize| {
            let [a, b] = lines.ends[line];
            let mut starts = lines.held_at(a as usize, &is_open).into_iter();
            starts.all(|start| {
                let reached = lines.reached(start, &is_open);
                reached.iter().all(|line| !lines.ends[*line].contains(&b))
            })
        };
        Ok(Value::Bool((0..kept.len()).all(|line| is_open[line] || divides(line))))
    }
}

impl Constraint for Division {
    /// `Graph` with a link wherever there is no border.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let grid = aux.grid();
        let (keys, holds) = TruthLit::of(arguments);
        let (pairs, kept) = between(&keys, grid);
        // A border that is always there divides, so its link must not be left out.
        let is_open = kept.iter().map(|key| match holds[*key] {
            TruthLit::Always => TruthLit::If(aux.never()),
            border => border.opposite(),
        });
        let is_open: Vec<TruthLit> = is_open.collect();
        let lines = PlaceGraph::new(&pairs, grid)?;
        Ok(Term::Bool(lines.say(GraphKind::Divided, &is_open)))
    }
}
