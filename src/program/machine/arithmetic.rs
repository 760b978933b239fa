//! Operators between two values.

use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

use super::{Machine, Result, Stop, TYPE, raise};
use crate::tree::Operator;
use crate::val::{Builtin, Val};

impl Machine<'_> {
    /// Applies an operator.
    pub(super) fn binary(&mut self, operator: Operator, left: &Val, right: &Val) -> Result<Val> {
        if let (Some(a), Some(b)) = (left.small(), right.small())
            && let Some(value) = small(operator, a, b)?
        {
            return Ok(Val::Int(value));
        }
        match (operator, left, right) {
            (_, a, b) if a.is_number() && b.is_number() => self.numbers(operator, a, b),
            (Operator::Add, Val::Text(a), Val::Text(b)) => {
                self.grow(a.len() + b.len())?;
                Ok(Val::Text(Arc::from([&**a, &**b].concat())))
            }
            (Operator::Add, Val::List(a), Val::List(b)) => {
                let items = [self.items(*a), self.items(*b)].concat();
                self.list(items)
            }
            (Operator::Add, Val::Tuple(a), Val::Tuple(b)) => {
                let items = [self.items(*a), self.items(*b)].concat();
                self.tuple(items)
            }
            (Operator::Multiply, Val::Text(_) | Val::List(_) | Val::Tuple(_), times) => {
                self.repeated(left, times)
            }
            (Operator::Multiply, times, Val::Text(_) | Val::List(_) | Val::Tuple(_)) => {
                self.repeated(right, times)
            }
            (Operator::Modulo, Val::Text(format), values) => self.old_format(format, values),
            (Operator::Subtract, Val::View(..), _) | (Operator::Subtract, _, Val::View(..)) => {
                Err(Stop::Unknown("`-` of views"))
            }
            _ => Err(TYPE),
        }
    }

    fn numbers(&mut self, operator: Operator, left: &Val, right: &Val) -> Result<Val> {
        let (Some(a), Some(b)) = (left.big(), right.big()) else { return Err(TYPE) };
        self.work((a.bits() + b.bits()) / 256)?;
        let value = match operator {
            Operator::Add => a + b,
            Operator::Subtract => a - b,
            Operator::Multiply => a * b,
            Operator::FloorDivide | Operator::Modulo if b.is_zero() => {
                return raise("ZeroDivisionError");
            }
            Operator::FloorDivide => a.div_floor(&b),
            Operator::Modulo => a.mod_floor(&b),
            Operator::Power => self.power(&a, &b)?,
        };
        self.fitting(value)
    }

    /// Returns a number, if it is not too big.
    pub(super) fn fitting(&mut self, value: BigInt) -> Result<Val> {
        if value.bits() > self.limits.bits {
            return Err(Stop::TooLong);
        }
        Ok(Val::integer(value))
    }

    fn power(&mut self, base: &BigInt, exponent: &BigInt) -> Result<BigInt> {
        if exponent.is_negative() {
            return match base.is_zero() {
                true => raise("ZeroDivisionError"),
                false => Err(Stop::Unknown("a floating number")),
            };
        }
        if base.magnitude().bits() <= 1 {
            // 0, 1 and -1.
            let is_odd = exponent.is_odd();
            return Ok(match base.to_i64() {
                Some(-1) if !is_odd => BigInt::from(1),
                _ if exponent.is_zero() => BigInt::from(1),
                _ => base.clone(),
            });
        }
        let exponent = exponent.to_u32().ok_or(Stop::TooLong)?;
        if (base.bits() - 1).saturating_mul(u64::from(exponent)) > self.limits.bits {
            return Err(Stop::TooLong);
        }
        self.work(u64::from(exponent) / 16)?;
        Ok(base.pow(exponent))
    }

    fn repeated(&mut self, what: &Val, times: &Val) -> Result<Val> {
        let times = match times {
            Val::Big(_) => return raise("OverflowError"),
            other => other.small().ok_or(TYPE)?,
        };
        let times = usize::try_from(times.max(0)).unwrap_or(usize::MAX);
        let length = match what {
            Val::Text(text) => text.len(),
            Val::List(items) | Val::Tuple(items) => self.items(*items).len(),
            _ => return Err(TYPE),
        };
        let times = if length == 0 { 0 } else { times };
        self.grow(length.saturating_mul(times))?;
        Ok(match what {
            Val::Text(text) => Val::Text(Arc::from(text.repeat(times))),
            Val::List(items) => {
                let items = again(self.items(*items), times);
                Val::List(self.keep(items))
            }
            Val::Tuple(items) => {
                let items = again(self.items(*items), times);
                Val::Tuple(self.keep(items))
            }
            _ => return Err(TYPE),
        })
    }

    /// `%` after a text: understood where nothing is filled in.
    fn old_format(&mut self, format: &Arc<str>, values: &Val) -> Result<Val> {
        if format.contains('%') {
            return Err(Stop::Unknown("`%` that formats"));
        }
        let is_left_over = match values {
            Val::Tuple(items) => !self.items(*items).is_empty(),
            Val::List(_) | Val::Dict(_) | Val::Range(_) => false,
            Val::Builtin(Builtin::Dict | Builtin::List | Builtin::Tuple) => {
                return Err(Stop::Unknown("`%` that formats"));
            }
            Val::Builtin(_) | Val::View(..) | Val::Iterator(_) | Val::Own(_) => {
                return Err(Stop::Unknown("`%` that formats"));
            }
            _ => true,
        };
        if is_left_over { Err(TYPE) } else { Ok(Val::Text(Arc::clone(format))) }
    }
}

/// Applies an operator to small numbers; `None` where the result is not small.
pub(super) fn small(operator: Operator, a: i64, b: i64) -> Result<Option<i64>> {
    Ok(match operator {
        Operator::Add => a.checked_add(b),
        Operator::Subtract => a.checked_sub(b),
        Operator::Multiply => a.checked_mul(b),
        Operator::FloorDivide | Operator::Modulo if b == 0 => return raise("ZeroDivisionError"),
        Operator::FloorDivide if b == -1 => a.checked_neg(),
        Operator::FloorDivide => Some(Integer::div_floor(&a, &b)),
        Operator::Modulo if b == -1 => Some(0),
        Operator::Modulo => Some(Integer::mod_floor(&a, &b)),
        Operator::Power => match u32::try_from(b) {
            Ok(exponent) => a.checked_pow(exponent),
            Err(_) => None,
        },
    })
}

fn again(items: &[Val], times: usize) -> Vec<Val> {
    std::iter::repeat_n(items, times).flatten().cloned().collect()
}
