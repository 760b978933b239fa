//! "No two of these are equal, and their sum is in an interval": values that no such choice has. A sum by
//! itself sees bounds only, and differing values see no sum.
//!
//! A set of values is a number below 512, with a bit for each value, and a family of sets is 512 bits.
//! Forwards, from term to term, it is found which sets the terms so far can take; backwards, what leads to
//! no set with a right sum is left out. So the terms are domain consistent after a few hundred
//! instructions. A few open terms with one right sum are gone through instead: of two, the values of one are those of
//! the other backwards.
//!
//! # Source
//! Trick, "A dynamic programming approach for consistency and propagation for knapsack constraints"
//! (Annals of Operations Research 2003), with sets in place of sums.

use puzgen_csp::VarId;

use super::linear::{Linear, PlainSum};
use super::{PER_TERM, Propagate};
use crate::store::{Consistency, Inconsistent, Store, event};
use crate::trail::{ReasonWriter, TrailPrefix};

/// The most values that the terms have together.
const SPAN: usize = 9;

/// The largest sum of ranks: of all of them.
const MOST: usize = SPAN * (SPAN - 1) / 2;

/// The most open terms that are gone through.
const FEW: usize = 4;

/// A family of sets: bit `s` of the whole stands for the set whose bits are those of `s`.
type SetFamily = [u64; (1 << SPAN) / 64];

const NO_SET: SetFamily = [0; (1 << SPAN) / 64];

/// How many values can be told apart within a word of a family.
const WITHIN: usize = 6;

/// For each of these values, which sets of a word are without it.
const WITHOUT: [u64; WITHIN] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The sets by the sum of their ranks.
const BY_SUM: [SetFamily; MOST + 1] = {
    let mut families = [NO_SET; MOST + 1];
    let mut set = 0;
    while set < 1 << SPAN {
        let (mut sum, mut rank) = (0, 0);
        while rank < SPAN {
            if set >> rank & 1 == 1 {
                sum += rank;
            }
            rank += 1;
        }
        families[sum][set / 64] |= 1 << (set % 64);
        set += 1;
    }
    families
};

/// Terms that differ, and the interval of their sum.
#[derive(Debug, Clone)]
pub struct DistinctSum {
    terms: Vec<RankedTerm>,
    /// The value of rank 0.
    min: i64,
    /// Taken from the sum of the terms before it is compared.
    total: Option<VarId>,
    lo: i64,
    hi: i64,
}

#[derive(Debug, Clone, Copy)]
struct RankedTerm {
    var: VarId,
    /// Where its word is, and how far that is moved to the left.
    at: u32,
    shift: u32,
}

impl DistinctSum {
    /// Returns the statement of a sum whose terms differ; `None` where they have too many values, or
    /// are too few to say more than the sum.
    pub(crate) fn new(store: &Store, sum: &PlainSum) -> Option<Self> {
        let PlainSum { vars, total, lo, hi } = sum;
        let min = vars.iter().map(|var| store.bits(*var).1).min()?;
        let max = vars.iter().map(|var| store.max(*var)).max()?;
        if max.checked_sub(min)? >= SPAN as i64 || min.unsigned_abs() > 1 << 32 {
            return None;
        }
        let term = |var: &VarId| {
            let (at, first) = store.single_word(*var)?;
            Some(RankedTerm { var: *var, at, shift: (first - min) as u32 })
        };
        let terms = vars.iter().map(term).collect::<Option<Vec<RankedTerm>>>()?;
        let is_sum = vars.len() > 1 && vars.len() <= SPAN;
        is_sum.then_some(Self { terms, min, total: *total, lo: *lo, hi: *hi })
    }

    /// Returns whether one run says all that follows: where the total is known.
    pub(super) fn is_done_at_once(&self, store: &Store) -> bool {
        self.total.is_none_or(|var| store.is_fixed(var))
    }

    /// Returns the sums of ranks that are right while the total is within these bounds.
    fn goal(&self, (least, most): (i64, i64)) -> (i64, i64) {
        let base = self.min * self.terms.len() as i64;
        let bound = |bound: i64, add: i64| match bound.unsigned_abs() == Linear::OPEN as u64 {
            true => bound,
            false => bound + add - base,
        };
        (bound(self.lo, least), bound(self.hi, most))
    }

    /// Adds what was known of the variables, as far as it is needed for there being no choice in which
    /// one of them has the value that is supposed.
    fn why(&self, why: &mut ReasonWriter<'_>) -> bool {
        let (past, suppose) = (why.past, why.gone);
        let supposed = |var: VarId| suppose.filter(|(other, _)| *other == var);
        let rank_of = |value: i64| (value - self.min) as u32;
        let mut words = [0_u32; SPAN];
        for (word, term) in words.iter_mut().zip(&self.terms) {
            *word = match supposed(term.var).map(|(_, value)| value).or(past.value(term.var)) {
                Some(value) => 1 << rank_of(value),
                None => self.all_of(past, term, true),
            };
        }
        let words = &mut words[..self.terms.len()];
        let total = match self.total {
            None => (0, 0),
            Some(var) => supposed(var).map_or(past.bounds(var), |(_, value)| (value, value)),
        };
        let mut goal = self.goal(total);
        if is_possible(words, goal) {
            return false;
        }
        if let Some(var) = self.total.filter(|var| supposed(*var).is_none()) {
            if is_possible(words, self.goal(past.root_bounds(var))) {
                why.at_least(var, total.0);
                why.at_most(var, total.1);
            } else {
                goal = self.goal(past.root_bounds(var));
            }
        }
        for (at, term) in self.terms.iter().enumerate() {
            if supposed(term.var).is_some() {
                continue;
            }
            let known = words[at];
            let all = self.all_of(past, term, false);
            words[at] = all;
            if !is_possible(words, goal) {
                continue;
            }
            if let Some(value) = past.value(term.var) {
                why.is(term.var, value);
                words[at] = known;
                continue;
            }
            words[at] = known;
            for rank in ranks(all & !known) {
                words[at] |= 1 << rank;
                if is_possible(words, goal) {
                    words[at] &= !(1 << rank);
                    why.is_not(term.var, self.min + i64::from(rank));
                }
            }
        }
        true
    }

    /// Returns the values of a term: those that it ever had, or those that it had then.
    fn all_of(&self, past: TrailPrefix<'_>, term: &RankedTerm, is_then: bool) -> u32 {
        let (first, last) = past.root_bounds(term.var);
        let values = (first..=last).filter(|value| !is_then || !past.is_not(term.var, *value));
        values.fold(0, |word, value| word | 1 << (value - self.min))
    }
}

impl Propagate for DistinctSum {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        let vars = self.terms.iter().map(|term| term.var).chain(self.total);
        vars.for_each(|var| watch(var, event::DOMAIN));
    }

    /// Takes values away that are part of no choice.
    fn propagate(&self, store: &mut Store) -> Consistency {
        let total = self.total.map_or((0, 0), |var| (store.min(var), store.max(var)));
        let goal = self.goal(total);
        let mut open = [(0_u32, self.terms[0]); SPAN];
        let (mut count, mut fixed) = (0, 0_usize);
        let (mut least, mut most) = (0, 0);
        for term in &self.terms {
            let word = (store.word(term.at) << term.shift) as u32;
            least += i64::from(word.trailing_zeros());
            most += i64::from(word.ilog2());
            if word & (word - 1) == 0 {
                fixed |= word as usize;
            } else {
                open[count] = (word, *term);
                count += 1;
            }
        }
        // Of a single open term the sum by itself knows all.
        let is_done = count < 2 && total.0 == total.1;
        let are_apart = fixed.count_ones() as usize + count == self.terms.len();
        if is_done || !are_apart || least >= goal.0 && most <= goal.1 {
            return Ok(());
        }
        let open = &open[..count];
        if goal.0 == goal.1 && (2..=FEW).contains(&count) {
            let words: [u32; FEW] = std::array::from_fn(|at| open.get(at).map_or(0, |open| open.0));
            let kept = choices(&words[..count], fixed as u32, goal.0 - sum_of(fixed as u32));
            if kept[0] == 0 {
                return Err(Inconsistent);
            }
            for ((_, term), kept) in open.iter().zip(kept).rev() {
                store.set_word(term.var, u64::from(kept) >> term.shift)?;
            }
            return Ok(());
        }
        let mut taken = [NO_SET; SPAN + 1];
        taken[0][fixed / 64] = 1 << (fixed % 64);
        for (at, (word, _)) in open.iter().enumerate() {
            taken[at + 1] = with_one_more(&taken[at], *word);
        }
        let all = &taken[count];
        let mut leads_on = intersection(all, &with_sum(goal));
        if is_empty(&leads_on) {
            return Err(Inconsistent);
        }
        if let Some(var) = self.total.filter(|_| total.0 < total.1) {
            let is_sum = |sum: &usize| !is_empty(&intersection(all, &BY_SUM[*sum]));
            let base = self.min * self.terms.len() as i64;
            if let Some(first) = (0..=MOST).find(is_sum).filter(|_| self.hi != Linear::OPEN) {
                store.at_least(var, first as i64 + base - self.hi)?;
            }
            if let Some(last) = (0..=MOST).rfind(is_sum).filter(|_| self.lo != -Linear::OPEN) {
                store.at_most(var, last as i64 + base - self.lo)?;
            }
        }
        for (at, (word, term)) in open.iter().enumerate().rev() {
            let (mut kept, mut before) = (0_u64, NO_SET);
            for rank in ranks(*word) {
                let way = intersection(&without(&leads_on, rank), &taken[at]);
                if !is_empty(&way) {
                    kept |= 1 << rank;
                    before = union(&before, &way);
                }
            }
            store.set_word(term.var, kept >> term.shift)?;
            leads_on = before;
        }
        Ok(())
    }

    fn explain(&self, why: &mut ReasonWriter<'_>) -> bool {
        self.why(why)
    }

    fn is_slow_to_explain(&self) -> bool {
        true
    }

    fn cost(&self) -> usize {
        PER_TERM * (self.terms.len() + usize::from(self.total.is_some()))
    }
}

/// Returns whether different values of these words have a sum of ranks within these bounds.
fn is_possible(words: &[u32], goal: (i64, i64)) -> bool {
    let (mut open, mut count, mut fixed) = ([0; FEW], 0, 0);
    for word in words {
        let is_open = word & word.wrapping_sub(1) != 0;
        if !is_open && *word != 0 && fixed & word == 0 {
            fixed |= word;
        } else if is_open && count < FEW {
            open[count] = *word;
            count += 1;
        } else {
            count = SPAN;
        }
    }
    if goal.0 == goal.1 && (2..=FEW).contains(&count) {
        return choices(&open[..count], fixed, goal.0 - sum_of(fixed))[0] != 0;
    }
    let mut taken = NO_SET;
    taken[0] = 1;
    for word in words {
        taken = with_one_more(&taken, *word);
    }
    !is_empty(&intersection(&taken, &with_sum(goal)))
}

/// Returns the sum of the ranks in a word.
fn sum_of(word: u32) -> i64 {
    ranks(word).map(i64::from).sum()
}

/// A word of ranks, and its bits in reverse.
#[derive(Debug, Clone, Copy)]
struct Mirrored {
    word: u32,
    back: u32,
}

impl Mirrored {
    fn new(word: u32) -> Self {
        Self { word, back: word.reverse_bits() }
    }

    /// Calls `each` for every rank that is not taken, with what is taken then.
    #[inline]
    fn each(self, taken: Self, mut each: impl FnMut(Self, u32)) {
        let mut left = self.word & !taken.word;
        while left != 0 {
            let rank = left.trailing_zeros();
            left &= left - 1;
            let (word, back) = (taken.word | 1 << rank, taken.back | 1 << (31 - rank));
            each(Self { word, back }, rank);
        }
    }
}

/// Returns what different ranks of two to four words can be whose sum is this, other than those in `taken`.
fn choices(words: &[u32], taken: u32, sum: i64) -> [u32; FEW] {
    let mut kept = [0; FEW];
    // No sum of ranks is that large.
    let sum = u32::try_from(sum).unwrap_or(u32::MAX >> 1);
    let (taken, all) = (Mirrored::new(taken), |at: usize| Mirrored::new(words[at]));
    match words.len() {
        2 => (kept[0], kept[1]) = pair(all(0), all(1), taken, sum),
        3 => {
            let (b, c) = (all(1), all(2));
            all(0).each(taken, |taken, rank| {
                let (b, c) = pair(b, c, taken, sum.wrapping_sub(rank));
                if b != 0 {
                    kept = [kept[0] | 1 << rank, kept[1] | b, kept[2] | c, 0];
                }
            });
        }
        4 => {
            let (b, c, d) = (all(1), all(2), all(3));
            all(0).each(taken, |taken, one| {
                b.each(taken, |taken, other| {
                    let (c, d) = pair(c, d, taken, sum.wrapping_sub(one + other));
                    if c != 0 {
                        let [a, b, all_c, all_d] = kept;
                        kept = [a | 1 << one, b | 1 << other, all_c | c, all_d | d];
                    }
                });
            });
        }
        _ => {}
    }
    kept
}

/// Returns what two different ranks of these words can be whose sum is this, other than those in `taken`.
#[inline]
fn pair(a: Mirrored, b: Mirrored, taken: Mirrored, sum: u32) -> (u32, u32) {
    if sum > 2 * (SPAN as u32 - 1) {
        return (0, 0);
    }
    let twice = if sum.is_multiple_of(2) { 1 << (sum / 2) } else { 0 };
    let free = !(taken.word | twice);
    // The rank `r` of one is the rank `sum - r` of the other.
    let kept =
        |own: Mirrored, other: Mirrored| own.word & free & (other.back & !taken.back) >> (31 - sum);
    (kept(a, b), kept(b, a))
}

/// Returns the sets whose sum of ranks is within these bounds.
fn with_sum((lo, hi): (i64, i64)) -> SetFamily {
    let range = lo.max(0)..=hi.min(MOST as i64);
    range.fold(NO_SET, |sets, sum| union(&sets, &BY_SUM[sum as usize]))
}

/// Returns the bits of a word.
fn ranks(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let rank = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(rank)
    })
}

/// Returns these sets with one more value, which is one of `word`.
fn with_one_more(sets: &SetFamily, word: u32) -> SetFamily {
    let mut more = NO_SET;
    for rank in ranks(word) {
        if let Some(without) = WITHOUT.get(rank as usize) {
            for (more, sets) in more.iter_mut().zip(sets) {
                *more |= (sets & without) << (1 << rank);
            }
        } else {
            let bit = 1 << (rank as usize - WITHIN);
            for at in (0..sets.len()).filter(|at| at & bit == 0) {
                more[at | bit] |= sets[at];
            }
        }
    }
    more
}

/// Returns those of these sets that have a value, without it.
fn without(sets: &SetFamily, rank: u32) -> SetFamily {
    let mut fewer = NO_SET;
    if let Some(without) = WITHOUT.get(rank as usize) {
        for (fewer, sets) in fewer.iter_mut().zip(sets) {
            *fewer = sets >> (1 << rank) & without;
        }
    } else {
        let bit = 1 << (rank as usize - WITHIN);
        for at in (0..sets.len()).filter(|at| at & bit == 0) {
            fewer[at] = sets[at | bit];
        }
    }
    fewer
}

/// Returns whether there is no set in a family: quicker than a comparison, for which bytes are compared in memory.
fn is_empty(sets: &SetFamily) -> bool {
    sets.iter().fold(0, |all, word| all | word) == 0
}

fn intersection(a: &SetFamily, b: &SetFamily) -> SetFamily {
    std::array::from_fn(|at| a[at] & b[at])
}

fn union(a: &SetFamily, b: &SetFamily) -> SetFamily {
    std::array::from_fn(|at| a[at] | b[at])
}

#[cfg(test)]
mod tests {
    use crate::general::General;
    use crate::{Network, settled};
    use puzgen_base::ops::CompareOp;
    use puzgen_base::rng::Rng;
    use puzgen_csp::{BoolExpr, Csp, Domain, IntExpr, Origin, VarId};

    /// Returns which values of which variables are part of a choice of different numbers with this sum.
    fn supported(domains: &[Vec<i64>], sum: i64) -> Vec<Vec<i64>> {
        let mut choices: Vec<Vec<i64>> = vec![Vec::new()];
        for domain in domains {
            let longer = choices.iter().flat_map(|choice| {
                let free = domain.iter().filter(|value| !choice.contains(value));
                free.map(|value| [choice.as_slice(), &[*value]].concat())
            });
            choices = longer.collect();
        }
        choices.retain(|choice| choice.iter().sum::<i64>() == sum);
        let is_used = |at: usize, value: &i64| choices.iter().any(|choice| choice[at] == *value);
        let terms = domains.iter().enumerate();
        terms.map(|(at, d)| d.iter().copied().filter(|v| is_used(at, v)).collect()).collect()
    }

    #[test]
    fn what_is_left_is_part_of_a_choice() {
        let mut rng = Rng::from_seed(5);
        let mut pruned = 0;
        for _ in 0..2_000 {
            let count = 2 + rng.below(4);
            let domains: Vec<Vec<i64>> = (0..count)
                .map(|_| {
                    let mut values: Vec<i64> = (-2..7).collect();
                    rng.shuffle(&mut values);
                    values.truncate(1 + rng.below(6));
                    values.sort_unstable();
                    values
                })
                .collect();
            let most: i64 = domains.iter().map(|domain| domain[domain.len() - 1]).sum();
            let sum = most - rng.below(8) as i64;
            let mut csp = Csp::new();
            let domain = |values: &Vec<i64>| Domain::from_values(values.iter().copied()).unwrap();
            let vars: Vec<VarId> =
                domains.iter().map(|values| csp.var("x".to_owned(), domain(values))).collect();
            let terms: Vec<IntExpr> = vars.iter().copied().map(IntExpr::Var).collect();
            csp.hold(BoolExpr::Distinct(terms.clone()), Origin::Introduced("test"));
            let total = IntExpr::Linear(terms.into_iter().map(|term| (1, term)).collect(), 0);
            let equal = BoolExpr::compare(CompareOp::Eq, total, IntExpr::Const(sum));
            csp.hold(equal, Origin::Introduced("test"));
            let expected = supported(&domains, sum);
            let Some(settled) = settled(&Network::new(&csp).unwrap().into()) else {
                assert!(expected[0].is_empty(), "{domains:?} {sum}");
                continue;
            };
            let store = General::new(&settled).store;
            let left: Vec<Vec<i64>> = vars.iter().map(|var| store.values(*var).collect()).collect();
            assert_eq!(left, expected, "{domains:?} {sum}");
            pruned += u32::from(left != domains && left.iter().any(|values| values.len() > 1));
        }
        assert!(pruned > 100, "{pruned}");
    }
}
