//! How many elements a list has.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `length(list)`.
#[derive(Debug)]
pub(super) struct Length;

impl Function for Length {
    fn head(&self) -> Head {
        Head {
            name: "length",
            signature: "length(list)",
            about: "How many elements a list of any things has.",
            example: "length(neighbours(first)) == 2",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        matches!(arguments, [Ty::List(_)]).then_some(Ty::Int)
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        Ok(Value::Int(list.len() as i64))
    }
}

impl Constraint for Length {
    /// The number itself: which elements there are is known before solving, only their values are not.
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let [list] = Term::exactly(arguments);
        Ok(Term::Known(Value::Int(list.into_list().len() as i64)))
    }
}
