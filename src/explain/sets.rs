//! The sets of values that fit a rule or clue about a few places, found by trying all.
//!
//! They are found anew from what a reason tells of the places, so that nothing is said that it does not show.

use std::collections::BTreeSet;

use puzgen_base::ops::CompareOp;
use puzgen_csp::eval::{eval_int, eval_stmt};
use puzgen_csp::{BoolExpr, IntExpr, Stmt, VarId};
use puzgen_stepwise::{Deduction, Fact};

use super::names::Words;
use super::source::Source;

/// How many choices of values are tried, and for how many places.
const MOST_TRIED: usize = 7_000;
const MOST_OPEN: usize = 8;

/// Values of the open places, in rising order.
pub(super) type Sets = BTreeSet<Vec<i64>>;

/// The places of a rule or clue, with what a reason tells of them.
pub(super) struct Members<'w> {
    /// Those that are open.
    pub(super) open: Vec<VarId>,
    /// Which of them is in question.
    at: usize,
    /// The values of the others.
    pub(super) found: Vec<i64>,
    /// What each open place can be by itself, and with what the reason tells.
    pub(super) all: Vec<Vec<i64>>,
    pub(super) left: Vec<Vec<i64>>,
    /// What is left for the open places of a sum.
    pub(super) rest: Option<i64>,
    /// The sets of values that make this, where all places differ.
    of_rest: Option<Vec<Vec<i64>>>,
    /// Which open places differ.
    differ: Vec<(usize, usize)>,
    stmts: Vec<&'w Stmt>,
    /// The helpers that the statements go through, each behind those that it needs itself.
    helpers: Vec<VarId>,
    /// The values of all variables that are known.
    known: Vec<i64>,
}

impl Words<'_> {
    /// Returns the places of a source, where it says something of a few of them.
    pub(super) fn members(&self, source: &Source, deduction: &Deduction) -> Option<Members<'_>> {
        let own = deduction.var;
        let stmts = self.stmts_of(source);
        let (helpers, vars) = self.seen_through(stmts.iter().flat_map(|stmt| stmt.vars()))?;
        let told = || deduction.facts.iter().filter_map(|fact| self.told(fact));
        let value = |var: &VarId| told().find(|(other, _)| other == var && *var != own);
        let found: Vec<i64> = vars.iter().filter_map(value).map(|(_, value)| value).collect();
        let total = match stmts.as_slice() {
            [Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b))] => {
                self.total(a, b, &vars).or_else(|| self.total(b, a, &vars))
            }
            _ => None,
        };
        let rest = total.map(|total| total - found.iter().sum::<i64>());
        let is_of_different = self.all_differ(&vars);
        let open: Vec<VarId> = vars.iter().copied().filter(|var| value(var).is_none()).collect();
        let at = open.iter().position(|var| *var == own)?;
        let seen: Vec<(VarId, i64)> = told().filter(|(var, _)| *var != own).collect();
        let root = |var: &VarId| {
            let is_seen = |value: i64| {
                let mut same = seen.iter().filter(|(_, known)| *known == value);
                same.any(|(other, _)| vars.contains(other) && self.all_differ(&[*var, *other]))
            };
            self.lowered.csp.domain(*var).iter().filter(|v| !is_seen(*v)).collect::<Vec<i64>>()
        };
        let left = |var: &VarId| {
            let may_be = |value: &i64| *var == own || self.may_be(*var, *value, &deduction.facts);
            root(var).into_iter().filter(may_be).collect::<Vec<i64>>()
        };
        let all: Vec<Vec<i64>> = open.iter().map(root).collect();
        let of_rest = match rest.filter(|_| is_of_different) {
            Some(rest) => Some(of_sum(&all, &found, rest)?),
            None => None,
        };
        let mut known = vec![0; self.lowered.csp.vars.len()];
        self.given.iter().for_each(|(var, value)| known[var.index()] = *value);
        told().for_each(|(var, value)| known[var.index()] = value);
        let pairs = (0..open.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let differ = pairs.filter(|(a, b)| self.all_differ(&[open[*a], open[*b]])).collect();
        let left = open.iter().map(left).collect();
        Some(Members { open, at, found, all, left, rest, of_rest, differ, stmts, helpers, known })
    }

    /// Returns the helpers that statements about these variables go through, and the places that they are about; `None`
    /// where that is not to be seen.
    pub(super) fn seen_through(
        &self,
        vars: impl Iterator<Item = VarId>,
    ) -> Option<(Vec<VarId>, Vec<VarId>)> {
        let (mut helpers, mut places) = (Vec::new(), BTreeSet::new());
        for var in vars {
            if self.is_answer(var) {
                places.insert(var);
            } else if !self.given.contains_key(&var) && !helpers.contains(&var) {
                self.definitions.expand(var, &mut helpers, &mut places)?;
                helpers.push(var);
            }
        }
        let is_known = |helper: &VarId| self.given.contains_key(helper);
        let are_places = places.iter().all(|var| self.is_answer(*var));
        (are_places && !helpers.iter().any(is_known))
            .then(|| (helpers, places.into_iter().collect()))
    }

    /// Returns the sets of values of open places that fit, where each place can be one of these; `None` where too many would
    /// have to be tried.
    pub(super) fn sets(&self, members: &Members<'_>, values: &[Vec<i64>]) -> Option<Sets> {
        if let Some(of_rest) = &members.of_rest {
            return Some(of_rest.iter().filter(|set| fits(set, values)).cloned().collect());
        }
        let mut assignment = members.known.clone();
        let tuples = tuples(values, &members.differ, |tuple| {
            self.assign(members, tuple, &mut assignment).is_some()
                && members.stmts.iter().all(|stmt| eval_stmt(stmt, &assignment))
        })?;
        Some(tuples.into_iter().map(sorted).collect())
    }

    /// Puts the values of open places into an assignment, with those of the helpers; `None` where one has none.
    fn assign(&self, members: &Members<'_>, tuple: &[i64], assignment: &mut [i64]) -> Option<()> {
        let open = members.open.iter().zip(tuple);
        open.for_each(|(var, value)| assignment[var.index()] = *value);
        for helper in &members.helpers {
            assignment[helper.index()] = self.definitions.eval(*helper, assignment)?;
        }
        Some(())
    }

    /// Returns the numbers that a source makes of its places, where each of these can be one of some values, whatever it says
    /// that they are.
    pub(super) fn counts(
        &self,
        source: &Source,
        members: &Members<'_>,
        values: &[Vec<i64>],
    ) -> Option<BTreeSet<i64>> {
        let (number, _) = self.compared(source)?;
        let mut assignment = members.known.clone();
        let mut counts = BTreeSet::new();
        tuples(values, &members.differ, |tuple| {
            let known = self.assign(members, tuple, &mut assignment);
            counts.extend(known.and_then(|()| eval_int(number, &assignment)));
            false
        })?;
        Some(counts)
    }

    /// Returns the number that a source says that its places make.
    pub(super) fn wanted(&self, source: &Source) -> Option<i64> {
        self.compared(source).map(|(_, wanted)| wanted)
    }

    /// Returns what a source makes of its places, and the number that it says that this is.
    fn compared(&self, source: &Source) -> Option<(&IntExpr, i64)> {
        let stmts = self.stmts_of(source);
        let [Stmt::Hold(BoolExpr::Compare(CompareOp::Eq, a, b))] = stmts.as_slice() else {
            return None;
        };
        let known = |number: &IntExpr| match number {
            IntExpr::Const(number) => Some(*number),
            IntExpr::Var(var) => self.given.get(var).copied(),
            _ => None,
        };
        known(b).map(|wanted| (a, wanted)).or_else(|| known(a).map(|wanted| (b, wanted)))
    }

    /// Returns the values that a place in question has in the sets that fit.
    pub(super) fn own_values(&self, members: &Members<'_>) -> Option<BTreeSet<i64>> {
        let mut own = BTreeSet::new();
        for value in &members.left[members.at] {
            if !self.sets(members, &members.with(&members.left, *value))?.is_empty() {
                own.insert(*value);
            }
        }
        Some(own)
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
    pub(super) fn all_differ(&self, vars: &[VarId]) -> bool {
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
}

impl Members<'_> {
    /// Returns what the place in question can be.
    pub(super) fn own(&self) -> &[i64] {
        &self.all[self.at]
    }

    /// Returns what places can be where the one in question has a value.
    pub(super) fn with(&self, values: &[Vec<i64>], value: i64) -> Vec<Vec<i64>> {
        let mut values = values.to_vec();
        values[self.at] = vec![value];
        values
    }

    /// Returns the open places that have lost values, by position, without the one in question.
    pub(super) fn narrowed(&self) -> Vec<usize> {
        let is_narrow = |at: &usize| *at != self.at && self.left[*at].len() < self.all[*at].len();
        (0..self.open.len()).filter(is_narrow).collect()
    }

    /// Returns the open places but the one in question, with what they can be by themselves and with what the reason tells.
    pub(super) fn others(&self) -> impl Iterator<Item = (VarId, [&Vec<i64>; 2])> {
        let others = (0..self.open.len()).filter(|at| *at != self.at);
        others.map(|at| (self.open[at], [&self.all[at], &self.left[at]]))
    }

    /// Returns whether each two of some open places differ.
    pub(super) fn differ(&self, places: &[VarId]) -> bool {
        let at: Vec<usize> =
            (0..self.open.len()).filter(|at| places.contains(&self.open[*at])).collect();
        let pairs = at.iter().flat_map(|b| at.iter().map(move |a| (*a, *b)));
        pairs.filter(|(a, b)| a < b).all(|pair| self.differ.contains(&pair))
    }

    /// Returns for sets of the other open places a value of each that none of these can have; `None` where one has no such
    /// value.
    pub(super) fn lacking(&self, sets: &Sets) -> Option<BTreeSet<i64>> {
        let cannot_be = |value: &i64| self.others().all(|(_, [_, left])| !left.contains(value));
        sets.iter().map(|set| set.iter().copied().find(cannot_be)).collect()
    }

    /// Returns the least and the most that the other open places make: without a value where that is taken by the one in
    /// question.
    pub(super) fn bounds(&self, without: Option<i64>) -> Option<(i64, i64)> {
        let mut others = self.left.clone();
        others.remove(self.at);
        let sums: Vec<i64> = if self.of_rest.is_some() {
            let all: BTreeSet<i64> = self.all.iter().flatten().copied().collect();
            let is_free = |value: &i64| !self.found.contains(value) && Some(*value) != without;
            let free: Vec<i64> = all.into_iter().filter(is_free).collect();
            let sets = choices(&free, others.len(), None);
            let sets = sets.iter().filter(|set| fits(set, &others));
            sets.map(|set| set.iter().sum()).collect()
        } else {
            let own = self.at;
            let taken = without.into_iter().collect::<Vec<i64>>();
            for (a, b) in self.differ.iter().filter(|(a, b)| [*a, *b].contains(&own)) {
                let other = if *a == own { *b } else { *a };
                let other = other - usize::from(other > own);
                others[other].retain(|value| !taken.contains(value));
            }
            let shift = |at: usize| at - usize::from(at > own);
            let differ = self.differ.iter().filter(|(a, b)| *a != own && *b != own);
            let differ: Vec<(usize, usize)> = differ.map(|(a, b)| (shift(*a), shift(*b))).collect();
            let tuples = tuples(&others, &differ, |_| true)?;
            tuples.iter().map(|tuple| tuple.iter().sum()).collect()
        };
        Some((*sums.iter().min()?, *sums.iter().max()?))
    }
}

/// Returns the values of places that differ where they must and hold; `None` where these are too many to try.
fn tuples(
    values: &[Vec<i64>],
    differ: &[(usize, usize)],
    mut holds: impl FnMut(&[i64]) -> bool,
) -> Option<Vec<Vec<i64>>> {
    let (mut open, mut found, mut tried) = (vec![Vec::new()], Vec::new(), 0);
    while let Some(tuple) = open.pop() {
        let Some(next) = values.get(tuple.len()) else {
            if holds(&tuple) {
                found.push(tuple);
            }
            continue;
        };
        tried += next.len();
        if tried > MOST_TRIED {
            return None;
        }
        let at = tuple.len();
        let is_taken = |value: i64| {
            let mut earlier = differ.iter().filter(|(a, b)| *a.max(b) == at);
            earlier.any(|(a, b)| tuple.get(*a.min(b)) == Some(&value))
        };
        for value in next.iter().filter(|value| !is_taken(**value)) {
            let mut longer: Vec<i64> = tuple.clone();
            longer.push(*value);
            open.push(longer);
        }
    }
    Some(found)
}

fn sorted(mut values: Vec<i64>) -> Vec<i64> {
    values.sort_unstable();
    values
}

/// Returns the sets of a sum for places that all differ, beside what is found; `None` where these are too many to try.
fn of_sum(places: &[Vec<i64>], found: &[i64], sum: i64) -> Option<Vec<Vec<i64>>> {
    let free: BTreeSet<i64> = places.iter().flatten().copied().collect();
    let free: Vec<i64> = free.into_iter().filter(|value| !found.contains(value)).collect();
    if places.len() > MOST_OPEN || choice_count(free.len(), places.len()) > MOST_TRIED {
        return None;
    }
    Some(choices(&free, places.len(), Some(sum)))
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
    use super::{choice_count, choices, fits, tuples};

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

    #[test]
    fn places_that_differ_are_tried_with_different_values() {
        let values = [vec![1, 2], vec![1, 2], vec![2]];
        let mut all = tuples(&values, &[(0, 1)], |_| true).unwrap();
        all.sort_unstable();
        assert_eq!(all, [[1, 2, 2], [2, 1, 2]]);
        let sum = tuples(&values, &[], |tuple| tuple.iter().sum::<i64>() == 4).unwrap();
        assert_eq!(sum, [[1, 1, 2]]);
        // Seven places of nine values are too many.
        assert!(tuples(&vec![(1..=9).collect(); 7], &[], |_| true).is_none());
    }
}
