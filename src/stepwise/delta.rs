//! What is passed between rounds and statements: what changed, and what is eliminated.

/// What changed since the statements were propagated last.
#[derive(Debug, Clone, Default)]
pub(super) struct Delta {
    /// Variables that lost values.
    pub(super) narrowed: Vec<u32>,
    /// The values they lost.
    pub(super) gone: Vec<(u32, u32)>,
    /// Variables whose values were found.
    pub(super) found: Vec<u32>,
    /// Whether nothing was propagated yet.
    pub(super) is_all: bool,
}

impl Delta {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.narrowed.clear();
        self.gone.clear();
        self.found.clear();
        self.is_all = false;
    }

    /// Returns whether nothing changed.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.narrowed.is_empty()
    }

    /// Records that a variable lost a value.
    pub(super) fn lost(&mut self, var: u32, value: u32) {
        self.narrowed.push(var);
        self.gone.push((var, value));
    }
}

/// A value that a statement eliminates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Elimination {
    /// The variable.
    pub(super) var: u32,
    /// The value.
    pub(super) value: u32,
    /// The size of a smallest reason that was found for it.
    pub(super) size: u32,
    /// Eliminations by one propagation with the same number are one deduction.
    pub(super) deduction: u32,
}
