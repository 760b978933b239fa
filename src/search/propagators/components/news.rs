//! What changed since an earlier look, and what is therefore as it was.

use std::collections::BTreeMap;

use crate::csp::{Components, Joined, VarId};
use crate::search::store::Store;

use super::Groups;
use super::layer::{Joiner, Layer, NONE};

/// Of what the words of the store say something.
#[derive(Debug, Clone)]
pub(super) struct Places {
    /// The nodes of each word, one list behind the other, and where these lists end.
    nodes: Vec<u32>,
    ends: Vec<u32>,
    /// Of each word whether it says which nodes are joined.
    joins: Vec<bool>,
}

/// What changed, rising.
#[derive(Debug)]
pub(super) struct News {
    /// The nodes of which anything did.
    pub(super) nodes: Vec<u32>,
    /// Those that may be joined otherwise.
    pub(super) moved: Vec<u32>,
}

impl Places {
    pub(super) fn new(
        store: &Store,
        stmt: &Components,
        nodes_of: &BTreeMap<VarId, Vec<u32>>,
    ) -> Self {
        let count = store.word_count();
        let words_of = |var: VarId| {
            let (base, words, _) = store.place(var);
            base as usize..(base + words) as usize
        };
        let mut of_words: Vec<&[u32]> = vec![&[]; count];
        for (var, nodes) in nodes_of {
            of_words[words_of(*var)].fill(nodes);
        }
        let mut joins = vec![false; count];
        let mut note = |var: VarId| joins[words_of(var)].fill(true);
        match &stmt.joined {
            Joined::Equal(labels) => labels.iter().for_each(|label| note(*label)),
            Joined::Linked(links) => links.iter().flatten().for_each(|link| note(link.var)),
        }
        let (mut nodes, mut ends) = (Vec::new(), Vec::with_capacity(count));
        for of_word in of_words {
            nodes.extend_from_slice(of_word);
            ends.push(nodes.len() as u32);
        }
        Self { nodes, ends, joins }
    }

    /// Returns what changed since `mark`.
    pub(super) fn news(&self, store: &Store, mark: usize) -> News {
        let mut news = News { nodes: Vec::new(), moved: Vec::new() };
        for (place, _) in store.changes_since(mark) {
            let place = place as usize;
            // Words behind those were added later.
            let Some(end) = self.ends.get(place) else { continue };
            let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
            let nodes = &self.nodes[start as usize..*end as usize];
            news.nodes.extend_from_slice(nodes);
            if self.joins[place] {
                news.moved.extend_from_slice(nodes);
            }
        }
        for nodes in [&mut news.nodes, &mut news.moved] {
            nodes.sort_unstable();
            nodes.dedup();
        }
        news
    }
}

/// What changed in a layer since an earlier look.
pub(super) struct Changed {
    /// Of each node, core and room whether something did.
    nodes: Vec<bool>,
    cores: Vec<bool>,
    rooms: Vec<bool>,
    /// Of each room whether nothing new follows from how much it has.
    is_settled: Vec<bool>,
}

impl Changed {
    /// `is_ample` says of a room whether nothing follows from how much it has.
    pub(super) fn new(
        news: &News,
        groups: &Groups,
        layer: &Layer<'_>,
        is_ample: impl Fn(usize) -> bool,
    ) -> Self {
        let mut changed = Self {
            nodes: vec![false; layer.room_of.len()],
            cores: vec![false; layer.core_count()],
            rooms: vec![false; layer.room_count()],
            is_settled: Vec::new(),
        };
        let mut note_room = |node: u32| {
            let room = layer.room_of[node as usize];
            if room != NONE {
                changed.rooms[room as usize] = true;
            }
        };
        news.nodes.iter().for_each(|node| note_room(*node));
        // A node may have left the rooms around it.
        news.moved.iter().flat_map(|node| groups.near_of(*node)).for_each(|near| note_room(*near));
        for &node in &news.nodes {
            changed.nodes[node as usize] = true;
            layer.core(node).into_iter().for_each(|core| changed.cores[core] = true);
        }
        let rooms = changed.rooms.iter().enumerate();
        changed.is_settled = rooms.map(|(room, changed)| !changed || is_ample(room)).collect();
        changed
    }

    /// Returns whether all that follows for a core by itself did so in an earlier look: it is as it was,
    /// and the room around it has more than enough.
    pub(super) fn is_old_core(&self, core: usize, layer: &Layer<'_>) -> bool {
        let room = layer.room_of[layer.core_nodes(core)[0] as usize];
        !self.cores[core] && self.is_settled[room as usize]
    }

    /// Returns whether all that a joiner would connect is as it was, in the same way.
    pub(super) fn is_old(&self, joiner: &Joiner, layer: &Layer<'_>) -> bool {
        let has_changed = |node: &u32| match layer.core(*node) {
            Some(core) => self.cores[core],
            None => self.nodes[*node as usize],
        };
        let room = layer.room_of[joiner.inner() as usize];
        self.is_settled[room as usize] && !joiner.node.iter().chain(&joiner.ends).any(has_changed)
    }

    /// Returns whether the room around a joiner is as it was.
    pub(super) fn is_old_room(&self, joiner: &Joiner, layer: &Layer<'_>) -> bool {
        !self.rooms[layer.room_of[joiner.inner() as usize] as usize]
    }
}
