//! Pairs of numbers that are equal or differ, all of which must hold: the same conclusions as those of
//! [`narrow`](super::narrow), with less to look at.
//!
//! "The first of a, b and c that is x is c" is of this kind: a and b are not x, and c is.

use crate::store::{Consistency, Store};
use puzgen_base::ops::CompareOp;
use puzgen_csp::{BoolExpr, IntExpr, Lit, VarId};

use super::narrow::unite;

/// Pairs of numbers that are equal or differ.
#[derive(Debug)]
pub(super) struct Pairs(Vec<Pair>);

#[derive(Debug)]
enum Pair {
    Equal(VarId, VarId),
    Different(VarId, VarId),
    /// A variable and a constant.
    Known(Lit),
}

impl Pair {
    fn new(truth: &BoolExpr, wanted: bool) -> Option<Self> {
        let (op, a, b) = match truth {
            BoolExpr::Not(inner) => return Self::new(inner, !wanted),
            BoolExpr::Compare(op @ (CompareOp::Eq | CompareOp::Ne), a, b) => (*op, a, b),
            _ => return None,
        };
        let are_equal = wanted == (op == CompareOp::Eq);
        Some(match (a, b) {
            (IntExpr::Var(a), IntExpr::Var(b)) if are_equal => Self::Equal(*a, *b),
            (IntExpr::Var(a), IntExpr::Var(b)) => Self::Different(*a, *b),
            (IntExpr::Var(var), IntExpr::Const(value))
            | (IntExpr::Const(value), IntExpr::Var(var)) => {
                let is = Lit::is(*var, *value);
                Self::Known(if are_equal { is } else { !is })
            }
            _ => return None,
        })
    }

    /// Returns whether a number is compared with itself: none if it is not.
    fn of_one(&self) -> Option<bool> {
        match self {
            Self::Equal(a, b) => (a == b).then_some(true),
            Self::Different(a, b) => (a == b).then_some(false),
            Self::Known(_) => None,
        }
    }
}

impl Pairs {
    /// Returns a truth as such pairs; `None` of others.
    pub(super) fn new(truth: &BoolExpr) -> Option<Self> {
        let parts = match truth {
            BoolExpr::And(parts) => parts.as_slice(),
            part => std::slice::from_ref(part),
        };
        let pairs = parts.iter().map(|part| Pair::new(part, true));
        let mut pairs = pairs.collect::<Option<Vec<Pair>>>()?;
        let is_possible = pairs.iter().all(|pair| pair.of_one() != Some(false));
        // A number is what it is.
        pairs.retain(|pair| pair.of_one().is_none());
        is_possible.then_some(Self(pairs))
    }

    /// Takes away what cannot be.
    pub(super) fn propagate(&self, store: &mut Store) -> Consistency {
        for pair in &self.0 {
            match pair {
                Pair::Equal(a, b) => unite(store, *a, *b)?,
                Pair::Different(a, b) => {
                    if let Some(value) = store.value(*a) {
                        store.remove(*b, value)?;
                    } else if let Some(value) = store.value(*b) {
                        store.remove(*a, value)?;
                    }
                }
                Pair::Known(lit) => store.set(*lit)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::propagators::tests::end_of;
    use crate::propagators::truth::narrow::enforce;
    use puzgen_base::rng::Rng;
    use puzgen_csp::Domain;

    use super::*;

    #[test]
    fn they_conclude_what_the_truth_concludes() {
        let (mut open, mut contradictions) = (0, 0);
        for seed in 0..5_000 {
            let mut rng = Rng::from_seed(seed);
            let count = 2 + rng.below(5);
            let domains: Vec<Domain> = (0..count)
                .map(|_| match rng.below(4) {
                    0 => Domain::from_values([-2, 1, 100]).unwrap(),
                    1 => Domain::from_values([0, 2, 3]).unwrap(),
                    _ => Domain::Range(rng.below(3) as i64, 2 + rng.below(3) as i64),
                })
                .collect();
            let var = |rng: &mut Rng| IntExpr::Var(VarId(rng.below(count) as u32));
            let parts = (0..1 + rng.below(5)).map(|_| {
                let op = [CompareOp::Eq, CompareOp::Ne][rng.below(2)];
                let number = |rng: &mut Rng| match rng.below(5) {
                    0 => IntExpr::Const(rng.below(4) as i64),
                    _ => var(rng),
                };
                let pair = BoolExpr::Compare(op, number(&mut rng), number(&mut rng));
                if rng.below(2) == 0 { pair } else { BoolExpr::Not(Box::new(pair)) }
            });
            let truth = BoolExpr::And(parts.collect());
            let Some(pairs) = Pairs::new(&truth) else { continue };
            let mut store = Store::new(domains.iter()).unwrap();
            let vars = truth.vars();
            let as_pairs = end_of(&mut store.clone(), &vars, |store| pairs.propagate(store));
            let as_truth = end_of(&mut store, &vars, |store| {
                enforce(store, &truth, &vars, || true).map(|_| ())
            });
            assert_eq!(as_pairs, as_truth, "seed {seed}: {truth:?} {domains:?}");
            open += u32::from(as_pairs.is_some());
            contradictions += u32::from(as_pairs.is_none());
        }
        assert!(open > 500 && contradictions > 100, "{open} {contradictions}");
    }
}
