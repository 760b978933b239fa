//! What became of the domains of a truth about few values: noted, and not found again.
//!
//! What a run leaves depends on the domains alone, and on what is said, not of whom. So truths that say the same of
//! variables with the same values share what was noted.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use crate::store::{Inconsistent, Store};
use puzgen_csp::{BoolExpr, VarId};

/// The most values of all variables together: there are as many states as sets of these.
const MAX_VALUES: u32 = 12;

/// Says that what becomes of a state is known.
const KNOWN: u16 = 1 << 15;

/// What becomes of each state, as far as that is known; made when the first is noted. Threads share it.
type States = Arc<OnceLock<Box<[AtomicU16]>>>;

/// A truth of variables by number, and the smallest value and the number of values from there on of each variable.
type Shape = (Vec<(i64, u32)>, BoolExpr);

/// The states of all truths about few values that were met, by what they say.
#[derive(Debug, Default)]
pub struct KnownOutcomes(BTreeMap<Shape, States>);

/// What becomes of the states of a few variables.
#[derive(Debug, Clone)]
pub(super) struct Outcomes {
    places: SmallVec<[Place; 4]>,
    values: u32,
    states: States,
}

/// Where the domain of a variable is: in the store, and in a state.
#[derive(Debug, Clone, Copy)]
struct Place {
    var: VarId,
    word: u32,
    at: u32,
    width: u32,
}

impl Outcomes {
    /// Returns the states of the variables of a truth; `None` where there are too many.
    pub(super) fn new(
        truth: &BoolExpr,
        vars: &[VarId],
        store: &Store,
        known: &mut KnownOutcomes,
    ) -> Option<Self> {
        let (mut places, mut shapes, mut values) = (SmallVec::new(), Vec::new(), 0_u32);
        for &var in vars {
            let (word, words, min) = store.place(var);
            let width = store.max(var).checked_sub(min)?.checked_add(1)?;
            let width = u32::try_from(width).ok().filter(|_| words == 1)?;
            places.push(Place { var, word, at: values, width });
            shapes.push((min, width));
            values = values.checked_add(width).filter(|values| *values <= MAX_VALUES)?;
        }
        let mut truth = truth.clone();
        truth.rename(&mut |var| VarId(vars.binary_search(&var).unwrap_or_default() as u32));
        let states = known.0.entry((shapes, truth)).or_default();
        Some(Self { places, values, states: Arc::clone(states) })
    }

    /// Returns the state that a store has.
    #[inline]
    pub(super) fn state(&self, store: &Store) -> u16 {
        let of = |place: &Place| (store.word(place.word) as u16) << place.at;
        self.places.iter().fold(0, |state, place| state | of(place))
    }

    /// Leaves in the store what becomes of its state; returns whether that is known.
    #[inline]
    pub(super) fn apply(&self, state: u16, store: &mut Store) -> Result<bool, Inconsistent> {
        let Some(states) = self.states.get() else { return Ok(false) };
        let after = states[usize::from(state)].load(Ordering::Relaxed);
        if after == KNOWN | state {
            return Ok(true);
        }
        match self.only_change(state, after) {
            Some((var, word)) => store.set_word(var, word).map(|()| true),
            None => Ok(false),
        }
    }

    /// Returns the only variable that is another one afterwards, with its values.
    fn only_change(&self, before: u16, after: u16) -> Option<(VarId, u64)> {
        if after & KNOWN == 0 {
            return None;
        }
        let part = |state: u16, place: &Place| state >> place.at & ((1 << place.width) - 1);
        let mut changed =
            self.places.iter().filter(|place| part(before, place) != part(after, place));
        let only = changed.next().filter(|_| changed.next().is_none())?;
        Some((only.var, u64::from(part(after, only))))
    }

    /// Notes what became of a state.
    pub(super) fn note(&self, before: u16, after: u16) {
        let states = self
            .states
            .get_or_init(|| (0..1_usize << self.values).map(|_| AtomicU16::new(0)).collect());
        states[usize::from(before)].store(KNOWN | after, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use crate::propagators::Propagator;
    use crate::propagators::tests::end_of;
    use puzgen_base::ops::CompareOp;
    use puzgen_base::rng::Rng;
    use puzgen_csp::samples::of_formulas;
    use puzgen_csp::{Domain, IntExpr, Stmt};

    use super::*;

    #[test]
    fn what_was_noted_is_what_is_found_again() {
        let (mut noted, mut changes) = (0, 0);
        for seed in 0..2_000 {
            let csp = of_formulas(seed);
            let mut rng = Rng::from_seed(seed);
            let mut known = KnownOutcomes::default();
            let mut root = Store::new(csp.vars.iter().map(|var| &var.domain)).unwrap();
            for (stmt, _) in &csp.stmts {
                let Stmt::Hold(truth) = stmt else { continue };
                let vars = truth.vars();
                let plain = Propagator::of_truth(truth);
                let with_memory = plain.clone().with_memory(&mut root);
                let noting = with_memory.with_outcomes(&root, &mut known);
                let end = |one: &Propagator, store: &Store| {
                    end_of(&mut store.clone(), &vars, |store| one.propagate(store))
                };
                for _ in 0..30 {
                    let mut store = root.clone();
                    for var in &vars {
                        let values: Vec<i64> = store.values(*var).collect();
                        for value in values {
                            if rng.below(4) == 0 && store.size(*var) > 1 {
                                store.remove(*var, value).unwrap();
                            }
                        }
                    }
                    let before: Vec<Vec<i64>> =
                        vars.iter().map(|var| store.values(*var).collect()).collect();
                    let first = end(&noting, &store);
                    let again = end(&noting, &store);
                    assert_eq!(first, end(&plain, &store), "seed {seed}: {truth:?}");
                    assert_eq!(first, again, "seed {seed}: {truth:?}");
                    changes += u32::from(again.is_some_and(|after| after != before));
                }
            }
            noted += known.0.len();
        }
        assert!(noted > 200 && changes > 1_000, "{noted} {changes}");
    }

    #[test]
    fn truths_that_say_the_same_share_what_was_noted() {
        let domains = [(0, 1), (2, 3), (0, 1), (2, 3), (2, 4)].map(|(a, b)| Domain::Range(a, b));
        let store = Store::new(domains.iter()).unwrap();
        let mut known = KnownOutcomes::default();
        let mut of = |a: u32, b: u32| {
            let (a, b) = (VarId(a), VarId(b));
            let is_less = BoolExpr::compare(CompareOp::Lt, IntExpr::Var(a), IntExpr::Var(b));
            Outcomes::new(&is_less, &[a, b], &store, &mut known).unwrap()
        };
        let [one, same, other] = [of(0, 1), of(2, 3), of(0, 4)];
        one.note(0b1111, 0b1111);
        assert!(Arc::ptr_eq(&one.states, &same.states));
        assert!(!Arc::ptr_eq(&one.states, &other.states));
        assert_eq!(same.apply(0b1111, &mut store.clone()), Ok(true));
        assert_eq!(same.apply(0b0111, &mut store.clone()), Ok(false));
    }
}
