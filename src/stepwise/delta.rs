//! What is passed between rounds and statements: what changed, and what is eliminated.

use super::state::Bits;

/// What changed since the statements were propagated last.
#[derive(Debug, Clone, Default)]
pub(super) struct Delta {
    /// Variables that lost values.
    pub(super) narrowed: Vec<u32>,
    /// The values they lost.
    pub(super) gone: Vec<(u32, u32)>,
    /// Variables whose values were found.
    pub(super) found: Vec<u32>,
    /// Whether nothing was propagated yet.
    pub(super) is_all: bool,
    /// Whether it is that of a trial; and then all variables that may have other values than at the stall.
    pub(super) in_trial: bool,
    pub(super) changed: Vec<u32>,
    /// Where the values of full groups still have places, in trials.
    pub(super) places: Places,
}

/// For each full group and value, the members that can have it, as bits by position in the group.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    /// One word for each value of each group; none where places are not kept.
    pub(super) words: Vec<u64>,
    /// The words, by position, that were left with one place or none since hidden singles were looked for last.
    pub(super) few: Vec<u32>,
}

impl Places {
    /// Returns whether places are kept.
    pub(super) fn are_kept(&self) -> bool {
        !self.words.is_empty()
    }

    /// Becomes a copy of other places, in the memory it has.
    pub(super) fn copy(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
        self.few.clear();
    }

    /// Takes a place away from the word at a position.
    pub(super) fn lose(&mut self, at: usize, place: u64) {
        let left = self.words[at] & !place;
        self.words[at] = left;
        if left & left.wrapping_sub(1) == 0 {
            self.few.push(at as u32);
        }
    }
}

impl Delta {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.narrowed.clear();
        self.gone.clear();
        self.found.clear();
        self.is_all = false;
        self.in_trial = false;
    }

    /// Becomes that of a trial in which these variables have other values already.
    pub(super) fn begin_trial(&mut self, changed: &[u32]) {
        self.clear();
        self.in_trial = true;
        self.changed.clear();
        self.changed.extend_from_slice(changed);
    }

    /// Returns whether nothing changed.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.narrowed.is_empty()
    }

    /// Records that a variable lost a value.
    pub(super) fn lost(&mut self, var: u32, value: u32) {
        self.narrowed.push(var);
        self.gone.push((var, value));
    }
}

/// Values of a variable that a statement eliminates, as many as a word has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Elimination {
    /// The variable.
    pub(super) var: u32,
    /// The value that the first bit stands for.
    pub(super) first: u32,
    /// The values as bits; there is one at least.
    pub(super) bits: u64,
    /// The size of a smallest reason that was found for it.
    pub(super) size: u32,
    /// Eliminations by one propagation with the same number are one deduction.
    pub(super) deduction: u32,
}

impl Elimination {
    /// Returns that a variable cannot have a value.
    pub(super) fn of_value(var: u32, value: u32) -> Self {
        Self { var, first: value & !63, bits: 1 << (value % 64), size: 1, deduction: 0 }
    }

    /// Returns the values, rising.
    pub(super) fn values(self) -> impl Iterator<Item = u32> {
        Bits(self.bits).map(move |bit| self.first + bit)
    }

    /// Adds that a value is eliminated, to the last elimination where that is the same deduction. Of one deduction, values
    /// rise.
    pub(super) fn add(
        eliminations: &mut Vec<Self>,
        (var, value): (u32, u32),
        size: u32,
        deduction: u32,
    ) {
        let (first, bit) = (value & !63, 1 << (value % 64));
        match eliminations.last_mut() {
            Some(last) if (last.var, last.first, last.deduction) == (var, first, deduction) => {
                last.bits |= bit;
            }
            _ => eliminations.push(Self { var, first, bits: bit, size, deduction }),
        }
    }
}
