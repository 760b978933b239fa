//! Conflict-driven clause learning (CDCL) over finite domains: lazy clause generation.
//!
//! It runs the propagators of a [`Program`] on bit-set domains, as [`Search`](super::Search) does,
//! and puts every removed value on the trail, with the propagator or clause that removed it. A
//! propagator is asked for a reason only when a conflict is analysed (`explain.rs`). One that cannot
//! explain itself gets a trivial reason: all that was known of its variables. That is always valid.
//! No clauses encode the variables: that a variable has exactly one value is part of its domain.
//!
//! ```text
//! assumptions ─┐                    ┌─ clauses ── propagators ─┐
//!              ├─▶ decide ─▶ trail ─┤                          ├─▶ all fixed: a solution
//!   heuristics ┘                    └─ conflict ─▶ analyse ─▶ learn, backjump
//! ```
//!
//! **Invariant:** learnt clauses that are kept follow from the program and the added clauses alone, not
//! from assumptions, so they are valid for all later questions. For a question that is asked once
//! (`solve_once`), literals of assumptions are left out of learnt clauses: these are much shorter, and
//! are deleted after the question.
//!
//! # Source
//! Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation" (Constraints 2009), with
//! reasons computed during conflict analysis; Marques-Silva and Sakallah, "GRASP" (1996); Eén and
//! Sörensson, "An Extensible SAT-solver" (2003), for assumptions and cores.

mod analyze;
mod clauses;
mod explain;
mod solve;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::csp::{Lit, VarId};

pub(crate) use super::past::Bit;
use super::past::{OPEN, Table};
use super::program::Program;
use super::queue::Queue;
use super::store::Store;
use clauses::Clauses;

pub(crate) use solve::Answer;

/// Why a literal holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// No reason: a decision, an assumption, or known from the start.
    None,
    /// All other bits of this clause are false.
    Clause(u32),
    /// A variable has exactly one value.
    Domain,
    /// A propagator.
    Propagator(u32),
}

/// A conflict: literals (bits) that all hold and cannot hold together.
type Clash = Vec<Bit>;

/// What is needed to undo a decision level: the lengths of both trails when it was opened.
#[derive(Debug, Clone, Copy)]
struct Level {
    trail: u32,
    store: usize,
}

/// A search that learns clauses, in one program.
#[derive(Debug, Clone)]
pub(crate) struct Learner {
    program: Arc<Program>,
    store: Store,
    queue: Queue,
    table: Table,
    /// For each literal of the trail, its reason and its decision level.
    reasons: Vec<(Reason, u32)>,
    /// Cached reasons of literals of the trail, where a walk through a graph found them.
    kept: explain::Kept,
    levels: Vec<Level>,
    /// The number of literals of the trail for which unit propagation was done.
    seen_by_clauses: usize,
    clauses: Clauses,
    /// Literals up to this level are left out of learnt clauses: 0, or 1 (the level of the assumptions)
    /// while a question is asked once.
    ground: usize,
    /// For each word of the store, its variable, and which of the variable's words it is.
    words: Vec<Option<(u32, u32)>>,
    /// Scratch of `record_removals`: for each word of the store, the number of its next change.
    next_change: Vec<u32>,
    /// Scratch of `record_removals`: changes (word, bits before), and the bits after each.
    changes: (Vec<(u32, u64)>, Vec<u64>),
    /// Whether the problem is unsatisfiable without any assumption.
    is_contradictory: bool,
    chooser: solve::Chooser,
    scratch: analyze::Scratch,
    /// Units of work that were not yet charged to a budget.
    work: u64,
}

impl Learner {
    /// Returns a search whose level 0 is propagated.
    pub(crate) fn new(program: Arc<Program>) -> Self {
        let store = program.root.clone();
        let mut learner = Self {
            queue: Queue::new(&program),
            table: Table::default(),
            reasons: Vec::new(),
            kept: explain::Kept::default(),
            levels: Vec::new(),
            seen_by_clauses: 0,
            clauses: Clauses::default(),
            ground: 0,
            words: vec![None; store.word_count()],
            next_change: vec![OPEN; store.word_count()],
            changes: (Vec::new(), Vec::new()),
            is_contradictory: program.is_contradictory,
            chooser: solve::Chooser::default(),
            scratch: analyze::Scratch::default(),
            work: 0,
            program,
            store,
        };
        for index in 0..learner.store.var_count() {
            learner.register(VarId(index as u32));
        }
        for index in 0..learner.program.propagators.len() {
            learner.queue.add(&learner.program, index as u32);
        }
        learner.settle_root();
        learner
    }

    /// Adds a Boolean variable without constraints.
    pub(crate) fn add_truth(&mut self) -> VarId {
        self.back_to(0);
        let var = self.store.add_truth();
        self.words.resize(self.store.word_count(), None);
        self.next_change.resize(self.store.word_count(), OPEN);
        self.register(var);
        var
    }

    /// Makes literals for the values of a variable of the store, with their watch lists.
    fn register(&mut self, var: VarId) {
        let (base, words, min) = self.store.place(var);
        let span = (self.store.max(var) - min + 1) as u32;
        self.table.add(min, span);
        for word in 0..words {
            self.words[(base + word) as usize] = Some((var.0, word));
        }
        self.clauses.watches.resize(self.table.owners.len() * 2, Vec::new());
        self.chooser.add();
        let slot = self.table.slots[var.index()];
        for offset in 0..span {
            if !self.store.contains(var, min + i64::from(offset)) {
                self.record(Bit::is_not(slot.first + offset), Reason::None);
            }
        }
        if let Some(value) = self.store.value(var) {
            self.record(Bit::is(slot.first + (value - min) as u32), Reason::None);
        }
    }

    /// Returns the bit of a literal, or its truth where the value is not in the variable's root domain.
    pub(crate) fn bit(&self, lit: Lit) -> Result<Bit, bool> {
        match self.table.id(lit.var, lit.value) {
            Some(id) => Ok(if lit.is { Bit::is(id) } else { Bit::is_not(id) }),
            None => Err(!lit.is),
        }
    }

    /// Returns those of these literals that are unassigned at level 0; `None` where the clause of them is
    /// satisfied there, or is a tautology.
    fn open_bits(&self, lits: &[Lit]) -> Option<Vec<Bit>> {
        let mut bits = Vec::with_capacity(lits.len());
        for lit in lits {
            match self.bit(*lit) {
                Err(true) => return None,
                Err(false) => {}
                Ok(bit) => match self.table.truth(bit) {
                    Some(true) => return None,
                    Some(false) => {}
                    None => bits.push(bit),
                },
            }
        }
        bits.sort_unstable();
        bits.dedup();
        let is_tautology = bits.windows(2).any(|pair| pair[0] == !pair[1]);
        (!is_tautology).then_some(bits)
    }

    /// Adds the clause "one of these literals holds" permanently.
    pub(crate) fn add_clause(&mut self, lits: &[Lit]) {
        self.back_to(0);
        let Some(bits) = self.open_bits(lits) else { return };
        match bits[..] {
            [] => self.is_contradictory = true,
            [only] => {
                if self.set(only, Reason::None).is_err() {
                    self.is_contradictory = true;
                }
                self.settle_root();
            }
            _ => {
                self.clauses.add(bits, 0);
            }
        }
    }

    /// Propagates at level 0.
    fn settle_root(&mut self) {
        if !self.is_contradictory && self.propagate().is_err() {
            self.is_contradictory = true;
        }
        if self.is_contradictory {
            self.queue.clear();
        }
    }

    fn level(&self) -> usize {
        self.levels.len()
    }

    fn open_level(&mut self) {
        let (trail, store) = (self.table.trail.len() as u32, self.store.mark());
        self.levels.push(Level { trail, store });
    }

    /// Backtracks: undoes all decision levels above `level`.
    fn back_to(&mut self, level: usize) {
        let Some(undone) = self.levels.get(level).copied() else { return };
        for position in (undone.trail as usize..self.table.trail.len()).rev() {
            let bit = self.table.trail[position];
            self.table.since[bit.id()] = OPEN;
            if bit.is_positive() {
                let (var, value) = self.table.pair(bit);
                self.chooser.was(var, value);
            }
        }
        self.table.trail.truncate(undone.trail as usize);
        self.reasons.truncate(undone.trail as usize);
        self.kept.truncate(undone.trail as usize, level);
        self.store.undo(undone.store);
        self.queue.clear();
        self.levels.truncate(level);
        self.seen_by_clauses = self.table.trail.len();
    }

    /// Appends a literal to the trail, with its reason. The store is not changed.
    fn record(&mut self, bit: Bit, reason: Reason) {
        self.table.since[bit.id()] = self.table.trail.len() as u32;
        self.table.trail.push(bit);
        self.reasons.push((reason, self.levels.len() as u32));
    }

    /// Assigns a literal, with all literals of the same variable that follow from it.
    ///
    /// # Errors
    /// If it is false, or empties the domain.
    fn set(&mut self, bit: Bit, reason: Reason) -> Result<(), ()> {
        match self.table.truth(bit) {
            Some(true) => return Ok(()),
            Some(false) => return Err(()),
            None => {}
        }
        let (var, value) = self.table.pair(bit);
        self.record(bit, reason);
        let slot = self.table.slots[var.index()];
        let first_id = |value: i64| slot.first + (value - slot.min) as u32;
        let outcome = if bit.is_positive() {
            for other in self.store.values(var) {
                if other != value {
                    let position = self.table.trail.len() as u32;
                    let gone = Bit::is_not(first_id(other));
                    self.table.since[gone.id()] = position;
                    self.table.trail.push(gone);
                    self.reasons.push((Reason::Domain, self.levels.len() as u32));
                }
            }
            self.store.assign(var, value)
        } else {
            let outcome = self.store.remove(var, value);
            if let Some(last) = self.store.value(var) {
                self.record(Bit::is(first_id(last)), Reason::Domain);
            }
            outcome
        };
        outcome.map_err(|_| ())
    }

    /// Propagates to a fixpoint: clauses first, then one propagator at a time.
    fn propagate(&mut self) -> Result<(), Clash> {
        loop {
            if let Err(clash) = self.propagate_clauses() {
                self.queue.clear();
                return Err(clash);
            }
            self.queue.add_woken(&self.program, &mut self.store);
            let Some(index) = self.queue.next() else { return Ok(()) };
            let mark = self.store.mark();
            self.work += u64::from(self.program.costs[index as usize]);
            let outcome = self.program.propagators[index as usize].propagate(&mut self.store);
            self.record_removals(mark, index);
            if outcome.is_err() {
                self.queue.clear();
                return Err(self.explain_failure(index));
            }
        }
    }

    /// Appends the values that a propagator removed from the store since `mark` to the trail, in the
    /// same order.
    fn record_removals(&mut self, mark: usize, index: u32) {
        let (mut changes, mut after) = std::mem::take(&mut self.changes);
        changes.clear();
        changes.extend(self.store.changes_since(mark));
        // The bits after a change are those before the next change of the same word; after the last
        // change they are the present ones.
        after.clear();
        after.resize(changes.len(), 0);
        for (number, (at, _)) in changes.iter().enumerate().rev() {
            let next = std::mem::replace(&mut self.next_change[*at as usize], number as u32);
            after[number] =
                if next == OPEN { self.store.word(*at) } else { changes[next as usize].1 };
        }
        for (at, _) in &changes {
            self.next_change[*at as usize] = OPEN;
        }
        let mut wide = Vec::new();
        for ((at, before), after) in changes.iter().zip(&after) {
            let Some((var, word)) = self.words[*at as usize] else { continue };
            let slot = self.table.slots[var as usize];
            let mut gone = before & !after;
            while gone != 0 {
                let offset = word * 64 + gone.trailing_zeros();
                gone &= gone - 1;
                self.record(Bit::is_not(slot.first + offset), Reason::Propagator(index));
            }
            if slot.span > 64 {
                wide.push(VarId(var));
            } else if after & after.wrapping_sub(1) == 0 {
                self.record(Bit::is(slot.first + after.trailing_zeros()), Reason::Domain);
            }
        }
        self.changes = (changes, after);
        for var in wide {
            let last = self.store.value(var).and_then(|value| self.table.id(var, value));
            if let Some(last) = last.filter(|id| self.table.since[*id as usize] == OPEN) {
                self.record(Bit::is(last), Reason::Domain);
            }
        }
    }

    /// Unit propagation with two watched literals.
    fn propagate_clauses(&mut self) -> Result<(), Clash> {
        while self.seen_by_clauses < self.table.trail.len() {
            let gone = !self.table.trail[self.seen_by_clauses];
            self.seen_by_clauses += 1;
            let mut watches = std::mem::take(&mut self.clauses.watches[gone.position()]);
            self.work += 1 + watches.len() as u64;
            let mut kept = 0;
            let mut clash = None;
            let mut at = 0;
            while at < watches.len() {
                let watch = watches[at];
                at += 1;
                watches[kept] = watch;
                kept += 1;
                if self.table.truth(watch.other) == Some(true) {
                    continue;
                }
                let bits = &mut self.clauses.all[watch.clause as usize].bits;
                if bits[0] == gone {
                    bits.swap(0, 1);
                }
                let other = bits[0];
                if self.table.truth(other) == Some(true) {
                    watches[kept - 1].other = other;
                    continue;
                }
                let found =
                    (2..bits.len()).find(|place| self.table.truth(bits[*place]) != Some(false));
                if let Some(place) = found {
                    bits.swap(1, place);
                    let next = bits[1];
                    kept -= 1;
                    let watch = clauses::Watch { clause: watch.clause, other };
                    self.clauses.watches[next.position()].push(watch);
                } else if self.set(other, Reason::Clause(watch.clause)).is_err() {
                    let bits = &self.clauses.all[watch.clause as usize].bits;
                    clash = Some(bits.iter().map(|bit| !*bit).collect());
                    break;
                }
            }
            while at < watches.len() {
                watches[kept] = watches[at];
                kept += 1;
                at += 1;
            }
            watches.truncate(kept);
            self.clauses.watches[gone.position()] = watches;
            if let Some(clash) = clash {
                return Err(clash);
            }
        }
        Ok(())
    }
}
