//! Trials of many values side by side, for problems that say just that variables differ: a word has a bit for each of 64
//! trials, so that one operation is done for all of them.
//!
//! A round concludes, finds contradictions and counts work as [`StepwiseModel::round`] does for one trial.

use std::ops::Range;
use std::sync::Arc;

use super::model::StepwiseModel;
use super::state::{Bits, SolveState};

/// Trials in one word.
const LANES: usize = u64::BITS as usize;

/// Up to 64 assumptions and what follows from each so far. In all words, a bit stands for an assumption.
#[derive(Debug)]
pub(super) struct Batch {
    /// The assumptions: a variable and a value each.
    assumed: Vec<(u32, u32)>,
    /// How many values there is room for.
    width: usize,
    /// Where full groups can have their values at the stall.
    places: Arc<GroupPlaces>,
    /// For each value of each variable, where it can still be.
    can: Vec<u64>,
    /// For each variable, where its value was found.
    found: Vec<u64>,
    /// The values that the last round found.
    fresh: Vec<Single>,
    /// For each variable, where the last round took values from it, and the variables of which it did.
    lost: Vec<u64>,
    losers: Vec<usize>,
    /// Where another round may show more, and where there was no contradiction and nothing more follows.
    open: u64,
    settled: u64,
    /// What the next round has to look at: lost and found values.
    work: u64,
    /// Nothing, between calls: for each position in `can` and for each variable, where a value is found.
    single_at: Vec<u64>,
    single_of: Vec<u64>,
}

/// A value of a variable, by position in [`Batch::can`], and where it is found.
#[derive(Debug, Clone, Copy)]
struct Single {
    at: usize,
    var: usize,
    lanes: u64,
}

/// The places that each full group has at a stall for each of its values that is not found there: no trial has others.
#[derive(Debug, Default)]
struct GroupPlaces {
    /// Positions in [`Batch::can`], each with its variable.
    places: Vec<(usize, usize)>,
    /// The places of each value, and the values of each group.
    values: Vec<Range<usize>>,
    groups: Vec<Range<usize>>,
}

/// What a round finds beside removals.
#[derive(Default)]
struct Found {
    /// Values, perhaps several times.
    singles: Vec<Single>,
    conflict: u64,
}

impl StepwiseModel {
    /// Returns whether trials in this state can be made side by side.
    pub(super) fn is_side_by_side(&self, state: &SolveState) -> bool {
        self.statements.is_empty() && state.words() == 1
    }

    /// Assumes values, each alone.
    pub(super) fn batches(&self, state: &SolveState, assumed: &[(u32, u32)]) -> Vec<Batch> {
        let all_values = (0..state.var_count()).fold(0, |all, var| all | self.root.word(var, 0));
        let width = (u64::BITS - all_values.leading_zeros()) as usize;
        let places = Arc::new(self.group_places(state, width));
        let batch = |assumed| self.batch(state, assumed, width, &places);
        assumed.chunks(LANES).map(batch).collect()
    }

    fn group_places(&self, state: &SolveState, width: usize) -> GroupPlaces {
        let mut all = GroupPlaces::default();
        for group in &self.groups {
            let first_value = all.values.len();
            for value in &group.values {
                let can = |var: &&u32| state.word(**var, 0) >> value & 1 == 1;
                let having = || group.vars.iter().filter(can);
                if !having().any(|var| state.is_found(*var)) {
                    let first = all.places.len();
                    let place =
                        |var: &u32| (*var as usize * width + *value as usize, *var as usize);
                    all.places.extend(having().map(place));
                    all.values.push(first..all.places.len());
                }
            }
            all.groups.push(first_value..all.values.len());
        }
        all
    }

    fn batch(
        &self,
        state: &SolveState,
        assumed: &[(u32, u32)],
        width: usize,
        places: &Arc<GroupPlaces>,
    ) -> Batch {
        let vars = state.var_count() as usize;
        let all = !0 >> (LANES - assumed.len());
        let mut can = vec![0; vars * width];
        let mut found = vec![0; vars];
        for var in 0..vars as u32 {
            let at = var as usize * width;
            Bits(state.word(var, 0)).for_each(|value| can[at + value as usize] = all);
            found[var as usize] = if state.is_found(var) { all } else { 0 };
        }
        let mut batch = Batch {
            assumed: assumed.to_vec(),
            width,
            places: Arc::clone(places),
            can,
            found,
            fresh: Vec::new(),
            lost: vec![0; vars],
            losers: Vec::new(),
            open: all,
            settled: 0,
            work: 0,
            single_at: vec![0; vars * width],
            single_of: vec![0; vars],
        };
        let single = |(lane, (var, value)): (usize, &(u32, u32))| {
            let (var, value) = (*var as usize, *value as usize);
            Single { at: var * width + value, var, lanes: 1 << lane }
        };
        batch.assign(assumed.iter().enumerate().map(single).collect());
        batch
    }

    /// Propagates the assumptions of a batch for one more round, and returns those that lead to a contradiction, and the
    /// work.
    pub(super) fn go_on_batch(&self, batch: &mut Batch) -> (Vec<(u32, u32)>, u64) {
        let work = u64::from(batch.open.count_ones()) + batch.work;
        let mut groups = vec![0; self.group_words];
        let mut found = Found::default();
        self.exclude_by_found(batch, &mut found);
        let changed =
            batch.losers.iter().copied().chain(batch.fresh.iter().map(|single| single.var));
        for var in changed {
            let own = &self.full_groups_of[var * self.group_words..];
            groups.iter_mut().zip(own).for_each(|(touched, own)| *touched |= own);
        }
        batch.naked_singles(&mut found);
        for group in (0..self.groups.len()).filter(|at| groups[at / 64] >> (at % 64) & 1 == 1) {
            batch.hidden_singles(group, &mut found);
        }
        let conflict = batch.open & (found.conflict | batch.found_twice(&mut found.singles));
        let refuted = Bits(conflict).map(|lane| batch.assumed[lane as usize]).collect();
        batch.open &= !conflict;
        batch.assign(found.singles);
        (refuted, work)
    }

    /// Takes from all that differs from a found variable its value.
    fn exclude_by_found(&self, batch: &mut Batch, found: &mut Found) {
        batch.forget_losses();
        let Batch { width, can, found: known, fresh, lost, losers, open, .. } = batch;
        let mut gone: Vec<Single> = Vec::new();
        for Single { at, var, lanes } in fresh.iter() {
            let (value, lanes) = (at - var * *width, lanes & *open);
            for peer in &self.peers[*var] {
                let other = peer.var as usize;
                let at = match peer.add {
                    0 => other * *width + value,
                    add => match usize::try_from(value as i64 + add) {
                        Ok(value) if value < *width => other * *width + value,
                        _ => continue,
                    },
                };
                let lost = can[at] & lanes;
                if lost != 0 {
                    gone.push(Single { at, var: other, lanes: lost });
                    found.conflict |= lost & known[other];
                }
            }
        }
        for Single { at, var, lanes } in gone {
            if lost[var] == 0 {
                losers.push(var);
            }
            lost[var] |= lanes;
            can[at] &= !lanes;
        }
    }
}

impl Batch {
    /// Returns whether no round shows more.
    pub(super) fn is_over(&self) -> bool {
        self.open == 0
    }

    fn forget_losses(&mut self) {
        self.losers.drain(..).for_each(|var| self.lost[var] = 0);
    }

    fn values(&self, var: usize) -> &[u64] {
        &self.can[var * self.width..][..self.width]
    }

    /// Finds variables that have one value left, or none.
    fn naked_singles(&self, found: &mut Found) {
        for var in &self.losers {
            let (once, twice) = once_and_twice(self.values(*var).iter().copied());
            found.conflict |= self.lost[*var] & !once;
            let alone = self.lost[*var] & once & !twice & !self.found[*var];
            self.note(*var, alone, found);
        }
    }

    fn note(&self, var: usize, alone: u64, found: &mut Found) {
        if alone != 0 {
            let values = self.values(var).iter().enumerate();
            let own = values.map(|(value, can)| Single {
                at: var * self.width + value,
                var,
                lanes: can & alone,
            });
            found.singles.extend(own.filter(|single| single.lanes != 0));
        }
    }

    /// Finds values that one variable of a full group can have, or none.
    fn hidden_singles(&self, group: usize, found: &mut Found) {
        for value in &self.places.values[self.places.groups[group].clone()] {
            let places = &self.places.places[value.clone()];
            let (mut once, mut twice, mut known) = (0, 0, 0);
            for (at, var) in places {
                let can = self.can[*at];
                twice |= once & can;
                once |= can;
                known |= can & self.found[*var];
            }
            found.conflict |= !once;
            let alone = once & !twice & !known & self.open;
            if alone != 0 {
                let own = places.iter().map(|(at, var)| Single {
                    at: *at,
                    var: *var,
                    lanes: alone & self.can[*at],
                });
                found.singles.extend(own.filter(|single| single.lanes != 0));
            }
        }
    }

    /// Joins what was found several times, and returns where two values were found for one variable.
    fn found_twice(&mut self, singles: &mut Vec<Single>) -> u64 {
        singles.retain(|Single { at, lanes, .. }| {
            let is_first = self.single_at[*at] == 0;
            self.single_at[*at] |= lanes;
            is_first
        });
        let mut twice = 0;
        for single in singles.iter_mut() {
            single.lanes = std::mem::take(&mut self.single_at[single.at]);
            twice |= self.single_of[single.var] & single.lanes;
            self.single_of[single.var] |= single.lanes;
        }
        singles.iter().for_each(|single| self.single_of[single.var] = 0);
        twice
    }

    /// Assigns what was found where there is no contradiction, and ends the trials of which a round shows no more.
    fn assign(&mut self, singles: Vec<Single>) {
        let mut narrowed = 0;
        let mut changed = self.losers.iter().fold(0, |all, var| all | self.lost[*var]);
        self.fresh.clear();
        for Single { at, var, lanes } in singles {
            let lanes = lanes & self.open;
            if lanes == 0 {
                continue;
            }
            let own = std::mem::take(&mut self.can[at]);
            let mut others = 0;
            for can in &mut self.can[var * self.width..][..self.width] {
                others |= *can & lanes;
                *can &= !lanes;
            }
            self.can[at] = own;
            narrowed += u64::from(others.count_ones());
            changed |= lanes;
            self.found[var] |= lanes;
            self.fresh.push(Single { at, var, lanes });
        }
        self.settled |= self.open & !changed;
        self.open &= changed;
        let count = |lanes: u64| u64::from((lanes & self.open).count_ones());
        let lost: u64 = self.losers.iter().map(|var| count(self.lost[*var])).sum();
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
        for var in (0..self.found.len()).filter(|var| counts(*var as u32)) {
            let open = self.settled & !self.found[var];
            for lanes in self.values(var) {
                Bits(lanes & open).for_each(|lane| sizes[lane as usize] += 1);
            }
        }
        Bits(self.settled).map(move |lane| (self.assumed[lane as usize], sizes[lane as usize]))
    }
}

/// Returns the bits that are set in one of the words at least, and in two at least.
fn once_and_twice(words: impl Iterator<Item = u64>) -> (u64, u64) {
    words.fold((0, 0), |(once, twice), word| (once | word, twice | once & word))
}
