//! `Σ factor · term` compared with a constant, where terms are variables and truths of literals: bounds, and for `≠`
//! the last open term. Perhaps it need hold only where a literal does.

use smallvec::SmallVec;

use puzgen_csp::{Lit, VarId};

use super::Propagate;
use super::graphs::Valuation;
use super::slack::{Slack, scaled};
use crate::lit_place::LitPlace;
use crate::store::{Consistency, Inconsistent, Store, event};
use crate::trail::{ReasonWriter, TrailPrefix};

/// What the sum must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// In this interval.
    Within(i64, i64),
    /// Not this number.
    Not(i64),
}

/// What is added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Summand {
    /// A variable.
    Number(VarId),
    /// 1 where a literal holds, and 0 otherwise.
    Truth(Lit),
}

impl Summand {
    /// Returns the variable that it depends on.
    pub(crate) fn var(self) -> VarId {
        match self {
            Self::Number(var) => var,
            Self::Truth(lit) => lit.var,
        }
    }

    /// Returns what it could be when the only word of its variable was another one.
    pub(super) fn bounds_before(self, store: &Store, word: u64) -> (i64, i64) {
        let (_, _, min) = store.place(self.var());
        match self {
            Self::Number(_) => bounds_in(word, min),
            Self::Truth(lit) => {
                let bit = lit.value.wrapping_sub(min) as u64;
                let truth = match bit < 64 && word >> bit & 1 != 0 {
                    true => (word & (word - 1) == 0).then_some(lit.is),
                    false => Some(!lit.is),
                };
                bounds_of(truth)
            }
        }
    }

    /// Returns what it could be, with a value of a variable perhaps supposed.
    fn past_bounds(self, past: TrailPrefix<'_>, supposed: Option<(VarId, i64)>) -> (i64, i64) {
        let value = supposed.and_then(|(var, value)| (var == self.var()).then_some(value));
        match (self, value) {
            (Self::Number(_), Some(value)) => (value, value),
            (Self::Number(var), None) => past.bounds(var),
            (Self::Truth(lit), Some(value)) => bounds_of(Some(lit.holds_for(value))),
            (Self::Truth(lit), None) => bounds_of(past.truth(lit)),
        }
    }

    fn root_bounds(self, past: TrailPrefix<'_>) -> (i64, i64) {
        match self {
            Self::Number(var) => past.root_bounds(var),
            Self::Truth(_) => (0, 1),
        }
    }
}

fn bounds_of(truth: Option<bool>) -> (i64, i64) {
    match truth {
        Some(truth) => (i64::from(truth), i64::from(truth)),
        None => (0, 1),
    }
}

/// A factor times a summand, with the place in a store that says what it can be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Term {
    pub(super) factor: i64,
    pub(super) of: Summand,
    place: TermPlace,
}

#[derive(Debug, Clone, Copy)]
enum TermPlace {
    /// The only word of a number's domain, and its first value.
    Word(u32, i64),
    /// A number of several words.
    Words(VarId),
    /// A literal: the only word of a domain, the bit of the value, and whether it holds for this.
    Bit(u32, u64, bool),
    /// A literal of a domain of several words.
    Truth(LitPlace),
}

impl Term {
    pub(super) fn new(store: &Store, (factor, of): (i64, Summand)) -> Self {
        let place = match of {
            Summand::Truth(lit) => {
                let place = LitPlace::new(store, lit);
                let bit = place.single().map(|(at, bit)| TermPlace::Bit(at, bit, lit.is));
                bit.unwrap_or(TermPlace::Truth(place))
            }
            Summand::Number(var) => match store.place(var) {
                (at, 1, min) => TermPlace::Word(at, min),
                _ => TermPlace::Words(var),
            },
        };
        Self { factor, of, place }
    }

    /// Returns what its summand can be. Always inlined: runs of sums do hardly anything else.
    #[inline(always)]
    fn bounds(&self, store: &Store) -> (i64, i64) {
        match &self.place {
            TermPlace::Word(at, min) => bounds_in(store.word(*at), *min),
            TermPlace::Words(var) => store.bounds(*var),
            TermPlace::Bit(at, bit, is) => {
                let word = store.word(*at);
                let (may_be, is_only) = (word & bit != 0, word == *bit);
                let (least, most) = if *is { (is_only, may_be) } else { (!may_be, !is_only) };
                (i64::from(least), i64::from(most))
            }
            TermPlace::Truth(place) => bounds_of(place.truth(store)),
        }
    }

    /// Returns the interval of the term.
    #[inline]
    pub(super) fn part(&self, store: &Store) -> (i64, i64) {
        scaled(self.factor, self.bounds(store))
    }
}

/// Returns the bounds of the values that a word stands for, of which the first bit is for `min`.
#[inline]
fn bounds_in(word: u64, min: i64) -> (i64, i64) {
    let (low, high) = (word.trailing_zeros(), 63 - word.leading_zeros());
    (min + i64::from(low), min + i64::from(high))
}

/// A sum with a goal. No sum of its terms leaves 64 bits, and no two terms depend on one variable.
#[derive(Debug, Clone)]
pub struct Linear {
    terms: Vec<Term>,
    goal: Goal,
    /// Where this literal does not hold, nothing is said of the sum.
    guard: Option<Lit>,
    /// What is kept from one run to the next.
    slack: Option<Slack>,
}

/// Variables that are added up, perhaps one that is taken from their sum, and the interval of the whole.
#[derive(Debug, Clone)]
pub struct PlainSum {
    pub vars: Vec<VarId>,
    pub total: Option<VarId>,
    pub lo: i64,
    pub hi: i64,
}

impl Linear {
    /// Sums stay within plus or minus this, so that no step can overflow.
    const LIMIT: i128 = 1 << 60;

    /// Returns the statement, or `None` where its numbers are too large.
    pub(crate) fn new(store: &Store, terms: Vec<(i64, Summand)>, goal: Goal) -> Option<Self> {
        let mut reach = match goal {
            Goal::Within(lo, hi) => {
                let open = |bound: i64| {
                    if bound.unsigned_abs() >> 62 != 0 { 0 } else { bound }
                };
                i128::from(open(lo)).abs().max(i128::from(open(hi)).abs())
            }
            Goal::Not(value) => i128::from(value).abs(),
        };
        let terms: Vec<Term> = terms.into_iter().map(|term| Term::new(store, term)).collect();
        for term in &terms {
            let (lo, hi) = term.bounds(store);
            let widest = i128::from(lo).abs().max(i128::from(hi).abs());
            reach += i128::from(term.factor).abs() * widest;
        }
        (reach < Self::LIMIT).then_some(Self { terms, goal, guard: None, slack: None })
    }

    /// Returns "it holds where a literal does", whose variable is none of its own.
    pub(crate) fn guarded_by(self, guard: Lit) -> Self {
        Self { guard: Some(guard), ..self }
    }

    /// Makes runs add only what changed since the run before, in this store.
    pub(crate) fn with_memory(mut self, store: &mut Store) -> Self {
        let is_within = matches!(self.goal, Goal::Within(..)) && self.guard.is_none();
        self.slack = is_within.then(|| Slack::new(store, &self.terms)).flatten();
        self
    }

    /// Returns "no bound" of [`Goal::Within`].
    pub(crate) const OPEN: i64 = 1 << 62;

    /// Returns it as a sum of variables; `None` where it is not like that.
    pub fn plain(&self) -> Option<PlainSum> {
        let (Goal::Within(lo, hi), None) = (self.goal, self.guard) else { return None };
        if self.terms.iter().any(|term| matches!(term.of, Summand::Truth(_))) {
            return None;
        }
        let with = |factor: i64| self.terms.iter().filter(move |term| term.factor == factor);
        let is_unit = self.terms.iter().all(|term| term.factor.abs() == 1);
        let is_turned = with(-1).count() > with(1).count();
        let sign = if is_turned { -1 } else { 1 };
        let mut others = with(-sign).map(|term| term.of.var());
        let (total, further) = (others.next(), others.next());
        let (lo, hi) = if is_turned { (-hi, -lo) } else { (lo, hi) };
        let vars = with(sign).map(|term| term.of.var()).collect();
        (is_unit && further.is_none()).then_some(PlainSum { vars, total, lo, hi })
    }

    /// Returns what is left of it for good in this store: terms of one value are added up. `None` where it is not known
    /// that it has to hold.
    pub(super) fn reduced(&self, store: &Store) -> Option<Self> {
        let mut known = 0;
        let mut is_open = |term: &Term| {
            let (lo, hi) = term.bounds(store);
            known += if lo == hi { term.factor * lo } else { 0 };
            lo != hi
        };
        let terms = self.terms.iter().copied().filter(&mut is_open).collect();
        let bound = |bound: i64| if bound.abs() == Self::OPEN { bound } else { bound - known };
        let goal = match self.goal {
            Goal::Within(lo, hi) => Goal::Within(bound(lo), bound(hi)),
            Goal::Not(value) => Goal::Not(value - known),
        };
        self.guard.is_none().then_some(Self { terms, goal, guard: None, slack: None })
    }

    /// Returns whether it holds whatever becomes of its variables.
    pub(super) fn is_settled(&self, store: &Store) -> bool {
        let parts = || self.terms.iter().map(|term| term.part(store));
        match self.goal {
            Goal::Within(lo, hi) => {
                let least: i64 = parts().map(|(least, _)| least).sum();
                let most: i64 = parts().map(|(_, most)| most).sum();
                lo <= least && most <= hi
            }
            Goal::Not(_) => false,
        }
    }

    /// Returns the variables that it depends on.
    pub(super) fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.terms.iter().map(|term| term.of.var())
    }

    /// Returns whether the sum cannot be what it must be.
    fn is_broken(&self, store: &Store) -> bool {
        let (mut least, mut most) = (0, 0);
        for term in &self.terms {
            let (a, b) = term.part(store);
            least += a;
            most += b;
        }
        match self.goal {
            Goal::Within(lo, hi) => least > hi || most < lo,
            Goal::Not(value) => least == value && most == value,
        }
    }

    fn bound(&self, store: &mut Store, lo: i64, hi: i64) -> Consistency {
        if let Some(slack) = &self.slack
            && slack.is_ample(store, &self.terms, (lo, hi))
        {
            return Ok(());
        }
        let (mut least, mut most, mut widest) = (0, 0, 0);
        for term in &self.terms {
            let (a, b) = term.part(store);
            least += a;
            most += b;
            widest = widest.max(b - a);
        }
        if least > hi || most < lo {
            return Err(Inconsistent);
        }
        // No term is so wide that its ends are out of reach.
        if widest <= most - lo && widest <= hi - least {
            return Ok(());
        }
        for term in &self.terms {
            if least >= lo && most <= hi {
                return Ok(());
            }
            let (factor, (a, b)) = (term.factor, term.part(store));
            if a == b {
                continue;
            }
            let (low, high) = (lo - (most - b), hi - (least - a));
            match term.of {
                Summand::Number(var) if factor > 0 => {
                    store.at_least(var, -(-low).div_euclid(factor))?;
                    store.at_most(var, high.div_euclid(factor))?;
                }
                Summand::Number(var) => {
                    store.at_least(var, -high.div_euclid(-factor))?;
                    store.at_most(var, (-low).div_euclid(-factor))?;
                }
                Summand::Truth(lit) => {
                    let fits = |part: i64| low <= part && part <= high;
                    match (fits(0), fits(factor)) {
                        (true, true) => continue,
                        (true, false) => store.set(!lit)?,
                        (false, true) => store.set(lit)?,
                        (false, false) => return Err(Inconsistent),
                    }
                }
            }
            let (c, d) = term.part(store);
            least += c - a;
            most += d - b;
        }
        Ok(())
    }

    fn avoid(&self, store: &mut Store, value: i64) -> Consistency {
        let mut open = None;
        let mut rest = value;
        for term in &self.terms {
            match term.bounds(store) {
                (lo, hi) if lo == hi => rest -= term.factor * lo,
                _ if open.is_some() => return Ok(()),
                _ => open = Some((term.factor, term.of)),
            }
        }
        match open {
            None if rest == 0 => Err(Inconsistent),
            Some((factor, term)) if rest % factor == 0 => match (term, rest / factor) {
                (Summand::Number(var), value) => store.remove(var, value),
                (Summand::Truth(lit), 0) => store.set(lit),
                (Summand::Truth(lit), 1) => store.set(!lit),
                (Summand::Truth(_), _) => Ok(()),
            },
            None | Some(_) => Ok(()),
        }
    }

    /// Adds the reason why the sum passes a bound, with `gone` supposed: upwards if `sign` is 1, downwards if it is -1. Terms are left
    /// out as far as the bound is passed without them. `known` has the bounds of all summands. Returns whether it was passed.
    fn why_beyond(
        &self,
        (bound, sign): (i64, i64),
        known: &[(i64, i64)],
        why: &mut ReasonWriter<'_>,
    ) -> bool {
        let (past, gone) = (why.past, why.gone);
        let least = |factor: i64, (lo, hi): (i64, i64)| {
            let factor = factor * sign;
            (factor * lo).min(factor * hi)
        };
        let is_gone = |term: &Term| gone.is_some_and(|(var, _)| var == term.of.var());
        let terms = || self.terms.iter().zip(known.iter().copied());
        let leasts = terms().map(|(term, known)| {
            let bounds = if is_gone(term) { term.of.past_bounds(past, gone) } else { known };
            least(term.factor, bounds)
        });
        let mut slack = leasts.sum::<i64>() - bound * sign - 1;
        if slack < 0 {
            return false;
        }
        for (term, (lo, hi)) in terms().filter(|(term, _)| !is_gone(term)) {
            let factor = term.factor;
            let gain = least(factor, (lo, hi)) - least(factor, term.of.root_bounds(past));
            if gain <= slack {
                slack -= gain;
                continue;
            }
            match term.of {
                Summand::Truth(lit) => why.lit(if lo == 1 { lit } else { !lit }),
                Summand::Number(var) if (factor > 0) == (sign > 0) => {
                    why.at_least(var, lo);
                }
                Summand::Number(var) => why.at_most(var, hi),
            }
        }
        true
    }

    /// Adds the reason why the sum is the one number that it must not be, with `gone` supposed. Returns whether all others were fixed.
    fn why_equal(&self, why: &mut ReasonWriter<'_>) -> bool {
        let (past, gone) = (why.past, why.gone);
        let others =
            self.terms.iter().filter(|term| gone.is_none_or(|(var, _)| var != term.of.var()));
        for term in others {
            match (term.of, term.of.past_bounds(past, None)) {
                (Summand::Number(var), (lo, hi)) if lo == hi => why.is(var, lo),
                (Summand::Truth(lit), (1, 1)) => why.lit(lit),
                (Summand::Truth(lit), (0, 0)) => why.lit(!lit),
                _ => return false,
            }
        }
        true
    }
}

impl Propagate for Linear {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        let of_numbers = match self.goal {
            Goal::Within(..) => event::BOUNDS,
            Goal::Not(_) => event::FIXED,
        };
        for term in &self.terms {
            match term.of {
                Summand::Number(var) => watch(var, of_numbers),
                Summand::Truth(lit) => watch(lit.var, event::DOMAIN),
            }
        }
        self.guard.into_iter().for_each(|lit| watch(lit.var, event::DOMAIN));
    }

    /// Takes values away that cannot be part of such a sum.
    fn propagate(&self, store: &mut Store) -> Consistency {
        if let Some(guard) = self.guard {
            match store.truth_of_lit(guard) {
                Some(true) => {}
                None if self.is_broken(store) => return store.set(!guard),
                None | Some(false) => return Ok(()),
            }
        }
        match self.goal {
            Goal::Within(lo, hi) => self.bound(store, lo, hi),
            Goal::Not(value) => self.avoid(store, value),
        }
    }

    fn explain(&self, why: &mut ReasonWriter<'_>) -> bool {
        match self.guard {
            // The sum alone says that it cannot hold.
            Some(guard) if why.gone.is_some_and(|(var, _)| var == guard.var) => why.gone = None,
            Some(guard) => why.lit(guard),
            None => {}
        }
        match self.goal {
            Goal::Within(lo, hi) => {
                let bounds = |term: &Term| term.of.past_bounds(why.past, None);
                let known: SmallVec<[(i64, i64); 32]> = self.terms.iter().map(bounds).collect();
                self.why_beyond((hi, 1), &known, why) || self.why_beyond((lo, -1), &known, why)
            }
            Goal::Not(_) => self.why_equal(why),
        }
    }

    fn cost(&self) -> usize {
        self.terms.len()
    }
}
