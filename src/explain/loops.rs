//! How lines that are to be one loop fail: one cannot go on, the loop closes too early, or two cannot be joined.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use puzgen_csp::VarId;
use puzgen_model::value::Key;
use puzgen_stepwise::Deduction;

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
    /// Returns lines with what follows at single places: a line goes on where there is one way, none meets two, and none ends.
    fn new(lines: Vec<Line>) -> Self {
        let mut all = Self(lines);
        while all.go_on() {}
        all
    }

    /// Draws what has to be drawn, and leaves out what cannot be. Returns whether something changed.
    fn go_on(&mut self) -> bool {
        let state = |line: &Line| {
            let at = |is_drawn: bool| line.ends.each_ref().map(|end| self.at(end, is_drawn));
            match line.is_drawn {
                true => Some(true),
                false if at(true).iter().any(|drawn| *drawn > 1) || at(false).contains(&1) => None,
                // This one and one that is drawn.
                false => Some(std::iter::zip(at(true), at(false)).any(|both| both == (1, 2))),
            }
        };
        let states: Vec<Option<bool>> = self.0.iter().map(state).collect();
        let is_same = |(line, state): (&Line, &Option<bool>)| *state == Some(line.is_drawn);
        let is_new = !self.0.iter().zip(&states).all(is_same);
        let lines = std::mem::take(&mut self.0).into_iter().zip(states);
        self.0 =
            lines.filter_map(|(line, state)| Some(Line { is_drawn: state?, ..line })).collect();
        is_new
    }

    /// Returns a line that is not drawn and is the only way from one that is drawn to another one.
    fn bridge<'l>(&'l self, from: &'l Line, to: &'l Line) -> Option<&'l Line> {
        let path = self.path(from, to, None)?;
        let mut open = path.into_iter().filter(|line| !line.is_drawn);
        open.find(|line| self.path(from, to, Some(line.var)).is_none())
    }

    /// Returns one of some lines, and the place that all ways to it from the first one of them lead through.
    fn joint<'l>(&'l self, drawn: &[&'l Line]) -> Option<(&'l Line, &'l Key)> {
        let mut beside: BTreeMap<&Key, Vec<&Key>> = BTreeMap::new();
        for Line { ends: [a, b], .. } in &self.0 {
            beside.entry(a).or_default().push(b);
            beside.entry(b).or_default().push(a);
        }
        let first = drawn.first()?;
        beside.keys().find_map(|place| {
            let start = first.ends.iter().find(|end| end != place)?;
            let mut reached: BTreeSet<&Key> = BTreeSet::from([*place, start]);
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                open.extend(beside[at].iter().copied().filter(|next| reached.insert(next)));
            }
            let is_far = |line: &&&Line| line.ends.iter().any(|end| !reached.contains(end));
            Some((*drawn.iter().find(is_far)?, *place))
        })
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
        let told = deduction.seen.iter().copied().chain(told).chain(chain.iter().copied());
        let told: Vec<(VarId, i64)> = told.chain([(assumed.var, assumed.value)]).collect();
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
        let near = self.keys_of(sources);
        let at = |end: &Key, fault| fill(fault, &[("where", &self.at_end(end, &near))]);
        let mut ends = drawn().flat_map(|line| &line.ends);
        if let Some(end) = ends.clone().find(|end| lines.at(end, true) > 2) {
            return Some(at(end, faults.crossing));
        }
        if let Some(end) = ends.find(|end| lines.at(end, false) == 1) {
            return Some(at(end, faults.dead_end));
        }
        let is_closed = |line: &&Line| {
            lines.reached(&line.ends[0], true).iter().all(|end| lines.at(end, true) == 2)
        };
        if drawn().any(|line| is_closed(&line)) {
            return Some(faults.shut.to_owned());
        }
        // What is named is drawn already, or would be by what is told.
        let drawn = || drawn().filter(|line| state(line.var) == Some(1));
        let first = drawn().next()?;
        let reached = lines.reached(&first.ends[0], false);
        let is = |line: &Line| self.is(line.var, 1);
        if let Some(far) = drawn().find(|line| !reached.contains(&line.ends[0])) {
            return Some(fill(faults.apart, &[("a", &is(first)), ("b", &is(far))]));
        }
        let bridge = drawn().find_map(|far| Some((far, lines.bridge(first, far)?)));
        let Some((far, bridge)) = bridge else {
            let (far, place) = lines.joint(&drawn().collect::<Vec<_>>())?;
            let parts = [("a", is(first)), ("b", is(far)), ("where", self.at_end(place, &near))];
            let parts = parts.each_ref().map(|(name, text)| (*name, text.as_str()));
            return Some(fill(faults.one_place, &parts));
        };
        let parts = [("a", is(first)), ("b", is(far)), ("way", self.spoken(bridge.var))];
        let parts = parts.each_ref().map(|(name, text)| (*name, text.as_str()));
        Some(fill(faults.one_way, &parts))
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
    fn a_joint_is_the_only_place_between_two_lines() {
        // Two rings that share place 3.
        let rings = [(1, 2, true), (2, 3, false), (3, 1, false), (3, 4, false), (4, 5, true)];
        let all = lines(&[&rings[..], &[(5, 3, false)]].concat());
        let drawn: Vec<&Line> = all.0.iter().filter(|line| line.is_drawn).collect();
        let found = all.joint(&drawn).map(|(far, place)| (far.var, place.clone()));
        assert_eq!(found, Some((VarId(4), Key::Int(3))));
        let all = lines(&[&rings[..], &[(5, 2, false)]].concat());
        let drawn: Vec<&Line> = all.0.iter().filter(|line| line.is_drawn).collect();
        assert!(all.joint(&drawn).is_none());
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
