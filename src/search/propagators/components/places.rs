//! Where the variables of labels and links are in a store.

use crate::lit_place::LitPlace;
use crate::store::Store;
use puzgen_csp::{Components, Joined, Lit};

/// A link, with its positions in both directions among all neighbours.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinkPlace {
    pub(super) link: LitPlace,
    pub(super) positions: [u32; 2],
}

/// What says which nodes are joined.
#[derive(Debug, Clone)]
pub(super) enum Places {
    /// For each label graph, "the node is in it" of each node.
    Labels(Vec<Vec<LitPlace>>),
    /// All links, each once.
    Links(Vec<LinkPlace>),
}

impl Places {
    /// `back` has for each neighbour of each node the position at which it has the node as its own neighbour.
    pub(super) fn new(store: &Store, stmt: &Components, values: &[i64], back: &[u32]) -> Self {
        match &stmt.joined {
            Joined::Equal(labels) => {
                let of_value = |value: &i64| {
                    let lits = labels.iter().map(|label| Lit::is(*label, *value));
                    lits.map(|lit| LitPlace::new(store, lit)).collect()
                };
                Self::Labels(values.iter().map(of_value).collect())
            }
            Joined::Linked(links) => {
                let all = links.iter().flatten().zip(back).enumerate();
                // A link is the same in both directions.
                let once = all.filter(|(position, (_, back))| **back as usize >= *position);
                let place = |(position, (link, back)): (usize, (&Lit, &u32))| LinkPlace {
                    link: LitPlace::new(store, *link),
                    positions: [position as u32, *back],
                };
                Self::Links(once.map(place).collect())
            }
        }
    }
}
