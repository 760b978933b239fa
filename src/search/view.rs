//! The domains for evaluation: as they are, or with one variable assumed to be fixed.

use puzgen_csp::{Lit, VarId};

use super::store::Store;

/// The domains, with one variable perhaps assumed to be fixed.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The domains.
    pub store: &'a Store,
    /// The variable that is assumed to be fixed, and its value.
    pub suppose: Option<(VarId, i64)>,
}

impl<'a> View<'a> {
    /// Returns the domains as they are.
    pub(crate) fn of(store: &'a Store) -> Self {
        Self { store, suppose: None }
    }

    /// Returns the smallest and the largest value.
    pub(crate) fn bounds(self, var: VarId) -> (i64, i64) {
        match self.suppose {
            Some((supposed, value)) if supposed == var => (value, value),
            _ => self.store.bounds(var),
        }
    }

    fn contains(self, var: VarId, value: i64) -> bool {
        match self.suppose {
            Some((supposed, actual)) if supposed == var => actual == value,
            _ => self.store.contains(var, value),
        }
    }

    /// Returns whether a literal holds; `None` where that is open.
    pub(crate) fn truth_of_lit(self, lit: Lit) -> Option<bool> {
        if !self.contains(lit.var, lit.value) {
            Some(!lit.is)
        } else {
            self.is_fixed(lit.var).then_some(lit.is)
        }
    }

    fn is_fixed(self, var: VarId) -> bool {
        self.suppose.is_some_and(|(supposed, _)| supposed == var) || self.store.is_fixed(var)
    }
}
