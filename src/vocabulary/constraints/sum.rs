//! The sum of a list.

use crate::constraints::{Auxiliary, Constraint, Gathered, Term};
use puzgen_csp::IntExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `sum(list)`.
#[derive(Debug)]
pub(super) struct Sum;

impl Function for Sum {
    fn head(&self) -> Head {
        Head {
            name: "sum",
            signature: "sum(list)",
            about: "The sum of the elements; 0 for none.",
            example: "sum(x[row(first)]) > 3",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element)] if element.is_number() => Some(element.value().clone()),
            _ => None,
        }
    }

    fn instead(&self, arguments: &[Ty]) -> Option<&'static str> {
        let is_truths = |ty: &Ty| ty.element().is_some_and(|element| *element.value() == Ty::Bool);
        arguments.iter().all(is_truths).then_some("how many truths hold is `count(truths)`")
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        if list.iter().all(|item| item.as_int().is_some()) {
            let total = list
                .iter()
                .filter_map(Value::as_int)
                .try_fold(0_i64, |total, item| total.checked_add(item));
            return total.map(Value::Int).ok_or(Fault::Overflow);
        }
        Ok(Value::Real(list.iter().filter_map(Value::as_real).sum()))
    }
}

impl Constraint for Sum {
    /// `Σ aᵢ`.
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let items = Term::ints_of(arguments).into_iter().map(|item| (1, item));
        IntExpr::linear(items, 0).map(Term::Int).ok_or(Fault::TooLarge)
    }

    fn gathered(&self) -> Option<Gathered> {
        Some(Gathered { neutral: Value::Int(0), weight: Term::into_int, result: Term::Int })
    }
}
