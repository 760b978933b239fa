//! The largest element of a list.

use crate::constraints::{Constraint, Term};
use crate::csp::IntExpr;
use crate::grid::Grid;
use crate::model::function::{Fault, Function};
use crate::model::ty::Ty;
use crate::model::value::Value;

/// `max(list)` and `max(a, b, …)`.
#[derive(Debug)]
pub(super) struct Max;

impl Function for Max {
    fn name(&self) -> &'static str {
        "max"
    }

    fn signature(&self) -> &'static str {
        "max(list)` or `max(a, b, …)"
    }

    fn about(&self) -> &'static str {
        "The largest of at least one number."
    }

    fn example(&self) -> &'static str {
        "max(x[row(first)]) > 2"
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        let elements = match arguments {
            [Ty::List(element)] => std::slice::from_ref(&**element),
            numbers if numbers.len() >= 2 => numbers,
            _ => return None,
        };
        if elements.iter().all(|ty| *ty.value() == Ty::Int) {
            Some(Ty::Int)
        } else {
            elements.iter().all(Ty::is_number).then_some(Ty::Real)
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = match arguments {
            [Value::List(list)] => list.items.as_slice(),
            numbers => numbers,
        };
        if list.iter().all(|item| item.as_int().is_some()) {
            let best = list.iter().filter_map(Value::as_int).max();
            return best.map(Value::Int).ok_or(Fault::Empty);
        }
        let best = list.iter().filter_map(Value::as_real).reduce(f64::max);
        best.map(Value::Real).ok_or(Fault::Empty)
    }
}

impl Constraint for Max {
    /// `max aᵢ`.
    fn lower(&self, arguments: Vec<Term>) -> Result<Term, Fault> {
        let items: Vec<IntExpr> = match <[Term; 1]>::try_from(arguments) {
            Ok([list]) => list.into_ints(),
            Err(numbers) => numbers.into_iter().map(Term::into_int).collect(),
        };
        match items.len() {
            0 => Err(Fault::Empty),
            1 => Ok(Term::Int(items[0].clone())),
            _ => Ok(Term::Int(IntExpr::Max(items))),
        }
    }
}
