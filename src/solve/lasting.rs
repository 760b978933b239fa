//! Sessions for several puzzles of one instance, and the policies of when to reopen them.
//!
//! What a session learns from one puzzle helps with the next of the same instance. But its clause database
//! also keeps the clauses of earlier puzzles and grows, which makes it slower. So between two puzzles its owner
//! calls [`LastingSolver::reopen_if_due`].

use std::ops::{Deref, DerefMut};

use crate::solver::Solver;
use puzgen_engine::Engine;
use puzgen_vocabulary::lower::Lowered;

/// When a session is reopened: where its engine says so
/// ([`Session::should_reopen`](puzgen_engine::Session::should_reopen)), or once it was told to exclude so many
/// solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReopenPolicy {
    most_excluded: usize,
}

impl ReopenPolicy {
    /// For removal. Of boards with one solution, the excluded ones are few beside the learnt clauses, which are worth
    /// keeping; a board that may have several excludes some hundred, and all later questions look at them.
    pub const REMOVAL: Self = Self { most_excluded: 1_000 };

    /// For proofs. There Z3 is asked, which clauses slow down even when they are switched off.
    pub const PROOF: Self = Self { most_excluded: 100 };

    /// For ratings: each puzzle with several solutions excludes some thirty.
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

    /// Opens a new session, with the rules only.
    pub fn reopen(&mut self) {
        self.solver = Solver::new(self.lowered, self.engine);
    }

    /// Opens a new session where the policy asks for it; between two puzzles.
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
