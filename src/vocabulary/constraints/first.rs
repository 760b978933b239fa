//! The first element of a list that is, or is not, a value: where it is, and which one.

use crate::constraints::{Auxiliary, Constraint, Term};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr};
use puzgen_model::function::{Fault, Function, Head};
use puzgen_model::grid::Grid;
use puzgen_model::ty::Ty;
use puzgen_model::value::Value;

fn takes_list_and_value(arguments: &[Ty]) -> Option<Ty> {
    match arguments {
        [Ty::List(element), value] if *element.value() == Ty::Int && *value.value() == Ty::Int => {
            Some(Ty::Int)
        }
        _ => None,
    }
}

/// Returns `if a₁ op v then pick(0, a₁) else if a₂ op v then …`, in the end `last`, with no value where
/// an element or `v` has none. What stands in it several times has a name.
fn chain(
    arguments: Vec<Term>,
    aux: &mut Auxiliary<'_>,
    last: impl FnOnce(&IntExpr) -> IntExpr,
    pick: impl Fn(usize, &IntExpr) -> IntExpr,
    op: CompareOp,
) -> Result<Term, Fault> {
    let [list, value] = Term::exactly(arguments);
    let items = list.into_ints().into_iter().map(|item| aux.number(item));
    let items = items.collect::<Result<Vec<IntExpr>, Fault>>()?;
    let value = aux.number(value.into_int())?;
    let mut found = last(&value);
    for (position, item) in items.iter().enumerate().rev() {
        found = aux.small(found)?;
        let is_it = BoolExpr::compare(op, item.clone(), value.clone());
        found = match is_it {
            BoolExpr::Const(true) => pick(position, item),
            BoolExpr::Const(false) => found,
            _ => {
                let picked = Box::new(pick(position, item));
                IntExpr::If(Box::new(is_it), picked, Box::new(found))
            }
        };
    }
    let mut terms = Term::partial(items.iter().chain([&value]));
    terms.push((1, found));
    IntExpr::linear(terms, 0).map(Term::Int).ok_or(Fault::TooLarge)
}

/// `position(list, value)`.
#[derive(Debug)]
pub(super) struct Position;

impl Function for Position {
    fn head(&self) -> Head {
        Head {
            name: "position",
            signature: "position(list, value)",
            about: "Where the value stands first, from 1; 0 where it does not.",
            example: "position(x[row(first)], 3) == 3",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        takes_list_and_value(arguments)
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let [list, value] = arguments else { puzgen_base::bug!("two arguments") };
        let list = list.as_list().unwrap_or_default();
        let found = list.iter().position(|item| item == value);
        Ok(Value::Int(found.map_or(0, |position| position as i64 + 1)))
    }
}

impl Constraint for Position {
    /// `if a₁ = v then 1 else if a₂ = v then 2 else … 0`.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        let number = |position: usize, _: &IntExpr| IntExpr::Const(position as i64 + 1);
        chain(arguments, aux, |_| IntExpr::Const(0), number, CompareOp::Eq)
    }
}

/// `first_except(list, value)`.
#[derive(Debug)]
pub(super) struct FirstExcept;

impl Function for FirstExcept {
    fn head(&self) -> Head {
        Head {
            name: "first_except",
            signature: "first_except(list, value)",
            about: "The first element that is not the value; the value where there is none.",
            example: "first_except(x[row(first)], 1) == 2",
        }
    }

    fn result_type(&self, arguments: &[Ty]) -> Option<Ty> {
        takes_list_and_value(arguments)
    }

    fn eval(&self, arguments: &[Value], _: Option<&Grid>) -> Result<Value, Fault> {
        let [list, value] = arguments else { puzgen_base::bug!("two arguments") };
        let list = list.as_list().unwrap_or_default();
        Ok(list.iter().find(|item| *item != value).unwrap_or(value).clone())
    }
}

impl Constraint for FirstExcept {
    /// `if a₁ ≠ v then a₁ else if a₂ ≠ v then a₂ else … v`.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault> {
        chain(arguments, aux, IntExpr::clone, |_, item| item.clone(), CompareOp::Ne)
    }
}
