//! What the one-hot encoding can take: sizes, counted before anything is encoded.

use puzgen_csp::bounds::bounds;
use puzgen_csp::{BoolExpr, Csp, ExprPart, IntExpr, Stmt};

/// The most values of a variable or of a number inside an expression.
const MAX_VALUES: u64 = 4_096;
/// The most values of all variables together.
const MAX_LITERALS: u64 = 1_000_000;
/// The most entries of all tables together.
const MAX_TABLE_ENTRIES: u64 = 8_000_000;
/// What a node of a decision diagram is in entries of tables: six clauses.
const ENTRIES_OF_NODE: u64 = 8;
/// The largest sum of weights in a pseudo-Boolean sum; Z3 takes 32-bit weights.
const MAX_WEIGHT: i128 = 1 << 30;
/// The largest term of a sum that is compared, times its coefficients.
const MAX_TERM: i128 = 1 << 40;
/// The largest number, and the largest coefficient, in a table; sums of them stay far from the
/// ends of `i64`.
const MAX_NUMBER: i64 = 1 << 32;
const MAX_COEFFICIENT: i64 = 1 << 20;
/// Values that are among so many times as many numbers are sorted; others are marked there.
const SPARSE: usize = 16;

/// Returns whether every table of `csp` is small enough for one-hot literals, and every sum;
/// `has_sums` says that the solver takes weighted sums as they are, without clauses for them.
pub(crate) fn fits(csp: &Csp, has_sums: bool) -> bool {
    let literals = csp.vars.iter().map(|var| var.domain.size()).fold(0, u64::saturating_add);
    if literals > MAX_LITERALS || csp.vars.iter().any(|var| var.domain.size() > MAX_VALUES) {
        return false;
    }
    let mut count = EncodingSize { csp, entries: 0, has_sums };
    csp.stmts.iter().all(|(stmt, _)| match stmt {
        Stmt::Hold(truth) => count.truth(truth).is_some(),
        Stmt::Global(global) => count.spend(global.form().truth_count(csp)).is_some(),
    })
}

struct EncodingSize<'a> {
    csp: &'a Csp,
    entries: u64,
    has_sums: bool,
}

impl EncodingSize<'_> {
    /// Follows a truth through its encoding; `None` where that is too large.
    fn truth(&mut self, expr: &BoolExpr) -> Option<()> {
        match expr {
            BoolExpr::Compare(_, a, b) => self.compare(a, b),
            other => {
                let mut fits = Some(());
                ExprPart::Truth(other).for_each_child(&mut |child| {
                    fits = fits.and_then(|()| match child {
                        ExprPart::Truth(truth) => self.truth(truth),
                        ExprPart::Number(number) => self.values(number).map(|_| ()),
                    });
                });
                fits
            }
        }
    }

    fn compare(&mut self, a: &IntExpr, b: &IntExpr) -> Option<()> {
        let (mut sizes, mut weight) = (Vec::new(), 0_i128);
        for side in [a, b] {
            let (lo, hi) = bounds(self.csp, side)?;
            weight = weight.max(i128::from(lo).abs()).max(i128::from(hi).abs());
            self.terms(side, 1, &mut sizes, &mut weight)?;
        }
        match sizes[..] {
            [] | [_] => Some(()),
            [x, y] => self.spend(x.checked_mul(y)?),
            _ => {
                if !self.has_sums {
                    // A node for each literal and each rest of the bound, at the very most: both sides are
                    // from `-weight` to `weight`.
                    let rests = u64::try_from(weight).ok()?.checked_mul(4)?.checked_add(1)?;
                    let nodes = sizes.iter().sum::<u64>().checked_mul(rests)?;
                    self.spend(nodes.checked_mul(ENTRIES_OF_NODE)?)?;
                }
                (weight <= MAX_WEIGHT / (sizes.len() as i128 + 2)).then_some(())
            }
        }
    }

    /// Collects the number of values of each term of a sum, and the largest weight of one.
    fn terms(
        &mut self,
        expr: &IntExpr,
        factor: i128,
        sizes: &mut Vec<u64>,
        weight: &mut i128,
    ) -> Option<()> {
        match expr {
            IntExpr::Const(value) => *weight = (*weight).max((factor * i128::from(*value)).abs()),
            IntExpr::Linear(terms, constant) => {
                *weight = (*weight).max((factor * i128::from(*constant)).abs());
                for (coefficient, term) in terms {
                    let factor = factor.checked_mul(i128::from(*coefficient))?;
                    if factor.abs() > MAX_TERM {
                        return None;
                    }
                    self.terms(term, factor, sizes, weight)?;
                }
            }
            _ => {
                let (lo, hi) = bounds(self.csp, expr)?;
                let reach = i128::from(lo).abs().max(i128::from(hi).abs());
                *weight = (*weight).max(factor.abs().checked_mul(reach)?);
                sizes.push(self.value_count(expr)?);
            }
        }
        (*weight <= MAX_TERM).then_some(())
    }

    /// Returns how many values a number may have, without a list of them where that is plain.
    fn value_count(&mut self, expr: &IntExpr) -> Option<u64> {
        match expr {
            IntExpr::FromBool(truth) => self.truth(truth).map(|()| 2),
            IntExpr::Var(var) => {
                let domain = self.csp.domain(*var);
                let is_near = domain.min() >= -MAX_NUMBER && domain.max() <= MAX_NUMBER;
                is_near.then(|| domain.size())
            }
            _ => self.values(expr).map(|values| values.len() as u64),
        }
    }

    fn spend(&mut self, entries: u64) -> Option<()> {
        self.entries = self.entries.saturating_add(entries);
        (self.entries <= MAX_TABLE_ENTRIES).then_some(())
    }

    /// Returns the values that a number may have, as its encoding finds them, in increasing order.
    fn values(&mut self, expr: &IntExpr) -> Option<Vec<i64>> {
        let (lo, hi) = bounds(self.csp, expr)?;
        if lo < -MAX_NUMBER || hi > MAX_NUMBER {
            return None;
        }
        let found = match expr {
            IntExpr::Const(value) => vec![*value],
            IntExpr::Var(var) => self.csp.domain(*var).iter().collect(),
            IntExpr::Linear(terms, constant) => {
                let mut sums = vec![*constant];
                for (coefficient, term) in terms {
                    if !(-MAX_COEFFICIENT..=MAX_COEFFICIENT).contains(coefficient) {
                        return None;
                    }
                    let term = self.values(term)?;
                    sums = self.table(&sums, &term, |sum, value| {
                        sum.checked_add(coefficient.checked_mul(value)?)
                    })?;
                }
                sums
            }
            IntExpr::Product(a, b) => self.pair(a, b, i64::checked_mul)?,
            IntExpr::Div(a, b) => self.pair(a, b, puzgen_csp::eval::floor_div)?,
            IntExpr::Mod(a, b) => self.pair(a, b, puzgen_csp::eval::floor_mod)?,
            IntExpr::Abs(a) => {
                distinct(self.values(a)?.into_iter().filter_map(i64::checked_abs).collect())
            }
            IntExpr::Min(terms) => self.fold(terms, |a, b| Some(a.min(b)))?,
            IntExpr::Max(terms) => self.fold(terms, |a, b| Some(a.max(b)))?,
            IntExpr::If(truth, yes, no) => {
                self.truth(truth)?;
                let mut values = self.values(yes)?;
                values.extend(self.values(no)?);
                distinct(values)
            }
            IntExpr::FromBool(truth) => {
                self.truth(truth)?;
                vec![0, 1]
            }
        };
        (found.len() as u64 <= MAX_VALUES).then_some(found)
    }

    fn pair(
        &mut self,
        a: &IntExpr,
        b: &IntExpr,
        f: fn(i64, i64) -> Option<i64>,
    ) -> Option<Vec<i64>> {
        let (a, b) = (self.values(a)?, self.values(b)?);
        self.table(&a, &b, f)
    }

    fn fold(&mut self, terms: &[IntExpr], f: fn(i64, i64) -> Option<i64>) -> Option<Vec<i64>> {
        let (first, rest) = terms.split_first()?;
        let mut best = self.values(first)?;
        for term in rest {
            let term = self.values(term)?;
            best = self.table(&best, &term, f)?;
        }
        Some(best)
    }

    fn table(
        &mut self,
        a: &[i64],
        b: &[i64],
        f: impl Fn(i64, i64) -> Option<i64>,
    ) -> Option<Vec<i64>> {
        self.spend((a.len() as u64).checked_mul(b.len() as u64)?)?;
        let results = distinct(a.iter().flat_map(|v| b.iter().filter_map(|w| f(*v, *w))).collect());
        let supports = (results.len() as u64).saturating_mul((a.len() + b.len()) as u64);
        self.spend(if a.len() > 1 && b.len() > 1 { supports } else { 0 })?;
        Some(results)
    }
}

/// Returns these values in increasing order, each once.
fn distinct(mut values: Vec<i64>) -> Vec<i64> {
    let (min, max) = values
        .iter()
        .fold((i64::MAX, i64::MIN), |(min, max), value| (min.min(*value), max.max(*value)));
    let span = max.checked_sub(min).and_then(|span| usize::try_from(span).ok());
    let Some(span) = span.filter(|span| *span < SPARSE * values.len()) else {
        values.sort_unstable();
        values.dedup();
        return values;
    };
    let mut is_there = vec![false; span + 1];
    for value in &values {
        is_there[(value - min) as usize] = true;
    }
    values.clear();
    values.extend(
        (min..=max).zip(is_there).filter(|(_, is_there)| *is_there).map(|(value, _)| value),
    );
    values
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::distinct;
    use puzgen_base::rng::Rng;

    #[test]
    fn values_are_in_order_and_each_there_once() {
        let mut rng = Rng::from_seed(1);
        for (count, most) in [(0, 1), (1, 1), (50, 20), (50, 300), (50, 1_000_000)] {
            let values: Vec<i64> = (0..count).map(|_| rng.below(most) as i64 - 10).collect();
            let expected: Vec<i64> =
                values.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
            assert_eq!(distinct(values), expected, "{count} of {most}");
        }
        assert_eq!(distinct(vec![i64::MAX, i64::MIN, 0]), [i64::MIN, 0, i64::MAX]);
    }
}
