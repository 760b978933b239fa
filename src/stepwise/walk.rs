//! The way from what is given to the solution, always by what is cheapest.
//!
//! Rounds of single statements as long as they bring something; then the cheapest set or refutation.
//! All that are equally cheap are applied together, so that the way is the same for every symmetric
//! copy of a puzzle.

use crate::csp::Origin;

use super::board::Board;
use super::cover;
use super::news::{News, Note};
use super::round::{Desk, Place, Round, Way};
use super::stall::{LARGEST_SET, Removal};
use super::state::State;

/// What one step does, all of it at the same state.
#[derive(Debug, Clone)]
pub(super) struct Step {
    /// What kind of step it is.
    pub(super) kind: Kind,
    /// Values found, each with all its ways.
    pub(super) places: Vec<Found>,
    /// Values that statements take away, with the statement.
    pub(super) notes: Vec<(Note, u32)>,
    /// Values that sets and refutations take away.
    pub(super) removals: Vec<Removal>,
    /// The state before it.
    pub(super) before: Option<State>,
}

/// A value that was found.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// The value and how it was found.
    pub(super) place: Place,
    /// The size of a smallest reason.
    pub(super) size: u32,
    /// Where the walk is explained: such a reason, as numbers of variables whose values are known, and
    /// of deductions (by [`Walk::deductions`]) counted from the number of variables on.
    pub(super) facts: Vec<u32>,
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

impl Kind {
    /// Returns what such a step asks for.
    pub(super) fn words(self) -> String {
        match self {
            Self::Single => "one rule at a time".to_owned(),
            Self::Set(size) => format!("a set of {size} within one rule"),
            Self::Refuted(1) => "a value that contradicts a rule at once".to_owned(),
            Self::Refuted(rounds) => {
                format!("a value that leads to a contradiction in {rounds} rounds")
            }
            Self::Nested => "a contradiction that needs other contradictions".to_owned(),
        }
    }
}

/// The whole way.
#[derive(Debug)]
pub(super) struct Walk {
    /// The steps.
    pub(super) steps: Vec<Step>,
    /// For each open place, the number of values that what is given leaves it.
    pub(super) choices: Vec<u32>,
    /// The first value that each deduction took away.
    pub(super) deductions: Vec<(u32, u32)>,
    /// Whether everything was found.
    pub(super) is_solved: bool,
    /// How many looks it took.
    pub(super) work: u64,
}

/// How far a walk goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// Nothing but single statements is tried once so much was done.
    pub(super) most: u64,
    /// The work that nested contradictions may take.
    pub(super) nested: u64,
    /// Whether states and reasons are kept.
    pub(super) is_explained: bool,
}

/// The reasons that notes were seen for: for each value the deductions that took it away.
struct Reasons {
    /// For each value of each variable, the first link.
    heads: Vec<u32>,
    /// A deduction and the next link.
    links: Vec<(u32, u32)>,
    /// The first value each deduction took away.
    deductions: Vec<(u32, u32)>,
    width: usize,
}

const NONE: u32 = u32::MAX;

impl Reasons {
    fn new(state: &State) -> Self {
        let width = state.words() * 64;
        Self {
            heads: vec![NONE; state.var_count() as usize * width],
            links: Vec::new(),
            deductions: Vec::new(),
            width,
        }
    }

    /// Notes that a value was taken away, by a new deduction or by the last one.
    fn add(&mut self, var: u32, value: u32, is_new: bool) {
        if is_new {
            self.deductions.push((var, value));
        }
        let deduction = self.deductions.len() as u32 - 1;
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
            match state.found(*var) {
                None => self.assign(&mut state, &mut news, *var, *value).ok()?,
                Some(found) if found == *value => {}
                Some(_) => return None,
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
        let (mut steps, mut choices) = (Vec::new(), Vec::new());
        let mut round = Round::default();
        let mut first = true;
        loop {
            let before = effort.is_explained.then(|| state.clone());
            self.round(&mut desk, &mut state, &mut news, true, &mut round).ok()?;
            if std::mem::take(&mut first) {
                let open = (0..state.var_count())
                    .filter(|var| self.is_answer[*var as usize] && !state.is_found(*var));
                choices = open.map(|var| state.size(var)).collect();
            }
            if let Some(step) = self.single(&state, &round, &mut reasons, before, effort) {
                steps.push(step);
            }
            self.place(&mut state, &mut news, &round.places).ok()?;
            if !news.is_empty() {
                continue;
            }
            let is_solved = (0..state.var_count())
                .all(|var| !self.is_answer[var as usize] || state.is_found(var));
            let next = match is_solved || desk.work > effort.most {
                true => None,
                false => self.stalled(&mut desk, &state, effort),
            };
            let Some((kind, removals)) = next else {
                let deductions = reasons.deductions;
                return Some(Walk { steps, choices, deductions, is_solved, work: desk.work });
            };
            let before = effort.is_explained.then(|| state.clone());
            for removal in &removals {
                state.remove(removal.var, removal.value);
                if state.size(removal.var) == 0 {
                    return None;
                }
                reasons.add(removal.var, removal.value, true);
                news.lost(removal.var, removal.value);
            }
            steps.push(Step { kind, places: Vec::new(), notes: Vec::new(), removals, before });
        }
    }

    /// Returns the share of the open places that are found where only some of the ways of finding
    /// values are used.
    pub(super) fn alone(&self, given: &[(u32, u32)], uses: impl Fn(&State, Way) -> bool) -> f64 {
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
            round.places.retain(|place| uses(&state, place.way));
            if self.place(&mut state, &mut news, &round.places).is_err() {
                break;
            }
        }
        if open == 0.0 { 1.0 } else { 1.0 - count(&state) / open }
    }

    /// Returns the shares that are found by single places alone, by single groups alone, and by the
    /// groups of the one rule that leads farthest.
    pub(super) fn shares_alone(&self, given: &[(u32, u32)]) -> [f64; 3] {
        let rule_of = |group: u32| match self.sources[self.groups[group as usize].source as usize] {
            Origin::Rule { rule, .. } => Some(rule),
            Origin::Introduced(_) => None,
        };
        let mut rules: Vec<Option<u32>> = (0..self.groups.len() as u32).map(rule_of).collect();
        rules.sort_unstable();
        rules.dedup();
        // The last open place of a group is seen whatever the rule is.
        let is_last = |state: &State, group: u32| {
            let vars = &self.groups[group as usize].vars;
            vars.iter().filter(|var| !state.is_found(**var)).count() == 1
        };
        let by_rule = rules.into_iter().map(|rule| {
            self.alone(given, |state, way| match way {
                Way::In(group) => rule_of(group) == rule || is_last(state, group),
                Way::Only => false,
            })
        });
        [
            self.alone(given, |_, way| way == Way::Only),
            self.alone(given, |_, way| way != Way::Only),
            by_rule.fold(0.0, f64::max),
        ]
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
        effort: Effort,
    ) -> Option<Step> {
        let mut last = None;
        for (note, look) in &round.notes {
            let this = Some((*look, note.deduction));
            reasons.add(note.var, note.value, std::mem::replace(&mut last, this) != this);
        }
        let mut places = round.places.clone();
        places.sort_unstable();
        let measure = |place: Place| {
            let mut facts = Vec::new();
            let chosen = effort.is_explained.then_some(&mut facts);
            Found { place, size: self.size_of(state, reasons, &place, chosen), facts }
        };
        let measured: Vec<Found> = places.into_iter().map(measure).collect();
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
    fn size_of(
        &self,
        state: &State,
        reasons: &Reasons,
        place: &Place,
        chosen: Option<&mut Vec<u32>>,
    ) -> u32 {
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
        cover::smallest(elements, &facts, chosen).max(1)
    }
}
