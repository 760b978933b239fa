//! Groups of equal labels: their sizes and their first nodes.
//!
//! For each label, the nodes that may have it fall into *rooms*; within a room, the nodes that
//! surely have it form *cores*. A core's group has at least the core and at most the room.

use crate::csp::{Components, VarId};

use super::learn::{Bit, Past};
use super::store::{Conflict, Outcome, Store};

/// The statement with the labels that occur.
#[derive(Debug, Clone)]
pub(crate) struct Groups {
    stmt: Components,
    values: Vec<i64>,
    /// For each variable, the first node with this label.
    node_of: Vec<u32>,
}

/// A core and the sizes its group can have.
#[derive(Debug, Clone)]
struct Core {
    nodes: Vec<u32>,
    least: i64,
    most: i64,
}

/// No room, no core.
const NONE: u32 = u32::MAX;

impl Groups {
    /// Returns the propagator of a statement.
    pub(crate) fn new(store: &Store, stmt: &Components) -> Self {
        let mut values: Vec<i64> =
            stmt.labels.iter().flat_map(|label| store.values(*label)).collect();
        values.sort_unstable();
        values.dedup();
        let mut node_of = Vec::new();
        for (node, label) in stmt.labels.iter().enumerate().rev() {
            node_of.resize(node_of.len().max(label.index() + 1), NONE);
            node_of[label.index()] = node as u32;
        }
        Self { stmt: stmt.clone(), values, node_of }
    }

    /// Returns the variables it reads or changes.
    pub(crate) fn vars(&self) -> Vec<VarId> {
        let optional = self.stmt.size.iter().chain(&self.stmt.first).flatten();
        self.stmt.labels.iter().chain(optional).copied().collect()
    }

    /// Takes away what no grouping allows.
    pub(crate) fn propagate(&self, store: &mut Store) -> Outcome {
        let count = self.stmt.labels.len();
        let mut room_of = vec![NONE; count];
        let mut core_of = vec![NONE; count];
        for &value in &self.values {
            room_of.fill(NONE);
            core_of.fill(NONE);
            for start in 0..count as u32 {
                if room_of[start as usize] == NONE && self.may(store, start, value) {
                    let room = self.flood(start, &mut room_of, |node| self.may(store, node, value));
                    self.in_room(store, value, &room, &mut core_of)?;
                }
            }
        }
        Ok(())
    }

    fn may(&self, store: &Store, node: u32, value: i64) -> bool {
        store.contains(self.stmt.labels[node as usize], value)
    }

    fn must(&self, store: &Store, node: u32, value: i64) -> bool {
        store.value(self.stmt.labels[node as usize]) == Some(value)
    }

    /// Returns the nodes that are connected with `start` by nodes of this kind, and marks them
    /// with `start`.
    fn flood(&self, start: u32, mark: &mut [u32], belongs: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut nodes = vec![start];
        mark[start as usize] = start;
        let mut next = 0;
        while next < nodes.len() {
            for &node in &self.stmt.neighbours[nodes[next] as usize] {
                if mark[node as usize] == NONE && belongs(node) {
                    mark[node as usize] = start;
                    nodes.push(node);
                }
            }
            next += 1;
        }
        nodes
    }

    fn in_room(&self, store: &mut Store, value: i64, room: &[u32], core_of: &mut [u32]) -> Outcome {
        let mut cores: Vec<Core> = Vec::new();
        for &node in room {
            if core_of[node as usize] == NONE && self.must(store, node, value) {
                let nodes = self.flood(node, core_of, |other| self.must(store, other, value));
                nodes.iter().for_each(|&member| core_of[member as usize] = cores.len() as u32);
                cores.push(self.core(store, nodes, room.len() as i64)?);
            }
        }
        for &node in room.iter().filter(|&&node| core_of[node as usize] == NONE) {
            let label = self.stmt.labels[node as usize];
            let Some(size) = self.stmt.size[node as usize] else {
                continue;
            };
            let least = if size == label { value } else { store.min(size) };
            if least > room.len() as i64 || (size == label && value < 1) {
                store.remove(label, value)?;
            }
        }
        let lowest = room.iter().copied().min().unwrap_or(0);
        for core in &cores {
            self.firsts(store, value, core, lowest)?;
            self.grow(store, value, core, &cores, core_of)?;
        }
        Ok(())
    }

    /// Returns the core of these nodes, having told the sizes of its nodes what is known.
    fn core(&self, store: &mut Store, nodes: Vec<u32>, room: i64) -> Result<Core, Conflict> {
        let (mut least, mut most) = (nodes.len() as i64, room);
        for &node in &nodes {
            if let Some(size) = self.stmt.size[node as usize] {
                least = least.max(store.min(size));
                most = most.min(store.max(size));
            }
        }
        if least > most {
            return Err(Conflict);
        }
        for &node in &nodes {
            if let Some(size) = self.stmt.size[node as usize] {
                store.at_least(size, least)?;
                store.at_most(size, most)?;
            }
        }
        Ok(Core { nodes, least, most })
    }

    fn firsts(&self, store: &mut Store, value: i64, core: &Core, lowest: u32) -> Outcome {
        let least = core.nodes.iter().copied().min().unwrap_or(0);
        for &node in &core.nodes {
            let Some(first) = self.stmt.first[node as usize] else {
                continue;
            };
            if node > least {
                store.assign(first, 0)?;
            } else if node == lowest {
                store.assign(first, 1)?;
            } else if store.value(first) == Some(1) {
                for &member in &core.nodes {
                    for &next in &self.stmt.neighbours[member as usize] {
                        if next < node {
                            store.remove(self.stmt.labels[next as usize], value)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Looks at the open nodes around a core: which cannot join it, and whether one must.
    fn grow(
        &self,
        store: &mut Store,
        value: i64,
        core: &Core,
        cores: &[Core],
        core_of: &[u32],
    ) -> Outcome {
        let mut open = Vec::new();
        for &member in &core.nodes {
            for &next in &self.stmt.neighbours[member as usize] {
                if core_of[next as usize] == NONE
                    && self.may(store, next, value)
                    && !open.contains(&next)
                {
                    open.push(next);
                }
            }
        }
        for &node in &open {
            let mut joined: Vec<u32> = self.stmt.neighbours[node as usize]
                .iter()
                .map(|next| core_of[*next as usize])
                .filter(|index| *index != NONE)
                .collect();
            joined.sort_unstable();
            joined.dedup();
            let parts = || joined.iter().map(|index| &cores[*index as usize]);
            let total = 1 + parts().map(|core| core.nodes.len() as i64).sum::<i64>();
            let least = parts().map(|core| core.least).max().unwrap_or(0);
            let most = parts().map(|core| core.most).min().unwrap_or(i64::MAX);
            if total > most || least > most {
                store.remove(self.stmt.labels[node as usize], value)?;
            }
        }
        match open.as_slice() {
            [node] if (core.nodes.len() as i64) < core.least => {
                store.assign(self.stmt.labels[*node as usize], value)
            }
            _ => Ok(()),
        }
    }

    /// Returns the node whose label `var` is, where its size is the same variable.
    fn node_of(&self, var: VarId) -> Option<u32> {
        let node = *self.node_of.get(var.index()).filter(|node| **node != NONE)?;
        (self.stmt.size[node as usize] == Some(var)).then_some(node)
    }

    /// Adds the reason why a label that is also the size of its group cannot be `value`. Returns
    /// whether one was found: the room is too small, the group would be too large, or another group
    /// needs the node.
    pub(crate) fn why_gone(
        &self,
        past: Past<'_>,
        var: VarId,
        value: i64,
        reason: &mut Vec<Bit>,
    ) -> bool {
        let Some(node) = self.node_of(var) else { return false };
        self.why_no_room(past, node, value, reason)
            || self.why_too_large(past, node, value, reason)
            || self.why_needed(past, node, value, reason)
    }

    /// Adds the reason why some group cannot have its size.
    pub(crate) fn why_impossible(&self, past: Past<'_>, reason: &mut Vec<Bit>) -> bool {
        for node in 0..self.stmt.labels.len() as u32 {
            let label = self.stmt.labels[node as usize];
            if self.stmt.size[node as usize] != Some(label) {
                return false;
            }
            let Some(value) = past.value(label) else { continue };
            if self.why_no_room(past, node, value, reason)
                || self.why_too_large(past, node, value, reason)
            {
                past.because_is(label, value, reason);
                return true;
            }
        }
        false
    }

    /// The nodes around, none of which can be `value`, leave too little room.
    fn why_no_room(&self, past: Past<'_>, node: u32, value: i64, reason: &mut Vec<Bit>) -> bool {
        let Ok(wanted) = usize::try_from(value) else { return false };
        let (mut room, mut around) = (vec![node], Vec::new());
        let mut next = 0;
        while next < room.len() {
            if room.len() >= wanted {
                return false;
            }
            for &other in &self.stmt.neighbours[room[next] as usize] {
                if room.contains(&other) || around.contains(&other) {
                    continue;
                }
                if past.is_not(self.stmt.labels[other as usize], value) {
                    around.push(other);
                } else {
                    room.push(other);
                }
            }
            next += 1;
        }
        if room.len() >= wanted {
            return false;
        }
        for other in around {
            past.because_not(self.stmt.labels[other as usize], value, reason);
        }
        true
    }

    /// With the nodes that are `value` already, the group has more than `value` nodes.
    fn why_too_large(&self, past: Past<'_>, node: u32, value: i64, reason: &mut Vec<Bit>) -> bool {
        let Ok(allowed) = usize::try_from(value) else { return false };
        let mut group = vec![node];
        let mut next = 0;
        while next < group.len() && group.len() <= allowed {
            for &other in &self.stmt.neighbours[group[next] as usize] {
                if group.len() <= allowed
                    && !group.contains(&other)
                    && past.is(self.stmt.labels[other as usize], value)
                {
                    group.push(other);
                }
            }
            next += 1;
        }
        if group.len() <= allowed {
            return false;
        }
        for other in &group[1..] {
            past.because_is(self.stmt.labels[*other as usize], value, reason);
        }
        true
    }

    /// A group beside the node is too small, and can grow nowhere else.
    fn why_needed(&self, past: Past<'_>, node: u32, value: i64, reason: &mut Vec<Bit>) -> bool {
        for &start in &self.stmt.neighbours[node as usize] {
            let Some(size) = past.value(self.stmt.labels[start as usize]) else { continue };
            if size == value {
                continue;
            }
            let (mut group, mut around) = (vec![start], Vec::new());
            let mut next = 0;
            let mut is_closed = true;
            while next < group.len() && is_closed {
                for &other in &self.stmt.neighbours[group[next] as usize] {
                    if other == node || group.contains(&other) || around.contains(&other) {
                        continue;
                    }
                    let label = self.stmt.labels[other as usize];
                    if past.is(label, size) {
                        group.push(other);
                    } else if past.is_not(label, size) {
                        around.push(other);
                    } else {
                        is_closed = false;
                    }
                }
                next += 1;
            }
            if is_closed && (group.len() as i64) < size {
                for other in group {
                    past.because_is(self.stmt.labels[other as usize], size, reason);
                }
                for other in around {
                    past.because_not(self.stmt.labels[other as usize], size, reason);
                }
                return true;
            }
        }
        false
    }
}
