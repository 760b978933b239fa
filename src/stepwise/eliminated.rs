//! Which of the values that a step eliminates are told: those that something told later needs, each with its reason.

use std::collections::BTreeMap;

use super::deduction::Deduction;
use super::delta::Elimination;
use super::needed::{Needs, Telling, Users};
use super::path::SolveStep;
use super::state::SolveState;

/// What statements eliminate in a step.
struct Eliminated<'s> {
    /// For each value that is needed, what eliminates it, in the order of the step.
    ways: BTreeMap<(u32, u32), Vec<&'s (Elimination, u32)>>,
    /// For each variable and statement, the values that are needed, rising.
    needed: BTreeMap<(u32, u32), Vec<u32>>,
    /// The same with those that are not needed.
    all: BTreeMap<(u32, u32), Vec<u32>>,
    /// For each variable and statement, what was told of one value, where the same holds for others.
    told: BTreeMap<(u32, u32), Deduction>,
}

impl<'s> Eliminated<'s> {
    /// Returns what the statements of a step eliminate; `needed` is sorted.
    fn new(step: &'s SolveStep, needed: &[(u32, u32)]) -> Self {
        let mut all: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
        let mut ways: BTreeMap<(u32, u32), Vec<&(Elimination, u32)>> = BTreeMap::new();
        let is_needed = |var: u32, value: u32| needed.binary_search(&(var, value)).is_ok();
        for way in &step.eliminations {
            let (gone, statement) = *way;
            let own = all.entry((gone.var, statement)).or_default();
            for value in gone.values() {
                own.push(value);
                if is_needed(gone.var, value) {
                    ways.entry((gone.var, value)).or_default().push(way);
                }
            }
        }
        let of_needed = |((var, statement), values): (&(u32, u32), &mut Vec<u32>)| {
            values.sort_unstable();
            values.dedup();
            let values = values.iter().copied().filter(|value| is_needed(*var, *value));
            ((*var, *statement), values.collect())
        };
        let needed = all.iter_mut().map(of_needed).collect();
        Self { ways, needed, all, told: BTreeMap::new() }
    }

    /// Returns the statement that eliminates a value, with how: of several the one that eliminates most of what is
    /// needed of the same variable, so that these are told together.
    fn most_telling(&self, var: u32, value: u32) -> Option<(Elimination, u32)> {
        let weight = |statement: u32| self.needed[&(var, statement)].len();
        let ways = self.ways.get(&(var, value))?.iter();
        // The first one of the best.
        ways.rev().max_by_key(|(_, statement)| weight(*statement)).map(|way| **way)
    }
}

impl Telling<'_> {
    /// Adds the values that are eliminated in a step and needed.
    pub(super) fn gone(
        &self,
        step: &SolveStep,
        before: &SolveState,
        needs: &mut Needs,
        told: &mut Vec<(u32, Deduction, Users)>,
    ) {
        let needed = needs.open(before);
        let mut eliminated = Eliminated::new(step, &needed);
        for (var, value) in needed.iter().copied() {
            let users = needs.take(var, value);
            let is_own = |of: (u32, u32)| of == (var, value);
            // A found value that must differ from this one is a reason that needs no words.
            if let Some(peer) = self.taken_by(before, var, value) {
                needs.find(peer, &users);
            } else if step.singles.iter().any(|found| found.single.var == var) {
                needs.find(var, &users);
            } else if let Some((gone, statement)) = eliminated.most_telling(var, value) {
                let deduction = self.eliminated(before, (var, value), statement, &mut eliminated);
                told.push((gone.size, deduction, users));
            } else if let Some(gone) =
                step.stall_eliminations.iter().find(|gone| is_own((gone.var, gone.value)))
            {
                let mut deduction = self.model.removed(before, gone, step.kind);
                if let Some(other) = self.other_of_two(var, value) {
                    deduction.is = true;
                    deduction.value = self.model.number(other);
                }
                told.push((0, deduction, users));
            } else if let Some(deduction) = self.by_unnamed_peer(before, var, value) {
                told.push((1, deduction, users));
            }
        }
    }

    /// Returns that a statement eliminates a value, with the reason.
    fn eliminated(
        &self,
        before: &SolveState,
        (var, value): (u32, u32),
        statement: u32,
        eliminated: &mut Eliminated<'_>,
    ) -> Deduction {
        let number = self.model.number(value);
        if let Some(alike) = eliminated.told.get(&(var, statement)) {
            return Deduction { value: number, ..alike.clone() };
        }
        let mut all = eliminated.needed[&(var, statement)].clone();
        all.retain(|value| self.taken_by(before, var, *value).is_none());
        let mut deduction = self.model.noted(before, var, value, (statement, &all));
        let own = &eliminated.all[&(var, statement)];
        let left = self.model.root.values(var).filter(|value| own.binary_search(value).is_err());
        deduction.left = left.map(|value| self.model.number(value)).collect();
        if self.model.is_noted_at_once(statement) {
            eliminated.told.insert((var, statement), deduction.clone());
        }
        deduction
    }
}
