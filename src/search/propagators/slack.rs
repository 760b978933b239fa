//! How far a sum of many truths is from its bounds: kept from one run to the next, where only what changed is added.

use super::linear::Term;
use crate::store::Store;

/// Sums of fewer terms are added up as quickly.
const LEAST_TERMS: usize = 24;

/// The least and the most that a sum can be. Its variables have two values, so that each changes once.
#[derive(Debug, Clone)]
pub(super) struct Slack {
    /// For each word of the store, 1 more than the position of the term that it is of, or 0.
    terms: Vec<u32>,
    /// The reversible words that have the mark of the trail at the end of the last run, plus 1, or 0 before the first
    /// run; and then the least and the most.
    words: u32,
    /// The widest that a term can be.
    widest: i64,
}

impl Slack {
    /// Returns the slack of a sum in this store; `None` where it is not worth it.
    pub(super) fn new(store: &mut Store, terms: &[Term]) -> Option<Self> {
        if terms.len() < LEAST_TERMS {
            return None;
        }
        let mut of_words = vec![0; store.word_count()];
        for (position, term) in terms.iter().enumerate() {
            let var = term.of.var();
            let (word, _) = store.single_word(var).filter(|_| store.size(var) <= 2)?;
            of_words[word as usize] = position as u32 + 1;
        }
        let widths = terms.iter().map(|term| {
            let (lo, hi) = term.part(store);
            hi - lo
        });
        let widest = widths.max()?;
        Some(Self { terms: of_words, words: store.add_words(3), widest })
    }

    /// Returns whether nothing follows for a sum that must be in this interval.
    pub(super) fn is_ample(&self, store: &mut Store, terms: &[Term], (lo, hi): (i64, i64)) -> bool {
        let seen = store.word(self.words).checked_sub(1).map(|mark| mark as usize);
        let (mut least, mut most) = (0, 0);
        match seen.filter(|mark| store.is_undoable_since(*mark)) {
            Some(mark) => {
                least = store.word(self.words + 1) as i64;
                most = store.word(self.words + 2) as i64;
                for (place, before) in store.changes_since(mark) {
                    // Words behind those were added later.
                    let number = self.terms.get(place as usize).copied().unwrap_or(0);
                    let Some(position) = number.checked_sub(1) else { continue };
                    let term = &terms[position as usize];
                    let old = term.of.bounds_before(store, before);
                    let (was, is) = (scaled(term.factor, old), term.part(store));
                    least += is.0 - was.0;
                    most += is.1 - was.1;
                }
            }
            None => {
                for term in terms {
                    let (a, b) = term.part(store);
                    least += a;
                    most += b;
                }
            }
        }
        store.set_word_at(self.words + 1, least as u64);
        store.set_word_at(self.words + 2, most as u64);
        let mark = store.mark() + 1;
        store.set_word_at(self.words, mark as u64 + 1);
        self.widest <= most - lo && self.widest <= hi - least
    }
}

/// Returns the interval of a factor times a number in an interval.
pub(super) fn scaled(factor: i64, (lo, hi): (i64, i64)) -> (i64, i64) {
    if factor > 0 { (factor * lo, factor * hi) } else { (factor * hi, factor * lo) }
}

#[cfg(test)]
mod tests {
    use crate::propagators::Summand;
    use puzgen_base::rng::Rng;
    use puzgen_csp::{Domain, Lit, VarId};

    use super::*;

    #[test]
    fn what_is_kept_is_what_all_terms_say() {
        for seed in 0..200 {
            let mut rng = Rng::from_seed(seed);
            let domains: Vec<Domain> = (0..40)
                .map(|_| {
                    Domain::from_values([rng.below(3) as i64, 3 + rng.below(9) as i64]).unwrap()
                })
                .collect();
            let mut store = Store::new(domains.iter()).unwrap();
            let terms: Vec<Term> = (0..40)
                .map(|at| {
                    let (var, factor) = (VarId(at), 1 + rng.below(3) as i64);
                    let value =
                        store.nth(var, rng.below(2)).unwrap() + i64::from(rng.below(9) == 0);
                    let term = match rng.below(3) {
                        0 => Summand::Number(var),
                        1 => Summand::Truth(Lit::is(var, value)),
                        _ => Summand::Truth(Lit::is_not(var, value)),
                    };
                    Term::new(&store, (if rng.below(2) == 0 { factor } else { -factor }, term))
                })
                .collect();
            let slack = Slack::new(&mut store, &terms).unwrap();
            let mut marks = Vec::new();
            for _ in 0..120 {
                match rng.below(4) {
                    0 => marks.push(store.mark()),
                    1 => marks.pop().into_iter().for_each(|mark| store.undo(mark)),
                    _ => {
                        let var = VarId(rng.below(40) as u32);
                        let value = store.nth(var, rng.below(store.size(var))).unwrap();
                        store.assign(var, value).unwrap();
                    }
                }
                if rng.below(12) == 0 && marks.is_empty() {
                    store.commit();
                }
                if rng.below(2) == 0 {
                    slack.is_ample(&mut store, &terms, (0, 0));
                    let all = terms.iter().map(|term| term.part(&store));
                    let sum = all.fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
                    let kept = [1, 2].map(|at| store.word(slack.words + at) as i64);
                    assert_eq!(kept, [sum.0, sum.1], "seed {seed}");
                }
            }
        }
    }
}
