//! "This literal is whether one of these holds": what a truth is called that others mention, such as "these squares
//! are a piece".
//!
//! There may be thousands of them, woken by every variable that they share, and mostly nothing follows. So a run looks
//! at each literal once.

use crate::store::{Inconsistent, Store};
use puzgen_csp::{BoolExpr, Lit, VarId};

use super::one_of::{literal, literals};

/// A literal that holds exactly where one of others does.
#[derive(Debug, Clone)]
pub(super) struct ReifiedClause {
    head: Lit,
    lits: Vec<Lit>,
}

impl ReifiedClause {
    /// Returns a truth as such, where that is all it says and all variables differ.
    pub(super) fn new(truth: &BoolExpr) -> Option<Self> {
        let BoolExpr::Iff(left, right) = truth else { return None };
        let (head, body) = match (literal(left), literal(right)) {
            (Some(head), None) => (head, right),
            (None, Some(head)) => (head, left),
            _ => return None,
        };
        let (lits, is_one_wanted) = literals(body)?;
        let head = if is_one_wanted { head } else { !head };
        let mut vars: Vec<VarId> = lits.iter().chain([&head]).map(|lit| lit.var).collect();
        vars.sort_unstable();
        vars.windows(2).all(|pair| pair[0] != pair[1]).then_some(Self { head, lits })
    }

    /// Sets what follows. Returns whether it now holds whatever the open variables become.
    ///
    /// # Errors
    /// Where it cannot hold.
    pub(super) fn enforce(&self, store: &mut Store) -> Result<bool, Inconsistent> {
        // What cannot hold changes nothing: then the reason is that of the whole.
        let head = store.truth_of_lit(self.head);
        let (mut open, mut is_open_twice) = (None, false);
        for lit in &self.lits {
            match store.truth_of_lit(*lit) {
                Some(true) if head == Some(false) => return Err(Inconsistent),
                Some(true) => return store.set(self.head).map(|()| true),
                Some(false) => {}
                None => is_open_twice |= open.replace(*lit).is_some(),
            }
        }
        match (head, open) {
            (Some(true), None) => Err(Inconsistent),
            (_, None) => store.set(!self.head).map(|()| true),
            (Some(true), Some(lit)) if !is_open_twice => store.set(lit).map(|()| true),
            (Some(false), Some(_)) => {
                self.lits.iter().try_for_each(|lit| store.set(!*lit))?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::truth::narrow;
    use puzgen_base::rng::Rng;
    use puzgen_csp::Domain;

    /// Returns "a literal is a conjunction or disjunction of literals", of variables with three values.
    fn truth(rng: &mut Rng) -> BoolExpr {
        let mut vars: Vec<u32> = (0..5).collect();
        rng.shuffle(&mut vars);
        let mut lits = vars.into_iter().map(|var| {
            let (var, value) = (VarId(var), rng.below(3) as i64);
            BoolExpr::Lit(if rng.below(2) == 0 {
                Lit::is(var, value)
            } else {
                Lit::is_not(var, value)
            })
        });
        let head = lits.next().unwrap();
        let body: Vec<BoolExpr> = lits.collect();
        let body = match rng.below(4) {
            0 => BoolExpr::Or(body),
            1 => BoolExpr::And(body),
            2 => BoolExpr::Not(Box::new(BoolExpr::Or(body))),
            _ => BoolExpr::Not(Box::new(BoolExpr::And(body))),
        };
        match rng.below(2) {
            0 => BoolExpr::Iff(Box::new(head), Box::new(body)),
            _ => BoolExpr::Iff(Box::new(body), Box::new(head)),
        }
    }

    #[test]
    fn concludes_what_is_concluded_of_any_truth_and_changes_nothing_where_it_cannot_hold() {
        let mut rng = Rng::from_seed(7);
        let mut ends = [0; 3];
        for _ in 0..4_000 {
            let (domain, truth) = (Domain::Range(0, 2), truth(&mut rng));
            let mut store = Store::new((0..5).map(|_| &domain)).unwrap();
            for _ in 0..rng.below(10) {
                let var = VarId(rng.below(5) as u32);
                if store.size(var) > 1 {
                    let value = store.nth(var, rng.below(store.size(var))).unwrap();
                    store.remove(var, value).unwrap();
                }
            }
            let domains = |store: &Store| -> Vec<Vec<i64>> {
                (0..5).map(|var| store.values(VarId(var)).collect()).collect()
            };
            let (before, mut plain) = (domains(&store), store.clone());
            let expected = narrow::enforce(&mut plain, &truth, &truth.vars(), || true);
            let found = ReifiedClause::new(&truth).unwrap().enforce(&mut store);
            assert_eq!(found.is_err(), expected.is_err(), "{truth:?} {before:?}");
            assert_eq!(domains(&store), domains(&plain), "{truth:?} {before:?}");
            ends[match found {
                Err(Inconsistent) => {
                    assert_eq!(domains(&store), before);
                    0
                }
                Ok(_) if domains(&store) == before => 1,
                Ok(_) => 2,
            }] += 1;
        }
        assert!(ends.iter().all(|count| *count > 100), "{ends:?}");
    }
}
