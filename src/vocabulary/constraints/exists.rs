//! One of a list of truths holds.

use crate::constraints::{Auxiliary, Constraint, Gathered, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `exists(truths)`.
#[derive(Debug)]
pub(super) struct Exists;

impl Function for Exists {
    fn head(&self) -> Head {
        Head {
            name: "exists",
            signature: "exists(truths)",
            about: "One element at least holds; false for none.",
            example: "exists(x[c] == 1 for c in cells)",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element)] if *element.value() == Ty::Bool => Some(Ty::Bool),
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        Ok(Value::Bool(list.contains(&Value::Bool(true))))
    }
}

impl Constraint for Exists {
    /// `⋁ bᵢ`.
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        Ok(Term::Bool(BoolExpr::or(Term::bools_of(arguments))))
    }

    /// The number of those that hold is not 0.
    fn gathered(&self) -> Option<Gathered> {
        Some(Gathered {
            neutral: Value::Bool(false),
            weight: Term::into_number,
            result: |count| Term::Bool(BoolExpr::compare(CompareOp::Ne, count, IntExpr::Const(0))),
        })
    }
}
