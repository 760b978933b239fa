//! Sessions that outlive a puzzle, and the one rule of when such a session is opened anew.
//!
//! What a session learns from one puzzle serves the next of the same instance. But it keeps all that it
//! was told, also of puzzles that are over, and gets slower by it. So between two puzzles its owner asks
//! [`LastingSolver::reopen_if_due`].

use std::ops::{Deref, DerefMut};

use crate::engine::Engine;
use crate::lower::Lowered;
use crate::solve::Solver;

/// When a session is worn: where its engine says so
/// ([`Session::should_reopen`](crate::engine::Session::should_reopen)), or once it was told to exclude so many
/// solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReopenPolicy {
    most_excluded: usize,
}

impl ReopenPolicy {
    /// Of removal. What was excluded is a small part of what its session has learnt, and that is worth
    /// more: only the engine says when it is too much.
    pub const REMOVAL: Self = Self { most_excluded: usize::MAX };

    /// Of proofs. Z3 is asked there, which clauses slow down that do not matter any more.
    pub const PROOF: Self = Self { most_excluded: 100 };

    /// Of ratings: each puzzle with several solutions excludes some thirty.
    pub const RATING: Self = Self { most_excluded: 1_000 };
}

/// A session for many puzzles of an instance.
pub struct LastingSolver<'a> {
    lowered: &'a Lowered,
    engine: &'a dyn Engine,
    policy: ReopenPolicy,
    solver: Solver<'a>,
}

impl std::fmt::Debug for LastingSolver<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LastingSolver").field("policy", &self.policy).finish_non_exhaustive()
    }
}

impl<'a> LastingSolver<'a> {
    /// Opens a session of `engine`.
    pub fn new(lowered: &'a Lowered, engine: &'a dyn Engine, policy: ReopenPolicy) -> Self {
        Self { lowered, engine, policy, solver: Solver::new(lowered, engine) }
    }

    /// Opens a new session, which knows of nothing but the rules.
    pub fn reopen(&mut self) {
        self.solver = Solver::new(self.lowered, self.engine);
    }

    /// Opens a new session where this one is worn; between two puzzles.
    pub fn reopen_if_due(&mut self) {
        if self.solver.should_reopen() || self.solver.excluded() >= self.policy.most_excluded {
            self.reopen();
        }
    }
}

impl<'a> Deref for LastingSolver<'a> {
    type Target = Solver<'a>;

    fn deref(&self) -> &Solver<'a> {
        &self.solver
    }
}

impl<'a> DerefMut for LastingSolver<'a> {
    fn deref_mut(&mut self) -> &mut Solver<'a> {
        &mut self.solver
    }
}
