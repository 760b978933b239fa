//! Lines through places: what a rule says of a place and what a rule says of lines, made one reason.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::csp::VarId;
use crate::model::value::Key;
use crate::stepwise::{Deduction, Fact, Pull};

use super::because::Because;
use super::names::Words;
use super::sentences::{Reason, fill};
use super::source::Source;

/// A line that is drawn, or may be.
struct Line {
    var: VarId,
    ends: [Key; 2],
    is_drawn: bool,
}

/// The lines of a board that are not excluded.
struct Lines(Vec<Line>);

impl Lines {
    /// Returns lines without those that would meet two that are drawn.
    fn new(lines: Vec<Line>) -> Self {
        let mut all = Self(lines);
        let is_free =
            |line: &Line| line.is_drawn || line.ends.iter().all(|end| all.at(end, true) < 2);
        let free: Vec<bool> = all.0.iter().map(is_free).collect();
        let mut free = free.into_iter();
        all.0.retain(|_| free.next() == Some(true));
        all
    }

    /// Returns a line that is not drawn and is the only way from one that is drawn to another one.
    fn bridge<'l>(&'l self, from: &'l Line, to: &'l Line) -> Option<&'l Line> {
        let path = self.path(from, to, None)?;
        let mut open = path.into_iter().filter(|line| !line.is_drawn);
        open.find(|line| self.path(from, to, Some(line.var)).is_none())
    }

    /// Returns the lines of a shortest way from one line to another one, without a line.
    fn path<'l>(
        &'l self,
        from: &'l Line,
        to: &'l Line,
        without: Option<VarId>,
    ) -> Option<Vec<&'l Line>> {
        let start = &from.ends[0];
        let mut by: BTreeMap<&Key, Option<&Line>> = BTreeMap::from([(start, None)]);
        let mut open = VecDeque::from([start]);
        while let Some(place) = open.pop_front() {
            let lines = self.here(place, false).filter(|line| Some(line.var) != without);
            for line in lines {
                for end in &line.ends {
                    if !by.contains_key(end) {
                        by.insert(end, Some(line));
                        open.push_back(end);
                    }
                }
            }
        }
        let mut path = Vec::new();
        let mut at = &to.ends[0];
        while let Some(line) = *by.get(at)? {
            path.push(line);
            at = line.ends.iter().find(|end| *end != at)?;
        }
        Some(path)
    }

    /// Returns the lines at a place.
    fn here<'l>(&'l self, place: &'l Key, only_drawn: bool) -> impl Iterator<Item = &'l Line> {
        let lines = self.0.iter().filter(move |line| line.ends.contains(place));
        lines.filter(move |line| line.is_drawn || !only_drawn)
    }

    fn at(&self, place: &Key, only_drawn: bool) -> usize {
        self.here(place, only_drawn).count()
    }

    /// Returns the places that lines lead to from one.
    fn reached(&self, start: &Key, only_drawn: bool) -> BTreeSet<Key> {
        let mut reached = BTreeSet::from([start.clone()]);
        let mut open = vec![start.clone()];
        while let Some(place) = open.pop() {
            for end in self.here(&place, only_drawn).flat_map(|line| &line.ends) {
                if reached.insert(end.clone()) {
                    open.push(end.clone());
                }
            }
        }
        reached
    }
}

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
                let is_line = |fact: &&Fact| !self.ends(fact.var()).is_empty();
                let facts: Vec<Fact> =
                    facts.iter().filter(|fact| !is_line(fact)).cloned().collect();
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

    /// Returns what is wrong with lines that are to be one loop, where the opposite of a deduction leads to these values: one
    /// ends, a loop is closed, or two cannot be joined.
    pub(super) fn lines_end(
        &self,
        deduction: &Deduction,
        sources: &[Source],
        chain: &[(VarId, i64)],
    ) -> Option<String> {
        let faults = sources.iter().find_map(|source| match self.reason_at(source)?.0 {
            Reason::Lines { faults, .. } => faults,
            _ => None,
        })?;
        let assumed = self.assumed_of(deduction)?;
        let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
        let told: Vec<(VarId, i64)> =
            told.chain(chain.iter().copied()).chain([(assumed.var, assumed.value)]).collect();
        let state = |line: VarId| {
            let told = told.iter().rev().find(|(var, _)| *var == line).map(|(_, value)| *value);
            told.or_else(|| [0, 1].into_iter().find(|value| self.is_at_once(line, *value)))
        };
        let line = |var: &VarId| match <[Key; 2]>::try_from(self.ends(*var)) {
            Ok(ends) if state(*var) != Some(0) => {
                Some(Line { var: *var, ends, is_drawn: state(*var) == Some(1) })
            }
            _ => None,
        };
        let lines = Lines::new(self.lowered.csp.answers.iter().filter_map(line).collect());
        let drawn = || lines.0.iter().filter(|line| line.is_drawn);
        if drawn().any(|line| line.ends.iter().any(|end| lines.at(end, true) > 2)) {
            return Some(faults.crossing.to_owned());
        }
        if drawn().any(|line| line.ends.iter().any(|end| lines.at(end, false) == 1)) {
            return Some(faults.dead_end.to_owned());
        }
        let is_closed = |line: &&Line| {
            lines.reached(&line.ends[0], true).iter().all(|end| lines.at(end, true) == 2)
        };
        if let Some(closed) = drawn().find(is_closed) {
            let own = lines.reached(&closed.ends[0], true);
            let is_whole = drawn().all(|line| own.contains(&line.ends[0]));
            return (!is_whole).then(|| faults.shut.to_owned());
        }
        let first = drawn().next()?;
        let reached = lines.reached(&first.ends[0], false);
        let is = |line: &Line| self.is(line.var, 1);
        if let Some(far) = drawn().find(|line| !reached.contains(&line.ends[0])) {
            return Some(fill(faults.apart, &[("a", &is(first)), ("b", &is(far))]));
        }
        let (far, bridge) = drawn().find_map(|far| Some((far, lines.bridge(first, far)?)))?;
        let parts = [("a", is(first)), ("b", is(far)), ("way", self.spoken(bridge.var))];
        let parts = parts.each_ref().map(|(name, text)| (*name, text.as_str()));
        Some(fill(faults.one_way, &parts))
    }

    /// Returns the values of a story about lines without those places that two lines of it pass by: that no third one meets
    /// them goes without saying.
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
        let mut drawn: Vec<Key> = Vec::new();
        let mut draw = |(var, value): (VarId, i64)| {
            if value == 1 {
                drawn.extend(self.ends(var));
            }
            let ends = self.ends(var);
            let lines_at = |end: &Key| drawn.iter().filter(|other| *other == end).count();
            value == 0 && ends.iter().any(|end| lines_at(end) > 1)
        };
        told.for_each(|link| _ = draw(link));
        chain.iter().copied().filter(|link| !draw(*link)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns lines between numbered places, each drawn or open.
    fn lines(all: &[(i64, i64, bool)]) -> Lines {
        let line = |(number, (a, b, is_drawn)): (usize, &(i64, i64, bool))| Line {
            var: VarId(number as u32),
            ends: [Key::Int(*a), Key::Int(*b)],
            is_drawn: *is_drawn,
        };
        Lines(all.iter().enumerate().map(line).collect())
    }

    #[test]
    fn lines_that_would_meet_two_are_left_out() {
        let lines =
            Lines::new(lines(&[(1, 2, true), (2, 3, true), (2, 4, false), (3, 4, false)]).0);
        assert_eq!(lines.0.iter().map(|line| line.var.0).collect::<Vec<_>>(), [0, 1, 3]);
    }

    #[test]
    fn a_bridge_is_the_only_way_between_two_lines() {
        let round = [(1, 2, true), (2, 3, false), (3, 4, true), (4, 1, false)];
        let all = lines(&round);
        assert!(all.bridge(&all.0[0], &all.0[2]).is_none());
        let all = lines(&round[..3]);
        assert_eq!(all.bridge(&all.0[0], &all.0[2]).map(|line| line.var), Some(VarId(1)));
    }

    #[test]
    fn lines_lead_on_where_they_are_drawn_or_may_be() {
        let lines = lines(&[(1, 2, true), (2, 3, false), (4, 5, true)]);
        let keys = |places: &[i64]| places.iter().map(|place| Key::Int(*place)).collect();
        assert_eq!(lines.reached(&Key::Int(1), true), keys(&[1, 2]));
        assert_eq!(lines.reached(&Key::Int(1), false), keys(&[1, 2, 3]));
        assert_eq!((lines.at(&Key::Int(2), true), lines.at(&Key::Int(2), false)), (1, 2));
    }
}
