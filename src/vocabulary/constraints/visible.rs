//! How many elements of a list can be seen from its start, where larger ones hide smaller ones.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `visible(list)`: the number of prefix maxima.
#[derive(Debug)]
pub(super) struct Visible;

impl Function for Visible {
    fn head(&self) -> Head {
        Head {
            name: "visible",
            signature: "visible(list)",
            about: "How many elements are larger than all before them.",
            example: "visible(x[row(first)]) == 4",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        match arguments {
            [Ty::List(element)] if *element.value() == Ty::Int => Some(Ty::Int),
            _ => None,
        }
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let list = arguments.first().and_then(Value::as_list).unwrap_or_default();
        let mut largest = None;
        let mut count = 0;
        for item in list.iter().map(Value::as_int) {
            if item > largest {
                largest = item;
                count += 1;
            }
        }
        Ok(Value::Int(count))
    }
}

impl Constraint for Visible {
    /// `1 + Σ sᵢ`, where `sᵢ ↔ aᵢ > mᵢ₋₁` and `mᵢ = max(mᵢ₋₁, aᵢ)` have names; 0 for no element.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let items = Term::ints_of(arguments);
        let partial = Term::partial(&items);
        let mut items = items.into_iter().peekable();
        let Some(first) = items.next() else { return Ok(Term::Int(IntExpr::Const(0))) };
        let mut largest = first;
        let mut terms = partial;
        while let Some(item) = items.next() {
            let is_seen = BoolExpr::compare(CompareOp::Gt, item.clone(), largest.clone());
            terms.push((1, IntExpr::from_bool(aux.truth(is_seen))));
            if items.peek().is_some() {
                largest = aux.number(IntExpr::Max(vec![largest, item]))?;
            }
        }
        IntExpr::linear(terms, 1).map(Term::Int).ok_or(Fault::TooLarge)
    }
}
