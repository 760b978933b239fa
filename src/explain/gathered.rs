//! What people see at one go, told at once: what a rule or clue about values leaves at a place, `r1c2 is 1 or 3`, where a path
//! excludes one value after the other; all ways through a place; and how lines go on from where they are.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use puzgen_csp::VarId;
use puzgen_stepwise::{Deduction, Fact, How, Stage};

use super::names::{FEW_LEFT, Words};
use super::source::Source;

/// Of a place with more values, what is left may be told in place of what is excluded.
const MANY_VALUES: u64 = 3;
/// How many values that are left are told where these are no more than half of all.
const MOST_LEFT: usize = 4;

/// What was told so far.
#[derive(Debug, Default)]
struct Known {
    found: BTreeMap<VarId, i64>,
    gone: BTreeSet<(VarId, i64)>,
}

/// A deduction that is not told yet.
#[derive(Debug)]
struct Later {
    /// The position of its step.
    stage: usize,
    /// Of how a line or a group goes on: what goes on.
    goes_on: Option<String>,
    deduction: Deduction,
}

impl Known {
    /// Adds a deduction; `other` is the other one of the two values that its place has, if it has just two.
    fn learn(&mut self, deduction: &Deduction, other: Option<i64>) {
        let Deduction { var, value, is, .. } = deduction;
        match is {
            true => _ = self.found.insert(*var, *value),
            false => _ = self.gone.insert((*var, *value)),
        }
        if let (false, Some(other)) = (*is, other) {
            self.found.insert(*var, other);
        }
    }

    /// Returns whether it was told that a place does not have a value.
    fn excludes(&self, var: VarId, value: i64) -> bool {
        self.gone.contains(&(var, value)) || self.found.get(&var).is_some_and(|is| *is != value)
    }

    /// Returns whether nothing new is said.
    fn says(&self, deduction: &Deduction) -> bool {
        !deduction.is && self.excludes(deduction.var, deduction.value)
    }
}

impl Words<'_> {
    /// Returns steps where what a rule or clue leaves at a place is told once, and reasons say what was told of their places.
    pub(super) fn gathered(&self, stages: Vec<Stage>) -> Vec<Stage> {
        let mut known = Known::default();
        let mut told: Vec<Stage> = Vec::new();
        let mut open: VecDeque<Later> = VecDeque::new();
        for (stage, own) in stages.into_iter().enumerate() {
            let later = |deduction| Later { stage, goes_on: self.goes_on(&deduction), deduction };
            open.extend(own.deductions.into_iter().map(later));
            told.push(Stage { kind: own.kind, deductions: Vec::new() });
        }
        let has_lines = self.passes("").is_some();
        while let Some(mut next) = open.pop_front() {
            if known.says(&next.deduction) || is_for_nothing(&next, &open, &known) {
                continue;
            }
            // Of lines, only these are looked at.
            let is_seen = |var: VarId| !has_lines || !self.ends(var).is_empty();
            let found = known.found.iter().map(|(var, value)| (*var, *value));
            next.deduction.seen = found.filter(|(var, _)| is_seen(*var)).collect();
            if next.deduction.how == How::OnlyValue {
                let var = next.deduction.var;
                let all = self.lowered.csp.domain(var).iter();
                let left = all.filter(|it| !known.gone.contains(&(var, *it)));
                next.deduction.left = left.filter(|it| !self.is_gone_at_once(var, *it)).collect();
            }
            let deduction = self.with_known(next.deduction, &known);
            let own = &mut told[next.stage].deductions;
            let mut all = self.with_same(deduction, &open, &known);
            let learn = |known: &mut Known, one: &Deduction| {
                known.learn(one, self.other_of_two(one.var, one.value));
            };
            all.iter().for_each(|one| learn(&mut known, one));
            if let [one] = all.as_slice() {
                let twins = self.twins(one, &mut open);
                twins.iter().for_each(|one| learn(&mut known, one));
                all.extend(twins);
            }
            own.extend(all);
            while let Some(at) = open.iter().position(|later| {
                next.goes_on.is_some()
                    && later.goes_on == next.goes_on
                    && later.deduction.facts.iter().all(|fact| self.is_known(fact, &known))
            }) {
                let Some(later) = open.remove(at) else { break };
                if !known.says(&later.deduction) {
                    learn(&mut known, &later.deduction);
                    own.push(later.deduction);
                }
            }
        }
        told.retain(|stage| !stage.deductions.is_empty());
        told
    }

    /// Returns what goes on by a deduction: lines, where that is seen at an end of one, or a group that has no other way.
    fn goes_on(&self, deduction: &Deduction) -> Option<String> {
        if deduction.is_aside {
            return None;
        }
        match &deduction.how {
            How::Group(_) if deduction.is => {
                Some(self.because(deduction, &self.sources(deduction).ok()?).template)
            }
            _ if self.ends(deduction.var).is_empty() => None,
            _ => self.by_ends(deduction, &self.sources(deduction).ok()?).map(|_| String::new()),
        }
    }

    /// Returns those that come later and follow from the same for the same reason, once a deduction is told.
    fn twins(&self, deduction: &Deduction, open: &mut VecDeque<Later>) -> Vec<Deduction> {
        let own = (deduction.var, deduction.value);
        // What is not drawn is told only where a reason rests on it.
        if !self.is_drawn(deduction) || !self.is_truth(deduction.var) {
            return Vec::new();
        }
        let rests_on_same = |other: &Deduction| {
            let is_here =
                |fact: &Fact| deduction.facts.contains(fact) || self.told(fact) == Some(own);
            other.is
                && other.is_aside == deduction.is_aside
                && other.facts.len() > 1
                && self.is_truth(other.var)
                && other.rules.len() == deduction.rules.len()
                && other.rules.iter().all(|rule| deduction.rules.contains(rule))
                && other.facts.iter().all(is_here)
        };
        let because = |one: &Deduction| Some(self.because(one, &self.sources(one).ok()?));
        let mut because_own = None;
        let mut twins = Vec::new();
        let mut at = 0;
        while let Some(later) = open.get(at) {
            let twin = Deduction { facts: deduction.facts.clone(), ..later.deduction.clone() };
            let is_twin = rests_on_same(&later.deduction)
                && *because_own.get_or_insert_with(|| because(deduction)) == because(&twin);
            match is_twin {
                true => {
                    open.remove(at);
                    twins.push(twin);
                }
                false => at += 1,
            }
        }
        twins
    }

    /// Returns a deduction whose facts say what was told of their places, where that are few values.
    fn with_known(&self, mut deduction: Deduction, known: &Known) -> Deduction {
        let is_known = |(var, value): &(VarId, i64)| known.found.get(var) == Some(value);
        if let How::Otherwise(chain, _) = &mut deduction.how {
            let (found, links): (Vec<_>, Vec<_>) = chain.drain(..).partition(is_known);
            *chain = links;
            let new = found.into_iter().map(|(var, value)| Fact::Is(var, value));
            let new: Vec<Fact> = new.filter(|fact| !deduction.facts.contains(fact)).collect();
            deduction.facts.extend(new);
        }
        if matches!(deduction.how, How::Statement | How::OnlyValue) {
            for fact in &mut deduction.facts {
                let Fact::OneOf(var, values) = fact else { continue };
                let is_left = |value: &&i64| !known.excludes(*var, **value);
                let left: Vec<i64> = values.iter().filter(is_left).copied().collect();
                if self.is_half(*var, left.len()) && left.len() > 1 {
                    *values = left;
                }
            }
        }
        deduction
    }

    /// Returns a deduction with those that come later and say what the same rule or clue excludes at its place in the same words,
    /// beside what is known; all that it excludes, where it leaves few values.
    fn with_same(
        &self,
        deduction: Deduction,
        open: &VecDeque<Later>,
        known: &Known,
    ) -> Vec<Deduction> {
        let Deduction { var, ref how, ref rules, .. } = deduction;
        let is_many = self.lowered.csp.domain(var).size() > MANY_VALUES;
        if deduction.is || *how != How::Statement || rules.len() != 1 || !is_many {
            return vec![deduction];
        }
        let source = match self.sources(&deduction).unwrap_or_default().as_slice() {
            [source] if self.is_of_values(source) => source.clone(),
            _ => return vec![deduction],
        };
        let is_same = |other: &&Deduction| {
            !other.is
                && (other.var, &other.how, &other.rules) == (var, how, rules)
                && other.facts.iter().all(|fact| self.is_known(fact, known))
        };
        let is_aside = deduction.is_aside;
        let same = open.iter().map(|later| &later.deduction).filter(is_same);
        let same = same.map(|one| self.with_known(Deduction { is_aside, ..one.clone() }, known));
        let mut all = vec![deduction.clone()];
        all.extend(same);
        self.whole(&source, &all, known).unwrap_or_else(|| {
            let text = |one: &Deduction| self.fitting_words(&source, one).map(|fit| fit.text);
            let own = text(&all[0]);
            all.retain(|one| one.facts == deduction.facts && text(one) == own);
            all
        })
    }

    /// Returns whether so many values of a place are told, and not the others.
    pub(super) fn is_few(&self, var: VarId, count: usize) -> bool {
        count <= FEW_LEFT || self.is_half(var, count)
    }

    /// Returns whether so many values are few beside the others of a place.
    fn is_half(&self, var: VarId, count: usize) -> bool {
        count <= MOST_LEFT && 2 * count as u64 <= self.lowered.csp.domain(var).size()
    }

    /// Returns all that is excluded for the same reason as some values of a place, where few values are left.
    fn whole(&self, source: &Source, some: &[Deduction], known: &Known) -> Option<Vec<Deduction>> {
        let first = some.first()?;
        let mut facts: Vec<Fact> = Vec::new();
        some.iter().flat_map(|one| &one.facts).for_each(|fact| add_fact(&mut facts, fact));
        let mut all = Deduction { facts, ..first.clone() };
        let members = self.members(source, &all)?;
        let own = self.own_values(&members)?;
        let is_new = own.iter().all(|value| !known.excludes(first.var, *value));
        if own.len() < 2 || !self.is_few(first.var, own.len()) || !is_new {
            return None;
        }
        let domain = self.lowered.csp.domain(first.var).iter();
        let gone = domain.filter(|v| !own.contains(v) && !self.is_gone_at_once(first.var, *v));
        let gone: Vec<i64> = gone.collect();
        if !some.iter().all(|one| gone.contains(&one.value)) {
            return None;
        }
        let mut texts = gone.iter().map(|value| {
            all.value = *value;
            self.fitting_words(source, &all).filter(|fit| fit.rest.is_none()).map(|fit| fit.text)
        });
        let text = texts.next()??;
        if !texts.all(|other| other.as_ref() == Some(&text)) {
            return None;
        }
        Some(gone.into_iter().map(|value| Deduction { value, ..all.clone() }).collect())
    }

    /// Returns whether a fact is on the board or was told.
    fn is_known(&self, fact: &Fact, known: &Known) -> bool {
        let var = fact.var();
        let is_found = |value: i64| {
            known.found.get(&var) == Some(&value) || self.given.get(&var) == Some(&value)
        };
        let is_taken = |value: i64| {
            let mut found = known.found.iter();
            found.any(|(other, found)| *found == value && self.all_differ(&[var, *other]))
        };
        let is_gone = |value: i64| {
            known.excludes(var, value) || self.is_gone_at_once(var, value) || is_taken(value)
        };
        match fact {
            Fact::Is(_, value) => is_found(*value),
            Fact::IsNot(_, value) => is_gone(*value),
            Fact::OneOf(_, values) => {
                let mut others =
                    self.lowered.csp.domain(var).iter().filter(|it| !values.contains(it));
                others.all(is_gone)
            }
        }
    }
}

/// Adds a fact to others; of what a place can be, what all of them say.
fn add_fact(facts: &mut Vec<Fact>, new: &Fact) {
    let Fact::OneOf(var, values) = new else {
        if !facts.contains(new) {
            facts.push(new.clone());
        }
        return;
    };
    let same = facts.iter_mut().find_map(|fact| match fact {
        Fact::OneOf(other, values) if other == var => Some(values),
        _ => None,
    });
    match same {
        Some(own) => own.retain(|value| values.contains(value)),
        None => facts.push(new.clone()),
    }
}

/// Returns whether a deduction was just to be told as a part of one that says nothing new by now.
fn is_for_nothing(next: &Later, open: &VecDeque<Later>, known: &Known) -> bool {
    let Later { stage, deduction, .. } = next;
    let user = open.iter().find(|later| later.stage == *stage && !later.deduction.is_aside);
    let is_needed = |Later { deduction: other, .. }: &Later| {
        !known.says(other) && other.facts.iter().any(|fact| fact.var() == deduction.var)
    };
    deduction.is_aside
        && user.is_some_and(|user| known.says(&user.deduction))
        && !open.iter().any(is_needed)
}
