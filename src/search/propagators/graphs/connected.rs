//! Connectedness: nodes that cannot be reached are out; a cut node or bridge between nodes that are in is in.
//!
//! # Source
//! Tarjan, "Depth-first search and linear graph algorithms" (1972), for cut nodes and bridges.

use crate::csp::Lit;
use crate::search::store::{Consistency, Inconsistent};

use super::Conclusions;
use super::partial_graph::{DfsFrame, Inclusion, NONE, NodeOrLink, PartialGraph};

/// What is found at a node.
#[derive(Debug, Clone, Copy)]
struct Visit {
    /// When it was reached.
    order: u32,
    /// The earliest node that can be reached from below without going back.
    low: u32,
    /// Whether a node that is there hangs below.
    holds: bool,
}

/// Draws conclusions: of what can be there, seen from a node that is.
pub(super) fn conclude(partial: &PartialGraph<'_>, conclusions: &mut Conclusions) -> Consistency {
    let Some(root) = partial.nodes_in(Inclusion::In).next() else { return Ok(()) };
    let count = partial.nodes.len();
    let mut visits = vec![Visit { order: NONE, low: 0, holds: false }; count];
    let mut frames = Vec::with_capacity(count);
    frames.push(DfsFrame { node: root, over: NONE, next: 0 });
    let mut clock = 1;
    visits[root as usize].order = 0;
    while let Some(frame) = frames.last_mut() {
        let node = frame.node;
        if let Some(&(link, other)) = partial.around(node).get(frame.next) {
            frame.next += 1;
            if link == frame.over || !partial.leads(link, other) {
                continue;
            }
            let order = visits[other as usize].order;
            if order == NONE {
                let holds = partial.nodes[other as usize] == Inclusion::In;
                visits[other as usize] = Visit { order: clock, low: clock, holds };
                clock += 1;
                frames.push(DfsFrame { node: other, over: link, next: 0 });
            } else {
                let visit = &mut visits[node as usize];
                visit.low = visit.low.min(order);
            }
            continue;
        }
        let over = frame.over;
        frames.pop();
        let Some(parent) = frames.last().map(|frame| frame.node) else { break };
        let Visit { low, holds, .. } = visits[node as usize];
        let above = &mut visits[parent as usize];
        above.low = above.low.min(low);
        if !holds {
            continue;
        }
        above.holds = true;
        if low >= above.order && partial.nodes[parent as usize] == Inclusion::Open {
            conclusions.comes_in(NodeOrLink::Node(parent));
        }
        if low > above.order && partial.mark(over) == Inclusion::Open {
            conclusions.comes_in(NodeOrLink::Link(over));
        }
    }
    for (node, visit) in (0..).zip(&visits) {
        match partial.nodes[node as usize] {
            _ if visit.order != NONE => {}
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
