//! Literals: a variable has, or has not, a value.

use crate::var::VarId;

/// "`var` is `value`" or, where `is` is false, "`var` is not `value`".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit {
    /// The variable.
    pub var: VarId,
    /// The value.
    pub value: i64,
    /// Whether it is this value.
    pub is: bool,
}

impl Lit {
    /// Returns "`var` is `value`".
    pub fn is(var: VarId, value: i64) -> Self {
        Self { var, value, is: true }
    }

    /// Returns "`var` is not `value`".
    pub fn is_not(var: VarId, value: i64) -> Self {
        Self { var, value, is: false }
    }

    /// Returns whether it holds where `var` has the value `actual`.
    pub fn holds_for(self, actual: i64) -> bool {
        (actual == self.value) == self.is
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self { is: !self.is, ..self }
    }
}
