//! Clauses, each watched by two of its bits.
//!
//! # Source
//! Moskewicz, Madigan, Zhao, Zhang and Malik, "Chaff" (DAC 2001); Eén and Sörensson, "An
//! Extensible SAT-solver" (SAT 2003).

use crate::search::past::Bit;

/// "One of these holds."
#[derive(Debug, Clone)]
pub(super) struct Clause {
    pub(super) bits: Vec<Bit>,
    /// In how many levels its bits were when it was learnt; 0 for a clause that must stay.
    pub(super) spread: u32,
}

/// A clause that waits for a bit to become false, and another bit of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: u32,
    pub(super) other: Bit,
}

/// All clauses of a search.
#[derive(Debug, Clone, Default)]
pub(super) struct Clauses {
    pub(super) all: Vec<Clause>,
    /// For each bit, the clauses to look at when it becomes false.
    pub(super) watches: Vec<Vec<Watch>>,
    pub(super) learnt: usize,
}

impl Clauses {
    /// Adds a clause of at least two bits, the first two of which are watched.
    pub(super) fn add(&mut self, bits: Vec<Bit>, spread: u32) -> u32 {
        let clause = self.all.len() as u32;
        self.watch(clause, &bits);
        self.learnt += usize::from(spread > 0);
        self.all.push(Clause { bits, spread });
        clause
    }

    fn watch(&mut self, clause: u32, bits: &[Bit]) {
        for (bit, other) in [(bits[0], bits[1]), (bits[1], bits[0])] {
            self.watches[bit.position()].push(Watch { clause, other });
        }
    }

    /// Forgets all clauses but the first `count`, none of which is a reason at this time.
    pub(super) fn truncate(&mut self, count: usize) {
        for clause in self.all.drain(count..) {
            for bit in &clause.bits[..2] {
                self.watches[bit.position()].retain(|watch| (watch.clause as usize) < count);
            }
            self.learnt -= usize::from(clause.spread > 0);
        }
    }

    /// Forgets the half of the learnt clauses that spread over most levels, and all clauses that
    /// `is_settled`. No clause may be a reason at this time.
    pub(super) fn forget(&mut self, is_settled: impl Fn(&Clause) -> bool) {
        let mut spreads: Vec<u32> =
            self.all.iter().map(|clause| clause.spread).filter(|spread| *spread > 2).collect();
        spreads.sort_unstable();
        let median = spreads.get(spreads.len() / 2).copied().unwrap_or(u32::MAX);
        let old = std::mem::take(&mut self.all);
        self.watches.iter_mut().for_each(Vec::clear);
        self.learnt = 0;
        for clause in old {
            if (clause.spread <= 2 || clause.spread < median) && !is_settled(&clause) {
                self.add(clause.bits, clause.spread);
            }
        }
    }
}
