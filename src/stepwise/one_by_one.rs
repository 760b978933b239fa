//! The path that is told: the same techniques as those that are measured, but one conclusion after the other, as people
//! go, so that each reason is looked for on the board as it is at its line.
//!
//! What statements and contradictions leave at a place is found at once. Of what else could be found next, that with the smallest reason
//! comes first, and the last open place of a row or room before all others. Of values that lead to a contradiction, only one is
//! excluded at a time: one with a short story, if there is one among those that are compared, and of these one after which
//! single statements lead further. The others are kept, and most are never needed.

use std::cmp::Reverse;

use super::deduction::{Deduction, How};
use super::delta::{Delta, Elimination};
use super::first_round::FirstRounds;
use super::model::StepwiseModel;
use super::path::{Effort, EliminationReasons, MeasuredSingle, SolvePath, SolveStep, StepKind};
use super::reason::SHORT;
use super::round::{Round, RoundScratch, Single, SingleKind};
use super::stall::StallElimination;
use super::state::SolveState;

/// How many contradictions are compared, and how often so many more where all of them are long.
const MOST_STORIES: usize = 8;
const MOST_TIMES: usize = 3;
/// After how many rounds something has to be found that an excluded value leads to.
const OPENING: u32 = 2;

/// How many values a variable has at most that is like a truth.
pub(super) const FEW_VALUES: u32 = 3;

/// A value that was found and is not told yet.
#[derive(Debug, Clone)]
struct Pending {
    single: Single,
    /// What statements eliminated of its variable in the round in which it was found.
    eliminations: Vec<(Elimination, u32)>,
}

/// A path in the making.
struct OneByOne<'m> {
    model: &'m StepwiseModel,
    scratch: RoundScratch,
    state: SolveState,
    delta: Delta,
    round: Round,
    /// The state before the last round, with what was found of it since.
    before: SolveState,
    reasons: EliminationReasons,
    steps: Vec<SolveStep>,
    pending: Vec<Pending>,
    refuted: Vec<Refuted>,
}

/// A value that leads to a contradiction.
#[derive(Debug, Clone, Copy)]
struct Refuted {
    one: StallElimination,
    /// After how many rounds it shows.
    rounds: u32,
    /// How many values its story names, and how many rules and facts, once this was looked at. It may have become shorter
    /// since.
    length: Option<(usize, usize)>,
}

impl StepwiseModel {
    /// Returns the path from the givens that is told; `None` where they contradict each other.
    pub(super) fn told_path(&self, given: &[(u32, u32)], effort: Effort<'_>) -> Option<SolvePath> {
        let (state, delta) = self.start(given)?;
        let mut path = OneByOne {
            model: self,
            scratch: RoundScratch::new(self),
            reasons: EliminationReasons::new(&state),
            before: state.clone(),
            state,
            delta,
            round: Round::default(),
            steps: Vec::new(),
            pending: Vec::new(),
            refuted: Vec::new(),
        };
        loop {
            if !path.delta.is_empty() {
                path.propagate()?;
            }
            if path.place()? || !path.delta.is_empty() {
                continue;
            }
            let is_over = self.is_solved(&path.state) || path.scratch.work > effort.most;
            if is_over || !path.exclude(effort)? {
                break;
            }
        }
        let is_solved = self.is_solved(&path.state);
        let OneByOne { steps, reasons, scratch, .. } = path;
        let (deductions, work) = (reasons.deductions, scratch.work);
        Some(SolvePath { steps, choices: Vec::new(), deductions, is_solved, work })
    }
}

impl OneByOne<'_> {
    /// Propagates single statements once, and assigns the values that they leave. `None` where that ends in a contradiction, here and below.
    fn propagate(&mut self) -> Option<()> {
        self.before.copy(&self.state);
        let Self { model, scratch, state, delta, round, .. } = self;
        model.round(scratch, state, delta, true, round).ok()?;
        self.reasons.add_round(&self.round);
        for single in &self.round.singles {
            let own = self.round.eliminations.iter().filter(|(gone, _)| gone.var == single.var);
            self.pending.push(Pending { single: *single, eliminations: own.copied().collect() });
        }
        while self.place_left()? {}
        if !self.round.eliminations.is_empty() {
            self.steps.push(SolveStep {
                kind: StepKind::Simple,
                singles: Vec::new(),
                eliminations: self.round.eliminations.clone(),
                stall_eliminations: Vec::new(),
                before: Some(self.before.clone()),
            });
        }
        Some(())
    }

    /// Assigns a value that is left where others were excluded, and not only found elsewhere, the first one by its
    /// statement. Returns whether there is one. Else what follows from it would rest on what is left there, and it would be
    /// told twice.
    fn place_left(&mut self) -> Option<bool> {
        self.forget_found();
        let is_left = |pending: &Pending| {
            let Single { var, kind, .. } = pending.single;
            kind == SingleKind::Naked
                && self.model.root.values(var).any(|value| self.reasons.has(var, value))
        };
        let left = self.pending.iter().enumerate().filter(|(_, pending)| is_left(pending));
        let by = |(at, pending): (usize, &Pending)| {
            (pending.eliminations.first().map(|(_, statement)| *statement), at)
        };
        match left.map(by).min() {
            Some((_, at)) => {
                let is_new = !self.pending[at].eliminations.is_empty();
                let before = if is_new { self.before.clone() } else { self.state.clone() };
                self.place_at(at, before)
            }
            None => Some(false),
        }
    }

    /// Assigns the value that is seen most easily. Returns whether there is one.
    fn place(&mut self) -> Option<bool> {
        self.forget_found();
        let measured = self.pending.iter().enumerate().map(|(at, pending)| {
            let size = if self.is_last(pending.single) { 0 } else { self.measured(pending).0 };
            // Where several groups show a value as easily, the one that is declared last: blocks are looked at before lines.
            let var = pending.single.var;
            let first = self.pending.iter().position(|other| other.single.var == var);
            (size, first, Reverse(at))
        });
        match measured.min() {
            Some((.., Reverse(at))) => self.place_at(at, self.state.clone()),
            None => Some(false),
        }
    }

    fn forget_found(&mut self) {
        let state = &self.state;
        self.pending.retain(|pending| !state.is_found(pending.single.var));
    }

    /// Returns the size of the smallest reason of a value, and that reason. That filled places of a group have other values is
    /// seen without looking for it.
    fn measured(&self, pending: &Pending) -> (u32, Vec<u32>) {
        let mut facts = Vec::new();
        let (model, state, single) = (self.model, &self.state, &pending.single);
        let is_open = |var: u32| !state.is_found(var);
        let size = model.size_with(state, &self.reasons, single, Some(&mut facts), is_open);
        if let SingleKind::Hidden(group) = single.kind {
            let is_ruled_out = |var: u32| {
                model.peers[var as usize].iter().any(|peer| {
                    let wanted = i64::from(single.value) + peer.add;
                    facts.contains(&peer.var)
                        && state.found(peer.var).map(i64::from) == Some(wanted)
                })
            };
            let others = model.groups[group as usize].vars.iter().copied();
            let filled = others.filter(|var| *var != single.var && state.is_found(*var));
            let filled: Vec<u32> = filled.filter(|var| !is_ruled_out(*var)).collect();
            facts.extend(filled);
        }
        (size, facts)
    }

    fn place_at(&mut self, at: usize, before: SolveState) -> Option<bool> {
        let pending = self.pending.remove(at);
        let (size, facts) = self.measured(&pending);
        let Pending { single, eliminations } = pending;
        self.steps.push(SolveStep {
            kind: StepKind::Simple,
            singles: vec![MeasuredSingle { single, size, facts }],
            eliminations,
            stall_eliminations: Vec::new(),
            before: Some(before),
        });
        self.model.assign_singles(&mut self.state, &mut self.delta, &[single]).ok()?;
        // Of truths and the like, all of one round follow from the same, and are told together.
        if self.model.root.size(single.var) > FEW_VALUES {
            self.before.keep_only(single.var, single.value);
            self.before.find(single.var, single.value);
        }
        Some(true)
    }

    /// Returns whether all other variables of a group are found.
    fn is_last(&self, single: Single) -> bool {
        let SingleKind::Hidden(group) = single.kind else { return false };
        let mut vars = self.model.groups[group as usize].vars.iter();
        vars.all(|var| *var == single.var || self.state.is_found(*var))
    }

    /// Excludes values by the cheapest technique beyond single statements. Returns whether there are some.
    fn exclude(&mut self, effort: Effort<'_>) -> Option<bool> {
        let state = &self.state;
        self.refuted.retain(|Refuted { one, .. }| {
            !state.is_found(one.var) && state.can(one.var, one.value)
        });
        if self.refuted.is_empty() {
            match self.model.at_stall(&mut self.scratch, &self.state, effort) {
                Some((StepKind::Refuted(rounds), found)) => {
                    let new = |one| Refuted { one, rounds, length: None };
                    self.refuted = found.into_iter().map(new).collect();
                }
                Some((kind, found)) => return self.remove(kind, found).map(|()| true),
                None => return Some(false),
            }
        } else if let Some((kind, found)) = self.by_set_or_two() {
            return self.remove(kind, found).map(|()| true);
        }
        let at = self.simplest();
        let Refuted { one, rounds, .. } = self.refuted.remove(at);
        self.remove(StepKind::Refuted(rounds), vec![one]).map(|()| true)
    }

    /// Returns what a set excludes, or else what two statements exclude together of the values that are known to lead to a
    /// contradiction.
    fn by_set_or_two(&mut self) -> Option<(StepKind, Vec<StallElimination>)> {
        let Self { model, scratch, state, refuted, .. } = self;
        model.sets_at(&mut scratch.sets, state).or_else(|| {
            let known: Vec<StallElimination> = refuted.iter().map(|one| one.one).collect();
            let found = model.by_two(scratch, state, &known, &FirstRounds::default());
            (!found.is_empty()).then_some((StepKind::Shared, found))
        })
    }

    /// Returns the position of the value whose contradiction is told next: with a short story, if there is one among those that
    /// are compared, and then one that leads further.
    fn simplest(&mut self) -> usize {
        let all = self.refuted.clone();
        let (opening, others): (Vec<usize>, Vec<usize>) =
            (0..all.len()).partition(|at| self.opens(all[*at].one));
        let is_opening = |at: &usize| opening.contains(at);
        let candidates: Vec<usize> = opening.iter().chain(&others).copied().collect();
        let mut best = None;
        for some in candidates.chunks(MOST_STORIES).take(MOST_TIMES) {
            let measured = some.iter().map(|at| {
                let (links, size) = self.length(*at);
                (links.max(SHORT), !is_opening(at), links, size, *at)
            });
            best = best.into_iter().chain(measured).min();
            if best.is_some_and(|(links, ..)| links <= SHORT) {
                break;
            }
        }
        best.map_or(0, |(.., at)| at)
    }

    /// Returns how long the story of a contradiction is.
    fn length(&mut self, at: usize) -> (usize, usize) {
        let Refuted { one, rounds, length } = self.refuted[at];
        length.unwrap_or_else(|| {
            let deduction = self.model.removed(&self.state, &one, StepKind::Refuted(rounds));
            let Deduction { how, facts, rules, .. } = &deduction;
            let links = if let How::Otherwise(chain, _) = how { chain.len() } else { 0 };
            let length = (links, rules.len() + facts.len());
            self.refuted[at].length = Some(length);
            length
        })
    }

    /// Returns whether single statements find a value once this one is excluded, beside what is left of two.
    fn opens(&mut self, one: StallElimination) -> bool {
        let mut state = self.state.clone();
        let mut delta = Delta::default();
        state.remove(one.var, one.value);
        delta.lost(one.var, one.value);
        for _ in 0..OPENING {
            let Self { model, scratch, round, .. } = self;
            if model.round(scratch, &mut state, &mut delta, false, round).is_err()
                || round
                    .singles
                    .iter()
                    .any(|single| model.is_answer[single.var as usize] && single.var != one.var)
            {
                return true;
            }
            if model.assign_singles(&mut state, &mut delta, &round.singles).is_err() {
                return true;
            }
        }
        false
    }

    fn remove(&mut self, kind: StepKind, found: Vec<StallElimination>) -> Option<()> {
        let before = self.state.clone();
        for elimination in &found {
            self.state.remove(elimination.var, elimination.value);
            if self.state.size(elimination.var) == 0 {
                return None;
            }
            self.reasons.add(elimination.var, elimination.value);
            self.delta.lost(elimination.var, elimination.value);
        }
        self.steps.push(SolveStep {
            kind,
            singles: Vec::new(),
            eliminations: Vec::new(),
            stall_eliminations: found,
            before: Some(before),
        });
        Some(())
    }
}
