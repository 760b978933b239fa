//! An instance made ready for solving step by step: what is asked of it, and how much work that may take.

use puzgen_base::domain::Domain;
use puzgen_csp::{Lit, VarId};
use puzgen_model::function::Steps;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::lower::Lowered;

use crate::explained::Explained;
use crate::model::StepwiseModel;
use crate::path::Effort;
use crate::solution::Solution;
use crate::vocabulary::Vocabulary;
use crate::{compile, score};

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

    /// Returns the same, with the units of work of a [`Budget`](puzgen_base::budget::Budget) that it took.
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
