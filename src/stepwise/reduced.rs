//! What is left of statements at a stall: assumptions are tried there in many states, all of which know what the stall knows.
//!
//! A statement that holds whatever becomes of what is open needs no look any more. Of others, what is known is
//! worked out once: the conclusions are the same, and so is the work that is counted.

use puzgen_search::propagators::{Kept, ReducedTruth};
use puzgen_search::store::Store;

use super::model::{ModelStatement, StatementKind, StepwiseModel};
use super::state::SolveState;
use super::table::TupleTable;

/// What is left of a statement.
#[derive(Debug)]
pub(super) enum Reduced {
    /// Nothing can follow from it.
    Settled,
    /// A truth of some of its variables; the others are open, too, and it does not depend on them.
    Truth(ReducedTruth, Vec<u32>),
    /// The statement as it is, with what its propagator keeps of the state; and the variables that are open.
    Kept(Kept, Vec<u32>),
    /// A table of the variables that are open.
    Table(TupleTable, Vec<u32>),
}

/// The statements as a stall leaves them.
#[derive(Debug, Default)]
pub(super) struct ReducedStatements {
    /// The state of the stall; none before the first one.
    pub(super) base: Option<SolveState>,
    /// What is left of each statement, where it was reduced.
    pub(super) forms: Vec<Option<Reduced>>,
    /// A store with the domains of that state.
    pub(super) store: Option<Store>,
    /// Where the store has the domains of the state of a round instead: the mark that these begin at.
    pub(super) level: Option<usize>,
}

impl StepwiseModel {
    /// Reduces the statements to what a state leaves of them, which is below the state that they were reduced to before.
    pub(super) fn reduce(&self, reduced: &mut ReducedStatements, state: &SolveState) {
        let ReducedStatements { base, forms, store, .. } = reduced;
        forms.resize_with(self.statements.len(), || None);
        let store = store.get_or_insert_with(|| self.store.clone());
        let is_same = |var: u32| base.as_ref().is_some_and(|base| !state.differs(base, var));
        let above = base.as_ref().unwrap_or(&self.root);
        // No domain becomes empty, as the state has values of all.
        let mut vars = 0..state.var_count();
        let _copied = vars.try_for_each(|var| self.copy_domain(var, (above, state), store));
        store.commit();
        for (statement, form) in self.statements.iter().zip(forms) {
            let is_done = matches!(form, Some(Reduced::Settled));
            if !is_done && !statement.vars.iter().all(|var| is_same(*var)) {
                *form = reduced_to(statement, store, state);
            }
        }
        match base {
            Some(base) => base.copy(state),
            None => *base = Some(state.clone()),
        }
    }
}

impl ReducedStatements {
    /// Returns the variables that have other values in a state than in that in which statements were reduced.
    pub(super) fn changed(&self, state: &SolveState) -> Vec<u32> {
        let Some(base) = &self.base else { return Vec::new() };
        (0..state.var_count()).filter(|var| state.differs(base, *var)).collect()
    }

    /// Gives the store the domains of a state, where at most these variables have other values, so that statements that are
    /// looked at in this state need not do that one by one.
    pub(super) fn enter(&mut self, model: &StepwiseModel, state: &SolveState, changed: &[u32]) {
        let (Some(base), Some(store)) = (&self.base, &mut self.store) else { return };
        let mark = store.mark();
        let mut vars = changed.iter();
        match vars.try_for_each(|var| model.copy_domain(*var, (base, state), store)) {
            Ok(()) => self.level = Some(mark),
            Err(_) => store.undo(mark),
        }
    }

    /// Gives the store the domains of the base again.
    pub(super) fn leave(&mut self) {
        if let (Some(mark), Some(store)) = (self.level.take(), &mut self.store) {
            store.undo(mark);
        }
    }
}

/// Returns what is left of a statement in a state, the domains of which the store has.
fn reduced_to(statement: &ModelStatement, store: &Store, state: &SolveState) -> Option<Reduced> {
    let vars = &statement.vars;
    if vars.iter().all(|var| state.size(*var) == 1) {
        return None; // nothing changes that it is looked at for
    }
    let open = |is_meant: &dyn Fn(&u32) -> bool| -> Vec<u32> {
        let open = vars.iter().copied().filter(|var| state.size(*var) > 1);
        open.filter(is_meant).collect()
    };
    match &statement.kind {
        StatementKind::Table(table) => Some(match table.reduced(vars, state) {
            Some((table, open)) => {
                Reduced::Table(table, open.into_iter().map(|at| vars[at]).collect())
            }
            None => Reduced::Settled,
        }),
        StatementKind::Whole(propagators) => {
            let [propagator] = propagators.as_slice() else { return None };
            if let Some(truth) = propagator.reduced(store) {
                if truth.is_settled() {
                    return Some(Reduced::Settled);
                }
                let others = open(&|var| !truth.vars().iter().any(|own| own.0 == *var));
                return Some(Reduced::Truth(truth, others));
            }
            // Nothing follows yet from a statement that is looked at.
            let is_looked_at = statement.defined_clue.is_none_or(|var| state.is_found(var));
            let kept = propagator.kept(store).filter(|_| is_looked_at)?;
            let mut open = open(&|_| true);
            open.sort_unstable();
            open.dedup();
            Some(Reduced::Kept(kept, open))
        }
        StatementKind::Sizes(_) => None,
    }
}
