//! What functions share that say which shape the lines have where truths hold.

use crate::constraints::graph::{PlaceGraph, TruthLit, are_lines, lists};
use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::BoolExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// A function of truths about lines.
#[derive(Debug)]
pub(super) struct LineShape {
    pub(super) head: Head,
    /// Returns whether the lines that hold have the shape.
    pub(super) has: fn(&PlaceGraph, Vec<bool>) -> bool,
    /// Returns what together says so.
    pub(super) say: fn(&PlaceGraph, &[TruthLit]) -> Vec<BoolExpr>,
}

impl Function for LineShape {
    fn head(&self) -> Head {
        self.head
    }

    fn takes_keys(&self) -> bool {
        true
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        are_lines(arguments).then_some(Ty::Bool)
    }

    fn eval(&self, arguments: &[Value], grid: Option<&Grid>) -> Result<Value, Fault> {
        let (keys, holds) = lists(arguments);
        Ok(Value::Bool((self.has)(&PlaceGraph::new(keys, grid)?, holds)))
    }
}

impl Constraint for LineShape {
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let (keys, holds) = TruthLit::of(arguments);
        let lines = PlaceGraph::new(&keys, aux.grid())?;
        Ok(Term::Bool(BoolExpr::and((self.say)(&lines, &holds))))
    }
}

/// Returns whether some lines hold, and each is reached from each.
pub(super) fn are_one_piece(lines: &PlaceGraph, holds: &[bool]) -> bool {
    let count = holds.iter().filter(|holds| **holds).count();
    let start = holds.iter().position(|holds| *holds);
    start.is_some_and(|start| lines.reached(start, holds).len() == count)
}

/// Returns "some line holds".
pub(super) fn say_some(holds: &[TruthLit]) -> BoolExpr {
    BoolExpr::or(holds.iter().map(|holds| holds.truth()))
}
