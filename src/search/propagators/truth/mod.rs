//! Any truth that no other propagator stands for: narrowed as a whole.

mod narrow;
mod one_of;
mod outcomes;
mod pairs;
mod products;
mod range;
mod reduced;
mod reified;
mod sum;
mod why;

use puzgen_csp::{BoolExpr, ExprPart, IntExpr, Lit, VarId};

use super::{PER_TERM, Propagate};

use crate::store::{Consistency, Store, event};
use crate::trail::ReasonWriter;
use one_of::{OneOf, clause_of, enforce_clause};
pub use outcomes::KnownOutcomes;
use outcomes::Outcomes;
pub(crate) use range::range_of;
pub use reduced::ReducedTruth;
use reified::ReifiedClause;
use sum::TermSum;

/// For truths of more variables, and for products and choices, reasons from intervals took longer than they saved:
/// docs/experiments/genres.md.
const MAX_EXPLAINED: usize = 16;

/// A truth that must hold.
#[derive(Debug, Clone)]
pub struct Truth {
    truth: BoolExpr,
    vars: Vec<VarId>,
    /// The reversible word that says it holds for good.
    holds: Option<u32>,
    /// The same as a sum with a memory.
    sum: Option<TermSum>,
    /// The same as literals of different variables of which one must hold.
    clause: Option<Vec<Lit>>,
    /// The same as what a literal stands for.
    reified: Option<ReifiedClause>,
    /// The same as parts of which one must hold.
    one_of: Option<OneOf>,
    /// Where it is about few values: what became of them.
    outcomes: Option<Outcomes>,
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
        Self {
            vars,
            truth: truth.clone(),
            holds: None,
            sum: None,
            clause: clause_of(truth),
            reified: ReifiedClause::new(truth),
            one_of: None,
            outcomes: None,
            is_explained,
        }
    }

    /// Returns what is left of it for good in this store, where that can be told.
    pub(super) fn reduced(&self, store: &Store) -> Option<ReducedTruth> {
        ReducedTruth::new(&self.truth, store)
    }

    /// Makes runs leave out what is known for good, and end early once all of it holds, in this store.
    pub(crate) fn with_memory(mut self, store: &mut Store) -> Self {
        self.holds = Some(store.add_words(1));
        self.sum = TermSum::new(&self.truth, store);
        if self.clause.is_none() {
            self.one_of = OneOf::new(&self.truth, store);
        }
        self
    }

    /// Makes runs note what becomes of few values, together with other truths that say the same.
    pub(super) fn with_outcomes(mut self, store: &Store, known: &mut KnownOutcomes) -> Self {
        if self.clause.is_none() {
            self.outcomes = Outcomes::new(&self.truth, &self.vars, store, known);
        }
        self
    }

    fn run(&self, store: &mut Store) -> Consistency {
        let seen = match &self.one_of {
            Some(parts) => parts.look(store)?,
            None => None,
        };
        let is_settled = match (seen, &self.clause, &self.sum) {
            (Some(holds), ..) => holds,
            (_, Some(clause), _) => enforce_clause(store, clause)?,
            (_, _, Some(sum)) => sum.enforce(store)?,
            _ if let Some(reified) = &self.reified => reified.enforce(store)?,
            _ => narrow::enforce(store, &self.truth, &self.vars, || true)?,
        };
        if let Some(holds) = self.holds.filter(|_| is_settled) {
            store.set_word_at(holds, 1);
        }
        Ok(())
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
        let Some(outcomes) = &self.outcomes else { return self.run(store) };
        let state = outcomes.state(store);
        if outcomes.apply(state, store)? {
            return Ok(());
        }
        self.run(store)?;
        outcomes.note(state, outcomes.state(store));
        Ok(())
    }

    fn explain(&self, why: &mut ReasonWriter<'_>) -> bool {
        self.is_explained && why::why_false(&self.truth, why)
    }

    fn cost(&self) -> usize {
        PER_TERM * self.vars.len()
    }
}
