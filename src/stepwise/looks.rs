//! Single statements: what each of them alone takes away.

use crate::csp::VarId;
use crate::search::propagators::Propagator;
use crate::search::store::Store;

use super::board::{Board, Look, LookKind};
use super::news::{News, Note};
use super::sizes::Marks;
use super::state::State;

/// What was assumed and known cannot be: where that shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clash {
    /// A variable has no value left.
    NoValue(u32),
    /// No variable of the group, by position, can have the value.
    NoPlace(u32, u32),
    /// A statement, by position in [`Board::sources`], cannot hold.
    Statement(u32),
}

/// Memory that looks share.
pub(super) struct Paper<'p> {
    pub(super) store: &'p mut Store,
    pub(super) marks: &'p mut Marks,
}

impl Board {
    /// Adds what a statement takes away, and returns how much was looked at. With `measured`, sizes
    /// of reasons are found, too.
    pub(super) fn look(
        &self,
        look: &Look,
        state: &State,
        news: &News,
        paper: Paper<'_>,
        measured: bool,
        notes: &mut Vec<Note>,
    ) -> Result<u64, Clash> {
        if look.pendant.is_some_and(|var| !state.is_found(var)) {
            return Ok(0);
        }
        let Paper { store, marks } = paper;
        match &look.kind {
            LookKind::Sizes(sizes) => {
                let seen = sizes.look(state, news, marks, notes);
                return seen.ok_or(Clash::Statement(look.source));
            }
            LookKind::Table(tuples) => self.table(look, tuples, state, measured, notes),
            LookKind::Whole(propagator) => self.narrowed(look, state, store, notes, propagator),
        }?;
        Ok(look.vars.len() as u64)
    }

    fn table(
        &self,
        look: &Look,
        tuples: &[u16],
        state: &State,
        measured: bool,
        notes: &mut Vec<Note>,
    ) -> Result<(), Clash> {
        let vars = &look.vars;
        let is_narrow = |var: u32| state.domain(var) != self.root.domain(var);
        let narrowed: u32 = vars
            .iter()
            .enumerate()
            .filter(|(_, var)| is_narrow(**var))
            .fold(0, |m, (i, _)| m | 1 << i);
        // Values with a tuple that fits what is known of the variables in `seen`.
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
                let mut trial = Vec::new();
                let mut smallest = others.count_ones();
                let mut subset = others;
                // All subsets of the others; the target's own values do not count as seen.
                loop {
                    if subset.count_ones() < smallest {
                        supported(subset, &mut trial);
                        let theirs = &trial[index * words..][..words];
                        let same = state
                            .domain(*var)
                            .iter()
                            .zip(theirs.iter().zip(mine))
                            .all(|(have, (theirs, mine))| have & !mine & theirs == 0);
                        if same {
                            smallest = subset.count_ones();
                        }
                    }
                    if subset == 0 {
                        break;
                    }
                    subset = (subset - 1) & others;
                }
                smallest
            } else {
                others.count_ones()
            };
            let deduction = notes.len() as u32;
            for value in state.values(*var) {
                if mine[value as usize / 64] >> (value % 64) & 1 == 0 {
                    notes.push(Note { var: *var, value, size: size.max(1), deduction });
                }
            }
        }
        if tuples.is_empty() { Err(Clash::Statement(look.source)) } else { Ok(()) }
    }

    /// Repeats a propagator until nothing changes, on a store that has the same values. The result
    /// is the same whatever the order of its steps is.
    fn narrowed(
        &self,
        look: &Look,
        state: &State,
        store: &mut Store,
        notes: &mut Vec<Note>,
        propagator: &Propagator,
    ) -> Result<(), Clash> {
        let mark = store.mark();
        let mut outcome = Ok(());
        for var in &look.vars {
            let gone: Vec<i64> = store
                .values(VarId(*var))
                .filter(|value| !state.can(*var, (value - self.base) as u32))
                .collect();
            outcome = outcome.and(gone.into_iter().try_for_each(|v| store.remove(VarId(*var), v)));
        }
        while outcome.is_ok() {
            let before = store.mark();
            outcome = propagator.propagate(store);
            if store.mark() == before {
                break;
            }
        }
        if outcome.is_ok() {
            let size = look
                .vars
                .iter()
                .filter(|var| state.domain(**var) != self.root.domain(**var))
                .count() as u32;
            for var in &look.vars {
                let deduction = notes.len() as u32;
                for value in state.values(*var) {
                    if !store.contains(VarId(*var), i64::from(value) + self.base) {
                        notes.push(Note { var: *var, value, size: size.max(1), deduction });
                    }
                }
            }
        }
        store.undo(mark);
        while store.pop_change().is_some() {}
        store.take_emptied();
        outcome.map_err(|_| Clash::Statement(look.source))
    }
}
