//! The absolute value.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::IntExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `abs(number)`.
#[derive(Debug)]
pub(super) struct Abs;

impl Function for Abs {
    fn head(&self) -> Head {
        Head {
            name: "abs",
            signature: "abs(number)",
            about: "The number without its sign.",
            example: "abs(x[first] - 2) <= 3",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [ty] if ty.is_number() => Some(ty.value().clone()),
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        match arguments.first() {
            Some(Value::Int(value)) => value.checked_abs().map(Value::Int).ok_or(Fault::Overflow),
            other => Ok(Value::Real(other.and_then(Value::as_real).unwrap_or_default().abs())),
        }
    }
}

impl Constraint for Abs {
    /// `|a|`.
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let mut arguments = arguments;
        let inner = arguments.pop().map(Term::into_int).ok_or(Fault::Empty)?;
        Ok(Term::Int(IntExpr::Abs(Box::new(inner))))
    }
}
