//! A comparison of sums of anything, with a memory of which terms are known for good: a run looks at the others only.
//!
//! `count(…) == n` over a whole board has a hundred terms, of which a few are open once clues are known. What it takes away is
//! what [`narrow`](super::narrow) takes away of the same comparison.

use smallvec::SmallVec;

use crate::store::{Consistency, Inconsistent, Store};
use crate::view::View;
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, ExprPart, IntExpr, VarId};

use super::narrow::narrow_from;
use super::range::{Known, Range, quotients, range_of};

/// Sums of fewer terms are as quick without a memory.
const FEWEST: usize = 4;

/// No sum of the terms is beyond plus or minus this.
const LIMIT: i128 = 1 << 60;

/// A term with what it can be now.
type OpenTerm = (usize, Range);

/// `Σ factor · term` within bounds, and where in a store its memory is.
#[derive(Debug, Clone)]
pub(super) struct TermSum {
    terms: Vec<(i64, IntExpr)>,
    /// The variables of each term.
    vars: Vec<Vec<VarId>>,
    lo: i128,
    hi: i128,
    /// The first of the words that say which terms are open.
    open: u32,
    /// The word that holds the sum of the others.
    sum: u32,
}

impl TermSum {
    /// Returns a comparison as a sum; `None` where it is none, is short, or need not have a value.
    pub(super) fn new(truth: &BoolExpr, store: &mut Store) -> Option<Self> {
        let BoolExpr::Compare(op, a, b) = truth else { return None };
        let (mut terms, mut constant) = (Vec::new(), 0_i64);
        flatten(a, 1, &mut terms, &mut constant)?;
        flatten(b, -1, &mut terms, &mut constant)?;
        let rest = -i128::from(constant);
        let (lo, hi) = match op {
            CompareOp::Eq => (rest, rest),
            CompareOp::Le => (-LIMIT, rest),
            CompareOp::Lt => (-LIMIT, rest - 1),
            CompareOp::Ge => (rest, LIMIT),
            CompareOp::Gt => (rest + 1, LIMIT),
            CompareOp::Ne => return None,
        };
        let mut reach = rest.abs();
        for (factor, term) in &terms {
            let range = range_of(term, &*store);
            let widest = i128::from(range.lo).abs().max(i128::from(range.hi).abs());
            reach += i128::from(*factor).abs() * widest;
            if range.defined != Some(true) {
                return None;
            }
        }
        if terms.len() < FEWEST || reach >= LIMIT {
            return None;
        }
        let vars = |(_, term): &(i64, IntExpr)| {
            let mut vars = Vec::new();
            ExprPart::Number(term).for_each_var(&mut |var| vars.push(var));
            vars
        };
        let words = terms.len().div_ceil(64);
        let open = store.add_words(words + 1);
        let sum = open + words as u32;
        for word in open..sum {
            let left = terms.len() - (word - open) as usize * 64;
            store.set_word_at(word, if left < 64 { (1 << left) - 1 } else { u64::MAX });
        }
        Some(Self { vars: terms.iter().map(vars).collect(), terms, lo, hi, open, sum })
    }

    /// Takes away what cannot be. Returns whether the comparison holds whatever the open variables become.
    pub(super) fn enforce(&self, store: &mut Store) -> Result<bool, Inconsistent> {
        let open = self.look(store);
        let sum = i128::from(store.word(self.sum) as i64);
        let (mut least, mut most, mut widest) = (sum, sum, 0);
        for (at, range) in &open {
            let (a, b) = self.ends(*at, *range);
            least += a;
            most += b;
            widest = widest.max(b - a);
        }
        if least > self.hi || most < self.lo {
            return Err(Inconsistent);
        }
        if least >= self.lo && most <= self.hi {
            return Ok(true);
        }
        // Otherwise no term is so wide that its ends are out of reach.
        if widest > most - self.lo || widest > self.hi - least {
            self.narrow(store, &open, least, most)?;
        }
        self.last(store, &open)
    }

    /// Returns the terms that are still open; the others go into the sum.
    fn look(&self, store: &mut Store) -> SmallVec<[OpenTerm; 16]> {
        let mut open = SmallVec::new();
        let sum = store.word(self.sum) as i64;
        let mut total = sum;
        for word in self.open..self.sum {
            let bits = store.word(word);
            let (mut left, mut kept) = (bits, bits);
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let at = ((word - self.open) * 64 + bit) as usize;
                let range = range_of(&self.terms[at].1, &*store);
                if range.lo == range.hi {
                    kept &= !(1 << bit);
                    total += self.terms[at].0 * range.lo;
                } else {
                    open.push((at, range));
                }
            }
            if kept != bits {
                store.set_word_at(word, kept);
            }
        }
        if total != sum {
            store.set_word_at(self.sum, total as u64);
        }
        open
    }

    fn ends(&self, at: usize, range: Range) -> (i128, i128) {
        let factor = i128::from(self.terms[at].0);
        let (a, b) = (factor * i128::from(range.lo), factor * i128::from(range.hi));
        (a.min(b), a.max(b))
    }

    /// Passes down to each open term what it must be, the others being anywhere in their intervals.
    fn narrow(
        &self,
        store: &mut Store,
        open: &[OpenTerm],
        mut least: i128,
        mut most: i128,
    ) -> Consistency {
        let mark = store.mark();
        for (at, known) in open {
            let (factor, term) = &self.terms[*at];
            let now = |store: &Store| range_of(term, store);
            let range = if store.mark() == mark { *known } else { now(store) };
            let (a, b) = self.ends(*at, range);
            let (old_a, old_b) = self.ends(*at, *known);
            least += a - old_a;
            most += b - old_b;
            let (low, high) = (self.lo - (most - b), self.hi - (least - a));
            if low <= a && b <= high {
                continue;
            }
            let (first, last) = quotients((low, high), i128::from(*factor));
            let clamp = |value: i128| value.clamp(-LIMIT, LIMIT) as i64;
            narrow_from(store, term, range, clamp(first), clamp(last))?;
            let (c, d) = self.ends(*at, now(store));
            least += c - a;
            most += d - b;
        }
        Ok(())
    }

    /// Tries the values of the last open variable, where only one is left.
    fn last(&self, store: &mut Store, open: &[OpenTerm]) -> Result<bool, Inconsistent> {
        let vars = open.iter().flat_map(|(at, _)| &self.vars[*at]);
        let mut vars = vars.copied().filter(|var| !store.is_fixed(*var));
        let Some(var) = vars.next() else {
            let total = self.value(open, &*store) + i128::from(store.word(self.sum) as i64);
            return if self.has(total) { Ok(true) } else { Err(Inconsistent) };
        };
        if vars.any(|other| other != var) {
            return Ok(false);
        }
        let rest = i128::from(store.word(self.sum) as i64);
        let fits = |value| {
            let view = View { store, suppose: Some((var, value)) };
            self.has(rest + self.value(open, view))
        };
        let (wrong, right): (Vec<i64>, Vec<i64>) = store.values(var).partition(|v| !fits(*v));
        if right.is_empty() {
            return Err(Inconsistent);
        }
        wrong.into_iter().try_for_each(|value| store.remove(var, value))?;
        Ok(true)
    }

    fn has(&self, total: i128) -> bool {
        self.lo <= total && total <= self.hi
    }

    /// Returns the sum of these terms, whose variables are all fixed.
    fn value(&self, open: &[OpenTerm], view: impl Known) -> i128 {
        let value = |(at, _): &OpenTerm| {
            let (factor, term) = &self.terms[*at];
            i128::from(*factor) * i128::from(range_of(term, view).lo)
        };
        open.iter().map(value).sum()
    }
}

/// Adds `factor · expr` to the terms. Returns `None` where a factor is too large.
fn flatten(
    expr: &IntExpr,
    factor: i64,
    terms: &mut Vec<(i64, IntExpr)>,
    constant: &mut i64,
) -> Option<()> {
    match expr {
        IntExpr::Const(value) => *constant = constant.checked_add(factor.checked_mul(*value)?)?,
        IntExpr::Linear(parts, add) => {
            *constant = constant.checked_add(factor.checked_mul(*add)?)?;
            for (inner, part) in parts {
                flatten(part, factor.checked_mul(*inner)?, terms, constant)?;
            }
        }
        _ if factor == 0 => {}
        other => terms.push((factor, other.clone())),
    }
    Some(())
}
