//! What lies inside of lines along the sides of cells.

use crate::constraints::graph::{TruthLit, lists};
use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::BoolExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::{Grid, PlaceKind};
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `inside(truths, cell)`.
#[derive(Debug)]
pub(super) struct Inside;

/// Returns which keys are crossed on the way from the left border to a cell, the leftmost first.
fn crossed(keys: &[Value], cell: Option<&Value>, grid: Option<&Grid>) -> Vec<usize> {
    let cell = cell.and_then(Value::as_place);
    let (Some(cell), Some(grid)) = (cell, grid) else { puzgen_base::bug!("{cell:?} is no cell") };
    let way = grid.edges_left_of(cell);
    let place = |(at, key): (usize, &Value)| Some((way.binary_search(&key.as_place()?).ok()?, at));
    let mut crossed: Vec<(usize, usize)> = keys.iter().enumerate().filter_map(place).collect();
    crossed.sort_unstable();
    crossed.into_iter().map(|(_, at)| at).collect()
}

impl Function for Inside {
    fn head(&self) -> Head {
        Head {
            name: "inside",
            signature: "inside(truths, cell)",
            about: "The cell is inside of the edges where it holds: from the left border, the way along its row crosses an odd number of them.",
            example: "not inside([x[cells_beside(e)[1]] == 5 for e in edges], first)",
        }
    }

    fn takes_keys(&self) -> bool {
        true
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        let edges = Ty::Place(PlaceKind::Edge).list();
        match arguments {
            [keys, Ty::List(truth), cell]
                if *keys == edges && *truth.value() == Ty::Bool && *cell == Ty::cell() =>
            {
                Some(Ty::Bool)
            }
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], grid: Option<&Grid>) -> Result<Value, Fault> {
        let (keys, holds) = lists(arguments);
        let crossed = crossed(keys, arguments.get(2), grid).into_iter();
        Ok(Value::Bool(crossed.filter(|key| holds[*key]).count() % 2 == 1))
    }
}

impl Constraint for Inside {
    /// `iⱼ ↔ (iⱼ₋₁ ≠ eⱼ)` along the row; each `iⱼ` has a name, so the cells of a row share them.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let cell = match arguments.get(2) {
            Some(Term::Known(cell)) => cell.clone(),
            other => puzgen_base::bug!("{other:?} is no cell"),
        };
        let (keys, holds) = TruthLit::of(arguments);
        let mut inside = BoolExpr::Const(false);
        for key in crossed(&keys, Some(&cell), aux.grid()) {
            let differs = BoolExpr::iff(inside.negated(), holds[key].truth());
            inside = aux.truth(differs);
        }
        Ok(Term::Bool(inside))
    }
}
