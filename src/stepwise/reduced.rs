//! What is left of statements at a stall: assumptions are tried there in many states, all of which know what the stall knows.
//!
//! A statement that holds whatever becomes of what is open needs no look any more. Of others, what is known is
//! worked out once: the conclusions are the same, and so is the work that is counted.

use crate::search::propagators::ReducedTruth;
use crate::search::store::Store;

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
}

impl StepwiseModel {
    /// Reduces the statements to what a state leaves of them, which is below the state that they were reduced to before.
    pub(super) fn reduce(
        &self,
        reduced: &mut ReducedStatements,
        store: &mut Store,
        state: &SolveState,
    ) {
        reduced.forms.resize_with(self.statements.len(), || None);
        for (statement, form) in self.statements.iter().zip(&mut reduced.forms) {
            let is_same =
                |base: &SolveState| !statement.vars.iter().any(|var| state.differs(base, *var));
            let is_done = matches!(form, Some(Reduced::Settled));
            if !is_done && !reduced.base.as_ref().is_some_and(is_same) {
                *form = self.reduced(statement, store, state);
            }
        }
        match &mut reduced.base {
            Some(base) => base.copy(state),
            None => reduced.base = Some(state.clone()),
        }
    }

    fn reduced(
        &self,
        statement: &ModelStatement,
        store: &mut Store,
        state: &SolveState,
    ) -> Option<Reduced> {
        let vars = &statement.vars;
        if vars.iter().all(|var| state.size(*var) == 1) {
            return None; // nothing changes that it is looked at for
        }
        match &statement.kind {
            StatementKind::Table(table) => Some(match table.reduced(vars, state) {
                Some((table, open)) => {
                    Reduced::Table(table, open.into_iter().map(|at| vars[at]).collect())
                }
                None => Reduced::Settled,
            }),
            StatementKind::Whole(propagators) => {
                let [propagator] = propagators.as_slice() else { return None };
                let mark = store.mark();
                let copied = vars.iter().try_for_each(|var| self.copy_domain(*var, state, store));
                let truth = copied.ok().and_then(|()| propagator.reduced(store));
                store.undo(mark);
                let truth = truth?;
                if truth.is_settled() {
                    return Some(Reduced::Settled);
                }
                let is_own = |var: &u32| truth.vars().iter().any(|own| own.0 == *var);
                let others = vars.iter().copied();
                let others = others.filter(|var| state.size(*var) > 1 && !is_own(var)).collect();
                Some(Reduced::Truth(truth, others))
            }
            StatementKind::Sizes(_) => None,
        }
    }
}
