//! Reasons: which of the literals that held earlier imply what a propagator deduced.

use super::{ClauseLearner, ConflictSet, Reason};
use crate::trail::{BitLit, NamedLiterals};

/// Reasons by the position on the trail of what they are for.
#[derive(Debug, Clone, Default)]
pub(super) struct ReasonCache {
    /// Where in `literals` each begins and ends; nothing is kept where both are the same.
    places: Vec<(u32, u32)>,
    literals: Vec<BitLit>,
}

impl ReasonCache {
    fn get(&self, position: u32) -> Option<&[BitLit]> {
        let (start, end) = *self.places.get(position as usize)?;
        (start < end).then(|| &self.literals[start as usize..end as usize])
    }

    fn add(&mut self, position: u32, reason: &[BitLit]) {
        let position = position as usize;
        self.places.resize(self.places.len().max(position + 1), (0, 0));
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(reason);
        self.places[position] = (start, self.literals.len() as u32);
    }

    /// Forgets the reasons of steps from `position` on, which are undone, down to a level; where few
    /// are left, all of them.
    pub(super) fn truncate(&mut self, position: usize, level: usize) {
        if level <= 1 {
            self.places.clear();
            self.literals.clear();
        }
        self.places.truncate(position);
    }
}

impl ClauseLearner {
    /// Adds the reason of the trail's literal at `position` to `reason`. Every literal of it holds and
    /// stands earlier on the trail.
    pub(super) fn explain(&mut self, position: u32, reason: &mut Vec<BitLit>) {
        self.explain_further(position, None, reason);
    }

    /// The same, without what was named before where it is known.
    pub(super) fn explain_further(
        &mut self,
        position: u32,
        named: Option<&NamedLiterals>,
        reason: &mut Vec<BitLit>,
    ) {
        let literal = self.trail.literals[position as usize];
        match self.reasons[position as usize].0 {
            Reason::None => {}
            Reason::Clause(clause) => {
                let literals = &self.clauses.all[clause as usize].literals;
                reason.extend(
                    literals.iter().filter(|other| **other != literal).map(|other| !*other),
                );
            }
            Reason::Domain => {
                let (var, _) = self.trail.pair(literal);
                let slot = self.trail.slots[var.index()];
                let ids = slot.first..slot.first + slot.span;
                if literal.is_positive() {
                    reason
                        .extend(ids.filter(|id| *id as usize != literal.id()).map(BitLit::is_not));
                } else {
                    let past = self.trail.before(position);
                    named.map_or(past, |named| past.without(named)).because_all(var, reason);
                }
            }
            Reason::Propagator(index) => {
                let propagator = &self.network.propagators[index as usize];
                let is_kept = propagator.interface().is_slow_to_explain();
                if is_kept && let Some(kept) = self.kept.get(position) {
                    return reason.extend_from_slice(kept);
                }
                self.work += u64::from(self.network.costs[index as usize]);
                let start = reason.len();
                let past = self.trail.before(position);
                let past = match named.filter(|_| !is_kept) {
                    Some(named) => past.without(named),
                    None => past,
                };
                propagator.why(past, Some(self.trail.pair(literal)), reason);
                if is_kept {
                    self.kept.add(position, &reason[start..]);
                }
            }
        }
    }

    /// Returns literals that hold and that a propagator, which has just failed, does not allow.
    pub(super) fn explain_failure(&mut self, index: u32) -> ConflictSet {
        let mut reason = Vec::new();
        let past = self.trail.before(u32::MAX);
        let propagator = &self.network.propagators[index as usize];
        let named = NamedLiterals::default();
        if let Some(var) = self.store.take_emptied() {
            let past = past.without(&named);
            // It would have taken every value that was left.
            for value in self.store.values(var) {
                propagator.why(past, Some((var, value)), &mut reason);
            }
            let slot = self.trail.slots[var.index()];
            for offset in 0..slot.span {
                let value = slot.min + i64::from(offset);
                if !self.store.contains(var, value) {
                    past.because_not(var, value, &mut reason);
                }
            }
        } else {
            propagator.why(past, None, &mut reason);
        }
        reason.sort_unstable();
        reason.dedup();
        reason
    }
}
