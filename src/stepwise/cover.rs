//! The size of a smallest set of facts that covers everything that has to be explained.
//!
//! # Source
//! Minimum set cover, by branching on the element with the fewest sets. Smallest reasons as the
//! measure of a step: Bogaerts, Gamba and Guns, "A framework for step-wise explaining how to solve
//! constraint satisfaction problems" (2021), section 4.

use std::cmp::Reverse;

/// Up to so many elements, the answer is exact.
const EXACT: u32 = 16;

/// Returns the size of a smallest selection of facts that covers all of `elements` elements, where
/// `facts` are pairs of an element and a fact that covers it. Every element is in a pair.
///
/// With more than 16 elements it is a lower bound: each element counts as its share of the fact that
/// covers most. Neither depends on the order of facts or elements.
pub(super) fn smallest(elements: u32, facts: &[(u32, u32)]) -> u32 {
    let mut by_fact: Vec<(u32, u32)> =
        facts.iter().map(|(element, fact)| (*fact, *element)).collect();
    by_fact.sort_unstable();
    by_fact.dedup();
    let covers = by_fact.chunk_by(|a, b| a.0 == b.0);
    if elements > EXACT {
        return share(elements, covers);
    }
    let mut sets: Vec<u32> =
        covers.map(|pairs| pairs.iter().fold(0, |set, (_, element)| set | 1 << element)).collect();
    sets.sort_unstable_by_key(|set| (Reverse(set.count_ones()), *set));
    sets.dedup();
    let mut best = elements;
    descend(((1_u64 << elements) - 1) as u32, &sets, 0, &mut best);
    best
}

fn descend(rest: u32, sets: &[u32], used: u32, best: &mut u32) {
    if rest == 0 {
        *best = (*best).min(used);
        return;
    }
    let largest = sets.iter().map(|set| (set & rest).count_ones()).max().unwrap_or(0);
    if largest == 0 || used + rest.count_ones().div_ceil(largest) >= *best {
        return;
    }
    if largest == 1 {
        *best = used + rest.count_ones();
        return;
    }
    let rarest = super::state::Bits(u64::from(rest))
        .min_by_key(|element| sets.iter().filter(|set| *set >> element & 1 == 1).count());
    let Some(element) = rarest else { return };
    for set in sets {
        if set >> element & 1 == 1 {
            descend(rest & !set, sets, used + 1, best);
        }
    }
}

fn share<'f>(elements: u32, covers: impl Iterator<Item = &'f [(u32, u32)]>) -> u32 {
    // A multiple of all numbers up to 16, so that the shares of most are whole numbers.
    const WHOLE: u64 = 720_720;
    let mut most = vec![1; elements as usize];
    for pairs in covers {
        for (_, element) in pairs {
            let most = &mut most[*element as usize];
            *most = (*most).max(pairs.len() as u64);
        }
    }
    let sum: u64 = most.into_iter().map(|most| WHOLE / most).sum();
    u32::try_from(sum.div_ceil(WHOLE)).unwrap_or(elements)
}

#[cfg(test)]
mod tests {
    use super::super::state::Bits;
    use super::smallest;

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
            assert_eq!(smallest(elements, &facts), by_trying(elements, &sets));
        }
    }
}
