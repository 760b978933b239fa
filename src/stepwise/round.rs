//! One round of synchronous propagation: every statement is propagated alone, on the same state, and the
//! removals of all of them are then applied together. So the result does not depend on their order.

use std::collections::BTreeSet;

use crate::search::store::Store;

use super::board::{Board, Group};
use super::looks::{Clash, Paper};
use super::news::{News, Note};
use super::sizes::Marks;
use super::state::{Bits, State};

/// Why a value was found: a naked or a hidden single.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// Naked single: no other value of the variable is left.
    Only,
    /// Hidden single: no other variable of this group (by position) can have the value.
    In(u32),
}

/// A value that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// The variable.
    pub(super) var: u32,
    /// The value.
    pub(super) value: u32,
    /// How it was found.
    pub(super) way: Way,
}

/// The result of one round.
#[derive(Debug, Clone, Default)]
pub(super) struct Round {
    /// Values (variable, value) that are removed because a peer has them.
    pub(super) peers: Vec<(u32, u32)>,
    /// Values that other statements remove, with the position of the statement.
    pub(super) notes: Vec<(Note, u32)>,
    /// Values found, once for each way that finds them.
    pub(super) places: Vec<Place>,
}

/// Memory that rounds share.
#[derive(Debug)]
pub(super) struct Desk {
    store: Store,
    marks: Marks,
    /// For each look, group and variable, the last round (`clock`) that touched it.
    looked: Vec<u32>,
    grouped: Vec<u32>,
    changed: Vec<u32>,
    clock: u32,
    buffer: Vec<Note>,
    before: Vec<u32>,
    /// The work so far, in rounds and touched variables. It is the same for symmetric copies of a puzzle,
    /// except where a search ends before all candidates were tried.
    pub(super) work: u64,
    /// For each source, whether its statements are ignored; empty if none is.
    pub(super) muted: Vec<bool>,
    /// The sources whose statements removed a value under an assumption.
    pub(super) spoke: BTreeSet<u32>,
}

impl Desk {
    fn is_muted(&self, source: u32) -> bool {
        self.muted.get(source as usize).is_some_and(|muted| *muted)
    }

    pub(super) fn new(board: &Board) -> Self {
        Self {
            store: board.store.clone(),
            marks: Marks::default(),
            looked: vec![0; board.looks.len()],
            grouped: vec![0; board.groups.len()],
            changed: vec![0; board.peers.len()],
            clock: 0,
            buffer: Vec::new(),
            before: Vec::new(),
            work: 0,
            muted: Vec::new(),
            spoke: BTreeSet::new(),
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
        self.notes.clear();
        self.places.clear();
    }
}

impl Board {
    /// Propagates every statement that has a variable in `news`, and removes the values from `state`. After
    /// that, `news` are the removals of this round. The values found are in `round.places`; they are
    /// applied by [`Board::place`]. With `measured`, sizes of reasons are found, too.
    ///
    /// # Errors
    /// The contradiction that shows first.
    pub(super) fn round(
        &self,
        desk: &mut Desk,
        state: &mut State,
        news: &mut News,
        measured: bool,
        round: &mut Round,
    ) -> Result<(), Clash> {
        round.clear();
        desk.clock += 1;
        desk.work += 1 + (news.narrowed.len() + news.found.len()) as u64;
        let mut seen = 0;
        let some_muted = !desk.muted.is_empty();
        for var in &news.found {
            let Some(value) = state.found(*var) else { continue };
            for peer in &self.peers[*var as usize] {
                if some_muted && desk.is_muted(peer.source) {
                    continue;
                }
                let Ok(value) = u32::try_from(i64::from(value) + peer.add) else { continue };
                if state.can(peer.var, value) {
                    if state.is_found(peer.var) {
                        return Err(Clash::Statement(peer.source));
                    }
                    round.peers.push((peer.var, value));
                }
            }
        }
        for var in news.found.iter().chain(&news.narrowed) {
            for look in &self.looks_at[*var as usize] {
                if Desk::touch(desk.clock, &mut desk.looked[*look as usize]) {
                    let stmt = &self.looks[*look as usize];
                    if desk.is_muted(stmt.source) {
                        continue;
                    }
                    desk.buffer.clear();
                    let paper = Paper { store: &mut desk.store, marks: &mut desk.marks };
                    seen += self.look(stmt, state, news, paper, measured, &mut desk.buffer)?;
                    round.notes.extend(desk.buffer.iter().map(|note| (*note, *look)));
                }
            }
        }
        // A round that ends in a contradiction is not charged for its looks: which statement shows it first
        // depends on the order.
        desk.work += seen;
        // Groups of a variable whose value was found last are searched for hidden singles again, too.
        let mut narrowed = std::mem::take(&mut desk.before);
        narrowed.clear();
        std::mem::swap(&mut narrowed, &mut news.narrowed);
        for var in narrowed.iter().chain(&news.found) {
            self.touch_groups(desk, *var);
        }
        news.found.clear();
        news.gone.clear();
        news.is_all = false;
        let gone = round.peers.iter().copied();
        for (var, value) in gone.chain(round.notes.iter().map(|(note, _)| (note.var, note.value))) {
            if state.remove(var, value) {
                news.gone.push((var, value));
                self.narrow(desk, state, news, var)?;
            }
        }
        let outcome = self.places(desk, state, &narrowed, news, round);
        desk.before = narrowed;
        outcome
    }

    /// Records in `news` that a variable lost a value, and fails where it has none left.
    fn narrow(
        &self,
        desk: &mut Desk,
        state: &State,
        news: &mut News,
        var: u32,
    ) -> Result<(), Clash> {
        if Desk::touch(desk.clock, &mut desk.changed[var as usize]) {
            news.narrowed.push(var);
        }
        if state.domain(var).iter().all(|word| *word == 0) {
            return Err(Clash::NoValue(var));
        }
        self.touch_groups(desk, var);
        Ok(())
    }

    fn touch_groups(&self, desk: &mut Desk, var: u32) {
        for group in &self.groups_of[var as usize] {
            desk.grouped[*group as usize] = desk.clock;
        }
    }

    /// Collects all naked and hidden singles.
    fn places(
        &self,
        desk: &Desk,
        state: &State,
        before: &[u32],
        news: &News,
        round: &mut Round,
    ) -> Result<(), Clash> {
        for var in before.iter().chain(&news.narrowed) {
            if !state.is_found(*var)
                && let Some(value) = state.single(*var)
            {
                round.places.push(Place { var: *var, value, way: Way::Only });
            }
        }
        for (number, group) in self.groups.iter().enumerate() {
            let is_touched = desk.grouped[number] == desk.clock;
            if group.is_full && is_touched && !desk.is_muted(group.source) {
                self.hidden_singles(number as u32, group, state, &mut round.places)?;
            }
        }
        Ok(())
    }

    /// Collects the hidden singles of one group.
    fn hidden_singles(
        &self,
        number: u32,
        group: &Group,
        state: &State,
        places: &mut Vec<Place>,
    ) -> Result<(), Clash> {
        for word in 0..state.words() {
            let (mut once, mut twice) = (0, 0);
            for var in &group.vars {
                let bits = state.domain(*var)[word];
                twice |= once & bits;
                once |= bits;
            }
            let missing = group.mask[word] & !once;
            if missing != 0 {
                let value = word as u32 * 64 + missing.trailing_zeros();
                return Err(Clash::NoPlace(number, value));
            }
            let single = once & !twice;
            if single == 0 {
                continue;
            }
            for var in &group.vars {
                let bits = state.domain(*var)[word] & single;
                if bits != 0 && !state.is_found(*var) {
                    for bit in Bits(bits) {
                        let value = word as u32 * 64 + bit;
                        places.push(Place { var: *var, value, way: Way::In(number) });
                    }
                }
            }
        }
        Ok(())
    }

    /// Assigns the values that a round found.
    pub(super) fn place(
        &self,
        state: &mut State,
        news: &mut News,
        places: &[Place],
    ) -> Result<(), Clash> {
        for place in places {
            match state.found(place.var) {
                Some(value) if value == place.value => continue,
                Some(_) => return Err(Clash::NoValue(place.var)),
                None => {}
            }
            self.assign(state, news, place.var, place.value)?;
        }
        Ok(())
    }

    /// Assigns a value to a variable.
    pub(super) fn assign(
        &self,
        state: &mut State,
        news: &mut News,
        var: u32,
        value: u32,
    ) -> Result<(), Clash> {
        if !state.can(var, value) {
            return Err(Clash::NoValue(var));
        }
        if state.size(var) > 1 {
            news.gone.extend(state.values(var).filter(|v| *v != value).map(|v| (var, v)));
            state.keep_only(var, value);
            news.narrowed.push(var);
        }
        state.find(var, value);
        news.found.push(var);
        Ok(())
    }
}
