//! Which values fit a rule or clue about a few places, written out: `16 can only be 7 + 9`, what the others make at most, or
//! what they would have to be.

use std::collections::BTreeSet;

use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr, Stmt, VarId};
use puzgen_model::expr::ExprKind;
use puzgen_stepwise::{Deduction, Fact};

use super::because::Because;
use super::names::Words;
use super::sentences::{Reason, fill, listed};
use super::sets::{Members, Sets};
use super::source::Source;

/// How many sets of values are told.
const MOST_SETS: usize = 3;
const FEW_SETS: usize = 2;
/// How many values are listed in sets.
const MOST_LISTED: usize = 10;
/// How many reasons are told for one place.
const MOST_TEXTS: usize = 3;
/// Of how many places it is tried which of them matter.
const MOST_NARROWED: usize = 6;
/// How many marks are looked at rather than told what none of the others can be.
const FEW_MARKS: usize = 2;
/// How many values are named that a place is not.
const MOST_GONE: usize = 5;

/// Why a value does not fit, or is the only one that does.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    /// The text, with `{value}` where the value stands, and `{rest}` where it is told what the others would have to be.
    pub(super) text: String,
    /// Where it rests on what is known of open places, how many values are named that one is not.
    gone: Option<usize>,
    /// What else has to be looked at.
    seen: Vec<Fact>,
    pub(super) rest: Option<String>,
    /// Why the others cannot be so, with the text as `{reason}`.
    but: Option<String>,
}

impl Fit {
    fn plain(text: String) -> Self {
        Self { text, gone: None, seen: Vec::new(), rest: None, but: None }
    }
}

fn is_few(sets: &Sets) -> bool {
    (1..=MOST_SETS).contains(&sets.len())
}

impl Words<'_> {
    /// Returns why several rules or clues together leave one value, where it can be told what each excludes.
    pub(super) fn by_fitting_each(
        &self,
        sources: &[&Source],
        deduction: &Deduction,
    ) -> Option<Because> {
        let Deduction { var, value, facts, .. } = deduction;
        let mut fits: Vec<(Fit, Vec<String>, Vec<String>)> = Vec::new();
        let mut found: Vec<Fact> = Vec::new();
        let others = self.lowered.csp.domain(*var).iter().filter(|other| other != value);
        for other in others.filter(|other| self.may_be(*var, *other, facts)) {
            if let Some(fact) = self.taken_by(*var, other, facts) {
                found.push(fact);
                continue;
            }
            let not = Deduction { value: other, is: false, ..deduction.clone() };
            let mut said = sources.iter().filter_map(|source| self.fitting_words(source, &not));
            let all: Vec<Fit> = said.by_ref().collect();
            let is_told = |fit: &Fit| fits.iter().position(|(told, ..)| told.text == fit.text);
            let (fit, at) = match all.iter().find_map(|fit| Some((fit, is_told(fit)?))) {
                Some((fit, at)) => (fit.clone(), at),
                None => {
                    let fit = all.into_iter().next()?;
                    fits.push((fit.clone(), Vec::new(), Vec::new()));
                    (fit, fits.len() - 1)
                }
            };
            fits[at].1.push(self.value(*var, other));
            fits[at].2.extend(fit.rest);
        }
        if !(1..=MOST_TEXTS).contains(&fits.len()) {
            return None;
        }
        let mut texts: Vec<String> = Vec::new();
        let gone = fits.iter().filter_map(|(fit, ..)| fit.gone).max();
        for (fit, values, rests) in fits {
            let values = self.sentences.one_of_values(&values);
            let rest = self.sentences.each(&rests);
            found.extend(fit.seen);
            texts.push(fill(&fit.text, &[("value", &values), ("rest", &rest)]));
        }
        texts.push(fill(self.sentences.only_value, &[("value", &self.value(*var, *value))]));
        let mut marks = self.marks(facts, *var, gone.unwrap_or_default());
        marks.extend(self.shown(&found, *var).into_iter().rev());
        marks.rotate_right(found.len());
        let facts = marks;
        Some(Because { template: texts.join("; "), facts, ..Because::default() })
    }

    /// Returns why a rule or clue leaves no other values at a place, by the sets of values that fit, or by what the
    /// others make.
    pub(super) fn by_fitting(&self, source: &Source, deduction: &Deduction) -> Option<Because> {
        let Deduction { var, facts, left, .. } = deduction;
        let Fit { text, gone, seen, rest, but } = self.fitting_words(source, deduction)?;
        let mut facts = gone.map(|gone| self.marks(facts, *var, gone)).unwrap_or_default();
        facts.extend(self.shown(&seen, *var));
        // What is left is told where these words exclude all others.
        let others = self.lowered.csp.domain(*var).iter().filter(|value| !left.contains(value));
        let is_whole = !left.is_empty()
            && rest.is_none()
            && !text.contains("{value}")
            && others.filter(|value| !self.is_gone_at_once(*var, *value)).all(|value| {
                let other = Deduction { value, ..deduction.clone() };
                self.fitting_words(source, &other).is_some_and(|other| other.text == text)
            });
        let positive = (!deduction.is && is_whole).then(|| text.clone());
        let template = but.map_or(text.clone(), |but| fill(&but, &[("reason", &text)]));
        Some(Because { template, facts, positive, rest, ..Because::default() })
    }

    /// Returns the same in words.
    pub(super) fn fitting_words(&self, source: &Source, deduction: &Deduction) -> Option<Fit> {
        let Deduction { var, value, is, .. } = deduction;
        let case = source.case()?;
        if let Some((order @ Reason::Order { .. }, _)) = self.reason_at(source) {
            return self.seen(source, deduction, order);
        }
        // Truths are counted, and not looked at as numbers.
        if !self.is_of_values(source) || self.is_truth(*var) {
            return None;
        }
        let members = self.members(source, deduction)?;
        let own = self.own_values(&members)?;
        let holds = match is {
            true => own.iter().eq([value]),
            false => !own.contains(value),
        };
        if !holds {
            return None;
        }
        let table = &self.sentences.fitting;
        if members.open.len() == 1 {
            let only = own.iter().map(|value| self.value(*var, *value)).collect::<Vec<_>>();
            let found = self.listed_values(*var, &members.found);
            let parts =
                [("case", case), ("found", &found), ("value", &listed(&only, self.sentences.or))];
            return (!members.found.is_empty() && only.len() == 1)
                .then(|| Fit::plain(fill(table.last, &parts)));
        }
        // The fewest sets that say it.
        let has_own = |sets: &Sets| sets.iter().any(|set| set.contains(value));
        let is_enough = |sets: &Sets| is_few(sets) && (*is || !has_own(sets));
        let told = |sets: &Sets| {
            let found = self.listed_values(*var, &members.found);
            let sets = self.listed_sets(source, *var, sets);
            let filled = usize::from(!members.found.is_empty());
            fill(table.sets[filled], &[("case", case), ("found", &found), ("sets", &sets)])
        };
        let here = self.sets(&members, &members.left)?;
        let fits_here = || Fit { gone: Some(MOST_GONE), ..Fit::plain(told(&here)) };
        // Of two places, a person goes through the pairs.
        if members.open.len() == 2 && !is && self.is_few(*var, own.len()) && is_few(&here) {
            return Some(fits_here());
        }
        let alone = self.sets(&members, &members.all)?;
        if is_enough(&alone) {
            return Some(Fit { gone: is.then_some(MOST_GONE), ..Fit::plain(told(&alone)) });
        }
        let told_here = || is_enough(&here).then(fits_here);
        if *is {
            return told_here();
        }
        let most = if is_enough(&here) { here.len() } else { usize::MAX };
        self.bounded(source, deduction, &members)
            .or_else(|| self.by_others(source, deduction, &members, most))
            .or_else(told_here)
            .or_else(|| self.by_some_others(source, deduction, &members))
    }

    /// Returns that a value is too small or too large for what the others make, or no divisor.
    fn bounded(
        &self,
        source: &Source,
        deduction: &Deduction,
        members: &Members<'_>,
    ) -> Option<Fit> {
        let table = &self.sentences.fitting;
        let (case, value) = (source.case()?, deduction.value);
        if self.sign(source) == Some(" · ") && !self.divides(source, value) {
            return Some(Fit::plain(fill(table.no_multiple, &[("case", case)])));
        }
        let rest = members.rest? - value;
        let is_alone = members.open.len() == 2 && members.found.is_empty();
        let found: i64 = members.found.iter().sum();
        let said = |(least, most): (i64, i64), texts: [[&str; 2]; 2]| {
            let (texts, bound) = match (rest > most, rest < least) {
                (true, _) => (texts[0], most),
                (_, true) => (texts[1], least),
                _ => return None,
            };
            let parts = [("case", case), ("bound", &*(bound + found).to_string())];
            let text = fill(texts[usize::from(!is_alone)], &parts);
            Some(Fit { gone: Some(MOST_GONE), ..Fit::plain(text) })
        };
        said(members.bounds(None)?, [table.at_most, table.at_least]).or_else(|| {
            let [most, least] = table.with_bound;
            let bounds = members.bounds(Some(value)).filter(|_| members.open.len() > 2)?;
            said(bounds, [[most; 2], [least; 2]])
        })
    }

    /// Returns what the other places would have to be, where that are few sets, and fewer than `most`.
    fn by_others(
        &self,
        source: &Source,
        deduction: &Deduction,
        members: &Members<'_>,
        most: usize,
    ) -> Option<Fit> {
        let value = deduction.value;
        if let ([_, _], Some(rest)) = (members.open.as_slice(), members.rest) {
            let only = Sets::from([vec![value, rest - value]]);
            return self.with_others(source, deduction, members, &only);
        }
        let sets = self.sets(members, &members.with(&members.all, value))?;
        let is_told = is_few(&sets) && sets.len() < most;
        is_told.then(|| self.with_others(source, deduction, members, &sets))?
    }

    /// Returns the same with what is known of the fewest of them.
    fn by_some_others(
        &self,
        source: &Source,
        deduction: &Deduction,
        members: &Members<'_>,
    ) -> Option<Fit> {
        let narrowed = members.narrowed();
        let values = members.with(&members.all, deduction.value);
        let mut found: Option<(usize, usize, Sets)> = None;
        for subset in 1..1_usize << narrowed.len().min(MOST_NARROWED) {
            let mut values = values.clone();
            let some = narrowed.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
            some.for_each(|(_, place)| values[*place] = members.left[*place].clone());
            let sets = self.sets(members, &values)?;
            // A person goes through two sets, and of more marks are looked at rather than more sets.
            let size = (sets.len().max(FEW_SETS), subset.count_ones() as usize);
            if is_few(&sets) && found.as_ref().is_none_or(|best| size < (best.0, best.1)) {
                found = Some((size.0, size.1, sets));
            }
        }
        self.with_others(source, deduction, members, &found?.2)
    }

    /// Returns that the other places would have to be one of these sets without the value in question.
    fn with_others(
        &self,
        source: &Source,
        deduction: &Deduction,
        members: &Members<'_>,
        sets: &Sets,
    ) -> Option<Fit> {
        let Deduction { var, value, facts, .. } = deduction;
        let table = &self.sentences.fitting;
        let other = |set: &Vec<i64>| {
            let mut set = set.clone();
            set.remove(set.iter().position(|other| other == value)?);
            Some(set)
        };
        let others: Sets = sets.iter().filter_map(other).collect();
        let rest = self.listed_sets(source, *var, &others);
        let is_of_two = others.iter().all(|set| set.len() == 1);
        let case = ("case", source.case()?);
        let needed: BTreeSet<i64> = others.iter().flatten().copied().collect();
        let few = (1..=FEW_MARKS).contains(&self.marks(facts, *var, MOST_GONE).len());
        // Of many places, none can be what is needed.
        let lack = if few { None } else { members.lacking(&others) };
        let (text, gone, seen) = match lack {
            _ if is_of_two => (fill(table.other, &[case]), None, self.lost(members, &needed)),
            _ if others.iter().map(Vec::len).sum::<usize>() > MOST_LISTED
                && members.rest.is_some() =>
            {
                let others = members.rest? - value + members.found.iter().sum::<i64>();
                let text = fill(table.others_make, &[case]);
                let rest = Some(others.to_string());
                return Some(Fit { gone: Some(MOST_GONE), rest, ..Fit::plain(text) });
            }
            Some(lack) => {
                let lack: Vec<String> = lack.iter().map(|one| self.value(*var, *one)).collect();
                let lack = self.sentences.one_of_values(&lack);
                (fill(table.others_lack, &[case, ("lack", &lack)]), None, Vec::new())
            }
            None => (fill(table.others, &[case]), Some(MOST_GONE), Vec::new()),
        };
        let is_open = gone.is_some();
        let but = if is_open { self.failing(*var, members, &others) } else { None };
        // Of several sets, it is told for each value by itself.
        Some(match others.len() {
            1 => Fit { text, gone, seen, rest: Some(rest), but },
            _ => Fit { text: fill(&text, &[("rest", &rest)]), gone, seen, rest: None, but },
        })
    }

    /// Returns why the other places cannot be one of some sets, with the reason before it left open: one of them has none of these
    /// values, or all sets need a value more often than there are places for it.
    fn failing(&self, var: VarId, members: &Members<'_>, sets: &Sets) -> Option<String> {
        let table = &self.sentences.fitting;
        let needed: BTreeSet<i64> = sets.iter().flatten().copied().collect();
        let is_none = |(_, [_, left]): &(VarId, [&Vec<i64>; 2])| {
            !left.iter().any(|value| needed.contains(value))
        };
        if let Some((place, _)) = members.others().find(is_none) {
            return Some(fill(table.none_of, &[("place", &self.spoken(place))]));
        }
        let text = |value: i64| {
            let count = |set: &Vec<i64>| set.iter().filter(|other| **other == value).count();
            let least = sets.iter().map(count).min()?;
            let can_be = members.others().filter(|(_, [_, left])| left.contains(&value));
            let places: Vec<VarId> = can_be.map(|(place, _)| place).collect();
            let text = match places.as_slice() {
                [_] if least > 1 => table.only_there,
                [_, _, ..] if least > 1 && members.differ(&places) => table.only_one_of,
                _ => return None,
            };
            let places: Vec<String> = places.iter().map(|place| self.spoken(*place)).collect();
            let places = listed(&places, self.sentences.and);
            Some(fill(text, &[("places", &places), ("value", &self.value(var, value))]))
        };
        needed.iter().find_map(|value| text(*value))
    }

    /// Returns which of some values the other open places do not have any more, and not by what is seen anyway.
    fn lost(&self, members: &Members<'_>, values: &BTreeSet<i64>) -> Vec<Fact> {
        let lost = |(var, [all, left]): (VarId, [&Vec<i64>; 2])| {
            let is_lost = |value: &i64| {
                values.contains(value) && all.contains(value) && !left.contains(value)
            };
            let domain = self.lowered.csp.domain(var).iter();
            let kept: Vec<i64> = domain.filter(|value| !is_lost(value)).collect();
            (all.iter().any(is_lost)).then_some(Fact::OneOf(var, kept))
        };
        members.others().filter_map(lost).collect()
    }

    fn listed_values(&self, var: VarId, values: &[i64]) -> String {
        let values: Vec<String> = values.iter().map(|value| self.value(var, *value)).collect();
        listed(&values, self.sentences.and)
    }

    /// Returns sets of values as `1 + 3 or 4 + 5`.
    fn listed_sets(&self, source: &Source, var: VarId, sets: &Sets) -> String {
        let sign = self.sign(source).unwrap_or(self.sentences.fitting.with);
        let join = |set: &Vec<i64>| {
            let values: Vec<String> = set.iter().map(|one| self.value(var, *one)).collect();
            values.join(sign)
        };
        listed(&sets.iter().map(join).collect::<Vec<String>>(), self.sentences.or)
    }

    /// Returns that found values exclude all others that were left at a place by what was told of it.
    pub(super) fn left_by_seen(&self, deduction: &Deduction) -> Option<Because> {
        let Deduction { var, value, facts, left, seen, .. } = deduction;
        let is_own = |fact: &Fact| fact.var() == *var;
        let seen: Vec<Fact> = seen.iter().map(|(var, value)| Fact::Is(*var, *value)).collect();
        let others = left.iter().filter(|other| *other != value);
        let taken = others.map(|other| self.taken_by(*var, *other, &seen));
        let taken: Vec<Fact> = taken.collect::<Option<_>>()?;
        if taken.is_empty() || !facts.iter().all(is_own) {
            return None;
        }
        let table = self.sentences;
        let own = self.value(*var, *value);
        let values: Vec<String> = left.iter().map(|value| self.value(*var, *value)).collect();
        let values = listed(&table.ranged(&values), table.and);
        let template = if self.is_few(*var, left.len()) { table.only_of } else { table.only_value };
        let template = fill(template, &[("value", &own), ("values", &values)]);
        let facts = self.shown(&taken, *var);
        Some(Because { template, facts, ..Because::default() })
    }

    /// Returns the fact that a place has a value that another one must not have, too.
    pub(super) fn taken_by(&self, var: VarId, value: i64, facts: &[Fact]) -> Option<Fact> {
        let is_taken = |fact: &&Fact| {
            let told = self.told(fact).filter(|(other, told)| *told == value && *other != var);
            told.is_some_and(|(other, _)| self.all_differ(&[var, other]))
        };
        facts.iter().find(is_taken).cloned()
    }

    /// Returns that fewer or more elements of a list would be seen than a clue says, or that all are.
    fn seen(&self, source: &Source, deduction: &Deduction, order: Reason) -> Option<Fit> {
        let Reason::Order { most, least, others, all, .. } = order else { return None };
        let Deduction { value, is, .. } = deduction;
        let wanted = self.wanted(source)?;
        let counts = |deduction: &Deduction| {
            let members = self.members(source, deduction)?;
            let own = members.own().iter().filter(|other| (*other == value) != *is);
            let counts = own
                .map(|other| self.counts(source, &members, &members.with(&members.left, *other)));
            let counts: BTreeSet<i64> =
                counts.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
            (!counts.is_empty()).then_some(counts)
        };
        let members = self.members(source, deduction)?;
        let count = members.open.len() + members.found.len();
        let case = ("case", source.case()?);
        if *is && usize::try_from(wanted) == Ok(count) {
            return Some(Fit::plain(fill(all, &[case])));
        }
        let seen = counts(&self.with_seen(deduction)).or_else(|| counts(deduction))?;
        let (few, many) = (*seen.first()?, *seen.last()?);
        let (text, rests) = match (many < wanted, few > wanted) {
            (true, _) => (most, vec![many]),
            (_, true) => (least, vec![few]),
            _ if seen.contains(&wanted) => return None,
            _ => (others, seen.into_iter().collect()),
        };
        let text = fill(text[usize::from(*is)], &[case]);
        let rests: Vec<String> = rests.iter().map(i64::to_string).collect();
        let rest = listed(&rests, self.sentences.or);
        let gone = Some(MOST_GONE);
        Some(match *is || rests.len() > 1 {
            true => Fit { gone, ..Fit::plain(fill(&text, &[("rest", &rest)])) },
            false => Fit { gone, rest: Some(rest), ..Fit::plain(text) },
        })
    }

    /// Returns a deduction that rests on all values that were found before, too: what could be without them is not told.
    fn with_seen(&self, deduction: &Deduction) -> Deduction {
        let is_new = |(var, _): &&(VarId, i64)| {
            *var != deduction.var && deduction.facts.iter().all(|fact| fact.var() != *var)
        };
        let seen = deduction.seen.iter().filter(is_new);
        let seen = seen.map(|(var, value)| Fact::Is(*var, *value));
        let facts = deduction.facts.iter().cloned().chain(seen).collect();
        Deduction { facts, ..deduction.clone() }
    }

    /// Returns whether the number that a product is said to be is a multiple of a value.
    fn divides(&self, source: &Source, value: i64) -> bool {
        let stmts = self.stmts_of(source);
        let [Stmt::Hold(BoolExpr::Compare(_, a, b))] = stmts.as_slice() else { return true };
        let number = [a, b].into_iter().find_map(|side| match side {
            IntExpr::Const(number) => Some(*number),
            IntExpr::Var(var) => self.given.get(var).copied(),
            _ => None,
        });
        value == 0 || number.is_none_or(|number| number % value == 0)
    }

    /// Returns the sign between values of a sum or product.
    fn sign(&self, source: &Source) -> Option<&'static str> {
        let stmts = self.stmts_of(source);
        let [Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b))] = stmts.as_slice() else {
            return None;
        };
        let is_plain = |term: &(i64, IntExpr)| matches!(term, (1, IntExpr::Var(_)));
        match (a, b) {
            (IntExpr::Product(..), _) | (_, IntExpr::Product(..)) => Some(" · "),
            (IntExpr::Linear(terms, 0), _) | (_, IntExpr::Linear(terms, 0)) => {
                terms.iter().all(is_plain).then_some(" + ")
            }
            _ => None,
        }
    }

    /// Returns whether it is values that a source is about, and not their order.
    pub(super) fn is_of_values(&self, source: &Source) -> bool {
        match self.reason_at(source) {
            Some((Reason::Values { .. }, call)) => match &call.kind {
                ExprKind::Call(function, _) => function.name() != "matches",
                _ => false,
            },
            _ => false,
        }
    }
}
