//! Groups whose labels are their sizes: every node says how large its group is.
//!
//! For each value it keeps the set of nodes that may be it, and of those that are. Where a node
//! leaves the first, the rooms beside it may have become too small; where a node joins the second,
//! its group may be full or too large. A group that is too small needs every node without which its
//! room would be. Every walk ends after as many nodes as the size in question.
//!
//! The same deductions for any sizes, but for the last one, are in [`components`](super::components).

use crate::csp::{Components, VarId};

use super::nodes::{Near, Sets, Walk, bits, first, members};
use super::store::{Conflict, Outcome, Store};

/// The statement, and where its sets are.
#[derive(Debug, Clone)]
pub(crate) struct Sizes {
    labels: Vec<VarId>,
    near: Near,
    /// The lowest value of all; the row of a value is its distance from that.
    low: i64,
    /// For each node, the row of the lowest bit of its label.
    shifts: Vec<u32>,
    /// For each word of the store, the node whose label it is, or [`NONE`].
    node_at: Vec<u32>,
    /// Reversible words: for each row, the nodes that may be its value, and those that are.
    may: u32,
    must: u32,
    /// The reversible word that says up to which mark changes were seen, plus 1.
    cursor: u32,
}

const NONE: u32 = u32::MAX;

/// What a run has to look at.
///
/// It is kept with the store between runs, with nothing to look at.
#[derive(Debug, Clone, Default)]
pub(crate) struct Work {
    /// By row: nodes that lost the value, and that were fixed to it.
    gone: Sets,
    fixed: Sets,
    /// By row: nodes whose room is to be measured, and whose group is to be looked at.
    rooms: Sets,
    groups: Sets,
    /// Scratch: the group in question, and what else was walked through.
    group: Walk,
    walk: Walk,
    /// Scratch: the nodes beside others; those to walk around; those that a group seems to need.
    border: Vec<u64>,
    avoided: Vec<u64>,
    needed: Vec<u64>,
}

impl Work {
    fn fit(&mut self, rows: usize, words: usize) {
        for sets in [&mut self.gone, &mut self.fixed, &mut self.rooms, &mut self.groups] {
            sets.fit(rows, words);
        }
        self.group.fit(words);
        self.walk.fit(words);
        for set in [&mut self.border, &mut self.avoided, &mut self.needed] {
            set.resize(words, 0);
        }
    }

    fn clear(&mut self) {
        for sets in [&mut self.gone, &mut self.fixed, &mut self.rooms, &mut self.groups] {
            sets.clear();
        }
    }
}

impl Sizes {
    /// Returns the propagator, or `None` where some label is not the size of its group.
    pub(crate) fn new(store: &mut Store, stmt: &Components) -> Option<Self> {
        let labels = stmt.labels()?.to_vec();
        let words: Option<Vec<(u32, i64)>> =
            labels.iter().map(|label| store.single_word(*label)).collect();
        let words = words?;
        let low = words.iter().map(|(_, min)| *min).min()?;
        let high = labels.iter().map(|label| store.max(*label)).max()?;
        let is_no_size = |label: &VarId| store.min(*label) < 1;
        if labels.iter().any(is_no_size) || high - low >= 64 || !stmt.claims_only_sizes() {
            return None;
        }
        let shifts = words.iter().map(|(_, min)| (min - low) as u32).collect();
        let mut node_at = vec![NONE; store.word_count()];
        for (node, ((place, _), size)) in words.iter().zip(&stmt.size).enumerate() {
            let is_first = std::mem::replace(&mut node_at[*place as usize], node as u32) == NONE;
            if *size != Some(labels[node]) || !is_first {
                return None;
            }
        }
        let near = Near::new(&stmt.neighbours);
        let rows = (high - low + 1) as usize;
        let cells = rows * near.words();
        let (may, must) = (store.add_cells(cells), store.add_cells(cells));
        let cursor = store.add_cells(1);
        Some(Self { labels, near, low, shifts, node_at, may, must, cursor })
    }

    /// Returns its variables.
    pub(crate) fn vars(&self) -> &[VarId] {
        &self.labels
    }

    fn rows(&self) -> usize {
        (self.must - self.may) as usize / self.near.words()
    }

    fn value(&self, row: usize) -> i64 {
        self.low + row as i64
    }

    /// Returns the place of a word of one of the sets.
    fn place(&self, sets: u32, row: usize, at: usize) -> u32 {
        sets + (row * self.near.words() + at) as u32
    }

    /// Returns one of the sets.
    fn set<'s>(&self, store: &'s Store, sets: u32, row: usize) -> &'s [u64] {
        store.cells(self.place(sets, row, 0), self.near.words())
    }

    /// Takes away what no grouping allows.
    pub(crate) fn propagate(&self, store: &mut Store) -> Outcome {
        let mut work = store.take_work();
        work.fit(self.rows(), self.near.words());
        let outcome = self.look(store, &mut work);
        if outcome.is_err() {
            work.clear();
        }
        store.keep_work(work);
        outcome
    }

    fn look(&self, store: &mut Store, work: &mut Work) -> Outcome {
        while self.collect(store, work) {
            while let Some(row) = work.rooms.first_row() {
                while let Some(node) = work.rooms.first_in(row) {
                    self.room(store, node, row, work)?;
                }
            }
            while let Some(row) = work.groups.first_row() {
                while let Some(node) = work.groups.first_in(row) {
                    self.group(store, node, row, work)?;
                }
            }
        }
        Ok(())
    }

    /// Brings the sets up to date and notes what has to be looked at. Returns whether there was
    /// any change.
    fn collect(&self, store: &mut Store, work: &mut Work) -> bool {
        match store.cell(self.cursor).checked_sub(1) {
            None => self.begin(store, work),
            Some(seen) if seen as usize == store.mark() => return false,
            Some(seen) => {
                self.note_changes(store, seen as usize, work);
                self.take_in(store, work);
            }
        }
        // This is the last change that it sees.
        let mark = store.mark() + 1;
        store.set_cell(self.cursor, mark as u64 + 1);
        true
    }

    /// Takes in all there is, at the first time.
    fn begin(&self, store: &mut Store, work: &mut Work) {
        for (node, label) in self.labels.iter().enumerate() {
            let word = store.bits(*label).0[0];
            let (at, bit) = (node / 64, 1 << (node % 64));
            for row in bits(word << self.shifts[node]) {
                work.rooms.add(row, at, bit);
                work.groups.add(row, at, if word.is_power_of_two() { bit } else { 0 });
            }
        }
        for row in 0..self.rows() {
            for at in 0..self.near.words() {
                let (may, must) = (work.rooms.row(row)[at], work.groups.row(row)[at]);
                store.set_cell(self.place(self.may, row, at), may);
                store.set_cell(self.place(self.must, row, at), must);
            }
        }
    }

    fn note_changes(&self, store: &Store, since: usize, work: &mut Work) {
        for (place, before) in store.changes_since(since) {
            let node = self.node_at.get(place as usize).copied().unwrap_or(NONE);
            if node == NONE {
                continue;
            }
            let (at, bit) = ((node / 64) as usize, 1 << (node % 64));
            let (shift, word) = (self.shifts[node as usize], store.word(place));
            for row in bits((before & !word) << shift) {
                work.gone.add(row, at, bit);
            }
            if word.is_power_of_two() {
                work.fixed.add((word.trailing_zeros() + shift) as usize, at, bit);
            }
        }
    }

    fn take_in(&self, store: &mut Store, work: &mut Work) {
        while let Some(row) = work.fixed.first_row() {
            for at in 0..self.near.words() {
                let place = self.place(self.must, row, at);
                let (must, fixed) = (store.cell(place), work.fixed.row(row)[at]);
                if fixed & !must != 0 {
                    store.set_cell(place, must | fixed);
                    work.groups.add(row, at, fixed);
                }
            }
            work.fixed.clear_row(row);
        }
        while let Some(row) = work.gone.first_row() {
            for at in 0..self.near.words() {
                let place = self.place(self.may, row, at);
                let (may, gone) = (store.cell(place), work.gone.row(row)[at]);
                if may & gone != 0 {
                    store.set_cell(place, may & !gone);
                }
            }
            work.border.fill(0);
            for node in members(work.gone.row(row)) {
                for &(at, near) in self.near.of(node as u32) {
                    work.border[at as usize] |= near;
                }
            }
            let (may, must) = (self.set(store, self.may, row), self.set(store, self.must, row));
            for (at, near) in work.border.iter().enumerate() {
                work.rooms.add(row, at, near & may[at]);
                work.groups.add(row, at, near & must[at]);
            }
            work.gone.clear_row(row);
        }
    }

    /// Takes a value from all nodes of a room that is too small for it.
    fn room(&self, store: &mut Store, node: u32, row: usize, work: &mut Work) -> Outcome {
        let value = self.value(row);
        let may = self.set(store, self.may, row);
        work.walk.start(&[node]);
        let found = work.walk.spread(&self.near, value as usize, |at| may[at]);
        work.rooms.take(row, &work.walk.set);
        if found < value as usize {
            for node in &work.walk.nodes {
                store.remove(self.labels[*node as usize], value)?;
            }
        }
        Ok(())
    }

    /// Looks at a group: whether it is too large or full, at the nodes beside it that would join it
    /// with too many others, and for nodes that it needs.
    fn group(&self, store: &mut Store, node: u32, row: usize, work: &mut Work) -> Outcome {
        let size = self.value(row) as usize;
        let must = self.set(store, self.must, row);
        work.group.start(&[node]);
        let found = work.group.spread(&self.near, size + 1, |at| must[at]);
        work.groups.take(row, &work.group.set);
        if found > size {
            return Err(Conflict);
        }
        self.edge(store, row, work)?;
        if found < size { self.needs(store, row, work) } else { Ok(()) }
    }

    /// Takes the value from nodes beside the group that would make it too large; those nodes are to
    /// be avoided.
    fn edge(&self, store: &mut Store, row: usize, work: &mut Work) -> Outcome {
        let Work { group, walk, border, avoided, .. } = work;
        let (value, size) = (self.value(row), self.value(row) as usize);
        let (may, must) = (self.set(store, self.may, row), self.set(store, self.must, row));
        border.fill(0);
        avoided.fill(0);
        for &(at, near) in group.nodes.iter().flat_map(|node| self.near.of(*node)) {
            let at = at as usize;
            border[at] |= near & may[at] & !must[at];
        }
        for node in members(border) {
            let joins = |part: &(u32, u64)| {
                let at = part.0 as usize;
                part.1 & must[at] & !group.set[at] != 0
            };
            let mut is_too_large = group.nodes.len() == size;
            if !is_too_large && self.near.of(node as u32).iter().any(joins) {
                // The node, this group, and every other group of the value beside the node.
                walk.start(&[node as u32]);
                is_too_large = walk.spread(&self.near, size + 1, |at| must[at]) > size;
            }
            if is_too_large {
                avoided[node / 64] |= 1 << (node % 64);
            }
        }
        for node in members(avoided) {
            store.remove(self.labels[node], value)?;
        }
        Ok(())
    }

    /// Fixes the nodes without which the room of the group would be too small.
    fn needs(&self, store: &mut Store, row: usize, work: &mut Work) -> Outcome {
        let Work { group, walk, avoided, needed, .. } = work;
        let (value, size) = (self.value(row), self.value(row) as usize);
        let may = |store: &Store, avoided: &[u64], at: usize| {
            self.set(store, self.may, row)[at] & !avoided[at]
        };
        walk.start(&group.nodes);
        if walk.spread(&self.near, size, |at| may(store, avoided, at)) < size {
            return Err(Conflict);
        }
        // What is needed is in every room that is large enough.
        for (at, needed) in needed.iter_mut().enumerate() {
            *needed = walk.set[at] & !group.set[at];
        }
        while let Some(node) = first(needed) {
            let bit = 1 << (node % 64);
            avoided[node / 64] |= bit;
            walk.start(&group.nodes);
            let found = walk.spread(&self.near, size, |at| may(store, avoided, at));
            avoided[node / 64] &= !bit;
            needed[node / 64] &= !bit;
            if found < size {
                store.assign(self.labels[node], value)?;
            } else {
                needed.iter_mut().zip(&walk.set).for_each(|(needed, set)| *needed &= set);
            }
        }
        Ok(())
    }
}
