//! Any truth that no other propagator stands for: narrowed as a whole.

mod narrow;
mod range;

use crate::csp::{BoolExpr, VarId};

use super::{PER_TERM, Propagate};
use crate::search::store::{Consistency, Store, event};

/// A truth that must hold.
#[derive(Debug, Clone)]
pub(crate) struct Truth {
    truth: BoolExpr,
    vars: Vec<VarId>,
    /// The reversible word that says it holds for good.
    holds: Option<u32>,
}

impl Truth {
    /// Returns the propagator of a truth.
    pub(crate) fn new(truth: &BoolExpr) -> Self {
        Self { vars: truth.vars(), truth: truth.clone(), holds: None }
    }

    /// Makes runs end early once it holds for good, in this store.
    pub(crate) fn with_memory(mut self, store: &mut Store) -> Self {
        self.holds = Some(store.add_words(1));
        self
    }
}

impl Propagate for Truth {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        self.vars.iter().for_each(|var| watch(*var, event::DOMAIN));
    }

    fn propagate(&self, store: &mut Store) -> Consistency {
        if self.holds.is_some_and(|holds| store.word(holds) != 0) {
            return Ok(());
        }
        let is_settled = narrow::enforce(store, &self.truth, &self.vars)?;
        if let Some(holds) = self.holds.filter(|_| is_settled) {
            store.set_word_at(holds, 1);
        }
        Ok(())
    }

    fn cost(&self) -> usize {
        PER_TERM * self.vars.len()
    }
}
