//! A comparison of sums of variables and of products of two of them, each variable once: the same conclusions as those of
//! [`narrow`](super::narrow), with less to look at.
//!
//! Where one variable is open, its bounds say all that follows, as every variable has one place.

use smallvec::SmallVec;

use crate::propagators::Goal;
use crate::propagators::sums::goal_of;
use crate::store::{Consistency, Inconsistent, Store};
use puzgen_csp::{BoolExpr, IntExpr, VarId};

/// No sum of the terms is beyond plus or minus this.
const LIMIT: i64 = 1 << 60;

/// The least and the most that a number can be.
type Bounds = (i64, i64);

/// `Σ factor · variable [· variable]` within bounds.
#[derive(Debug)]
pub(super) struct ProductSum {
    terms: Vec<Term>,
    goal: Bounds,
}

#[derive(Debug)]
struct Term {
    factor: i64,
    var: VarId,
    by: Option<VarId>,
}

/// What a term's variables can be, and the term.
#[derive(Clone, Copy)]
struct Known {
    var: Bounds,
    by: Bounds,
    product: Bounds,
    term: Bounds,
}

impl ProductSum {
    /// Returns a comparison as such a sum; `None` where it is none, has no product, or could leave 64 bits.
    pub(super) fn new(truth: &BoolExpr, store: &Store) -> Option<Self> {
        let BoolExpr::Compare(op, a, b) = truth else { return None };
        let mut sum = Sum::default();
        sum.add(a, 1)?;
        sum.add(b, -1)?;
        let Sum { terms, constant, has_products } = sum;
        let Goal::Within(lo, hi) = goal_of(*op, constant.checked_neg()?)? else { return None };
        let mut vars: Vec<VarId> = terms.iter().flat_map(Term::vars).collect();
        vars.sort_unstable();
        let is_each_once = vars.windows(2).all(|pair| pair[0] != pair[1]);
        let reach = |term: &Term| {
            let widest = |var| {
                let (lo, hi) = store.bounds(var);
                i128::from(lo).abs().max(i128::from(hi).abs())
            };
            let product = term.vars().map(widest).try_fold(1_i128, i128::checked_mul)?;
            product.checked_mul(i128::from(term.factor).abs())
        };
        let reaches = terms.iter().map(reach).collect::<Option<Vec<i128>>>()?;
        let most = reaches.iter().try_fold(i128::from(constant).abs(), |a, b| a.checked_add(*b))?;
        let fits = is_each_once && has_products && most < i128::from(LIMIT);
        fits.then(|| Self { terms, goal: (lo.max(-LIMIT), hi.min(LIMIT)) })
    }

    /// Takes away what cannot be.
    pub(super) fn propagate(&self, store: &mut Store) -> Consistency {
        let (lo, hi) = self.goal;
        let (mut least, mut most, mut widest) = (0, 0, 0);
        let mut known: SmallVec<[Known; 8]> = SmallVec::with_capacity(self.terms.len());
        for term in &self.terms {
            let now = term.known(store);
            known.push(now);
            least += now.term.0;
            most += now.term.1;
            widest = widest.max(now.term.1 - now.term.0);
        }
        if least > hi || most < lo {
            return Err(Inconsistent);
        }
        // No term is so wide that its ends are out of reach.
        if widest <= most - lo && widest <= hi - least {
            return Ok(());
        }
        for (term, now) in self.terms.iter().zip(known) {
            let (a, b) = now.term;
            // What this term must be, the others being anywhere in their intervals.
            let wanted = (lo - (most - b), hi - (least - a));
            if wanted.0 <= a && b <= wanted.1 {
                continue;
            }
            let (c, d) = term.narrow(store, now, wanted)?;
            least += c - a;
            most += d - b;
        }
        Ok(())
    }
}

/// A sum that is made.
#[derive(Default)]
struct Sum {
    terms: Vec<Term>,
    constant: i64,
    /// Whether there are products, which may have a known factor.
    has_products: bool,
}

impl Sum {
    /// Adds `factor · expr`; `None` where that is no sum of variables and products of two.
    fn add(&mut self, expr: &IntExpr, factor: i64) -> Option<()> {
        match expr {
            _ if factor == 0 => {}
            IntExpr::Const(value) => {
                self.constant = self.constant.checked_add(factor.checked_mul(*value)?)?;
            }
            IntExpr::Var(var) => self.terms.push(Term { factor, var: *var, by: None }),
            IntExpr::Linear(parts, constant) => {
                self.add(&IntExpr::Const(*constant), factor)?;
                for (inner, part) in parts {
                    self.add(part, factor.checked_mul(*inner)?)?;
                }
            }
            IntExpr::Product(a, b) => {
                self.has_products = true;
                match (&**a, &**b) {
                    (IntExpr::Var(a), IntExpr::Var(b)) => {
                        self.terms.push(Term { factor, var: *a, by: Some(*b) });
                    }
                    (IntExpr::Const(known), IntExpr::Var(var))
                    | (IntExpr::Var(var), IntExpr::Const(known)) => {
                        self.add(&IntExpr::Var(*var), factor.checked_mul(*known)?)?;
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }
}

impl Term {
    fn vars(&self) -> impl Iterator<Item = VarId> {
        [self.var].into_iter().chain(self.by)
    }

    fn known(&self, store: &Store) -> Known {
        let var = store.bounds(self.var);
        let by = self.by.map_or((1, 1), |by| store.bounds(by));
        let product = times(var, by);
        Known { var, by, product, term: times(product, (self.factor, self.factor)) }
    }

    /// Makes the term be in `wanted`. Returns its bounds then.
    fn narrow(
        &self,
        store: &mut Store,
        now: Known,
        wanted: Bounds,
    ) -> Result<Bounds, Inconsistent> {
        let (lo, hi) = quotients(wanted, (self.factor, self.factor));
        let product = (lo.max(now.product.0), hi.min(now.product.1));
        if product.0 > product.1 {
            return Err(Inconsistent);
        }
        narrow_factor(store, (self.var, now.var), product, now.by)?;
        if let Some(by) = self.by {
            narrow_factor(store, (by, now.by), product, store.bounds(self.var))?;
        }
        Ok(self.known(store).term)
    }
}

/// Narrows a variable that is `known`, where it times another number is in `product`.
fn narrow_factor(
    store: &mut Store,
    (var, known): (VarId, Bounds),
    product: Bounds,
    by: Bounds,
) -> Consistency {
    if by.0 <= 0 && by.1 >= 0 {
        return Ok(());
    }
    let (first, last) = quotients(product, by);
    if first > known.0 {
        store.at_least(var, first)?;
    }
    if last < known.1 { store.at_most(var, last) } else { Ok(()) }
}

/// Returns the bounds of a product.
fn times(a: Bounds, b: Bounds) -> Bounds {
    let ends = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
    let (first, second) = (ends[0].min(ends[1]), ends[2].min(ends[3]));
    (first.min(second), ends[0].max(ends[1]).max(ends[2].max(ends[3])))
}

/// Returns the least and the most that can be times a number in `by`, which are all positive or all negative, to be in `product`.
fn quotients(product: Bounds, by: Bounds) -> Bounds {
    let (lo, hi, least, most) = match by.0 > 0 {
        true => (product.0, product.1, by.0, by.1),
        false => (-product.1, -product.0, -by.1, -by.0),
    };
    let first = -(-lo).div_euclid(if lo >= 0 { most } else { least });
    (first, hi.div_euclid(if hi >= 0 { least } else { most }))
}

#[cfg(test)]
mod tests {
    use crate::propagators::tests::end_of;
    use crate::propagators::truth::narrow::enforce;
    use puzgen_base::rng::Rng;
    use puzgen_csp::Domain;
    use puzgen_csp::samples::OPS;

    use super::*;

    /// A comparison of sums of products of the variables, each of which is there once.
    fn comparison(count: u32, rng: &mut Rng) -> BoolExpr {
        let mut sides = [Vec::new(), Vec::new()];
        let mut next = 0;
        while next < count {
            let var = Box::new(IntExpr::Var(VarId(next)));
            let term = match rng.below(4) {
                0 => *var,
                1 => IntExpr::Product(Box::new(IntExpr::Const(rng.below(7) as i64 - 3)), var),
                _ if next + 1 < count => {
                    next += 1;
                    IntExpr::Product(var, Box::new(IntExpr::Var(VarId(next))))
                }
                _ => *var,
            };
            next += 1;
            sides[rng.below(2)].push((rng.below(7) as i64 - 3, term));
        }
        let [a, b] = sides.map(|terms| IntExpr::Linear(terms, rng.below(9) as i64 - 4));
        BoolExpr::Compare(OPS[rng.below(OPS.len())], a, b)
    }

    #[test]
    fn it_concludes_what_the_truth_concludes() {
        let (mut compared, mut open) = (0, 0);
        for seed in 0..20_000 {
            let mut rng = Rng::from_seed(seed);
            let count = 2 + rng.below(4) as u32;
            let truth = comparison(count, &mut rng);
            let domains: Vec<Domain> = (0..count)
                .map(|_| match rng.below(4) {
                    0 => Domain::from_values([-6, -2, 3, 7]).unwrap(),
                    1 => Domain::Range(1, 1 + rng.below(9) as i64),
                    2 => Domain::Range(-1 - rng.below(9) as i64, -1),
                    _ => Domain::Range(-(rng.below(9) as i64), rng.below(9) as i64),
                })
                .collect();
            let mut store = Store::new(domains.iter()).unwrap();
            let Some(sum) = ProductSum::new(&truth, &store) else { continue };
            let vars: Vec<VarId> = (0..count).map(VarId).collect();
            let as_sum = end_of(&mut store.clone(), &vars, |store| sum.propagate(store));
            let as_truth = end_of(&mut store, &vars, |store| {
                enforce(store, &truth, &vars, || true).map(|_| ())
            });
            assert_eq!(as_sum, as_truth, "seed {seed}: {truth:?} {domains:?}");
            compared += 1;
            open += u32::from(as_sum.is_some_and(|all| all.iter().all(|values| values.len() > 1)));
        }
        assert!(compared > 8_000 && open > 1_000, "{compared} {open}");
    }
}
