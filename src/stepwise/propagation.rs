//! Propagation of one statement: which values it eliminates in a state, and how large the reason is.

use smallvec::{SmallVec, smallvec};

use puzgen_csp::VarId;
use puzgen_search::propagators::Propagator;
use puzgen_search::store::{Consistency, Inconsistent, Store};

use super::delta::{Delta, Elimination};
use super::model::{ModelStatement, StatementKind, StepwiseModel};
use super::reduced::{Reduced, ReducedStatements};
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

/// A store with the domains of a state, and a state below that one; with those of the state itself where there is no other.
struct StoreBelow<'s> {
    store: &'s mut Store,
    base: Option<&'s SolveState>,
    state: &'s SolveState,
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

    /// Adds what a statement eliminates in a state below that in which all were reduced, and returns the work, which is
    /// that of the whole statement. Reasons are not measured. `None` where it was not reduced.
    pub(super) fn propagate_reduced(
        &self,
        number: u32,
        reduced: &mut ReducedStatements,
        state: &SolveState,
        table_scratch: &mut TableScratch,
        eliminations: &mut Vec<Elimination>,
    ) -> Option<Result<u64, Contradiction>> {
        let ReducedStatements { base, forms, store, level } = reduced;
        let (base, store): (&SolveState, _) = (base.as_ref()?, store.as_mut()?);
        let form = forms.get(number as usize)?.as_ref();
        let statement = &self.statements[number as usize];
        if form.is_none() && level.is_none() {
            return None;
        }
        if statement.defined_clue.is_some_and(|var| !state.is_found(var)) {
            return Some(Ok(0));
        }
        let above = if level.is_some() { None } else { Some(base) };
        let mut states = StoreBelow { store, base: above, state };
        let outcome = match (form, &statement.kind) {
            (Some(Reduced::Settled), _) => Ok(()),
            (Some(Reduced::Table(table, vars)), _) => {
                table.narrow(vars, (state, base), table_scratch, eliminations);
                Ok(())
            }
            (Some(Reduced::Truth(truth, others)), _) => {
                let are_known = || others.iter().all(|var| state.size(*var) == 1);
                let own = truth.vars().iter().map(|var| var.0);
                let run = |store: &mut Store| {
                    truth.propagate(store, are_known).map(|()| truth.is_done_at_once())
                };
                self.repeat_below(own, &mut states, run, eliminations)
            }
            (Some(Reduced::Kept(kept, own)), StatementKind::Whole(propagators)) => {
                let mark = level.unwrap_or_else(|| states.store.mark());
                let run = |store: &mut Store| {
                    let mut all = propagators.iter();
                    all.try_for_each(|one| one.propagate_below(store, mark, kept)).map(|()| false)
                };
                self.repeat_below(own.iter().copied(), &mut states, run, eliminations)
            }
            (None, StatementKind::Whole(propagators)) => {
                let run = |store: &mut Store| to_the_end(propagators, store).map(|()| true);
                let own = statement.vars.iter().copied();
                self.repeat_below(own, &mut states, run, eliminations)
            }
            _ => return None,
        };
        let work = statement.vars.len() as u64;
        Some(outcome.map(|()| work).map_err(|_| Contradiction::Statement(statement.source)))
    }

    /// Repeats `run` until nothing changes, and adds what was eliminated.
    fn repeat_below(
        &self,
        own: impl Iterator<Item = u32> + Clone,
        states: &mut StoreBelow<'_>,
        run: impl Fn(&mut Store) -> Result<bool, Inconsistent>,
        eliminations: &mut Vec<Elimination>,
    ) -> Consistency {
        let state = states.state;
        self.repeat(own.clone(), states, run, |store| {
            for var in own.filter(|var| self.has_lost(*var, state, store)) {
                let deduction = eliminations.len() as u32;
                self.add_gone(var, state, store, eliminations, (1, deduction));
            }
        })
    }

    /// Takes the values from the store that a state does not have; the store has what `base` has.
    pub(super) fn copy_domain(
        &self,
        var: u32,
        (base, state): (&SolveState, &SolveState),
        store: &mut Store,
    ) -> Consistency {
        if !state.differs(base, var) {
            return Ok(());
        }
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

    /// Repeats propagators until nothing changes, on a store with the same domains.
    fn narrowed(
        &self,
        statement: &ModelStatement,
        state: &SolveState,
        store: &mut Store,
        eliminations: &mut Vec<Elimination>,
        propagators: &[Propagator],
    ) -> Result<(), Contradiction> {
        let vars = statement.vars.iter();
        let run = |store: &mut Store| to_the_end(propagators, store).map(|()| true);
        let mut states = StoreBelow { store, base: Some(&self.root), state };
        let outcome = self.repeat(vars.clone().copied(), &mut states, run, |store| {
            let is_narrow = |var: &&u32| state.domain(**var) != self.root.domain(**var);
            let mut size = None;
            for var in vars.clone().filter(|var| self.has_lost(**var, state, store)) {
                let size = *size.get_or_insert_with(|| vars.clone().filter(is_narrow).count());
                let deduction = eliminations.len() as u32;
                let size = (size as u32).max(1);
                self.add_gone(*var, state, store, eliminations, (size, deduction));
            }
        });
        outcome.map_err(|_| Contradiction::Statement(statement.source))
    }

    /// Adds the values that the store has no more, with the size of the reason and the number of the deduction.
    fn add_gone(
        &self,
        var: u32,
        state: &SolveState,
        store: &Store,
        eliminations: &mut Vec<Elimination>,
        (size, deduction): (u32, u32),
    ) {
        let (at, words, min) = store.place(VarId(var));
        let first = (min - self.base) as u32;
        for (word, first) in (first..).step_by(64).take(words as usize).enumerate() {
            let gone = state.word_from(var, first as usize) & !store.word(at + word as u32);
            if gone != 0 {
                eliminations.push(Elimination { var, first, bits: gone, size, deduction });
            }
        }
    }

    /// Repeats `run` until nothing changes, on a store with the domains of a state, and lets `changed` see it if anything did; `run` says whether nothing more follows.
    /// Propagators are monotonic, so the fixpoint does not depend on the order.
    fn repeat(
        &self,
        mut vars: impl Iterator<Item = u32>,
        StoreBelow { store, base, state }: &mut StoreBelow<'_>,
        run: impl Fn(&mut Store) -> Result<bool, Inconsistent>,
        changed: impl FnOnce(&Store),
    ) -> Consistency {
        let mark = store.mark();
        let mut outcome = match base {
            Some(base) => vars.try_for_each(|var| self.copy_domain(var, (base, state), store)),
            None => Ok(()),
        };
        let copied = store.mark();
        while outcome.is_ok() {
            let before = store.mark();
            match run(store) {
                Ok(is_over) if is_over || store.mark() == before => break,
                Ok(_) => {}
                Err(inconsistent) => outcome = Err(inconsistent),
            }
        }
        if outcome.is_ok() && store.mark() > copied {
            changed(store);
        }
        store.undo(mark);
        store.take_emptied();
        outcome
    }
}

/// Runs propagators until nothing more follows: each again only where something changed that it has not seen.
fn to_the_end(propagators: &[Propagator], store: &mut Store) -> Consistency {
    // For each of them, the mark at which it has nothing more to say.
    let mut seen: SmallVec<[usize; 4]> = smallvec![usize::MAX; propagators.len()];
    let mut is_over = false;
    while !std::mem::replace(&mut is_over, true) {
        for (one, seen) in propagators.iter().zip(&mut seen) {
            let before = store.mark();
            if *seen != before {
                one.propagate(store)?;
                *seen = if one.is_done_at_once(store) { store.mark() } else { before };
                is_over = false;
            }
        }
    }
    Ok(())
}
