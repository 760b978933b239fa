//! Conflict-driven clause learning (CDCL) over finite domains: lazy clause generation.
//!
//! It runs the propagators of a [`Network`] on bit-set domains, as [`Search`](super::Search) does,
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
//! **Invariant:** learnt clauses that are kept follow from the network and the added clauses alone, not
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

use std::collections::BTreeSet;
use std::sync::Arc;

use puzgen_csp::{Lit, VarId};

use super::definitions::Needed;
use super::network::Network;
use super::queue::PropagationQueue;
use super::store::Store;
pub use super::trail::BitLit;
use super::trail::{OPEN, Trail};
use clauses::ClauseDatabase;

pub use solve::Answer;

/// Why a literal holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// No reason: a decision, an assumption, or known from the start.
    None,
    /// All other literals of this clause are false.
    Clause(u32),
    /// A variable has exactly one value.
    Domain,
    /// A propagator.
    Propagator(u32),
}

/// A conflict: literals that all hold and cannot hold together.
type ConflictSet = Vec<BitLit>;

/// What is needed to undo a decision level: the lengths of both trails when it was opened.
#[derive(Debug, Clone, Copy)]
struct DecisionLevel {
    trail: u32,
    store: usize,
}

/// A search that learns clauses, in one network.
#[derive(Debug, Clone)]
pub struct ClauseLearner {
    network: Arc<Network>,
    store: Store,
    queue: PropagationQueue,
    trail: Trail,
    /// For each literal of the trail, its reason and its decision level.
    reasons: Vec<(Reason, u32)>,
    /// Cached reasons of literals of the trail, where a walk through a graph found them.
    kept: explain::ReasonCache,
    levels: Vec<DecisionLevel>,
    /// The assumptions of level 1, where it was left, propagated, for the next question.
    assumed: Option<Vec<BitLit>>,
    /// The propagators that the question needs.
    needed: Needed,
    /// Whether the others are awake, too.
    is_awake: bool,
    /// Defined variables that clauses speak of which were added.
    in_clauses: BTreeSet<VarId>,
    /// The number of literals of the trail for which unit propagation was done.
    seen_by_clauses: usize,
    clauses: ClauseDatabase,
    /// The variable that switches on the clause of one question.
    activation: Option<VarId>,
    /// Literals up to this level are left out of learnt clauses: 0, or 1 (the level of the assumptions)
    /// while a question is asked once.
    ignored_level: usize,
    /// Whether learnt clauses are minimized with reasons of propagators, too. To find these takes longer than it saves
    /// where questions are asked, but not where a board is drawn.
    explains_to_minimize: bool,
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

impl ClauseLearner {
    /// Returns a search whose level 0 is propagated.
    pub fn new(network: Arc<Network>) -> Self {
        let store = network.root.clone();
        let mut learner = Self {
            queue: PropagationQueue::new(&network),
            trail: Trail::default(),
            reasons: Vec::new(),
            kept: explain::ReasonCache::default(),
            levels: Vec::new(),
            assumed: None,
            needed: network.definitions.all().clone(),
            is_awake: false,
            in_clauses: BTreeSet::new(),
            seen_by_clauses: 0,
            clauses: ClauseDatabase::default(),
            activation: None,
            ignored_level: 0,
            explains_to_minimize: false,
            words: vec![None; store.word_count()],
            next_change: vec![OPEN; store.word_count()],
            changes: (Vec::new(), Vec::new()),
            is_contradictory: network.is_contradictory,
            chooser: solve::Chooser::default(),
            scratch: analyze::Scratch::default(),
            work: 0,
            network,
            store,
        };
        for index in 0..learner.store.var_count() {
            learner.register(VarId(index as u32));
        }
        for index in 0..learner.network.propagators.len() {
            learner.queue.add(&learner.network, index as u32);
        }
        learner.settle_root();
        learner
    }

    /// Adds a Boolean variable without constraints.
    pub fn add_truth(&mut self) -> VarId {
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
        self.trail.add(min, span);
        for word in 0..words {
            self.words[(base + word) as usize] = Some((var.0, word));
        }
        self.clauses.watches.resize(self.trail.owners.len() * 2, Vec::new());
        self.chooser.add();
        let slot = self.trail.slots[var.index()];
        for offset in 0..span {
            if !self.store.contains(var, min + i64::from(offset)) {
                self.record(BitLit::is_not(slot.first + offset), Reason::None);
            }
        }
        if let Some(value) = self.store.value(var) {
            self.record(BitLit::is(slot.first + (value - min) as u32), Reason::None);
        }
    }

    /// Returns the number of a literal, or its truth where the value is not in the variable's root domain.
    pub fn number_of(&self, lit: Lit) -> Result<BitLit, bool> {
        match self.trail.id(lit.var, lit.value) {
            Some(id) => Ok(if lit.is { BitLit::is(id) } else { BitLit::is_not(id) }),
            None => Err(!lit.is),
        }
    }

    /// Returns those of these literals that are unassigned at level 0; `None` where the clause of them is
    /// satisfied there, or is a tautology.
    fn unassigned_literals(&self, lits: &[Lit]) -> Option<Vec<BitLit>> {
        let mut literals = Vec::with_capacity(lits.len());
        for lit in lits {
            match self.number_of(*lit) {
                Err(true) => return None,
                Err(false) => {}
                Ok(literal) => match self.trail.truth(literal) {
                    Some(true) => return None,
                    Some(false) => {}
                    None => literals.push(literal),
                },
            }
        }
        literals.sort_unstable();
        literals.dedup();
        let is_tautology = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        (!is_tautology).then_some(literals)
    }

    /// Adds the clause "one of these literals holds" permanently.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        let definitions = &self.network.definitions;
        let vars = lits.iter().map(|lit| lit.var);
        self.in_clauses.extend(vars.filter(|var| definitions.is_defined(*var)));
        self.back_to(0);
        let Some(literals) = self.unassigned_literals(lits) else { return };
        match literals[..] {
            [] => self.is_contradictory = true,
            [only] => {
                if self.set(only, Reason::None).is_err() {
                    self.is_contradictory = true;
                }
                self.settle_root();
            }
            _ => {
                self.clauses.add(literals, 0);
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
        let (trail, store) = (self.trail.literals.len() as u32, self.store.mark());
        self.levels.push(DecisionLevel { trail, store });
    }

    /// Backtracks: undoes all decision levels above `level`.
    fn back_to(&mut self, level: usize) {
        let Some(undone) = self.levels.get(level).copied() else { return };
        self.wake(false);
        while self.trail.literals.len() > undone.trail as usize {
            if let Some(literal) = self.trail.pop().filter(|literal| literal.is_positive()) {
                let (var, value) = self.trail.pair(literal);
                self.chooser.save_value(var, value);
            }
        }
        self.reasons.truncate(undone.trail as usize);
        self.kept.truncate(undone.trail as usize, level);
        self.store.undo(undone.store);
        self.queue.clear();
        self.levels.truncate(level);
        self.seen_by_clauses = self.trail.literals.len();
    }

    /// Appends a literal to the trail, with its reason. The store is not changed.
    fn record(&mut self, literal: BitLit, reason: Reason) {
        self.trail.push(literal);
        self.reasons.push((reason, self.levels.len() as u32));
    }

    /// Assigns a literal, with all literals of the same variable that follow from it.
    ///
    /// # Errors
    /// If it is false, or empties the domain.
    fn set(&mut self, literal: BitLit, reason: Reason) -> Result<(), ()> {
        match self.trail.truth(literal) {
            Some(true) => return Ok(()),
            Some(false) => return Err(()),
            None => {}
        }
        let (var, value) = self.trail.pair(literal);
        self.record(literal, reason);
        let slot = self.trail.slots[var.index()];
        let first_id = |value: i64| slot.first + (value - slot.min) as u32;
        let outcome = if literal.is_positive() {
            for other in self.store.values(var) {
                if other != value {
                    self.trail.push(BitLit::is_not(first_id(other)));
                    self.reasons.push((Reason::Domain, self.levels.len() as u32));
                }
            }
            self.store.assign(var, value)
        } else {
            let outcome = self.store.remove(var, value);
            if let Some(last) = self.store.value(var) {
                self.record(BitLit::is(first_id(last)), Reason::Domain);
            }
            outcome
        };
        outcome.map_err(|_| ())
    }

    /// Propagates to a fixpoint: clauses first, then one propagator at a time.
    fn propagate(&mut self) -> Result<(), ConflictSet> {
        loop {
            if let Err(conflict) = self.propagate_clauses() {
                self.queue.clear();
                return Err(conflict);
            }
            self.queue.add_woken(&self.network, &mut self.store);
            let Some(index) = self.queue.next() else { return Ok(()) };
            let mark = self.store.mark();
            self.work += u64::from(self.network.costs[index as usize]);
            let outcome = self.network.propagators[index as usize].propagate(&mut self.store);
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
            let slot = self.trail.slots[var as usize];
            let mut gone = before & !after;
            while gone != 0 {
                let offset = word * 64 + gone.trailing_zeros();
                gone &= gone - 1;
                self.record(BitLit::is_not(slot.first + offset), Reason::Propagator(index));
            }
            if slot.span > 64 {
                wide.push(VarId(var));
            } else if after & after.wrapping_sub(1) == 0 {
                self.record(BitLit::is(slot.first + after.trailing_zeros()), Reason::Domain);
            }
        }
        self.changes = (changes, after);
        for var in wide {
            let last = self.store.value(var).and_then(|value| self.trail.id(var, value));
            if let Some(last) = last.filter(|id| self.trail.since[*id as usize] == OPEN) {
                self.record(BitLit::is(last), Reason::Domain);
            }
        }
    }

    /// Unit propagation with two watched literals.
    fn propagate_clauses(&mut self) -> Result<(), ConflictSet> {
        while self.seen_by_clauses < self.trail.literals.len() {
            let gone = !self.trail.literals[self.seen_by_clauses];
            self.seen_by_clauses += 1;
            let mut watches = std::mem::take(&mut self.clauses.watches[gone.position()]);
            self.work += 1 + watches.len() as u64;
            let mut kept = 0;
            let mut conflict = None;
            let mut at = 0;
            while at < watches.len() {
                let watch = watches[at];
                at += 1;
                watches[kept] = watch;
                kept += 1;
                if self.trail.truth(watch.other) == Some(true) {
                    continue;
                }
                let literals = &mut self.clauses.all[watch.clause as usize].literals;
                if literals[0] == gone {
                    literals.swap(0, 1);
                }
                let other = literals[0];
                if self.trail.truth(other) == Some(true) {
                    watches[kept - 1].other = other;
                    continue;
                }
                let found = (2..literals.len())
                    .find(|place| self.trail.truth(literals[*place]) != Some(false));
                if let Some(place) = found {
                    literals.swap(1, place);
                    let next = literals[1];
                    kept -= 1;
                    let watch = clauses::Watcher { clause: watch.clause, other };
                    self.clauses.watches[next.position()].push(watch);
                } else if self.set(other, Reason::Clause(watch.clause)).is_err() {
                    let literals = &self.clauses.all[watch.clause as usize].literals;
                    conflict = Some(literals.iter().map(|literal| !*literal).collect());
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
            if let Some(conflict) = conflict {
                return Err(conflict);
            }
        }
        Ok(())
    }
}
