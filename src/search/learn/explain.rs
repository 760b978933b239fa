//! Reasons: which of the bits that held before make a propagator's deduction.

use super::{Clash, Learner, Reason};
use crate::search::past::Bit;

/// Reasons by the position on the trail of what they are for.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    /// Where in `bits` each begins and ends; nothing is kept where both are the same.
    places: Vec<(u32, u32)>,
    bits: Vec<Bit>,
}

impl Kept {
    fn get(&self, position: u32) -> Option<&[Bit]> {
        let (start, end) = *self.places.get(position as usize)?;
        (start < end).then(|| &self.bits[start as usize..end as usize])
    }

    fn add(&mut self, position: u32, reason: &[Bit]) {
        let position = position as usize;
        self.places.resize(self.places.len().max(position + 1), (0, 0));
        let start = self.bits.len() as u32;
        self.bits.extend_from_slice(reason);
        self.places[position] = (start, self.bits.len() as u32);
    }

    /// Forgets the reasons of steps from `position` on, which are undone, down to a level; where few
    /// are left, all of them.
    pub(super) fn truncate(&mut self, position: usize, level: usize) {
        if level <= 1 {
            self.places.clear();
            self.bits.clear();
        }
        self.places.truncate(position);
    }
}

impl Learner {
    /// Adds the reason of the trail's bit at `position` to `reason`. Every bit of it holds and
    /// stands earlier on the trail.
    pub(super) fn explain(&mut self, position: u32, reason: &mut Vec<Bit>) {
        let bit = self.table.trail[position as usize];
        match self.reasons[position as usize].0 {
            Reason::None => {}
            Reason::Clause(clause) => {
                let bits = &self.clauses.all[clause as usize].bits;
                reason.extend(bits.iter().filter(|other| **other != bit).map(|other| !*other));
            }
            Reason::Domain => {
                let (var, _) = self.table.pair(bit);
                let slot = self.table.slots[var.index()];
                let ids = slot.first..slot.first + slot.span;
                if bit.is_positive() {
                    reason.extend(ids.filter(|id| *id as usize != bit.id()).map(Bit::is_not));
                } else {
                    let past = self.table.before(position);
                    past.because_all(var, reason);
                }
            }
            Reason::Propagator(index) => {
                let propagator = &self.program.propagators[index as usize];
                let is_kept = propagator.interface().is_slow_to_explain();
                if is_kept && let Some(kept) = self.kept.get(position) {
                    return reason.extend_from_slice(kept);
                }
                self.work += u64::from(self.program.costs[index as usize]);
                let start = reason.len();
                let past = self.table.before(position);
                propagator.why(past, Some(self.table.pair(bit)), reason);
                if is_kept {
                    self.kept.add(position, &reason[start..]);
                }
            }
        }
    }

    /// Returns bits that hold and that a propagator, which has just failed, does not allow.
    pub(super) fn explain_failure(&mut self, index: u32) -> Clash {
        let mut reason = Vec::new();
        let past = self.table.before(u32::MAX);
        let propagator = &self.program.propagators[index as usize];
        if let Some(var) = self.store.take_emptied() {
            // It would have taken every value that was left.
            for value in self.store.values(var) {
                propagator.why(past, Some((var, value)), &mut reason);
            }
            let slot = self.table.slots[var.index()];
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
