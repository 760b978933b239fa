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
    /// When it was reached; [`NONE`] before that, and [`CLOSED`] where it is out.
    order: u32,
    /// The earliest node that can be reached from below without going back.
    low: u32,
    /// Whether it is there, or a node that is there hangs below.
    holds: bool,
}

/// The order of a node that is not there.
const CLOSED: u32 = NONE - 1;

/// Draws conclusions: of what can be there, seen from a node that is.
pub(super) fn conclude(partial: &PartialGraph<'_>, conclusions: &mut Conclusions) -> Consistency {
    let Some(root) = partial.nodes_in(Inclusion::In).next() else { return Ok(()) };
    let visit = |node: &Inclusion| Visit {
        order: if *node == Inclusion::Out { CLOSED } else { NONE },
        low: 0,
        holds: *node == Inclusion::In,
    };
    let mut visits: Vec<Visit> = partial.nodes.iter().map(visit).collect();
    let mut frames: Vec<DfsFrame> = Vec::with_capacity(visits.len());
    let mut frame = DfsFrame { node: root, over: NONE, next: 0 };
    let mut clock = 1;
    visits[root as usize].order = 0;
    loop {
        let DfsFrame { node, over, .. } = frame;
        let mut low = visits[node as usize].low;
        let mut below = None;
        for &(link, other) in &partial.around(node)[frame.next..] {
            frame.next += 1;
            let order = visits[other as usize].order;
            if order == CLOSED || link == over || partial.mark(link) == Inclusion::Out {
                continue;
            }
            if order == NONE {
                below = Some((link, other));
                break;
            }
            low = low.min(order);
        }
        visits[node as usize].low = low;
        if let Some((over, node)) = below {
            let visit = &mut visits[node as usize];
            (visit.order, visit.low) = (clock, clock);
            clock += 1;
            frames.push(std::mem::replace(&mut frame, DfsFrame { node, over, next: 0 }));
            continue;
        }
        let Some(above) = frames.pop() else { break };
        frame = above;
        let holds = visits[node as usize].holds;
        let above = &mut visits[frame.node as usize];
        above.low = above.low.min(low);
        if !holds {
            continue;
        }
        above.holds = true;
        if low >= above.order && partial.nodes[frame.node as usize] == Inclusion::Open {
            conclusions.comes_in(NodeOrLink::Node(frame.node));
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
