//! Variables: their names in a problem, and the values that they can take.

use puzgen_base::domain::Domain;

/// Names a variable of one [`Csp`](crate::Csp).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(pub u32);

impl VarId {
    /// Returns the position in [`Csp::vars`](crate::Csp::vars) and in an assignment.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable. Truth is an integer variable with domain `0..1` (1 is true).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Var {
    /// What messages and dumps call it, such as `x[3,4]`.
    pub name: String,
    /// The values it can take.
    pub domain: Domain,
}
