//! The size of a smallest set of facts that covers everything that has to be explained.
//!
//! # Source
//! Minimum set cover, by branching on the element with the fewest sets. Smallest reasons as the
//! measure of a step: Bogaerts, Gamba and Guns, "A framework for step-wise explaining how to solve
//! constraint satisfaction problems" (2021), section 4.

use std::cmp::Reverse;

use super::state::{Bits, in_words};

/// Up to so many elements, the answer is exact.
const EXACT: u32 = 16;

/// Returns the size of a smallest selection of facts that covers all of `elements` elements, where
/// `facts` are pairs of an element and a fact that covers it. Every element is in a pair. Such a
/// selection is put into `chosen`, the earliest of its size.
///
/// With more than 16 elements the size is a lower bound: each element counts as its share of the fact
/// that covers most. The size does not depend on the order of facts or elements.
pub(super) fn smallest(elements: u32, facts: &[(u32, u32)], chosen: Option<&mut Vec<u32>>) -> u32 {
    let mut by_fact: Vec<(u32, u32)> =
        facts.iter().map(|(element, fact)| (*fact, *element)).collect();
    by_fact.sort_unstable();
    by_fact.dedup();
    if elements > EXACT {
        let covers = by_fact.chunk_by(|a, b| a.0 == b.0);
        if let Some(chosen) = chosen {
            *chosen = greedy(elements, covers.clone());
        }
        return share(elements, covers);
    }
    let covers = by_fact.chunk_by(|a, b| a.0 == b.0);
    let mut sets: Vec<(u32, u32)> = covers
        .map(|pairs| (pairs.iter().fold(0, |set, (_, element)| set | 1 << element), pairs[0].0))
        .collect();
    sets.sort_unstable_by_key(|(set, fact)| (Reverse(set.count_ones()), *set, *fact));
    sets.dedup_by_key(|(set, _)| *set);
    let mut search =
        CoverSearch { sets: &sets, path: Vec::new(), best: Vec::new(), size: elements + 1 };
    search.descend(((1_u64 << elements) - 1) as u32);
    if let Some(chosen) = chosen {
        *chosen = search.best.iter().map(|index| sets[*index].1).collect();
        chosen.sort_unstable();
    }
    search.size.min(elements)
}

struct CoverSearch<'s> {
    sets: &'s [(u32, u32)],
    path: Vec<usize>,
    best: Vec<usize>,
    size: u32,
}

impl CoverSearch<'_> {
    fn descend(&mut self, rest: u32) {
        let used = self.path.len() as u32;
        if rest == 0 {
            if used < self.size {
                self.size = used;
                self.best.clone_from(&self.path);
            }
            return;
        }
        let (mut largest, mut once, mut twice) = (0, 0, 0);
        for (set, _) in self.sets {
            largest = largest.max((set & rest).count_ones());
            twice |= once & set & rest;
            once |= set & rest;
        }
        if largest == 0 || used + rest.count_ones().div_ceil(largest) >= self.size {
            return;
        }
        let with = |element: u32| self.sets.iter().filter(move |(set, _)| set >> element & 1 == 1);
        // Every element is in a set; one that is in one only comes first.
        let alone = u64::from(once & !twice);
        let candidates =
            Bits(if alone == 0 { u64::from(rest) } else { alone & alone.wrapping_neg() });
        let Some(element) = candidates.min_by_key(|element| with(*element).count()) else { return };
        for index in 0..self.sets.len() {
            if self.sets[index].0 >> element & 1 == 1 {
                self.path.push(index);
                self.descend(rest & !self.sets[index].0);
                self.path.pop();
            }
        }
    }
}

/// Returns a small selection, by always taking the fact that covers most of the rest.
fn greedy<'f>(elements: u32, covers: impl Iterator<Item = &'f [(u32, u32)]> + Clone) -> Vec<u32> {
    let mut open = vec![true; elements as usize];
    let mut chosen = Vec::new();
    loop {
        let gain = |pairs: &[(u32, u32)]| pairs.iter().filter(|(_, e)| open[*e as usize]).count();
        let best = covers.clone().min_by_key(|pairs| Reverse(gain(pairs)));
        let Some(best) = best.filter(|pairs| gain(pairs) > 0) else { break };
        best.iter().for_each(|(_, element)| open[*element as usize] = false);
        chosen.push(best[0].0);
    }
    chosen.sort_unstable();
    chosen
}

/// A multiple of all numbers up to 16, so that the shares of most are whole numbers.
const WHOLE: u64 = 720_720;

fn share<'f>(elements: u32, covers: impl Iterator<Item = &'f [(u32, u32)]>) -> u32 {
    let mut most = vec![1; elements as usize];
    for pairs in covers {
        for (_, element) in pairs {
            let most = &mut most[*element as usize];
            *most = (*most).max(pairs.len() as u64);
        }
    }
    rounded_up(elements, most.into_iter().map(|most| WHOLE / most).sum())
}

fn rounded_up(elements: u32, sum: u64) -> u32 {
    u32::try_from(sum.div_ceil(WHOLE)).unwrap_or(elements)
}

/// A fact, with the place of a word and those of its elements that the fact covers.
type CoveredWord = (u32, usize, u64);

/// Counts how many elements facts cover, in memory that is used again. Elements are bits here.
#[derive(Debug, Default)]
pub(super) struct Shares {
    /// The elements, and those that no fact was looked at of yet.
    elements: Vec<u64>,
    rest: Vec<u64>,
    covers: Vec<CoveredWord>,
    /// For facts that cover several elements, how many these are, and which of the covered words are theirs.
    facts: Vec<(u32, usize, usize)>,
}

impl Shares {
    /// Begins with these elements but one.
    pub(super) fn begin(&mut self, elements: &[u64], but: u32) {
        self.covers.clear();
        self.elements.clear();
        self.elements.extend_from_slice(elements);
        self.elements[but as usize / 64] &= !(1 << (but % 64));
    }

    /// Adds that a fact covers elements, as bits from the element `first` on. All that a fact covers is added in a row.
    pub(super) fn cover(&mut self, fact: u32, first: u32, bits: u64) {
        for (at, bits) in in_words(first, bits) {
            let own = self.elements.get(at).map_or(0, |elements| elements & bits);
            if own == 0 {
                continue;
            }
            let mut same = self.covers.iter_mut().rev().take_while(|cover| cover.0 == fact);
            match same.find(|cover| cover.1 == at) {
                Some((.., bits)) => *bits |= own,
                None => self.covers.push((fact, at, own)),
            }
        }
    }

    /// Returns what [`smallest`] says of more elements than it looks at exactly.
    pub(super) fn size(&mut self) -> u32 {
        let Self { elements, rest, covers, facts } = self;
        let count =
            |words: &[u64]| words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        facts.clear();
        let mut first = 0;
        for words in covers.chunk_by(|a, b| a.0 == b.0) {
            let covered = words.iter().map(|(.., bits)| bits.count_ones()).sum();
            // A fact that covers one element changes nothing: whatever is left at the end counts as one.
            if covered > 1 {
                facts.push((covered, first, words.len()));
            }
            first += words.len();
        }
        facts.sort_unstable_by_key(|(covered, ..)| Reverse(*covered));
        rest.clone_from(elements);
        let mut sum = 0;
        for (covered, first, words) in facts {
            for (_, at, bits) in &covers[*first..*first + *words] {
                let new = u64::from((rest[*at] & bits).count_ones());
                sum += if new == 0 { 0 } else { new * (WHOLE / u64::from(*covered)) };
                rest[*at] &= !bits;
            }
        }
        sum += count(rest) * WHOLE;
        rounded_up(u32::try_from(count(elements)).unwrap_or(u32::MAX), sum)
    }
}

/// Returns whether so many elements are not looked at exactly.
pub(super) fn are_many(elements: u32) -> bool {
    elements > EXACT
}

#[cfg(test)]
mod tests {
    use super::super::state::Bits;
    use super::{Shares, smallest};

    fn by_trying(elements: u32, sets: &[u32]) -> u32 {
        let full = (1_u32 << elements) - 1;
        (0..1_u32 << sets.len())
            .filter(|chosen| {
                let union = sets
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| chosen >> index & 1 == 1)
                    .fold(0, |union, (_, set)| union | set);
                union & full == full
            })
            .map(u32::count_ones)
            .min()
            .unwrap_or(elements)
    }

    #[test]
    fn agrees_with_trying_every_selection() {
        let mut rng = puzgen_base::rng::Rng::from_seed(5);
        for _ in 0..300 {
            let elements = 1 + rng.below(8) as u32;
            let mut sets: Vec<u32> = (0..elements).map(|element| 1 << element).collect();
            sets.extend((0..3).map(|_| rng.below(1 << elements) as u32));
            let facts: Vec<(u32, u32)> = sets
                .iter()
                .enumerate()
                .flat_map(|(fact, set)| Bits(u64::from(*set)).map(move |bit| (bit, fact as u32)))
                .collect();
            let mut chosen = Vec::new();
            let size = smallest(elements, &facts, Some(&mut chosen));
            assert_eq!(size, by_trying(elements, &sets));
            assert_eq!(chosen.len() as u32, size);
            let union = chosen.iter().fold(0, |union, fact| union | sets[*fact as usize]);
            assert_eq!(union & ((1 << elements) - 1), (1 << elements) - 1);
        }
    }
    #[test]
    fn shares_are_those_of_many_elements() {
        let mut rng = puzgen_base::rng::Rng::from_seed(6);
        let mut shares = Shares::default();
        for _ in 0..100 {
            let elements = 17 + rng.below(30) as u32;
            let mut facts: Vec<(u32, u32)> = (0..elements).map(|at| (at, at)).collect();
            let more = 0..rng.below(200);
            facts.extend(more.map(|_| (rng.below(elements as usize) as u32, rng.below(12) as u32)));
            // One more element that does not count, and is covered, too.
            let but = rng.below(elements as usize + 1) as u32;
            facts.sort_unstable_by_key(|(_, fact)| *fact);
            shares.begin(&[(1 << (elements + 1)) - 1], but);
            for (element, fact) in &facts {
                shares.cover(*fact, element + u32::from(*element >= but), 1);
            }
            shares.cover(0, but, 1);
            assert_eq!(shares.size(), smallest(elements, &facts, None));
        }
    }
}
