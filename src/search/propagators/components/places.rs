//! Where the variables of labels and links are in a store: what is known of a literal is read from one word.

use crate::csp::{Components, Joined, Lit, VarId};
use crate::search::store::Store;

/// A literal and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct LitPlace {
    pub(super) lit: Lit,
    /// The word of the variable, and the value as a bit of it; no bit where the domain takes several words.
    at: u32,
    bit: u64,
}

/// A variable and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct VarPlace {
    var: VarId,
    at: u32,
    words: u32,
    min: i64,
}

/// A link, with its positions in both directions among all neighbours.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinkPlace {
    pub(super) link: LitPlace,
    pub(super) positions: [u32; 2],
}

/// What says which nodes are joined.
#[derive(Debug, Clone)]
pub(super) enum Places {
    /// The label of each node.
    Labels(Vec<VarPlace>),
    /// All links, each once.
    Links(Vec<LinkPlace>),
}

impl VarPlace {
    fn new(store: &Store, var: VarId) -> Self {
        let (at, words, min) = store.place(var);
        Self { var, at, words, min }
    }

    /// Returns "the variable is this value", with its place.
    pub(super) fn is(self, value: i64) -> LitPlace {
        self.lit(Lit::is(self.var, value))
    }

    fn lit(self, lit: Lit) -> LitPlace {
        let shift = lit.value.checked_sub(self.min).and_then(|bit| u32::try_from(bit).ok());
        let bit = shift.filter(|_| self.words == 1).and_then(|bit| 1_u64.checked_shl(bit));
        LitPlace { lit, at: self.at, bit: bit.unwrap_or(0) }
    }
}

impl LitPlace {
    /// Returns whether it holds in a store; `None` where that is open.
    #[inline]
    pub(super) fn truth(&self, store: &Store) -> Option<bool> {
        if self.bit == 0 {
            return store.truth_of_lit(self.lit);
        }
        match store.word(self.at) {
            word if word & self.bit == 0 => Some(!self.lit.is),
            word => (word == self.bit).then_some(self.lit.is),
        }
    }
}

impl Places {
    /// `back` has for each neighbour of each node the position at which it has the node as its own neighbour.
    pub(super) fn new(store: &Store, stmt: &Components, back: &[u32]) -> Self {
        match &stmt.joined {
            Joined::Equal(labels) => {
                Self::Labels(labels.iter().map(|label| VarPlace::new(store, *label)).collect())
            }
            Joined::Linked(links) => {
                let all = links.iter().flatten().zip(back).enumerate();
                // A link is the same in both directions.
                let once = all.filter(|(position, (_, back))| **back as usize >= *position);
                let place = |(position, (link, back)): (usize, (&Lit, &u32))| LinkPlace {
                    link: VarPlace::new(store, link.var).lit(*link),
                    positions: [position as u32, *back],
                };
                Self::Links(once.map(place).collect())
            }
        }
    }
}
