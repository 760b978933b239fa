//! Sums that follow from several sums: a variable that is in two of them cancels out in their difference.
//!
//! Example: in a kakuro, take the runs across of a region less its runs down. The cells within the region
//! cancel out, and those that are in one run only are left. Where these are few, the totals determine them,
//! whatever the cells within are; clauses about single values would need a case for each choice of those.
//!
//! ```text
//! Σ ±(sum of the run − total) = Σ ±cell, over the cells that one run goes through − Σ ±total
//! ```
//!
//! From each sum a combination is grown greedily, by the sum that leaves the fewest terms. Resolution needs
//! exponentially many steps for such a difference, so learnt clauses do not replace it.

use std::collections::{BTreeMap, BTreeSet};

use puzgen_csp::VarId;

use super::propagators::PlainSum;

/// The most terms, beside the totals, of a sum that is kept.
const MOST_TERMS: usize = 3;

/// The most sums that one is made of.
const MOST_SUMS: usize = 32;

/// Where there are more sums, growing regions from each would take long.
const MOST_STARTS: usize = 500;

/// `Σ factor · variable` and what it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ImpliedSum {
    pub(super) terms: Vec<(i64, VarId)>,
    pub(super) value: i64,
}

/// Returns sums of few terms that follow from two of `sums` or more; only those that are one number are
/// looked at.
pub(super) fn implied(sums: &[PlainSum]) -> BTreeSet<ImpliedSum> {
    let sums: Vec<&PlainSum> = sums.iter().filter(|sum| sum.lo == sum.hi).collect();
    let mut found = BTreeSet::new();
    if sums.len() > MOST_STARTS {
        return found;
    }
    let mut with: BTreeMap<VarId, Vec<usize>> = BTreeMap::new();
    for (number, sum) in sums.iter().enumerate() {
        sum.vars.iter().for_each(|var| with.entry(*var).or_default().push(number));
    }
    for start in 0..sums.len() {
        let mut region = Region { sums: &sums, added: BTreeMap::new(), left: BTreeMap::new() };
        region.add(start, 1);
        while region.added.len() < MOST_SUMS {
            let next = region
                .left
                .iter()
                .flat_map(|(var, factor)| {
                    with[var].iter().map(|number| (*number, -factor.signum()))
                })
                .filter(|(number, _)| !region.added.contains_key(number))
                .min_by_key(|(number, sign)| (region.count_with(*number, *sign), *number));
            let Some((number, sign)) = next else { break };
            region.add(number, sign);
            if region.left.len() <= MOST_TERMS {
                found.extend(region.sum());
            }
        }
    }
    found
}

/// Sums that are added up or taken off.
struct Region<'a> {
    sums: &'a [&'a PlainSum],
    /// The sums, each with its sign.
    added: BTreeMap<usize, i64>,
    /// The factors of what does not cancel out.
    left: BTreeMap<VarId, i64>,
}

impl Region<'_> {
    /// Returns how many terms are left once a sum is added.
    fn count_with(&self, number: usize, sign: i64) -> usize {
        let vars = &self.sums[number].vars;
        vars.iter().fold(self.left.len(), |count, var| match self.left.get(var) {
            None => count + 1,
            Some(factor) if *factor == -sign => count - 1,
            Some(_) => count,
        })
    }

    fn add(&mut self, number: usize, sign: i64) {
        self.added.insert(number, sign);
        for var in &self.sums[number].vars {
            *self.left.entry(*var).or_default() += sign;
        }
        self.left.retain(|_, factor| *factor != 0);
    }

    /// Returns what is left as a sum, its first term added; none where nothing is left, or where it
    /// could overflow.
    fn sum(&self) -> Option<ImpliedSum> {
        let mut factors = self.left.clone();
        let mut value = 0_i64;
        for (number, sign) in &self.added {
            let sum = self.sums[*number];
            value = value.checked_add(sign.checked_mul(sum.lo)?)?;
            if let Some(total) = sum.total {
                *factors.entry(total).or_default() -= sign;
            }
        }
        factors.retain(|_, factor| *factor != 0);
        let turn = factors.values().next()?.signum();
        let terms = factors.into_iter().map(|(var, factor)| (turn * factor, var)).collect();
        Some(ImpliedSum { terms, value: turn.checked_mul(value)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sticks_out_of_a_square_is_known_from_its_totals() {
        let sum = |vars: &[u32], total: u32| PlainSum {
            vars: vars.iter().copied().map(VarId).collect(),
            total: Some(VarId(total)),
            lo: 0,
            hi: 0,
        };
        // Two rows of a square, of which one goes on, and its two columns.
        let sums = [sum(&[0, 1], 10), sum(&[2, 3, 4], 11), sum(&[0, 2], 12), sum(&[1, 3], 13)];
        let terms = [(1, 4), (-1, 10), (-1, 11), (1, 12), (1, 13)];
        let terms = terms.map(|(factor, var)| (factor, VarId(var))).to_vec();
        assert!(implied(&sums).contains(&ImpliedSum { terms, value: 0 }));
        // A sum that is only bounded implies nothing.
        let bounded = PlainSum { hi: 1, ..sums[3].clone() };
        let rest = implied(&[sums[0].clone(), sums[1].clone(), sums[2].clone(), bounded]);
        assert!(rest.iter().all(|sum| !sum.terms.contains(&(1, VarId(13)))));
    }
}
