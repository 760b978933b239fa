//! How contradictions show: at which place, and by which rule or clue.

use puzgen_csp::{Origin, VarId};
use puzgen_model::value::Key;
use puzgen_stepwise::{ContradictionKind, Deduction, FoundValue, Pull, WrongSize};

use super::names::Words;
use super::sentences::{Reason, fill, listed};
use super::source::{Source, labels};

/// How many rules or clues are named at once.
pub(super) const MOST_SOURCES: usize = 5;

impl Words<'_> {
    /// Returns what is wrong where not all sources hold.
    pub(super) fn broken(&self, sources: &[Source]) -> String {
        let table = self.sentences;
        let (named, bare): (Vec<&Source>, Vec<&Source>) =
            sources.iter().partition(|source| source.label().is_some());
        let named: Vec<Source> = named.into_iter().cloned().collect();
        let labels = labels(&named).unwrap_or_default();
        let sentences: Vec<String> =
            bare.into_iter().map(|source| self.broken_one(source)).collect();
        let sentences = table.of_places(&sentences, MOST_SOURCES);
        match (sentences.as_slice(), labels.as_slice()) {
            ([], []) => table.clues_clash.to_owned(),
            ([], [_]) => self.broken_one(&named[0]),
            ([], labels) => {
                let cases = table.some(labels, MOST_SOURCES, table.and);
                fill(table.not_all[usize::from(labels.len() > 2)], &[("cases", &cases)])
            }
            (sentences, []) => listed(sentences, table.or),
            (sentences, labels) => {
                let cases = table.some(labels, MOST_SOURCES, table.or);
                let sentences = sentences.join(", ");
                fill(table.or_else, &[("sentences", &sentences), ("cases", &cases)])
            }
        }
    }

    /// Returns what is wrong where a source does not hold.
    pub(super) fn broken_one(&self, source: &Source) -> String {
        match source {
            Source::Rule { sentence, .. } => sentence.clone(),
            Source::Clue { words, .. } => fill(self.sentences.is_wrong, &[("case", words)]),
        }
    }

    /// Returns what two rules or clues make of one place, where both have words for it. Where this is seen at once, the
    /// place goes without saying. `lines` says what is wrong with lines of which one has this value, too.
    pub(super) fn torn(
        &self,
        place: VarId,
        pulls: &[Pull; 2],
        at_once: bool,
        lines: &dyn Fn((VarId, i64)) -> Option<String>,
    ) -> Option<String> {
        let [out, needed] = pulls;
        let source = |pull: &Pull| self.pulling(place, pull).ok()?;
        let sources = (source(out)?, source(needed)?);
        if sources.0 == sources.1 {
            return None;
        }
        let said = |source: &Source, pull| {
            let pulled = self.pulled(place, pull);
            let by_ends = self.by_ends(&pulled, std::slice::from_ref(source));
            by_ends.map(|by| by.template).or_else(|| Some(self.said_by(source, &pulled)?.0))
        };
        let what = self.is(place, needed.value);
        let seen = match self.said_by(&sources.0, &self.pulled(place, out)) {
            Some((text, Reason::Lines { needed: vague, spoils, .. }))
                if text == vague || text == spoils =>
            {
                lines((place, needed.value))
            }
            _ => None,
        };
        let near = self.keys_of(std::slice::from_ref(&sources.1));
        let seen = seen.or_else(|| self.no_line(&sources.0, &self.pulled(place, out), &near));
        // What has no words of its own is told by what is broken otherwise.
        let not = seen.or_else(|| said(&sources.0, out));
        let not = not.unwrap_or_else(|| self.broken_one(&sources.0));
        let why = said(&sources.1, needed)?;
        let parts = [("what", &*what), ("why", &why), ("not", &not)];
        Some(fill(self.sentences.torn[usize::from(at_once)], &parts))
    }

    /// Returns where lines of a loop do not let another one be drawn, for one that is not.
    fn no_line(&self, source: &Source, out: &Deduction, near: &[&Key]) -> Option<String> {
        let (Reason::Lines { faults: Some(faults), .. }, _) = self.reason_at(source)? else {
            return None;
        };
        let meeting = |is_drawn| self.meeting(out.var, &out.facts, is_drawn);
        let (end, fault) = match (meeting(true), meeting(false)) {
            _ if out.value != 0 => return None,
            (Some(end), _) => (end, faults.third),
            (None, end) => (end?, faults.ends),
        };
        Some(fill(fault, &[("where", &self.at_end(&end, near))]))
    }

    /// Returns which rule or clue does not hold where a place has the value that it has.
    pub(super) fn refused(&self, place: VarId, pull: &Pull) -> Option<String> {
        self.pulling(place, pull).ok()?.map(|source| self.broken_one(&source))
    }

    /// Returns how a contradiction shows.
    pub(super) fn end(&self, own: VarId, end: &ContradictionKind, sources: &[Source]) -> String {
        let table = self.sentences;
        match end {
            ContradictionKind::NoValue(place)
            | ContradictionKind::Pulled(place, _)
            | ContradictionKind::Refused(place, _)
                if *place == own =>
            {
                self.broken(sources)
            }
            ContradictionKind::NoValue(place)
            | ContradictionKind::Pulled(place, _)
            | ContradictionKind::Refused(place, _)
                if self.lowered.csp.domain(*place).size() == 2 =>
            {
                let place = self.spoken(*place);
                match labels(sources).filter(|labels| (2..=3).contains(&labels.len())) {
                    Some(labels) => {
                        let cases = listed(&labels, table.and);
                        fill(table.clash_at, &[("cases", &cases), ("place", &place)])
                    }
                    None => fill(table.nothing_fits, &[("place", &place)]),
                }
            }
            ContradictionKind::NoValue(place)
            | ContradictionKind::Pulled(place, _)
            | ContradictionKind::Refused(place, _) => self.none_left(*place, sources),
            ContradictionKind::Filled(place, value, known) => {
                let case = value.group.and_then(|group| self.part_of(group, sources));
                let template = match case {
                    Some(_) => table.only_at_filled,
                    None => table.filled_already,
                };
                let [value, known] = [value.value, *known].map(|value| self.value(*place, value));
                let case = ("case", case.unwrap_or_default());
                let place = ("place", &*self.spoken(*place));
                fill(template, &[case, place, ("value", &value), ("known", &known)])
            }
            ContradictionKind::Both(place, found) => {
                let mut end = end.clone();
                end.know(&|var| self.given.get(&var).copied());
                match end {
                    ContradictionKind::Both(..) => self.both(*place, found, sources),
                    end => self.end(own, &end, sources),
                }
            }
            ContradictionKind::NoPlace(var, value, origin) => {
                let value = self.value(*var, *value);
                match self.part_of(*origin, sources) {
                    Some(case) => fill(table.no_room_in, &[("case", case), ("value", &value)]),
                    None => fill(table.no_place_left, &[("value", &value)]),
                }
            }
            ContradictionKind::Group(group) => self.group_words(
                group,
                match group.fault {
                    WrongSize::Small => table.groups.stays_small,
                    WrongSize::Large | WrongSize::Complete => table.groups.is_large,
                },
            ),
            ContradictionKind::Broken(_) => self.broken(sources),
        }
    }
    /// Returns that no value is left for a place.
    pub(super) fn none_left(&self, place: VarId, sources: &[Source]) -> String {
        let is_of_groups =
            |source: &Source| matches!(self.reason_at(source), Some((Reason::Groups, _)));
        let template = match sources.iter().any(is_of_groups) {
            true => self.sentences.groups.none_fits,
            false => self.sentences.nothing_left,
        };
        fill(template, &[("place", &self.spoken(place))])
    }

    /// Returns that a place would have to have two values, and where each of them has no other place.
    fn both(&self, place: VarId, found: &[FoundValue; 2], sources: &[Source]) -> String {
        let table = self.sentences;
        let values = found.map(|found| self.value(place, found.value));
        let cases = found.map(|found| self.part_of(found.group?, sources));
        let place = ("place", &*self.spoken(place));
        match cases {
            [Some(a), Some(b)] if a != b => {
                let [first, second] = &values;
                let parts = [place, ("a", a), ("b", b), ("first", first), ("second", second)];
                fill(table.only_at_each, &parts)
            }
            [Some(case), Some(_)] => {
                let values = listed(&values, table.and);
                fill(table.only_at, &[place, ("case", case), ("values", &values)])
            }
            _ => {
                let values = listed(&values, table.and);
                fill(table.both_values, &[place, ("values", &values)])
            }
        }
    }

    /// Returns the case of a rule of this origin, such as a row, where it is one of these sources.
    fn part_of<'s>(&self, origin: Origin, sources: &'s [Source]) -> Option<&'s str> {
        let is_of = |source: &&Source| match (source, origin) {
            (Source::Rule { rule, number, .. }, Origin::Rule { rule: other, case, .. }) => {
                *rule == other as usize && *number == case as usize
            }
            _ => false,
        };
        sources.iter().find(is_of).and_then(Source::label)
    }
}
