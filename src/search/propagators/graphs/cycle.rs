//! One cycle: no path is closed too early, and links that no cycle through all links that are in can use are out.
//!
//! A cycle lies within one block (a part without cut nodes) of what can be there. That each
//! node of it has two links is left to other statements: here, a wrong degree is only seen as a conflict.
//!
//! # Source
//! Tarjan, "Depth-first search and linear graph algorithms" (1972), for blocks.

use crate::store::{Consistency, Inconsistent};
use puzgen_csp::Lit;

use super::Conclusions;
use super::forest::cycle_in;
use super::partial_graph::{Inclusion, NONE, NodeOrLink, PartialGraph, Unions};

/// Draws conclusions.
pub(super) fn conclude(partial: &PartialGraph<'_>, conclusions: &mut Conclusions) -> Consistency {
    if conflict_at_node(partial).is_some() {
        return Err(Inconsistent);
    }
    let (mut unions, double) = Unions::new(partial);
    let first = partial.links_in(Inclusion::In).next();
    let mut set_of = |link: u32| unions.find(partial.ends(link)[0]);
    let set = first.map(&mut set_of);
    let is_one_way = partial.links_in(Inclusion::In).all(|link| Some(set_of(link)) == set);
    if double.is_some() && !is_one_way {
        return Err(Inconsistent);
    }
    let blocks = GraphBlocks::new(partial);
    let block = match first {
        Some(link) => Some(blocks.of[link as usize]),
        None => None,
    };
    if partial.links_in(Inclusion::In).any(|link| Some(blocks.of[link as usize]) != block)
        || blocks.sizes.iter().all(|size| *size < 2)
    {
        return Err(Inconsistent);
    }
    for link in partial.links_in(Inclusion::Open) {
        let own = blocks.of[link as usize];
        let [a, b] = partial.ends(link);
        let is_beside = block.is_some_and(|block| block != own)
            || blocks.sizes[own as usize] < 2
            || double.is_some();
        if is_beside || (!is_one_way && unions.find(a) == unions.find(b)) {
            forbid(partial, link, conclusions);
        }
    }
    match block {
        Some(block) if blocks.sizes[block as usize] < 2 => Err(Inconsistent),
        _ => Ok(()),
    }
}

/// Takes a link out where only one thing about it is open.
fn forbid(partial: &PartialGraph<'_>, link: u32, conclusions: &mut Conclusions) {
    let [a, b] = partial.ends(link);
    let parts = [
        (NodeOrLink::Link(link), partial.mark(link)),
        (NodeOrLink::Node(a), partial.nodes[a as usize]),
        (NodeOrLink::Node(b), partial.nodes[b as usize]),
    ];
    let mut open = parts.into_iter().filter(|(_, state)| *state == Inclusion::Open);
    if let (Some((item, _)), None) = (open.next(), open.next()) {
        conclusions.goes_out(item);
    }
}

/// Finds what cannot be: at a node, a cycle beside other links, or links of different blocks.
pub(super) fn conflict(partial: &PartialGraph<'_>) -> Option<Vec<Lit>> {
    conflict_at_node(partial).or_else(|| closed_early(partial)).or_else(|| no_block(partial))
}

/// Three links at a node, or one that cannot go on.
fn conflict_at_node(partial: &PartialGraph<'_>) -> Option<Vec<Lit>> {
    for node in 0..partial.nodes.len() as u32 {
        let around = partial.around(node);
        let links = |state: Inclusion| {
            let is = move |link: &u32| partial.links()[*link as usize] == state;
            around.iter().map(|(link, _)| *link).filter(is)
        };
        let here = links(Inclusion::In).take(3).count();
        if here == 3 {
            let mut reason = Vec::new();
            links(Inclusion::In).take(3).for_each(|link| partial.because_in(link, &mut reason));
            return Some(reason);
        }
        if here == 1 && links(Inclusion::Open).next().is_none() {
            let mut reason = Vec::new();
            links(Inclusion::In).for_each(|link| partial.because_in(link, &mut reason));
            links(Inclusion::Out).for_each(|link| partial.because_out(link, &mut reason));
            return Some(reason);
        }
    }
    None
}

/// A cycle, and a link that is there beside it.
fn closed_early(partial: &PartialGraph<'_>) -> Option<Vec<Lit>> {
    let cycle = cycle_in(partial)?;
    let other = partial.links_in(Inclusion::In).find(|link| !cycle.contains(link))?;
    let mut reason = Vec::new();
    cycle.into_iter().chain([other]).for_each(|link| partial.because_in(link, &mut reason));
    Some(reason)
}

/// Links that no cycle can have, two of them that no cycle can have both, or no cycle at all.
fn no_block(partial: &PartialGraph<'_>) -> Option<Vec<Lit>> {
    let blocks = GraphBlocks::new(partial);
    let is_bridge = |link: u32| blocks.sizes[blocks.of[link as usize] as usize] < 2;
    let there = || partial.links_in(Inclusion::In);
    if let Some(bridge) = there().find(|link| is_bridge(*link)) {
        let sides = partial.ends(bridge).map(|end| {
            let reached = partial.reach(end, NONE, bridge);
            partial.border(&reached, NONE, bridge)
        });
        let mut reason = sides.into_iter().min_by_key(Vec::len)?;
        partial.because_in(bridge, &mut reason);
        return Some(reason);
    }
    let Some(first) = there().next() else {
        if blocks.sizes.iter().any(|size| *size > 1) {
            return None;
        }
        // What can be there is a forest: each part that can be told apart ends somewhere.
        let mut reason = Vec::new();
        partial.links_in(Inclusion::Out).for_each(|link| partial.because_out(link, &mut reason));
        return Some(reason);
    };
    let supposed = partial.supposed_links();
    let first = supposed.into_iter().find(|link| there().any(|l| l == *link)).unwrap_or(first);
    let other = there().find(|link| blocks.of[*link as usize] != blocks.of[first as usize])?;
    let sides = [(first, other), (other, first)].map(|(own, other)| {
        let hole = blocks.entrance(partial, other, own);
        let start = partial.ends(own).into_iter().find(|end| *end != hole)?;
        let reached = partial.reach(start, hole, NONE);
        Some(partial.border(&reached, hole, NONE))
    });
    let mut reason = sides.into_iter().flatten().min_by_key(Vec::len)?;
    [first, other].into_iter().for_each(|link| partial.because_in(link, &mut reason));
    Some(reason)
}

/// A node on the path of a depth-first search.
struct DfsFrame {
    node: u32,
    /// The link it was reached over.
    over: u32,
    /// How many of its links were looked at.
    next: usize,
}

/// The blocks of what can be there.
struct GraphBlocks {
    /// The block of each link that can be there.
    of: Vec<u32>,
    /// The number of links of each block.
    sizes: Vec<u32>,
}

impl GraphBlocks {
    fn new(partial: &PartialGraph<'_>) -> Self {
        let count = partial.nodes.len();
        let mut blocks = Self { of: vec![NONE; partial.links().len()], sizes: Vec::new() };
        let mut order = vec![NONE; count];
        let mut low = vec![0; count];
        let mut clock = 0;
        let (mut frames, mut link_stack): (Vec<DfsFrame>, Vec<u32>) = (Vec::new(), Vec::new());
        for root in 0..count as u32 {
            if order[root as usize] != NONE {
                continue;
            }
            order[root as usize] = clock;
            clock += 1;
            frames.push(DfsFrame { node: root, over: NONE, next: 0 });
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
                        clock += 1;
                        link_stack.push(link);
                        frames.push(DfsFrame { node: other, over: link, next: 0 });
                    } else if order[other as usize] < order[node as usize] {
                        link_stack.push(link);
                        low[node as usize] = low[node as usize].min(order[other as usize]);
                    }
                    continue;
                }
                let over = frame.over;
                frames.pop();
                let Some(parent) = frames.last().map(|frame| frame.node) else { break };
                low[parent as usize] = low[parent as usize].min(low[node as usize]);
                if low[node as usize] >= order[parent as usize] {
                    let number = blocks.sizes.len() as u32;
                    let mut size = 0;
                    while let Some(link) = link_stack.pop() {
                        blocks.of[link as usize] = number;
                        size += 1;
                        if link == over {
                            break;
                        }
                    }
                    blocks.sizes.push(size);
                }
            }
        }
        blocks
    }

    /// Returns the node through which every way from the link `from` to the block of `to` leads;
    /// no node where there is no way.
    fn entrance(&self, partial: &PartialGraph<'_>, from: u32, to: u32) -> u32 {
        let block = self.of[to as usize];
        let is_in_block = |node: u32| {
            partial.around(node).iter().any(|(link, _)| self.of[*link as usize] == block)
        };
        let mut is_reached = vec![false; partial.nodes.len()];
        let mut nodes = partial.ends(from).to_vec();
        nodes.iter().for_each(|node| is_reached[*node as usize] = true);
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            if is_in_block(node) {
                return node;
            }
            next += 1;
            for &(link, other) in partial.around(node) {
                if partial.can_be(link) && !std::mem::replace(&mut is_reached[other as usize], true)
                {
                    nodes.push(other);
                }
            }
        }
        NONE
    }
}
