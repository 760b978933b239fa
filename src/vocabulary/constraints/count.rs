//! How many elements of a list hold, or have a value.

use crate::constraints::{Auxiliary, Constraint, Gathered, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `count(list of truths)` and `count(list, value)`.
#[derive(Debug)]
pub(super) struct Count;

impl Function for Count {
    fn head(&self) -> Head {
        Head {
            name: "count",
            signature: "count(truths)` or `count(list, value)",
            about: "How many hold, or how many equal the value.",
            example: "count(x[c] == 1 for c in cells) >= 1",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element)] if *element.value() == Ty::Bool => Some(Ty::Int),
            [Ty::List(element), value]
                if matches!(element.value(), Ty::Int) && *value.value() == Ty::Int =>
            {
                Some(Ty::Int)
            }
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        let wanted = arguments.get(1).cloned().unwrap_or(Value::Bool(true));
        Ok(Value::Int(list.iter().filter(|item| **item == wanted).count() as i64))
    }
}

impl Constraint for Count {
    /// `Σ [bᵢ]`, or `Σ [aᵢ = v]`, with no value where an `aᵢ` or `v` has none.
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let mut arguments = arguments.into_iter();
        let list = arguments.next().map(Term::into_list).unwrap_or_default();
        let wanted = arguments.next().map(Term::into_int);
        let partial: Vec<(i64, IntExpr)> = match &wanted {
            Some(wanted) => list
                .iter()
                .cloned()
                .map(Term::into_int)
                .chain([wanted.clone()])
                .filter(|number| !number.is_total())
                .map(|number| (0, number))
                .collect(),
            None => Vec::new(),
        };
        let truths = list.into_iter().map(|item| match &wanted {
            Some(wanted) => BoolExpr::compare(CompareOp::Eq, item.into_int(), wanted.clone()),
            None => item.into_bool(),
        });
        let terms = truths.map(|truth| (1, IntExpr::from_bool(truth))).chain(partial);
        IntExpr::linear(terms, 0).map(Term::Int).ok_or(Fault::TooLarge)
    }

    fn gathered(&self) -> Option<Gathered> {
        let neutral = Value::Bool(false);
        Some(Gathered { neutral, weight: Term::into_number, result: Term::Int })
    }
}
