//! The one source of randomness: a ChaCha8 stream with our own ranges and shuffles.
//!
//! The same seed gives the same numbers on every machine and in every release: the generator is
//! named (not `StdRng`), and nothing that another crate may change (ranges, shuffles) is used.

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use sha2::{Digest as _, Sha256};

/// A reproducible random stream.
#[derive(Debug, Clone)]
pub struct Rng(ChaCha8Rng);

/// What a random stream is for. All streams there are stand here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// A puzzle of a run: layout, full board and removal. Keyed by instance, seed and index.
    Puzzle,
    /// The order of the entries of a bank. Keyed by instance, seed and round.
    BankOrder,
    /// A puzzle made from an entry of a bank. Keyed by instance, seed and index.
    BankEntry,
    /// The variants of a puzzle. Keyed by instance, seed, index and step.
    Variants,
    /// The copies that `jumble` makes. Keyed by instance, seed and position of the board.
    Jumble,
    /// The layout of an instance that stands for all others, where any layout will do. One stream for all.
    AnyLayout,
    /// How rows are split when a model is trained. Keyed by seed and number of the split.
    Training,
    /// Boards that a claimed map is tried on before a proof. One stream for all.
    ProofBoards,
    /// Values that a rule is tried on, to see whether it can be broken. One stream for all.
    RuleBoards,
    /// Dives that bound the weight of a branch. One stream for all.
    WeightBound,
    /// Boards that are counted to see whether all are drawn equally often. Keyed by instance.
    Bias,
    /// A puzzle that is picked from a bank. Keyed by the number that stands for chance.
    Pick,
    /// A test, by its name.
    Test(&'static str),
}

impl Stream {
    /// Returns the name, which is part of the key: no two streams share one, and none changes, because
    /// other names are other puzzles.
    fn name(self) -> &'static [u8] {
        match self {
            Self::Puzzle => b"puzgen/1",
            Self::BankOrder => b"puzgen/1 bank",
            Self::BankEntry => b"puzgen/1 from",
            Self::Variants => b"puzgen/1 variants",
            Self::Jumble => b"puzgen/1 jumble",
            Self::AnyLayout => b"puzgen/2 any layout",
            Self::Training => b"puzgen/train/1",
            Self::ProofBoards => b"boards for a proof",
            Self::RuleBoards => b"boards that break rules",
            Self::WeightBound => b"bound of weights",
            Self::Bias => b"puzgen/bias/1",
            Self::Pick => b"puzgen/bank/1",
            Self::Test(name) => name.as_bytes(),
        }
    }

    /// Returns the stream with this key.
    ///
    /// Each part is hashed with its length, so that `["ab", "c"]` and `["a", "bc"]` differ.
    pub fn keyed(self, key: &[&[u8]]) -> Rng {
        let mut hash = Sha256::new();
        for part in [self.name()].iter().chain(key) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Rng(ChaCha8Rng::from_seed(hash.finalize().into()))
    }
}

impl Rng {
    /// Returns the stream of a bare number; for tests.
    pub fn from_seed(seed: u64) -> Self {
        Stream::Test("seed").keyed(&[&seed.to_le_bytes()])
    }

    /// Returns 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a uniform number below `bound` (Lemire's method, without bias).
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.below_u64(bound as u64) as usize
    }

    /// Returns the same for a bound that may be beyond `usize`: the number of values of a domain.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below_u64(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "an empty range has no member");
        let mut product = u128::from(self.next_u64()) * u128::from(bound);
        let threshold = bound.wrapping_neg() % bound;
        while (product as u64) < threshold {
            product = u128::from(self.next_u64()) * u128::from(bound);
        }
        (product >> 64) as u64
    }

    /// Returns a uniform number in `0.0..1.0` with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts `items` into a uniformly random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Returns the index of one of `weights`, drawn in proportion; `None` where all are 0.
    ///
    /// Weights must be finite; negative ones count as 0.
    pub fn weighted(&mut self, weights: &[f64]) -> Option<usize> {
        let total: f64 = weights.iter().map(|w| w.max(0.0)).sum();
        if total <= 0.0 {
            return None;
        }
        let mut left = self.unit() * total;
        let mut last = None;
        for (index, weight) in weights.iter().enumerate().filter(|(_, w)| **w > 0.0) {
            last = Some(index);
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_beyond_32_bits_are_kept() {
        let (mut rng, mut same) = (Rng::from_seed(3), Rng::from_seed(3));
        assert_eq!(rng.below_u64(1_000), same.below(1_000) as u64);
        let bound = 1_u64 << 33;
        let drawn: Vec<u64> = (0..64).map(|_| rng.below_u64(bound)).collect();
        assert!(drawn.iter().all(|number| *number < bound));
        assert!(drawn.iter().any(|number| *number > u64::from(u32::MAX)));
    }
}
