//! Values that are known or will be decided by solving.

use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr};
use puzgen_model::value::Value;

/// What an expression becomes when everything known is filled in.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// Known already.
    Known(Value),
    /// A number decided by solving.
    Int(IntExpr),
    /// A truth decided by solving.
    Bool(BoolExpr),
    /// A list with elements decided by solving.
    List(Vec<Term>),
}

impl Term {
    /// Returns the number.
    pub(crate) fn into_int(self) -> IntExpr {
        match self {
            Self::Known(Value::Int(value)) => IntExpr::Const(value),
            Self::Int(expr) => expr,
            other => puzgen_base::bug!("{other:?} is not a number"),
        }
    }

    /// Returns the number, a truth as 0 or 1.
    pub(crate) fn into_number(self) -> IntExpr {
        match self {
            Self::Bool(_) | Self::Known(Value::Bool(_)) => IntExpr::from_bool(self.into_bool()),
            other => other.into_int(),
        }
    }

    /// Returns the truth.
    pub(crate) fn into_bool(self) -> BoolExpr {
        match self {
            Self::Known(Value::Bool(value)) => BoolExpr::Const(value),
            Self::Bool(expr) => expr,
            other => puzgen_base::bug!("{other:?} is not a truth"),
        }
    }

    /// Returns the elements.
    pub(crate) fn into_list(self) -> Vec<Self> {
        match self {
            Self::Known(Value::List(list)) => list.items.iter().cloned().map(Self::Known).collect(),
            Self::List(items) => items,
            other => puzgen_base::bug!("{other:?} is not a list"),
        }
    }

    /// Returns the elements of a list of numbers.
    pub(crate) fn into_ints(self) -> Vec<IntExpr> {
        self.into_list().into_iter().map(Self::into_int).collect()
    }

    /// Returns the elements of a list of truths.
    pub(crate) fn into_bools(self) -> Vec<BoolExpr> {
        self.into_list().into_iter().map(Self::into_bool).collect()
    }

    /// Returns whether it is decided by solving.
    pub(crate) fn is_decided(&self) -> bool {
        !matches!(self, Self::Known(_))
    }

    /// Returns the condition under which a number has a value; none where it always has one.
    pub(crate) fn is_defined(&self) -> Option<BoolExpr> {
        match self {
            Self::Int(number) if !number.is_total() => {
                Some(BoolExpr::Compare(CompareOp::Eq, number.clone(), number.clone()))
            }
            _ => None,
        }
    }

    /// Returns it as known where it turned out to be a constant.
    #[must_use]
    pub(crate) fn folded(self) -> Self {
        match self {
            Self::Int(IntExpr::Const(value)) => Self::Known(Value::Int(value)),
            Self::Bool(BoolExpr::Const(value)) => Self::Known(Value::Bool(value)),
            other => other,
        }
    }

    /// Returns the arguments of a function that takes so many.
    pub(super) fn exactly<const N: usize>(arguments: Vec<Self>) -> [Self; N] {
        <[Self; N]>::try_from(arguments)
            .unwrap_or_else(|found| puzgen_base::bug!("{} arguments, not {N}", found.len()))
    }

    /// Returns terms of a sum that make it have no value where one of these has none, and change
    /// nothing elsewhere.
    pub(super) fn partial<'n>(
        numbers: impl IntoIterator<Item = &'n IntExpr>,
    ) -> Vec<(i64, IntExpr)> {
        let partial = numbers.into_iter().filter(|number| !number.is_total());
        partial.map(|number| (0, number.clone())).collect()
    }

    /// Returns the number of the only argument's list elements.
    pub(super) fn ints_of(mut arguments: Vec<Self>) -> Vec<IntExpr> {
        arguments.pop().map(Self::into_ints).unwrap_or_default()
    }

    /// Returns the truths of the only argument's list elements.
    pub(super) fn bools_of(mut arguments: Vec<Self>) -> Vec<BoolExpr> {
        arguments.pop().map(Self::into_bools).unwrap_or_default()
    }
}
