//! Whether a witness proves finished puzzles in a session for many or each in a session of its own, which reads the
//! clues as part of the problem.
//!
//! A session of its own says nothing of hidden clues nor of what is known, so that its steps are cheap, but it reads
//! all else anew. Which way takes longer differs from problem to problem by a factor of two and more, in either
//! direction. So where proofs in the session for many are some work, the first puzzles are proved in both ways, and the
//! others in that which was less work. Work is counted, not timed, and both ways prove the same: no puzzle depends on the
//! choice.
//!
//! On a layout that was drawn there is one puzzle: a session of its own reads the least, if no other one was needed.

/// How many puzzles are proved in each way before one is chosen.
const TRIALS: u64 = 3;

/// Units of work to open and close a session: some 100 µs.
const PER_SESSION: u64 = 30_000;

/// Units of work of a proof, some 2 ms, from which on sessions of its own are tried: what is less is over before one is open.
const WORTH: u64 = 600_000;

/// Units of work of a step beside propagation.
const PER_STEP: u64 = 2_000;

/// The encoding, which is no work for a budget, takes as long as the clauses that are read, and longer where they are
/// many: a literal of tapa takes 290 ns.
const READING: u64 = 2;

/// So many literals of a problem take one unit of work in a step: 0.8 to 2 ns each were measured in eleven genres,
/// and 60 to 100 ns for a literal that is read.
const LITERALS_PER_UNIT: u64 = 3;

/// How a finished puzzle is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// In a session of its own.
    Apart,
    /// In a session for many puzzles.
    Together,
}

/// What a proof took.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProofWork {
    /// Units of work for reading.
    pub(super) reading: u64,
    /// Steps of the engine.
    pub(super) steps: u64,
    /// The literals in the clauses of the session.
    pub(super) literals: u64,
}

/// The proofs of one way.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    proofs: u64,
    work: u64,
}

/// What the proofs of a witness took so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ways {
    /// Whether the problem has one puzzle, so that there is nothing to learn from others.
    is_for_one: bool,
    apart: Tally,
    together: Tally,
}

impl Tally {
    fn is_tried(self) -> bool {
        self.proofs >= TRIALS
    }

    fn mean(self) -> u64 {
        self.work / self.proofs.max(1)
    }
}

impl Ways {
    pub(super) fn new(is_for_one: bool) -> Self {
        Self { is_for_one, ..Self::default() }
    }

    /// Returns how the next puzzle is proved. `is_read` says whether a session for many is there and has read the problem.
    pub(super) fn next(&self, is_read: bool) -> Way {
        if self.is_for_one {
            return if is_read { Way::Together } else { Way::Apart };
        }
        let (apart, together) = (self.apart, self.together);
        let is_worth_it = together.is_tried() && together.mean() > WORTH;
        match is_worth_it && (!apart.is_tried() || apart.mean() < together.mean()) {
            true => Way::Apart,
            false => Way::Together,
        }
    }

    /// Notes a proof.
    pub(super) fn note(&mut self, way: Way, took: ProofWork) {
        let per_step = PER_STEP + took.literals / LITERALS_PER_UNIT;
        let reading = took.reading.saturating_mul(READING);
        let work = took.steps.saturating_mul(per_step).saturating_add(reading);
        let (tally, more) = match way {
            Way::Apart => (&mut self.apart, PER_SESSION),
            Way::Together => (&mut self.together, 0),
        };
        tally.proofs += 1;
        tally.work = tally.work.saturating_add(work).saturating_add(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(apart: ProofWork, together: ProofWork) -> Vec<Way> {
        let mut ways = Ways::default();
        let mut chosen = Vec::new();
        for _ in 0..2 * TRIALS + 2 {
            let way = ways.next(true);
            ways.note(way, if way == Way::Apart { apart } else { together });
            chosen.push(way);
        }
        chosen
    }

    #[test]
    fn tries_both_ways_and_keeps_the_one_that_is_less_work() {
        let quick = ProofWork { reading: 0, steps: 2, literals: 1_000 };
        let slow = ProofWork { reading: 0, steps: 200, literals: 100_000 };
        let slower = ProofWork { reading: 0, steps: 300, literals: 100_000 };
        let (a, t) = (Way::Apart, Way::Together);
        assert_eq!(chosen(quick, slow), [t, t, t, a, a, a, a, a]);
        assert_eq!(chosen(slower, slow), [t, t, t, a, a, a, t, t]);
        assert_eq!(chosen(slow, quick), [t; 8]);
    }

    #[test]
    fn the_only_puzzle_of_a_layout_has_a_session_of_its_own_unless_there_is_one() {
        let ways = Ways::new(true);
        assert_eq!([false, true].map(|is_read| ways.next(is_read)), [Way::Apart, Way::Together]);
        assert_eq!(Ways::new(false).next(false), Way::Together);
    }
}
