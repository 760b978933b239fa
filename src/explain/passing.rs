//! Lines through places: what a rule says of a place and what a rule says of lines, made one reason.

use std::collections::BTreeMap;

use puzgen_csp::VarId;
use puzgen_model::value::Key;
use puzgen_stepwise::{Deduction, Fact, Pull};

use super::because::Because;
use super::names::Words;
use super::sentences::{Reason, fill};
use super::source::Source;

impl Words<'_> {
    /// Returns the reason for a line, or for none, where one source says what a place can be and the other one is about
    /// lines: the line goes through the place, or would have to.
    pub(super) fn by_passing(&self, deduction: &Deduction, sources: &[Source]) -> Option<Because> {
        let [a, b] = sources else { return None };
        let reason = |source: &Source| match source {
            Source::Rule { rule, .. } => {
                self.reason_of(&self.instance.definition.rules[*rule].body, 0).map(|it| it.0)
            }
            Source::Clue { .. } => None,
        };
        let (place, lines) = match (reason(a)?, reason(b)?) {
            (Reason::OneOf { .. }, lines @ Reason::Lines { .. }) => (a, lines),
            (lines @ Reason::Lines { .. }, Reason::OneOf { .. }) => (b, lines),
            _ => return None,
        };
        let Reason::Lines { ends, through, .. } = lines else { return None };
        let Deduction { var, value, is, facts, .. } = deduction;
        let found = if *is { *value } else { self.other_of_two(*var, *value)? };
        let case = place.case()?;
        let own = self.ends(*var);
        let is_case = |key: &Key| self.instance.describe(&key.to_value()) == case;
        match (found, own.iter().any(is_case)) {
            (0, false) => {
                // The line would have to go on to a place that is something else.
                let goes_on = |key: &Key| self.goes_on_to(deduction, key, &is_case);
                let taken = self.taken(place, deduction).filter(|_| own.iter().any(goes_on))?;
                let parts = [("why", taken.as_str()), ("not", ends)];
                Some(Because::plain(fill(self.sentences.both, &parts)))
            }
            (0, true) => None,
            (_, true) => {
                // What is said of the place itself goes without saying.
                let is_here = |fact: &&Fact| {
                    !self.ends(fact.var()).is_empty() || self.key(fact.var()).is_some_and(is_case)
                };
                let facts: Vec<Fact> =
                    facts.iter().filter(|fact| !is_here(fact)).cloned().collect();
                let template = fill(through, &[("case", case)]);
                let facts = self.shown(&facts, *var);
                Some(Because { template, facts, ..Because::default() })
            }
            (_, false) => None,
        }
    }

    /// Returns the reason for a line, or for none, that is seen at one of its ends: a line goes on there, or two meet already.
    pub(super) fn by_ends(&self, deduction: &Deduction, sources: &[Source]) -> Option<Because> {
        let Deduction { var, value, is, facts, .. } = deduction;
        if self.ends(*var).is_empty() {
            return None;
        }
        let lines = sources.iter().find_map(|source| {
            self.reason_at(source).filter(|(reason, call)| {
                matches!(reason, Reason::Lines { .. }) && self.is_about(call, *var)
            })
        });
        let (Reason::Lines { on, crossing, ends, .. }, _) = lines? else { return None };
        let found = if *is { *value } else { self.other_of_two(*var, *value)? };
        let is_new = |(var, _): &&(VarId, i64)| facts.iter().all(|fact| fact.var() != *var);
        let seen = deduction.seen.iter().filter(is_new);
        let seen = seen.map(|(var, value)| Fact::Is(*var, *value));
        let facts: &[Fact] = &facts.iter().cloned().chain(seen).collect::<Vec<_>>();
        match found {
            0 if self.meets(*var, facts, true) => Some(crossing),
            0 if self.meets(*var, facts, false) => Some(ends),
            0 => None,
            _ => self.ends(*var).iter().any(|end| self.only_way(*var, end, facts)).then_some(on),
        }
        .map(Because::plain)
    }

    /// Returns whether just one line is drawn at an end of another one, and no others can be.
    fn only_way(&self, var: VarId, end: &Key, facts: &[Fact]) -> bool {
        let at = self.lowered.csp.answers.iter().copied();
        let others = at.filter(|other| *other != var && self.ends(*other).contains(end));
        let state = |other: VarId| {
            let told = facts.iter().filter_map(|fact| self.told(fact));
            let told = told.filter(|(told, _)| *told == other).map(|(_, value)| value).next();
            told.or_else(|| self.is_gone_at_once(other, 1).then_some(0))
        };
        let states: Vec<Option<i64>> = others.map(state).collect();
        states.iter().all(Option::is_some)
            && states.iter().filter(|state| **state == Some(1)).count() == 1
    }

    /// Returns that a line goes through a place.
    pub(super) fn passes(&self, case: &str) -> Option<String> {
        let mut rules = self.instance.definition.rules.iter();
        let passes = rules.find_map(|rule| match self.reason_of(&rule.body, 0)?.0 {
            Reason::Lines { passes, .. } => Some(passes),
            _ => None,
        })?;
        Some(fill(passes, &[("case", case)]))
    }

    /// Returns that lines cannot go through a place that can be nothing else, with the place, where that is what two rules
    /// make of one value.
    pub(super) fn blocked(&self, at: VarId, pulls: &[Pull; 2]) -> Option<(String, String)> {
        let source = |pull: &Pull| self.pulling(at, pull).ok()?;
        let [out, needed] = pulls;
        let (out, needed) = (source(out)?, source(needed)?);
        let reason = |source: &Source| match source {
            Source::Rule { rule, .. } => {
                self.reason_of(&self.instance.definition.rules[*rule].body, 0).map(|it| it.0)
            }
            Source::Clue { .. } => None,
        };
        match (reason(&out)?, reason(&needed)?) {
            (Reason::Lines { blocked, .. }, Reason::OneOf { .. }) => {
                let case = needed.case()?;
                Some((fill(blocked, &[("case", case)]), case.to_owned()))
            }
            _ => None,
        }
    }

    /// Returns the values of a story about lines without those places where no line can be drawn: as two others pass by, or as
    /// it would be alone at its end. That goes without saying.
    pub(super) fn not_crossing(
        &self,
        deduction: &Deduction,
        sources: &[Source],
        chain: &[(VarId, i64)],
    ) -> Vec<(VarId, i64)> {
        let is_of_lines =
            |source: &Source| matches!(self.reason_at(source), Some((Reason::Lines { .. }, _)));
        if !sources.iter().any(is_of_lines) {
            return chain.to_vec();
        }
        let assumed = self.assumed_of(deduction).map(|lit| (lit.var, lit.value));
        let told = deduction.facts.iter().filter_map(|fact| self.told(fact)).chain(assumed);
        let told = deduction.seen.iter().copied().chain(told);
        let told: BTreeMap<VarId, i64> = told.collect();
        let mut known: Vec<Fact> = told.iter().map(|(var, it)| Fact::Is(*var, *it)).collect();
        let mut is_told = |(var, value): &(VarId, i64)| {
            let meets = |is_drawn| self.meets(*var, &known, is_drawn);
            let is_seen = *value == 0 && (meets(true) || meets(false));
            if !told.contains_key(var) {
                known.push(Fact::Is(*var, *value));
            }
            !is_seen
        };
        chain.iter().copied().filter(|link| is_told(link)).collect()
    }

    /// Returns whether a value says that there is no line at a place.
    pub(super) fn is_no_line_at(&self, (var, value): (VarId, i64), case: &str) -> bool {
        let is_case = |key: &Key| self.instance.describe(&key.to_value()) == case;
        value == 0 && self.ends(var).iter().any(is_case)
    }

    /// Returns whether a line could leave one of its ends only towards one place.
    fn goes_on_to(
        &self,
        deduction: &Deduction,
        end: &Key,
        is_case: &impl Fn(&Key) -> bool,
    ) -> bool {
        let Deduction { var, facts, .. } = deduction;
        let at = self.lowered.csp.answers.iter().copied();
        let others = at.filter(|other| other != var && self.ends(*other).contains(end));
        let is_out = |fact: &Fact| self.told(fact).map(|(_, value)| value) == Some(0);
        let mut open = others.filter(|other| {
            let told = facts.iter().any(|fact| fact.var() == *other && is_out(fact));
            !told && !self.is_gone_at_once(*other, 1)
        });
        match (open.next(), open.next()) {
            (Some(only), None) => self.ends(only).iter().any(is_case),
            _ => false,
        }
    }
}
