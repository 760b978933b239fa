//! How far truths hold from the start of a list.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::{BoolExpr, IntExpr};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `leading(truths)`.
#[derive(Debug)]
pub(super) struct Leading;

impl Function for Leading {
    fn head(&self) -> Head {
        Head {
            name: "leading",
            signature: "leading(truths)",
            about: "How many hold before the first that does not.",
            example: "leading(x[c] <= 2 for c in row(first)) == 2",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element)] if *element.value() == Ty::Bool => Some(Ty::Int),
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        Ok(Value::Int(list.iter().take_while(|item| **item == Value::Bool(true)).count() as i64))
    }
}

impl Constraint for Leading {
    /// `Σ pᵢ`, where `pᵢ ↔ pᵢ₋₁ ∧ bᵢ` have names.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let mut so_far = BoolExpr::Const(true);
        let mut terms = Vec::new();
        for truth in Term::bools_of(arguments) {
            so_far = aux.truth(BoolExpr::and([so_far, truth]));
            terms.push((1, IntExpr::from_bool(so_far.clone())));
        }
        IntExpr::linear(terms, 0).map(Term::Int).ok_or(Fault::TooLarge)
    }
}
