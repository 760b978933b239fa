//! Any truth that no other propagator stands for: narrowed as a whole.

mod narrow;
mod range;
mod reduced;
mod sum;
mod why;

use crate::csp::{BoolExpr, ExprPart, IntExpr, VarId};

use super::{PER_TERM, Propagate};

use crate::search::store::{Consistency, Store, event};
use crate::search::trail::{BitLit, TrailPrefix};
pub(crate) use reduced::ReducedTruth;
use sum::TermSum;

/// For truths of more variables, and for products and choices, reasons from intervals took longer than they saved:
/// docs/experiments/genres.md.
const MAX_EXPLAINED: usize = 16;

/// A truth that must hold.
#[derive(Debug, Clone)]
pub(crate) struct Truth {
    truth: BoolExpr,
    vars: Vec<VarId>,
    /// The reversible word that says it holds for good.
    holds: Option<u32>,
    /// The same as a sum with a memory.
    sum: Option<TermSum>,
    /// Whether reasons are found from intervals.
    is_explained: bool,
}

impl Truth {
    /// Returns the propagator of a truth.
    pub(crate) fn new(truth: &BoolExpr) -> Self {
        let vars = truth.vars();
        let is_plain = |part: ExprPart<'_>| match part {
            ExprPart::Number(number) => !matches!(
                number,
                IntExpr::Product(..) | IntExpr::Div(..) | IntExpr::Mod(..) | IntExpr::If(..)
            ),
            ExprPart::Truth(_) => true,
        };
        let is_explained =
            vars.len() <= MAX_EXPLAINED && ExprPart::Truth(truth).is_throughout(&is_plain);
        Self { vars, truth: truth.clone(), holds: None, sum: None, is_explained }
    }

    /// Returns what is left of it for good in this store, where that can be told.
    pub(super) fn reduced(&self, store: &Store) -> Option<ReducedTruth> {
        ReducedTruth::new(&self.truth, store)
    }

    /// Makes runs leave out what is known for good, and end early once all of it holds, in this store.
    pub(crate) fn with_memory(mut self, store: &mut Store) -> Self {
        self.holds = Some(store.add_words(1));
        self.sum = TermSum::new(&self.truth, store);
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
        let is_settled = match &self.sum {
            Some(sum) => sum.enforce(store)?,
            None => narrow::enforce(store, &self.truth, &self.vars, || true)?,
        };
        if let Some(holds) = self.holds.filter(|_| is_settled) {
            store.set_word_at(holds, 1);
        }
        Ok(())
    }

    fn explain(
        &self,
        past: TrailPrefix<'_>,
        gone: Option<(VarId, i64)>,
        reason: &mut Vec<BitLit>,
    ) -> bool {
        self.is_explained && why::why_false(&self.truth, past, gone, reason)
    }

    fn cost(&self) -> usize {
        PER_TERM * self.vars.len()
    }
}
