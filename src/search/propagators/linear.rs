//! `Σ factor · variable` compared with a constant: bounds, and for `≠` the last open variable.

use crate::csp::VarId;

use super::Propagate;
use crate::search::store::{Consistency, Inconsistent, Store, event};
use crate::search::trail::{BitLit, TrailPrefix};

/// What the sum must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// In this interval.
    Within(i64, i64),
    /// Not this number.
    Not(i64),
}

/// A sum with a goal. No sum of its terms leaves 64 bits.
#[derive(Debug, Clone)]
pub(crate) struct Linear {
    terms: Vec<(i64, VarId)>,
    goal: Goal,
}

/// Variables that are added up, perhaps one that is taken from their sum, and the interval of the whole.
#[derive(Debug, Clone)]
pub(crate) struct PlainSum {
    pub(crate) vars: Vec<VarId>,
    pub(crate) total: Option<VarId>,
    pub(crate) lo: i64,
    pub(crate) hi: i64,
}

impl Linear {
    /// Sums stay within plus or minus this, so that no step can overflow.
    const LIMIT: i128 = 1 << 60;

    /// Returns the statement, or `None` where its numbers are too large.
    pub(crate) fn new(store: &Store, terms: Vec<(i64, VarId)>, goal: Goal) -> Option<Self> {
        let mut reach = match goal {
            Goal::Within(lo, hi) => {
                let open = |bound: i64| {
                    if bound.unsigned_abs() >> 62 != 0 { 0 } else { bound }
                };
                i128::from(open(lo)).abs().max(i128::from(open(hi)).abs())
            }
            Goal::Not(value) => i128::from(value).abs(),
        };
        for (factor, var) in &terms {
            let widest = i128::from(store.min(*var)).abs().max(i128::from(store.max(*var)).abs());
            reach += i128::from(*factor).abs() * widest;
        }
        (reach < Self::LIMIT).then_some(Self { terms, goal })
    }

    /// Returns "no bound" of [`Goal::Within`].
    pub(crate) const OPEN: i64 = 1 << 62;

    /// Returns it as a sum of variables; `None` where it is not like that.
    pub(crate) fn plain(&self) -> Option<PlainSum> {
        let Goal::Within(lo, hi) = self.goal else { return None };
        let with = |factor: i64| self.terms.iter().filter(move |term| term.0 == factor);
        let is_unit = self.terms.iter().all(|(factor, _)| factor.abs() == 1);
        let is_turned = with(-1).count() > with(1).count();
        let sign = if is_turned { -1 } else { 1 };
        let mut others = with(-sign).map(|term| term.1);
        let (total, further) = (others.next(), others.next());
        let (lo, hi) = if is_turned { (-hi, -lo) } else { (lo, hi) };
        let vars = with(sign).map(|term| term.1).collect();
        (is_unit && further.is_none()).then_some(PlainSum { vars, total, lo, hi })
    }

    fn bound(&self, store: &mut Store, lo: i64, hi: i64) -> Consistency {
        let (mut least, mut most, mut widest) = (0, 0, 0);
        for &(factor, var) in &self.terms {
            let (a, b) = part(store, factor, var);
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
        for &(factor, var) in &self.terms {
            if least >= lo && most <= hi {
                return Ok(());
            }
            let (a, b) = part(store, factor, var);
            if a == b {
                continue;
            }
            let (low, high) = (lo - (most - b), hi - (least - a));
            if factor > 0 {
                store.at_least(var, -(-low).div_euclid(factor))?;
                store.at_most(var, high.div_euclid(factor))?;
            } else {
                store.at_least(var, -high.div_euclid(-factor))?;
                store.at_most(var, (-low).div_euclid(-factor))?;
            }
            let (c, d) = part(store, factor, var);
            least += c - a;
            most += d - b;
        }
        Ok(())
    }

    fn avoid(&self, store: &mut Store, value: i64) -> Consistency {
        let mut open = None;
        let mut rest = value;
        for &(factor, var) in &self.terms {
            match store.value(var) {
                Some(fixed) => rest -= factor * fixed,
                None if open.is_some() => return Ok(()),
                None => open = Some((factor, var)),
            }
        }
        match open {
            None if rest == 0 => Err(Inconsistent),
            None => Ok(()),
            Some((factor, var)) if rest % factor == 0 => store.remove(var, rest / factor),
            Some(_) => Ok(()),
        }
    }

    /// Adds the reason why the sum passes a bound, with `gone` supposed: upwards if `sign` is 1, downwards if it is -1. Terms are left
    /// out as far as the bound is passed without them. Returns whether it was passed.
    fn why_beyond(
        &self,
        bound: i64,
        sign: i64,
        past: TrailPrefix<'_>,
        gone: Option<(VarId, i64)>,
        reason: &mut Vec<BitLit>,
    ) -> bool {
        let least = |factor: i64, (lo, hi): (i64, i64)| {
            let factor = factor * sign;
            (factor * lo).min(factor * hi)
        };
        let now = |var: VarId| match gone {
            Some((supposed, value)) if supposed == var => (value, value),
            _ => past.bounds(var),
        };
        let total: i64 = self.terms.iter().map(|(factor, var)| least(*factor, now(*var))).sum();
        let mut slack = total - bound * sign - 1;
        if slack < 0 {
            return false;
        }
        let others = self.terms.iter().filter(|term| gone.is_none_or(|(var, _)| var != term.1));
        for &(factor, var) in others {
            let (lo, hi) = past.bounds(var);
            let gain = least(factor, (lo, hi)) - least(factor, past.root_bounds(var));
            if gain <= slack {
                slack -= gain;
            } else if (factor > 0) == (sign > 0) {
                past.because_at_least(var, lo, reason);
            } else {
                past.because_at_most(var, hi, reason);
            }
        }
        true
    }

    /// Adds the reason why the sum is the one number that it must not be, with `gone` supposed. Returns whether all others were fixed.
    fn why_equal(
        &self,
        past: TrailPrefix<'_>,
        gone: Option<(VarId, i64)>,
        reason: &mut Vec<BitLit>,
    ) -> bool {
        for (_, var) in self.terms.iter().filter(|term| gone.is_none_or(|(var, _)| var != term.1)) {
            match past.value(*var) {
                Some(value) => past.because_is(*var, value, reason),
                None => return false,
            }
        }
        true
    }
}

impl Propagate for Linear {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        let events = match self.goal {
            Goal::Within(..) => event::BOUNDS,
            Goal::Not(_) => event::FIXED,
        };
        self.terms.iter().for_each(|(_, var)| watch(*var, events));
    }

    /// Takes values away that cannot be part of such a sum.
    fn propagate(&self, store: &mut Store) -> Consistency {
        match self.goal {
            Goal::Within(lo, hi) => self.bound(store, lo, hi),
            Goal::Not(value) => self.avoid(store, value),
        }
    }

    fn explain(
        &self,
        past: TrailPrefix<'_>,
        gone: Option<(VarId, i64)>,
        reason: &mut Vec<BitLit>,
    ) -> bool {
        match self.goal {
            Goal::Within(lo, hi) => {
                self.why_beyond(hi, 1, past, gone, reason)
                    || self.why_beyond(lo, -1, past, gone, reason)
            }
            Goal::Not(_) => self.why_equal(past, gone, reason),
        }
    }

    fn cost(&self) -> usize {
        self.terms.len()
    }
}

/// Returns the interval of `factor · var`.
fn part(store: &Store, factor: i64, var: VarId) -> (i64, i64) {
    let (lo, hi) = store.bounds(var);
    if factor > 0 { (factor * lo, factor * hi) } else { (factor * hi, factor * lo) }
}
