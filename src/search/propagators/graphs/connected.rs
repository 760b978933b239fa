//! All nodes joined: nodes that cannot be reached go out; what alone joins two parts comes in.
//!
//! # Source
//! Tarjan, "Depth-first search and linear graph algorithms" (1972), for cut nodes and bridges.

use crate::csp::Lit;
use crate::search::store::{Conflict, Outcome};

use super::Conclusions;
use super::picture::{Item, NONE, Picture, State};

/// A node on the way down.
struct Step {
    node: u32,
    /// The link it was reached over.
    over: u32,
    /// How many of its links were looked at.
    next: usize,
}

/// Draws conclusions: of what can be there, seen from a node that is.
pub(super) fn conclude(picture: &Picture<'_>, conclusions: &mut Conclusions) -> Outcome {
    let Some(root) = picture.nodes_in(State::In).next() else { return Ok(()) };
    let count = picture.nodes.len();
    let mut order = vec![NONE; count];
    let mut low = vec![0; count];
    // Whether a node that is there hangs below.
    let mut holds = vec![false; count];
    let mut steps = vec![Step { node: root, over: NONE, next: 0 }];
    let mut clock = 1;
    order[root as usize] = 0;
    while let Some(step) = steps.last_mut() {
        let node = step.node;
        if let Some(&(link, other)) = picture.around(node).get(step.next) {
            step.next += 1;
            if link == step.over || !picture.can_be(link) {
                continue;
            }
            if order[other as usize] == NONE {
                order[other as usize] = clock;
                low[other as usize] = clock;
                holds[other as usize] = picture.nodes[other as usize] == State::In;
                clock += 1;
                steps.push(Step { node: other, over: link, next: 0 });
            } else {
                low[node as usize] = low[node as usize].min(order[other as usize]);
            }
            continue;
        }
        let over = step.over;
        steps.pop();
        let Some(parent) = steps.last().map(|step| step.node) else { break };
        low[parent as usize] = low[parent as usize].min(low[node as usize]);
        if !holds[node as usize] {
            continue;
        }
        holds[parent as usize] = true;
        if low[node as usize] >= order[parent as usize]
            && picture.nodes[parent as usize] == State::Open
        {
            conclusions.comes_in(Item::Node(parent));
        }
        if low[node as usize] > order[parent as usize]
            && picture.marks[over as usize] == State::Open
        {
            conclusions.comes_in(Item::Link(over));
        }
    }
    for node in (0..count as u32).filter(|node| order[*node as usize] == NONE) {
        match picture.nodes[node as usize] {
            State::In => return Err(Conflict),
            State::Open => conclusions.goes_out(Item::Node(node)),
            State::Out => {}
        }
    }
    Ok(())
}

/// Two nodes that are there and cannot be joined.
pub(super) fn clash(picture: &Picture<'_>) -> Option<Vec<Lit>> {
    let there = || picture.nodes_in(State::In);
    let reached = picture.reach(there().next()?, NONE, NONE);
    let apart = there().find(|node| !reached.0[*node as usize])?;
    // Either side tells; the one with the shorter border tells more.
    let other = picture.reach(apart, NONE, NONE);
    let first = reached.1[0];
    let mut reason = picture.border(&reached, NONE, NONE);
    let back = picture.border(&other, NONE, NONE);
    if back.len() < reason.len() {
        reason = back;
    }
    [first, apart].into_iter().for_each(|node| picture.because_node(node, &mut reason));
    Some(reason)
}
