//! A board without a solution: why.

use crate::reports::rule_objects;
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::Span;
use puzgen_board::position::PreparedBoard;
use puzgen_board::shelf::Prepared;
use puzgen_csp::Lit;
use puzgen_engine::{Engine, Verdict};
use puzgen_solve::Conflict;
use puzgen_solve::{Culprit, Solver, conflict};
use puzgen_vocabulary::lower::{Lowered, Purpose, gave_up_problem, lower};
use puzgen_wire::{self as wire, Outcome, Solution};

/// Steps of an engine for the numbers that a sentence or a figure says.
const STEPS_FOR_DRAWING: u64 = 2_000;

/// Rules and givens that cannot hold together.
#[derive(Debug)]
pub struct NoSolution {
    conflict: Conflict,
    culprits: Vec<Culprit>,
}

impl NoSolution {
    /// Finds out why a position has no solution.
    ///
    /// # Errors
    /// `gave_up` where the budget is spent first.
    pub fn of(
        position: &PreparedBoard<'_, '_>,
        engine: &dyn Engine,
        budget: &mut Budget,
    ) -> Result<Self, Diagnostics> {
        let instance = &position.prepared.instance;
        let givens = position.input.board.givens(instance);
        let lowered = lower(instance, Purpose::Explain)?;
        let culprits = conflict(&lowered, engine, &assumptions(&lowered, &givens), budget)
            .map_err(|reason| gave_up_problem(&reason))?
            .unwrap_or_else(|| puzgen_base::bug!("no solution, and no conflict"));
        let conflict = Conflict::new(instance, &lowered.fact_domains, &culprits, &givens)?;
        Ok(Self { conflict, culprits })
    }

    /// Returns it as a problem at the givens, which says what to change where that can be said.
    pub fn problems(
        self,
        position: &PreparedBoard<'_, '_>,
        engine: &dyn Engine,
        budget: &mut Budget,
    ) -> Diagnostics {
        let Prepared { instance, lowered, .. } = position.prepared;
        let givens = position.input.board.givens(instance);
        let mut solver = Solver::new(lowered, engine);
        let assumptions = assumptions(lowered, &givens);
        let conflict = self.conflict;
        conflict.with_mends(&self.culprits, &mut solver, &assumptions, budget).problem().into()
    }

    /// Returns it as an object.
    pub fn object(&self) -> Solution {
        let Conflict { rules, givens, .. } = &self.conflict;
        let conflict = wire::Conflict { rules: rule_objects(rules), givens: givens.clone() };
        Solution::new(Outcome::None { conflict })
    }
}

/// Returns what givens say.
pub fn assumptions(lowered: &Lowered, givens: &[(usize, i64, Span)]) -> Vec<Lit> {
    givens.iter().map(|(fact, value, _)| lowered.fact_lit(*fact, *value)).collect()
}

/// Returns the solutions that a board brings. Where it brings none, one that is found within a small budget, if
/// what is drawn says numbers that follow from the solution: a sentence, or a figure. Of these only what the
/// clues tell is drawn.
pub fn solution_behind(position: &PreparedBoard<'_, '_>, engine: &dyn Engine) -> Vec<Vec<i64>> {
    let brought = position.input.answers();
    let brought: Vec<Vec<i64>> =
        brought.filter_map(|answer| answer.iter().copied().collect()).collect();
    let (instance, lowered) = (&position.prepared.instance, &position.prepared.lowered);
    let show = &instance.definition.show;
    if !brought.is_empty() || (show.text.is_none() && show.figure.is_empty()) {
        return brought;
    }
    let mut solver = Solver::new(lowered, engine);
    let givens = assumptions(lowered, &position.input.board.givens(instance));
    match solver.solve(&givens, &mut Budget::unlimited().part(STEPS_FOR_DRAWING)) {
        Verdict::Sat(assignment) => {
            let mut values = lowered.values(&assignment);
            values.truncate(instance.answer_count);
            vec![values]
        }
        Verdict::Unsat(_) | Verdict::GaveUp(_) => Vec::new(),
    }
}
