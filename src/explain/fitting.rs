//! Which values fit a rule or clue about a few places, written out: `16 can only be 7 + 9`, or what the others make at most.
//!
//! They are found anew from what a reason tells of the places, so that nothing is said that it does not show.

use std::collections::BTreeSet;

use crate::csp::eval::eval_stmt;
use crate::csp::{BoolExpr, IntExpr, Stmt, VarId};
use crate::model::expr::ExprKind;
use crate::ops::CompareOp;
use crate::stepwise::{Deduction, Fact};

use super::because::Because;
use super::names::Words;
use super::sentences::{Reason, fill, listed};
use super::source::Source;

/// How many sets of values are told.
const MOST_SETS: usize = 3;
/// How many reasons are told for one place.
const MOST_TEXTS: usize = 3;
/// How many choices of values are tried, and for how many places.
const MOST_TRIED: usize = 5_000;
const MOST_OPEN: usize = 8;

/// Values of the open places, in rising order.
type Sets = BTreeSet<Vec<i64>>;

/// What fits a rule or clue.
struct Fitting {
    /// The values that are found.
    found: Vec<i64>,
    /// The sets that fit the places by themselves, where these are few.
    alone: Sets,
    /// The sets that fit what is known of the places.
    here: Sets,
    /// The values that the place in question has in these.
    own: BTreeSet<i64>,
    /// How much is left for the open places, and what the others of them make at least and at most, of a sum of values that
    /// differ.
    sum: Option<(i64, i64, i64)>,
}

impl Fitting {
    /// Returns whether just two places are open.
    fn is_of_two(&self) -> bool {
        self.alone.iter().chain(&self.here).all(|set| set.len() == 2)
    }
}

/// The places of a rule or clue.
struct Members {
    open: Vec<VarId>,
    found: Vec<i64>,
    /// What is left for the open places of a sum of values that all differ.
    rest: Option<i64>,
}

impl Words<'_> {
    /// Returns why several rules or clues together leave one value, where it can be told what each excludes.
    pub(super) fn by_fitting_each(
        &self,
        sources: &[&Source],
        deduction: &Deduction,
    ) -> Option<Because> {
        let Deduction { var, value, facts, .. } = deduction;
        let mut texts: Vec<String> = Vec::new();
        let others = self.lowered.csp.domain(*var).iter().filter(|other| other != value);
        for other in others.filter(|other| self.may_be(*var, *other, facts)) {
            let not = Deduction { value: other, is: false, ..deduction.clone() };
            let said = sources.iter().filter_map(|source| self.by_fitting(source, &not));
            let said: Vec<String> = said.map(|because| because.template).collect();
            if !said.iter().any(|said| texts.contains(said)) {
                texts.push(said.into_iter().next()?);
            }
        }
        let only = fill(self.sentences.only_value, &[("value", &self.value(*var, *value))]);
        if !(1..=MOST_TEXTS).contains(&texts.len()) {
            return None;
        }
        texts.push(only);
        let facts = self.marks(facts, *var);
        Some(Because { template: texts.join("; "), facts, ..Because::default() })
    }

    /// Returns why a rule or clue leaves no other values at a place, by the sets of values that fit, or by what the
    /// others make.
    pub(super) fn by_fitting(&self, source: &Source, deduction: &Deduction) -> Option<Because> {
        let Deduction { var, facts, left, .. } = deduction;
        let (text, is_marked) = self.fitting_words(source, deduction)?;
        let facts = if is_marked { self.marks(facts, *var) } else { Vec::new() };
        // What is left is told where these words exclude all others.
        let others = self.lowered.csp.domain(*var).iter().filter(|value| !left.contains(value));
        let is_whole = !left.is_empty()
            && others.filter(|value| !self.is_gone_at_once(*var, *value)).all(|value| {
                let other = Deduction { value, ..deduction.clone() };
                self.fitting_words(source, &other).is_some_and(|(other, _)| other == text)
            });
        let positive = (!deduction.is && is_whole).then(|| text.clone());
        Some(Because { template: text, facts, positive, ..Because::default() })
    }

    /// Returns the same in words, and whether they rest on what is known of open places.
    fn fitting_words(&self, source: &Source, deduction: &Deduction) -> Option<(String, bool)> {
        let Deduction { var, value, is, .. } = deduction;
        let case = source.case()?;
        if !self.is_of_values(source) {
            return None;
        }
        let fitting = self.fitting(source, deduction)?;
        let table = &self.sentences.fitting;
        let is_out = |other: i64| !fitting.own.contains(&other);
        let holds = match is {
            true => fitting.own.iter().eq([value]),
            false => is_out(*value),
        };
        if !holds {
            return None;
        }
        let found: Vec<String> =
            fitting.found.iter().map(|found| self.value(*var, *found)).collect();
        let found = listed(&found, self.sentences.and);
        let filled = usize::from(!fitting.found.is_empty());
        if fitting.here.iter().all(|set| set.len() == 1) {
            let only = fitting.own.iter().map(|value| self.value(*var, *value)).collect::<Vec<_>>();
            let parts =
                [("case", case), ("found", &found), ("value", &listed(&only, self.sentences.or))];
            return (filled == 1 && only.len() == 1).then(|| (fill(table.last, &parts), false));
        }
        let has_own = |sets: &Sets| sets.iter().any(|set| set.contains(value));
        let told = |sets: &Sets| {
            let join = |set: &Vec<i64>| {
                let values: Vec<String> = set.iter().map(|one| self.value(*var, *one)).collect();
                values.join(self.sign(source).unwrap_or(table.with))
            };
            let sets: Vec<String> = sets.iter().map(join).collect();
            let sets = listed(&sets, self.sentences.or);
            fill(table.sets[filled], &[("case", case), ("found", &found), ("sets", &sets)])
        };
        // The fewest sets that say it.
        let is_enough =
            |sets: &Sets| (1..=MOST_SETS).contains(&sets.len()) && (*is || !has_own(sets));
        if is_enough(&fitting.alone) {
            return Some((told(&fitting.alone), *is));
        }
        if let Some((rest, least, most)) = fitting.sum {
            let bound = match *is {
                // The only value that is neither too small nor too large.
                true => None,
                false if rest - value > most => Some((table.at_most, most)),
                false if rest - value < least => Some((table.at_least, least)),
                false => None,
            };
            if let Some((text, bound)) = bound {
                let others = fitting.here.iter().chain(&fitting.alone).map(Vec::len).max();
                let is_alone = others == Some(2) && fitting.found.is_empty();
                let text = text[usize::from(!is_alone)];
                let bound = bound + fitting.found.iter().sum::<i64>();
                let parts = [("case", case), ("bound", &*bound.to_string())];
                return Some((fill(text, &parts), true));
            }
        }
        if let (false, Some((rest, ..)), true) = (*is, fitting.sum, fitting.is_of_two()) {
            let other = self.value(*var, rest - value);
            return Some((fill(table.other, &[("case", case), ("rest", &other)]), true));
        }
        if !*is && self.sign(source) == Some(" · ") && !self.divides(source, *value) {
            return Some((fill(table.no_multiple, &[("case", case)]), false));
        }
        is_enough(&fitting.here).then(|| (told(&fitting.here), true))
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
    fn is_of_values(&self, source: &Source) -> bool {
        match self.reason_at(source) {
            Some((Reason::Values { .. }, call)) => match &call.kind {
                ExprKind::Call(function, _) => !["visible", "matches"].contains(&function.name()),
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns what fits a source, with what a reason tells of its places.
    fn fitting(&self, source: &Source, deduction: &Deduction) -> Option<Fitting> {
        let own = deduction.var;
        let members = self.members(source, deduction)?;
        let at = members.open.iter().position(|var| *var == own)?;
        let root = |var: &VarId| self.lowered.csp.domain(*var).iter().collect::<Vec<i64>>();
        let known = |var: &VarId| match *var == own {
            true => root(var),
            false => {
                root(var).into_iter().filter(|v| self.may_be(*var, *v, &deduction.facts)).collect()
            }
        };
        let all: Vec<Vec<i64>> = members.open.iter().map(root).collect();
        let left: Vec<Vec<i64>> = members.open.iter().map(known).collect();
        let Members { open, found, rest } = members;
        let Some(rest) = rest else {
            let (alone, _) = self.tried(source, &open, &all, at, deduction)?;
            let (here, own) = self.tried(source, &open, &left, at, deduction)?;
            return Some(Fitting { found, alone, here, own, sum: None });
        };
        let free: BTreeSet<i64> =
            all.iter().flatten().copied().filter(|value| !found.contains(value)).collect();
        let free: Vec<i64> = free.into_iter().collect();
        if open.len() > MOST_OPEN || choice_count(free.len(), open.len()) > MOST_TRIED {
            return None;
        }
        let of_rest = choices(&free, open.len(), Some(rest));
        let alone = of_rest.iter().filter(|set| fits(set, &all)).cloned().collect();
        let here: Sets = of_rest.into_iter().filter(|set| fits(set, &left)).collect();
        let with = |set: &Vec<i64>, value: i64| {
            let others: Vec<i64> = set.iter().copied().filter(|other| *other != value).collect();
            let mut places = left.clone();
            places.remove(at).contains(&value) && fits(&others, &places)
        };
        let own: BTreeSet<i64> = here
            .iter()
            .flat_map(|set| {
                set.iter().copied().filter(|value| with(set, *value)).collect::<Vec<_>>()
            })
            .collect();
        let mut others = left.clone();
        others.remove(at);
        let sums = choices(&free, others.len(), None);
        let sums = sums.iter().filter(|set| fits(set, &others)).map(|set| set.iter().sum::<i64>());
        let (least, most) = sums.fold((i64::MAX, i64::MIN), |(a, b), sum| (a.min(sum), b.max(sum)));
        Some(Fitting {
            found,
            alone,
            here,
            own,
            sum: (least <= most).then_some((rest, least, most)),
        })
    }

    /// Returns the places of a source, where it says something of a few of them.
    fn members(&self, source: &Source, deduction: &Deduction) -> Option<Members> {
        let stmts = self.stmts_of(source);
        let mut vars: Vec<VarId> = stmts.iter().flat_map(|stmt| stmt.vars()).collect();
        vars.sort_unstable();
        vars.dedup();
        vars.retain(|var| self.is_answer(*var));
        let value = |var: &VarId| {
            let told = deduction.facts.iter().filter_map(|fact| self.told(fact));
            told.into_iter().find(|(other, _)| other == var && *var != deduction.var)
        };
        let found: Vec<i64> = vars.iter().filter_map(value).map(|(_, value)| value).collect();
        let total = match stmts.as_slice() {
            [Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b))] => {
                self.total(a, b, &vars).or_else(|| self.total(b, a, &vars))
            }
            _ => None,
        };
        let total = total.filter(|_| self.all_differ(&vars));
        let rest = total.map(|total| total - found.iter().sum::<i64>());
        let open = vars.into_iter().filter(|var| value(var).is_none()).collect();
        Some(Members { open, found, rest })
    }

    /// Returns the number that a sum of these variables is, where the one side is just that and the other one is known.
    fn total(&self, sum: &IntExpr, number: &IntExpr, vars: &[VarId]) -> Option<i64> {
        let IntExpr::Linear(terms, add) = sum else { return None };
        let is_plain = |(factor, term): &(i64, IntExpr)| match term {
            IntExpr::Var(var) => *factor == 1 && vars.contains(var),
            _ => false,
        };
        let number = match number {
            IntExpr::Const(number) => Some(*number),
            IntExpr::Var(var) => self.given.get(var).copied(),
            _ => None,
        };
        (terms.len() == vars.len() && terms.iter().all(is_plain)).then_some(number? - add)
    }

    /// Returns whether variables differ by some rule.
    fn all_differ(&self, vars: &[VarId]) -> bool {
        self.lowered.csp.stmts.iter().any(|(stmt, _)| match stmt {
            Stmt::Hold(BoolExpr::Distinct(terms)) => {
                vars.iter().all(|var| terms.contains(&IntExpr::Var(*var)))
            }
            _ => false,
        })
    }

    /// Returns whether facts, and what the board shows, allow a value.
    pub(super) fn may_be(&self, var: VarId, value: i64, facts: &[Fact]) -> bool {
        let mut own = facts.iter().filter(|fact| fact.var() == var);
        !self.is_gone_at_once(var, value)
            && own.all(|fact| match fact {
                Fact::Is(_, is) => *is == value,
                Fact::IsNot(_, not) => *not != value,
                Fact::OneOf(_, values) => values.contains(&value),
            })
    }

    /// Returns the sets of values of open places that fit a source, found by trying all, and the values of one of
    /// them.
    fn tried(
        &self,
        source: &Source,
        open: &[VarId],
        values: &[Vec<i64>],
        at: usize,
        deduction: &Deduction,
    ) -> Option<(Sets, BTreeSet<i64>)> {
        let sizes = values.iter().map(Vec::len);
        let count = sizes.fold(1_usize, usize::saturating_mul);
        if open.len() > 4 || count > MOST_TRIED {
            return None;
        }
        let csp = &self.lowered.csp;
        let stmts = self.stmts_of(source);
        let mut assignment = vec![0; csp.vars.len()];
        self.given.iter().for_each(|(var, value)| assignment[var.index()] = *value);
        for (var, value) in deduction.facts.iter().filter_map(|fact| self.told(fact)) {
            assignment[var.index()] = value;
        }
        let differ: Vec<(usize, usize)> = (0..open.len())
            .flat_map(|b| (0..b).map(move |a| (a, b)))
            .filter(|(a, b)| self.all_differ(&[open[*a], open[*b]]))
            .collect();
        let (mut sets, mut own) = (Sets::new(), BTreeSet::new());
        for number in 0..count {
            let mut rest = number;
            let tuple: Vec<i64> = values
                .iter()
                .map(|values| {
                    let value = values[rest % values.len()];
                    rest /= values.len();
                    value
                })
                .collect();
            if differ.iter().any(|(a, b)| tuple[*a] == tuple[*b]) {
                continue;
            }
            open.iter().zip(&tuple).for_each(|(var, value)| assignment[var.index()] = *value);
            if stmts.iter().all(|stmt| eval_stmt(stmt, &assignment)) {
                own.insert(tuple[at]);
                let mut set = tuple;
                set.sort_unstable();
                sets.insert(set);
            }
        }
        Some((sets, own))
    }
}

/// Returns how many choices of at most so many of some values there are.
fn choice_count(values: usize, count: usize) -> usize {
    let (mut all, mut of_size) = (1_usize, 1_usize);
    for size in 1..=count.min(values) {
        of_size = of_size.saturating_mul(values - size + 1) / size;
        all = all.saturating_add(of_size);
    }
    all
}

/// Returns the sets of so many of some values, of a sum if there is one.
fn choices(values: &[i64], count: usize, sum: Option<i64>) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for value in values {
        let longer = all.iter().filter(|set| set.len() < count).map(|set: &Vec<i64>| {
            let mut set = set.clone();
            set.push(*value);
            set
        });
        let longer: Vec<Vec<i64>> = longer.collect();
        all.extend(longer);
    }
    all.retain(|set| set.len() == count && sum.is_none_or(|sum| set.iter().sum::<i64>() == sum));
    all
}

/// Returns whether different values can be given to places, each one that its place may have.
fn fits(values: &[i64], places: &[Vec<i64>]) -> bool {
    let Some((first, others)) = values.split_first() else { return places.is_empty() };
    (0..places.len()).any(|at| {
        let mut left = places.to_vec();
        left.remove(at).contains(first) && fits(others, &left)
    })
}

#[cfg(test)]
mod tests {
    use super::{choice_count, choices, fits};

    #[test]
    fn sets_of_a_sum_are_those_of_combinatorics() {
        let values: Vec<i64> = (1..=9).collect();
        assert_eq!(choices(&values, 2, Some(16)), [[7, 9]]);
        assert_eq!(choices(&values, 3, Some(7)), [[1, 2, 4]]);
        assert_eq!(choices(&values, 7, Some(41)).len(), 1);
        assert_eq!(choices(&values, 4, None).len(), 126);
        assert!(choices(&values, 3, Some(5)).is_empty());
    }

    #[test]
    fn choices_are_counted_before_they_are_made() {
        let values: Vec<i64> = (1..=9).collect();
        for count in 0..=9 {
            let made = (0..=count).map(|size| choices(&values, size, None).len());
            assert_eq!(choice_count(9, count), made.sum::<usize>());
        }
        assert!(choice_count(36, 6) > 1_000_000);
    }

    #[test]
    fn places_get_one_value_each() {
        assert!(fits(&[1, 3], &[vec![1, 3], vec![3]]));
        assert!(!fits(&[1, 3], &[vec![3, 4], vec![3]]));
        assert!(!fits(&[1], &[vec![1], vec![1]]));
    }
}
