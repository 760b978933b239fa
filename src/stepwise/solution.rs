//! A solution of the puzzle that is solved, where it is known.
//!
//! Propagation is sound, so no contradiction follows from what the solution has: trying these values would only
//! take time, and the most of all values, since nothing ends it early. What is found of the others is the same.

use crate::csp::VarId;

/// A solution, by variables.
#[derive(Debug)]
pub(super) struct Solution {
    /// For each stored value, its variable and the value, counted from the base; sorted.
    values: Vec<(u32, u32)>,
}

impl Solution {
    /// Returns the solution in which these variables have these values, counted from `base`.
    pub(super) fn new(vars: &[VarId], values: &[i64], base: i64) -> Self {
        let counted = values.iter().map(|value| (value - base) as u32);
        let mut values: Vec<(u32, u32)> = vars.iter().map(|var| var.0).zip(counted).collect();
        values.sort_unstable();
        Self { values }
    }

    /// Returns whether a variable has a value.
    pub(super) fn has(&self, var: u32, value: u32) -> bool {
        self.values.binary_search(&(var, value)).is_ok()
    }
}
