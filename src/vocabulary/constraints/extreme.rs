//! The smallest and the largest element of a list.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::IntExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `min(list)` and `min(a, b, …)`, or the same with `max`.
#[derive(Debug)]
pub(super) struct Extreme {
    head: Head,
    is_largest: bool,
}

pub(super) const MIN: Extreme = Extreme {
    head: Head {
        name: "min",
        signature: "min(list)` or `min(a, b, …)",
        about: "The smallest of at least one number.",
        example: "min(x[row(first)]) < 2",
    },
    is_largest: false,
};

pub(super) const MAX: Extreme = Extreme {
    head: Head {
        name: "max",
        signature: "max(list)` or `max(a, b, …)",
        about: "The largest of at least one number.",
        example: "max(x[row(first)]) > 2",
    },
    is_largest: true,
};

impl Function for Extreme {
    fn head(&self) -> Head {
        self.head
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
            let numbers = list.iter().filter_map(Value::as_int);
            let best = if self.is_largest { numbers.max() } else { numbers.min() };
            return best.map(Value::Int).ok_or(Fault::Empty);
        }
        let pick = if self.is_largest { f64::max } else { f64::min };
        let best = list.iter().filter_map(Value::as_real).reduce(pick);
        best.map(Value::Real).ok_or(Fault::Empty)
    }
}

impl Constraint for Extreme {
    /// `min aᵢ`, or `max aᵢ`.
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let items: Vec<IntExpr> = match <[Term; 1]>::try_from(arguments) {
            Ok([list]) => list.into_ints(),
            Err(numbers) => numbers.into_iter().map(Term::into_int).collect(),
        };
        match items.len() {
            0 => Err(Fault::Empty),
            1 => Ok(Term::Int(items[0].clone())),
            _ if self.is_largest => Ok(Term::Int(IntExpr::Max(items))),
            _ => Ok(Term::Int(IntExpr::Min(items))),
        }
    }
}
