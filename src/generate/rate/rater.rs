//! What can be said of given puzzles: solutions, features, steps, level.
//!
//! Given the facts that a puzzle shows, a [`Rater`] counts its solutions and measures it. It is
//! what `puzgen rate` prints and `puzgen train` learns from; generated puzzles are measured where
//! they are made, by the same functions of `levels.rs`.

use crate::rate::levels;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::Problem;
use puzgen_csp::Lit;
use puzgen_engine::{Engine, Verdict};
use puzgen_model::definition::Inputs;
use puzgen_model::eval::FaultAt;
use puzgen_model::function::{Needs, Steps};
use puzgen_model::givens::single_removals;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::{FactValue, PuzzleState};
use puzgen_model::rules::facts_of;
use puzgen_model::value::Value;
use puzgen_solve::{LastingSolver, Need, ReopenPolicy};
use puzgen_stepwise::Stepwise;
use puzgen_vocabulary::lower::Lowered;

/// Solutions are counted up to this number, as in Chou and Kaashoek (2014).
pub const MOST_SOLUTIONS: usize = 30;

/// What is found out about a puzzle.
#[derive(Debug, Clone, PartialEq)]
pub struct Rating {
    /// How many solutions there are; `None` for more than [`MOST_SOLUTIONS`].
    pub solutions: Option<u64>,
    /// The values of the features, in order; none where nothing can be said.
    pub features: Vec<Option<Value>>,
    /// How it is solved step by step, where it has one solution.
    pub steps: Option<Steps>,
    /// The level, by position.
    pub level: Option<usize>,
    /// The numbers that were asked for, with their names.
    pub columns: Option<Vec<(String, f64)>>,
}

/// Why a puzzle could not be rated.
#[derive(Debug)]
pub enum Failed {
    /// The budget was spent.
    GaveUp(GaveUp),
    /// The definition has a fault that shows only here.
    Fault(Problem),
}

impl From<GaveUp> for Failed {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}

impl From<FaultAt> for Failed {
    fn from(at: FaultAt) -> Self {
        Self::Fault(Problem::from(at))
    }
}

/// Rates the puzzles of one instance.
pub struct Rater<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    engine: &'a dyn Engine,
    solver: LastingSolver<'a>,
    asks_minimal: bool,
    is_learnt: bool,
    stepwise: Option<Stepwise<'a>>,
}

impl std::fmt::Debug for Rater<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rater").field("engine", &self.engine.name()).finish_non_exhaustive()
    }
}

impl<'a> Rater<'a> {
    /// Returns a rater that asks `engine`; `inputs` are what [`Rating::columns`] has.
    pub fn new(
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        engine: &'a dyn Engine,
        inputs: Option<&Inputs>,
    ) -> Self {
        Self {
            instance,
            lowered,
            engine,
            solver: LastingSolver::new(lowered, engine, ReopenPolicy::RATING),
            asks_minimal: levels::asks(instance.definition, inputs, Needs::Minimality),
            is_learnt: levels::learns_from_steps(instance.definition, inputs),
            stepwise: Stepwise::new(instance, lowered),
        }
    }

    /// Finds out what can be said of the puzzle that shows these facts.
    ///
    /// # Errors
    /// Where the budget is spent first, or a feature overflows.
    pub fn rate(
        &mut self,
        given: &[(usize, i64)],
        inputs: Option<&Inputs>,
        budget: &mut Budget,
    ) -> Result<Rating, Failed> {
        let (solutions, values) = self.solutions(given, budget)?;
        let facts = match &values {
            Some(values) => facts_of(self.instance, values)?,
            None => self.facts_without_solution(given),
        };
        let shown = self.instance.shown_by(given);
        let mut told = vec![false; self.instance.fact_count];
        given.iter().for_each(|(fact, _)| told.get_mut(*fact).into_iter().for_each(|t| *t = true));
        let is_unique = solutions == Some(1);
        let is_minimal = match &values {
            Some(values) if is_unique && self.asks_minimal => {
                Some(self.is_minimal(given, values, budget)?)
            }
            _ => None,
        };
        // The answer of one of several solutions says nothing about the puzzle.
        let values = values.filter(|_| is_unique);
        let steps = match (&self.stepwise, &values) {
            (Some(stepwise), Some(values)) => stepwise.measure(given, values, self.is_learnt),
            _ => None,
        };
        let state = PuzzleState {
            instance: self.instance,
            facts: &facts,
            shown: &shown,
            told: &told,
            solutions,
            is_minimal,
            steps: steps.as_ref(),
        };
        let features = levels::features(&state, values.as_deref(), |_| true)?;
        let level = match &values {
            Some(values) => levels::level(&state, values, &features)?,
            None => None,
        };
        let columns = inputs.and_then(|inputs| levels::columns(&state, &features, inputs));
        Ok(Rating { solutions, features, steps, level, columns })
    }

    /// Counts the solutions; returns the stored values of one of them.
    fn solutions(
        &mut self,
        given: &[(usize, i64)],
        budget: &mut Budget,
    ) -> Result<(Option<u64>, Option<Vec<i64>>), GaveUp> {
        self.solver.reopen_if_due();
        let lits = self.lits(given);
        let assignment = match self.solver.solve(&lits, budget) {
            Verdict::Sat(assignment) => assignment,
            Verdict::Unsat(_) => return Ok((Some(0), None)),
            Verdict::GaveUp(reason) => return Err(reason),
        };
        let values = self.lowered.values(&assignment);
        let solution = self.lowered.csp.project(&assignment);
        match self.solver.solve_other_than(&lits, &solution, budget) {
            Verdict::Unsat(_) => return Ok((Some(1), Some(values))),
            Verdict::GaveUp(reason) => return Err(reason),
            Verdict::Sat(_) => {}
        }
        let found = self.solver.find(&lits, MOST_SOLUTIONS + 1, budget)?;
        let number = found.solutions.len();
        Ok(((number <= MOST_SOLUTIONS).then_some(number as u64), Some(values)))
    }

    fn lits(&self, given: &[(usize, i64)]) -> Vec<Lit> {
        given.iter().map(|(fact, value)| self.lowered.fact_lit(*fact, *value)).collect()
    }

    /// Returns what is known of the facts of a puzzle that no solution fits: that those which are
    /// shown, and all that have no condition, are there.
    fn facts_without_solution(&self, given: &[(usize, i64)]) -> Vec<FactValue> {
        let is_there = |fact: usize| {
            let (clue, _) = self.instance.fact(fact);
            self.instance.definition.clue(clue).condition.is_none().then_some(0)
        };
        let mut facts: Vec<FactValue> = (0..self.instance.fact_count).map(is_there).collect();
        for (given, value) in given {
            match self.instance.fact_of(*given) {
                (fact, false) => facts[fact] = Some(*value),
                (fact, true) if *value != 0 => facts[fact] = facts[fact].or(Some(0)),
                (_, true) => {}
            }
        }
        facts
    }

    /// Returns whether no single given can go, nor its value where removal takes values.
    fn is_minimal(
        &mut self,
        given: &[(usize, i64)],
        values: &[i64],
        budget: &mut Budget,
    ) -> Result<bool, Failed> {
        for removal in single_removals(self.instance, given) {
            match self.solver.need_of(self.instance, &removal, values, budget)? {
                Need::CanGo => return Ok(false),
                Need::Needed(_) | Need::AskedFor => {}
                Need::GaveUp(reason) => return Err(reason.into()),
            }
        }
        Ok(true)
    }
}
