//! Solves a puzzle step by step as a person would, and measures how hard that is.
//!
//! It is given the flat constraints of an instance and what is shown, and nothing else. It propagates single
//! statements in rounds; at a stall it takes the cheapest set within one group of variables that all differ,
//! what two statements that share places say together, or the cheapest refutation of a value. Everything of the same
//! cost is applied together and no quantity depends on an order, so that every symmetric copy of a puzzle gets the
//! same steps. No engine is asked.
//!
//! ```text
//! compile.rs ─ model.rs ─▶ path.rs ─▶ score.rs: score, tier, measures
//!       round.rs, sets.rs ┤
//!     stall.rs, shared.rs ┤ (on what reduced.rs leaves of the statements, or in side_by_side.rs; first_round.rs)
//!                          └ one_by_one.rs ─▶ needed.rs, eliminated.rs, reason.rs, replay.rs, vocabulary.rs: the steps that are told, with reasons
//! ```
//!
//! # Source
//! Bogaerts, Gamba and Guns, "A framework for step-wise explaining how to solve constraint satisfaction
//! problems" (2021), for steps that are explained by smallest reasons.

mod alone;
mod clues;
mod compile;
mod cover;
mod deduction;
mod definitions;
mod delta;
mod eliminated;
mod first_round;
mod joined;
mod lanes;
mod model;
mod needed;
mod one_by_one;
mod open_groups;
mod path;
mod peers;
mod places;
mod propagation;
mod reason;
mod reduced;
mod replay;
mod round;
mod score;
mod sets;
mod shared;
mod side_by_side;
mod sizes;
mod solution;
mod stall;
mod state;
mod table;
mod turns;
mod vocabulary;

use puzgen_base::domain::Domain;
use puzgen_csp::{Lit, VarId};
use puzgen_model::function::Steps;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::lower::Lowered;

pub use deduction::{
    ContradictionKind, Deduction, Fact, FoundValue, How, LockedBy, Pull, Stage, WrongGroup,
    WrongSize,
};
pub use definitions::Definitions;
use model::StepwiseModel;
use needed::Telling;
pub use path::StepKind;
use path::{Effort, SolvePath};
use solution::Solution;
use vocabulary::Vocabulary;

/// An instance made ready for solving step by step.
#[derive(Debug)]
pub struct Stepwise<'a> {
    lowered: &'a Lowered,
    model: StepwiseModel,
}

/// Units of work of a budget for each unit of work of a path.
const PER_PROPAGATION: u64 = 10;

/// Work after which a stall ends the path.
const MOST_WORK: u64 = 2_000_000;
/// Work for nested refutations, at each stall.
const NESTED_WORK: u64 = 300_000;
/// How many times as much work steps that are told may take as those that are only measured.
const TOLD: u64 = 10;

impl<'a> Stepwise<'a> {
    /// Returns the stepwise solver of an instance, or `None` where its values are too far apart.
    pub fn new(instance: &Instance<'_>, lowered: &'a Lowered) -> Option<Self> {
        Some(Self { lowered, model: compile::compile(instance, lowered)? })
    }

    /// Returns the variable whose values are too far from others, where there is no such solver.
    pub fn too_far(lowered: &Lowered) -> Option<VarId> {
        compile::too_far(&lowered.csp)
    }

    /// Does not tell that variables lack values where a literal of these says so and leaves some: the board shows that by
    /// itself.
    pub fn see(&mut self, at_once: &[Lit]) {
        let StepwiseModel { root, seen, base, .. } = &mut self.model;
        seen.copy(root);
        for lit in at_once.iter().filter(|lit| !lit.is) {
            seen.remove(lit.var.0, (lit.value - *base) as u32);
        }
    }

    fn given(&self, given: &[(usize, i64)]) -> Vec<(u32, u32)> {
        let lits = given.iter().map(|(given, value)| self.lowered.fact_lit(*given, *value));
        lits.filter_map(|lit| self.assigned(lit)).collect()
    }

    /// Returns the variable and the value that a literal assigns.
    fn assigned(&self, lit: Lit) -> Option<(u32, u32)> {
        let value = match (lit.is, self.lowered.csp.domain(lit.var)) {
            (true, _) => lit.value,
            (false, Domain::Range(0, 1)) => 1 - lit.value,
            // "Not this value" is no value that could be assigned.
            (false, _) => return None,
        };
        Some((lit.var.0, (value - self.model.base) as u32))
    }

    /// Returns what there is to measure of the puzzle that shows these facts with these values and has this one
    /// solution (stored values), or `None` where they contradict each other. Unless something is learnt from them, it
    /// goes without the named measures.
    pub fn measure(
        &self,
        given: &[(usize, i64)],
        solution: &[i64],
        is_learnt: bool,
    ) -> Option<Steps> {
        self.measure_counted(given, solution, is_learnt).map(|(steps, _)| steps)
    }

    /// Returns the same, with the units of work of a [`Budget`](crate::budget::Budget) that it took.
    pub fn measure_counted(
        &self,
        given: &[(usize, i64)],
        solution: &[i64],
        is_learnt: bool,
    ) -> Option<(Steps, u64)> {
        let given = self.given(given);
        let solution = Solution::new(&self.lowered.value_vars, solution, self.model.base);
        let effort = Effort { most: MOST_WORK, nested: NESTED_WORK, solution: Some(&solution) };
        let path = self.model.solve_path(&given, effort)?;
        let alone = is_learnt.then(|| self.model.shares_alone(&given));
        let steps = score::score(&self.model, &path, alone);
        Some((steps, PER_PROPAGATION.saturating_mul(path.work)))
    }

    /// Returns the way to a solution from what is given and what was entered beside it; `None` where that
    /// contradicts itself.
    pub fn explain(&self, given: &[(usize, i64)], entered: &[Lit]) -> Option<Explained<'_>> {
        let (most, nested) = (TOLD * MOST_WORK, TOLD * NESTED_WORK);
        let effort = Effort { most, nested, solution: None };
        let mut given = self.given(given);
        given.extend(entered.iter().filter_map(|lit| self.assigned(*lit)));
        let path = self.model.told_path(&given, effort)?;
        let vocabulary = Vocabulary::new(&self.model, &given);
        Some(Explained { model: &self.model, path, vocabulary })
    }
}

/// The way to a solution, to be told step by step.
#[derive(Debug)]
pub struct Explained<'s> {
    model: &'s StepwiseModel,
    path: SolvePath,
    vocabulary: Vocabulary,
}

impl Explained<'_> {
    fn telling(&self) -> Telling<'_> {
        Telling { model: self.model, path: &self.path, vocabulary: &self.vocabulary }
    }

    /// Returns the steps that give the answer, with their reasons: no step is told that neither the answer
    /// nor a later step needs. A value for which `is_drawn` does not hold need not be told for its own sake.
    /// Where the path does not lead to the end, all that it gives is told.
    pub fn stages(&self, is_drawn: impl Fn(VarId, i64) -> bool) -> Vec<Stage> {
        self.telling().whole(|var, value| is_drawn(VarId(var), self.model.number(value)))
    }

    /// Returns for each value of the answer that is found, the first one first, the value and the steps that
    /// lead to it. Each is put together when it is asked for.
    pub fn ways(&self) -> impl Iterator<Item = (VarId, i64, impl FnOnce() -> Vec<Stage>)> {
        self.telling().found_values().collect::<Vec<_>>().into_iter().map(
            move |(end, var, value)| {
                let number = self.model.number(value);
                (VarId(var), number, move || self.telling().toward(var, end))
            },
        )
    }

    /// Returns whether they lead to the end.
    pub fn is_solved(&self) -> bool {
        self.path.is_solved
    }
}
