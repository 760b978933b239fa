//! The way from what is given to the solution, always by what is cheapest.
//!
//! Rounds of single statements as long as they bring something; then the cheapest set or refutation.
//! All that are equally cheap are applied together, so that the way is the same for every symmetric
//! copy of a puzzle.

use super::compile::Board;
use super::cover;
use super::looks::Note;
use super::round::{Desk, News, Place, Round, Way};
use super::stall::{LARGEST_SET, Removal};
use super::state::State;

/// What one step does, all of it at the same state.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// What kind of step it is.
    pub(super) kind: Kind,
    /// Values found, each with all its ways, and the size of a smallest reason.
    pub(super) places: Vec<(Place, u32)>,
    /// Values that statements take away, with the statement.
    pub(super) notes: Vec<(Note, u32)>,
    /// Values that sets and refutations take away.
    pub(super) removals: Vec<Removal>,
    /// The state before it.
    pub(super) before: Option<State>,
}

/// Kinds of steps, cheapest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// What single statements say.
    Single,
    /// Sets of this size in one group.
    Set(u32),
    /// Contradictions after so many rounds.
    Refuted(u32),
    /// Contradictions that need other contradictions.
    Nested,
}

/// The whole way.
#[derive(Debug)]
pub(super) struct Walk {
    /// The steps.
    pub(super) steps: Vec<Step>,
    /// For each open place, the number of values that what is given leaves it.
    pub(super) choices: Vec<u32>,
    /// What is known at the end: the solution, or as far as it went.
    pub(super) end: State,
    /// Whether everything was found.
    pub(super) is_solved: bool,
}

/// How far a walk goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// Nothing but single statements is tried once so much was done.
    pub(super) most: u64,
    /// The work that nested contradictions may take.
    pub(super) nested: u64,
    /// Whether the states before the steps are kept.
    pub(super) with_states: bool,
}

/// The reasons that notes were seen for: for each value the deductions that took it away.
struct Reasons {
    /// For each value of each variable, the first link.
    heads: Vec<u32>,
    /// A deduction and the next link.
    links: Vec<(u32, u32)>,
    deductions: u32,
    width: usize,
}

const NONE: u32 = u32::MAX;

impl Reasons {
    fn new(state: &State) -> Self {
        let width = state.words() * 64;
        Self {
            heads: vec![NONE; state.var_count() as usize * width],
            links: Vec::new(),
            deductions: 0,
            width,
        }
    }

    fn add(&mut self, var: u32, value: u32, deduction: u32) {
        let head = &mut self.heads[var as usize * self.width + value as usize];
        self.links.push((deduction, *head));
        *head = self.links.len() as u32 - 1;
    }

    fn of(&self, var: u32, value: u32) -> impl Iterator<Item = u32> + '_ {
        let mut link = self.heads[var as usize * self.width + value as usize];
        std::iter::from_fn(move || {
            let (deduction, next) = *self.links.get(link as usize)?;
            link = next;
            Some(deduction)
        })
    }
}

impl Board {
    /// Walks from what is given. `None` where it contradicts itself.
    pub(super) fn walk(&self, given: &[(u32, u32)], effort: Effort) -> Option<Walk> {
        let mut desk = Desk::new(self);
        let mut state = self.root.clone();
        let mut news = News::default();
        for (var, value) in given {
            if !state.is_found(*var) {
                self.assign(&mut state, &mut news, *var, *value).ok()?;
            }
        }
        let single = (0..state.var_count()).filter(|var| !state.is_found(*var));
        let single: Vec<(u32, u32)> =
            single.filter_map(|var| Some((var, state.single(var)?))).collect();
        for (var, value) in single {
            self.assign(&mut state, &mut news, var, value).ok()?;
        }
        // At first, everything is news.
        news.narrowed = (0..state.var_count()).collect();
        news.is_all = true;
        let mut reasons = Reasons::new(&state);
        let mut way =
            Walk { steps: Vec::new(), choices: Vec::new(), end: state.clone(), is_solved: false };
        let mut round = Round::default();
        let mut first = true;
        loop {
            let before = effort.with_states.then(|| state.clone());
            self.round(&mut desk, &mut state, &mut news, true, &mut round).ok()?;
            if std::mem::take(&mut first) {
                let open = (0..state.var_count())
                    .filter(|var| self.is_answer[*var as usize] && !state.is_found(*var));
                way.choices = open.map(|var| state.size(var)).collect();
            }
            if let Some(step) = self.single(&state, &round, &mut reasons, before) {
                way.steps.push(step);
            }
            self.place(&mut state, &mut news, &round.places).ok()?;
            if !news.is_empty() {
                continue;
            }
            way.is_solved = (0..state.var_count())
                .all(|var| !self.is_answer[var as usize] || state.is_found(var));
            if way.is_solved || desk.work > effort.most {
                break;
            }
            let Some((kind, removals)) = self.stalled(&mut desk, &state, effort) else { break };
            let before = effort.with_states.then(|| state.clone());
            for removal in &removals {
                state.remove(removal.var, removal.value);
                if state.size(removal.var) == 0 {
                    return None;
                }
                reasons.add(removal.var, removal.value, reasons.deductions);
                reasons.deductions += 1;
                news.lost(removal.var, removal.value);
            }
            way.steps.push(Step { kind, places: Vec::new(), notes: Vec::new(), removals, before });
        }
        way.end = state;
        Some(way)
    }

    /// Returns the share of the open places that are found where only one way of finding values is
    /// used: looking at single places, or at single groups.
    pub(super) fn alone(&self, given: &[(u32, u32)], by_value: bool) -> f64 {
        let mut desk = Desk::new(self);
        let mut state = self.root.clone();
        let mut news = News::default();
        let mut round = Round::default();
        let is_open =
            |state: &State, var: u32| self.is_answer[var as usize] && !state.is_found(var);
        for (var, value) in given {
            if !state.is_found(*var) && self.assign(&mut state, &mut news, *var, *value).is_err() {
                return 0.0;
            }
        }
        let count = |state: &State| {
            (0..state.var_count()).filter(|var| is_open(state, *var)).count() as f64
        };
        let open = count(&state);
        news.narrowed = (0..state.var_count()).collect();
        news.is_all = true;
        while !news.is_empty() {
            if self.round(&mut desk, &mut state, &mut news, false, &mut round).is_err() {
                break;
            }
            round.places.retain(|place| (place.way == Way::Only) == by_value);
            if self.place(&mut state, &mut news, &round.places).is_err() {
                break;
            }
        }
        if open == 0.0 { 1.0 } else { 1.0 - count(&state) / open }
    }

    /// Returns the cheapest of what goes beyond single statements.
    fn stalled(
        &self,
        desk: &mut Desk,
        state: &State,
        effort: Effort,
    ) -> Option<(Kind, Vec<Removal>)> {
        for size in 2..=LARGEST_SET {
            let removals = self.sets(state, size);
            if !removals.is_empty() {
                return Some((Kind::Set(size), removals));
            }
        }
        if let Some((rounds, removals)) = self.refuted(desk, state) {
            return Some((Kind::Refuted(rounds), removals));
        }
        let removals = self.refuted_nested(desk, state, effort.nested);
        (!removals.is_empty()).then_some((Kind::Nested, removals))
    }

    /// Returns what a round of single statements did, if it did anything worth a word. `state` has
    /// lost what the round takes away, and not yet got what it places.
    fn single(
        &self,
        state: &State,
        round: &Round,
        reasons: &mut Reasons,
        before: Option<State>,
    ) -> Option<Step> {
        let mut last = None;
        for (note, look) in &round.notes {
            if last.replace((*look, note.deduction)) != Some((*look, note.deduction)) {
                reasons.deductions += 1;
            }
            reasons.add(note.var, note.value, reasons.deductions - 1);
        }
        let mut places = round.places.clone();
        places.sort_unstable();
        let measured: Vec<(Place, u32)> =
            places.into_iter().map(|place| (place, self.size_of(state, reasons, &place))).collect();
        (!measured.is_empty() || !round.notes.is_empty()).then(|| Step {
            kind: Kind::Single,
            places: measured,
            notes: round.notes.clone(),
            removals: Vec::new(),
            before,
        })
    }

    /// Returns the size of a smallest reason for a value: of facts and earlier deductions that rule
    /// out everything else.
    fn size_of(&self, state: &State, reasons: &Reasons, place: &Place) -> u32 {
        // What has to be ruled out, and the facts that do.
        let mut facts: Vec<(u32, u32)> = Vec::new();
        let vars = state.var_count();
        let mut elements = 0;
        let mut rule_out = |var: u32, value: u32| {
            let element = elements;
            elements += 1;
            if state.is_found(var) {
                facts.push((element, var));
            }
            for peer in &self.peers[var as usize] {
                if state.found(peer.var).map(i64::from) == Some(i64::from(value) + peer.add) {
                    facts.push((element, peer.var));
                }
            }
            facts.extend(reasons.of(var, value).map(|deduction| (element, vars + deduction)));
        };
        match place.way {
            Way::Only => {
                let all = self.root.values(place.var).filter(|value| *value != place.value);
                all.for_each(|value| rule_out(place.var, value));
            }
            Way::In(group) => {
                let others = self.groups[group as usize].vars.iter();
                others.filter(|var| **var != place.var).for_each(|var| rule_out(*var, place.value));
            }
        }
        cover::smallest(elements, &facts).max(1)
    }
}
