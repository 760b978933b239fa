//! What changed since the last run, and for which cores and connectors nothing new can follow from it.

use std::collections::BTreeMap;

use crate::store::Store;
use puzgen_csp::{Components, Joined, VarId};

use super::ComponentsPropagator;
use super::kept::Kept;
use super::label_graph::{LabelGraph, NONE};

/// For each word of the store, the nodes whose variables it stores.
#[derive(Debug, Clone)]
pub(super) struct WordNodes {
    /// The nodes of each word, one list behind the other, and where these lists end.
    nodes: Vec<u32>,
    ends: Vec<u32>,
    /// Of each word whether it says which nodes are joined.
    joins: Vec<bool>,
}

/// The nodes with a change, in rising order.
#[derive(Debug)]
pub(super) struct Delta<'k> {
    /// All of them.
    pub(super) nodes: Vec<u32>,
    /// Those whose connections may have changed.
    pub(super) moved: Vec<u32>,
    /// What was kept of the state before the changes, and the nodes as bits.
    pub(super) kept: Option<(&'k Kept, Vec<u64>)>,
}

impl WordNodes {
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
    pub(super) fn delta(&self, store: &Store, mark: usize) -> Delta<'static> {
        let mut delta = Delta { nodes: Vec::new(), moved: Vec::new(), kept: None };
        for (place, _) in store.changes_since(mark) {
            let place = place as usize;
            // Words behind those were added later.
            let Some(end) = self.ends.get(place) else { continue };
            let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
            let nodes = &self.nodes[start as usize..*end as usize];
            delta.nodes.extend_from_slice(nodes);
            if self.joins[place] {
                delta.moved.extend_from_slice(nodes);
            }
        }
        for nodes in [&mut delta.nodes, &mut delta.moved] {
            nodes.sort_unstable();
            nodes.dedup();
        }
        delta
    }
}

/// What changed in a label graph since the last run.
pub(super) struct Changed {
    /// For each node, core and envelope, whether it changed.
    nodes: Vec<bool>,
    cores: Vec<bool>,
    envelopes: Vec<bool>,
    /// For each envelope, whether nothing new follows from its sums.
    is_settled: Vec<bool>,
    /// For each core, whether it may need a connector that it did not need before.
    is_cut: Vec<bool>,
}

impl Changed {
    /// `is_ample` returns whether nothing follows from the sums of an envelope.
    pub(super) fn new(
        delta: &Delta<'_>,
        groups: &ComponentsPropagator,
        label_graph: &LabelGraph<'_>,
        is_ample: impl Fn(usize) -> bool,
    ) -> Self {
        let mut changed = Self {
            nodes: vec![false; label_graph.envelope_of.len()],
            cores: vec![false; label_graph.core_count()],
            envelopes: vec![false; label_graph.envelope_count()],
            is_settled: Vec::new(),
            is_cut: Vec::new(),
        };
        let mut note_envelope = |node: u32| {
            let envelope = label_graph.envelope_of[node as usize];
            if envelope != NONE {
                changed.envelopes[envelope as usize] = true;
            }
        };
        delta.nodes.iter().for_each(|node| note_envelope(*node));
        // A node may have left the envelopes around it.
        delta
            .moved
            .iter()
            .flat_map(|node| groups.near_of(*node))
            .for_each(|near| note_envelope(*near));
        for &node in &delta.nodes {
            changed.nodes[node as usize] = true;
            label_graph.core(node).into_iter().for_each(|core| changed.cores[core] = true);
        }
        let envelopes = changed.envelopes.iter().enumerate();
        changed.is_settled =
            envelopes.map(|(envelope, changed)| !changed || is_ample(envelope)).collect();
        let cores = 0..label_graph.core_count();
        changed.is_cut = cores.map(|core| changed.may_be_cut(core, delta, label_graph)).collect();
        changed
    }

    /// Returns whether a core may need a connector that it did not need before.
    fn may_be_cut(&self, core: usize, delta: &Delta<'_>, label_graph: &LabelGraph<'_>) -> bool {
        let node = label_graph.core_nodes(core)[0];
        let is_known = |(kept, changed): &(&Kept, Vec<u64>)| {
            !self.cores[core] && !kept.is_cut(label_graph.number, node, changed)
        };
        let envelope = label_graph.envelope_of[node as usize];
        self.envelopes[envelope as usize] && !delta.kept.as_ref().is_some_and(is_known)
    }

    /// Returns whether a core may need a connector that it did not need before.
    pub(super) fn is_cut(&self, core: usize) -> bool {
        self.is_cut[core]
    }

    /// Returns whether the rules for a core can give nothing new: it did not change, and nothing new follows
    /// from the sums of its envelope.
    pub(super) fn is_old_core(&self, core: usize, label_graph: &LabelGraph<'_>) -> bool {
        let envelope = label_graph.envelope_of[label_graph.core_nodes(core)[0] as usize];
        !self.cores[core] && self.is_settled[envelope as usize]
    }

    /// Returns whether the rules for a connector of these nodes can give nothing new, in the same sense.
    pub(super) fn is_old(&self, node: u32, others: &[u32], label_graph: &LabelGraph<'_>) -> bool {
        let has_changed = |node: &u32| match label_graph.core(*node) {
            Some(core) => self.cores[core],
            None => self.nodes[*node as usize],
        };
        let envelope = label_graph.envelope_of[node as usize];
        self.is_settled[envelope as usize] && !has_changed(&node) && !others.iter().any(has_changed)
    }

    /// Returns whether the core of one of these nodes may need a connector that it did not need before.
    pub(super) fn is_any_cut(
        &self,
        node: u32,
        others: &[u32],
        label_graph: &LabelGraph<'_>,
    ) -> bool {
        let is_cut = |node: &u32| label_graph.core(*node).is_some_and(|core| self.is_cut[core]);
        is_cut(&node) || others.iter().any(is_cut)
    }
}
