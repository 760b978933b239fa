//! Finite sets of integers that variables take their values from.

use std::collections::BTreeSet;

/// The finite set of values of a variable.
///
/// # Invariants
/// Not empty; `Values` is sorted, without repeats and not an interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    /// All integers from the first to the second, both included.
    Range(i64, i64),
    /// These integers.
    Values(Vec<i64>),
}

impl Domain {
    /// Returns the domain of exactly these values, or `None` for no value.
    pub fn from_values(values: impl IntoIterator<Item = i64>) -> Option<Self> {
        let set: BTreeSet<i64> = values.into_iter().collect();
        let (lo, hi) = (*set.first()?, *set.last()?);
        if hi.checked_sub(lo).and_then(|width| width.checked_add(1)) == Some(set.len() as i64) {
            Some(Self::Range(lo, hi))
        } else {
            Some(Self::Values(set.into_iter().collect()))
        }
    }

    /// Returns the smallest value.
    pub fn min(&self) -> i64 {
        match self {
            Self::Range(lo, _) => *lo,
            Self::Values(values) => values[0],
        }
    }

    /// Returns the largest value.
    pub fn max(&self) -> i64 {
        match self {
            Self::Range(_, hi) => *hi,
            Self::Values(values) => values[values.len() - 1],
        }
    }

    /// Returns the number of values.
    pub fn size(&self) -> u64 {
        match self {
            Self::Range(lo, hi) => {
                u64::try_from(i128::from(*hi) - i128::from(*lo) + 1).unwrap_or(u64::MAX)
            }
            Self::Values(values) => values.len() as u64,
        }
    }

    /// Returns how many values are kept one by one.
    pub fn listed(&self) -> usize {
        match self {
            Self::Range(..) => 0,
            Self::Values(values) => values.len(),
        }
    }

    /// Returns whether `value` is one of them.
    pub fn contains(&self, value: i64) -> bool {
        match self {
            Self::Range(lo, hi) => (*lo..=*hi).contains(&value),
            Self::Values(values) => values.binary_search(&value).is_ok(),
        }
    }

    /// Returns the `rank`-th value, counted from 0.
    pub fn nth(&self, rank: u64) -> Option<i64> {
        match self {
            Self::Range(lo, hi) => lo.checked_add_unsigned(rank).filter(|value| value <= hi),
            Self::Values(values) => values.get(usize::try_from(rank).ok()?).copied(),
        }
    }

    /// Returns the values in rising order.
    pub fn iter(&self) -> Box<dyn Iterator<Item = i64> + '_> {
        match self {
            Self::Range(lo, hi) => Box::new(*lo..=*hi),
            Self::Values(values) => Box::new(values.iter().copied()),
        }
    }
}

impl std::fmt::Display for Domain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Range(lo, hi) => write!(f, "{lo}..{hi}"),
            Self::Values(values) => {
                write!(f, "{{")?;
                for (at, value) in values.iter().enumerate() {
                    let comma = if at == 0 { "" } else { ", " };
                    write!(f, "{comma}{value}")?;
                }
                write!(f, "}}")
            }
        }
    }
}
