//! What to do where single statements bring nothing more: sets within one group, and values that
//! lead to a contradiction.

use super::compile::{Board, Group};
use super::round::{Desk, News, Round};
use super::state::{Bits, State};

/// The largest set that is looked for.
pub(super) const LARGEST_SET: u32 = 4;

/// A value that cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Removal {
    /// The variable.
    pub(super) var: u32,
    /// The value.
    pub(super) value: u32,
    /// The group of the set and the set: its variables as bits, by position in the group.
    pub(super) set: Option<(u32, u64)>,
}

/// What came out of assuming a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assumed {
    /// A contradiction in this round.
    Refuted(u32),
    /// Nothing more follows.
    Settled,
    /// There was no contradiction within the limit.
    Open,
}

impl Board {
    /// Returns the values that sets of `size` within one group take away: variables that have only
    /// so many values together, or values that have only so many places.
    pub(super) fn sets(&self, state: &State, size: u32) -> Vec<Removal> {
        let mut removals = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            self.sets_in(number as u32, group, state, size, &mut removals);
        }
        removals.sort_unstable();
        removals.dedup_by_key(|removal| (removal.var, removal.value));
        removals
    }

    fn sets_in(
        &self,
        number: u32,
        group: &Group,
        state: &State,
        size: u32,
        removals: &mut Vec<Removal>,
    ) {
        // Values by position in the group, so that one word holds them.
        let open: Vec<(u32, u64)> = group
            .vars
            .iter()
            .enumerate()
            .filter(|(_, var)| !state.is_found(**var))
            .map(|(at, var)| {
                let bits = group.values.iter().enumerate();
                let bits = bits.filter(|(_, value)| state.can(*var, **value));
                (at as u32, bits.fold(0_u64, |word, (bit, _)| word | 1 << bit))
            })
            .collect();
        if open.len() <= size as usize {
            return;
        }
        let small: Vec<(u32, u64)> =
            open.iter().copied().filter(|(_, word)| word.count_ones() <= size).collect();
        each_choice(&small, size, 0, 0, 0, &mut |vars, values| {
            if values.count_ones() == size {
                for (at, word) in &open {
                    if vars >> at & 1 == 0 {
                        for bit in Bits(word & values) {
                            removals.push(Removal {
                                var: group.vars[*at as usize],
                                value: group.values[bit as usize],
                                set: Some((number, vars)),
                            });
                        }
                    }
                }
            }
        });
        if !group.is_full {
            return;
        }
        let all = open.iter().fold(0, |all, (_, word)| all | word);
        let places: Vec<(u32, u64)> = Bits(all)
            .map(|value| {
                let can = open.iter().filter(|(_, word)| word >> value & 1 == 1);
                (value, can.fold(0, |places, (at, _)| places | 1 << at))
            })
            .filter(|(_, places): &(u32, u64)| places.count_ones() <= size)
            .collect();
        each_choice(&places, size, 0, 0, 0, &mut |values, vars| {
            if vars.count_ones() == size {
                for (at, word) in &open {
                    if vars >> at & 1 == 1 {
                        for bit in Bits(word & !values) {
                            removals.push(Removal {
                                var: group.vars[*at as usize],
                                value: group.values[bit as usize],
                                set: Some((number, vars)),
                            });
                        }
                    }
                }
            }
        });
    }

    /// Assumes a value and goes on round by round, up to `limit` rounds.
    pub(super) fn assume(
        &self,
        desk: &mut Desk,
        trial: &mut State,
        var: u32,
        value: u32,
        limit: u32,
    ) -> Assumed {
        let mut news = News::default();
        let mut round = Round::default();
        if self.assign(trial, &mut news, var, value).is_err() {
            return Assumed::Refuted(1);
        }
        for number in 1..=limit {
            if self.round(desk, trial, &mut news, false, &mut round).is_err()
                || self.place(trial, &mut news, &round.places).is_err()
            {
                return Assumed::Refuted(number);
            }
            if news.found.is_empty() && news.narrowed.is_empty() {
                return Assumed::Settled;
            }
        }
        Assumed::Open
    }

    /// Returns the values whose assumption leads to a contradiction soonest, and in which round.
    pub(super) fn refuted(&self, desk: &mut Desk, state: &State) -> Option<(u32, Vec<Removal>)> {
        let mut open: Vec<(u32, u32)> = (0..state.var_count())
            .filter(|var| self.is_answer[*var as usize] && !state.is_found(*var))
            .flat_map(|var| state.values(var).map(move |value| (var, value)))
            .collect();
        let mut trial = state.clone();
        let mut limit = 1;
        while !open.is_empty() {
            let mut refuted = Vec::new();
            open.retain(|&(var, value)| {
                trial.copy(state);
                match self.assume(desk, &mut trial, var, value, limit) {
                    Assumed::Refuted(_) => {
                        refuted.push(Removal { var, value, set: None });
                        false
                    }
                    Assumed::Settled => false,
                    Assumed::Open => true,
                }
            });
            if !refuted.is_empty() {
                return Some((limit, refuted));
            }
            limit += 1;
        }
        None
    }

    /// Returns the values whose assumption leads to a contradiction once everything that follows
    /// from it, also by contradictions, is taken into account.
    pub(super) fn refuted_nested(&self, desk: &mut Desk, state: &State, most: u64) -> Vec<Removal> {
        let open: Vec<(u32, u32)> = (0..state.var_count())
            .filter(|var| self.is_answer[*var as usize] && !state.is_found(*var))
            .flat_map(|var| state.values(var).map(move |value| (var, value)))
            .collect();
        let mut refuted = Vec::new();
        let end = desk.work.saturating_add(most);
        for (var, value) in open {
            if self.fails(desk, state, var, value) {
                refuted.push(Removal { var, value, set: None });
            }
            if desk.work > end {
                // Some of them were not tried: symmetric copies must not get different parts.
                return Vec::new();
            }
        }
        refuted
    }

    fn fails(&self, desk: &mut Desk, state: &State, var: u32, value: u32) -> bool {
        let mut trial = state.clone();
        if let Assumed::Refuted(_) = self.assume(desk, &mut trial, var, value, u32::MAX) {
            return true;
        }
        while let Some((_, removals)) = self.refuted(desk, &trial) {
            let mut news = News::default();
            for removal in &removals {
                trial.remove(removal.var, removal.value);
                if trial.size(removal.var) == 0 {
                    return true;
                }
                news.narrowed.push(removal.var);
            }
            let mut round = Round::default();
            loop {
                if self.round(desk, &mut trial, &mut news, false, &mut round).is_err()
                    || self.place(&mut trial, &mut news, &round.places).is_err()
                {
                    return true;
                }
                if news.found.is_empty() && news.narrowed.is_empty() {
                    break;
                }
            }
        }
        false
    }
}

/// Calls `found` with every choice of `size` members: the members as bits, and the union of their
/// words. Choices whose union has more than `size` bits are left out.
fn each_choice(
    members: &[(u32, u64)],
    size: u32,
    chosen: u64,
    union: u64,
    count: u32,
    found: &mut impl FnMut(u64, u64),
) {
    if count == size {
        found(chosen, union);
        return;
    }
    for (index, (member, word)) in members.iter().enumerate() {
        let union = union | word;
        if union.count_ones() <= size {
            each_choice(&members[index + 1..], size, chosen | 1 << member, union, count + 1, found);
        }
    }
}
