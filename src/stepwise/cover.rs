//! The size of a smallest set of facts that covers everything that has to be explained.
//!
//! # Source
//! Minimum set cover, by branching on the element with the fewest sets. Smallest reasons as the
//! measure of a step: Bogaerts, Gamba and Guns, "A framework for step-wise explaining how to solve
//! constraint satisfaction problems" (2021), section 4.

use std::cmp::Reverse;

use super::state::Bits;

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
        let largest = self.sets.iter().map(|(set, _)| (set & rest).count_ones()).max().unwrap_or(0);
        if largest == 0 || used + rest.count_ones().div_ceil(largest) >= self.size {
            return;
        }
        let with = |element: u32| self.sets.iter().filter(move |(set, _)| set >> element & 1 == 1);
        let Some(element) = Bits(u64::from(rest)).min_by_key(|element| with(*element).count())
        else {
            return;
        };
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

/// Counts how many elements facts cover, in memory that is used again.
#[derive(Debug, Default)]
pub(super) struct Shares {
    /// The facts that cover the elements of each run, one after the other.
    facts: Vec<u32>,
    /// Runs of elements that the same facts cover: where these end, and how many elements there are.
    runs: Vec<(usize, u64)>,
    /// For each fact, how many elements it covers.
    covered: Vec<u64>,
}

impl Shares {
    /// Returns what [`smallest`] says of more elements than it looks at exactly; `each` adds the facts that cover an
    /// element.
    pub(super) fn of<T>(
        &mut self,
        elements: impl Iterator<Item = T>,
        each: impl Fn(T, &mut Vec<u32>),
    ) -> u32 {
        self.facts.clear();
        self.runs.clear();
        let mut last = 0;
        for element in elements {
            let start = self.facts.len();
            each(element, &mut self.facts);
            let (before, own) = (&self.facts[last..start], &self.facts[start..]);
            let is_same = before.len() == own.len() && before.iter().zip(own).all(|(a, b)| a == b);
            match self.runs.last_mut() {
                Some((_, count)) if is_same => {
                    *count += 1;
                    self.facts.truncate(start);
                }
                _ => {
                    last = start;
                    self.runs.push((self.facts.len(), 1));
                }
            }
        }
        let most = self.facts.iter().copied().max().unwrap_or(0) as usize;
        self.covered.resize((most + 1).max(self.covered.len()), 0);
        let mut start = 0;
        for (end, count) in &self.runs {
            let own = &self.facts[start..*end];
            for (at, fact) in own.iter().enumerate() {
                if !own[..at].contains(fact) {
                    self.covered[*fact as usize] += count;
                }
            }
            start = *end;
        }
        let (mut elements, mut sum, mut start) = (0, 0, 0);
        for (end, count) in &self.runs {
            let covered = self.facts[start..*end].iter().map(|fact| self.covered[*fact as usize]);
            sum += count * (WHOLE / covered.max().unwrap_or(1));
            elements += count;
            start = *end;
        }
        self.facts.iter().for_each(|fact| self.covered[*fact as usize] = 0);
        rounded_up(u32::try_from(elements).unwrap_or(u32::MAX), sum)
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
        let mut rng = crate::rng::Rng::from_seed(5);
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
        let mut rng = crate::rng::Rng::from_seed(6);
        let mut shares = Shares::default();
        for _ in 0..100 {
            let elements = 17 + rng.below(30) as u32;
            let mut facts: Vec<(u32, u32)> = (0..elements).map(|at| (at, at)).collect();
            let more = 0..rng.below(200);
            facts.extend(more.map(|_| (rng.below(elements as usize) as u32, rng.below(12) as u32)));
            let each = |element: u32, own: &mut Vec<u32>| {
                own.extend(facts.iter().filter(|pair| pair.0 == element).map(|pair| pair.1));
            };
            assert_eq!(shares.of(0..elements, each), smallest(elements, &facts, None));
        }
    }
}
