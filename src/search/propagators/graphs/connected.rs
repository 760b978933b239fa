//! Connectedness: nodes that cannot be reached are out; a cut node or bridge between nodes that are in is in.
//!
//! # Source
//! Tarjan, "Depth-first search and linear graph algorithms" (1972), for cut nodes and bridges.

use crate::store::{Consistency, Inconsistent};
use puzgen_csp::Lit;

use super::Conclusions;
use super::partial_graph::{Inclusion, NONE, NodeOrLink, PartialGraph};

/// A node on the path of the search.
struct Frame<'a> {
    node: u32,
    /// The link it was reached over.
    over: u32,
    /// When it was reached.
    order: u32,
    /// The earliest node that can be reached from below without going back.
    low: u32,
    /// Whether it is there, or a node that is there hangs below.
    holds: bool,
    /// Its links that were not looked at.
    rest: std::slice::Iter<'a, (u32, u32)>,
}

impl<'a> Frame<'a> {
    fn new(partial: &PartialGraph<'a>, node: u32, over: u32, order: u32) -> Self {
        let holds = partial.nodes[node as usize] == Inclusion::In;
        Self { node, over, order, low: order, holds, rest: partial.around(node).iter() }
    }

    /// Returns the next link that leads to a node that was not reached, with that node.
    #[inline]
    fn next(&mut self, partial: &PartialGraph<'_>, orders: &[u32]) -> Option<(u32, u32)> {
        for &(link, other) in self.rest.by_ref() {
            if link == self.over || partial.mark(link) == Inclusion::Out {
                continue;
            }
            let order = orders[other as usize];
            if order == NONE {
                return Some((link, other));
            }
            self.low = self.low.min(order);
        }
        None
    }
}

/// The order of a node that is not there: later than all others.
const CLOSED: u32 = NONE - 1;

/// Draws conclusions: of what can be there, seen from a node that is.
pub(super) fn conclude(partial: &PartialGraph<'_>, conclusions: &mut Conclusions) -> Consistency {
    let Some(root) = partial.nodes_in(Inclusion::In).next() else { return Ok(()) };
    let order = |node: &Inclusion| if *node == Inclusion::Out { CLOSED } else { NONE };
    let mut orders: Vec<u32> = partial.nodes.iter().map(order).collect();
    let mut frames: Vec<Frame<'_>> = Vec::with_capacity(orders.len());
    let mut frame = Frame::new(partial, root, NONE, 0);
    let mut clock = 1;
    orders[root as usize] = 0;
    loop {
        if let Some((over, node)) = frame.next(partial, &orders) {
            orders[node as usize] = clock;
            let below = Frame::new(partial, node, over, clock);
            frames.push(std::mem::replace(&mut frame, below));
            clock += 1;
            continue;
        }
        let Some(above) = frames.pop() else { break };
        let done = std::mem::replace(&mut frame, above);
        frame.low = frame.low.min(done.low);
        if !done.holds {
            continue;
        }
        frame.holds = true;
        if done.low >= frame.order && partial.nodes[frame.node as usize] == Inclusion::Open {
            conclusions.comes_in(NodeOrLink::Node(frame.node));
        }
        if done.low > frame.order && partial.mark(done.over) == Inclusion::Open {
            conclusions.comes_in(NodeOrLink::Link(done.over));
        }
    }
    for (node, order) in (0..).zip(&orders) {
        match partial.nodes[node as usize] {
            _ if *order != NONE => {}
            Inclusion::In => return Err(Inconsistent),
            Inclusion::Open => conclusions.goes_out(NodeOrLink::Node(node)),
            Inclusion::Out => {}
        }
    }
    Ok(())
}

/// Two nodes that are there and cannot be joined.
pub(super) fn conflict(partial: &PartialGraph<'_>) -> Option<Vec<Lit>> {
    let there = || partial.nodes_in(Inclusion::In);
    let reached = partial.reach(there().next()?, NONE, NONE);
    let apart = there().find(|node| !reached.0[*node as usize])?;
    // Either side tells; the one with the shorter border tells more.
    let other = partial.reach(apart, NONE, NONE);
    let first = reached.1[0];
    let mut reason = partial.border(&reached, NONE, NONE);
    let back = partial.border(&other, NONE, NONE);
    if back.len() < reason.len() {
        reason = back;
    }
    [first, apart].into_iter().for_each(|node| partial.because_node(node, &mut reason));
    Some(reason)
}
