//! Propagation of one statement: which values it eliminates in a state, and how large the reason is.

use crate::csp::VarId;
use crate::search::propagators::Propagator;
use crate::search::store::{Consistency, Store};

use super::delta::{Delta, Elimination};
use super::model::{ModelStatement, StatementKind, StepwiseModel};
use super::sizes::SizesScratch;
use super::state::SolveState;
use super::table::TableScratch;

/// A contradiction, by where it shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contradiction {
    /// A variable has no value left.
    NoValue(u32),
    /// No variable of the group, by position, can have the value.
    NoPlace(u32, u32),
    /// A statement, by position in [`StepwiseModel::sources`], cannot hold.
    Statement(u32),
}

/// Memory that the propagation of statements reuses.
pub(super) struct StatementScratch<'p> {
    pub(super) store: &'p mut Store,
    pub(super) sizes: &'p mut SizesScratch,
    pub(super) table: &'p mut TableScratch,
}

impl StepwiseModel {
    /// Adds what a statement eliminates, and returns the work. With `measured`, the sizes of smallest
    /// reasons are found, too.
    pub(super) fn propagate(
        &self,
        statement: &ModelStatement,
        state: &SolveState,
        delta: &Delta,
        scratch: StatementScratch<'_>,
        measured: bool,
        eliminations: &mut Vec<Elimination>,
    ) -> Result<u64, Contradiction> {
        if statement.defined_clue.is_some_and(|var| !state.is_found(var)) {
            return Ok(0);
        }
        let StatementScratch { store, sizes, table: memory } = scratch;
        match &statement.kind {
            StatementKind::Sizes(rule) => {
                let seen = rule.propagate(state, delta, sizes, eliminations);
                return seen.ok_or(Contradiction::Statement(statement.source));
            }
            StatementKind::Table(table) => {
                let states = (state, &self.root);
                let vars = &statement.vars;
                let can_hold = table.propagate(vars, states, measured, memory, eliminations);
                if can_hold { Ok(()) } else { Err(Contradiction::Statement(statement.source)) }
            }
            StatementKind::Whole(propagators) => {
                self.narrowed(statement, state, store, eliminations, propagators)
            }
        }?;
        Ok(statement.vars.len() as u64)
    }

    /// Takes the values from the store that a state does not have.
    fn copy_domain(&self, var: u32, state: &SolveState, store: &mut Store) -> Consistency {
        let (_, words, min) = store.place(VarId(var));
        let first = (min - self.base) as usize;
        match words {
            1 => store.set_word(VarId(var), state.word_from(var, first)),
            _ => store.keep_words(VarId(var), |word| state.word_from(var, first + 64 * word)),
        }
    }

    /// Returns whether the store has fewer values of a variable than a state.
    fn has_lost(&self, var: u32, state: &SolveState, store: &Store) -> bool {
        let (at, words, min) = store.place(VarId(var));
        let first = (min - self.base) as usize;
        (0..words)
            .any(|word| store.word(at + word) != state.word_from(var, first + 64 * word as usize))
    }

    /// Repeats propagators until nothing changes, on a store with the same domains. Propagators are
    /// monotonic, so the fixpoint does not depend on the order.
    fn narrowed(
        &self,
        statement: &ModelStatement,
        state: &SolveState,
        store: &mut Store,
        eliminations: &mut Vec<Elimination>,
        propagators: &[Propagator],
    ) -> Result<(), Contradiction> {
        let mark = store.mark();
        let vars = statement.vars.iter();
        let mut outcome = vars.clone().try_for_each(|var| self.copy_domain(*var, state, store));
        let copied = store.mark();
        while outcome.is_ok() {
            let before = store.mark();
            outcome = propagators.iter().try_for_each(|one| one.propagate(store));
            if store.mark() == before {
                break;
            }
        }
        if outcome.is_ok() && store.mark() > copied {
            let is_narrow = |var: &&u32| state.domain(**var) != self.root.domain(**var);
            let mut size = None;
            for var in vars.clone().filter(|var| self.has_lost(**var, state, store)) {
                let size = *size.get_or_insert_with(|| vars.clone().filter(is_narrow).count());
                let size = (size as u32).max(1);
                let deduction = eliminations.len() as u32;
                for value in state.values(*var) {
                    if !store.contains(VarId(*var), i64::from(value) + self.base) {
                        eliminations.push(Elimination { var: *var, value, size, deduction });
                    }
                }
            }
        }
        store.undo(mark);
        while store.pop_change().is_some() {}
        store.take_emptied();
        outcome.map_err(|_| Contradiction::Statement(statement.source))
    }
}
