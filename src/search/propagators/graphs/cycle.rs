//! One cycle: a way that is closed too early, and links that no cycle through the others can have.
//!
//! A cycle lies within one block (a part without cut nodes) of what can be there. How many links
//! there are at a node is the business of other statements; here it is only seen in the end.
//!
//! # Source
//! Tarjan, "Depth-first search and linear graph algorithms" (1972), for blocks.

use crate::csp::Lit;
use crate::search::store::{Conflict, Outcome};

use super::Conclusions;
use super::picture::{Item, NONE, Picture, State, Unions};

/// Draws conclusions.
pub(super) fn conclude(picture: &Picture<'_>, conclusions: &mut Conclusions) -> Outcome {
    if clash_at_node(picture).is_some() {
        return Err(Conflict);
    }
    let (mut unions, double) = Unions::new(picture);
    let first = picture.links_in(State::In).next();
    let mut set_of = |link: u32| unions.find(picture.ends(link)[0]);
    let set = first.map(&mut set_of);
    let is_one_way = picture.links_in(State::In).all(|link| Some(set_of(link)) == set);
    if double.is_some() && !is_one_way {
        return Err(Conflict);
    }
    let blocks = Blocks::new(picture);
    let block = match first {
        Some(link) => Some(blocks.of[link as usize]),
        None => None,
    };
    if picture.links_in(State::In).any(|link| Some(blocks.of[link as usize]) != block)
        || blocks.sizes.iter().all(|size| *size < 2)
    {
        return Err(Conflict);
    }
    for link in picture.links_in(State::Open) {
        let own = blocks.of[link as usize];
        let [a, b] = picture.ends(link);
        let is_beside = block.is_some_and(|block| block != own)
            || blocks.sizes[own as usize] < 2
            || double.is_some();
        if is_beside || (!is_one_way && unions.find(a) == unions.find(b)) {
            forbid(picture, link, conclusions);
        }
    }
    match block {
        Some(block) if blocks.sizes[block as usize] < 2 => Err(Conflict),
        _ => Ok(()),
    }
}

/// Takes a link out where only one thing about it is open.
fn forbid(picture: &Picture<'_>, link: u32, conclusions: &mut Conclusions) {
    let [a, b] = picture.ends(link);
    let parts = [
        (Item::Link(link), picture.marks[link as usize]),
        (Item::Node(a), picture.nodes[a as usize]),
        (Item::Node(b), picture.nodes[b as usize]),
    ];
    let mut open = parts.into_iter().filter(|(_, state)| *state == State::Open);
    if let (Some((item, _)), None) = (open.next(), open.next()) {
        conclusions.goes_out(item);
    }
}

/// Finds what cannot be: at a node, a cycle beside other links, or links of different blocks.
pub(super) fn clash(picture: &Picture<'_>) -> Option<Vec<Lit>> {
    clash_at_node(picture).or_else(|| closed_early(picture)).or_else(|| no_block(picture))
}

/// Three links at a node, or one that cannot go on.
fn clash_at_node(picture: &Picture<'_>) -> Option<Vec<Lit>> {
    for node in 0..picture.nodes.len() as u32 {
        let around = picture.around(node);
        let links = |state: State| {
            let is = move |link: &u32| picture.links[*link as usize] == state;
            around.iter().map(|(link, _)| *link).filter(is)
        };
        let here = links(State::In).take(3).count();
        if here == 3 {
            let mut reason = Vec::new();
            links(State::In).take(3).for_each(|link| picture.because_in(link, &mut reason));
            return Some(reason);
        }
        if here == 1 && links(State::Open).next().is_none() {
            let mut reason = Vec::new();
            links(State::In).for_each(|link| picture.because_in(link, &mut reason));
            links(State::Out).for_each(|link| picture.because_out(link, &mut reason));
            return Some(reason);
        }
    }
    None
}

/// A cycle, and a link that is there beside it.
fn closed_early(picture: &Picture<'_>) -> Option<Vec<Lit>> {
    let supposed = picture.supposed_links().into_iter();
    let mut closing = supposed.filter(|link| picture.links[*link as usize] == State::In);
    let cycle_of = |link: u32| {
        let [a, b] = picture.ends(link);
        let mut cycle = picture.way(a, b, link)?;
        cycle.push(link);
        Some(cycle)
    };
    let cycle = closing.find_map(cycle_of).or_else(|| cycle_of(Unions::new(picture).1?))?;
    let other = picture.links_in(State::In).find(|link| !cycle.contains(link))?;
    let mut reason = Vec::new();
    cycle.into_iter().chain([other]).for_each(|link| picture.because_in(link, &mut reason));
    Some(reason)
}

/// Links that no cycle can have, two of them that no cycle can have both, or no cycle at all.
fn no_block(picture: &Picture<'_>) -> Option<Vec<Lit>> {
    let blocks = Blocks::new(picture);
    let is_bridge = |link: u32| blocks.sizes[blocks.of[link as usize] as usize] < 2;
    let there = || picture.links_in(State::In);
    if let Some(bridge) = there().find(|link| is_bridge(*link)) {
        let sides = picture.ends(bridge).map(|end| {
            let reached = picture.reach(end, NONE, bridge);
            picture.border(&reached, NONE, bridge)
        });
        let mut reason = sides.into_iter().min_by_key(Vec::len)?;
        picture.because_in(bridge, &mut reason);
        return Some(reason);
    }
    let Some(first) = there().next() else {
        if blocks.sizes.iter().any(|size| *size > 1) {
            return None;
        }
        // What can be there is a forest: each part that can be told apart ends somewhere.
        let mut reason = Vec::new();
        picture.links_in(State::Out).for_each(|link| picture.because_out(link, &mut reason));
        return Some(reason);
    };
    let supposed = picture.supposed_links();
    let first = supposed.into_iter().find(|link| there().any(|l| l == *link)).unwrap_or(first);
    let other = there().find(|link| blocks.of[*link as usize] != blocks.of[first as usize])?;
    let sides = [(first, other), (other, first)].map(|(own, other)| {
        let hole = blocks.entrance(picture, other, own);
        let start = picture.ends(own).into_iter().find(|end| *end != hole)?;
        let reached = picture.reach(start, hole, NONE);
        Some(picture.border(&reached, hole, NONE))
    });
    let mut reason = sides.into_iter().flatten().min_by_key(Vec::len)?;
    [first, other].into_iter().for_each(|link| picture.because_in(link, &mut reason));
    Some(reason)
}

/// The blocks of what can be there.
struct Blocks {
    /// The block of each link that can be there.
    of: Vec<u32>,
    /// The number of links of each block.
    sizes: Vec<u32>,
}

struct Step {
    node: u32,
    over: u32,
    next: usize,
}

impl Blocks {
    fn new(picture: &Picture<'_>) -> Self {
        let count = picture.nodes.len();
        let mut blocks = Self { of: vec![NONE; picture.links.len()], sizes: Vec::new() };
        let mut order = vec![NONE; count];
        let mut low = vec![0; count];
        let mut clock = 0;
        let (mut steps, mut pile): (Vec<Step>, Vec<u32>) = (Vec::new(), Vec::new());
        for root in 0..count as u32 {
            if order[root as usize] != NONE {
                continue;
            }
            order[root as usize] = clock;
            clock += 1;
            steps.push(Step { node: root, over: NONE, next: 0 });
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
                        clock += 1;
                        pile.push(link);
                        steps.push(Step { node: other, over: link, next: 0 });
                    } else if order[other as usize] < order[node as usize] {
                        pile.push(link);
                        low[node as usize] = low[node as usize].min(order[other as usize]);
                    }
                    continue;
                }
                let over = step.over;
                steps.pop();
                let Some(parent) = steps.last().map(|step| step.node) else { break };
                low[parent as usize] = low[parent as usize].min(low[node as usize]);
                if low[node as usize] >= order[parent as usize] {
                    let number = blocks.sizes.len() as u32;
                    let mut size = 0;
                    while let Some(link) = pile.pop() {
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
    fn entrance(&self, picture: &Picture<'_>, from: u32, to: u32) -> u32 {
        let block = self.of[to as usize];
        let is_in_block = |node: u32| {
            picture.around(node).iter().any(|(link, _)| self.of[*link as usize] == block)
        };
        let mut is_reached = vec![false; picture.nodes.len()];
        let mut nodes = picture.ends(from).to_vec();
        nodes.iter().for_each(|node| is_reached[*node as usize] = true);
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            if is_in_block(node) {
                return node;
            }
            next += 1;
            for &(link, other) in picture.around(node) {
                if picture.can_be(link) && !std::mem::replace(&mut is_reached[other as usize], true)
                {
                    nodes.push(other);
                }
            }
        }
        NONE
    }
}
