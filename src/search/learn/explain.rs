//! Reasons: which of the bits that held before make a propagator's deduction.

use crate::csp::VarId;
use crate::search::program::Propagator;

use super::past::{Bit, Past};
use super::{Clash, Learner, Reason};

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
                let is_kept = self.program.propagators[index as usize].is_slow_to_explain();
                if is_kept && let Some(kept) = self.kept.get(position) {
                    return reason.extend_from_slice(kept);
                }
                self.work += u64::from(self.program.costs[index as usize]);
                let start = reason.len();
                let past = self.table.before(position);
                let (var, value) = self.table.pair(bit);
                self.explain_loss(index, past, var, value, reason);
                if is_kept {
                    self.kept.add(position, &reason[start..]);
                }
            }
        }
    }

    /// Adds the reason why a propagator takes `value` from `var`.
    fn explain_loss(
        &self,
        index: u32,
        past: Past<'_>,
        var: VarId,
        value: i64,
        reason: &mut Vec<Bit>,
    ) {
        let start = reason.len();
        let program = &self.program;
        let is_explained = match &program.propagators[index as usize] {
            Propagator::Hidden(group) => {
                program.distincts[*group].why_hidden(past, var, value, reason)
            }
            Propagator::DistinctSum(sum) => sum.why_gone(past, var, value, reason),
            Propagator::Groups(groups) => groups.why_gone(past, var, value, reason),
            Propagator::Sizes(reasons, _) => reasons.why_gone(past, var, value, reason),
            Propagator::Graph(graph) => graph.why_gone(past, var, value, reason),
            Propagator::Reading(reader) => {
                reader.why(past, Some((var, value)), reason);
                true
            }
            // What is known of all its variables is the reason: of `Peers`, one value.
            Propagator::Peers(_) | Propagator::Linear(_) | Propagator::Truth(..) => false,
        };
        if !is_explained {
            reason.truncate(start);
            self.explain_by_all(index, past, reason);
        }
    }

    fn explain_by_all(&self, index: u32, past: Past<'_>, reason: &mut Vec<Bit>) {
        match &self.program.propagators[index as usize] {
            Propagator::Peers(owner) => past.because_all(*owner, reason),
            Propagator::Hidden(group) => {
                let group = &self.program.distincts[*group];
                group.vars().for_each(|var| past.because_all(var, reason));
            }
            Propagator::Linear(sum) => sum.vars().for_each(|var| past.because_all(var, reason)),
            Propagator::DistinctSum(sum) => {
                sum.vars().for_each(|var| past.because_all(var, reason));
            }
            Propagator::Groups(groups) => {
                groups.vars().into_iter().for_each(|var| past.because_all(var, reason));
            }
            Propagator::Graph(graph) => graph.vars().for_each(|var| past.because_all(var, reason)),
            Propagator::Reading(reader) => {
                reader.vars().for_each(|var| past.because_all(var, reason));
            }
            Propagator::Sizes(_, sizes) => {
                sizes.vars().iter().for_each(|var| past.because_all(*var, reason));
            }
            Propagator::Truth(_, vars, _) => {
                vars.iter().for_each(|var| past.because_all(*var, reason));
            }
        }
    }

    /// Returns bits that hold and that a propagator, which has just failed, does not allow.
    pub(super) fn explain_failure(&mut self, index: u32) -> Clash {
        let mut reason = Vec::new();
        let past = self.table.before(u32::MAX);
        if let Some(var) = self.store.take_emptied() {
            // It would have taken every value that was left.
            let values: Vec<i64> = self.store.values(var).collect();
            for value in values {
                self.explain_loss(index, past, var, value, &mut reason);
            }
            let slot = self.table.slots[var.index()];
            for offset in 0..slot.span {
                let value = slot.min + i64::from(offset);
                if !self.store.contains(var, value) {
                    past.because_not(var, value, &mut reason);
                }
            }
        } else {
            let program = &self.program;
            let is_explained = match &program.propagators[index as usize] {
                Propagator::Hidden(group) => {
                    program.distincts[*group].why_too_few(past, &mut reason)
                }
                Propagator::DistinctSum(sum) => sum.why_impossible(past, &mut reason),
                Propagator::Sizes(reasons, _) => reasons.why_impossible(past, &mut reason),
                Propagator::Graph(graph) => graph.why_impossible(past, &mut reason),
                Propagator::Reading(reader) => {
                    reader.why(past, None, &mut reason);
                    true
                }
                _ => false,
            };
            if !is_explained {
                reason.clear();
                self.explain_by_all(index, past, &mut reason);
            }
        }
        reason.sort_unstable();
        reason.dedup();
        reason
    }
}
