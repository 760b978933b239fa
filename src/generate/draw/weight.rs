//! Products that may be far larger than any `f64`, by exact steps only.

use std::cmp::Ordering;

/// A positive number `mantissa · 2^(64 · exponent)`.
///
/// # Invariants
/// The mantissa is in `1.0..2^64`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ImportanceWeight {
    mantissa: f64,
    exponent: i32,
}

/// 2^64.
const UNIT: f64 = 18_446_744_073_709_551_616.0;

impl ImportanceWeight {
    /// 1.
    pub(super) const ONE: Self = Self { mantissa: 1.0, exponent: 0 };

    /// Returns the product with a whole number of at least 1.
    pub(super) fn times(self, factor: usize) -> Self {
        let mantissa = self.mantissa * factor.max(1) as f64;
        if mantissa < UNIT {
            Self { mantissa, ..self }
        } else {
            Self { mantissa: mantissa / UNIT, exponent: self.exponent + 1 }
        }
    }

    /// Returns the product with a factor from `0.5..1.0`.
    pub(super) fn reduced(self, factor: f64) -> Self {
        let mantissa = self.mantissa * factor;
        if mantissa >= 1.0 {
            Self { mantissa, ..self }
        } else {
            Self { mantissa: mantissa * UNIT, exponent: self.exponent - 1 }
        }
    }

    /// Returns `self / other`, cut off at 1.
    pub(super) fn share_of(self, other: Self) -> f64 {
        match self.exponent - other.exponent {
            0 => (self.mantissa / other.mantissa).min(1.0),
            -1 => (self.mantissa / other.mantissa / UNIT).min(1.0),
            above if above > 0 => 1.0,
            _ => 0.0,
        }
    }

    /// Returns the order by size.
    pub(super) fn compare(self, other: Self) -> Ordering {
        let by_exponent = self.exponent.cmp(&other.exponent);
        by_exponent.then(self.mantissa.total_cmp(&other.mantissa))
    }
}
