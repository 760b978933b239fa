//! How the values of a variable change where a map takes it to another one.

use std::sync::Arc;

/// How values change on the way from one variable to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// Not at all.
    Same,
    /// Each first value becomes the second; sorted by the first.
    Table(Arc<Vec<(i64, i64)>>),
}

impl Values {
    /// Returns the table of these pairs, or `Same`.
    pub(crate) fn of(mut pairs: Vec<(i64, i64)>) -> Self {
        if pairs.iter().all(|(from, to)| from == to) {
            return Self::Same;
        }
        pairs.sort_unstable();
        Self::Table(Arc::new(pairs))
    }

    /// Returns what a value becomes; values outside of the table have no image.
    pub(crate) fn image(&self, value: i64) -> Option<i64> {
        match self {
            Self::Same => Some(value),
            Self::Table(pairs) => {
                let at = pairs.binary_search_by_key(&value, |(from, _)| *from).ok()?;
                Some(pairs[at].1)
            }
        }
    }

    /// Returns the way back.
    #[must_use]
    pub(crate) fn inverse(&self) -> Self {
        match self {
            Self::Same => Self::Same,
            Self::Table(pairs) => Self::of(pairs.iter().map(|(from, to)| (*to, *from)).collect()),
        }
    }

    /// Returns this way and then another.
    #[must_use]
    pub(crate) fn then(&self, next: &Self) -> Self {
        match (self, next) {
            (Self::Same, next) => next.clone(),
            (own, Self::Same) => own.clone(),
            (Self::Table(pairs), next) => Self::of(
                pairs.iter().filter_map(|(from, to)| Some((*from, next.image(*to)?))).collect(),
            ),
        }
    }

    /// Returns `b` where every value `v` becomes `b - v`.
    pub(super) fn reversal(&self) -> Option<i64> {
        let Self::Table(pairs) = self else { return None };
        let (from, to) = pairs.first()?;
        let sum = from.checked_add(*to)?;
        pairs.iter().all(|(from, to)| from.checked_add(*to) == Some(sum)).then_some(sum)
    }
}
