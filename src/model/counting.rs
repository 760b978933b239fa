//! How large what a definition describes may be, and how much an expression may look at.
//!
//! `loops.rs` says what is counted when.

use crate::fault::{Excess, Fault};

/// The size that definitions may have where nothing else is said.
pub const MAX_SIZE: u64 = 1_000_000;

/// What is counted on the way.
const LOOKED_AT: &str = "combinations and elements";

/// So many may be looked at for each part: most of them leave nothing behind.
const LOOKS: u64 = 10;

/// A value or clue takes as much as so many parts of constraints.
const PARTS: u64 = 10;

/// Returns how many values and clues a definition may have.
pub fn most_elements(max_size: u64) -> u64 {
    max_size / PARTS
}

/// Returns the fault of more values and clues than a definition may have.
pub(crate) fn elements_fit(count: u64, max_size: u64) -> Result<(), Fault> {
    let most = most_elements(max_size);
    if count <= most {
        return Ok(());
    }
    let (of, weight) = ("values and clues", PARTS);
    Err(Fault::Excess(Excess { of, count: Some(count), is_exact: true, most, weight, of_each: 1 }))
}

/// Returns the length of `lo..hi`.
pub(super) fn range_size(lo: i64, hi: i64) -> u64 {
    u64::try_from(i128::from(hi) - i128::from(lo) + 1).unwrap_or(0)
}

/// What was counted before something that has a bound of its own.
#[derive(Debug)]
pub struct Counted(usize, u64);

/// Counts what is looked at on the way.
#[derive(Debug)]
pub(super) struct Counter {
    /// How much may be looked at.
    most: u64,
    /// How many `for` are within each other now.
    loops: usize,
    /// How much the outermost of them has looked at.
    seen: u64,
}

impl Counter {
    pub(super) fn new(max_size: u64) -> Self {
        Self { most: max_size.saturating_mul(LOOKS), loops: 0, seen: 0 }
    }

    /// Returns whether there is no `for` around what is evaluated.
    pub(super) fn is_outside(&self) -> bool {
        self.loops == 0
    }

    /// Begins to count.
    pub(super) fn start(&mut self) {
        self.seen = 0;
    }

    pub(super) fn enter(&mut self) {
        self.loops += 1;
    }

    pub(super) fn leave(&mut self) {
        self.loops -= 1;
    }

    pub(super) fn set_aside(&mut self) -> Counted {
        Counted(std::mem::take(&mut self.loops), std::mem::take(&mut self.seen))
    }

    pub(super) fn put_back(&mut self, Counted(loops, seen): Counted) {
        (self.loops, self.seen) = (loops, seen);
    }

    #[inline]
    pub(super) fn count(&mut self, more: u64) -> Result<(), Fault> {
        if self.loops == 0 {
            return self.must_be_few("elements", more);
        }
        self.seen = self.seen.saturating_add(more);
        if self.seen > self.most {
            // One for each turn of the loops around it.
            let (of, count, most) = (LOOKED_AT, Some(1), self.most);
            let excess = Excess { of, count, is_exact: true, most, weight: 1, of_each: LOOKS };
            return Err(Fault::Excess(excess));
        }
        Ok(())
    }

    pub(super) fn must_be_few(&self, of: &'static str, count: u64) -> Result<(), Fault> {
        let most = self.most;
        if count <= most {
            return Ok(());
        }
        let (count, of_each) = (Some(count), LOOKS);
        Err(Fault::Excess(Excess { of, count, is_exact: true, most, weight: 1, of_each }))
    }
}

impl Excess {
    /// Returns whether it is of what was counted on the way.
    pub(super) fn is_of_looks(&self) -> bool {
        self.of == LOOKED_AT
    }

    /// Reckons how much it would be for so many turns of the `for` around it, where that is known.
    pub(super) fn repeat(&mut self, turns: Option<u64>) {
        let inner = if self.is_exact { Some(1) } else { self.count };
        self.count = inner.zip(turns).map(|(inner, turns)| turns.saturating_mul(inner));
        self.is_exact = false;
    }
}
