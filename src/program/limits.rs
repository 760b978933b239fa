//! Limits: how far a run may go.

/// How far a run may go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// How many steps: nodes of the program evaluated, and items handled within them.
    pub steps: u64,
    /// How many calls may be open at once.
    pub calls: usize,
    /// How many items and letters may be made altogether, and be in one thing.
    pub size: usize,
    /// How many bits a number may have.
    pub bits: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 20_000, calls: 60, size: 100_000, bits: 4_096 }
    }
}
