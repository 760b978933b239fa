//! What separates nodes of an envelope from each other: links without which it falls apart (bridges), or cut nodes.
//!
//! # Source
//! Tarjan, "Depth-first search and linear graph algorithms" (1972).

use std::ops::Range;

use super::label_graph::{Barrier, LabelGraph, NONE};

/// What separates nodes of a label graph, as far as it was searched.
#[derive(Debug)]
pub(super) struct Cuts {
    nodes: Vec<Seen>,
    clock: u32,
}

/// A node as the search sees it.
#[derive(Debug, Clone, Copy)]
struct Seen {
    /// When it was reached, from 1; 0 before.
    order: u32,
    /// The earliest node that is reached from it and from below without going back over the link that it was reached by.
    low: u32,
    /// The node that it was reached from.
    parent: u32,
    /// The position of the next of its neighbours, and of the end of them.
    next: u32,
    end: u32,
    /// Whether the link to its parent is a bridge.
    hangs: bool,
    /// Whether others hang on it.
    is_cut: bool,
}

const UNSEEN: Seen =
    Seen { order: 0, low: 0, parent: NONE, next: 0, end: 0, hangs: false, is_cut: false };

impl Cuts {
    pub(super) fn new(graph: &LabelGraph<'_>) -> Self {
        Self { nodes: vec![UNSEEN; graph.envelope_of.len()], clock: 0 }
    }

    fn enter(&mut self, node: u32, parent: u32, graph: &LabelGraph<'_>) {
        self.clock += 1;
        let Range { start, end } = graph.positions(node);
        let (order, low) = (self.clock, self.clock);
        self.nodes[node as usize] = Seen { order, low, parent, next: start, end, ..UNSEEN };
    }

    /// Searches an envelope.
    fn search(&mut self, graph: &LabelGraph<'_>, root: u32) {
        let (mut node, mut below_root) = (root, 0);
        self.enter(root, NONE, graph);
        loop {
            let seen = &mut self.nodes[node as usize];
            if seen.next < seen.end {
                let position = seen.next;
                seen.next += 1;
                let Some(other) = graph.may_be_joined(position) else { continue };
                let parent = seen.parent;
                let order = self.nodes[other as usize].order;
                if order == 0 {
                    self.enter(other, node, graph);
                    node = other;
                } else if other != parent {
                    let seen = &mut self.nodes[node as usize];
                    seen.low = seen.low.min(order);
                }
                continue;
            }
            let Seen { low, parent, .. } = *seen;
            if parent == NONE {
                break;
            }
            let above = &mut self.nodes[parent as usize];
            above.low = above.low.min(low);
            above.is_cut |= low >= above.order;
            below_root += u32::from(parent == root);
            let hangs = low > above.order;
            self.nodes[node as usize].hangs = hangs;
            node = parent;
        }
        self.nodes[root as usize].is_cut = below_root > 1;
    }

    /// Returns whether nodes of its envelope are separated by a barrier.
    pub(super) fn are_made_by(&mut self, barrier: Barrier, graph: &LabelGraph<'_>) -> bool {
        if self.nodes[barrier.first() as usize].order == 0 {
            let envelope = graph.envelope_of[barrier.first() as usize] as usize;
            self.search(graph, graph.envelope_nodes(envelope)[0]);
        }
        let seen = |node: u32| &self.nodes[node as usize];
        let hangs = |node: u32, from: u32| seen(node).parent == from && seen(node).hangs;
        match barrier {
            Barrier::Node(node) => seen(node).is_cut,
            Barrier::Link(a, b) => hangs(a, b) || hangs(b, a),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::propagators::components::label_graph::Outlook;
    use crate::propagators::components::{ComponentsPropagator, Query};
    use crate::store::Store;
    use puzgen_base::rng::Rng;
    use puzgen_csp::samples::of_groups;
    use puzgen_csp::{Global, Stmt};

    use super::*;

    #[test]
    fn what_separates_nodes_is_what_a_walk_does_not_get_around() {
        let (mut made, mut others) = ([0; 2], 0);
        for seed in 0..3_000 {
            let csp = of_groups(seed);
            let Stmt::Global(Global::Components(groups)) = &csp.stmts[0].0 else { panic!() };
            let mut rng = Rng::from_seed(seed);
            let mut store = Store::new(csp.vars.iter().map(|var| &var.domain)).unwrap();
            for var in groups.vars() {
                let values: Vec<i64> = store.values(var).collect();
                if values.len() > 1 && rng.below(3) == 0 {
                    store.remove(var, values[rng.below(values.len())]).unwrap();
                }
            }
            let groups = ComponentsPropagator::new(&store, groups);
            for number in 0..groups.values.len() {
                let graph = LabelGraph::new(&groups, number, &store, Query::All);
                let mut cuts = Cuts::new(&graph);
                for connector in graph.connectors(Query::All, |_, _| Outlook::All) {
                    let envelope = graph.envelope_of[connector.barrier.first() as usize] as usize;
                    let mut rest = graph.envelope_nodes(envelope).to_vec();
                    rest.retain(|node| Some(*node) != connector.node());
                    let Some(&start) = rest.first() else { continue };
                    let reached = graph.walk(start, &connector, |_| false).unwrap();
                    let is_apart = reached.len() < rest.len();
                    assert_eq!(
                        cuts.are_made_by(connector.barrier, &graph),
                        is_apart,
                        "seed {seed}: {connector:?}"
                    );
                    made[usize::from(connector.node().is_some())] += usize::from(is_apart);
                    others += usize::from(!is_apart);
                }
            }
        }
        assert!(made.iter().all(|count| *count > 200) && others > 1_000, "{made:?} {others}");
    }
}
