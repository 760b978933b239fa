//! Which deductions of a path are told: those that the answer needs, or another deduction that is told.
//!
//! The path is read from its end, with what is still needed: values that have to be found, and values that
//! have to be gone. A deduction that gives one of these is told, and what its reason rests on is needed, too.
//! So no step is told that nothing uses, and reasons are put together only for what is told.
//!
//! Then they are put into the order of telling: a value that the answer has where the path finds it, and what only other
//! deductions need just before the first of these.

use std::collections::{BTreeMap, BTreeSet};

use puzgen_csp::{Origin, VarId};

use super::deduction::{ContradictionKind, Deduction, Fact, FoundValue, How, Stage};
use super::model::StepwiseModel;
use super::one_by_one::FEW_VALUES;
use super::path::{SolvePath, SolveStep, StepKind};
use super::shared;
use super::state::SolveState;
use super::vocabulary::Vocabulary;

/// What needs something: the answer, and deductions, by their positions from the end.
#[derive(Debug, Default, Clone)]
pub(super) struct Users {
    is_answer: bool,
    by: Vec<usize>,
}

/// What has to be known at some point of a path.
#[derive(Debug, Default)]
pub(super) struct Needs {
    /// Variables whose values have to be found.
    found: BTreeMap<u32, Users>,
    /// Values that variables must not have any more.
    gone: BTreeMap<(u32, u32), Users>,
}

impl Needs {
    fn for_answer(vars: impl Iterator<Item = u32>) -> Self {
        let users = Users { is_answer: true, by: Vec::new() };
        Self { found: vars.map(|var| (var, users.clone())).collect(), gone: BTreeMap::new() }
    }

    /// Returns the values that must be gone and are not yet, sorted.
    pub(super) fn open(&self, before: &SolveState) -> Vec<(u32, u32)> {
        let open = self.gone.keys().copied().filter(|(var, value)| before.can(*var, *value));
        open.collect()
    }

    /// Takes out that a value must be gone, and returns what needs that.
    pub(super) fn take(&mut self, var: u32, value: u32) -> Users {
        self.gone.remove(&(var, value)).unwrap_or_default()
    }

    /// Adds that the value of a variable has to be found.
    pub(super) fn find(&mut self, var: u32, by: &Users) {
        self.found.entry(var).or_default().add(by);
    }

    fn exclude(&mut self, var: u32, value: u32, by: &Users) {
        self.gone.entry((var, value)).or_default().add(by);
    }
}

impl Users {
    fn add(&mut self, other: &Self) {
        self.is_answer |= other.is_answer;
        self.by.extend(&other.by);
    }
}

/// A path to tell, and what it is told with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Telling<'p> {
    /// The model.
    pub(super) model: &'p StepwiseModel,
    /// The path.
    pub(super) path: &'p SolvePath,
    /// What may be named.
    pub(super) vocabulary: &'p Vocabulary,
}

/// How many steps before a truth is looked for one that it is told with.
const MOST_BACK: usize = 12;
/// How many things that are excluded elsewhere, or for another reason, are told in one sentence.
const MOST_ASIDE: usize = 3;

/// A deduction that is told.
#[derive(Debug)]
struct ToldDeduction {
    deduction: Deduction,
    kind: StepKind,
    /// The position of its step on the path.
    step: usize,
    users: Users,
}

impl Telling<'_> {
    /// Returns the steps that give the whole answer; without its end, all that the path gives. Of truths
    /// for which `is_drawn` does not hold, only those that hold are part of the answer.
    pub(super) fn whole(&self, is_drawn: impl Fn(u32, u32) -> bool) -> Vec<Stage> {
        let is_answer = |var: u32| self.model.is_answer[var as usize];
        let singles = self.path.steps.iter().flat_map(|step| &step.singles);
        let singles = singles.map(|found| (found.single.var, found.single.value));
        let singles = singles.filter(|(var, value)| is_answer(*var) && is_drawn(*var, *value));
        let mut needs = Needs::for_answer(singles.map(|(var, _)| var));
        if !self.path.is_solved {
            let users = Users { is_answer: true, by: Vec::new() };
            let steps = self.path.steps.iter();
            let found: BTreeSet<u32> =
                steps.flat_map(|step| &step.singles).map(|found| found.single.var).collect();
            let is_answer = |var: u32| is_answer(var) && !found.contains(&var);
            for step in &self.path.steps {
                let gone = step.eliminations.iter();
                let gone = gone.flat_map(|(gone, _)| gone.values().map(|value| (gone.var, value)));
                let stalled = step.stall_eliminations.iter().map(|gone| (gone.var, gone.value));
                let gone = gone.chain(stalled).filter(|(var, _)| is_answer(*var));
                gone.for_each(|(var, value)| needs.exclude(var, value, &users));
            }
        }
        self.stages(needs, self.path.steps.len())
    }

    /// Returns the steps that lead to the value of one variable, which the `end`-th step finds.
    pub(super) fn toward(&self, var: u32, end: usize) -> Vec<Stage> {
        self.stages(Needs::for_answer(std::iter::once(var)), end + 1)
    }

    /// Returns the values of the answer that are found, the first ones first, with the step that finds each.
    pub(super) fn found_values(&self) -> impl Iterator<Item = (usize, u32, u32)> + '_ {
        self.path.steps.iter().enumerate().flat_map(|(at, step)| {
            let singles =
                step.singles.iter().filter(|s| self.model.is_answer[s.single.var as usize]);
            let mut singles: Vec<_> = singles.collect();
            singles.sort_by_key(|found| (found.size, found.single.var, found.single.value));
            singles.into_iter().map(move |found| (at, found.single.var, found.single.value))
        })
    }

    fn stages(&self, mut needs: Needs, end: usize) -> Vec<Stage> {
        let mut told: Vec<ToldDeduction> = Vec::new();
        for (at, step) in self.path.steps[..end].iter().enumerate().rev() {
            let Some(before) = &step.before else { continue };
            for mut new in self.deductions((at, step), before, &mut needs) {
                let by = Users { is_answer: false, by: vec![told.len()] };
                self.add_reason(before, &new.deduction, &by, &mut needs);
                new.users.by.sort_unstable();
                new.users.by.dedup();
                told.push(new);
            }
        }
        self.staged(told)
    }

    /// Puts deductions, the last one first, into the order of telling.
    fn staged(&self, mut told: Vec<ToldDeduction>) -> Vec<Stage> {
        let asides = self.asides(&told);
        let order = self.order(&told, &asides);
        Self::know_found(&mut told, &order);
        let mut told: Vec<Option<ToldDeduction>> = told.into_iter().map(Some).collect();
        let mut stages: Vec<Stage> = Vec::new();
        // The asides that come right before what they are a part of.
        let mut open: Vec<usize> = Vec::new();
        for at in order {
            let of = asides[at].unwrap_or(at);
            let is_own = |aside: &usize| asides[*aside] == Some(of);
            let (mut own, left): (Vec<usize>, Vec<usize>) =
                std::mem::take(&mut open).into_iter().partition(is_own);
            for one in left.into_iter().filter_map(|at| told[at].take()) {
                self.stage(&mut stages, one);
            }
            if asides[at].is_some() {
                own.push(at);
                open = own;
                continue;
            }
            let Some(one) = told[at].take() else { continue };
            let own = own.into_iter().filter_map(|at| told[at].take());
            let own: Vec<ToldDeduction> = own.collect();
            match own.is_empty() {
                true => self.stage(&mut stages, one),
                false => stages.push(Self::with_asides(own, one)),
            }
        }
        stages
    }

    /// Returns the order of telling, by positions.
    fn order(&self, told: &[ToldDeduction], asides: &[Option<usize>]) -> Vec<usize> {
        // For each, what it needs, the first one first.
        let mut needed: Vec<Vec<usize>> = vec![Vec::new(); told.len()];
        for (at, one) in told.iter().enumerate().rev() {
            one.users.by.iter().for_each(|by| needed[*by].push(at));
        }
        // Asides come right before what they are a part of, and what they need before all of them.
        for at in (0..told.len()).rev() {
            let (mut first, own): (Vec<usize>, Vec<usize>) =
                needed[at].iter().partition(|other| asides[**other] != Some(at));
            first.extend(own.iter().flat_map(|aside| needed[*aside].iter()));
            first.sort_unstable_by_key(|at| std::cmp::Reverse(*at));
            first.dedup();
            first.retain(|at| !own.contains(at));
            first.extend(own);
            needed[at] = first;
        }
        let mut order = Order {
            told,
            needed: &needed,
            is_told: vec![false; told.len()],
            found: BTreeSet::new(),
            order: Vec::new(),
        };
        let roots = (0..told.len()).rev().filter(|at| self.is_root(&told[*at]));
        roots.for_each(|at| order.tell(at));
        order.order
    }

    /// Returns a deduction with what is told as a part of it.
    fn with_asides(mut asides: Vec<ToldDeduction>, one: ToldDeduction) -> Stage {
        let by_var = asides.chunk_by_mut(|a, b| a.deduction.var == b.deduction.var);
        by_var.for_each(|same| same.sort_by_key(|one| one.deduction.value));
        let kind = asides.iter().map(|aside| aside.kind).fold(one.kind, StepKind::max);
        let asides = asides.into_iter();
        let asides = asides.map(|aside| Deduction { is_aside: true, ..aside.deduction });
        Stage { kind, deductions: asides.chain(std::iter::once(one.deduction)).collect() }
    }

    /// Puts values that are told before into reasons that rest on less of these places.
    fn know_found(told: &mut [ToldDeduction], order: &[usize]) {
        let mut found: BTreeMap<VarId, i64> = BTreeMap::new();
        for at in order {
            let Deduction { var, value, is, facts, how, .. } = &mut told[*at].deduction;
            if let How::Otherwise(chain, end) = how {
                if end.know(&|var| found.get(&var).copied())
                    && let Some(var) = end.at()
                    && facts.iter().all(|fact| fact.var() != var)
                {
                    facts.extend(found.get(&var).map(|known| Fact::Is(var, *known)));
                }
                // A value that is known ends a story where another one would follow at its place.
                let is_other = |(var, value): &(VarId, i64)| {
                    found.get(var).filter(|known| *known != value).copied()
                };
                let other = chain.iter().enumerate().find_map(|(at, it)| Some((at, is_other(it)?)));
                if let Some((at, known)) = other {
                    let (var, value) = chain[at];
                    let found = FoundValue { value, group: None };
                    *end = ContradictionKind::Filled(var, found, known);
                    chain.truncate(at);
                }
            }
            // Places that are filled by then are none of those that are left for a value.
            if let How::Locked(places, value, _) = how {
                places.retain(|place| found.get(place).is_none_or(|known| known == value));
            }
            let mut known: Vec<Fact> = Vec::new();
            for fact in facts.drain(..) {
                let value = found.get(&fact.var());
                let fact = value.map_or(fact.clone(), |value| Fact::Is(fact.var(), *value));
                if !known.contains(&fact) {
                    known.push(fact);
                }
            }
            *facts = known;
            if *is {
                found.insert(*var, *value);
            }
        }
    }

    /// Adds a deduction to the stage that it is told with, or as a new one.
    fn stage(&self, stages: &mut Vec<Stage>, one: ToldDeduction) {
        match self.thought(stages, &one) {
            Some(stage) => {
                let deductions = &mut stages[stage].deductions;
                deductions.push(one.deduction);
                // What one reason excludes at a place is told in the order of the values.
                let last = deductions.chunk_by_mut(|a, b| a.var == b.var && a.is == b.is).last();
                last.into_iter().for_each(|same| same.sort_by_key(|one| one.value));
            }
            None => stages.push(Stage { kind: one.kind, deductions: vec![one.deduction] }),
        }
    }

    /// Returns for each deduction the one that it is a part of: what is excluded at the same place, and what a clue by
    /// itself excludes at a few others, is told where it is needed first.
    fn asides(&self, told: &[ToldDeduction]) -> Vec<Option<usize>> {
        let of = |one: &ToldDeduction| {
            let first = *one.users.by.iter().max()?;
            let Deduction { var, facts, how, .. } = &one.deduction;
            let is_same = told[first].deduction.var == *var
                && !matches!(how, How::Otherwise(..) | How::Nested);
            let is_clue = |fact: &Fact| !self.model.is_answer[fact.var().index()];
            let is_by_clue = *how == How::Statement && facts.iter().all(is_clue);
            (!self.is_root(one) && (is_same || is_by_clue)).then_some(first)
        };
        let mut asides: Vec<Option<usize>> = told.iter().map(of).collect();
        let mut parts_of: Vec<Vec<usize>> = vec![Vec::new(); told.len()];
        for (aside, of) in asides.iter().enumerate() {
            of.iter().for_each(|of| parts_of[*of].push(aside));
        }
        for (at, own) in parts_of.into_iter().enumerate() {
            let own: Vec<usize> =
                own.into_iter().filter(|aside| asides[*aside] == Some(at)).collect();
            let parts = own.iter().map(|aside| &told[*aside].deduction);
            let mut parts: Vec<(VarId, &[Origin])> =
                parts.map(|aside| (aside.var, aside.rules.as_slice())).collect();
            parts.sort_by_key(|(var, _)| *var);
            parts.dedup();
            // What is a part of a part is told before.
            if parts.len() > MOST_ASIDE || asides[at].is_some() {
                own.into_iter().for_each(|aside| asides[aside] = None);
            }
        }
        asides
    }

    /// Returns whether a deduction is told where the path has it, and not where it is needed first.
    fn is_root(&self, told: &ToldDeduction) -> bool {
        let Users { is_answer, by } = &told.users;
        *is_answer || by.is_empty() || self.model.root.size(told.deduction.var.0) == 2
    }

    /// Returns the position of the stage with which a deduction is told, if there is one: the last one before that it is
    /// one thought with, where it rests on nothing that is found after that.
    fn thought(&self, stages: &[Stage], told: &ToldDeduction) -> Option<usize> {
        let Deduction { var, facts, .. } = &told.deduction;
        let rests_on = |var: VarId| facts.iter().any(|fact| fact.var() == var);
        let back = if self.model.root.size(var.0) <= FEW_VALUES { MOST_BACK } else { 1 };
        for (at, stage) in stages.iter().enumerate().rev().take(back) {
            if is_one_thought(stage, told.kind, &told.deduction) {
                return Some(at);
            }
            if told.deduction.how == How::Nested
                || stage.deductions.iter().any(|other| other.var == *var || rests_on(other.var))
            {
                return None;
            }
        }
        None
    }

    /// Returns the other value of a variable that has just two.
    pub(super) fn other_of_two(&self, var: u32, value: u32) -> Option<u32> {
        let root = &self.model.root;
        (root.size(var) == 2).then(|| root.values(var).find(|other| *other != value)).flatten()
    }

    /// Takes what a step gives out of `needs`, and returns it with its reasons, the largest one first.
    fn deductions(
        &self,
        (at, step): (usize, &SolveStep),
        before: &SolveState,
        needs: &mut Needs,
    ) -> Vec<ToldDeduction> {
        let mut told: Vec<(u32, Deduction, Users)> = Vec::new();
        self.gone(step, before, needs, &mut told);
        self.found(step, before, needs, &mut told);
        told.sort_by_key(|(size, deduction, _)| (*size, deduction.var, deduction.value));
        let rounds = match step.kind {
            StepKind::Refuted(rounds) => rounds,
            StepKind::Shared => shared::MOST_ROUNDS,
            StepKind::Simple | StepKind::Set(_) | StepKind::Nested => 1,
        };
        let told = told.into_iter().rev().map(|(_, deduction, users)| {
            let deduction = self.model.unfolded(self.vocabulary, before, deduction, rounds);
            ToldDeduction { deduction, kind: step.kind, step: at, users }
        });
        told.collect()
    }

    /// Adds the values that are found in a step and needed.
    fn found(
        &self,
        step: &SolveStep,
        before: &SolveState,
        needs: &mut Needs,
        told: &mut Vec<(u32, Deduction, Users)>,
    ) {
        for found in &step.singles {
            let (var, value) = (found.single.var, found.single.value);
            let Some(users) = needs.found.remove(&var) else { continue };
            match self.other_of_two(var, value).filter(|other| !before.can(var, *other)) {
                // The step that eliminated the one value of two gave the other.
                Some(other) => needs.exclude(var, other, &users),
                None => {
                    let placed = self.model.placed(before, found, &step.eliminations, self.path);
                    let placed = self.with_peers(before, placed);
                    told.push((found.size, placed, users));
                }
            }
        }
    }

    /// Returns what a helper eliminated by being found to have the value; its reason is put together anew.
    pub(super) fn by_unnamed_peer(
        &self,
        before: &SolveState,
        var: u32,
        value: u32,
    ) -> Option<Deduction> {
        let mut peers = self.model.peers[var as usize].iter();
        let peer = peers.find(|peer| {
            before.found(peer.var).map(i64::from) == Some(i64::from(value) + peer.add)
        })?;
        let known = before.found(peer.var)?;
        Some(Deduction {
            var: VarId(var),
            value: self.model.number(value),
            is: false,
            how: How::Statement,
            facts: vec![Fact::Is(VarId(peer.var), self.model.number(known))],
            rules: vec![self.model.sources[peer.source as usize]],
            left: Vec::new(),
            is_aside: false,
            seen: Vec::new(),
        })
    }

    /// Adds what the reason of a deduction rests on.
    fn add_reason(
        &self,
        before: &SolveState,
        deduction: &Deduction,
        by: &Users,
        needs: &mut Needs,
    ) {
        if deduction.how == How::Nested {
            // Nobody can say which part of the board such a step needs.
            let all = (0..before.var_count()).filter(|var| self.model.is_answer[*var as usize]);
            all.for_each(|var| self.add_known(before, var, by, needs));
            return;
        }
        for fact in &deduction.facts {
            match fact {
                Fact::Is(var, _) => self.add_known(before, var.0, by, needs),
                Fact::OneOf(var, values) => {
                    let all = self.model.root.values(var.0);
                    let values: BTreeSet<i64> = values.iter().copied().collect();
                    let gone = all.filter(|value| !values.contains(&self.model.number(*value)));
                    gone.for_each(|value| self.add_gone(before, var.0, value, by, needs));
                }
                Fact::IsNot(var, value) => {
                    self.add_gone(before, var.0, (value - self.model.base) as u32, by, needs);
                }
            }
        }
    }

    fn add_known(&self, before: &SolveState, var: u32, by: &Users, needs: &mut Needs) {
        let gone = self.model.root.values(var).filter(|value| !before.can(var, *value));
        match before.is_found(var) {
            true => needs.find(var, by),
            false => gone.for_each(|value| self.add_gone(before, var, value, by, needs)),
        }
    }

    fn add_gone(&self, before: &SolveState, var: u32, value: u32, by: &Users, needs: &mut Needs) {
        match before.is_found(var) {
            true => needs.find(var, by),
            false => match self.taken_by(before, var, value) {
                Some(peer) => needs.find(peer, by),
                None => needs.exclude(var, value, by),
            },
        }
    }
}

/// Deductions, the last one first, that are put into the order of telling.
struct Order<'t> {
    told: &'t [ToldDeduction],
    needed: &'t [Vec<usize>],
    is_told: Vec<bool>,
    /// The variables whose values are told.
    found: BTreeSet<VarId>,
    order: Vec<usize>,
}

impl Order<'_> {
    /// Tells a deduction after all that it needs.
    fn tell(&mut self, first: usize) {
        let mut open = vec![(first, 0)];
        while let Some((at, next)) = open.pop() {
            if self.is_told[at] {
                continue;
            }
            if let Some(needed) = self.needed[at].get(next) {
                open.push((at, next + 1));
                open.push((*needed, 0));
                continue;
            }
            self.is_told[at] = true;
            let Deduction { var, is, .. } = &self.told[at].deduction;
            // What is excluded where the value is known by now needs no words.
            if !is && self.found.contains(var) {
                continue;
            }
            if *is {
                self.found.insert(*var);
            }
            self.order.push(at);
            self.likewise(at).into_iter().rev().for_each(|other| open.push((other, 0)));
        }
    }

    /// Returns what one statement excludes together with a value: of the same variable in the same step.
    fn likewise(&self, at: usize) -> Vec<usize> {
        let own = &self.told[at];
        let same_step = (at + 1..self.told.len())
            .take_while(|other| self.told[*other].step == own.step)
            .chain((0..at).rev().take_while(|other| self.told[*other].step == own.step));
        let is_like = |other: &usize| {
            let Deduction { var, is, rules, .. } = &self.told[*other].deduction;
            !is && !own.deduction.is
                && *var == own.deduction.var
                && *rules == own.deduction.rules
                && !self.is_told[*other]
        };
        same_step.filter(is_like).collect()
    }
}

/// Returns whether a deduction is told together with others: one of the same rule by the same technique, which does not
/// rest on these.
fn is_one_thought(stage: &Stage, kind: StepKind, deduction: &Deduction) -> bool {
    let rules = |deduction: &Deduction| {
        let rules = deduction.rules.iter().map(|origin| match origin {
            Origin::Rule { rule, .. } => Err(*rule),
            Origin::Introduced(why) => Ok(*why),
        });
        rules.collect::<BTreeSet<_>>()
    };
    let rests_on = |var: VarId| deduction.facts.iter().any(|fact| fact.var() == var);
    let Some(last) = stage.deductions.last() else { return false };
    let is_aside = |deduction: &Deduction| deduction.is_aside;
    stage.kind == kind
        && !stage.deductions.iter().any(is_aside)
        && std::mem::discriminant(&last.how) == std::mem::discriminant(&deduction.how)
        && rules(last) == rules(deduction)
        && !stage.deductions.iter().any(|other| other.var != deduction.var && rests_on(other.var))
}
