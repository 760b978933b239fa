//! A solution of the puzzle that is solved, where it is known.
//!
//! Propagation is sound, so no contradiction follows from what the solution has: trying these values would only
//! take time, and the most of all values, since nothing ends it early. What is found of the others is the same.

use puzgen_csp::VarId;

/// A solution, by variables.
#[derive(Debug)]
pub(super) struct Solution {
    /// For each variable, its value, counted from the base, where it has one.
    values: Vec<Option<u32>>,
}

impl Solution {
    /// Returns the solution in which these variables have these values, counted from `base`.
    pub(super) fn new(vars: &[VarId], values: &[i64], base: i64) -> Self {
        let most = vars.iter().map(|var| var.0 as usize + 1).max().unwrap_or(0);
        let mut of_vars = vec![None; most];
        for (var, value) in vars.iter().zip(values) {
            of_vars[var.0 as usize] = Some((value - base) as u32);
        }
        Self { values: of_vars }
    }

    /// Returns whether a variable has a value.
    pub(super) fn has(&self, var: u32, value: u32) -> bool {
        self.values.get(var as usize) == Some(&Some(value))
    }
}
