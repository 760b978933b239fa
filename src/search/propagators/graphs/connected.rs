//! Connectedness: nodes that cannot be reached are out; a cut node or bridge between nodes that are in is in.
//!
//! # Source
//! Tarjan, "Depth-first search and linear graph algorithms" (1972), for cut nodes and bridges.

use crate::csp::Lit;
use crate::search::store::{Consistency, Inconsistent};

use super::Conclusions;
use super::partial_graph::{DfsFrame, Inclusion, NONE, NodeOrLink, PartialGraph};

/// Draws conclusions: of what can be there, seen from a node that is.
pub(super) fn conclude(partial: &PartialGraph<'_>, conclusions: &mut Conclusions) -> Consistency {
    let Some(root) = partial.nodes_in(Inclusion::In).next() else { return Ok(()) };
    let count = partial.nodes.len();
    let mut order = vec![NONE; count];
    let mut low = vec![0; count];
    // Whether a node that is there hangs below.
    let mut holds = vec![false; count];
    let mut frames = vec![DfsFrame { node: root, over: NONE, next: 0 }];
    let mut clock = 1;
    order[root as usize] = 0;
    while let Some(frame) = frames.last_mut() {
        let node = frame.node;
        if let Some(&(link, other)) = partial.around(node).get(frame.next) {
            frame.next += 1;
            if link == frame.over || !partial.can_be(link) {
                continue;
            }
            if order[other as usize] == NONE {
                order[other as usize] = clock;
                low[other as usize] = clock;
                holds[other as usize] = partial.nodes[other as usize] == Inclusion::In;
                clock += 1;
                frames.push(DfsFrame { node: other, over: link, next: 0 });
            } else {
                low[node as usize] = low[node as usize].min(order[other as usize]);
            }
            continue;
        }
        let over = frame.over;
        frames.pop();
        let Some(parent) = frames.last().map(|frame| frame.node) else { break };
        low[parent as usize] = low[parent as usize].min(low[node as usize]);
        if !holds[node as usize] {
            continue;
        }
        holds[parent as usize] = true;
        if low[node as usize] >= order[parent as usize]
            && partial.nodes[parent as usize] == Inclusion::Open
        {
            conclusions.comes_in(NodeOrLink::Node(parent));
        }
        if low[node as usize] > order[parent as usize]
            && partial.link_lits[over as usize] == Inclusion::Open
        {
            conclusions.comes_in(NodeOrLink::Link(over));
        }
    }
    for node in (0..count as u32).filter(|node| order[*node as usize] == NONE) {
        match partial.nodes[node as usize] {
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
