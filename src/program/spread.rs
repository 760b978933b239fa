//! Which of too many inputs a program is called with: ones in which each part goes evenly through what it can be, in an
//! order of its own, so that no parameter is in step with another one, and short lists come as well as long ones.
//!
//! # Source
//! McKay, Beckman and Conover, "A comparison of three methods for selecting values of input variables" (1979): Latin
//! hypercube sampling, here with fixed orders.

use std::collections::BTreeMap;

use super::members::{InputSets, Type, by_length, letters, nth, size, sized};
use super::value::{Inner, Value};

/// The orders of the parts.
pub(super) struct Spread<'s> {
    sets: &'s InputSets,
    /// How many members there are in one go through all values of each part.
    most: usize,
    /// For a part, by its path, and the number of the go: the rank of each member.
    ranks: BTreeMap<(u64, usize), Vec<usize>>,
}

impl<'s> Spread<'s> {
    pub(super) fn new(sets: &'s InputSets) -> Self {
        Self { sets, most: sets.most.max(1), ranks: BTreeMap::new() }
    }

    /// Returns a number below `count` for the part with this path.
    fn below(&mut self, count: u128, place: usize, path: u64) -> u128 {
        let (most, go) = (self.most, place / self.most);
        let ranks = self.ranks.entry((path, go)).or_insert_with(|| {
            let mut order: Vec<usize> = (0..most).collect();
            order.sort_by_key(|at| scrambled(&[path, go as u64, *at as u64]));
            let mut ranks = vec![0; most];
            order.into_iter().enumerate().for_each(|(rank, at)| ranks[at] = rank);
            ranks
        });
        let (rank, twice) = (ranks[place % most] as u128, 2 * most as u128);
        // In the middle of its share, and exactly without a product that overflows.
        (2 * rank + 1) * (count / twice) + (2 * rank + 1) * (count % twice) / twice
    }

    /// Returns a member of a type, for a part with this path.
    pub(super) fn member(&mut self, of: &Type, place: usize, path: u64) -> Value {
        let part = |at: usize| scrambled(&[path, at as u64 + 1]);
        match of {
            Type::Int | Type::Bool | Type::None => {
                let number = self.below(size(of, self.sets), place, path);
                nth(of, self.sets, number)
            }
            Type::Tuple(parts) => {
                let parts = parts.iter().enumerate();
                let values = parts.map(|(at, one)| self.member(one, place, part(at)));
                Value(Inner::Tuple(values.collect()))
            }
            Type::Either(a, b) => match self.below(2, place, path) {
                0 => self.member(a, place, part(0)),
                _ => self.member(b, place, part(1)),
            },
            Type::List(item) => {
                let length = self.length(of, place, path);
                let items = (0..length).map(|at| self.member(item, place, part(at)));
                Value(Inner::List(items.collect()))
            }
            Type::Text => {
                let length = self.length(of, place, path);
                let letters = letters(self.sets);
                let letter = |at: usize| {
                    let number = self.below(letters.len() as u128, place, part(at));
                    letters.get(usize::try_from(number).ok()?).copied()
                };
                Value(Inner::Text((0..length).filter_map(letter).collect()))
            }
            Type::Dict(..) => {
                let length = self.length(of, place, path);
                let counts = by_length(of, self.sets);
                let before = counts[..length].iter().sum::<u128>();
                let number = self.below(counts[length], place, part(0));
                sized(of, self.sets, before + number)
            }
        }
    }

    /// Returns how long something is: a length has the more members, the longer it is.
    fn length(&mut self, of: &Type, place: usize, path: u64) -> usize {
        let counts = by_length(of, self.sets);
        let lengths = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        let weighted: Vec<usize> =
            lengths.flat_map(|(length, _)| std::iter::repeat_n(length, length + 1)).collect();
        let number = self.below(weighted.len() as u128, place, path);
        usize::try_from(number).ok().and_then(|at| weighted.get(at)).copied().unwrap_or(0)
    }
}

/// Mixes numbers (the finalizer of SplitMix64).
fn scrambled(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0x9e37_79b9_7f4a_7c15, |state, number| {
        let mut mixed = (state ^ number).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    })
}
