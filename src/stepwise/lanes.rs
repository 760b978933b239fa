//! A bit for each of many trials, so that one operation is done for all of them.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use super::state::Bits;

/// Words of a set of lanes. A stall of a sudoku with 9×9 squares has some 130 values to try.
const WORDS: usize = 4;

/// A set of lanes; a lane stands for a trial.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Lanes([u64; WORDS]);

impl Lanes {
    /// The number of lanes.
    pub(super) const COUNT: usize = WORDS * u64::BITS as usize;
    /// No lane.
    pub(super) const NONE: Self = Self([0; WORDS]);

    /// Returns the first lanes, so many.
    pub(super) fn first(count: usize) -> Self {
        let mut lanes = Self::NONE;
        (0..count).for_each(|lane| lanes |= Self::one(lane));
        lanes
    }

    /// Returns one lane.
    pub(super) fn one(lane: usize) -> Self {
        let mut lanes = Self::NONE;
        lanes.0[lane / 64] = 1 << (lane % 64);
        lanes
    }

    /// Returns whether there is any lane.
    #[inline]
    pub(super) fn any(self) -> bool {
        let a = self.0;
        a[0] | a[1] | a[2] | a[3] != 0
    }

    /// Returns the number of lanes.
    #[inline]
    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the lanes, rising.
    pub(super) fn members(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(at, word)| Bits(word).map(move |bit| at * 64 + bit as usize))
    }
}

impl BitAnd for Lanes {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        // In a line, for the compiler makes one instruction of two words then.
        let (a, b) = (self.0, other.0);
        Self([a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]])
    }
}

impl BitOr for Lanes {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]])
    }
}

impl Not for Lanes {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        let a = self.0;
        Self([!a[0], !a[1], !a[2], !a[3]])
    }
}

impl BitAndAssign for Lanes {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Lanes {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::Lanes;

    #[test]
    fn lanes_are_sets_of_numbers() {
        let of =
            |lanes: &[usize]| lanes.iter().fold(Lanes::NONE, |all, lane| all | Lanes::one(*lane));
        let (a, b) = (of(&[0, 63, 64, 200]), of(&[63, 65, 200, 255]));
        assert!((a & b).members().eq([63, 200]));
        assert!((a | b).members().eq([0, 63, 64, 65, 200, 255]));
        assert!((a & !b).members().eq([0, 64]));
        assert_eq!((!a).count() as usize, Lanes::COUNT - 4);
        assert!(a.any() && !(a & !a).any());
        for count in [0, 1, 64, 129, Lanes::COUNT] {
            assert!(Lanes::first(count).members().eq(0..count));
        }
    }
}
