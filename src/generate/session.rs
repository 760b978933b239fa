//! The session that removal asks, open over many boards, and whether the choice of clues depends on its
//! engine.

use puzgen_engine::Engine;
use puzgen_model::definition::Choose;
use puzgen_model::instance::Instance;
use puzgen_solve::{LastingSolver, ReopenPolicy, Solver};
use puzgen_vocabulary::lower::Lowered;

/// Returns whether the choice of clues depends on the engine, not on its verdicts alone.
pub(super) fn depends_on_engine(instance: &Instance<'_>) -> bool {
    matches!(instance.choose, Choose::Guided) || instance.effort.is_some()
}

/// The session of a generator.
pub(super) struct RemovalSession<'a> {
    solver: LastingSolver<'a>,
    engine: &'a dyn Engine,
    depends_on_engine: bool,
    /// Whether no board was begun with it.
    is_unasked: bool,
}

impl<'a> RemovalSession<'a> {
    pub(super) fn new(
        instance: &Instance<'_>,
        lowered: &'a Lowered,
        engine: &'a dyn Engine,
    ) -> Self {
        let solver = LastingSolver::new(lowered, engine, ReopenPolicy::REMOVAL);
        Self { solver, engine, depends_on_engine: depends_on_engine(instance), is_unasked: true }
    }

    /// Prepares for a new board. Where the choice of clues depends on more than verdicts (cores, effort),
    /// the session is opened anew, so that a puzzle does not depend on the ones before.
    pub(super) fn begin(&mut self) {
        if self.depends_on_engine && !std::mem::take(&mut self.is_unasked) {
            self.solver.reopen();
        }
    }

    /// Begins another puzzle.
    pub(super) fn begin_puzzle(&mut self) {
        self.solver.reopen_if_due();
        self.solver.take_sole_prover();
    }

    /// Returns what questions are asked of.
    pub(super) fn solver(&mut self) -> &mut Solver<'a> {
        &mut self.solver
    }

    /// Returns the engine.
    pub(super) fn engine(&self) -> &'a dyn Engine {
        self.engine
    }

    /// Returns the engine that the choice of clues depends on, where it does.
    pub(super) fn removed_by(&self) -> Option<&'static str> {
        self.depends_on_engine.then(|| self.engine.name())
    }
}
