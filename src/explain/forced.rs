//! Stories in which one clue alone says what follows: it needs some places, or allows no other one, and that cannot be.

use puzgen_csp::{Lit, VarId};
use puzgen_stepwise::{ContradictionKind, Deduction, Fact};

use super::because::{Because, MOST_LINKS};
use super::counted::Counted;
use super::names::Words;
use super::sentences::{fill, listed};
use super::source::Source;

/// A rule or clue that counts, and how many there are.
struct Counting {
    counted: Counted,
    wanted: usize,
}

/// Values of a story that follow for the same reason: where a rule or clue that counts needs them, or allows none of them.
struct Item {
    by: Option<(usize, bool)>,
    links: Vec<(VarId, i64)>,
}

impl Words<'_> {
    /// Returns the reason for a deduction whose opposite leads to a contradiction by what one rule or clue counts and
    /// something else that breaks then.
    pub(super) fn by_one_count(
        &self,
        deduction: &Deduction,
        sources: &[Source],
        chain: &[(VarId, i64)],
        end: &ContradictionKind,
    ) -> Option<Because> {
        let mut links = chain.to_vec();
        if let ContradictionKind::Pulled(place, pulls) = end {
            let counts = |source: &Source| self.wanted(source).is_some();
            let is_counted =
                |pull| self.pulling(*place, pull).ok().flatten().is_some_and(|it| counts(&it));
            links.extend(pulls.iter().find(|pull| is_counted(pull)).map(|it| (*place, it.value)));
        }
        let told = |source: &Source| self.counts_to(deduction, source, &links);
        let (at, why) = sources.iter().enumerate().find_map(|(at, it)| Some((at, told(it)?)))?;
        let others: Vec<Source> = [&sources[..at], &sources[at + 1..]].concat();
        let end = self.wrong_at_end(deduction, &others, &links)?;
        let both = fill(self.sentences.both, &[("why", &why), ("not", &end)]);
        let case = sources[at].label();
        let mut facts = self.shown(&deduction.facts, deduction.var);
        facts.retain(|fact| Some(fact.as_str()) != case);
        let template = fill(self.sentences.otherwise, &[("end", &both)]);
        Some(Because { template, facts, ..Because::default() })
    }

    /// Returns what a rule or clue that counts makes of places where a deduction does not hold, if all of these values follow.
    fn counts_to(
        &self,
        deduction: &Deduction,
        source: &Source,
        links: &[(VarId, i64)],
    ) -> Option<String> {
        let counting = self.counting(source)?;
        let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
        let told: Vec<Lit> = told.map(|(var, value)| Lit::is(var, value)).collect();
        let told = [told, vec![self.assumed_of(deduction)?]].concat();
        let (holding, open) = self.left_of(&counting, &told, &deduction.facts);
        let all_are = |holds: bool| {
            links.iter().all(|(var, value)| {
                open.iter().any(|lit| lit.var == *var && lit.holds_for(*value) == holds)
            })
        };
        let table = &self.sentences.few;
        let case = ("case", counting.counted.case.as_str());
        if holding == counting.wanted && all_are(false) {
            return Some(fill(table.allows_no_other, &[case]));
        }
        if holding + open.len() != counting.wanted || !all_are(true) {
            return None;
        }
        Some(fill(table.needs_these, &[case, ("places", &self.links(links))]))
    }

    /// Returns the values of a story, those that one rule or clue that counts leads to as one: what it needs, or that it allows
    /// no other one. Also returns whether there are such.
    pub(super) fn links_told(
        &self,
        deduction: &Deduction,
        sources: &[Source],
        chain: &[(VarId, i64)],
    ) -> (Vec<String>, bool) {
        let counting: Vec<Counting> = sources.iter().filter_map(|it| self.counting(it)).collect();
        let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
        let told = told.chain(deduction.seen.iter().copied());
        let told = told.map(|(var, value)| Lit::is(var, value));
        let mut told: Vec<Lit> = told.chain(self.assumed_of(deduction)).collect();
        let mut items: Vec<Item> = Vec::new();
        for link in chain {
            let by = |(at, counting): (usize, &Counting)| {
                let (holding, open) = self.left_of(counting, &told, &deduction.facts);
                let own = open.iter().find(|lit| lit.var == link.0)?;
                match own.holds_for(link.1) {
                    true if holding + open.len() == counting.wanted => Some((at, true)),
                    false if holding == counting.wanted => Some((at, false)),
                    _ => None,
                }
            };
            let by = counting.iter().enumerate().find_map(by);
            let is_last = |at: usize| at + 1 == items.len();
            let same = items.iter().position(|item| item.by == by);
            match same.filter(|at| by.is_some() || is_last(*at)) {
                Some(at) => items[at].links.push(*link),
                None => items.push(Item { by, links: vec![*link] }),
            }
            told.push(Lit::is(link.0, link.1));
        }
        let kind = |item: &Item| item.by.map(|(_, needs)| needs);
        let same = items.chunk_by(|a, b| kind(a).is_some() && kind(a) == kind(b));
        let told = same.flat_map(|same| self.items_told(same, &counting)).collect();
        (told, items.iter().any(|item| item.by.is_some()))
    }

    /// Returns such values: of several rules or clues together where these need all that is left, or allow nothing.
    fn items_told(&self, items: &[Item], counting: &[Counting]) -> Vec<String> {
        let table = &self.sentences.few;
        let case = |at: usize| counting[at].counted.case.as_str();
        match items {
            [Item { by: None, links }] => {
                let links: Vec<String> = links.iter().map(|(var, it)| self.is(*var, *it)).collect();
                self.sentences.together(&links, MOST_LINKS)
            }
            [Item { by: Some((at, true)), links }] => {
                let parts = [("case", case(*at)), ("places", &self.links(links))];
                vec![fill(table.needs_these, &parts)]
            }
            [Item { by: Some((at, false)), .. }] => {
                vec![fill(table.allows_no_other, &[("case", case(*at))])]
            }
            several => {
                let cases = several.iter().filter_map(|item| item.by);
                let cases: Vec<String> = cases.map(|(at, _)| case(at).to_owned()).collect();
                let cases = listed(&cases, self.sentences.and);
                let need = several.iter().any(|item| matches!(item.by, Some((_, true))));
                let text = if need { table.need_all } else { table.allow_no_others };
                vec![fill(text, &[("cases", &cases)])]
            }
        }
    }

    fn links(&self, links: &[(VarId, i64)]) -> String {
        let links: Vec<String> = links.iter().map(|(var, value)| self.is(*var, *value)).collect();
        self.sentences.some_facts(&links, links.len())
    }

    fn counting(&self, source: &Source) -> Option<Counting> {
        let wanted = usize::try_from(self.wanted(source)?).ok()?;
        Some(Counting { counted: self.counted(source)?, wanted })
    }

    /// Returns how many of the places that are counted hold by what is told, and which are open.
    fn left_of(&self, counting: &Counting, told: &[Lit], facts: &[Fact]) -> (usize, Vec<Lit>) {
        let is_told = |lit: &Lit, holds: bool| {
            told.iter().any(|told| told.var == lit.var && lit.holds_for(told.value) == holds)
        };
        let is_open = |lit: &&Lit| {
            !is_told(lit, true) && !is_told(lit, false) && !self.cannot_hold(**lit, facts)
        };
        let members = &counting.counted.members;
        let holding = members.iter().filter(|lit| is_told(lit, true)).count();
        (holding, members.iter().filter(is_open).copied().collect())
    }
}
