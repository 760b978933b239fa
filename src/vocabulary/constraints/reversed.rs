//! A list from its other end.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `reversed(list)`.
#[derive(Debug)]
pub(super) struct Reversed;

impl Function for Reversed {
    fn head(&self) -> Head {
        Head {
            name: "reversed",
            signature: "reversed(list)",
            about: "The list of any things from its other end.",
            example: "increasing(reversed(x[row(first)]))",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element)] => Some(element.value().clone().list()),
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        Ok(Value::list(list.iter().rev().cloned().collect()))
    }
}

impl Constraint for Reversed {
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let [list] = Term::exactly(arguments);
        Ok(Term::List(list.into_list().into_iter().rev().collect()))
    }
}
