//! All of a list of truths hold.

use crate::constraints::{Auxiliary, Constraint, Gathered, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `forall(truths)`.
#[derive(Debug)]
pub(super) struct ForAll;

impl Function for ForAll {
    fn head(&self) -> Head {
        Head {
            name: "forall",
            signature: "forall(truths)",
            about: "All elements hold; true for none.",
            example: "forall(x[c] == 1 implies c in cells for c in cells)",
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
        Ok(Value::Bool(list.iter().all(|item| *item == Value::Bool(true))))
    }
}

impl Constraint for ForAll {
    /// `⋀ bᵢ`.
    fn lower(&self, arguments: Vec<Term>, _: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        Ok(Term::Bool(BoolExpr::and(Term::bools_of(arguments))))
    }

    /// The number of those that do not hold is 0.
    fn gathered(&self) -> Option<Gathered> {
        Some(Gathered {
            neutral: Value::Bool(true),
            weight: |item| IntExpr::from_bool(item.into_bool().negated()),
            result: |count| Term::Bool(BoolExpr::compare(CompareOp::Eq, count, IntExpr::Const(0))),
        })
    }
}
