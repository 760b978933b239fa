//! Groups whose labels are their sizes: the reasons of what [`sizes`](super::sizes) deduces.

use crate::csp::{Components, VarId};

use super::learn::{Bit, Past};

/// The statement.
#[derive(Debug, Clone)]
pub(crate) struct Reasons {
    labels: Vec<VarId>,
    neighbours: Vec<Vec<u32>>,
    /// For each variable, the first node with this label.
    node_of: Vec<u32>,
}

/// No node.
const NONE: u32 = u32::MAX;

impl Reasons {
    /// Returns the reasons of a statement; `None` where it has no labels.
    pub(crate) fn new(stmt: &Components) -> Option<Self> {
        let labels = stmt.labels()?.to_vec();
        let mut node_of = Vec::new();
        for (node, label) in labels.iter().enumerate().rev() {
            node_of.resize(node_of.len().max(label.index() + 1), NONE);
            node_of[label.index()] = node as u32;
        }
        Some(Self { labels, neighbours: stmt.neighbours.clone(), node_of })
    }

    fn node_of(&self, var: VarId) -> Option<u32> {
        self.node_of.get(var.index()).copied().filter(|node| *node != NONE)
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
        for node in 0..self.labels.len() as u32 {
            let label = self.labels[node as usize];
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
            for &other in &self.neighbours[room[next] as usize] {
                if room.contains(&other) || around.contains(&other) {
                    continue;
                }
                if past.is_not(self.labels[other as usize], value) {
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
            past.because_not(self.labels[other as usize], value, reason);
        }
        true
    }

    /// With the nodes that are `value` already, the group has more than `value` nodes.
    fn why_too_large(&self, past: Past<'_>, node: u32, value: i64, reason: &mut Vec<Bit>) -> bool {
        let Ok(allowed) = usize::try_from(value) else { return false };
        let mut group = vec![node];
        let mut next = 0;
        while next < group.len() && group.len() <= allowed {
            for &other in &self.neighbours[group[next] as usize] {
                if group.len() <= allowed
                    && !group.contains(&other)
                    && past.is(self.labels[other as usize], value)
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
            past.because_is(self.labels[*other as usize], value, reason);
        }
        true
    }

    /// A group beside the node is too small, and can grow nowhere else.
    fn why_needed(&self, past: Past<'_>, node: u32, value: i64, reason: &mut Vec<Bit>) -> bool {
        for &start in &self.neighbours[node as usize] {
            let Some(size) = past.value(self.labels[start as usize]) else { continue };
            if size == value {
                continue;
            }
            let (mut group, mut around) = (vec![start], Vec::new());
            let mut next = 0;
            let mut is_closed = true;
            while next < group.len() && is_closed {
                for &other in &self.neighbours[group[next] as usize] {
                    if other == node || group.contains(&other) || around.contains(&other) {
                        continue;
                    }
                    let label = self.labels[other as usize];
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
                    past.because_is(self.labels[other as usize], size, reason);
                }
                for other in around {
                    past.because_not(self.labels[other as usize], size, reason);
                }
                return true;
            }
        }
        false
    }
}
