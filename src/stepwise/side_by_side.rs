//! Trials of many values side by side, for problems that say just that variables differ: one operation is done for all of
//! them (`lanes.rs`).
//!
//! A round concludes, finds contradictions and counts work as [`StepwiseModel::round`] does for one trial.

use std::rc::Rc;

use puzgen_search::lists::Lists;

use super::lanes::Lanes;
use super::model::StepwiseModel;
use super::state::{Bits, SolveState};

/// What is open at a stall. A place is a value that an open variable has left; a want is a value that a full group has not
/// taken yet.
#[derive(Debug, Default)]
struct OpenPlaces {
    /// Of each open variable, its number in the model; the other way round; and these as a set.
    vars: Vec<u32>,
    own_at: Vec<u32>,
    open: Vec<u64>,
    /// Of each open variable, its places.
    places: Lists,
    /// Of each place, its variable, among the open ones, and its value.
    values: Vec<(u32, u32)>,
    /// How many values there is room for.
    width: usize,
    /// Of each value of each variable of the model, the place.
    place_at: Vec<u32>,
    /// Of each value, the open variables of the model that have it left, as a set.
    holders: Vec<u64>,
    /// Of each want, the places that can take it.
    takers: Lists,
}

/// Assumptions and what follows from each so far: each has a lane.
#[derive(Debug)]
pub(super) struct Batch {
    stall: Rc<OpenPlaces>,
    /// The variables and values that are assumed.
    assumed: Vec<(u32, u32)>,
    /// For each value, where it is assumed.
    by_value: Vec<Lanes>,
    /// Whether there was no round yet.
    is_new: bool,
    /// For each place, where it is still left.
    can: Vec<Lanes>,
    /// For each open variable, where its value was found.
    found: Vec<Lanes>,
    /// The places that were assigned last.
    fresh: Vec<Single>,
    /// For each open variable, where the last round took values from it, and the variables of which it did.
    lost: Vec<Lanes>,
    losers: Vec<u32>,
    /// The places that the last round found, for each place where, and whether that is still to be assigned.
    singles: Vec<u32>,
    single_at: Vec<Lanes>,
    is_due: bool,
    /// Where another round may show more, and where there was no contradiction and nothing more follows.
    open: Lanes,
    settled: Lanes,
    /// What the next round has to look at: lost and found values.
    work: u64,
    /// Nothing, between calls: for each open variable, where a value is found.
    single_of: Vec<Lanes>,
}

/// A place, and where its value is found.
#[derive(Debug, Clone, Copy)]
struct Single {
    at: u32,
    lanes: Lanes,
}

impl StepwiseModel {
    /// Returns whether trials in this state can be made side by side.
    pub(super) fn is_side_by_side(&self, state: &SolveState) -> bool {
        self.statements.is_empty() && state.words() == 1
    }

    /// Assumes values, each alone, in a state from which nothing more follows by itself.
    pub(super) fn batches(&self, state: &SolveState, assumed: &[(u32, u32)]) -> Vec<Batch> {
        let stall = Rc::new(self.open_places(state));
        assumed.chunks(Lanes::COUNT).map(|assumed| Batch::new(&stall, assumed)).collect()
    }

    fn open_places(&self, state: &SolveState) -> OpenPlaces {
        let all_values = (0..state.var_count()).fold(0, |all, var| all | self.root.word(var, 0));
        let width = (u64::BITS - all_values.leading_zeros()) as usize;
        let words = self.sets.words;
        let mut open = OpenPlaces {
            width,
            own_at: vec![0; state.var_count() as usize],
            open: vec![0; words],
            place_at: vec![0; width * state.var_count() as usize],
            holders: vec![0; width * words],
            ..OpenPlaces::default()
        };
        let mut taken = vec![0; width * words];
        for var in 0..state.var_count() {
            let (word, bit) = (var as usize / 64, 1 << (var % 64));
            if let Some(value) = state.found(var) {
                taken[value as usize * words + word] |= bit;
                continue;
            }
            let (own, begin) = (open.vars.len() as u32, open.values.len() as u32);
            for value in Bits(state.word(var, 0)) {
                open.holders[value as usize * words + word] |= bit;
                open.place_at[var as usize * width + value as usize] = open.values.len() as u32;
                open.values.push((own, value));
            }
            open.places.push(begin..open.values.len() as u32);
            open.own_at[var as usize] = own;
            open.open[word] |= bit;
            open.vars.push(var);
        }
        for (vars, values) in &self.sets.groups {
            for value in values {
                let range = *value as usize * words..(*value as usize + 1) * words;
                if vars.iter().zip(&taken[range.clone()]).all(|(vars, taken)| vars & taken == 0) {
                    each_shared(vars, &open.holders[range], |var| {
                        open.takers.add(open.place_at[var * width + *value as usize]);
                    });
                    open.takers.end();
                }
            }
        }
        open
    }

    /// Calls `each` with every place that a place excludes.
    fn each_excluded(&self, open: &OpenPlaces, place: u32, mut each: impl FnMut(u32)) {
        let (own, value) = open.values[place as usize];
        for (add, peers) in &self.sets.peers[open.vars[own as usize] as usize] {
            let Ok(value) = usize::try_from(i64::from(value) + add) else { continue };
            if value < open.width {
                let holders = &open.holders[value * self.sets.words..][..self.sets.words];
                each_shared(peers, holders, |var| {
                    each(open.place_at[var * open.width + value]);
                });
            }
        }
    }

    /// Propagates the assumptions of a batch for one more round, and returns those that lead to a contradiction, and the
    /// work.
    pub(super) fn go_on_batch(&self, batch: &mut Batch) -> (Vec<(u32, u32)>, u64) {
        batch.assign();
        let work = u64::from(batch.open.count()) + batch.work;
        let by_found = match std::mem::take(&mut batch.is_new) {
            true => self.exclude_by_assumed(batch),
            false => self.exclude_by_found(batch),
        };
        let conflict =
            by_found | batch.naked_singles() | batch.hidden_singles() | batch.found_twice();
        let conflict = conflict & batch.open;
        batch.open &= !conflict;
        batch.is_due = true;
        (conflict.members().map(|lane| batch.assumed[lane]).collect(), work)
    }

    /// Does what [`Self::exclude_by_found`] does where just what is assumed is found: for each variable, all lanes of what
    /// differs from it at once. There are no contradictions yet.
    fn exclude_by_assumed(&self, batch: &mut Batch) -> Lanes {
        let Batch { stall, by_value, can, found, lost, losers, .. } = batch;
        for (own, var) in stall.vars.iter().enumerate() {
            for (add, peers) in &self.sets.peers[*var as usize] {
                let mut assumed = Lanes::NONE;
                each_shared(peers, &stall.open, |peer| {
                    assumed |= found[stall.own_at[peer] as usize];
                });
                for at in stall.places.of(own) {
                    let (value, can) = (stall.values[*at as usize].1, &mut can[*at as usize]);
                    let same =
                        usize::try_from(i64::from(value) + add).map(|value| by_value.get(value));
                    if let Ok(Some(same)) = same {
                        let gone = *can & assumed & *same;
                        *can &= !gone;
                        lost[own] |= gone;
                    }
                }
            }
            if lost[own].any() {
                losers.push(own as u32);
            }
        }
        Lanes::NONE
    }

    /// Takes from all that differs from a found variable its value, and returns where that is a contradiction, as what
    /// follows does, too.
    fn exclude_by_found(&self, batch: &mut Batch) -> Lanes {
        let Batch { stall, can, found, fresh, lost, losers, open, .. } = batch;
        losers.drain(..).for_each(|var| lost[var as usize] = Lanes::NONE);
        let mut conflict = Lanes::NONE;
        for Single { at, lanes } in fresh.iter() {
            let lanes = *lanes & *open;
            self.each_excluded(stall, *at, |other| {
                let can = &mut can[other as usize];
                let gone = *can & lanes;
                if gone.any() {
                    *can &= !gone;
                    let var = stall.var(other);
                    conflict |= gone & found[var];
                    if !lost[var].any() {
                        losers.push(var as u32);
                    }
                    lost[var] |= gone;
                }
            });
        }
        conflict
    }
}

/// Calls `each` with what two sets share.
#[inline]
fn each_shared(a: &[u64], b: &[u64], mut each: impl FnMut(usize)) {
    for (at, (a, b)) in a.iter().zip(b).enumerate() {
        for bit in Bits(a & b) {
            each(at * 64 + bit as usize);
        }
    }
}

impl OpenPlaces {
    fn var(&self, place: u32) -> usize {
        self.values[place as usize].0 as usize
    }
}

impl Batch {
    fn new(stall: &Rc<OpenPlaces>, assumed: &[(u32, u32)]) -> Self {
        let (vars, places) = (stall.vars.len(), stall.values.len());
        let mut batch = Self {
            stall: Rc::clone(stall),
            assumed: assumed.to_vec(),
            by_value: vec![Lanes::NONE; stall.width],
            is_new: true,
            can: vec![Lanes::NONE; places],
            found: vec![Lanes::NONE; vars],
            fresh: Vec::new(),
            lost: vec![Lanes::NONE; vars],
            losers: Vec::new(),
            singles: Vec::new(),
            is_due: false,
            open: Lanes::first(assumed.len()),
            settled: Lanes::NONE,
            work: 0,
            single_at: vec![Lanes::NONE; places],
            single_of: vec![Lanes::NONE; vars],
        };
        batch.assume();
        batch
    }

    /// Assigns what is assumed.
    fn assume(&mut self) {
        for (lane, (var, value)) in self.assumed.iter().enumerate() {
            let own = self.stall.own_at[*var as usize] as usize;
            self.found[own] |= Lanes::one(lane);
            self.by_value[*value as usize] |= Lanes::one(lane);
            // It is found, and narrowed where it has other values.
            self.work += 1 + u64::from(self.stall.places.of(own).len() > 1);
        }
        for (can, (own, value)) in self.can.iter_mut().zip(&self.stall.values) {
            *can = self.open & (!self.found[*own as usize] | self.by_value[*value as usize]);
        }
    }

    /// Returns whether no round shows more.
    pub(super) fn is_over(&self) -> bool {
        !self.open.any()
    }

    /// Finds variables that have one value left, or none.
    fn naked_singles(&mut self) -> Lanes {
        let Self { stall, can, found, lost, losers, single_at, singles, .. } = self;
        let mut conflict = Lanes::NONE;
        for var in losers.iter().map(|var| *var as usize) {
            let places = stall.places.of(var);
            let (once, twice) = once_and_twice(places, can);
            conflict |= lost[var] & !once;
            let alone = lost[var] & once & !twice & !found[var];
            if alone.any() {
                places
                    .iter()
                    .for_each(|at| note(*at, alone & can[*at as usize], single_at, singles));
            }
        }
        conflict
    }

    /// Finds wants that one place can take, or none.
    fn hidden_singles(&mut self) -> Lanes {
        let Self { stall, can, found, open, single_at, singles, .. } = self;
        let mut conflict = Lanes::NONE;
        for want in 0..stall.takers.len() {
            let takers = stall.takers.of(want);
            let (once, twice) = once_and_twice(takers, can);
            conflict |= !once;
            let alone = once & !twice & *open;
            if alone.any() {
                for at in takers {
                    let lanes = alone & can[*at as usize] & !found[stall.var(*at)];
                    note(*at, lanes, single_at, singles);
                }
            }
        }
        conflict
    }

    /// Returns where two values were found for one variable.
    fn found_twice(&mut self) -> Lanes {
        let Self { stall, single_at, single_of, singles, .. } = self;
        let mut twice = Lanes::NONE;
        for at in &*singles {
            let (lanes, of_var) = (single_at[*at as usize], &mut single_of[stall.var(*at)]);
            twice |= *of_var & lanes;
            *of_var |= lanes;
        }
        singles.iter().for_each(|at| single_of[stall.var(*at)] = Lanes::NONE);
        twice
    }

    /// Assigns what the last round found where there is no contradiction, and ends the trials of which a round shows no more.
    pub(super) fn assign(&mut self) {
        if !std::mem::take(&mut self.is_due) {
            return;
        }
        let mut narrowed = 0;
        let mut changed =
            self.losers.iter().fold(Lanes::NONE, |all, var| all | self.lost[*var as usize]);
        self.fresh.clear();
        for at in self.singles.drain(..) {
            let lanes = std::mem::take(&mut self.single_at[at as usize]) & self.open;
            if !lanes.any() {
                continue;
            }
            let var = self.stall.var(at);
            let mut others = Lanes::NONE;
            for other in self.stall.places.of(var).iter().filter(|other| **other != at) {
                let can = &mut self.can[*other as usize];
                others |= *can & lanes;
                *can &= !lanes;
            }
            narrowed += u64::from(others.count());
            changed |= lanes;
            self.found[var] |= lanes;
            self.fresh.push(Single { at, lanes });
        }
        self.settled |= self.open & !changed;
        self.open &= changed;
        let count = |lanes: Lanes| u64::from((lanes & self.open).count());
        let lost: u64 = self.losers.iter().map(|var| count(self.lost[*var as usize])).sum();
        let found: u64 = self.fresh.iter().map(|single| count(single.lanes)).sum();
        self.work = narrowed + lost + found;
    }

    /// Returns the assumptions from which no contradiction follows, each with the number of values that these variables
    /// have left where they are not found.
    pub(super) fn left<'b>(
        &'b self,
        counts: impl Fn(u32) -> bool,
    ) -> impl Iterator<Item = ((u32, u32), u64)> + 'b {
        let mut sizes = [0; Lanes::COUNT];
        for (own, _) in self.stall.vars.iter().enumerate().filter(|(_, var)| counts(**var)) {
            let open = self.settled & !self.found[own];
            for at in self.stall.places.of(own) {
                (self.can[*at as usize] & open).members().for_each(|lane| sizes[lane] += 1);
            }
        }
        self.settled.members().map(move |lane| (self.assumed[lane], sizes[lane]))
    }
}

/// Returns where at least one of the places is left, and where at least two are.
fn once_and_twice(places: &[u32], can: &[Lanes]) -> (Lanes, Lanes) {
    let lanes = places.iter().map(|at| can[*at as usize]);
    lanes.fold((Lanes::NONE, Lanes::NONE), |(once, twice), lanes| {
        (once | lanes, twice | once & lanes)
    })
}

/// Notes that a place is found in some lanes.
#[inline]
fn note(at: u32, lanes: Lanes, single_at: &mut [Lanes], singles: &mut Vec<u32>) {
    if lanes.any() {
        let own = &mut single_at[at as usize];
        if !own.any() {
            singles.push(at);
        }
        *own |= lanes;
    }
}
