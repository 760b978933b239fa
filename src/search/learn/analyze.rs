//! What a dead end teaches: a clause, and how far to go back.
//!
//! # Source
//! Zhang, Madigan, Moskewicz and Malik, "Efficient conflict driven learning in a Boolean
//! satisfiability solver" (ICCAD 2001): the first unique implication point. Audemard and Simon,
//! "Predicting Learnt Clauses Quality in Modern SAT Solvers" (IJCAI 2009), for the spread.

use super::{Clash, Learner, Reason};
use crate::search::past::Bit;

/// Memory that is used again.
#[derive(Debug, Clone, Default)]
pub(super) struct Scratch {
    /// Positions of the trail that were looked at.
    is_seen: Vec<bool>,
    reason: Vec<Bit>,
    known: Known,
}

/// Places of which it is known whether the bits seen imply them.
#[derive(Debug, Clone, Default)]
struct Known {
    /// Reasons that are being looked at, one after the other.
    reasons: Vec<Bit>,
    is_implied: Vec<Option<bool>>,
    places: Vec<usize>,
}

/// How far reasons of reasons are followed.
const DEPTH: u32 = 20;

/// What was learnt.
pub(super) struct Lesson {
    /// The clause: its first bit is the one to set, the second is in the level to go back to.
    pub(super) bits: Vec<Bit>,
    /// The level to go back to.
    pub(super) level: usize,
    /// In how many levels its bits are.
    pub(super) spread: u32,
}

impl Learner {
    fn place(&self, bit: Bit) -> usize {
        self.table.since[bit.id()] as usize
    }

    fn level_of(&self, bit: Bit) -> usize {
        self.reasons[self.place(bit)].1 as usize
    }

    /// Returns the highest level of a clash; 0 where no decision is to blame.
    pub(super) fn level_of_clash(&self, clash: &Clash) -> usize {
        clash.iter().map(|bit| self.level_of(*bit)).max().unwrap_or(0)
    }

    /// Learns from a clash at the present level, which is above 0.
    pub(super) fn analyze(&mut self, clash: Clash) -> Lesson {
        let level = self.level();
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.is_seen.resize(self.table.trail.len(), false);
        let mut open = 0;
        let mut learnt = Vec::new();
        let mut touched = Vec::new();
        let mut at = self.table.trail.len();
        scratch.reason.clear();
        scratch.reason.extend(clash);
        let first = loop {
            for bit in scratch.reason.drain(..) {
                let place = self.place(bit);
                let bit_level = self.reasons[place].1 as usize;
                if bit_level > self.ground && !std::mem::replace(&mut scratch.is_seen[place], true)
                {
                    touched.push(place);
                    self.chooser.blame(self.table.owners[bit.id()]);
                    if bit_level == level {
                        open += 1;
                    } else {
                        learnt.push(bit);
                    }
                }
            }
            loop {
                at -= 1;
                if scratch.is_seen[at] && self.reasons[at].1 as usize == level {
                    break;
                }
            }
            if open == 1 {
                break self.table.trail[at];
            }
            open -= 1;
            let mut reason = std::mem::take(&mut scratch.reason);
            self.explain(at as u32, &mut reason);
            scratch.reason = reason;
        };
        // A bit that the others imply is of no use.
        let mut known = std::mem::take(&mut scratch.known);
        known.is_implied.resize(self.table.trail.len(), None);
        learnt.retain(|bit| !self.is_implied(self.place(*bit), &scratch.is_seen, &mut known, 0));
        for place in touched {
            scratch.is_seen[place] = false;
        }
        for place in known.places.drain(..) {
            known.is_implied[place] = None;
        }
        scratch.known = known;
        self.scratch = scratch;
        self.chooser.age();
        learnt.sort_by_key(|bit| std::cmp::Reverse((self.level_of(*bit), bit.position())));
        let mut spread = 1;
        for (number, bit) in learnt.iter().enumerate() {
            let is_new = number == 0 || self.level_of(learnt[number - 1]) != self.level_of(*bit);
            spread += u32::from(is_new);
        }
        let level = learnt.first().map_or(self.ground, |bit| self.level_of(*bit));
        let bits = std::iter::once(first).chain(learnt).map(|bit| !bit).collect();
        Lesson { bits, level, spread }
    }

    /// Returns whether the bits seen imply the one at a place.
    fn is_implied(
        &mut self,
        place: usize,
        is_seen: &[bool],
        known: &mut Known,
        depth: u32,
    ) -> bool {
        if self.reasons[place].0 == Reason::None || depth > DEPTH {
            return false;
        }
        let start = known.reasons.len();
        self.explain(place as u32, &mut known.reasons);
        let end = known.reasons.len();
        let is_implied = (start..end).all(|at| {
            let place = self.place(known.reasons[at]);
            if self.reasons[place].1 as usize <= self.ground || is_seen[place] {
                return true;
            }
            if let Some(is_implied) = known.is_implied[place] {
                return is_implied;
            }
            let is_implied = self.is_implied(place, is_seen, known, depth + 1);
            known.is_implied[place] = Some(is_implied);
            known.places.push(place);
            is_implied
        });
        known.reasons.truncate(start);
        is_implied
    }

    /// Returns the assumptions that make these bits hold; nothing else is decided.
    pub(super) fn assumptions_behind(&mut self, bits: &Clash) -> Vec<Bit> {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.is_seen.resize(self.table.trail.len(), false);
        scratch.reason.clear();
        scratch.reason.extend(bits);
        let (mut found, mut open) = (Vec::new(), 0);
        let mut at = self.table.trail.len();
        loop {
            for bit in scratch.reason.drain(..) {
                let place = self.place(bit);
                let is_new = self.reasons[place].1 > 0
                    && !std::mem::replace(&mut scratch.is_seen[place], true);
                open += usize::from(is_new);
            }
            if open == 0 {
                break;
            }
            loop {
                at -= 1;
                if std::mem::take(&mut scratch.is_seen[at]) {
                    break;
                }
            }
            open -= 1;
            if self.reasons[at].0 == Reason::None {
                found.push(self.table.trail[at]);
            } else {
                let mut reason = std::mem::take(&mut scratch.reason);
                self.explain(at as u32, &mut reason);
                scratch.reason = reason;
            }
        }
        self.scratch = scratch;
        found
    }
}
