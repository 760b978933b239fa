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
    /// Where the word of each label is.
    places: Vec<u32>,
}

/// What a run has to look at.
///
/// It is kept with the store between runs, with nothing to look at.
#[derive(Debug, Clone, Default)]
pub(crate) struct Work {
    /// For each node, the values whose room is to be measured.
    rooms: Vec<u64>,
    /// The fixed nodes whose group is to be looked at.
    groups: Vec<bool>,
    /// Scratch for walks.
    walk: Walk,
}

/// Nodes in the order in which a walk came to them.
#[derive(Debug, Clone, Default)]
struct Walk {
    nodes: Vec<u32>,
    /// Which nodes these are.
    is_in: Vec<bool>,
}

impl Walk {
    fn start(&mut self, node: u32) {
        for node in self.nodes.drain(..) {
            self.is_in[node as usize] = false;
        }
        self.add(node);
    }

    fn add(&mut self, node: u32) {
        if !std::mem::replace(&mut self.is_in[node as usize], true) {
            self.nodes.push(node);
        }
    }
}

/// No group is larger: a walk keeps its nodes in a list and looks through it.
const MAX_SIZE: i64 = 64;

impl Sizes {
    /// Returns the propagator, or `None` where some label is not the size of its group.
    pub(crate) fn new(store: &mut Store, stmt: &Components) -> Option<Self> {
        let (mut mins, mut places) = (Vec::new(), Vec::new());
        let labels = stmt.labels()?;
        for (label, size) in labels.iter().zip(&stmt.size) {
            let (place, min) = store.single_word(*label)?;
            if *size != Some(*label) || store.min(*label) < 1 || store.max(*label) > MAX_SIZE {
                return None;
            }
            mins.push(min);
            places.push(place);
        }
        if !stmt.claims_only_sizes() {
            return None;
        }
        let seen = labels.iter().map(|_| store.add_cell()).collect();
        let (labels, neighbours) = (labels.to_vec(), stmt.neighbours.clone());
        Some(Self { labels, neighbours, seen, mins, places })
    }

    /// Returns its variables.
    pub(crate) fn vars(&self) -> &[VarId] {
        &self.labels
    }

    fn word(&self, store: &Store, node: u32) -> u64 {
        store.word(self.places[node as usize])
    }

    fn bit(&self, node: u32, value: i64) -> u64 {
        let offset = value.wrapping_sub(self.mins[node as usize]) as u64;
        if offset < 64 { 1 << offset } else { 0 }
    }

    fn may(&self, store: &Store, node: u32, value: i64) -> bool {
        self.word(store, node) & self.bit(node, value) != 0
    }

    fn must(&self, store: &Store, node: u32, value: i64) -> bool {
        self.word(store, node) == self.bit(node, value)
    }

    /// Takes away what no grouping allows.
    pub(crate) fn propagate(&self, store: &mut Store) -> Outcome {
        let mut work = store.take_work();
        let count = self.labels.len();
        if work.rooms.len() != count {
            let walk = Walk { nodes: Vec::new(), is_in: vec![false; count] };
            work = Box::new(Work { rooms: vec![0; count], groups: vec![false; count], walk });
        }
        let outcome = self.look(store, &mut work);
        if outcome.is_err() {
            work.rooms.fill(0);
            work.groups.fill(false);
        }
        store.keep_work(work);
        outcome
    }

    fn look(&self, store: &mut Store, work: &mut Work) -> Outcome {
        while self.collect(store, work) {
            for node in 0..self.labels.len() {
                while work.rooms[node] != 0 {
                    let bit = work.rooms[node].trailing_zeros();
                    work.rooms[node] &= work.rooms[node] - 1;
                    self.room(store, node as u32, bit, work)?;
                }
            }
            for node in 0..self.labels.len() {
                if std::mem::take(&mut work.groups[node])
                    && let Some(value) = store.value(self.labels[node])
                {
                    self.group(store, node as u32, value, work)?;
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
            let word = self.word(store, node as u32);
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
                let theirs = self.word(store, next as u32);
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
        let Work { rooms, walk, .. } = work;
        self.walk(node, value as usize, walk, |next| self.may(store, next, value));
        for node in walk.nodes.iter().map(|node| *node as usize) {
            // They are in the same room.
            rooms[node] &= !(1 << (value - self.mins[node]));
        }
        if (walk.nodes.len() as i64) < value {
            for node in walk.nodes.iter() {
                store.remove(self.labels[*node as usize], value)?;
            }
        }
        Ok(())
    }

    /// Collects nodes from `start` through those that `belong`, `enough` of them at the most.
    fn walk(&self, start: u32, enough: usize, walk: &mut Walk, belongs: impl Fn(u32) -> bool) {
        walk.start(start);
        let mut at = 0;
        while at < walk.nodes.len() && walk.nodes.len() < enough {
            for &next in &self.neighbours[walk.nodes[at] as usize] {
                if belongs(next) {
                    walk.add(next);
                    if walk.nodes.len() == enough {
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
        self.walk(node, size + 1, &mut work.walk, |next| self.must(store, next, value));
        if work.walk.nodes.len() > size {
            return Err(Conflict);
        }
        let mut group = [0; MAX_SIZE as usize];
        let group = &mut group[..work.walk.nodes.len()];
        group.copy_from_slice(&work.walk.nodes);
        for member in group.iter() {
            work.groups[*member as usize] = false;
        }
        self.edge(store, group, value, &mut work.walk)
    }

    fn edge(&self, store: &mut Store, group: &[u32], value: i64, walk: &mut Walk) -> Outcome {
        let size = value as usize;
        let mut open: Option<u32> = None;
        let mut has_several = false;
        for &member in group {
            for &next in &self.neighbours[member as usize] {
                // A node that may be the value and need not be is not in the group.
                let word = self.word(store, next);
                let bit = self.bit(next, value);
                if word & bit == 0 || word == bit {
                    continue;
                }
                // The node, this group, and every other group of the value beside the node.
                self.walk(next, size + 1, walk, |other| self.must(store, other, value));
                if walk.nodes.len() > size {
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
