//! Sums of numbers that have one value: clauses from which more follows than from two bounds.
//!
//! * Partial sums are numbers of their own, each with a table. The tables are a chain, so a value that is in no solution of
//!   the sum alone is excluded by unit propagation.
//! * Where no two terms are equal (a cage, a run), the sets of values that they can have together are truths.
//!
//! # Source
//! Chains: Bacchus, "GAC via unit propagation", CP 2007. Sets are how people solve kakuro and killer sudoku.

use std::collections::{BTreeMap, BTreeSet};

use super::encoder::Encoder;
use super::numbers::{OneHotNumber, hold_relation};
use super::sums::{LinearComparison, LinearTerm};
use super::{Backend, Literal};
use puzgen_csp::VarId;

/// The most entries of all tables of a sum.
const MOST_ENTRIES: usize = 4_000;
/// The most sets of values of a sum.
const MOST_SETS: usize = 256;
/// The most values that the terms of such a sum have together.
const MOST_VALUES: u32 = 16;

impl<B: Backend> Encoder<B> {
    /// Asserts that a sum is 0, or one of `unless` holds; returns whether its tables are small enough. Every term must
    /// have a value.
    pub(super) fn hold_equation(&mut self, sum: &LinearComparison, unless: &[Literal]) -> bool {
        let terms = in_order(sum);
        if !has_small_tables(&terms) {
            return false;
        }
        let Some(((last, goal), parts)) = terms.split_last() else { return false };
        let mut partial = OneHotNumber::constant(sum.constant);
        for (factor, part) in parts {
            partial = partial.combine(part, &mut self.sink, |sum, v| Some(sum + factor * v));
        }
        let meet = |sum: i64, value: i64| sum + last * value == 0;
        hold_relation(&mut self.sink, &partial, goal, &meet, unless);
        if unless.is_empty() {
            self.hold_sets(sum);
        }
        true
    }
}

/// Returns the terms of a sum, that with most values last: it needs no table.
fn in_order(sum: &LinearComparison) -> Vec<(i64, &OneHotNumber)> {
    let mut terms: Vec<_> = sum.terms.iter().map(|term| (term.factor, &term.number)).collect();
    terms.sort_by_key(|(_, term)| term.cases.len());
    terms
}

/// Returns whether there are numbers, each with a value, and their partial sums are few: a sum of truths alone is as
/// strong with two bounds.
fn has_small_tables(terms: &[(i64, &OneHotNumber)]) -> bool {
    let numbers = terms.iter().filter(|(_, term)| term.cases.len() > 2).count();
    if numbers < 3 || !terms.iter().all(|(_, term)| term.is_total) {
        return false;
    }
    let (mut sums, mut entries) = (BTreeSet::from([0]), 0);
    for (factor, term) in &terms[..terms.len() - 1] {
        entries += sums.len() * term.cases.len();
        if entries > MOST_ENTRIES {
            return false;
        }
        let values = |sum: i64| term.cases.iter().map(move |(value, _)| sum + factor * value);
        sums = sums.into_iter().flat_map(values).collect();
    }
    true
}

/// A sum of terms that differ, and what is left of it.
struct SetSum<'s> {
    vars: Vec<VarId>,
    factor: i64,
    constant: i64,
    /// The one term that is not among them.
    total: Option<(i64, &'s OneHotNumber)>,
}

/// A set of values that terms can have together.
struct ValueSet {
    /// A bit for each of them, by its rank among all values of the terms.
    ranks: u32,
    /// The value of the total that belongs to it.
    total: i64,
}

impl<B: Backend> Encoder<B> {
    /// Asserts which sets of values the terms of a sum can have together, where they differ.
    ///
    /// ```text
    /// used[v] ↔ ⋁ x=v                        over the terms
    /// set[S] → used[v], set[S] → ¬used[w]    for v in S, w not in S
    /// ⋁ set[S];  total=t → ⋁ set[S]          over the sets, over those of the sum t
    /// used[v] → ⋁ set[S], ¬used[w] → ⋁ set[S]
    /// ```
    fn hold_sets(&mut self, sum: &LinearComparison) {
        let Some(parts) = self.set_sum(sum) else { return };
        let Some((values, sets)) = self.sets(&parts) else { return };
        let used: Vec<Literal> =
            values.iter().map(|value| self.is_used(&parts.vars, *value)).collect();
        let named: Vec<(u32, Literal)> =
            sets.iter().map(|set| (set.ranks, self.sink.fresh())).collect();
        for (rank, used) in used.iter().enumerate() {
            for has in [false, true] {
                let agrees = |set: u32| (set >> rank & 1 == 1) == has;
                let mut clause: Vec<Literal> =
                    named.iter().filter(|(set, _)| agrees(*set)).map(|(_, name)| *name).collect();
                clause.push(if has { !*used } else { *used });
                self.sink.clause(&clause);
            }
            for (set, name) in &named {
                let is = if set >> rank & 1 == 1 { *used } else { !*used };
                self.sink.not_both(*name, !is);
            }
        }
        let all: Vec<Literal> = named.iter().map(|(_, name)| *name).collect();
        self.sink.clause(&all);
        if let Some((_, total)) = parts.total {
            self.hold_totals(total, sets.iter().map(|set| set.total).zip(all));
        }
    }

    /// Asserts which total each set has, and which sets each total.
    fn hold_totals(
        &mut self,
        total: &OneHotNumber,
        sets: impl IntoIterator<Item = (i64, Literal)>,
    ) {
        let mut by_total: BTreeMap<i64, Vec<Literal>> = BTreeMap::new();
        for (value, set) in sets {
            by_total.entry(value).or_default().push(set);
        }
        for (value, literal) in &total.cases {
            let mut clause = by_total.remove(value).unwrap_or_default();
            clause.iter().for_each(|set| self.sink.not_both(*set, !*literal));
            clause.push(!*literal);
            self.sink.clause(&clause);
        }
    }

    fn is_used(&mut self, vars: &[VarId], value: i64) -> Literal {
        let is: Vec<Literal> = vars.iter().map(|var| self.vars[var.index()].at(value)).collect();
        self.sink.any(&is)
    }

    /// Splits a sum into variables that differ, all with the same factor, and at most one other term.
    fn set_sum<'s>(&self, sum: &'s LinearComparison) -> Option<SetSum<'s>> {
        // Where the first term is the other one, the second one is a variable.
        let factors = sum.terms.iter().take(2).map(|term| term.factor);
        factors.into_iter().find_map(|factor| {
            let is_same = |term: &&LinearTerm| term.factor == factor && term.var.is_some();
            let (same, others): (Vec<_>, Vec<_>) = sum.terms.iter().partition(is_same);
            let total = match &others[..] {
                [] => None,
                [term] => Some((term.factor, &term.number)),
                _ => return None,
            };
            let vars: Vec<VarId> = same.iter().filter_map(|term| term.var).collect();
            let is_set = vars.len() > 1 && self.all_differ(&vars);
            is_set.then_some(SetSum { vars, factor, constant: sum.constant, total })
        })
    }

    fn all_differ(&self, vars: &[VarId]) -> bool {
        let differ = |a: VarId, b: VarId| self.apart[a.min(b).index()].contains(&a.max(b));
        vars.iter().enumerate().all(|(at, a)| vars[at + 1..].iter().all(|b| differ(*a, *b)))
    }

    /// Returns the values of the terms and the sets that have a sum, each by its ranks and with the value of the
    /// total that belongs to it; `None` where they are too many, or say nothing.
    fn sets(&self, parts: &SetSum<'_>) -> Option<(Vec<i64>, Vec<ValueSet>)> {
        let cases = parts.vars.iter().flat_map(|var| &self.vars[var.index()].cases);
        let values: BTreeSet<i64> = cases.map(|case| case.0).collect();
        let values: Vec<i64> = values.into_iter().collect();
        let (count, size) = (values.len() as u32, parts.vars.len() as u32);
        if count > MOST_VALUES || count <= size {
            return None;
        }
        let total_of = |set: u32| {
            let ranks = (0..count).filter(|rank| set >> rank & 1 == 1);
            let sum: i64 = ranks.map(|rank| values[rank as usize]).sum();
            let rest = -(parts.factor * sum + parts.constant);
            match parts.total {
                None => (rest == 0).then_some(0),
                Some((factor, total)) => {
                    let value = rest.checked_div(factor)?;
                    (value * factor == rest && total.at(value) != Literal::FALSE).then_some(value)
                }
            }
        };
        let sets = (0..1 << count).filter(|set: &u32| set.count_ones() == size);
        let sets = sets.filter_map(|ranks| Some(ValueSet { ranks, total: total_of(ranks)? }));
        let sets: Vec<ValueSet> = sets.take(MOST_SETS + 1).collect();
        (sets.len() <= MOST_SETS).then_some((values, sets))
    }
}
