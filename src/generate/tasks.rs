//! What is done for a puzzle at a time, told to who measures it: nothing here reads a clock, and nothing
//! that is made depends on it.

use std::fmt;
use std::sync::Arc;

/// A task in making a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// Layouts are drawn, and rooms are made to fit a board.
    Layout,
    /// The instance of a layout is lowered, and sessions are opened for it.
    Instance,
    /// A full board is drawn.
    Board,
    /// It is found out which values its clues force, and others are drawn anew.
    Repair,
    /// Clues are removed.
    Removal,
    /// It is solved step by step and measured.
    Rating,
    /// The finished puzzle is proved by an engine, if removal was no proof.
    FirstProof,
    /// It is proved by another one.
    SecondProof,
}

/// Is told which task begins.
#[derive(Clone, Default)]
pub struct TaskHook(Option<Arc<dyn Fn(Task) + Send + Sync>>);

impl fmt::Debug for TaskHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TaskHook").field(&self.0.is_some()).finish()
    }
}

impl TaskHook {
    /// Returns a hook that calls a function.
    pub fn new(told: impl Fn(Task) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(told)))
    }

    /// Says that a task begins.
    pub(super) fn begin(&self, phase: Task) {
        if let Some(told) = &self.0 {
            told(phase);
        }
    }
}
