//! Groups whose labels are their sizes: every node says how large its group is.
//!
//! For each value it keeps the set of nodes that may have it, and the set of those that do. Where a node
//! leaves the first set, the envelopes beside it may have become too small; where a node joins the second,
//! its group may be full or too large. A group that is too small needs every node without which its
//! envelope would be too small. No walk visits more nodes than the size in question, so runs are cheap.
//!
//! The same deductions for any sizes, but for the last one, are in [`ComponentsPropagator`](super::ComponentsPropagator).

mod reasons;

use puzgen_csp::{Components, VarId};

use super::{PER_NODE, Propagate};
use crate::nodes::{Flood, Near, Work, bits, first, members};
use crate::store::{Consistency, Inconsistent, Store, event};
use crate::trail::ReasonWriter;
use reasons::Reasons;

/// The statement, and where its sets are.
#[derive(Debug, Clone)]
pub struct SizesPropagator {
    reasons: Reasons,
    labels: Vec<VarId>,
    near: Near,
    /// The lowest value of all; the row of a value is its distance from that.
    low: i64,
    /// How many values there are from the lowest to the highest.
    rows: usize,
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

/// Words of the largest sets: above that, the general propagator of groups takes over.
const MOST_WORDS: usize = 64;

impl SizesPropagator {
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
        if near.width() > MOST_WORDS {
            return None;
        }
        let rows = (high - low + 1) as usize;
        let words = rows * near.width();
        let (may, must) = (store.add_words(words), store.add_words(words));
        let cursor = store.add_words(1);
        let reasons = Reasons::new(stmt)?;
        Some(Self { reasons, labels, near, low, rows, shifts, node_at, may, must, cursor })
    }

    fn value(&self, row: usize) -> i64 {
        self.low + row as i64
    }

    /// Returns one of the sets.
    #[inline]
    fn set<'s, const W: usize>(&self, store: &'s Store, sets: u32, row: usize) -> &'s [u64; W] {
        &store.words(sets, self.rows * W).as_chunks().0[row]
    }

    fn run<const W: usize>(&self, store: &mut Store) -> Consistency {
        let mut work = store.take_work();
        work.fit(self.rows * W);
        let outcome = self.look::<W>(store, &mut work);
        if outcome.is_err() {
            work.clear();
        }
        store.keep_work(work);
        outcome
    }

    fn look<const W: usize>(&self, store: &mut Store, work: &mut Work) -> Consistency {
        while self.collect::<W>(store, work) {
            while let Some(row) = work.envelopes.first_row() {
                while let Some(node) = work.envelopes.first_in::<W>(row) {
                    self.envelope::<W>(store, node, row, work)?;
                }
            }
            while let Some(row) = work.groups.first_row() {
                while let Some(node) = work.groups.first_in::<W>(row) {
                    self.group::<W>(store, node, row, work)?;
                }
            }
        }
        Ok(())
    }

    /// Brings the sets up to date and fills the work lists. Returns whether there was any change.
    fn collect<const W: usize>(&self, store: &mut Store, work: &mut Work) -> bool {
        match store.word(self.cursor).checked_sub(1) {
            None => self.begin::<W>(store, work),
            Some(seen) if seen as usize == store.mark() => return false,
            Some(seen) => {
                self.note_changes::<W>(store, seen as usize, work);
                self.apply_changes::<W>(store, work);
            }
        }
        // Setting the cursor is itself a change on the trail: it is the last one seen.
        let mark = store.mark() + 1;
        store.set_word_at(self.cursor, mark as u64 + 1);
        true
    }

    /// Fills the sets and work lists at the first run.
    fn begin<const W: usize>(&self, store: &mut Store, work: &mut Work) {
        for (node, label) in self.labels.iter().enumerate() {
            let word = store.bits(*label).0[0];
            let (at, bit) = (node / 64, 1 << (node % 64));
            for row in bits(word << self.shifts[node]) {
                work.envelopes.add::<W>(row, at, bit);
                work.groups.add::<W>(row, at, if word.is_power_of_two() { bit } else { 0 });
            }
        }
        for row in 0..self.rows {
            self.keep::<W>(store, self.may, row, work.envelopes.row(row));
            self.keep::<W>(store, self.must, row, work.groups.row(row));
        }
    }

    /// Replaces one of the sets.
    #[inline]
    fn keep<const W: usize>(&self, store: &mut Store, sets: u32, row: usize, set: &[u64; W]) {
        let place = sets + (row * W) as u32;
        for (at, word) in (place..).zip(set) {
            if store.word(at) != *word {
                store.set_word_at(at, *word);
            }
        }
    }

    fn note_changes<const W: usize>(&self, store: &Store, since: usize, work: &mut Work) {
        for (place, before) in store.changes_since(since) {
            let node = self.node_at.get(place as usize).copied().unwrap_or(NONE);
            if node == NONE {
                continue;
            }
            let (at, bit) = ((node / 64) as usize, 1 << (node % 64));
            let (shift, word) = (self.shifts[node as usize], store.word(place));
            for row in bits((before & !word) << shift) {
                work.gone.add::<W>(row, at, bit);
            }
            if word.is_power_of_two() {
                work.fixed.add::<W>((word.trailing_zeros() + shift) as usize, at, bit);
            }
        }
    }

    fn apply_changes<const W: usize>(&self, store: &mut Store, work: &mut Work) {
        while let Some(row) = work.fixed.first_row() {
            let mut must = *self.set::<W>(store, self.must, row);
            for (at, fixed) in work.fixed.take_row::<W>(row).into_iter().enumerate() {
                work.groups.add::<W>(row, at, fixed & !must[at]);
                must[at] |= fixed;
            }
            self.keep(store, self.must, row, &must);
        }
        while let Some(row) = work.gone.first_row() {
            let mut may = *self.set::<W>(store, self.may, row);
            let mut border = [0; W];
            let gone = work.gone.take_row::<W>(row);
            for (may, gone) in may.iter_mut().zip(gone) {
                *may &= !gone;
            }
            for node in members(&gone) {
                self.near.add_to(node as u32, &mut border);
            }
            self.keep(store, self.may, row, &may);
            let must = self.set::<W>(store, self.must, row);
            for (at, near) in border.into_iter().enumerate() {
                work.envelopes.add::<W>(row, at, near & may[at]);
                work.groups.add::<W>(row, at, near & must[at]);
            }
        }
    }

    /// Takes a value from all nodes of a envelope that is too small for it.
    fn envelope<const W: usize>(
        &self,
        store: &mut Store,
        node: u32,
        row: usize,
        work: &mut Work,
    ) -> Consistency {
        let value = self.value(row);
        let may = self.set(store, self.may, row);
        let mut envelope = Flood::<W>::new(&self.near, node);
        envelope.spread(&self.near, may, value as usize);
        if envelope.count < value as usize {
            work.envelopes.take(row, &envelope.inside);
            for node in members(&envelope.inside) {
                store.remove(self.labels[node], value)?;
            }
        } else {
            // What may be the value and is beside it is in the same envelope.
            let mut seen = envelope.inside;
            seen.iter_mut().zip(envelope.beside).for_each(|(seen, beside)| *seen |= beside);
            work.envelopes.take(row, &seen);
        }
        Ok(())
    }

    /// Looks at a group: whether it is too large or full, at the nodes beside it that would join it
    /// with too many others, and for nodes that it needs.
    fn group<const W: usize>(
        &self,
        store: &mut Store,
        node: u32,
        row: usize,
        work: &mut Work,
    ) -> Consistency {
        let size = self.value(row) as usize;
        let mut group = Flood::<W>::new(&self.near, node);
        group.spread(&self.near, self.set(store, self.must, row), size + 1);
        work.groups.take(row, &group.inside);
        if group.count > size {
            return Err(Inconsistent);
        }
        // What may be the value before the nodes to be avoided lose it.
        let mut allowed = *self.set::<W>(store, self.may, row);
        let avoided = self.edge(store, row, &group)?;
        if group.count == size {
            return Ok(());
        }
        allowed.iter_mut().zip(avoided).for_each(|(allowed, avoided)| *allowed &= !avoided);
        self.needs(store, row, &group, allowed)
    }

    /// Takes the value from nodes beside the group that would make it too large, and returns them.
    fn edge<const W: usize>(
        &self,
        store: &mut Store,
        row: usize,
        group: &Flood<W>,
    ) -> Result<[u64; W], Inconsistent> {
        let (value, size) = (self.value(row), self.value(row) as usize);
        let may = self.set::<W>(store, self.may, row);
        let must = self.set::<W>(store, self.must, row);
        let mut border = group.beside;
        for (at, border) in border.iter_mut().enumerate() {
            *border &= may[at] & !must[at];
        }
        let mut avoided = border;
        if group.count < size {
            avoided = [0; W];
            for node in members(&border) {
                let joins = |part: &(u32, u64)| {
                    let at = part.0 as usize;
                    part.1 & must[at] & !group.inside[at] != 0
                };
                if self.near.of(node as u32).iter().any(joins) {
                    // The node, this group, and every other group of the value beside the node.
                    let mut joined = Flood::<W>::new(&self.near, node as u32);
                    joined.spread(&self.near, must, size + 1);
                    avoided[node / 64] |= u64::from(joined.count > size) << (node % 64);
                }
            }
        }
        for node in members(&avoided) {
            store.remove(self.labels[node], value)?;
        }
        Ok(avoided)
    }

    /// Fixes the nodes without which the envelope of the group would be too small.
    fn needs<const W: usize>(
        &self,
        store: &mut Store,
        row: usize,
        group: &Flood<W>,
        mut allowed: [u64; W],
    ) -> Consistency {
        let (value, size) = (self.value(row), self.value(row) as usize);
        let mut envelope = *group;
        envelope.spread(&self.near, &allowed, size);
        if envelope.count < size {
            return Err(Inconsistent);
        }
        // What is needed is in every envelope that is large enough.
        let mut needed = envelope.inside;
        needed.iter_mut().zip(group.inside).for_each(|(needed, group)| *needed &= !group);
        while let Some(node) = first(&needed) {
            let (at, bit) = (node / 64, 1 << (node % 64));
            allowed[at] &= !bit;
            envelope = *group;
            envelope.spread(&self.near, &allowed, size);
            allowed[at] |= bit;
            needed[at] &= !bit;
            if envelope.count < size {
                store.assign(self.labels[node], value)?;
            } else {
                needed
                    .iter_mut()
                    .zip(envelope.inside)
                    .for_each(|(needed, envelope)| *needed &= envelope);
            }
        }
        Ok(())
    }
}

impl Propagate for SizesPropagator {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        self.labels.iter().for_each(|var| watch(*var, event::DOMAIN));
    }

    /// Takes away what no grouping allows.
    fn propagate(&self, store: &mut Store) -> Consistency {
        match self.near.width() {
            1 => self.run::<1>(store),
            2 => self.run::<2>(store),
            4 => self.run::<4>(store),
            8 => self.run::<8>(store),
            16 => self.run::<16>(store),
            32 => self.run::<32>(store),
            _ => self.run::<MOST_WORDS>(store),
        }
    }

    fn explain(&self, why: &mut ReasonWriter<'_>) -> bool {
        match why.gone {
            Some((var, value)) => self.reasons.why_gone(var, value, why),
            None => self.reasons.why_impossible(why),
        }
    }

    fn is_slow_to_explain(&self) -> bool {
        true
    }

    fn cost(&self) -> usize {
        PER_NODE * self.labels.len()
    }

    fn is_light(&self) -> bool {
        true
    }
}
