//! The nodes that may have one label, or all nodes where there are links.
//!
//! The nodes of a layer fall into *rooms*, which are connected by neighbours that may be joined;
//! within a room, those that are surely joined form *cores*. A core's group has at least the core
//! and at most the room.

use crate::csp::{Joined, Lit};

use super::{Because, Groups, View};

/// No room, no core.
pub(super) const NONE: u32 = u32::MAX;

/// The rooms and cores of one label.
pub(super) struct Layer<'a> {
    groups: &'a Groups,
    value: i64,
    /// For each pair of neighbours whether they are joined in this layer; `None` where that is open.
    edges: Vec<Vec<Option<bool>>>,
    /// For each node, its room by position.
    pub(super) room_of: Vec<u32>,
    pub(super) rooms: Vec<Vec<u32>>,
    /// For each node, its core by position; none for nodes that may be of another layer.
    pub(super) core_of: Vec<u32>,
    pub(super) cores: Vec<Vec<u32>>,
}

/// Something open that would connect cores, and perhaps a node of its own: the node, or a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Joiner {
    /// It does so where this holds.
    pub(super) lit: Lit,
    pub(super) node: Option<u32>,
    /// The nodes of cores that it connects, one for each core.
    pub(super) ends: Vec<u32>,
}

impl Joiner {
    fn is_between(&self, a: u32, b: u32) -> bool {
        match self.node {
            Some(node) => node == a || node == b,
            None => self.ends.contains(&a) && self.ends.contains(&b),
        }
    }
}

impl<'a> Layer<'a> {
    pub(super) fn new(groups: &'a Groups, value: i64, view: &impl View) -> Self {
        let stmt = &groups.stmt;
        let count = stmt.node_count();
        let (mut may, mut must) = (vec![true; count], vec![true; count]);
        if let Joined::Equal(labels) = &stmt.joined {
            for (node, label) in labels.iter().enumerate() {
                may[node] = view.may(*label, value);
                must[node] = view.is(*label, value);
            }
        }
        let edge = |node: usize, position: usize, next: u32| match &stmt.joined {
            Joined::Equal(_) => {
                let next = next as usize;
                match may[node] && may[next] {
                    false => Some(false),
                    true => (must[node] && must[next]).then_some(true),
                }
            }
            Joined::Linked(links) => view.truth(links[node][position]),
        };
        let edges = (0..count).map(|node| {
            let near = stmt.neighbours[node].iter().enumerate();
            near.map(|(position, next)| edge(node, position, *next)).collect()
        });
        let mut layer = Self {
            groups,
            value,
            edges: edges.collect(),
            room_of: vec![NONE; count],
            rooms: Vec::new(),
            core_of: vec![NONE; count],
            cores: Vec::new(),
        };
        for start in 0..count as u32 {
            if may[start as usize] && layer.room_of[start as usize] == NONE {
                let room = layer.reached(start, |edge| edge != Some(false));
                room.iter()
                    .for_each(|node| layer.room_of[*node as usize] = layer.rooms.len() as u32);
                layer.rooms.push(room);
            }
            if must[start as usize] && layer.core_of[start as usize] == NONE {
                let core = layer.reached(start, |edge| edge == Some(true));
                core.iter()
                    .for_each(|node| layer.core_of[*node as usize] = layer.cores.len() as u32);
                layer.cores.push(core);
            }
        }
        layer
    }

    pub(super) fn near(&self, node: u32) -> impl Iterator<Item = (u32, Option<bool>)> + '_ {
        let near = self.groups.stmt.neighbours[node as usize].iter();
        near.copied().zip(self.edges[node as usize].iter().copied())
    }

    fn reached(&self, start: u32, goes: impl Fn(Option<bool>) -> bool) -> Vec<u32> {
        let mut is_in = vec![false; self.edges.len()];
        is_in[start as usize] = true;
        let mut nodes = vec![start];
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            next += 1;
            for (other, edge) in self.near(node) {
                if goes(edge) && !std::mem::replace(&mut is_in[other as usize], true) {
                    nodes.push(other);
                }
            }
        }
        nodes
    }

    /// Returns the core of a node.
    pub(super) fn core(&self, node: u32) -> Option<usize> {
        Some(self.core_of[node as usize]).filter(|core| *core != NONE).map(|core| core as usize)
    }

    /// Returns "the node is in this layer", where that is not always so.
    pub(super) fn is_here(&self, node: u32) -> Option<Lit> {
        self.groups.stmt.labels().map(|labels| Lit::is(labels[node as usize], self.value))
    }

    /// Returns everything that would connect cores.
    pub(super) fn joiners(&self) -> Vec<Joiner> {
        let mut joiners = Vec::new();
        for node in 0..self.edges.len() as u32 {
            match &self.groups.stmt.joined {
                Joined::Equal(_) if self.room_of[node as usize] == NONE => {}
                Joined::Equal(_) if self.core(node).is_some() => {}
                Joined::Equal(_) => {
                    let mut ends: Vec<u32> = Vec::new();
                    for (next, _) in self.near(node) {
                        let core = self.core(next);
                        if core.is_some() && ends.iter().all(|end| self.core(*end) != core) {
                            ends.push(next);
                        }
                    }
                    let lit = self.is_here(node).unwrap_or_else(|| crate::bug!("no label"));
                    joiners.push(Joiner { lit, node: Some(node), ends });
                }
                Joined::Linked(links) => {
                    for (position, (next, edge)) in self.near(node).enumerate() {
                        if node < next && edge.is_none() && self.core(node) != self.core(next) {
                            let lit = links[node as usize][position];
                            joiners.push(Joiner { lit, node: None, ends: vec![node, next] });
                        }
                    }
                }
            }
        }
        joiners
    }

    /// Walks from `start` through neighbours that may be joined, except by `without`, until
    /// `is_enough` of the last node; returns whether it was, and the nodes.
    pub(super) fn walk(
        &self,
        start: u32,
        without: Option<&Joiner>,
        mut is_enough: impl FnMut(u32) -> bool,
    ) -> (bool, Vec<u32>) {
        if is_enough(start) {
            return (true, vec![start]);
        }
        let mut is_in = vec![false; self.edges.len()];
        is_in[start as usize] = true;
        let mut nodes = vec![start];
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            next += 1;
            for (other, edge) in self.near(node) {
                if edge == Some(false)
                    || is_in[other as usize]
                    || without.is_some_and(|joiner| joiner.is_between(node, other))
                {
                    continue;
                }
                is_in[other as usize] = true;
                nodes.push(other);
                if is_enough(other) {
                    return (true, nodes);
                }
            }
        }
        (false, nodes)
    }

    /// Adds "these nodes, which are all that can be reached from the first, are connected with no
    /// others", except by `but`.
    pub(super) fn because_closed(
        &self,
        nodes: &[u32],
        but: Option<&Joiner>,
        why: &mut Because<'_>,
    ) {
        let mut is_in = vec![false; self.edges.len()];
        nodes.iter().for_each(|node| is_in[*node as usize] = true);
        for &node in nodes {
            for (position, (next, _)) in self.near(node).enumerate() {
                if is_in[next as usize] || but.is_some_and(|joiner| joiner.is_between(node, next)) {
                    continue;
                }
                why.lit(match &self.groups.stmt.joined {
                    Joined::Equal(labels) => Lit::is_not(labels[next as usize], self.value),
                    Joined::Linked(links) => !links[node as usize][position],
                });
            }
        }
    }

    /// Walks through the cores around a joiner, or through the core of `start`, until `is_enough`
    /// of what was walked through so far, and adds "this is connected" (by the joiner).
    pub(super) fn because_connected(
        &self,
        start: &[u32],
        mut is_enough: impl FnMut(&[u32]) -> bool,
        why: &mut Because<'_>,
    ) -> Vec<u32> {
        let mut is_in = vec![false; self.edges.len()];
        start.iter().for_each(|node| is_in[*node as usize] = true);
        let mut nodes = start.to_vec();
        let mut next = 0;
        'walk: while !is_enough(&nodes) {
            let Some(&node) = nodes.get(next) else { break };
            next += 1;
            for (position, (other, edge)) in self.near(node).enumerate() {
                if edge != Some(true) || std::mem::replace(&mut is_in[other as usize], true) {
                    continue;
                }
                nodes.push(other);
                if let Joined::Linked(links) = &self.groups.stmt.joined {
                    why.lit(links[node as usize][position]);
                }
                if is_enough(&nodes) {
                    break 'walk;
                }
            }
        }
        for node in &nodes {
            if let Some(lit) = self.is_here(*node) {
                why.lit(lit);
            }
        }
        nodes
    }
}
