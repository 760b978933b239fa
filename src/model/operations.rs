//! Operations on values: comparisons, arithmetic, positions in lists.

use crate::expr::{BinaryOp, CompareOp};
use crate::fault::Fault;
use crate::value::Value;

/// Returns the fault of an index; where it is decided by solving, there merely is no value.
pub fn absent(fault: Fault, is_decided: bool) -> Fault {
    match fault {
        Fault::Index(_) if is_decided => Fault::NoElement,
        other => other,
    }
}

/// Returns all the results, or the first fault. Where they are collected by the standard library, room is made for one
/// after the other.
pub(super) fn all_of<T, F>(
    results: impl ExactSizeIterator<Item = Result<T, F>>,
) -> Result<Vec<T>, F> {
    let mut all = Vec::with_capacity(results.len());
    for result in results {
        all.push(result?);
    }
    Ok(all)
}

/// Returns the element at a position, from 1.
///
/// # Errors
/// Where there is none.
pub fn at_position<T>(list: &[T], position: i64) -> Result<&T, Fault> {
    let index = position.checked_sub(1).and_then(|index| usize::try_from(index).ok());
    index.and_then(|index| list.get(index)).ok_or_else(|| {
        Fault::Index(match list.len() {
            0 => format!("an empty list has no element {position}"),
            length => format!("there is no element {position} in a list of {length}"),
        })
    })
}

/// Returns whether two values are equal; numbers with a fraction after rounding to six places.
pub fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Real(_), _) | (_, Value::Real(_)) => compare(CompareOp::Eq, left, right),
        _ => left == right,
    }
}

#[inline]
pub(super) fn compare(op: CompareOp, left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => op.holds(left, right),
        (Value::Place(left), Value::Place(right)) => op.holds(left, right),
        _ => match (left.as_real(), right.as_real()) {
            (Some(left), Some(right)) => op.holds(rounded(left), rounded(right)),
            _ => match op {
                CompareOp::Eq => left == right,
                CompareOp::Ne => left != right,
                _ => puzgen_base::bug!("{left:?} and {right:?} have no order"),
            },
        },
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[inline]
pub(super) fn add(left: &Value, right: &Value, is_subtracted: bool) -> Result<Value, Fault> {
    if let (Value::Int(left), Value::Int(right)) = (left, right) {
        let sum = if is_subtracted { left.checked_sub(*right) } else { left.checked_add(*right) };
        return sum.map(Value::Int).ok_or(Fault::Overflow);
    }
    match (left.as_real(), right.as_real()) {
        (Some(left), Some(right)) => {
            Ok(Value::Real(if is_subtracted { left - right } else { left + right }))
        }
        _ => puzgen_base::bug!("{left:?} + {right:?}"),
    }
}

pub(super) fn arithmetic(op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Fault> {
    if let (Value::Int(left), Value::Int(right), true) = (left, right, op != BinaryOp::Divide) {
        return whole(op, *left, *right).map(Value::Int);
    }
    let (Some(left), Some(right)) = (left.as_real(), right.as_real()) else {
        puzgen_base::bug!("{left:?} {op:?} {right:?}")
    };
    match op {
        BinaryOp::Mul => Ok(Value::Real(left * right)),
        BinaryOp::Divide if right == 0.0 => Err(Fault::DivisionByZero),
        BinaryOp::Divide => Ok(Value::Real(left / right)),
        BinaryOp::Div | BinaryOp::Mod => puzgen_base::bug!("{op:?} of fractions"),
    }
}

/// Returns a whole-number operation; quotients are rounded towards minus infinity.
///
/// # Errors
/// Overflow and division by zero.
pub fn whole(op: BinaryOp, left: i64, right: i64) -> Result<i64, Fault> {
    if op == BinaryOp::Mul {
        return left.checked_mul(right).ok_or(Fault::Overflow);
    }
    if right == 0 {
        return Err(Fault::DivisionByZero);
    }
    let (Some(quotient), Some(remainder)) = (left.checked_div(right), left.checked_rem(right))
    else {
        return Err(Fault::Overflow);
    };
    let is_below = remainder != 0 && (remainder < 0) != (right < 0);
    Ok(match op {
        BinaryOp::Mod => remainder + if is_below { right } else { 0 },
        BinaryOp::Div | BinaryOp::Mul | BinaryOp::Divide => quotient - i64::from(is_below),
    })
}
