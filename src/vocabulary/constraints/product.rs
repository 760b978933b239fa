//! The product of a list.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_csp::IntExpr;
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

/// `product(list)`.
#[derive(Debug)]
pub(super) struct Product;

impl Function for Product {
    fn head(&self) -> Head {
        Head {
            name: "product",
            signature: "product(list)",
            about: "The product of the elements; 1 for none.",
            example: "product(x[row(first)]) == 24",
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
        let product = list
            .iter()
            .filter_map(Value::as_int)
            .try_fold(1_i64, |product, item| product.checked_mul(item));
        product.map(Value::Int).ok_or(Fault::Overflow)
    }
}

impl Constraint for Product {
    /// `a₁ · a₂ · …`, from the left; what is multiplied so far has a name.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let mut product = IntExpr::Const(1);
        for item in Term::ints_of(arguments) {
            product = IntExpr::product(aux.number(product)?, item).ok_or(Fault::TooLarge)?;
        }
        Ok(Term::Int(product))
    }
}
