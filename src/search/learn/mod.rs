//! A search that learns: every dead end becomes a clause, so that no mistake is made twice.
//!
//! It runs the propagators of a [`Program`] on bit-set domains, as [`Search`](super::Search) does,
//! and writes down every value that goes, with the propagator or clause that took it. Only when a
//! dead end is analysed is a propagator asked for its reason (`explain.rs`); one without a reason
//! of its own is explained by all that was known of its variables, which is always right. The
//! variables need no clauses of their own: "one value at a time" is the domain itself.
//!
//! ```text
//! assumptions ─┐                    ┌─ clauses ── propagators ─┐
//!              ├─▶ decide ─▶ trail ─┤                          ├─▶ all fixed: a solution
//!   heuristics ┘                    └─ dead end ─▶ analyse ─▶ learn, go back
//! ```
//!
//! **Invariant:** what is learnt and kept follows from the program and the clauses alone, not from
//! assumptions; so it serves all questions that follow. A question that is asked once may take its
//! assumptions for granted: its lessons are much shorter, and are forgotten with it.
//!
//! # Source
//! Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation" (Constraints 2009), with
//! reasons made afterwards; Marques-Silva and Sakallah, "GRASP" (1996); Eén and Sörensson, "An
//! Extensible SAT-solver" (2003), for assumptions and cores.

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

/// Why something was decided.
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

/// Bits that hold and cannot hold together.
type Clash = Vec<Bit>;

/// What is needed to undo a level.
#[derive(Debug, Clone, Copy)]
struct Level {
    trail: u32,
    store: usize,
}

/// A search with memory in one program.
#[derive(Debug, Clone)]
pub(crate) struct Learner {
    program: Arc<Program>,
    store: Store,
    queue: Queue,
    table: Table,
    /// For each step of the trail, why, and at which level.
    reasons: Vec<(Reason, u32)>,
    /// What was found for steps of the trail that were explained by a walk through a graph.
    kept: explain::Kept,
    levels: Vec<Level>,
    /// How much of the trail the clauses have seen.
    seen_by_clauses: usize,
    clauses: Clauses,
    /// The highest level of what lessons take for granted.
    ground: usize,
    /// The variable of each word of the store, and which of its words it is.
    words: Vec<Option<(u32, u32)>>,
    /// Scratch: for each word of the store, its next change.
    next_change: Vec<u32>,
    /// Scratch: changes of the store, and the words after them.
    changes: (Vec<(u32, u64)>, Vec<u64>),
    /// Whether no assumption is needed for a contradiction.
    is_contradictory: bool,
    chooser: solve::Chooser,
    scratch: analyze::Scratch,
    /// Units of work that no budget was charged with.
    work: u64,
}

impl Learner {
    /// Returns a search that has done nothing yet but propagate what is always so.
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
            learner.know(VarId(index as u32));
        }
        for index in 0..learner.program.propagators.len() {
            learner.queue.add(&learner.program, index as u32);
        }
        learner.settle_root();
        learner
    }

    /// Adds a truth that nothing is said of.
    pub(crate) fn add_truth(&mut self) -> VarId {
        self.back_to(0);
        let var = self.store.add_truth();
        self.words.resize(self.store.word_count(), None);
        self.next_change.resize(self.store.word_count(), OPEN);
        self.know(var);
        var
    }

    /// Takes a variable of the store into the tables.
    fn know(&mut self, var: VarId) {
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
                self.note(Bit::is_not(slot.first + offset), Reason::None);
            }
        }
        if let Some(value) = self.store.value(var) {
            self.note(Bit::is(slot.first + (value - min) as u32), Reason::None);
        }
    }

    /// Returns the bit of a literal; a constant where the variable never has the value.
    pub(crate) fn bit(&self, lit: Lit) -> Result<Bit, bool> {
        match self.table.id(lit.var, lit.value) {
            Some(id) => Ok(if lit.is { Bit::is(id) } else { Bit::is_not(id) }),
            None => Err(!lit.is),
        }
    }

    /// Returns those of these literals that are open, nothing being assumed; `None` where one of them
    /// holds, whatever is assumed.
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
        let is_always_so = bits.windows(2).any(|pair| pair[0] == !pair[1]);
        (!is_always_so).then_some(bits)
    }

    /// Says "one of these holds" for good.
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

    /// Propagates where nothing is assumed.
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

    /// Undoes all levels above `level`.
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

    /// Writes down what the store has just been told.
    fn note(&mut self, bit: Bit, reason: Reason) {
        self.table.since[bit.id()] = self.table.trail.len() as u32;
        self.table.trail.push(bit);
        self.reasons.push((reason, self.levels.len() as u32));
    }

    /// Makes a bit hold that is open, with what follows from it for its variable.
    ///
    /// # Errors
    /// Where it is false.
    fn set(&mut self, bit: Bit, reason: Reason) -> Result<(), ()> {
        match self.table.truth(bit) {
            Some(true) => return Ok(()),
            Some(false) => return Err(()),
            None => {}
        }
        let (var, value) = self.table.pair(bit);
        self.note(bit, reason);
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
                self.note(Bit::is(first_id(last)), Reason::Domain);
            }
            outcome
        };
        outcome.map_err(|_| ())
    }

    /// Draws all conclusions.
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
            self.write_down(mark, index);
            if outcome.is_err() {
                self.queue.clear();
                return Err(self.explain_failure(index));
            }
        }
    }

    /// Puts what a propagator took from the store since `mark` on the trail, in its order.
    fn write_down(&mut self, mark: usize, index: u32) {
        let (mut changes, mut after) = std::mem::take(&mut self.changes);
        changes.clear();
        changes.extend(self.store.changes_since(mark));
        // The word after each change: what the next change of the same word found, or the present.
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
                self.note(Bit::is_not(slot.first + offset), Reason::Propagator(index));
            }
            if slot.span > 64 {
                wide.push(VarId(var));
            } else if after & after.wrapping_sub(1) == 0 {
                self.note(Bit::is(slot.first + after.trailing_zeros()), Reason::Domain);
            }
        }
        self.changes = (changes, after);
        for var in wide {
            let last = self.store.value(var).and_then(|value| self.table.id(var, value));
            if let Some(last) = last.filter(|id| self.table.since[*id as usize] == OPEN) {
                self.note(Bit::is(last), Reason::Domain);
            }
        }
    }

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
