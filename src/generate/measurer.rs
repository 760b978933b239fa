//! What is measured of a puzzle: the steps of its solution, its features and its level.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use crate::rate;
use puzgen_model::eval::FaultAt;
use puzgen_model::function::Steps;
use puzgen_model::generated::{GeneratedPuzzle, values_told};
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::{FactValue, PuzzleState};
use puzgen_stepwise::Stepwise;
use puzgen_vocabulary::lower::Lowered;

/// The stepwise solver of an instance, made when it is first needed: puzzles that are not rated need none.
#[derive(Clone)]
pub(super) struct LazyStepwise<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    /// Shared by threads.
    made: Arc<OnceLock<Option<Stepwise<'a>>>>,
}

impl<'a> LazyStepwise<'a> {
    pub(super) fn new(instance: &'a Instance<'a>, lowered: &'a Lowered) -> Self {
        Self { instance, lowered, made: Arc::default() }
    }

    /// Returns the solver; `None` where the values are too far apart for it.
    fn get(&self) -> Option<&Stepwise<'a>> {
        self.made.get_or_init(|| Stepwise::new(self.instance, self.lowered)).as_ref()
    }
}

/// Measures the puzzles of an instance.
pub(super) struct Measurer<'a> {
    instance: &'a Instance<'a>,
    stepwise: LazyStepwise<'a>,
    /// Whether puzzles go without features, score, tier and level.
    is_unrated: bool,
    /// Whether the levels are learnt from the measures of steps.
    is_learnt: bool,
    /// Units of work that no budget was charged with: of solving step by step.
    work: Cell<u64>,
}

impl<'a> Measurer<'a> {
    pub(super) fn new(
        instance: &'a Instance<'a>,
        stepwise: LazyStepwise<'a>,
        is_unrated: bool,
    ) -> Self {
        let is_learnt = rate::learns_from_steps(instance.definition, None);
        Self { instance, stepwise, is_unrated, is_learnt, work: Cell::new(0) }
    }

    /// Returns the units of work since this was called last.
    pub(super) fn take_work(&self) -> u64 {
        self.work.take()
    }

    /// Solves a board with one solution, the stored `values`, step by step.
    pub(super) fn steps(
        &self,
        facts: &[FactValue],
        values: &[i64],
        shown: &[bool],
        told: &[bool],
    ) -> Option<Steps> {
        let given = self.instance.given(&values_told(facts, told), shown);
        let stepwise = self.stepwise.get()?;
        let (steps, work) = stepwise.measure_counted(&given, values, self.is_learnt)?;
        self.work.set(self.work.get().saturating_add(work));
        Some(steps)
    }

    /// Returns a puzzle as measures see it.
    pub(super) fn state<'s>(&'s self, puzzle: &'s GeneratedPuzzle) -> PuzzleState<'s> {
        PuzzleState {
            instance: self.instance,
            facts: &puzzle.facts,
            shown: &puzzle.shown,
            told: &puzzle.told,
            solutions: Some(puzzle.solutions.len() as u64),
            is_minimal: puzzle.is_minimal,
            steps: puzzle.steps.as_ref(),
        }
    }

    /// Finds the features and the level of a puzzle and writes them into it.
    pub(super) fn rate(&self, puzzle: &mut GeneratedPuzzle, values: &[i64]) -> Result<(), FaultAt> {
        let is_rated = puzzle.solutions.len() == 1 && !self.is_unrated;
        if is_rated {
            puzzle.steps = self.steps(&puzzle.facts, values, &puzzle.shown, &puzzle.told);
        }
        let state = self.state(puzzle);
        let features = rate::features(&state, Some(values), |_| !self.is_unrated)?;
        let level = if is_rated { rate::level(&state, values, &features)? } else { None };
        (puzzle.features, puzzle.level) = (features, level);
        Ok(())
    }
}
