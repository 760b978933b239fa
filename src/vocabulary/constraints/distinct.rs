//! All different: no two elements of a list are equal.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::BoolExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `distinct(list)`, the global constraint `alldifferent`.
#[derive(Debug)]
pub(super) struct Distinct;

impl Function for Distinct {
    fn head(&self) -> Head {
        Head {
            name: "distinct",
            signature: "distinct(list)",
            about: "No two elements are equal.",
            example: "distinct(x[row(first)])",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element)] if matches!(element.value(), Ty::Int) => Some(Ty::Bool),
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        let mut numbers: Vec<Option<i64>> = list.iter().map(Value::as_int).collect();
        numbers.sort_unstable();
        Ok(Value::Bool(numbers.windows(2).all(|pair| pair[0] != pair[1])))
    }
}

impl Constraint for Distinct {
    /// `Distinct(list)`; true for fewer than two elements that have values.
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let items = Term::ints_of(arguments);
        Ok(Term::Bool(match items.as_slice() {
            [] => BoolExpr::Const(true),
            [only] => BoolExpr::and(Term::Int(only.clone()).is_defined()),
            _ => BoolExpr::Distinct(items),
        }))
    }
}
