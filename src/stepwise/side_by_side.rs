//! Trials of many values side by side, for problems that say just that variables differ: a word has a bit for each of 64
//! trials, so that one operation is done for all of them.
//!
//! A round concludes, finds contradictions and counts work as [`StepwiseModel::round`] does for one trial.

use std::rc::Rc;

use crate::search::lists::Lists;

use super::model::StepwiseModel;
use super::state::{Bits, SolveState};

/// Trials in one word.
const LANES: usize = u64::BITS as usize;

/// What is open at a stall. A place is a value that an open variable has left; a want is a value that a full group has not
/// taken yet.
#[derive(Debug, Default)]
struct OpenPlaces {
    /// Of each open variable, its number in the model.
    vars: Vec<u32>,
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

/// Up to 64 assumptions and what follows from each so far. In all words, a bit stands for an assumption.
#[derive(Debug)]
pub(super) struct Batch {
    stall: Rc<OpenPlaces>,
    /// The variables and values that are assumed.
    assumed: Vec<(u32, u32)>,
    /// For each place, where it is still left.
    can: Vec<u64>,
    /// For each open variable, where its value was found.
    found: Vec<u64>,
    /// The places that the last round found.
    fresh: Vec<Single>,
    /// For each open variable, where the last round took values from it, and the variables of which it did.
    lost: Vec<u64>,
    losers: Vec<u32>,
    /// What the last round found, and whether it is still to be assigned.
    singles: Vec<Single>,
    is_due: bool,
    /// Where another round may show more, and where there was no contradiction and nothing more follows.
    open: u64,
    settled: u64,
    /// What the next round has to look at: lost and found values.
    work: u64,
    /// Nothing, between calls: for each place and for each open variable, where a value is found.
    single_at: Vec<u64>,
    single_of: Vec<u64>,
}

/// A place, and where its value is found.
#[derive(Debug, Clone, Copy)]
struct Single {
    at: u32,
    lanes: u64,
}

impl StepwiseModel {
    /// Returns whether trials in this state can be made side by side.
    pub(super) fn is_side_by_side(&self, state: &SolveState) -> bool {
        self.statements.is_empty() && state.words() == 1
    }

    /// Assumes values, each alone, in a state from which nothing more follows by itself.
    pub(super) fn batches(&self, state: &SolveState, assumed: &[(u32, u32)]) -> Vec<Batch> {
        let stall = Rc::new(self.open_places(state));
        assumed.chunks(LANES).map(|assumed| Batch::new(&stall, assumed)).collect()
    }

    fn open_places(&self, state: &SolveState) -> OpenPlaces {
        let all_values = (0..state.var_count()).fold(0, |all, var| all | self.root.word(var, 0));
        let width = (u64::BITS - all_values.leading_zeros()) as usize;
        let words = self.sets.words;
        let mut open = OpenPlaces {
            width,
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
            open.vars.push(var);
        }
        for (vars, values) in &self.sets.groups {
            for value in values {
                let range = *value as usize * words..(*value as usize + 1) * words;
                if shared(vars, &taken[range.clone()]).next().is_none() {
                    let takers = shared(vars, &open.holders[range]);
                    let place = |var: usize| open.place_at[var * width + *value as usize];
                    open.takers.push(takers.map(place));
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
                for var in shared(peers, holders) {
                    each(open.place_at[var * open.width + value]);
                }
            }
        }
    }

    /// Propagates the assumptions of a batch for one more round, and returns those that lead to a contradiction, and the
    /// work.
    pub(super) fn go_on_batch(&self, batch: &mut Batch) -> (Vec<(u32, u32)>, u64) {
        batch.assign();
        let work = u64::from(batch.open.count_ones()) + batch.work;
        let conflict = self.exclude_by_found(batch)
            | batch.naked_singles()
            | batch.hidden_singles()
            | batch.found_twice();
        let conflict = conflict & batch.open;
        batch.open &= !conflict;
        batch.is_due = true;
        (Bits(conflict).map(|lane| batch.assumed[lane as usize]).collect(), work)
    }

    /// Takes from all that differs from a found variable its value, and returns where that is a contradiction, as what
    /// follows does, too.
    fn exclude_by_found(&self, batch: &mut Batch) -> u64 {
        let Batch { stall, can, found, fresh, lost, losers, open, .. } = batch;
        losers.drain(..).for_each(|var| lost[var as usize] = 0);
        let mut conflict = 0;
        for Single { at, lanes } in fresh.iter() {
            let lanes = lanes & *open;
            self.each_excluded(stall, *at, |other| {
                let can = &mut can[other as usize];
                let gone = *can & lanes;
                if gone != 0 {
                    *can &= !gone;
                    let var = stall.var(other);
                    conflict |= gone & found[var];
                    if lost[var] == 0 {
                        losers.push(var as u32);
                    }
                    lost[var] |= gone;
                }
            });
        }
        conflict
    }
}

/// Returns what two sets share.
fn shared<'s>(a: &'s [u64], b: &'s [u64]) -> impl Iterator<Item = usize> + 's {
    let words = a.iter().zip(b).enumerate();
    words.flat_map(|(at, (a, b))| Bits(a & b).map(move |bit| at * 64 + bit as usize))
}

impl OpenPlaces {
    fn var(&self, place: u32) -> usize {
        self.values[place as usize].0 as usize
    }
}

impl Batch {
    fn new(stall: &Rc<OpenPlaces>, assumed: &[(u32, u32)]) -> Self {
        let (vars, places) = (stall.vars.len(), stall.values.len());
        let all = !0 >> (LANES - assumed.len());
        let mut batch = Self {
            stall: Rc::clone(stall),
            assumed: assumed.to_vec(),
            can: vec![all; places],
            found: vec![0; vars],
            fresh: Vec::new(),
            lost: vec![0; vars],
            losers: Vec::new(),
            singles: Vec::new(),
            is_due: true,
            open: all,
            settled: 0,
            work: 0,
            single_at: vec![0; places],
            single_of: vec![0; vars],
        };
        let lanes = assumed.iter().enumerate();
        let singles = lanes.map(|(lane, (var, value))| {
            let at = stall.place_at[*var as usize * stall.width + *value as usize];
            Single { at, lanes: 1 << lane }
        });
        batch.singles.extend(singles);
        batch.assign();
        batch
    }

    /// Returns whether no round shows more.
    pub(super) fn is_over(&self) -> bool {
        self.open == 0
    }

    /// Finds variables that have one value left, or none.
    fn naked_singles(&mut self) -> u64 {
        let mut conflict = 0;
        for var in &self.losers {
            let places = self.stall.places.of(*var as usize);
            let (once, twice) = once_and_twice(places, &self.can);
            conflict |= self.lost[*var as usize] & !once;
            let alone = self.lost[*var as usize] & once & !twice & !self.found[*var as usize];
            note(places, alone, &self.can, &mut self.singles);
        }
        conflict
    }

    /// Finds wants that one place can take, or none.
    fn hidden_singles(&mut self) -> u64 {
        let mut conflict = 0;
        for want in 0..self.stall.takers.len() {
            let takers = self.stall.takers.of(want);
            let (once, twice) = once_and_twice(takers, &self.can);
            conflict |= !once;
            let mut alone = once & !twice & self.open;
            if alone != 0 {
                for at in takers {
                    alone &= !(self.can[*at as usize] & self.found[self.stall.var(*at)]);
                }
                note(takers, alone, &self.can, &mut self.singles);
            }
        }
        conflict
    }

    /// Joins what was found several times, and returns where two values were found for one variable.
    fn found_twice(&mut self) -> u64 {
        self.singles.retain(|Single { at, lanes }| {
            let lanes_at = &mut self.single_at[*at as usize];
            let is_first = *lanes_at == 0;
            *lanes_at |= lanes;
            is_first
        });
        let mut twice = 0;
        for Single { at, lanes } in &mut self.singles {
            *lanes = std::mem::take(&mut self.single_at[*at as usize]);
            let of_var = &mut self.single_of[self.stall.var(*at)];
            twice |= *of_var & *lanes;
            *of_var |= *lanes;
        }
        self.singles.iter().for_each(|single| self.single_of[self.stall.var(single.at)] = 0);
        twice
    }

    /// Assigns what the last round found where there is no contradiction, and ends the trials of which a round shows no more.
    pub(super) fn assign(&mut self) {
        if !std::mem::take(&mut self.is_due) {
            return;
        }
        let mut narrowed = 0;
        let mut changed = self.losers.iter().fold(0, |all, var| all | self.lost[*var as usize]);
        self.fresh.clear();
        for Single { at, lanes } in self.singles.drain(..) {
            let lanes = lanes & self.open;
            if lanes == 0 {
                continue;
            }
            let var = self.stall.var(at);
            let mut others = 0;
            for other in self.stall.places.of(var).iter().filter(|other| **other != at) {
                let can = &mut self.can[*other as usize];
                others |= *can & lanes;
                *can &= !lanes;
            }
            narrowed += u64::from(others.count_ones());
            changed |= lanes;
            self.found[var] |= lanes;
            self.fresh.push(Single { at, lanes });
        }
        self.settled |= self.open & !changed;
        self.open &= changed;
        let count = |lanes: u64| u64::from((lanes & self.open).count_ones());
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
        let mut sizes = [0; LANES];
        for (own, _) in self.stall.vars.iter().enumerate().filter(|(_, var)| counts(**var)) {
            let open = self.settled & !self.found[own];
            for at in self.stall.places.of(own) {
                Bits(self.can[*at as usize] & open).for_each(|lane| sizes[lane as usize] += 1);
            }
        }
        Bits(self.settled).map(move |lane| (self.assumed[lane as usize], sizes[lane as usize]))
    }
}

/// Returns where at least one of the places is left, and where at least two are.
fn once_and_twice(places: &[u32], can: &[u64]) -> (u64, u64) {
    let lanes = places.iter().map(|at| can[*at as usize]);
    lanes.fold((0, 0), |(once, twice), lanes| (once | lanes, twice | once & lanes))
}

/// Adds those of the places that are left in some lanes.
fn note(places: &[u32], lanes: u64, can: &[u64], singles: &mut Vec<Single>) {
    if lanes != 0 {
        let left = places.iter().map(|at| Single { at: *at, lanes: lanes & can[*at as usize] });
        singles.extend(left.filter(|single| single.lanes != 0));
    }
}
