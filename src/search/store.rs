//! The domains of a search: bit sets in one piece of memory, with a trail to undo changes.
//!
//! Every change is recorded on the trail and for waking propagators. A change that would empty a domain
//! returns [`Inconsistent`]; until it is undone, the domains then mean nothing.

use super::nodes::Work;
use puzgen_csp::{Domain, Lit, VarId};

/// Some domain would become empty, or a statement cannot hold any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inconsistent;

/// What a change or a propagator returns.
pub type Consistency = Result<(), Inconsistent>;

/// The number of ones in each byte.
const ONES: [u8; 256] = {
    let mut ones = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        ones[byte] = ones[byte / 2] + (byte % 2) as u8;
        byte += 1;
    }
    ones
};

/// Returns the number of values that a word stands for.
#[inline]
pub fn count(word: u64) -> usize {
    match word {
        // Without `-C target-cpu` there is no popcount instruction to compile to.
        0..=0xFFFF => usize::from(ONES[(word & 0xFF) as usize] + ONES[(word >> 8) as usize]),
        _ => word.count_ones() as usize,
    }
}

/// Kinds of change that can wake a propagator; they are combined as bits.
pub mod event {
    /// A variable has one value left.
    pub(crate) const FIXED: u8 = 1;
    /// The smallest or the largest value changed.
    pub(crate) const BOUNDS: u8 = 2;
    /// Some value went.
    pub(crate) const DOMAIN: u8 = 4;
}

/// Where a variable's values are: bit `i` stands for the value `min + i`.
///
/// One word is all there is where 64 bits suffice. Otherwise the words are followed by two more:
/// the positions of the lowest and the highest bit (32 bits each), and the number of bits.
#[derive(Debug, Clone, Copy)]
struct StoredDomain {
    base: u32,
    words: u32,
    min: i64,
}

/// One word of a change that can be undone.
#[derive(Debug, Clone, Copy)]
struct SavedWord {
    at: u32,
    word: u64,
}

/// The current domains of all variables.
#[derive(Debug, Clone)]
pub struct Store {
    slots: Vec<StoredDomain>,
    memory: Vec<u64>,
    trail: Vec<SavedWord>,
    /// How many changes were committed and are not on the trail; marks count them, too.
    committed: usize,
    changed: Vec<u32>,
    events: Vec<u8>,
    /// The variable whose last values a change would have taken.
    emptied: Option<VarId>,
    /// Scratch memory of a propagator.
    work: Option<Box<Work>>,
}

impl Store {
    /// Returns the most bits that all domains together may take.
    pub(crate) const MAX_BITS: u64 = 1 << 24;

    /// Returns the store of these domains, or `None` where they are too wide for bit sets.
    pub fn new<'a>(domains: impl Iterator<Item = &'a Domain>) -> Option<Self> {
        let mut store = Self {
            slots: Vec::new(),
            memory: Vec::new(),
            trail: Vec::new(),
            committed: 0,
            changed: Vec::new(),
            events: Vec::new(),
            emptied: None,
            work: None,
        };
        let mut total = 0;
        for domain in domains {
            let span = domain.max().checked_sub(domain.min())?.checked_add(1)? as u64;
            total += span.next_multiple_of(64);
            if span > Self::MAX_BITS || total > Self::MAX_BITS {
                return None;
            }
            store.add(domain, span as usize);
        }
        Some(store)
    }

    /// Lends scratch memory, as it was left.
    pub(super) fn take_work(&mut self) -> Box<Work> {
        self.work.take().unwrap_or_default()
    }

    /// Takes scratch memory back.
    pub(super) fn keep_work(&mut self, work: Box<Work>) {
        self.work = Some(work);
    }

    /// Adds a variable that no propagator knows of.
    pub(crate) fn add_truth(&mut self) -> VarId {
        self.add(&Domain::Range(0, 1), 2);
        VarId(self.slots.len() as u32 - 1)
    }

    /// Returns the variable whose last values a change would have taken, and forgets it. `None`
    /// where a propagator saw a conflict without such a change.
    pub fn take_emptied(&mut self) -> Option<VarId> {
        self.emptied.take()
    }

    /// Returns the changes since `mark` that can be undone, the first one first: the place of a word,
    /// and the word before the change.
    pub(crate) fn changes_since(&self, mark: usize) -> impl DoubleEndedIterator<Item = (u32, u64)> {
        self.trail[mark.saturating_sub(self.committed)..].iter().map(|saved| (saved.at, saved.word))
    }

    /// Returns whether all changes since `mark` can be undone.
    pub(crate) fn is_undoable_since(&self, mark: usize) -> bool {
        mark >= self.committed
    }

    /// Returns the word at a place: of a domain, or a reversible one of a propagator.
    pub fn word(&self, at: u32) -> u64 {
        self.memory[at as usize]
    }

    /// Returns how many places there are.
    pub(crate) fn word_count(&self) -> usize {
        self.memory.len()
    }

    /// Returns the place of the first word of a domain, the number of words, and the value of the
    /// first bit.
    pub fn place(&self, var: VarId) -> (u32, u32, i64) {
        let slot = self.slots[var.index()];
        (slot.base, slot.words, slot.min)
    }

    fn add(&mut self, domain: &Domain, span: usize) {
        let (min, words) = (domain.min(), span.div_ceil(64));
        let base = self.memory.len();
        self.slots.push(StoredDomain { base: base as u32, words: words as u32, min });
        self.memory.resize(base + words, 0);
        for value in domain.iter() {
            let bit = (value - min) as usize;
            self.memory[base + bit / 64] |= 1 << (bit % 64);
        }
        if words > 1 {
            self.memory.push((span as u64 - 1) << 32);
            self.memory.push(domain.size());
        }
        self.events.push(0);
    }

    /// Adds reversible words that belong to a propagator and returns the place of the first.
    pub(crate) fn add_words(&mut self, count: usize) -> u32 {
        let first = self.memory.len() as u32;
        self.memory.resize(self.memory.len() + count, 0);
        first
    }

    /// Returns reversible words that stand side by side.
    pub(crate) fn words(&self, first: u32, count: usize) -> &[u64] {
        &self.memory[first as usize..first as usize + count]
    }

    /// Sets a reversible word.
    pub(crate) fn set_word_at(&mut self, at: u32, word: u64) {
        self.write(at as usize, word);
    }

    /// Returns the present place in the trail, for [`Store::undo`].
    pub fn mark(&self) -> usize {
        self.committed + self.trail.len()
    }

    /// Undoes everything since `mark` and clears the changes that propagators were not yet woken for.
    pub fn undo(&mut self, mark: usize) {
        while self.mark() > mark {
            if let Some(saved) = self.trail.pop() {
                self.memory[saved.at as usize] = saved.word;
            }
        }
        while self.pop_change().is_some() {}
    }

    /// Makes all changes so far permanent.
    pub fn commit(&mut self) {
        self.committed = self.mark();
        self.trail.clear();
    }

    /// Returns a changed variable and its events, each once.
    pub(crate) fn pop_change(&mut self) -> Option<(usize, u8)> {
        let var = self.changed.pop()? as usize;
        Some((var, std::mem::take(&mut self.events[var])))
    }

    /// Returns the number of variables.
    pub(crate) fn var_count(&self) -> usize {
        self.slots.len()
    }

    /// Returns the words of the domain and the value of their first bit.
    pub(crate) fn bits(&self, var: VarId) -> (&[u64], i64) {
        let slot = self.slots[var.index()];
        let base = slot.base as usize;
        (&self.memory[base..base + slot.words as usize], slot.min)
    }

    /// Returns the word that has the size of a domain of several words.
    pub(crate) fn size_place(&self, var: VarId) -> Option<u32> {
        let slot = self.slots[var.index()];
        (slot.words > 1).then_some(slot.base + slot.words + 1)
    }

    /// Returns where the only word of a one-word domain is, and the value of its first bit.
    pub(crate) fn single_word(&self, var: VarId) -> Option<(u32, i64)> {
        let slot = self.slots[var.index()];
        (slot.words == 1).then_some((slot.base, slot.min))
    }

    /// Returns the smallest value left.
    #[inline]
    pub(crate) fn min(&self, var: VarId) -> i64 {
        let slot = self.slots[var.index()];
        slot.min + self.low_bit(slot) as i64
    }

    /// Returns the largest value left.
    #[inline]
    pub(crate) fn max(&self, var: VarId) -> i64 {
        let slot = self.slots[var.index()];
        slot.min + self.high_bit(slot) as i64
    }

    /// Returns the smallest and the largest value left.
    #[inline]
    pub(crate) fn bounds(&self, var: VarId) -> (i64, i64) {
        let slot = self.slots[var.index()];
        let (low, high) = match slot.words {
            1 => {
                let word = self.memory[slot.base as usize];
                (word.trailing_zeros() as usize, 63 - word.leading_zeros() as usize)
            }
            _ => (self.low_bit(slot), self.high_bit(slot)),
        };
        (slot.min + low as i64, slot.min + high as i64)
    }

    /// Returns whether a literal holds; `None` where that is open.
    #[inline]
    pub(crate) fn truth_of_lit(&self, lit: Lit) -> Option<bool> {
        let slot = self.slots[lit.var.index()];
        if slot.words != 1 {
            return match self.contains(lit.var, lit.value) {
                true => (self.size(lit.var) == 1).then_some(lit.is),
                false => Some(!lit.is),
            };
        }
        let word = self.memory[slot.base as usize];
        let bit = lit.value.wrapping_sub(slot.min) as u64;
        if bit >= 64 || word >> bit & 1 == 0 {
            Some(!lit.is)
        } else {
            (word & (word - 1) == 0).then_some(lit.is)
        }
    }

    /// Returns the number of values left.
    #[inline]
    pub(crate) fn size(&self, var: VarId) -> usize {
        let slot = self.slots[var.index()];
        let base = slot.base as usize;
        if slot.words == 1 {
            count(self.memory[base])
        } else {
            self.memory[base + slot.words as usize + 1] as usize
        }
    }

    /// Returns whether exactly one value is left.
    #[inline]
    pub(crate) fn is_fixed(&self, var: VarId) -> bool {
        let slot = self.slots[var.index()];
        if slot.words == 1 {
            let word = self.memory[slot.base as usize];
            word & word.wrapping_sub(1) == 0
        } else {
            self.size(var) == 1
        }
    }

    /// Returns the value of a fixed variable.
    pub(crate) fn value(&self, var: VarId) -> Option<i64> {
        self.is_fixed(var).then(|| self.min(var))
    }

    /// Returns whether `value` is left.
    #[inline]
    pub(crate) fn contains(&self, var: VarId, value: i64) -> bool {
        let slot = self.slots[var.index()];
        let bit = value.wrapping_sub(slot.min) as u64;
        bit < u64::from(slot.words) * 64
            && self.memory[slot.base as usize + (bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// Returns the `rank`-th value left, counted from 0.
    pub(crate) fn nth(&self, var: VarId, rank: usize) -> Option<i64> {
        let (words, min) = self.bits(var);
        let mut left = rank;
        for (index, word) in words.iter().enumerate() {
            let ones = word.count_ones() as usize;
            if left < ones {
                let mut word = *word;
                for _ in 0..left {
                    word &= word - 1;
                }
                return Some(min + (index * 64) as i64 + i64::from(word.trailing_zeros()));
            }
            left -= ones;
        }
        None
    }

    /// Returns the values left, rising.
    pub(crate) fn values(&self, var: VarId) -> impl Iterator<Item = i64> + '_ {
        let (words, min) = self.bits(var);
        words.iter().enumerate().flat_map(move |(index, word)| {
            let mut word = *word;
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = i64::from(word.trailing_zeros());
                word &= word - 1;
                Some(min + (index * 64) as i64 + bit)
            })
        })
    }

    /// Makes a literal hold.
    pub(crate) fn set(&mut self, lit: Lit) -> Consistency {
        if lit.is { self.assign(lit.var, lit.value) } else { self.remove(lit.var, lit.value) }
    }

    /// Leaves only `value`.
    pub(crate) fn assign(&mut self, var: VarId, value: i64) -> Consistency {
        if !self.contains(var, value) {
            return self.empty(var);
        }
        let slot = self.slots[var.index()];
        if slot.words == 1 {
            return self.set_word(var, 1 << (value - slot.min));
        }
        self.at_least(var, value)?;
        self.at_most(var, value)
    }

    /// Takes `value` away.
    #[inline]
    pub(crate) fn remove(&mut self, var: VarId, value: i64) -> Consistency {
        let slot = self.slots[var.index()];
        let bit = value.wrapping_sub(slot.min) as u64;
        if bit >= u64::from(slot.words) * 64 {
            return Ok(());
        }
        let at = slot.base as usize + (bit / 64) as usize;
        let old = self.memory[at];
        let word = old & !(1 << (bit % 64));
        if word == old {
            Ok(())
        } else if slot.words == 1 {
            self.replace_word(var, at, word)
        } else {
            self.write(at, word);
            self.recount(var, 1)
        }
    }

    /// Takes all values below `bound` away.
    pub(crate) fn at_least(&mut self, var: VarId, bound: i64) -> Consistency {
        if bound <= self.min(var) {
            return Ok(());
        }
        if bound > self.max(var) {
            return self.empty(var);
        }
        let slot = self.slots[var.index()];
        let bit = (bound - slot.min) as usize;
        if slot.words == 1 {
            return self.set_word(var, self.memory[slot.base as usize] & (!0 << bit));
        }
        let mut gone = 0;
        for index in self.low_bit(slot) / 64..=bit / 64 {
            let keep = if index < bit / 64 { 0 } else { !0 << (bit % 64) };
            gone += self.keep(slot.base as usize + index, keep);
        }
        self.recount(var, gone)
    }

    /// Takes all values above `bound` away.
    pub(crate) fn at_most(&mut self, var: VarId, bound: i64) -> Consistency {
        if bound >= self.max(var) {
            return Ok(());
        }
        if bound < self.min(var) {
            return self.empty(var);
        }
        let slot = self.slots[var.index()];
        let bit = (bound - slot.min) as usize;
        if slot.words == 1 {
            return self.set_word(var, self.memory[slot.base as usize] & (!0 >> (63 - bit)));
        }
        let mut gone = 0;
        for index in bit / 64..=self.high_bit(slot) / 64 {
            let keep = if index > bit / 64 { 0 } else { !0 >> (63 - bit % 64) };
            gone += self.keep(slot.base as usize + index, keep);
        }
        self.recount(var, gone)
    }

    /// Keeps these bits of each word of a domain of several words.
    pub fn keep_words(&mut self, var: VarId, kept: impl Fn(usize) -> u64) -> Consistency {
        let slot = self.slots[var.index()];
        let (base, words) = (slot.base as usize, slot.words as usize);
        let gone: u64 = (0..words).map(|word| self.keep(base + word, kept(word))).sum();
        if gone == 0 { Ok(()) } else { self.recount(var, gone) }
    }

    /// Replaces the word of a one-word domain by a part of it.
    pub fn set_word(&mut self, var: VarId, word: u64) -> Consistency {
        let at = self.slots[var.index()].base as usize;
        if word == self.memory[at] {
            return Ok(());
        }
        self.replace_word(var, at, word)
    }

    /// Replaces the word at `at`, which is all of a domain, by a smaller one.
    fn replace_word(&mut self, var: VarId, at: usize, word: u64) -> Consistency {
        let old = self.memory[at];
        if word == 0 {
            return self.empty(var);
        }
        self.write(at, word);
        let mut events = event::DOMAIN;
        if word & (word - 1) == 0 {
            events |= event::FIXED | event::BOUNDS;
        } else if word.trailing_zeros() != old.trailing_zeros()
            || word.leading_zeros() != old.leading_zeros()
        {
            events |= event::BOUNDS;
        }
        self.note(var, events);
        Ok(())
    }

    #[inline]
    fn low_bit(&self, slot: StoredDomain) -> usize {
        let base = slot.base as usize;
        if slot.words == 1 {
            self.memory[base].trailing_zeros() as usize
        } else {
            self.memory[base + slot.words as usize] as u32 as usize
        }
    }

    #[inline]
    fn high_bit(&self, slot: StoredDomain) -> usize {
        let base = slot.base as usize;
        if slot.words == 1 {
            63 - self.memory[base].leading_zeros() as usize
        } else {
            (self.memory[base + slot.words as usize] >> 32) as usize
        }
    }

    /// Keeps these bits of a word and returns how many went.
    fn keep(&mut self, at: usize, mask: u64) -> u64 {
        let old = self.memory[at];
        if old & mask != old {
            self.write(at, old & mask);
        }
        u64::from((old & !mask).count_ones())
    }

    /// Brings the bounds and the size of a domain of several words up to date.
    fn recount(&mut self, var: VarId, gone: u64) -> Consistency {
        let slot = self.slots[var.index()];
        let (base, words) = (slot.base as usize, slot.words as usize);
        let left = self.memory[base + words + 1] - gone;
        if left == 0 {
            return self.empty(var);
        }
        self.write(base + words + 1, left);
        let (old_low, old_high) = (self.low_bit(slot), self.high_bit(slot));
        let (mut low, mut high) = (old_low / 64, old_high / 64);
        while self.memory[base + low] == 0 {
            low += 1;
        }
        while self.memory[base + high] == 0 {
            high -= 1;
        }
        low = low * 64 + self.memory[base + low].trailing_zeros() as usize;
        high = high * 64 + 63 - self.memory[base + high].leading_zeros() as usize;
        let mut events = event::DOMAIN;
        if (low, high) != (old_low, old_high) {
            self.write(base + words, (high as u64) << 32 | low as u64);
            events |= event::BOUNDS;
        }
        if left == 1 {
            events |= event::FIXED;
        }
        self.note(var, events);
        Ok(())
    }

    fn empty(&mut self, var: VarId) -> Consistency {
        self.emptied = Some(var);
        Err(Inconsistent)
    }

    #[inline]
    fn write(&mut self, at: usize, word: u64) {
        self.trail.push(SavedWord { at: at as u32, word: self.memory[at] });
        self.memory[at] = word;
    }

    #[inline]
    fn note(&mut self, var: VarId, events: u8) {
        let noted = &mut self.events[var.index()];
        if *noted == 0 {
            self.changed.push(var.0);
        }
        *noted |= events;
    }
}
