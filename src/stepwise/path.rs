//! The path from the givens to the solution, each step by the cheapest technique that eliminates something.
//!
//! 1. A round: all single statements are propagated on the same state, and the results applied together.
//! 2. Where a round changes nothing (a stall): sets of 2, 3 and 4 within one group, then what two statements say
//!    together of places that they share, then refutations with the fewest rounds, then nested refutations. Then
//!    rounds again.
//!
//! All eliminations of the same cost are applied together, so that the path is the same for every symmetric
//! copy of a puzzle. Its steps keep what the score is computed from (`score.rs`). What is told is another path, one
//! conclusion after the other (`one_by_one.rs`).

use puzgen_csp::Origin;

use super::cover::{self, Shares};
use super::delta::{Delta, Elimination};
use super::model::StepwiseModel;
use super::round::{Round, RoundScratch, Single, SingleKind};
use super::solution::Solution;
use super::stall::{StallElimination, Trials};
use super::state::SolveState;

/// A step: everything that is deduced from the same state at the same cost.
#[derive(Debug, Clone)]
pub(super) struct SolveStep {
    /// What kind of step it is.
    pub(super) kind: StepKind,
    /// Values found, once for each single that gives them.
    pub(super) singles: Vec<MeasuredSingle>,
    /// Values that statements eliminate, with the position of the statement.
    pub(super) eliminations: Vec<(Elimination, u32)>,
    /// Values that two statements together, sets and refutations eliminate.
    pub(super) stall_eliminations: Vec<StallElimination>,
    /// Where the path is told, the state before it.
    pub(super) before: Option<SolveState>,
}

/// A value that was found, with the size of its reason.
#[derive(Debug, Clone)]
pub(super) struct MeasuredSingle {
    /// The value and how it was found.
    pub(super) single: Single,
    /// The size of a smallest reason.
    pub(super) size: u32,
    /// Where the path is explained: such a reason, as numbers of variables whose values are known, and
    /// of deductions (by [`SolvePath::deductions`]) counted from the number of variables on.
    pub(super) facts: Vec<u32>,
}

/// Kinds of steps, cheapest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepKind {
    /// Propagation of single statements.
    Simple,
    /// Sets of this size in one group.
    Set(u32),
    /// Two statements that share places.
    Shared,
    /// Contradictions after so many rounds.
    Refuted(u32),
    /// Contradictions that need other contradictions.
    Nested,
}

impl StepKind {
    /// Returns what such a step takes, as ratings say it.
    pub(super) fn words(self) -> String {
        match self {
            Self::Simple => "one rule at a time".to_owned(),
            Self::Shared => "two rules that share places".to_owned(),
            Self::Set(size) => format!("a set of {size} within one rule"),
            Self::Refuted(1) => "a value that contradicts a rule at once".to_owned(),
            Self::Refuted(rounds) => {
                format!("a value that leads to a contradiction in {rounds} rounds")
            }
            Self::Nested => "a contradiction that needs other contradictions".to_owned(),
        }
    }
}

/// The whole path.
#[derive(Debug)]
pub(super) struct SolvePath {
    /// The steps.
    pub(super) steps: Vec<SolveStep>,
    /// For each variable of the answer that the givens leave open, the number of its values after the first round.
    pub(super) choices: Vec<u32>,
    /// The first value that each deduction eliminated.
    pub(super) deductions: Vec<(u32, u32)>,
    /// Whether everything was found.
    pub(super) is_solved: bool,
    /// The work that it took.
    pub(super) work: u64,
}

/// Nested contradictions are not begun where to try all values once more for each of them would take so many times the work
/// that they may take. Of those that came to their end, none had more than one such time.
const HOPELESS: u64 = 2;

/// Limits of the work on a path.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort<'s> {
    /// Work after which a stall ends the path.
    pub(super) most: u64,
    /// The work that nested contradictions may take.
    pub(super) nested: u64,
    /// A solution of the puzzle, where it is known: its values are not tried, as no contradiction would follow.
    pub(super) solution: Option<&'s Solution>,
}

/// The reasons of eliminations: for each variable, the deductions that eliminated values of it, as linked lists.
pub(super) struct EliminationReasons {
    /// For each variable, the first link, counted from 1; 0 for none, as memory that is not touched.
    heads: Vec<u32>,
    links: Vec<EliminationLink>,
    /// The first value that each deduction eliminated.
    pub(super) deductions: Vec<(u32, u32)>,
}

/// Values of a variable that a deduction eliminated.
struct EliminationLink {
    deduction: u32,
    /// The value that the first bit stands for, and the values as bits.
    first: u32,
    bits: u64,
    /// The next link, counted as the first one is.
    next: u32,
}

impl EliminationReasons {
    pub(super) fn new(state: &SolveState) -> Self {
        let heads = vec![0; state.var_count() as usize];
        Self { heads, links: Vec::new(), deductions: Vec::new() }
    }

    /// Records that a new deduction eliminated a value.
    pub(super) fn add(&mut self, var: u32, value: u32) {
        self.deductions.push((var, value));
        self.link(var, value, 1);
    }

    /// Records that the last deduction eliminated values.
    fn link(&mut self, var: u32, first: u32, bits: u64) {
        let deduction = self.deductions.len() as u32 - 1;
        let head = &mut self.heads[var as usize];
        self.links.push(EliminationLink { deduction, first, bits, next: *head });
        *head = self.links.len() as u32;
    }

    /// Records what the statements eliminated in a round.
    pub(super) fn add_round(&mut self, round: &Round) {
        let mut last = None;
        for (elimination, statement) in &round.eliminations {
            let Elimination { var, first, bits, deduction, .. } = *elimination;
            let this = Some((*statement, deduction));
            if std::mem::replace(&mut last, this) != this {
                self.deductions.push((var, first + bits.trailing_zeros()));
            }
            self.link(var, first, bits);
        }
    }

    /// Returns whether anything but a found value eliminated a value.
    pub(super) fn has(&self, var: u32, value: u32) -> bool {
        self.of(var, value).next().is_some()
    }

    /// Returns the deductions that eliminated a value.
    fn of(&self, var: u32, value: u32) -> impl Iterator<Item = u32> + '_ {
        let own = self.links_of(var).filter(move |link| {
            let at = value.wrapping_sub(link.first);
            at < 64 && link.bits >> at & 1 == 1
        });
        own.map(|link| link.deduction)
    }

    fn links_of(&self, var: u32) -> impl Iterator<Item = &EliminationLink> + '_ {
        let mut next = self.heads[var as usize];
        std::iter::from_fn(move || {
            let link = self.links.get((next as usize).checked_sub(1)?)?;
            next = link.next;
            Some(link)
        })
    }
}

impl StepwiseModel {
    /// Returns the state in which no more is known than the givens; `None` where they contradict each other.
    pub(super) fn start(&self, given: &[(u32, u32)]) -> Option<(SolveState, Delta)> {
        let mut state = self.root.clone();
        let mut delta = Delta::default();
        for (var, value) in given {
            match state.found(*var) {
                None => self.assign(&mut state, &mut delta, *var, *value).ok()?,
                Some(found) if found == *value => {}
                Some(_) => return None,
            }
        }
        let single = (0..state.var_count()).filter(|var| !state.is_found(*var));
        let single: Vec<(u32, u32)> =
            single.filter_map(|var| Some((var, state.single(var)?))).collect();
        for (var, value) in single {
            self.assign(&mut state, &mut delta, var, value).ok()?;
        }
        // The first round propagates every statement.
        delta.narrowed = (0..state.var_count()).collect();
        delta.is_all = true;
        Some((state, delta))
    }

    /// Returns whether everything that is asked for was found.
    pub(super) fn is_solved(&self, state: &SolveState) -> bool {
        (0..state.var_count()).all(|var| !self.is_answer[var as usize] || state.is_found(var))
    }

    /// Returns the path from the givens; `None` where they contradict each other.
    pub(super) fn solve_path(&self, given: &[(u32, u32)], effort: Effort<'_>) -> Option<SolvePath> {
        let mut scratch = RoundScratch::new(self);
        let (mut state, mut delta) = self.start(given)?;
        let mut reasons = EliminationReasons::new(&state);
        let (mut steps, mut choices) = (Vec::new(), Vec::new());
        let mut round = Round::default();
        let mut shares = Shares::default();
        let mut first = true;
        loop {
            self.round(&mut scratch, &mut state, &mut delta, true, &mut round).ok()?;
            if std::mem::take(&mut first) {
                let open = (0..state.var_count())
                    .filter(|var| self.is_answer[*var as usize] && !state.is_found(*var));
                choices = open.map(|var| state.size(var)).collect();
            }
            if let Some(step) = self.simple_step(&state, &mut round, &mut reasons, &mut shares) {
                steps.push(step);
            }
            self.assign_singles(&mut state, &mut delta, &round.singles).ok()?;
            if !delta.is_empty() {
                continue;
            }
            let is_solved = self.is_solved(&state);
            let next = match is_solved || scratch.work > effort.most {
                true => None,
                false => self.at_stall(&mut scratch, &state, effort),
            };
            let Some((kind, found)) = next else {
                let deductions = reasons.deductions;
                return Some(SolvePath {
                    steps,
                    choices,
                    deductions,
                    is_solved,
                    work: scratch.work,
                });
            };
            for elimination in &found {
                state.remove(elimination.var, elimination.value);
                if state.size(elimination.var) == 0 {
                    return None;
                }
                reasons.add(elimination.var, elimination.value);
                delta.lost(elimination.var, elimination.value);
            }
            steps.push(SolveStep {
                kind,
                singles: Vec::new(),
                eliminations: Vec::new(),
                stall_eliminations: found,
                before: None,
            });
        }
    }

    /// Returns the share of the open variables of the answer that are found where only the singles that
    /// `uses` allows are applied.
    pub(super) fn alone(
        &self,
        given: &[(u32, u32)],
        uses: impl Fn(&SolveState, SingleKind) -> bool,
    ) -> f64 {
        let mut scratch = RoundScratch::new(self);
        let mut state = self.root.clone();
        let mut delta = Delta::default();
        let mut round = Round::default();
        let is_open =
            |state: &SolveState, var: u32| self.is_answer[var as usize] && !state.is_found(var);
        for (var, value) in given {
            if !state.is_found(*var) && self.assign(&mut state, &mut delta, *var, *value).is_err() {
                return 0.0;
            }
        }
        let count = |state: &SolveState| {
            (0..state.var_count()).filter(|var| is_open(state, *var)).count() as f64
        };
        let open = count(&state);
        delta.narrowed = (0..state.var_count()).collect();
        delta.is_all = true;
        while !delta.is_empty() {
            if self.round(&mut scratch, &mut state, &mut delta, false, &mut round).is_err() {
                break;
            }
            round.singles.retain(|single| uses(&state, single.kind));
            if self.assign_singles(&mut state, &mut delta, &round.singles).is_err() {
                break;
            }
        }
        if open == 0.0 { 1.0 } else { 1.0 - count(&state) / open }
    }

    /// Returns the shares that are found by naked singles alone, by hidden singles alone, and by the hidden
    /// singles in the groups of the one rule that finds most.
    pub(super) fn shares_alone(&self, given: &[(u32, u32)]) -> [f64; 3] {
        let rule_of = |group: u32| match self.sources[self.groups[group as usize].source as usize] {
            Origin::Rule { rule, .. } => Some(rule),
            Origin::Introduced(_) => None,
        };
        let mut rules: Vec<Option<u32>> = (0..self.groups.len() as u32).map(rule_of).collect();
        rules.sort_unstable();
        rules.dedup();
        // The last open variable of a group is found whatever the rule is.
        let is_last = |state: &SolveState, group: u32| {
            let vars = &self.groups[group as usize].vars;
            vars.iter().filter(|var| !state.is_found(**var)).count() == 1
        };
        let by_rule = rules.into_iter().map(|rule| {
            self.alone(given, |state, way| match way {
                SingleKind::Hidden(group) => rule_of(group) == rule || is_last(state, group),
                SingleKind::Naked => false,
            })
        });
        [
            self.alone(given, |_, way| way == SingleKind::Naked),
            self.alone(given, |_, way| way != SingleKind::Naked),
            by_rule.fold(0.0, f64::max),
        ]
    }

    /// Returns what is eliminated at a stall, by the cheapest technique.
    pub(super) fn at_stall(
        &self,
        scratch: &mut RoundScratch,
        state: &SolveState,
        effort: Effort<'_>,
    ) -> Option<(StepKind, Vec<StallElimination>)> {
        if let Some(sets) = self.sets_at(&mut scratch.sets, state) {
            return Some(sets);
        }
        scratch.reduce(self, state);
        let is_late = self.can_share_late();
        let begun = scratch.work;
        let mut trials = self.trials(scratch, state, effort.solution, is_late)?;
        let at_once = trials.refuted.len();
        if is_late {
            self.go_on_all(scratch, &mut trials);
        }
        let found = self.by_two(scratch, state, &trials.refuted, &trials.first);
        if !found.is_empty() {
            scratch.end(trials);
            return Some((StepKind::Shared, found));
        }
        if is_late && at_once > 0 {
            trials.end_with_first(at_once);
        }
        self.contradictions(scratch, state, (trials, begun), effort)
    }

    /// Returns the values that lead to a contradiction in the fewest rounds, or by other contradictions. `begun` is the work
    /// before the trials.
    fn contradictions(
        &self,
        scratch: &mut RoundScratch,
        state: &SolveState,
        (trials, begun): (Trials, u64),
        effort: Effort<'_>,
    ) -> Option<(StepKind, Vec<StallElimination>)> {
        if let Some((rounds, found)) = self.refuted(scratch, trials) {
            return Some((StepKind::Refuted(rounds), found));
        }
        // Each nested contradiction tries again what is left then, which is some of what was tried now.
        let all = self.candidates(state, effort.solution).len() as u64;
        if all.saturating_mul(scratch.work - begun) > HOPELESS * effort.nested {
            scratch.work += effort.nested;
            return None;
        }
        let found = self.refuted_nested(scratch, state, effort.solution, effort.nested);
        (!found.is_empty()).then_some((StepKind::Nested, found))
    }

    /// Returns the step of a round, if it found or eliminated anything that is not seen at once. `state` is
    /// that after the eliminations of the round and before its singles are assigned.
    fn simple_step(
        &self,
        state: &SolveState,
        round: &mut Round,
        reasons: &mut EliminationReasons,
        shares: &mut Shares,
    ) -> Option<SolveStep> {
        reasons.add_round(round);
        let mut singles = round.singles.clone();
        singles.sort_unstable();
        let mut last = None;
        let measure = |single: Single| {
            let size = match single.kind {
                // What lost several values is there several times.
                _ if let Some((before, size)) = last
                    && before == single =>
                {
                    size
                }
                SingleKind::Naked if cover::are_many(self.root.size(single.var) - 1) => {
                    self.share_of(state, reasons, &single, shares)
                }
                _ => self.size_of(state, reasons, &single, None),
            };
            last = Some((single, size));
            MeasuredSingle { single, size, facts: Vec::new() }
        };
        let measured: Vec<MeasuredSingle> = singles.into_iter().map(measure).collect();
        (!measured.is_empty() || !round.eliminations.is_empty()).then(|| SolveStep {
            kind: StepKind::Simple,
            singles: measured,
            eliminations: std::mem::take(&mut round.eliminations),
            stall_eliminations: Vec::new(),
            before: None,
        })
    }

    /// Returns [`StepwiseModel::size_of`] for a naked single of a variable with many values.
    fn share_of(
        &self,
        state: &SolveState,
        reasons: &EliminationReasons,
        single: &Single,
        shares: &mut Shares,
    ) -> u32 {
        let Single { var, value, .. } = *single;
        shares.begin(self.root.domain(var), value);
        for peer in &self.peers[var as usize] {
            let found = state.found(peer.var).map(|found| i64::from(found) - peer.add);
            if let Some(gone) = found.and_then(|gone| u32::try_from(gone).ok()) {
                shares.cover(peer.var, gone, 1);
            }
        }
        let vars = state.var_count();
        for EliminationLink { deduction, first, bits, .. } in reasons.links_of(var) {
            shares.cover(vars + deduction, *first, *bits);
        }
        shares.size().max(1)
    }

    /// Calls `each` with every fact that rules a value out: a variable, or a deduction counted from the number of
    /// variables on.
    fn each_fact(
        &self,
        state: &SolveState,
        reasons: &EliminationReasons,
        (var, value): (u32, u32),
        each: &mut impl FnMut(u32),
    ) {
        if state.is_found(var) {
            each(var);
        }
        for peer in &self.peers[var as usize] {
            if state.found(peer.var).map(i64::from) == Some(i64::from(value) + peer.add) {
                each(peer.var);
            }
        }
        let vars = state.var_count();
        reasons.of(var, value).for_each(|deduction| each(vars + deduction));
    }

    /// Returns the size of a smallest reason for a value: the least number of facts and earlier deductions
    /// that together rule out every other value (naked single) or variable (hidden single).
    pub(super) fn size_of(
        &self,
        state: &SolveState,
        reasons: &EliminationReasons,
        single: &Single,
        chosen: Option<&mut Vec<u32>>,
    ) -> u32 {
        self.size_with(state, reasons, single, chosen, |_| true)
    }

    /// Returns the same where only some of the variables of a group have to be ruled out.
    pub(super) fn size_with(
        &self,
        state: &SolveState,
        reasons: &EliminationReasons,
        single: &Single,
        chosen: Option<&mut Vec<u32>>,
        counts: impl Fn(u32) -> bool,
    ) -> u32 {
        // Pairs of an element, which has to be ruled out, and a fact that does so.
        let mut facts: Vec<(u32, u32)> = Vec::new();
        let mut elements = 0;
        let mut rule_out = |var: u32, value: u32| {
            self.each_fact(state, reasons, (var, value), &mut |fact| facts.push((elements, fact)));
            elements += 1;
        };
        match single.kind {
            SingleKind::Naked => {
                let all = self.root.values(single.var).filter(|value| *value != single.value);
                all.for_each(|value| rule_out(single.var, value));
            }
            SingleKind::Hidden(group) => {
                let others = self.groups[group as usize].vars.iter();
                others
                    .filter(|var| **var != single.var && counts(**var))
                    .for_each(|var| rule_out(*var, single.value));
            }
        }
        cover::smallest(elements, &facts, chosen).max(1)
    }
}
