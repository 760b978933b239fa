//! Which deductions of a path are told: those that the answer needs, or another deduction that is told.
//!
//! The path is read from its end, with what is still needed: values that have to be found, and values that
//! have to be gone. A deduction that gives one of these is told, and what its reason rests on is needed, too.
//! So no step is told that nothing uses, and reasons are put together only for what is told.

use std::collections::BTreeSet;

use crate::csp::VarId;

use super::deduction::{Deduction, Fact, How, Stage};
use super::delta::Elimination;
use super::model::StepwiseModel;
use super::path::{SolvePath, SolveStep, StepKind};
use super::state::SolveState;
use super::vocabulary::Vocabulary;

/// What has to be known at some point of a path.
#[derive(Debug, Default)]
pub(super) struct Needs {
    /// Variables whose values have to be found.
    found: BTreeSet<u32>,
    /// Values that variables must not have any more.
    gone: BTreeSet<(u32, u32)>,
}

/// A path to tell, and what it is told with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Telling<'p> {
    /// The model.
    pub(super) model: &'p StepwiseModel,
    /// The path.
    pub(super) path: &'p SolvePath,
    /// What may be named.
    pub(super) vocabulary: &'p Vocabulary,
}

/// Deductions with the sizes of their reasons.
type Sized = Vec<(u32, Deduction)>;

impl Telling<'_> {
    /// Returns the steps that give the whole answer; without its end, all that the path gives. Of truths
    /// for which `is_drawn` does not hold, only those that hold are part of the answer.
    pub(super) fn whole(&self, is_drawn: impl Fn(u32, u32) -> bool) -> Vec<Stage> {
        let mut needs = Needs::default();
        let is_answer = |var: u32| self.model.is_answer[var as usize];
        for step in &self.path.steps {
            let singles = step.singles.iter().map(|found| (found.single.var, found.single.value));
            let singles = singles.filter(|(var, value)| is_answer(*var) && is_drawn(*var, *value));
            needs.found.extend(singles.map(|(var, _)| var));
            if !self.path.is_solved {
                let gone = step.eliminations.iter().map(|(gone, _)| (gone.var, gone.value));
                let stalled = step.stall_eliminations.iter().map(|gone| (gone.var, gone.value));
                needs.gone.extend(gone.chain(stalled).filter(|(var, _)| is_answer(*var)));
            }
        }
        self.stages(needs, self.path.steps.len())
    }

    /// Returns the steps that lead to the value of one variable, which the `end`-th step finds.
    pub(super) fn toward(&self, var: u32, end: usize) -> Vec<Stage> {
        self.stages(Needs { found: BTreeSet::from([var]), gone: BTreeSet::new() }, end + 1)
    }

    /// Returns the values of the answer that are found, the first ones first, with the step that finds each.
    pub(super) fn found_values(&self) -> impl Iterator<Item = (usize, u32, u32)> + '_ {
        self.path.steps.iter().enumerate().flat_map(|(at, step)| {
            let singles =
                step.singles.iter().filter(|s| self.model.is_answer[s.single.var as usize]);
            let mut singles: Vec<_> = singles.collect();
            singles.sort_by_key(|found| (found.size, found.single.var, found.single.value));
            singles.into_iter().map(move |found| (at, found.single.var, found.single.value))
        })
    }

    fn stages(&self, mut needs: Needs, end: usize) -> Vec<Stage> {
        let mut stages = Vec::new();
        for step in self.path.steps[..end].iter().rev() {
            let Some(before) = &step.before else { continue };
            let deductions = self.deductions(step, before, &mut needs);
            for deduction in &deductions {
                self.add_reason(before, deduction, &mut needs);
            }
            if !deductions.is_empty() {
                stages.push(Stage { kind: step.kind, deductions });
            }
        }
        stages.reverse();
        stages
    }

    /// Returns the other value of a variable that has just two.
    fn other_of_two(&self, var: u32, value: u32) -> Option<u32> {
        let root = &self.model.root;
        (root.size(var) == 2).then(|| root.values(var).find(|other| *other != value)).flatten()
    }

    /// Takes what a step gives out of `needs`, and returns it with its reasons.
    fn deductions(
        &self,
        step: &SolveStep,
        before: &SolveState,
        needs: &mut Needs,
    ) -> Vec<Deduction> {
        let mut told: Sized = Vec::new();
        self.gone(step, before, needs, &mut told);
        self.found(step, before, needs, &mut told);
        told.sort_by_key(|(size, deduction)| (*size, deduction.var, deduction.value));
        let rounds = match step.kind {
            StepKind::Refuted(rounds) => rounds,
            StepKind::Simple | StepKind::Set(_) | StepKind::Nested => 1,
        };
        let told = told.into_iter().map(|(_, deduction)| deduction);
        told.map(|d| self.model.unfolded(self.vocabulary, before, d, rounds)).collect()
    }

    /// Adds the values that are found in a step and needed.
    fn found(&self, step: &SolveStep, before: &SolveState, needs: &mut Needs, told: &mut Sized) {
        let singles = step.singles.iter().filter(|found| needs.found.contains(&found.single.var));
        let mut singles: Vec<_> = singles.collect();
        singles.sort_by_key(|found| (found.single.var, found.size));
        singles.dedup_by_key(|found| found.single.var);
        for found in singles {
            let (var, value) = (found.single.var, found.single.value);
            needs.found.remove(&var);
            match self.other_of_two(var, value).filter(|other| !before.can(var, *other)) {
                // The step that eliminated the one value of two gave the other.
                Some(other) => {
                    needs.gone.insert((var, other));
                }
                None => {
                    let placed = self.model.placed(before, found, &step.eliminations, self.path);
                    told.push((found.size, placed));
                }
            }
        }
    }

    /// Adds the values that are eliminated in a step and needed.
    fn gone(&self, step: &SolveStep, before: &SolveState, needs: &mut Needs, told: &mut Sized) {
        let open = needs.gone.iter().copied().filter(|(var, value)| before.can(*var, *value));
        let needed: Vec<(u32, u32)> = open.collect();
        for (var, value) in needed.iter().copied() {
            needs.gone.remove(&(var, value));
            let is_own = |of: (u32, u32)| of == (var, value);
            // A found value that must differ from this one is a reason that needs no words.
            if let Some(peer) = self.taken_by(before, var, value) {
                needs.found.insert(peer);
            } else if step.singles.iter().any(|found| found.single.var == var) {
                needs.found.insert(var);
            } else if let Some((gone, statement)) = Self::most_telling(step, (var, value), &needed)
            {
                let mut deduction = self.model.noted(before, var, value, statement);
                deduction.left = self.left_by(step, var, statement);
                told.push((gone.size, deduction));
            } else if let Some(gone) =
                step.stall_eliminations.iter().find(|gone| is_own((gone.var, gone.value)))
            {
                let mut deduction = self.model.removed(before, gone, step.kind);
                if let Some(other) = self.other_of_two(var, value) {
                    deduction.is = true;
                    deduction.value = self.model.number(other);
                }
                told.push((0, deduction));
            } else {
                told.extend(self.by_unnamed_peer(before, var, value).map(|told| (1, told)));
            }
        }
    }

    /// Returns the values of a variable that a statement does not eliminate in a step.
    fn left_by(&self, step: &SolveStep, var: u32, statement: u32) -> Vec<i64> {
        let own = |value: u32| {
            let mut all = step.eliminations.iter();
            all.any(|(gone, of)| gone.var == var && gone.value == value && *of == statement)
        };
        let left = self.model.root.values(var).filter(|value| !own(*value));
        left.map(|value| self.model.number(value)).collect()
    }

    /// Returns the statement that eliminates a value, with how: of several the one that eliminates most of what is
    /// needed of the same variable, so that these are told together.
    fn most_telling(
        step: &SolveStep,
        (var, value): (u32, u32),
        needed: &[(u32, u32)],
    ) -> Option<(Elimination, u32)> {
        let own = || step.eliminations.iter().filter(|(gone, _)| gone.var == var);
        let weight = |statement: u32| {
            let mut values: Vec<u32> = own()
                .filter(|(gone, of)| *of == statement && needed.contains(&(var, gone.value)))
                .map(|(gone, _)| gone.value)
                .collect();
            values.sort_unstable();
            values.dedup();
            values.len()
        };
        let ways = own().filter(|(gone, _)| gone.value == value);
        // The first one of the best.
        ways.rev().max_by_key(|(_, statement)| weight(*statement)).copied()
    }

    /// Returns a variable that may be named, must differ from this one, and was found to have the value.
    fn taken_by(&self, before: &SolveState, var: u32, value: u32) -> Option<u32> {
        let is_taken =
            |peer: u32, add: i64| before.found(peer).map(i64::from) == Some(i64::from(value) + add);
        let mut peers = self.model.peers[var as usize].iter();
        let peer =
            peers.find(|peer| self.vocabulary.names(peer.var) && is_taken(peer.var, peer.add));
        peer.map(|peer| peer.var)
    }

    /// Returns what a helper eliminated by being found to have the value; its reason is put together anew.
    fn by_unnamed_peer(&self, before: &SolveState, var: u32, value: u32) -> Option<Deduction> {
        let mut peers = self.model.peers[var as usize].iter();
        let peer = peers.find(|peer| {
            before.found(peer.var).map(i64::from) == Some(i64::from(value) + peer.add)
        })?;
        let known = before.found(peer.var)?;
        Some(Deduction {
            var: VarId(var),
            value: self.model.number(value),
            is: false,
            how: How::Statement,
            facts: vec![Fact::Is(VarId(peer.var), self.model.number(known))],
            rules: vec![self.model.sources[peer.source as usize]],
            left: Vec::new(),
        })
    }

    /// Adds what the reason of a deduction rests on.
    fn add_reason(&self, before: &SolveState, deduction: &Deduction, needs: &mut Needs) {
        if deduction.how == How::Nested {
            // Nobody can say which part of the board such a step needs.
            let all = (0..before.var_count()).filter(|var| self.model.is_answer[*var as usize]);
            all.for_each(|var| self.add_known(before, var, needs));
            return;
        }
        for fact in &deduction.facts {
            match fact {
                Fact::Is(var, _) | Fact::OneOf(var, _) => self.add_known(before, var.0, needs),
                Fact::IsNot(var, value) => {
                    self.add_gone(before, var.0, (value - self.model.base) as u32, needs);
                }
            }
        }
    }

    fn add_known(&self, before: &SolveState, var: u32, needs: &mut Needs) {
        let gone = self.model.root.values(var).filter(|value| !before.can(var, *value));
        match before.is_found(var) {
            true => _ = needs.found.insert(var),
            false => gone.for_each(|value| self.add_gone(before, var, value, needs)),
        }
    }

    fn add_gone(&self, before: &SolveState, var: u32, value: u32, needs: &mut Needs) {
        match before.is_found(var) {
            true => _ = needs.found.insert(var),
            false => match self.taken_by(before, var, value) {
                Some(peer) => _ = needs.found.insert(peer),
                None => _ = needs.gone.insert((var, value)),
            },
        }
    }
}
