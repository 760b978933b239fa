//! The clause database: clauses, each watched by two of its literals.
//!
//! # Source
//! Moskewicz, Madigan, Zhao, Zhang and Malik, "Chaff" (DAC 2001); Eén and Sörensson, "An
//! Extensible SAT-solver" (SAT 2003).

use crate::trail::BitLit;

/// "One of these holds."
#[derive(Debug, Clone)]
pub(super) struct Clause {
    pub(super) literals: Vec<BitLit>,
    /// The literal block distance: the number of decision levels of its literals when it was learnt; 0 for a
    /// clause that must stay.
    pub(super) lbd: u32,
}

/// A clause that is looked at when a literal becomes false, and another literal of it (the blocker): where
/// that holds, the clause need not be looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watcher {
    pub(super) clause: u32,
    pub(super) other: BitLit,
}

/// The clause database of a search.
#[derive(Debug, Clone, Default)]
pub(super) struct ClauseDatabase {
    pub(super) all: Vec<Clause>,
    /// For each literal, the clauses to look at when it becomes false.
    pub(super) watches: Vec<Vec<Watcher>>,
    pub(super) learnt: usize,
}

impl ClauseDatabase {
    /// Adds a clause of at least two literals, the first two of which are watched.
    pub(super) fn add(&mut self, literals: Vec<BitLit>, lbd: u32) -> u32 {
        let clause = self.all.len() as u32;
        self.watch(clause, &literals);
        self.learnt += usize::from(lbd > 0);
        self.all.push(Clause { literals, lbd });
        clause
    }

    fn watch(&mut self, clause: u32, literals: &[BitLit]) {
        for (literal, other) in [(literals[0], literals[1]), (literals[1], literals[0])] {
            self.watches[literal.position()].push(Watcher { clause, other });
        }
    }

    /// Forgets, of the clauses after the first `count`, those that are not to be kept, and returns the new numbers of
    /// those that are, for each clause after the first `count`.
    pub(super) fn truncate(
        &mut self,
        count: usize,
        is_kept: impl Fn(&Clause) -> bool,
    ) -> Vec<Option<u32>> {
        let later = self.all.split_off(count.min(self.all.len()));
        let watched = later.iter().flat_map(|clause| &clause.literals[..2]);
        let mut watched: Vec<usize> = watched.map(|literal| literal.position()).collect();
        watched.sort_unstable();
        watched.dedup();
        for position in watched {
            self.watches[position].retain(|watch| (watch.clause as usize) < count);
        }
        self.learnt -= later.iter().filter(|clause| clause.lbd > 0).count();
        let keep = |clause: Clause| is_kept(&clause).then(|| self.add(clause.literals, clause.lbd));
        later.into_iter().map(keep).collect()
    }

    /// Forgets the half of the learnt clauses that lbd over most levels, and all clauses that
    /// `is_settled`. No clause may be a reason at this time.
    pub(super) fn forget(&mut self, is_settled: impl Fn(&Clause) -> bool) {
        let mut lbds: Vec<u32> =
            self.all.iter().map(|clause| clause.lbd).filter(|lbd| *lbd > 2).collect();
        lbds.sort_unstable();
        let median = lbds.get(lbds.len() / 2).copied().unwrap_or(u32::MAX);
        let old = std::mem::take(&mut self.all);
        self.watches.iter_mut().for_each(Vec::clear);
        self.learnt = 0;
        for clause in old {
            if (clause.lbd <= 2 || clause.lbd < median) && !is_settled(&clause) {
                self.add(clause.literals, clause.lbd);
            }
        }
    }
}
