//! Where a literal is in a store, so that what is known of it is read from a word whose place is known.

use puzgen_csp::Lit;

use super::store::Store;

/// The size of a domain of one word is not stored.
const NOT_STORED: u32 = u32::MAX;

/// A literal with its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LitPlace {
    pub lit: Lit,
    /// The word and the bit of the value; no bit where the domain never has it.
    at: u32,
    bit: u64,
    /// The word that has the size of the domain.
    size: u32,
}

impl LitPlace {
    pub(crate) fn new(store: &Store, lit: Lit) -> Self {
        let (base, words, min) = store.place(lit.var);
        let shift = lit.value.checked_sub(min).and_then(|bit| u32::try_from(bit).ok());
        let shift = shift.filter(|bit| bit / 64 < words);
        Self {
            lit,
            at: base + shift.map_or(0, |bit| bit / 64),
            bit: shift.map_or(0, |bit| 1 << (bit % 64)),
            size: store.size_place(lit.var).unwrap_or(NOT_STORED),
        }
    }

    /// Returns the word and the bit of the value, where the domain is one word.
    pub(crate) fn single(&self) -> Option<(u32, u64)> {
        (self.size == NOT_STORED).then_some((self.at, self.bit))
    }

    /// Returns whether the literal holds; `None` where that is open.
    #[inline]
    pub(crate) fn truth(&self, store: &Store) -> Option<bool> {
        self.is_value(store).map(|is_value| is_value == self.lit.is)
    }

    /// Returns whether the variable has the value; `None` where that is open.
    #[inline]
    pub(crate) fn is_value(&self, store: &Store) -> Option<bool> {
        let word = store.word(self.at);
        if word & self.bit == 0 {
            return Some(false);
        }
        let is_only = match self.size {
            NOT_STORED => word == self.bit,
            size => store.word(size) == 1,
        };
        is_only.then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use puzgen_base::rng::Rng;
    use puzgen_csp::{Domain, VarId};

    use super::*;

    #[test]
    fn what_is_read_is_what_the_store_says() {
        for seed in 0..200 {
            let mut rng = Rng::from_seed(seed);
            let domains = [
                Domain::from_values([-3, 0, 60]).unwrap(),
                Domain::from_values([5, 70, 130, 131, 400]).unwrap(),
                Domain::Range(0, 1),
                Domain::Range(-70, 70),
            ];
            let mut store = Store::new(domains.iter()).unwrap();
            let vars = (0..domains.len() as u32).map(VarId);
            let lits = vars.clone().flat_map(|var| {
                let values = (-75..=75).chain([130, 131, 132, 400, 401, i64::MIN, i64::MAX]);
                values.flat_map(move |value| [Lit::is(var, value), Lit::is_not(var, value)])
            });
            let places: Vec<LitPlace> = lits.map(|lit| LitPlace::new(&store, lit)).collect();
            for _ in 0..6 {
                for place in &places {
                    assert_eq!(place.truth(&store), store.truth_of_lit(place.lit), "{place:?}");
                }
                for var in vars.clone() {
                    let values: Vec<i64> = store.values(var).collect();
                    let gone = values.iter().filter(|_| rng.below(2) == 0).skip(1);
                    let gone: Vec<i64> = gone.take(values.len() - 1).copied().collect();
                    gone.into_iter().for_each(|value| store.remove(var, value).unwrap());
                }
            }
        }
    }
}
