//! All equal: every two elements of a list are equal.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::BoolExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `all_equal(list)`.
#[derive(Debug)]
pub(super) struct AllEqual;

impl Function for AllEqual {
    fn head(&self) -> Head {
        Head {
            name: "all_equal",
            signature: "all_equal(list)",
            about: "All elements are equal.",
            example: "not all_equal(x[row(first)])",
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
        Ok(Value::Bool(list.windows(2).all(|pair| pair[0] == pair[1])))
    }
}

impl Constraint for AllEqual {
    /// `⋀ aᵢ = aᵢ₊₁`.
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let items = Term::ints_of(arguments);
        if let [only] = items.as_slice() {
            let defined = Term::Int(only.clone()).is_defined();
            return Ok(Term::Bool(BoolExpr::and(defined)));
        }
        let pairs = items
            .windows(2)
            .map(|pair| BoolExpr::compare(CompareOp::Eq, pair[0].clone(), pair[1].clone()));
        Ok(Term::Bool(BoolExpr::and(pairs)))
    }
}
