//! The smallest element of a list.

use crate::constraints::{Constraint, Term};
use crate::csp::IntExpr;
use crate::grid::Grid;
use crate::model::function::{Fault, Function};
use crate::model::ty::Ty;
use crate::model::value::Value;

/// `min(list)` and `min(a, b, …)`.
#[derive(Debug)]
pub(super) struct Min;

impl Function for Min {
    fn name(&self) -> &'static str {
        "min"
    }

    fn signature(&self) -> &'static str {
        "min(list)` or `min(a, b, …)"
    }

    fn about(&self) -> &'static str {
        "The smallest of at least one number."
    }

    fn example(&self) -> &'static str {
        "min(x[row(first)]) < 2"
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
            let best = list.iter().filter_map(Value::as_int).min();
            return best.map(Value::Int).ok_or(Fault::Empty);
        }
        let best = list.iter().filter_map(Value::as_real).reduce(f64::min);
        best.map(Value::Real).ok_or(Fault::Empty)
    }
}

impl Constraint for Min {
    /// `min aᵢ`.
    fn lower(&self, arguments: Vec<Term>) -> Result<Term, Fault> {
        let items: Vec<IntExpr> = match <[Term; 1]>::try_from(arguments) {
            Ok([list]) => list.into_ints(),
            Err(numbers) => numbers.into_iter().map(Term::into_int).collect(),
        };
        match items.len() {
            0 => Err(Fault::Empty),
            1 => Ok(Term::Int(items[0].clone())),
            _ => Ok(Term::Int(IntExpr::Min(items))),
        }
    }
}
