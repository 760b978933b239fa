//! What is known at some point of a solution: the values each variable can still have, and the
//! values that were found.
//!
//! # Shape
//! Values are counted from the smallest value of any variable, so that bits of different variables
//! can be compared. A domain is `words` words of 64 bits.

use smallvec::SmallVec;

/// Domains and found values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SolveState {
    bits: Vec<u64>,
    words: usize,
    /// For each variable, its value once it was found, else [`SolveState::OPEN`].
    found: Vec<u32>,
}

impl SolveState {
    /// No value was found.
    pub(super) const OPEN: u32 = u32::MAX;

    /// Returns the state in which no variable has any value.
    pub(super) fn new(vars: usize, words: usize) -> Self {
        Self { bits: vec![0; vars * words], words, found: vec![Self::OPEN; vars] }
    }

    /// Becomes a copy of `other`, in the memory it has.
    pub(super) fn copy(&mut self, other: &Self) {
        self.bits.clone_from(&other.bits);
        self.found.clone_from(&other.found);
        self.words = other.words;
    }

    /// Returns the bits of a domain.
    pub(super) fn domain(&self, var: u32) -> &[u64] {
        let start = var as usize * self.words;
        &self.bits[start..start + self.words]
    }

    /// Returns whether a variable has other values in `other`, a state of the same model.
    #[inline]
    pub(super) fn differs(&self, other: &Self, var: u32) -> bool {
        match self.words {
            1 => self.bits[var as usize] != other.bits[var as usize],
            _ => self.domain(var) != other.domain(var),
        }
    }

    /// Returns the positions of those of the variables that have other values in `other`, a state of the same model.
    pub(super) fn differing(&self, other: &Self, vars: &[u32]) -> SmallVec<[usize; 64]> {
        let mut differing = SmallVec::new();
        if self.words == 1 {
            let (own, other) = (&self.bits[..], &other.bits[..self.bits.len()]);
            for (at, var) in vars.iter().enumerate() {
                if own[*var as usize] != other[*var as usize] {
                    differing.push(at);
                }
            }
        } else {
            let differ = |(_, var): &(usize, &u32)| self.differs(other, **var);
            differing.extend(vars.iter().enumerate().filter(differ).map(|(at, _)| at));
        }
        differing
    }

    /// Returns a word of a domain.
    pub(super) fn word(&self, var: u32, word: usize) -> u64 {
        self.bits[var as usize * self.words + word]
    }

    /// Returns 64 bits of a domain, from the value `first` on.
    pub(super) fn word_from(&self, var: u32, first: usize) -> u64 {
        let (at, by) = (first / 64, first % 64);
        let mut words = self.domain(var)[at.min(self.words)..].iter();
        let low = words.next().map_or(0, |word| word >> by);
        // Twice, as no word is shifted by all of its bits.
        words.next().map_or(low, |word| low | word << 1 << (63 - by))
    }

    /// Returns whether a variable can have a value.
    pub(super) fn can(&self, var: u32, value: u32) -> bool {
        let word = value as usize / 64;
        word < self.words && self.word(var, word) >> (value % 64) & 1 == 1
    }

    /// Returns whether the value of a variable was found.
    pub(super) fn is_found(&self, var: u32) -> bool {
        self.found[var as usize] != Self::OPEN
    }

    /// Returns the value that was found for a variable.
    pub(super) fn found(&self, var: u32) -> Option<u32> {
        Some(self.found[var as usize]).filter(|value| *value != Self::OPEN)
    }

    /// Notes that the value of a variable was found. Its domain must be just that value.
    pub(super) fn find(&mut self, var: u32, value: u32) {
        self.found[var as usize] = value;
    }

    /// Lets a variable have a value.
    pub(super) fn allow(&mut self, var: u32, value: u32) {
        self.bits[var as usize * self.words + value as usize / 64] |= 1 << (value % 64);
    }

    /// Takes a value away. Returns whether it was there.
    pub(super) fn remove(&mut self, var: u32, value: u32) -> bool {
        let word = &mut self.bits[var as usize * self.words + value as usize / 64];
        let bit = 1 << (value % 64);
        let was = *word & bit != 0;
        *word &= !bit;
        was
    }

    /// Takes values away, as bits from the value `first` on. Returns those that were there.
    pub(super) fn remove_bits(&mut self, var: u32, first: u32, bits: u64) -> u64 {
        let (at, by) = (var as usize * self.words + first as usize / 64, first % 64);
        let mut take = |at: usize, bits: u64| {
            let taken = self.bits[at] & bits;
            self.bits[at] &= !bits;
            taken
        };
        let low = take(at, bits << by) >> by;
        match bits.checked_shr(64 - by) {
            Some(high) if high != 0 => low | take(at + 1, high) << (64 - by),
            _ => low,
        }
    }

    /// Takes all values but one away.
    pub(super) fn keep_only(&mut self, var: u32, value: u32) {
        let start = var as usize * self.words;
        self.bits[start..start + self.words].fill(0);
        self.allow(var, value);
    }

    /// Takes all values but these away, and lets the variable have these.
    pub(super) fn keep_all(&mut self, var: u32, values: &[u32]) {
        let start = var as usize * self.words;
        self.bits[start..start + self.words].fill(0);
        values.iter().for_each(|value| self.allow(var, *value));
    }

    /// Takes the values of a variable away that neither of two states has.
    pub(super) fn keep_those_of(&mut self, var: u32, one: &Self, other: &Self) {
        let range = var as usize * self.words..(var as usize + 1) * self.words;
        let kept = one.domain(var).iter().zip(other.domain(var));
        self.bits[range].iter_mut().zip(kept).for_each(|(word, (a, b))| *word &= a | b);
    }

    /// Lets a variable have the values again that it has in `other`.
    pub(super) fn restore(&mut self, var: u32, other: &Self) {
        let range = var as usize * self.words..(var as usize + 1) * self.words;
        self.bits[range.clone()].copy_from_slice(&other.bits[range]);
        self.found[var as usize] = other.found[var as usize];
    }

    /// Returns the number of values a variable can have.
    pub(super) fn size(&self, var: u32) -> u32 {
        self.domain(var).iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the only value of a domain.
    pub(super) fn single(&self, var: u32) -> Option<u32> {
        let mut only = None;
        for (index, word) in self.domain(var).iter().enumerate() {
            if *word != 0 {
                if only.is_some() || !word.is_power_of_two() {
                    return None;
                }
                only = Some(index as u32 * 64 + word.trailing_zeros());
            }
        }
        only
    }

    /// Returns the values of a domain in rising order.
    pub(super) fn values(&self, var: u32) -> impl Iterator<Item = u32> + '_ {
        self.domain(var)
            .iter()
            .enumerate()
            .flat_map(|(index, word)| Bits(*word).map(move |bit| index as u32 * 64 + bit))
    }

    /// Returns the number of variables.
    pub(super) fn var_count(&self) -> u32 {
        self.found.len() as u32
    }

    /// Returns the number of words of a domain.
    pub(super) fn words(&self) -> usize {
        self.words
    }
}

/// Returns where bits from a value on are: the positions of two words, each with its bits.
pub(super) fn in_words(first: u32, bits: u64) -> [(usize, u64); 2] {
    let (at, by) = (first as usize / 64, first % 64);
    // Twice, as no word is shifted by all of its bits.
    [(at, bits << by), (at + 1, bits >> 1 >> (63 - by))]
}

/// The positions of the bits that are set, in rising order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bits(pub(super) u64);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
