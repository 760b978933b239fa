//! A graph that must hang together, or has no cycle, some of which is known for good: what is out is left out, and nodes
//! that surely hang together become one node.
//!
//! What must be in because nodes that are in fall apart without it is the same there: it is never within such a node. And
//! a way through such a node closes a cycle where one through its parts does.

use puzgen_csp::{GraphKind, GraphLink, GraphTruth};

use super::GraphPropagator;
use super::partial_graph::{Inclusion, PartialGraph};
use crate::store::Store;
use crate::view::View;

/// No node.
const NONE: u32 = u32::MAX;

impl GraphPropagator {
    /// Returns what is left of the statement for good in this store; `None` where that is not told.
    pub fn reduced(&self, store: &Store) -> Option<Self> {
        let is_connected = match self.stmt.kind {
            GraphKind::Connected => true,
            GraphKind::Acyclic => false,
            GraphKind::Cycle | GraphKind::Divided => return None,
        };
        let partial = PartialGraph::new(self, &View::of(store), None);
        let mut first: Vec<u32> = (0..self.stmt.nodes.len() as u32).collect();
        for link in partial.links_in(Inclusion::In) {
            let [a, b] = partial.ends(link).map(|end| root(&first, end));
            first[a.max(b) as usize] = a.min(b);
        }
        let mut stmt = GraphTruth { kind: self.stmt.kind, nodes: Vec::new(), links: Vec::new() };
        let mut numbers = vec![NONE; first.len()];
        for (node, lit) in self.stmt.nodes.iter().enumerate() {
            let is_left = partial.nodes[node] != Inclusion::Out;
            if is_left && root(&first, node as u32) == node as u32 {
                numbers[node] = stmt.nodes.len() as u32;
                stmt.nodes.push(lit.filter(|_| partial.nodes[node] == Inclusion::Open));
            }
        }
        let mut sure = Vec::new();
        for (number, link) in self.stmt.links.iter().enumerate() {
            let mut ends = link.ends.map(|end| numbers[root(&first, end) as usize]);
            ends.sort_unstable();
            let state = partial.links()[number];
            let is_within = ends[0] == ends[1] && (is_connected || state == Inclusion::In);
            if state == Inclusion::Out || is_within {
                continue;
            }
            let when = link.when.filter(|_| partial.mark(number as u32) == Inclusion::Open);
            if when.is_none() && is_connected {
                if sure.contains(&ends) {
                    continue;
                }
                sure.push(ends);
            }
            stmt.links.push(GraphLink { ends, when });
        }
        Some(Self::new(&stmt).on(store))
    }

    /// Returns whether nothing depends on any literal.
    pub(crate) fn is_known(&self) -> bool {
        self.uses.is_empty()
    }

    /// Returns whether one run says all that follows: where no two parts depend on one variable, of connectedness and
    /// against cycles.
    pub(crate) fn is_done_at_once(&self) -> bool {
        matches!(self.stmt.kind, GraphKind::Connected | GraphKind::Acyclic)
            && !self.has_shared_variables()
    }

    /// Returns whether two parts depend on one variable.
    pub(super) fn has_shared_variables(&self) -> bool {
        self.uses.windows(2).any(|pair| pair[0].0 == pair[1].0)
    }
}

/// Returns the first of the nodes that are one with a node.
fn root(first: &[u32], mut node: u32) -> u32 {
    while first[node as usize] != node {
        node = first[node as usize];
    }
    node
}
