//! What to do where single statements bring nothing more: sets within one group, and values that
//! lead to a contradiction.

use super::board::{Board, Group};
use super::news::News;
use super::round::{Desk, Round};
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

/// What came out of one more round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// A contradiction.
    Refuted,
    /// Nothing more follows.
    Settled,
    /// It goes on.
    Open,
}

/// An assumption and what follows from it so far.
#[derive(Debug)]
struct Trial {
    var: u32,
    value: u32,
    state: State,
    news: News,
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
        removals.sort_unstable_by_key(|removal| (removal.set, removal.var, removal.value));
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

    /// Assumes a value.
    fn assume(&self, state: State, mut news: News, var: u32, value: u32) -> Option<Trial> {
        news.clear();
        let mut trial = Trial { var, value, state, news };
        self.assign(&mut trial.state, &mut trial.news, var, value).ok()?;
        Some(trial)
    }

    /// Goes on with an assumption for one round.
    fn go_on(&self, desk: &mut Desk, trial: &mut Trial, round: &mut Round) -> Outcome {
        let Trial { state, news, .. } = trial;
        if self.round(desk, state, news, false, round).is_err()
            || self.place(state, news, &round.places).is_err()
        {
            return Outcome::Refuted;
        }
        if news.is_empty() { Outcome::Settled } else { Outcome::Open }
    }

    /// The values that are left of the answer.
    fn candidates(&self, state: &State) -> Vec<(u32, u32)> {
        (0..state.var_count())
            .filter(|var| self.is_answer[*var as usize] && !state.is_found(*var))
            .flat_map(|var| state.values(var).map(move |value| (var, value)))
            .collect()
    }

    /// Returns the values whose assumption leads to a contradiction soonest, and in which round.
    pub(super) fn refuted(&self, desk: &mut Desk, state: &State) -> Option<(u32, Vec<Removal>)> {
        let mut round = Round::default();
        let mut trials: Vec<Trial> = Vec::new();
        let mut refuted = Vec::new();
        let (mut spare, mut news) = (state.clone(), News::default());
        for (var, value) in self.candidates(state) {
            spare.copy(state);
            let mut trial = self.assume(spare, news, var, value)?;
            let outcome = self.go_on(desk, &mut trial, &mut round);
            match outcome {
                Outcome::Refuted => refuted.push(Removal { var, value, set: None }),
                Outcome::Open if refuted.is_empty() => {
                    trials.push(trial);
                    (spare, news) = (state.clone(), News::default());
                    continue;
                }
                Outcome::Open | Outcome::Settled => {}
            }
            (spare, news) = (trial.state, trial.news);
        }
        let mut rounds = 1;
        while refuted.is_empty() && !trials.is_empty() {
            rounds += 1;
            trials.retain_mut(|trial| {
                let outcome = self.go_on(desk, trial, &mut round);
                if outcome == Outcome::Refuted {
                    refuted.push(Removal { var: trial.var, value: trial.value, set: None });
                }
                outcome == Outcome::Open
            });
        }
        (!refuted.is_empty()).then_some((rounds, refuted))
    }

    /// Returns the values whose assumption leads to a contradiction once everything that follows
    /// from it, also by contradictions, is taken into account.
    pub(super) fn refuted_nested(&self, desk: &mut Desk, state: &State, most: u64) -> Vec<Removal> {
        let mut refuted = Vec::new();
        let end = desk.work.saturating_add(most);
        for (var, value) in self.candidates(state) {
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
        let Some(mut trial) = self.assume(state.clone(), News::default(), var, value) else {
            return true;
        };
        let mut round = Round::default();
        loop {
            while !trial.news.is_empty() {
                if self.go_on(desk, &mut trial, &mut round) == Outcome::Refuted {
                    return true;
                }
            }
            let Some((_, removals)) = self.refuted(desk, &trial.state) else { return false };
            for removal in &removals {
                trial.state.remove(removal.var, removal.value);
                if trial.state.size(removal.var) == 0 {
                    return true;
                }
                trial.news.lost(removal.var, removal.value);
            }
        }
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
