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

impl Rng {
    /// Returns the stream that belongs to these parts, in this order.
    ///
    /// Each part is hashed with its length, so that `["ab", "c"]` and `["a", "bc"]` differ.
    pub fn from_parts(parts: &[&[u8]]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(ChaCha8Rng::from_seed(hash.finalize().into()))
    }

    /// Returns the stream of a bare number; for tests and tools.
    pub fn from_seed(seed: u64) -> Self {
        Self::from_parts(&[b"seed", &seed.to_le_bytes()])
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
        assert!(bound > 0, "an empty range has no member");
        let bound = bound as u64;
        let mut product = u128::from(self.next_u64()) * u128::from(bound);
        let threshold = bound.wrapping_neg() % bound;
        while (product as u64) < threshold {
            product = u128::from(self.next_u64()) * u128::from(bound);
        }
        (product >> 64) as usize
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
