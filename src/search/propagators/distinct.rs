//! "No two of these are equal": values that must be used, and too few of them. That a value is used
//! once is the business of [`Peers`](super::Peers).
//!
//! Terms are variables plus constants. Where all values together fit into 64 bits, each term is
//! one shifted word and a step is a few instructions a term.

use puzgen_csp::VarId;

use super::Propagate;
use crate::store::{Consistency, Inconsistent, Store, event};
use crate::trail::{ReasonWriter, TrailPrefix};

/// A group of terms that must differ.
#[derive(Debug, Clone)]
pub struct DistinctPropagator {
    terms: Vec<ShiftedTerm>,
    /// Whether all values of all terms fit into one word.
    narrow: bool,
    min: i64,
    span: usize,
}

#[derive(Debug, Clone, Copy)]
struct ShiftedTerm {
    var: VarId,
    add: i64,
    /// For a narrow group: where the variable's word is, and how far it is moved to the left.
    at: u32,
    shift: u32,
}

impl DistinctPropagator {
    /// Values and constants stay below this, so that their sums cannot overflow.
    const LARGE: i64 = 1 << 40;

    /// Returns the group of these variables plus constants, or `None` where its values are too
    /// many or too large.
    pub(crate) fn new(store: &Store, terms: &[(VarId, i64)]) -> Option<Self> {
        let small = |value: i64| value > -Self::LARGE && value < Self::LARGE;
        let fits = |&(var, add): &(VarId, i64)| {
            small(add) && small(store.bits(var).1) && small(store.max(var))
        };
        if !terms.iter().all(fits) {
            return None;
        }
        let first_bit = |&(var, add): &(VarId, i64)| store.bits(var).1 + add;
        let min = terms.iter().map(first_bit).min().unwrap_or(0);
        let max = terms.iter().map(|&(var, add)| store.max(var) + add).max().unwrap_or(0);
        let span = (max - min + 1) as u64;
        if span > Store::MAX_BITS {
            return None;
        }
        let span = span as usize;
        let narrow = span <= 64 && terms.iter().all(|&(var, _)| store.single_word(var).is_some());
        let terms = terms
            .iter()
            .map(|term| ShiftedTerm {
                var: term.0,
                add: term.1,
                at: store.single_word(term.0).map_or(0, |word| word.0),
                shift: if narrow { (first_bit(term) - min) as u32 } else { 0 },
            })
            .collect();
        Some(Self { terms, narrow, min, span })
    }

    /// Returns whether its terms are variables of one word each, whose bits stand for the same
    /// values.
    pub(crate) fn is_plain(&self) -> bool {
        self.narrow && self.terms.iter().all(|term| term.shift == 0 && term.add == 0)
    }

    /// Returns its variables.
    pub(crate) fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.terms.iter().map(|term| term.var)
    }

    fn word(&self, store: &Store, term: ShiftedTerm) -> u64 {
        store.word(term.at) << term.shift
    }

    fn add_of(&self, var: VarId) -> Option<i64> {
        self.terms.iter().find(|term| term.var == var).map(|term| term.add)
    }

    /// Returns the values that must all be used, because there are as many as terms.
    fn needed(&self) -> impl Iterator<Item = i64> + '_ {
        let is_tight = self.span == self.terms.len();
        (0..if is_tight { self.span as i64 } else { 0 }).map(|offset| self.min + offset)
    }

    /// Adds "no other term can be `value`".
    fn because_only(&self, value: i64, but: Option<VarId>, why: &mut ReasonWriter<'_>) {
        for term in self.terms.iter().filter(|term| Some(term.var) != but) {
            why.is_not(term.var, value - term.add);
        }
    }

    fn has_only(&self, value: i64, but: Option<VarId>, past: TrailPrefix<'_>) -> bool {
        let mut others = self.terms.iter().filter(|term| Some(term.var) != but);
        others.all(|term| past.is_not(term.var, value - term.add))
    }

    /// Adds the reason why `value` goes from `var`: another value that
    /// only `var` can have.
    fn why_hidden(&self, var: VarId, value: i64, why: &mut ReasonWriter<'_>) -> bool {
        let Some(add) = self.add_of(var) else { return false };
        let lone = self
            .needed()
            .find(|lone| *lone != value + add && self.has_only(*lone, Some(var), why.past));
        if let Some(lone) = lone {
            self.because_only(lone, Some(var), why);
        }
        lone.is_some()
    }

    /// Adds the reason why some value is left without a term, or some term has to be two.
    fn why_too_few(&self, why: &mut ReasonWriter<'_>) -> bool {
        let past = why.past;
        if let Some(value) = self.needed().find(|value| self.has_only(*value, None, past)) {
            self.because_only(value, None, why);
            return true;
        }
        for term in &self.terms {
            let mut lone =
                self.needed().filter(|value| self.has_only(*value, Some(term.var), past));
            if let (Some(a), Some(b)) = (lone.next(), lone.next()) {
                self.because_only(a, Some(term.var), why);
                self.because_only(b, Some(term.var), why);
                return true;
            }
        }
        false
    }

    fn count_values(&self, store: &Store) -> Consistency {
        if self.terms.iter().any(|term| store.size(term.var) >= self.terms.len()) {
            return Ok(());
        }
        let mut seen = vec![0_u64; self.span.div_ceil(64)];
        for term in &self.terms {
            for value in store.values(term.var) {
                let bit = (value + term.add - self.min) as usize;
                seen[bit / 64] |= 1 << (bit % 64);
            }
        }
        let values: usize = seen.iter().map(|word| word.count_ones() as usize).sum();
        if values < self.terms.len() { Err(Inconsistent) } else { Ok(()) }
    }
}

impl Propagate for DistinctPropagator {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        self.vars().for_each(|var| watch(var, event::DOMAIN));
    }

    /// Fixes terms that alone can take a value that must be used; fails on too few values.
    fn propagate(&self, store: &mut Store) -> Consistency {
        if !self.narrow {
            return self.count_values(store);
        }
        let (mut once, mut twice) = (0_u64, 0_u64);
        for term in &self.terms {
            let word = self.word(store, *term);
            twice |= once & word;
            once |= word;
        }
        let values = once.count_ones() as usize;
        if values < self.terms.len() {
            return Err(Inconsistent);
        }
        if values > self.terms.len() {
            return Ok(());
        }
        let lone = once & !twice;
        for term in self.terms.iter().filter(|_| lone != 0) {
            let word = self.word(store, *term);
            let only = word & lone;
            if only != 0 && only != word {
                if only & (only - 1) != 0 {
                    return Err(Inconsistent);
                }
                store.set_word(term.var, only >> term.shift)?;
            }
        }
        Ok(())
    }

    fn explain(&self, why: &mut ReasonWriter<'_>) -> bool {
        match why.gone {
            Some((var, value)) => self.why_hidden(var, value, why),
            None => self.why_too_few(why),
        }
    }

    fn cost(&self) -> usize {
        self.terms.len()
    }

    fn is_light(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use puzgen_base::domain::Domain;

    use super::*;

    #[test]
    fn values_too_far_apart_are_no_group() {
        let domains = [1, 2, 3].map(|from| Domain::Range(from, 4));
        let Some(store) = Store::new(domains.iter()) else { panic!("three small domains fit") };
        let group =
            |add| DistinctPropagator::new(&store, &[(VarId(0), 0), (VarId(1), add), (VarId(2), 0)]);
        assert!(group(1).is_some());
        assert!(group(1 << 33).is_none());
    }
}
