//! Groups whose labels are their sizes: every node says how large its group is.
//!
//! Works from what changed since its last run: where a value goes from a node, the rooms beside it
//! may have become too small; where a node becomes fixed, its group may be full, too large, or
//! have one way left to grow. Every walk ends after as many steps as the size in question.
//!
//! The same deductions for any sizes, without memory, are in [`components`](super::components).

use crate::csp::{Components, VarId};

use super::store::{Conflict, Outcome, Store};

/// The statement, and for each node the reversible word with the values it had at the last run.
#[derive(Debug, Clone)]
pub(crate) struct Sizes {
    labels: Vec<VarId>,
    neighbours: Vec<Vec<u32>>,
    seen: Vec<u32>,
    /// The value of the lowest bit of each label.
    mins: Vec<i64>,
}

/// What a run has to look at.
struct Work {
    /// For each node, the values whose room is to be measured.
    rooms: Vec<u64>,
    /// The fixed nodes whose group is to be looked at.
    groups: Vec<bool>,
    /// Scratch for walks.
    nodes: Vec<u32>,
}

/// No group is larger: a walk keeps its nodes in a list and looks through it.
const MAX_SIZE: i64 = 64;

impl Sizes {
    /// Returns the propagator, or `None` where some label is not the size of its group.
    pub(crate) fn new(store: &mut Store, stmt: &Components) -> Option<Self> {
        let mut mins = Vec::new();
        for (label, size) in stmt.labels.iter().zip(&stmt.size) {
            let (_, min) = store.single_word(*label)?;
            if *size != Some(*label) || store.min(*label) < 1 || store.max(*label) > MAX_SIZE {
                return None;
            }
            mins.push(min);
        }
        if stmt.first.iter().any(Option::is_some) {
            return None;
        }
        let seen = stmt.labels.iter().map(|_| store.add_cell()).collect();
        let (labels, neighbours) = (stmt.labels.clone(), stmt.neighbours.clone());
        Some(Self { labels, neighbours, seen, mins })
    }

    /// Returns its variables.
    pub(crate) fn vars(&self) -> &[VarId] {
        &self.labels
    }

    fn may(&self, store: &Store, node: u32, value: i64) -> bool {
        store.contains(self.labels[node as usize], value)
    }

    fn must(&self, store: &Store, node: u32, value: i64) -> bool {
        store.value(self.labels[node as usize]) == Some(value)
    }

    /// Takes away what no grouping allows.
    pub(crate) fn propagate(&self, store: &mut Store) -> Outcome {
        let mut work = Work {
            rooms: vec![0; self.labels.len()],
            groups: vec![false; self.labels.len()],
            nodes: Vec::with_capacity(16),
        };
        while self.collect(store, &mut work) {
            for node in 0..self.labels.len() {
                while work.rooms[node] != 0 {
                    let bit = work.rooms[node].trailing_zeros();
                    work.rooms[node] &= work.rooms[node] - 1;
                    self.room(store, node as u32, bit, &mut work)?;
                }
            }
            for node in 0..self.labels.len() {
                if std::mem::take(&mut work.groups[node])
                    && let Some(value) = store.value(self.labels[node])
                {
                    self.group(store, node as u32, value, &mut work)?;
                }
            }
        }
        Ok(())
    }

    /// Notes what has to be looked at because of changes since the last time. Returns whether there
    /// were any.
    fn collect(&self, store: &mut Store, work: &mut Work) -> bool {
        let mut has_news = false;
        for node in 0..self.labels.len() {
            let word = store.bits(self.labels[node]).0[0];
            // A cell starts as 0: "nothing seen"; no domain is empty.
            let seen = store.cell(self.seen[node]);
            if word == seen {
                continue;
            }
            has_news = true;
            store.set_cell(self.seen[node], word);
            if seen == 0 {
                work.rooms[node] = word;
            }
            let gone = if seen == 0 { 0 } else { seen & !word };
            for &next in &self.neighbours[node] {
                // The neighbours' bits for the same values.
                let (shift, next) = (self.mins[node] - self.mins[next as usize], next as usize);
                let lost = if shift >= 0 { gone << shift } else { gone >> -shift };
                let theirs = store.bits(self.labels[next]).0[0];
                work.rooms[next] |= lost & theirs;
                work.groups[next] |= lost & theirs != 0 && theirs & (theirs - 1) == 0;
            }
            work.groups[node] |= word & (word - 1) == 0;
        }
        has_news
    }

    /// Takes a value from all nodes of a room that is too small for it.
    fn room(&self, store: &mut Store, node: u32, bit: u32, work: &mut Work) -> Outcome {
        let value = self.mins[node as usize] + i64::from(bit);
        if !self.may(store, node, value) {
            return Ok(());
        }
        let Work { rooms, nodes, .. } = work;
        self.walk(node, value as usize, nodes, |next| self.may(store, next, value));
        for node in nodes.iter().map(|node| *node as usize) {
            // They are in the same room.
            rooms[node] &= !(1 << (value - self.mins[node]));
        }
        if (nodes.len() as i64) < value {
            for node in nodes.iter() {
                store.remove(self.labels[*node as usize], value)?;
            }
        }
        Ok(())
    }

    /// Collects nodes from `start` through those that `belong`, `enough` of them at the most.
    fn walk(&self, start: u32, enough: usize, nodes: &mut Vec<u32>, belongs: impl Fn(u32) -> bool) {
        nodes.clear();
        nodes.push(start);
        let mut at = 0;
        while at < nodes.len() && nodes.len() < enough {
            for &next in &self.neighbours[nodes[at] as usize] {
                if belongs(next) && !nodes.contains(&next) {
                    nodes.push(next);
                    if nodes.len() == enough {
                        return;
                    }
                }
            }
            at += 1;
        }
    }

    /// Looks at the group of a node that is `value`: whether it is too large, full, or has one way
    /// left to grow; and at the nodes beside it that would join it with too many others.
    fn group(&self, store: &mut Store, node: u32, value: i64, work: &mut Work) -> Outcome {
        let size = value as usize;
        self.walk(node, size + 1, &mut work.nodes, |next| self.must(store, next, value));
        if work.nodes.len() > size {
            return Err(Conflict);
        }
        let group = std::mem::take(&mut work.nodes);
        for member in &group {
            work.groups[*member as usize] = false;
        }
        let outcome = self.edge(store, &group, value, &mut work.nodes);
        work.nodes = group;
        outcome
    }

    fn edge(&self, store: &mut Store, group: &[u32], value: i64, nodes: &mut Vec<u32>) -> Outcome {
        let size = value as usize;
        let mut open: Option<u32> = None;
        let mut has_several = false;
        for &member in group {
            for &next in &self.neighbours[member as usize] {
                if group.contains(&next) || !self.may(store, next, value) {
                    continue;
                }
                // The node, this group, and every other group of the value beside the node.
                self.walk(next, size + 1, nodes, |other| self.must(store, other, value));
                if nodes.len() > size {
                    store.remove(self.labels[next as usize], value)?;
                } else if open.is_some_and(|other| other != next) {
                    has_several = true;
                } else {
                    open = Some(next);
                }
            }
        }
        match open {
            Some(node) if !has_several && group.len() < size => {
                store.assign(self.labels[node as usize], value)
            }
            None if group.len() < size => Err(Conflict),
            _ => Ok(()),
        }
    }
}
