//! Stories in which one clue alone says what follows: it needs some places, or allows no other one, and that cannot be.

use crate::csp::{Lit, VarId};
use crate::stepwise::{ContradictionKind, Deduction};

use super::because::Because;
use super::names::Words;
use super::sentences::fill;
use super::source::Source;

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
        let counted = self.counted(source)?;
        let wanted = usize::try_from(self.wanted(source)?).ok()?;
        let own = self.assumed_of(deduction)?;
        let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
        let told: Vec<Lit> = told.map(|(var, value)| Lit::is(var, value)).chain([own]).collect();
        let is_told = |lit: &Lit, holds: bool| {
            told.iter().any(|told| told.var == lit.var && lit.holds_for(told.value) == holds)
        };
        let is_open = |lit: &&Lit| {
            !is_told(lit, true)
                && !is_told(lit, false)
                && !self.cannot_hold(**lit, &deduction.facts)
        };
        let holding = counted.members.iter().filter(|lit| is_told(lit, true)).count();
        let open: Vec<Lit> = counted.members.iter().filter(is_open).copied().collect();
        let all_are = |holds: bool| {
            links.iter().all(|(var, value)| {
                open.iter().any(|lit| lit.var == *var && lit.holds_for(*value) == holds)
            })
        };
        let table = &self.sentences.few;
        let case = ("case", counted.case.as_str());
        if holding == wanted && all_are(false) {
            return Some(fill(table.allows_no_other, &[case]));
        }
        if holding + open.len() != wanted || !all_are(true) {
            return None;
        }
        let links: Vec<String> = links.iter().map(|(var, value)| self.is(*var, *value)).collect();
        let places = self.sentences.some_facts(&links, links.len());
        Some(fill(table.needs_these, &[case, ("places", &places)]))
    }
}
