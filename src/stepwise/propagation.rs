//! Propagation of one statement: which values it eliminates in a state, and how large the reason is.

use crate::csp::VarId;
use crate::search::propagators::Propagator;
use crate::search::store::{Consistency, Store};

use super::delta::{Delta, Elimination};
use super::model::{ModelStatement, StatementKind, StepwiseModel};
use super::sizes::SizesScratch;
use super::state::SolveState;

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
        let StatementScratch { store, sizes } = scratch;
        match &statement.kind {
            StatementKind::Sizes(rule) => {
                let seen = rule.propagate(state, delta, sizes, eliminations);
                return seen.ok_or(Contradiction::Statement(statement.source));
            }
            StatementKind::Table(tuples) => {
                self.table(statement, tuples, state, measured, eliminations)
            }
            StatementKind::Whole(propagators) => {
                self.narrowed(statement, state, store, eliminations, propagators)
            }
        }?;
        Ok(statement.vars.len() as u64)
    }

    /// Eliminates the values without a support among the tuples.
    fn table(
        &self,
        statement: &ModelStatement,
        tuples: &[u16],
        state: &SolveState,
        measured: bool,
        eliminations: &mut Vec<Elimination>,
    ) -> Result<(), Contradiction> {
        let vars = &statement.vars;
        let is_narrow = |var: u32| state.domain(var) != self.root.domain(var);
        let narrowed: u32 = vars
            .iter()
            .enumerate()
            .filter(|(_, var)| is_narrow(**var))
            .fold(0, |m, (i, _)| m | 1 << i);
        // The values that have a support: a tuple that fits the domains of the variables in `seen`.
        let words = state.words();
        let supported = |seen: u32, supports: &mut Vec<u64>| {
            supports.clear();
            supports.resize(vars.len() * words, 0);
            for tuple in tuples.chunks_exact(vars.len()) {
                let fits = tuple.iter().zip(vars).enumerate().all(|(index, (value, var))| {
                    seen >> index & 1 == 0 || state.can(*var, u32::from(*value))
                });
                if fits {
                    for (index, value) in tuple.iter().enumerate() {
                        supports[index * words + usize::from(*value) / 64] |= 1 << (value % 64);
                    }
                }
            }
        };
        let mut supports = Vec::new();
        supported(u32::MAX, &mut supports);
        for (index, var) in vars.iter().enumerate() {
            let mine = &supports[index * words..][..words];
            let gone = |supports: &[u64]| -> bool {
                state.domain(*var).iter().zip(supports).any(|(have, may)| have & !may != 0)
            };
            if !gone(mine) {
                continue;
            }
            let others = narrowed & !(1 << index);
            let size = if measured && vars.len() <= 4 {
                let mut scratch = Vec::new();
                smallest_subset(others, |subset| {
                    supported(subset, &mut scratch);
                    let theirs = &scratch[index * words..][..words];
                    let supports = theirs.iter().zip(mine);
                    let mut words = state.domain(*var).iter().zip(supports);
                    words.all(|(have, (theirs, mine))| have & !mine & theirs == 0)
                })
            } else {
                others.count_ones()
            };
            let deduction = eliminations.len() as u32;
            for value in state.values(*var) {
                if mine[value as usize / 64] >> (value % 64) & 1 == 0 {
                    eliminations.push(Elimination {
                        var: *var,
                        value,
                        size: size.max(1),
                        deduction,
                    });
                }
            }
        }
        if tuples.is_empty() { Err(Contradiction::Statement(statement.source)) } else { Ok(()) }
    }

    /// Returns the place and the bits of a domain in a state as the store has them, where one word holds them.
    fn word_in_store(&self, var: u32, state: &SolveState, store: &Store) -> Option<(u32, u64)> {
        let (at, min) = store.single_word(VarId(var))?;
        Some((at, state.word_from(var, (min - self.base) as usize)))
    }

    /// Takes the values from the store that a state does not have.
    fn copy_domain(&self, var: u32, state: &SolveState, store: &mut Store) -> Consistency {
        if let Some((_, word)) = self.word_in_store(var, state, store) {
            return store.set_word(VarId(var), word);
        }
        let root = self.root.values(var);
        let mut gone = root.filter(|value| !state.can(var, *value));
        gone.try_for_each(|value| store.remove(VarId(var), i64::from(value) + self.base))
    }

    /// Returns whether the store may have fewer values of a variable than a state.
    fn has_lost(&self, var: u32, state: &SolveState, store: &Store) -> bool {
        let word = self.word_in_store(var, state, store);
        word.is_none_or(|(at, word)| store.word(at) != word)
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
        while outcome.is_ok() {
            let before = store.mark();
            outcome = propagators.iter().try_for_each(|one| one.propagate(store));
            if store.mark() == before {
                break;
            }
        }
        if outcome.is_ok() {
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

/// Returns the size of a smallest subset that `is_enough`; `all` of them are. A reason is a set of variables
/// whose domains are looked at: that of the variable which loses values is not part of it.
fn smallest_subset(all: u32, mut is_enough: impl FnMut(u32) -> bool) -> u32 {
    let mut smallest = all.count_ones();
    let mut subset = all;
    loop {
        if subset.count_ones() < smallest && is_enough(subset) {
            smallest = subset.count_ones();
        }
        if subset == 0 {
            return smallest;
        }
        subset = (subset - 1) & all;
    }
}
