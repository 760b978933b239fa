//! What is passed between rounds and statements: what changed, and what is taken away.

/// What changed since the statements were looked at.
#[derive(Debug, Clone, Default)]
pub(super) struct News {
    /// Variables that lost values.
    pub(super) narrowed: Vec<u32>,
    /// The values they lost.
    pub(super) gone: Vec<(u32, u32)>,
    /// Variables whose values were found.
    pub(super) found: Vec<u32>,
    /// Whether nothing was looked at yet.
    pub(super) is_all: bool,
}

impl News {
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

    /// Notes that a variable lost a value.
    pub(super) fn lost(&mut self, var: u32, value: u32) {
        self.narrowed.push(var);
        self.gone.push((var, value));
    }
}

/// A value that a statement takes away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Note {
    /// The variable.
    pub(super) var: u32,
    /// The value.
    pub(super) value: u32,
    /// How many things have to be seen for it.
    pub(super) size: u32,
    /// Notes of one look with the same number are one deduction.
    pub(super) deduction: u32,
}
