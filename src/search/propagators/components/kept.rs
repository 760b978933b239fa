//! What is kept of a state from which nothing follows: of each core, the nodes of the walks that show that it needs none
//! of the connectors beside it. In states below that one, such a core is looked at again only where one of them changed.

use std::ops::ControlFlow;

use super::label_graph::{LabelGraph, Outlook};
use super::rules::{RuleContext, beside};
use super::supposed::ample;
use super::{ComponentsPropagator, Query};
use crate::store::{Consistency, Store};

/// What is kept of a state, for each label graph.
#[derive(Debug)]
pub struct Kept {
    graphs: Vec<KeptGraph>,
    /// For each sum, what is enough for an envelope below the state, as no rule follows from its upper bound then.
    ample: Vec<i64>,
    /// Words of a set of nodes.
    words: usize,
}

/// What is kept of a label graph.
#[derive(Debug, Default)]
struct KeptGraph {
    /// For each node, its core by position.
    core_of: Vec<u32>,
    /// For each core, the nodes of its walks, as bits.
    walked: Vec<u64>,
}

impl Kept {
    /// Returns whether a core that did not change since has to be looked at again, for the nodes (as bits) that changed.
    pub(super) fn is_cut(&self, number: usize, node: u32, changed: &[u64]) -> bool {
        let graph = &self.graphs[number];
        let start = graph.core_of[node as usize] as usize * self.words;
        let walked = graph.walked.get(start..start + self.words);
        walked.is_none_or(|walked| walked.iter().zip(changed).any(|(a, b)| a & b != 0))
    }

    /// Returns for each sum what is enough.
    pub(super) fn ample(&self) -> &[i64] {
        &self.ample
    }

    /// Returns nodes as bits.
    pub(super) fn set(&self, nodes: &[u32]) -> Vec<u64> {
        let mut set = vec![0; self.words];
        nodes.iter().for_each(|node| set[*node as usize / 64] |= 1 << (node % 64));
        set
    }
}

impl ComponentsPropagator {
    /// Returns what is kept of a state from which nothing follows; `None` where nodes that are far from each other are
    /// known to be in one group or in different ones.
    pub(in crate::propagators) fn kept(&self, store: &Store) -> Option<Kept> {
        if !self.stmt.same.is_empty() {
            return None;
        }
        let words = self.stmt.node_count().div_ceil(64);
        let graphs = (0..self.values.len()).map(|number| match self.is_idle(number) {
            true => KeptGraph::default(),
            false => self.kept_graph(number, words, store),
        });
        let ample = self.sums.iter().map(|sum| ample(&sum.total, store)).collect();
        Some(Kept { graphs: graphs.collect(), ample, words })
    }

    fn kept_graph(&self, number: usize, words: usize, store: &Store) -> KeptGraph {
        let graph = LabelGraph::new(self, number, store, Query::All);
        let connectors = graph.connectors(Query::All, |_, _| Outlook::All);
        let mut walked = vec![0; graph.core_count() * words];
        let rules = RuleContext::new(self, &graph, store);
        let beside = beside(connectors.iter(), &graph, |_| true);
        graph.take_walks(words);
        for beside in beside.chunk_by(|a, b| a.0 == b.0) {
            let core = beside[0].0;
            let _all = rules.needed(core, beside, &mut |_, _| ControlFlow::Continue(()));
            walked[core * words..][..words].copy_from_slice(&graph.take_walks(words));
        }
        drop(rules);
        KeptGraph { core_of: graph.core_of, walked }
    }

    /// Removes the values that the rules find, as [`propagate`](super::Propagate::propagate) does, in a state below that
    /// of which this was kept, which is that at `mark`.
    pub(in crate::propagators) fn propagate_below(
        &self,
        store: &mut Store,
        mark: usize,
        kept: &Kept,
    ) -> Consistency {
        let mut delta = self.word_nodes.delta(store, mark);
        if delta.nodes.is_empty() {
            return Ok(());
        }
        delta.kept = Some((kept, kept.set(&delta.nodes)));
        self.run(store, Query::Delta(&delta))
    }
}
