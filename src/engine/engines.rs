//! The engines that a program links, handed to everything that asks one.

use std::fmt;

use crate::clauses::ClauseWriter;
use crate::engine::Engine;

/// The name of the engine that answers where none is named.
pub const DEFAULT: &str = "auto";

/// The engines of a program. Whatever asks an engine is given these; the crate of the engines has the only list.
#[derive(Clone, Copy)]
pub struct Engines {
    all: &'static [&'static dyn Engine],
    quick: &'static dyn Engine,
    clauses: &'static dyn ClauseWriter,
    left_out: &'static [(&'static str, &'static str)],
}

impl Engines {
    /// Returns a list of engines: the default first, the others in the order in which hard questions are put to them.
    /// `quick` answers at once what needs hardly any search, `clauses` writes questions for other programs. `left_out` names the engines that the build lacks, each
    /// with the feature that brings it.
    ///
    /// # Panics
    /// Where the list is empty.
    pub const fn new(
        all: &'static [&'static dyn Engine],
        quick: &'static dyn Engine,
        clauses: &'static dyn ClauseWriter,
        left_out: &'static [(&'static str, &'static str)],
    ) -> Self {
        assert!(!all.is_empty(), "a program needs an engine");
        Self { all, quick, clauses, left_out }
    }

    /// Returns all engines, the default first.
    pub fn all(self) -> impl Iterator<Item = &'static dyn Engine> {
        self.all.iter().copied()
    }

    /// Returns the engine that answers where none is named.
    pub fn default_engine(self) -> &'static dyn Engine {
        self.all[0]
    }

    /// Returns the engine that answers at once what needs hardly any search, and gives up early otherwise.
    pub fn quick(self) -> &'static dyn Engine {
        self.quick
    }

    /// Returns what writes questions as clauses that other programs read.
    pub fn clauses(self) -> &'static dyn ClauseWriter {
        self.clauses
    }

    /// Returns the engines that the build lacks, each with the feature that brings it.
    pub fn left_out(self) -> &'static [(&'static str, &'static str)] {
        self.left_out
    }
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all).finish()
    }
}
