//! One round of synchronous propagation: every statement is propagated alone, on the same state, and the
//! removals of all of them are then applied together. So the result does not depend on their order.

use std::collections::BTreeSet;

use puzgen_search::nodes::members;
use puzgen_search::store::Store;

use super::deduction::Pull;
use super::delta::{Delta, Elimination};
use super::model::{Group, StatementKind, StepwiseModel};
use super::open_groups::SetSearch;
use super::propagation::{Contradiction, StatementScratch};
use super::reduced::ReducedStatements;
use super::sizes::SizesScratch;
use super::state::{Bits, SolveState};
use super::table::TableScratch;

/// Why a value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SingleKind {
    /// Naked single: no other value of the variable is left.
    Naked,
    /// Hidden single: no other variable of this group (by position) can have the value.
    Hidden(u32),
}

/// A value that was found: a naked or a hidden single.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Single {
    /// The variable.
    pub(super) var: u32,
    /// The value.
    pub(super) value: u32,
    /// How it was found.
    pub(super) kind: SingleKind,
}

/// The result of one round.
#[derive(Debug, Clone, Default)]
pub(super) struct Round {
    /// Values (variable, value) that are removed because a peer has them.
    pub(super) peers: Vec<(u32, u32)>,
    /// Values that other statements remove, with the position of the statement.
    pub(super) eliminations: Vec<(Elimination, u32)>,
    /// Values found, once for each single that gives them.
    pub(super) singles: Vec<Single>,
    /// The statements that were looked at, and the one after these that cannot hold.
    pub(super) looked_at: Vec<u32>,
    pub(super) failing: Option<u32>,
}

/// Memory that rounds share.
#[derive(Debug)]
pub(super) struct RoundScratch {
    store: Store,
    pub(super) sizes: SizesScratch,
    table: TableScratch,
    pub(super) sets: SetSearch,
    /// What is left of the statements, where trials alone are propagated without measuring.
    pub(super) reduced: ReducedStatements,
    /// A round that is not in use.
    spare_round: Round,
    /// States and changes that are not in use.
    pub(super) spare: Vec<(SolveState, Delta)>,
    /// Values whose trials ended without a contradiction, each with the least work of trying all that is left then.
    pub(super) settled: Vec<(u32, u32, u64)>,
    /// The full groups that a round touched, as bits.
    grouped: Vec<u64>,
    /// For each statement and variable, the last round (`clock`) that touched it.
    propagated: Vec<u32>,
    changed: Vec<u32>,
    clock: u32,
    buffer: Vec<Elimination>,
    late: Vec<u32>,
    before: Vec<u32>,
    /// The work so far, in rounds and touched variables. It is the same for symmetric copies of a puzzle,
    /// except where a search ends before all candidates were tried.
    pub(super) work: u64,
    /// For each source, whether its statements are ignored; empty if none is.
    pub(super) ignored: Vec<bool>,
    /// Variables whose facts are not left out.
    pub(super) kept: Vec<u32>,
    /// Values of variables that a replay does not exclude though they are, as it is enough without.
    pub(super) allowed: SolveState,
    /// The state of a replay.
    pub(super) replayed: SolveState,
    /// Whether what is not needed is looked for from the end.
    pub(super) is_backward: bool,
    /// Variables that lose no values in a replay.
    pub(super) frozen: Vec<u32>,
    /// The sources whose statements removed a value under an assumption.
    pub(super) eliminating: BTreeSet<u32>,
    /// Where a replay left a variable without a value: what the statements of that round leave of it.
    pub(super) pulls: Vec<Pull>,
    /// The singles that a replay found on its way.
    pub(super) singles: Vec<Single>,
    /// Whether only a group that cannot have its size counts as a contradiction of a replay.
    pub(super) is_by_size: bool,
}

impl RoundScratch {
    fn is_ignored(&self, source: u32) -> bool {
        self.ignored.get(source as usize).is_some_and(|ignored| *ignored)
    }

    pub(super) fn new(model: &StepwiseModel) -> Self {
        Self {
            store: model.store.clone(),
            sizes: SizesScratch::default(),
            table: TableScratch::default(),
            sets: SetSearch::default(),
            reduced: ReducedStatements::default(),
            spare_round: Round::default(),
            spare: Vec::new(),
            settled: Vec::new(),
            propagated: vec![0; model.statements.len()],
            grouped: vec![0; model.group_words],
            changed: vec![0; model.peers.len()],
            clock: 0,
            buffer: Vec::new(),
            late: Vec::new(),
            before: Vec::new(),
            work: 0,
            ignored: Vec::new(),
            kept: Vec::new(),
            allowed: SolveState::new(model.peers.len(), model.root.words()),
            replayed: SolveState::default(),
            is_backward: false,
            frozen: Vec::new(),
            eliminating: BTreeSet::new(),
            pulls: Vec::new(),
            singles: Vec::new(),
            is_by_size: false,
        }
    }

    /// Lets what is propagated without measuring be below this state from now on.
    pub(super) fn reduce(&mut self, model: &StepwiseModel, state: &SolveState) {
        model.reduce(&mut self.reduced, state);
        let sizes = model.statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Sizes(rule) => Some(rule),
            _ => None,
        });
        // What is kept is that of one rule.
        let mut sizes = sizes.fuse();
        if let (Some(rule), None) = (sizes.next(), sizes.next()) {
            rule.keep(&mut self.sizes, state);
        }
    }

    /// Returns whether this is the first time in the round `clock` that `slot` is touched.
    fn touch(clock: u32, slot: &mut u32) -> bool {
        std::mem::replace(slot, clock) != clock
    }
}

impl Round {
    fn clear(&mut self) {
        self.peers.clear();
        self.eliminations.clear();
        self.singles.clear();
        self.looked_at.clear();
        self.failing = None;
    }
}

impl StepwiseModel {
    /// Propagates every statement that has a variable in `delta`, and removes the values from `state`. After
    /// that, `delta` are the removals of this round. The values found are in `round.singles`; they are
    /// applied by [`StepwiseModel::assign_singles`]. With `measured`, sizes of reasons are found, too.
    ///
    /// # Errors
    /// The contradiction that shows first.
    pub(super) fn round(
        &self,
        scratch: &mut RoundScratch,
        state: &mut SolveState,
        delta: &mut Delta,
        measured: bool,
        round: &mut Round,
    ) -> Result<(), Contradiction> {
        if !delta.in_trial {
            return self.round_of(scratch, state, delta, measured, round);
        }
        delta.changed.extend_from_slice(&delta.narrowed);
        scratch.reduced.enter(self, state, &delta.changed);
        let outcome = self.round_of(scratch, state, delta, measured, round);
        scratch.reduced.leave();
        outcome
    }

    fn round_of(
        &self,
        scratch: &mut RoundScratch,
        state: &mut SolveState,
        delta: &mut Delta,
        measured: bool,
        round: &mut Round,
    ) -> Result<(), Contradiction> {
        round.clear();
        scratch.clock += 1;
        scratch.grouped.fill(0);
        scratch.work += 1 + (delta.narrowed.len() + delta.found.len()) as u64;
        let mut seen = 0;
        let some_ignored = !scratch.ignored.is_empty();
        for var in &delta.found {
            let Some(value) = state.found(*var) else { continue };
            for peer in &self.peers[*var as usize] {
                if some_ignored && scratch.is_ignored(peer.source) {
                    continue;
                }
                let Ok(value) = u32::try_from(i64::from(value) + peer.add) else { continue };
                if state.can(peer.var, value) {
                    if state.is_found(peer.var) {
                        return Err(Contradiction::Statement(peer.source));
                    }
                    round.peers.push((peer.var, value));
                }
            }
        }
        let mut late = std::mem::take(&mut scratch.late);
        late.clear();
        for var in delta.found.iter().chain(&delta.narrowed) {
            for statement in &self.statements_of[*var as usize] {
                if RoundScratch::touch(scratch.clock, &mut scratch.propagated[*statement as usize])
                {
                    // A trial is over with the first contradiction, so what is looked at quickly comes first.
                    if !measured && !some_ignored && self.statements[*statement as usize].is_long()
                    {
                        late.push(*statement);
                        continue;
                    }
                    seen += self.look_at(*statement, scratch, state, delta, measured, round)?;
                }
            }
        }
        for statement in &late {
            seen += self.look_at(*statement, scratch, state, delta, measured, round)?;
        }
        scratch.late = late;
        // A round that ends in a contradiction is not charged for its statements: which of them fails first
        // depends on the order.
        scratch.work += seen;
        // Groups of a variable whose value was found last are searched for hidden singles again, too.
        let mut narrowed = std::mem::take(&mut scratch.before);
        narrowed.clear();
        std::mem::swap(&mut narrowed, &mut delta.narrowed);
        for var in narrowed.iter().chain(&delta.found) {
            self.touch_groups(scratch, *var);
        }
        delta.found.clear();
        delta.gone.clear();
        delta.is_all = false;
        for (var, value) in &round.peers {
            if state.remove(*var, *value) {
                self.note_gone(delta, *var, *value);
                self.narrow(scratch, state, delta, *var)?;
            }
        }
        // Many values may go at once.
        for gone in round.eliminations.chunk_by(|a, b| a.0.var == b.0.var) {
            let var = gone[0].0.var;
            let mut has_lost = false;
            for (Elimination { first, bits, .. }, _) in gone {
                let removed = state.remove_bits(var, *first, *bits);
                has_lost |= removed != 0;
                if self.has_sizes || delta.places.are_kept() {
                    Bits(removed).for_each(|bit| self.note_gone(delta, var, first + bit));
                }
            }
            if has_lost {
                self.narrow(scratch, state, delta, var)?;
            }
        }
        let outcome = self.singles(scratch, state, &narrowed, delta, round);
        scratch.before = narrowed;
        outcome
    }

    /// Adds what a statement by itself eliminates in a state, unless it cannot hold.
    pub(super) fn eliminated_by(
        &self,
        statement: u32,
        scratch: &mut RoundScratch,
        state: &SolveState,
        gone: &mut Vec<Elimination>,
    ) {
        let delta = Delta { is_all: true, ..Delta::default() };
        let mut round = std::mem::take(&mut scratch.spare_round);
        round.clear();
        if self.look_at(statement, scratch, state, &delta, false, &mut round).is_ok() {
            gone.extend(round.eliminations.iter().map(|(elimination, _)| *elimination));
        }
        scratch.spare_round = round;
    }

    /// Returns whether a statement by itself cannot hold in a state.
    pub(super) fn cannot_hold(
        &self,
        statement: u32,
        scratch: &mut RoundScratch,
        state: &SolveState,
    ) -> bool {
        let delta = Delta { is_all: true, ..Delta::default() };
        let mut round = std::mem::take(&mut scratch.spare_round);
        round.clear();
        let outcome = self.look_at(statement, scratch, state, &delta, false, &mut round);
        // A table excludes all values of its variables.
        let is_left_without = |gone: &[(Elimination, u32)]| {
            let size: u32 = gone.iter().map(|(gone, _)| gone.bits.count_ones()).sum();
            size >= state.size(gone[0].0.var)
        };
        let is_table = matches!(self.statements[statement as usize].kind, StatementKind::Table(_));
        let mut by_var = round.eliminations.chunk_by(|a, b| a.0.var == b.0.var);
        let cannot_hold = outcome.is_err() || is_table && by_var.any(is_left_without);
        scratch.spare_round = round;
        cannot_hold
    }

    /// Propagates one statement, and adds what it eliminates to the round. Returns the work.
    fn look_at(
        &self,
        statement: u32,
        scratch: &mut RoundScratch,
        state: &SolveState,
        delta: &Delta,
        measured: bool,
        round: &mut Round,
    ) -> Result<u64, Contradiction> {
        let stmt = &self.statements[statement as usize];
        if scratch.is_ignored(stmt.source) {
            return Ok(0);
        }
        let RoundScratch { store, sizes, table, buffer, reduced, .. } = scratch;
        buffer.clear();
        let by_rest = match measured {
            true => None,
            false => self.propagate_reduced(statement, reduced, state, table, buffer),
        };
        let seen = by_rest.unwrap_or_else(|| {
            let memory = StatementScratch { store, sizes, table };
            self.propagate(stmt, state, delta, memory, measured, buffer)
        });
        match seen {
            Ok(_) => {
                round.looked_at.push(statement);
                let own = buffer.iter().map(|elimination| (*elimination, statement));
                round.eliminations.extend(own);
            }
            Err(_) => round.failing = Some(statement),
        }
        seen
    }

    /// Records in `delta` which value a variable lost, as far as anything looks at that.
    fn note_gone(&self, delta: &mut Delta, var: u32, value: u32) {
        if self.has_sizes {
            delta.gone.push((var, value));
        }
        if delta.places.are_kept() {
            self.lose_place(&mut delta.places, var, value);
        }
    }

    /// Records in `delta` that a variable lost a value, and fails where it has none left.
    fn narrow(
        &self,
        scratch: &mut RoundScratch,
        state: &SolveState,
        delta: &mut Delta,
        var: u32,
    ) -> Result<(), Contradiction> {
        if RoundScratch::touch(scratch.clock, &mut scratch.changed[var as usize]) {
            delta.narrowed.push(var);
        }
        if state.domain(var).iter().all(|word| *word == 0) {
            return Err(Contradiction::NoValue(var));
        }
        self.touch_groups(scratch, var);
        Ok(())
    }

    fn touch_groups(&self, scratch: &mut RoundScratch, var: u32) {
        let own = &self.full_groups_of[var as usize * self.group_words..];
        scratch.grouped.iter_mut().zip(own).for_each(|(touched, own)| *touched |= own);
    }

    /// Collects all naked and hidden singles.
    fn singles(
        &self,
        scratch: &RoundScratch,
        state: &SolveState,
        before: &[u32],
        delta: &mut Delta,
        round: &mut Round,
    ) -> Result<(), Contradiction> {
        for var in before.iter().chain(&delta.narrowed) {
            if !state.is_found(*var)
                && let Some(value) = state.single(*var)
            {
                round.singles.push(Single { var: *var, value, kind: SingleKind::Naked });
            }
        }
        if delta.places.are_kept() {
            return self.seen_in(&mut delta.places, state, &mut round.singles);
        }
        for number in members(&scratch.grouped) {
            let group = &self.groups[number];
            if !scratch.is_ignored(group.source) {
                self.hidden_singles(number as u32, group, state, &mut round.singles)?;
            }
        }
        Ok(())
    }

    /// Collects the hidden singles of one group.
    fn hidden_singles(
        &self,
        number: u32,
        group: &Group,
        state: &SolveState,
        singles: &mut Vec<Single>,
    ) -> Result<(), Contradiction> {
        for word in (0..state.words()).filter(|word| group.mask[*word] != 0) {
            let (mut once, mut twice, mut found) = (0, 0, 0);
            for var in &group.vars {
                let bits = state.word(*var, word);
                twice |= once & bits;
                once |= bits;
                found |= if state.is_found(*var) { bits } else { 0 };
            }
            let missing = group.mask[word] & !once;
            if missing != 0 {
                let value = word as u32 * 64 + missing.trailing_zeros();
                return Err(Contradiction::NoPlace(number, value));
            }
            // A found value is alone, too, unless another variable still has it.
            let alone_bits = once & !twice & !found;
            if alone_bits == 0 {
                continue;
            }
            for var in &group.vars {
                let bits = state.word(*var, word) & alone_bits;
                for bit in Bits(bits) {
                    let value = word as u32 * 64 + bit;
                    singles.push(Single { var: *var, value, kind: SingleKind::Hidden(number) });
                }
            }
        }
        Ok(())
    }

    /// Assigns the values that a round found.
    pub(super) fn assign_singles(
        &self,
        state: &mut SolveState,
        delta: &mut Delta,
        singles: &[Single],
    ) -> Result<(), Contradiction> {
        for single in singles {
            match state.found(single.var) {
                Some(value) if value == single.value => continue,
                Some(_) => return Err(Contradiction::NoValue(single.var)),
                None => {}
            }
            self.assign(state, delta, single.var, single.value)?;
        }
        Ok(())
    }

    /// Assigns a value to a variable.
    pub(super) fn assign(
        &self,
        state: &mut SolveState,
        delta: &mut Delta,
        var: u32,
        value: u32,
    ) -> Result<(), Contradiction> {
        if !state.can(var, value) {
            return Err(Contradiction::NoValue(var));
        }
        if state.size(var) > 1 {
            if self.has_sizes || delta.places.are_kept() {
                let gone = state.values(var).filter(|other| *other != value);
                gone.for_each(|other| self.note_gone(delta, var, other));
            }
            state.keep_only(var, value);
            delta.narrowed.push(var);
        }
        state.find(var, value);
        delta.found.push(var);
        Ok(())
    }
}
