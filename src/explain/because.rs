//! The reason that a person would give for a deduction, from what its rule or clue says.
//!
//! Each function of the language has its own words (`sentences.rs`); which of them fit is found from the
//! expression and from what follows. Where nothing fits, the rule's own sentence is said.

use puzgen_csp::{Origin, VarId};
use puzgen_stepwise::{ContradictionKind, Deduction, Fact, How, LockedBy, WrongGroup, WrongSize};

use super::ending::MOST_SOURCES;
use super::names::Words;
use super::sentences::{Reason, fill, listed};
use super::source::{Source, labels};

/// A reason in words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Because {
    /// The text, with `{value}` where the value stands.
    pub(super) template: String,
    /// What to look at, where the text does not say it.
    pub(super) facts: Vec<String>,
    /// The text where it is told which values are left, and not which are not.
    pub(super) positive: Option<String>,
    /// The rule's case or the clue, where it leaves some values at a place and excludes others.
    pub(super) case: Option<String>,
    /// What the others would have to be, where that is `{rest}` in the text.
    pub(super) rest: Option<String>,
    /// What it is about beside its places: reasons of several places with the same are told once.
    pub(super) kind: Option<String>,
}

/// How many of the values that follow from an assumption are told.
pub(super) const MOST_LINKS: usize = 4;
/// How many facts a story names.
const MOST_SEEN: usize = 4;
/// How many values are named that a place is not.
const MOST_GONE: usize = 3;

impl Because {
    pub(super) fn plain(template: impl Into<String>) -> Self {
        Self { template: template.into(), ..Self::default() }
    }

    /// Returns the text.
    pub(super) fn text(&self, value: &str) -> String {
        let rest = self.rest.as_deref().unwrap_or_default();
        fill(&self.template, &[("value", value), ("rest", rest)])
    }
}

impl Words<'_> {
    /// Returns why a deduction follows.
    pub(super) fn because(&self, deduction: &Deduction, sources: &[Source]) -> Because {
        if let Some(because) = self.of_program(deduction) {
            return because;
        }
        if let Some(because) =
            self.by_ends(deduction, sources).or_else(|| self.by_places_beside(deduction, sources))
        {
            return because;
        }
        let Deduction { var, value, is, how, facts, .. } = deduction;
        let has_two = self.other_of_two(*var, *value).is_some();
        let table = self.sentences;
        match how {
            // Of several values, the board may leave two.
            How::OnlyValue if !has_two || self.lowered.csp.domain(*var).size() > 2 => {
                let few = if sources.len() > 1 { self.too_few(deduction, sources) } else { None };
                few.unwrap_or_else(|| self.only_value(deduction, sources))
            }
            How::OnlyPlace => self.only_place(deduction, sources),
            How::OnlyValue | How::Statement => self.statement(deduction, sources),
            How::Group(group) => {
                let group = self.named_group(deduction, *group);
                Because::plain(self.by_size(deduction, &group))
            }
            How::Values(vars, values) | How::Places(vars, values) => {
                let template = match how {
                    How::Values(..) => table.set_of_values,
                    _ => table.set_of_places,
                };
                let (places, values) = self.set(vars, values);
                let case = sources.first().and_then(Source::label).unwrap_or(table.one_rule);
                let parts = [("places", &*places), ("values", &values), ("case", case)];
                Because::plain(fill(template, &parts))
            }
            How::Locked(places, _, by) => self.locked(places, *by, deduction, sources),
            How::Otherwise(chain, end) => {
                if let Some(because) = self.too_few(deduction, sources) {
                    return because;
                }
                let is_own = match end {
                    ContradictionKind::NoValue(place)
                    | ContradictionKind::Pulled(place, _)
                    | ContradictionKind::Refused(place, _) => place == var,
                    ContradictionKind::Broken(_) => true,
                    ContradictionKind::Both(..)
                    | ContradictionKind::Filled(..)
                    | ContradictionKind::NoPlace(..)
                    | ContradictionKind::Group(_) => false,
                };
                // What the board shows by itself is no link, nor is a value of the place where nothing is left.
                let emptied = match end {
                    ContradictionKind::NoValue(place) => Some(*place),
                    _ => None,
                };
                let links = chain
                    .iter()
                    .filter(|(var, value)| !self.is_at_once(*var, *value) && Some(*var) != emptied);
                let mut chain: Vec<(VarId, i64)> = links.copied().collect();
                let failing = match end {
                    ContradictionKind::Broken(Some(origin)) if !chain.is_empty() => {
                        self.of_origin(deduction, *origin, sources)
                    }
                    _ => Vec::new(),
                };
                let (all, sources) = (sources, if failing.is_empty() { sources } else { &failing });
                if chain.is_empty() && is_own && sources.len() == 1 {
                    return self.statement(deduction, sources);
                }
                if chain.is_empty()
                    && let Some(because) = self
                        .by_islands(deduction, sources)
                        .or_else(|| self.by_passing(deduction, sources))
                {
                    return because;
                }
                if !chain.is_empty()
                    && let Some(because) = self.by_one_count(deduction, sources, &chain, end)
                {
                    return because;
                }
                let spoilt = self.spoilt(deduction, sources, &chain).map(|(end, _)| end);
                let is_of_groups = spoilt.is_some();
                let blocked = match end {
                    ContradictionKind::Pulled(place, pulls) => self.blocked(*place, pulls),
                    _ => None,
                };
                if let Some((_, case)) = &blocked {
                    chain.retain(|link| !self.is_no_line_at(*link, case));
                }
                let spoilt = spoilt.or(blocked.map(|(end, _)| end));
                let lines_with = |link: (VarId, i64)| {
                    self.lines_end(deduction, sources, &[&chain[..], &[link]].concat())
                };
                let torn = match end {
                    ContradictionKind::Pulled(place, pulls) => {
                        self.torn(*place, pulls, chain.is_empty(), &lines_with)
                    }
                    ContradictionKind::Refused(place, pull) if place != var => {
                        self.refused(*place, pull)
                    }
                    _ => None,
                };
                let spoilt = spoilt.or_else(|| match end {
                    ContradictionKind::Broken(_) if !chain.is_empty() => {
                        self.wrong_at_end(deduction, sources, &chain)
                    }
                    ContradictionKind::Refused(place, pull) if !chain.is_empty() => {
                        let source = self.pulling(*place, pull).ok()??;
                        self.wrong_at_end(deduction, &[source], &chain)
                    }
                    ContradictionKind::NoValue(_) | ContradictionKind::Pulled(..)
                        if !chain.is_empty() && torn.is_none() =>
                    {
                        self.lines_end(deduction, sources, &chain)
                    }
                    _ => None,
                });
                let end = match end {
                    _ if spoilt.is_some() => spoilt.unwrap_or_default(),
                    ContradictionKind::NoValue(_)
                    | ContradictionKind::Pulled(..)
                    | ContradictionKind::Refused(..)
                        if chain.is_empty() && has_two =>
                    {
                        torn.unwrap_or_else(|| self.broken(sources))
                    }
                    ContradictionKind::NoValue(place)
                        if place != var && self.shut_in(deduction, &chain, *place).is_some() =>
                    {
                        self.shut_in(deduction, &chain, *place).unwrap_or_default()
                    }
                    // All its other values are excluded, each by something else.
                    ContradictionKind::NoValue(place) if place == var && *is && !has_two => {
                        self.none_left(*place, sources)
                    }
                    end => torn.unwrap_or_else(|| self.end(*var, end, sources)),
                };
                let seen = self.not_crossing(deduction, all, &chain);
                let template = match self.links_told(deduction, all, &seen) {
                    (links, _) if links.is_empty() => fill(table.otherwise, &[("end", &end)]),
                    links => self.story(*var, *value, *is, links, &end),
                };
                // Of groups, the board shows how far they reach; of long stories, what is found.
                let shown = self.shown(facts, *var);
                let is_long = !chain.is_empty() && shown.len() > MOST_SEEN;
                let is_told = |fact: &&Fact| match self.rank(fact) {
                    0 => true,
                    1 => !is_of_groups && !is_long,
                    _ => !is_of_groups,
                };
                let told: Vec<Fact> = facts.iter().filter(is_told).cloned().collect();
                let mut facts = self.shown(&told, *var);
                if is_long {
                    facts.truncate(MOST_SEEN);
                }
                Because { template, facts, ..Because::default() }
            }
            How::Nested => Because::plain(table.nested[usize::from(!is && !has_two)]),
        }
    }

    /// Returns that the first source needs a value at one of some places, which the second is about, too.
    fn locked(
        &self,
        places: &[VarId],
        by: LockedBy,
        deduction: &Deduction,
        sources: &[Source],
    ) -> Because {
        let table = self.sentences;
        let places: Vec<String> = places.iter().map(|place| self.place(*place)).collect();
        let template = match (by, places.len()) {
            (LockedBy::Group, 1) => table.locked_at_one,
            (LockedBy::Group, _) => table.locked[0],
            (LockedBy::Statement, _) => table.locked[1],
        };
        let (places, facts) = match by {
            LockedBy::Group => (listed(&places, table.and), Vec::new()),
            LockedBy::Statement => {
                (listed(&places, table.or), self.shown(&deduction.facts, deduction.var))
            }
        };
        // Rules are listed before clues, but that places differ is said by a rule.
        let (case, line) = match sources {
            [rule @ Source::Rule { .. }, clue @ Source::Clue { .. }, ..] => {
                (Some(clue), Some(rule))
            }
            _ => (sources.first(), sources.get(1)),
        };
        let label = |source: Option<&'_ Source>| {
            source.and_then(Source::label).unwrap_or(table.one_rule).to_owned()
        };
        let (case, line) = (label(case), label(line));
        let parts = [("places", &*places), ("case", &*case), ("line", &*line)];
        Because { template: fill(template, &parts), facts, ..Because::default() }
    }

    /// Returns what is wrong with lines or with what is counted at the end of a story.
    pub(super) fn wrong_at_end(
        &self,
        deduction: &Deduction,
        sources: &[Source],
        chain: &[(VarId, i64)],
    ) -> Option<String> {
        self.lines_end(deduction, sources, chain)
            .or_else(|| self.count_end(deduction, sources.first()?, chain))
            .or_else(|| sources.iter().find_map(|source| self.cut_end(deduction, source, chain)))
    }

    /// Returns those of the sources of a deduction that have this origin.
    fn of_origin(&self, deduction: &Deduction, origin: Origin, sources: &[Source]) -> Vec<Source> {
        let only = Deduction { rules: vec![origin], ..deduction.clone() };
        let own = self.sources(&only).unwrap_or_default();
        sources.iter().filter(|source| own.contains(source)).cloned().collect()
    }

    /// Returns how an assumption leads to a contradiction.
    fn story(
        &self,
        var: VarId,
        value: i64,
        is: bool,
        (mut links, has_reasons): (Vec<String>, bool),
        end: &str,
    ) -> String {
        let table = self.sentences;
        let more = links.len().saturating_sub(MOST_LINKS);
        if more > 1 {
            links.truncate(MOST_LINKS);
            links.push(fill(table.links_left_out, &[("count", &more.to_string())]));
        }
        let links = match has_reasons && links.len() > 1 {
            true => links.join("; "),
            false => table.joined(&links),
        };
        let parts = [("links", links.as_str()), ("end", end)];
        if is || self.other_of_two(var, value).is_some() {
            return fill(table.story_otherwise, &parts);
        }
        // The same story is told of several values at once.
        let assumed = self.is(var, value);
        let place = assumed.strip_suffix(self.value(var, value).as_str());
        let assumed = place.map_or(assumed.clone(), |place| format!("{place}{{value}}"));
        fill(&fill(table.story, &parts), &[("assumed", &assumed)])
    }

    /// Returns why the sizes of groups leave nothing else.
    fn by_size(&self, deduction: &Deduction, group: &WrongGroup) -> String {
        let Deduction { var, value, is, .. } = deduction;
        let words = &self.sentences.groups;
        let is_own = group.value == *value;
        let words = match (is, group.fault) {
            (true, WrongSize::Small) if is_own => words.only_way,
            (false, WrongSize::Small) if !is_own => words.only_way,
            (false, WrongSize::Small) => words.no_room,
            (false, WrongSize::Complete) if is_own => words.complete[0],
            (false, WrongSize::Large) if is_own => words.too_large,
            _ => {
                return fill(
                    self.sentences.otherwise,
                    &[("end", &self.end(*var, &ContradictionKind::Group(*group), &[]))],
                );
            }
        };
        self.group_words(group, words)
    }

    pub(super) fn group_words(&self, group: &WrongGroup, words: &str) -> String {
        let size = self.value(group.member, group.value);
        fill(words, &[("size", &size), ("place", &self.spoken(group.member))])
    }

    fn only_value(&self, deduction: &Deduction, sources: &[Source]) -> Because {
        let Deduction { var, value, facts, .. } = deduction;
        let table = self.sentences;
        let value = self.value(*var, *value);
        let only = if value == table.empty { table.only_empty } else { table.only_value };
        let rests_on_itself = facts
            .iter()
            .any(|fact| matches!(fact, Fact::IsNot(own, _) | Fact::OneOf(own, _) if own == var));
        let mut others = self.lowered.csp.domain(*var).iter();
        let is_told = others.all(|other| {
            other == deduction.value
                || !self.may_be(*var, other, facts)
                || self.taken_by(*var, other, facts).is_some()
        });
        if let Some(cases) = self.distinct_cases(sources).filter(|_| !is_told) {
            let template = match cases.as_slice() {
                [case] => fill(table.leaves_only, &[("case", case)]),
                cases => fill(table.leave_nothing_else, &[("cases", &listed(cases, table.and))]),
            };
            return Because { template, facts: self.shown(facts, *var), ..Because::default() };
        }
        if let Some(cases) = self.distinct_cases(sources).filter(|_| !rests_on_itself) {
            let template = table.others_in[usize::from(cases.len() > 1)];
            let cases = listed(&cases, table.and);
            return Because::plain(fill(template, &[("value", &value), ("case", &cases)]));
        }
        // Of many squares, the rows that they are in are told.
        if let Some(cases) = self.distinct_cases(sources)
            && self.shown(facts, *var).len() > MOST_SEEN
        {
            let template = table.others_in[usize::from(cases.len() > 1)];
            let cases = listed(&cases, table.and);
            let template = fill(template, &[("value", &value), ("case", &cases)]);
            let own = facts.iter().filter(|fact| fact.var() == *var).map(|fact| self.fact(fact));
            return Because { template, facts: own.collect(), ..Because::default() };
        }
        // A clue at the place itself says nothing but what it shows.
        let is_here = |source: &&Source| !matches!(source, Source::Clue { var: clue, .. } if self.key(*clue) == self.key(*var));
        let elsewhere: Vec<&Source> = sources.iter().filter(is_here).collect();
        let fitting = match elsewhere.as_slice() {
            [only] if !rests_on_itself => self.by_fitting(only, deduction),
            several => self.by_fitting_each(several, deduction),
        };
        if let Some(because) = fitting {
            return because;
        }
        let said = match elsewhere.as_slice() {
            [only] if !rests_on_itself => self.said_by(only, deduction),
            _ => None,
        };
        let said = match said {
            // Of what is counted and of groups, all that matters is to be seen.
            Some((said, reason @ (Reason::Truths { .. } | Reason::Groups))) => {
                let said = match elsewhere.first() {
                    Some(source) => self.counted_words(said, reason, deduction, source),
                    None => said,
                };
                return Because::plain(said);
            }
            said => said.map(|(said, _)| said),
        };
        if let Some(because) = self.left_by_seen(deduction).filter(|_| said.is_none()) {
            return because;
        }
        let template = match (said, elsewhere.as_slice()) {
            (Some(said), _) => said,
            (None, [rule @ Source::Rule { part: None, .. }]) if !rests_on_itself => {
                let otherwise = fill(table.otherwise, &[("end", &self.broken_one(rule))]);
                return self.one_broken(deduction, rule, otherwise);
            }
            (None, _) => fill(only, &[("value", &value)]),
        };
        let facts = self.shown(facts, *var);
        Because { template, facts, ..Because::default() }
    }

    /// Returns the cases of rules by which values differ, where all sources are such.
    fn distinct_cases(&self, sources: &[Source]) -> Option<Vec<String>> {
        let cases: Option<Vec<String>> = sources
            .iter()
            .map(|source| match source {
                Source::Rule { rule, case, .. } => {
                    let body = &self.instance.definition.rules[*rule].body;
                    let is_distinct =
                        matches!(self.reason_of(body, 0), Some((Reason::Distinct { .. }, _)));
                    case.clone().filter(|_| is_distinct)
                }
                Source::Clue { .. } => None,
            })
            .collect();
        cases.filter(|cases| !cases.is_empty())
    }

    fn only_place(&self, deduction: &Deduction, sources: &[Source]) -> Because {
        let Deduction { var, value, facts, .. } = deduction;
        let table = self.sentences;
        let own = self.value(*var, *value);
        let is_clue = |fact: &Fact| {
            self.told(fact).is_some_and(|(var, value)| self.clue(var, value).is_some())
        };
        let (same, others): (Vec<&Fact>, Vec<&Fact>) = facts.iter().partition(|fact| {
            !is_clue(fact) && self.told(fact).is_some_and(|(_, told)| told == *value)
        });
        // All others of the row or room have their values.
        let is_last = same.is_empty()
            && others.iter().all(|fact| self.told(fact).is_some() && !is_clue(fact));
        let places: Vec<String> = same
            .iter()
            .filter_map(|fact| self.told(fact))
            .map(|(var, _)| self.spoken(var))
            .collect();
        let mut facts: Vec<String> = Vec::new();
        if !places.is_empty() {
            let is_many = places.len() > 1 && own.parse::<i64>().is_ok();
            let places = listed(&places, table.and);
            let template = table.value_at[usize::from(is_many)];
            facts.push(fill(template, &[("value", &own), ("places", &places)]));
        }
        let excluded = others
            .iter()
            .filter(|fact| is_clue(fact) || matches!(fact, Fact::IsNot(..) | Fact::OneOf(..)));
        let excluded = excluded.filter(|fact| !self.is_absence(fact));
        facts.extend(excluded.map(|fact| self.fact(fact)));
        let template = match sources.first().and_then(Source::label) {
            Some(case) if is_last => fill(table.last_in, &[("case", case)]),
            Some(case) => fill(table.only_place_in, &[("value", &own), ("case", case)]),
            None => fill(table.only_place, &[("value", &own)]),
        };
        Because { template, facts, ..Because::default() }
    }

    fn statement(&self, deduction: &Deduction, sources: &[Source]) -> Because {
        let table = self.sentences;
        if let Some(because) =
            self.by_islands(deduction, sources).or_else(|| self.by_passing(deduction, sources))
        {
            return because;
        }
        let facts = || self.shown(&deduction.facts, deduction.var);
        let otherwise = || fill(table.otherwise, &[("end", &self.broken(sources))]);
        let [only] = sources else {
            if let Some(because) = self.too_few(deduction, sources) {
                return because;
            }
            let labels = labels(sources).filter(|l| (2..=MOST_SOURCES).contains(&l.len()));
            let template = match labels {
                Some(labels) => {
                    fill(table.leave_nothing_else, &[("cases", &listed(&labels, table.and))])
                }
                None => otherwise(),
            };
            return Because { template, facts: facts(), ..Because::default() };
        };
        match self.said_by(only, deduction) {
            Some((template, Reason::OneOf { .. })) => match self.taken(only, deduction) {
                Some(taken) => {
                    // What the board shows of many places is one thought.
                    let is_of_clue =
                        deduction.facts.iter().all(|fact| self.given.contains_key(&fact.var()));
                    let kind = is_of_clue.then(|| self.sentences.one_rule.to_owned());
                    Because { template: taken, kind, ..Because::default() }
                }
                None => Because { template, facts: facts(), ..Because::default() },
            },
            Some((template, Reason::Values { .. } | Reason::Order { .. })) => {
                if let Some(because) = self.by_fitting(only, deduction) {
                    return because;
                }
                let positive = only.case().filter(|_| !deduction.is);
                let positive = positive.map(|case| fill(table.leaves_only, &[("case", case)]));
                let facts = self.marks(&deduction.facts, deduction.var, MOST_GONE);
                let case = only.case().map(str::to_owned).filter(|_| !deduction.is);
                Because { template, facts, positive, case, ..Because::default() }
            }
            Some((template, Reason::Lines { needed, spoils, .. })) => {
                let is_vague = template == needed || template == spoils;
                let end = if is_vague { self.lines_end(deduction, sources, &[]) } else { None };
                let seen = end.map(|end| fill(table.otherwise, &[("end", &end)]));
                Because::plain(seen.unwrap_or(template))
            }
            Some((template, reason @ Reason::Truths { .. })) => {
                Because::plain(self.counted_words(template, reason, deduction, only))
            }
            Some((template, _)) => Because::plain(template),
            None => self.one_broken(deduction, only, otherwise()),
        }
    }

    /// Returns what a place is already, where it can be one of several things only.
    pub(super) fn taken(&self, source: &Source, deduction: &Deduction) -> Option<String> {
        let holds = |fact: &&Fact| self.told(fact).is_some_and(|(_, value)| value != 0);
        let mut holding = deduction.facts.iter().filter(holds);
        let (Some(fact), None) = (holding.next(), holding.next()) else { return None };
        let (var, value) = self.told(fact)?;
        if !self.ends(var).is_empty()
            && let Some(passes) = source.case().and_then(|case| self.passes(case))
        {
            return Some(passes);
        }
        let said = self.fact(fact);
        if self.clue(var, value).or_else(|| self.present(var)).is_none() {
            return Some(said);
        }
        let case = source.case()?;
        let here = fill(self.sentences.at, &[("place", case)]);
        let clue = said.strip_suffix(here.as_str())?.trim_end();
        Some(fill(self.sentences.has, &[("case", case), ("clue", clue)]))
    }

    /// Returns what the function in a rule or clue says of a deduction, and what kind of reason that is.
    pub(super) fn said_by(
        &self,
        source: &Source,
        deduction: &Deduction,
    ) -> Option<(String, Reason)> {
        let (reason, call) = self.reason_at(source)?;
        let words = self.reason_words(reason, call, deduction)?;
        match source.case() {
            Some(case) => Some((fill(&words, &[("case", case)]), reason)),
            // Of a rule without cases its own sentence says more.
            None => (!words.contains("{case}")).then_some((words, reason)),
        }
    }
}
