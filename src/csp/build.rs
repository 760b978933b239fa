//! Constructors that fold what is already decided, so that lowered problems stay small.

use crate::expr::{BoolExpr, IntExpr};
use crate::lit::Lit;
use crate::var::VarId;
use puzgen_base::ops::CompareOp;

impl BoolExpr {
    /// Returns "this truth variable holds".
    pub fn var(var: VarId) -> Self {
        Self::Lit(Lit::is(var, 1))
    }

    /// Returns the conjunction.
    pub fn and(items: impl IntoIterator<Item = Self>) -> Self {
        let mut kept = Vec::new();
        for item in items {
            match item {
                Self::Const(true) => {}
                Self::Const(false) => return Self::Const(false),
                Self::And(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        match kept.len() {
            0 => Self::Const(true),
            1 => kept.remove(0),
            _ => Self::And(kept),
        }
    }

    /// Returns the disjunction. Beside "x is not 3", "x = y" is "y is 3": where x is another number, the first one holds.
    pub fn or(items: impl IntoIterator<Item = Self>) -> Self {
        let mut kept = Vec::new();
        for item in items {
            match item {
                Self::Const(false) => {}
                Self::Const(true) => return Self::Const(true),
                Self::Or(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        for at in 0..kept.len() {
            if let Self::Lit(Lit { var, value, is: false }) = kept[at] {
                kept.iter_mut().for_each(|part| part.put(var, value));
            }
        }
        match kept.len() {
            0 => Self::Const(false),
            1 => kept.remove(0),
            _ => Self::Or(kept),
        }
    }

    /// Puts a value for a variable that is compared with another one.
    fn put(&mut self, var: VarId, value: i64) {
        match self {
            Self::And(parts) => parts.iter_mut().for_each(|part| part.put(var, value)),
            Self::Compare(
                op @ (CompareOp::Eq | CompareOp::Ne),
                IntExpr::Var(a),
                IntExpr::Var(b),
            ) if (*a == var) != (*b == var) => {
                let other = if *a == var { *b } else { *a };
                *self = Self::compare(*op, IntExpr::Var(other), IntExpr::Const(value));
            }
            _ => {}
        }
    }

    /// Returns the opposite. A comparison stays under its `Not`: where it has no value it does not
    /// hold, and its opposite does.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Const(value) => Self::Const(!value),
            Self::Lit(lit) => Self::Lit(!lit),
            Self::Not(inner) => *inner,
            Self::Compare(op, left, right) if left.is_total() && right.is_total() => {
                Self::compare(op.negated(), left, right)
            }
            other => Self::Not(Box::new(other)),
        }
    }

    /// Returns "both or neither".
    pub fn iff(left: Self, right: Self) -> Self {
        match (left, right) {
            (Self::Const(true), other) | (other, Self::Const(true)) => other,
            (Self::Const(false), other) | (other, Self::Const(false)) => other.negated(),
            (left, right) => Self::Iff(Box::new(left), Box::new(right)),
        }
    }

    /// Returns the comparison.
    pub fn compare(op: CompareOp, left: IntExpr, right: IntExpr) -> Self {
        match (op, &left, &right) {
            (_, IntExpr::Const(left), IntExpr::Const(right)) => Self::Const(op.holds(left, right)),
            (CompareOp::Eq, IntExpr::Var(var), IntExpr::Const(value))
            | (CompareOp::Eq, IntExpr::Const(value), IntExpr::Var(var)) => {
                Self::Lit(Lit::is(*var, *value))
            }
            (CompareOp::Ne, IntExpr::Var(var), IntExpr::Const(value))
            | (CompareOp::Ne, IntExpr::Const(value), IntExpr::Var(var)) => {
                Self::Lit(Lit::is_not(*var, *value))
            }
            _ => Self::Compare(op, left, right),
        }
    }
}

impl IntExpr {
    /// Returns whether it has a value whatever the variables are (overflow aside).
    pub fn is_total(&self) -> bool {
        match self {
            Self::Const(_) | Self::Var(_) | Self::FromBool(_) => true,
            Self::Linear(terms, _) => terms.iter().all(|(_, term)| term.is_total()),
            Self::Product(left, right) => left.is_total() && right.is_total(),
            Self::Div(left, right) | Self::Mod(left, right) => {
                left.is_total() && matches!(**right, Self::Const(divisor) if divisor != 0)
            }
            Self::Abs(inner) => inner.is_total(),
            Self::Min(items) | Self::Max(items) => items.iter().all(Self::is_total),
            Self::If(_, then, otherwise) => then.is_total() && otherwise.is_total(),
        }
    }

    /// Returns `Σ coefficient · term + constant` with nested sums flattened; `None` on overflow.
    /// A term with the coefficient 0 stays where it may have no value: then the sum has none.
    pub fn linear(terms: impl IntoIterator<Item = (i64, Self)>, constant: i64) -> Option<Self> {
        let mut kept: Vec<(i64, Self)> = Vec::new();
        let mut total = constant;
        for (coefficient, term) in terms {
            match term {
                Self::Const(value) => {
                    total = total.checked_add(coefficient.checked_mul(value)?)?;
                }
                Self::Linear(inner, inner_constant) => {
                    total = total.checked_add(coefficient.checked_mul(inner_constant)?)?;
                    for (inner_coefficient, term) in inner {
                        kept.push((coefficient.checked_mul(inner_coefficient)?, term));
                    }
                }
                other => kept.push((coefficient, other)),
            }
        }
        kept.retain(|(coefficient, term)| *coefficient != 0 || !term.is_total());
        Some(match (kept.as_slice(), total) {
            ([], _) => Self::Const(total),
            ([(1, _)], 0) => kept.remove(0).1,
            _ => Self::Linear(kept, total),
        })
    }

    /// Returns the product; linear where one side is fixed; `None` on overflow.
    pub fn product(left: Self, right: Self) -> Option<Self> {
        match (left, right) {
            (Self::Const(factor), other) | (other, Self::Const(factor)) => {
                Self::linear([(factor, other)], 0)
            }
            (left, right) => Some(Self::Product(Box::new(left), Box::new(right))),
        }
    }

    /// Returns a number that never has a value.
    pub fn without_value() -> Self {
        Self::Div(Box::new(Self::Const(0)), Box::new(Self::Const(0)))
    }

    /// Returns 1 where the truth holds, 0 otherwise.
    pub fn from_bool(truth: BoolExpr) -> Self {
        match truth {
            BoolExpr::Const(value) => Self::Const(i64::from(value)),
            other => Self::FromBool(Box::new(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "x is 3, so y = x (and y is not z)" is "x is 3, so y is 3 (and y is not z)".
    #[test]
    fn a_disjunction_puts_in_the_value_that_a_part_excludes() {
        let [x, y, z] = [0, 1, 2].map(VarId);
        let equal = |op, a, b| BoolExpr::compare(op, IntExpr::Var(a), IntExpr::Var(b));
        let not_three = || BoolExpr::Lit(Lit::is_not(x, 3));
        let three = |is| BoolExpr::Lit(Lit { var: y, value: 3, is });
        for (op, is) in [(CompareOp::Eq, true), (CompareOp::Ne, false)] {
            let put = BoolExpr::Or(vec![not_three(), three(is)]);
            assert_eq!(BoolExpr::or([not_three(), equal(op, y, x)]), put);
            assert_eq!(BoolExpr::or([not_three(), equal(op, x, y)]), put);
        }
        let others = equal(CompareOp::Ne, y, z);
        let both = BoolExpr::And(vec![equal(CompareOp::Eq, x, y), others.clone()]);
        let put = BoolExpr::And(vec![three(true), others.clone()]);
        assert_eq!(BoolExpr::or([not_three(), both]), BoolExpr::Or(vec![not_three(), put]));
        // Nothing is known of x where it is 3.
        let is_three = || BoolExpr::Lit(Lit::is(x, 3));
        let kept = equal(CompareOp::Eq, x, y);
        assert_eq!(BoolExpr::or([is_three(), kept.clone()]), BoolExpr::Or(vec![is_three(), kept]));
    }
}
