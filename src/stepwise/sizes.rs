//! Groups whose label is their size: what is seen of each group by itself.
//!
//! For a number `k`: the *parts* are the connected squares that are known to be `k`, the *rooms* the
//! connected squares that can be `k`.
//!
//! * A part of `k` squares is finished: no neighbour is `k`.
//! * A square next to parts that would make more than `k` together with it is not `k`.
//! * A square in a room of fewer than `k` is not `k`.
//! * A part that cannot reach `k` squares without a square next to it needs that square.

use crate::csp::Components;

use super::looks::{Clash, Note};
use super::state::State;

/// The statement.
#[derive(Debug)]
pub(super) struct Sizes {
    labels: Vec<u32>,
    neighbours: Vec<Vec<u32>>,
    values: Vec<u32>,
    base: i64,
}

const NONE: u32 = u32::MAX;

/// The connected squares of some kind: for each square the number of its piece, and the pieces.
struct Pieces {
    of: Vec<u32>,
    pieces: Vec<Vec<u32>>,
}

impl Sizes {
    /// Returns the statement, or `None` where labels and sizes are not the same.
    pub(super) fn new(components: &Components, base: i64) -> Option<Self> {
        let same = components.labels.iter().zip(&components.size).all(|(l, s)| Some(*l) == *s);
        let plain = components.first.iter().all(Option::is_none);
        (same && plain).then(|| Self {
            labels: components.labels.iter().map(|var| var.0).collect(),
            neighbours: components.neighbours.clone(),
            values: Vec::new(),
            base,
        })
    }

    /// Sets the values that labels can have.
    pub(super) fn with_values(mut self, root: &State) -> Self {
        self.values = self.labels.iter().flat_map(|label| root.values(*label)).collect();
        self.values.sort_unstable();
        self.values.dedup();
        self
    }

    fn pieces(&self, belongs: impl Fn(u32) -> bool) -> Pieces {
        let mut found = Pieces { of: vec![NONE; self.labels.len()], pieces: Vec::new() };
        for start in 0..self.labels.len() as u32 {
            if found.of[start as usize] == NONE && belongs(self.labels[start as usize]) {
                let number = found.pieces.len() as u32;
                let mut piece = vec![start];
                found.of[start as usize] = number;
                let mut next = 0;
                while next < piece.len() {
                    for &node in &self.neighbours[piece[next] as usize] {
                        if found.of[node as usize] == NONE && belongs(self.labels[node as usize]) {
                            found.of[node as usize] = number;
                            piece.push(node);
                        }
                    }
                    next += 1;
                }
                found.pieces.push(piece);
            }
        }
        found
    }

    /// Adds what can be seen.
    pub(super) fn look(&self, state: &State, notes: &mut Vec<Note>) -> Result<(), Clash> {
        self.values.iter().try_for_each(|value| self.look_for(*value, state, notes))
    }

    fn look_for(&self, value: u32, state: &State, notes: &mut Vec<Note>) -> Result<(), Clash> {
        let size = usize::try_from(i64::from(value) + self.base).unwrap_or(0);
        let rooms = self.pieces(|label| state.can(label, value));
        let parts = self.pieces(|label| state.found(label) == Some(value));
        for (node, &label) in self.labels.iter().enumerate() {
            if !state.can(label, value) || state.is_found(label) {
                continue;
            }
            let room = rooms.pieces[rooms.of[node] as usize].len();
            let mut next_to: Vec<u32> = self.neighbours[node]
                .iter()
                .map(|other| parts.of[*other as usize])
                .filter(|part| *part != NONE)
                .collect();
            next_to.sort_unstable();
            next_to.dedup();
            let joined: usize = next_to.iter().map(|part| parts.pieces[*part as usize].len()).sum();
            let seen = if joined + 1 > size {
                joined
            } else if room < size {
                room
            } else {
                continue;
            };
            let deduction = notes.len() as u32;
            notes.push(Note { var: label, value, size: seen.max(1) as u32, deduction });
        }
        for part in &parts.pieces {
            if part.len() > size {
                return Err(Clash);
            }
            if part.len() < size {
                self.grow(value, size, part, &rooms, state, notes)?;
            }
        }
        Ok(())
    }

    fn grow(
        &self,
        value: u32,
        size: usize,
        part: &[u32],
        rooms: &Pieces,
        state: &State,
        notes: &mut Vec<Note>,
    ) -> Result<(), Clash> {
        let room = &rooms.pieces[rooms.of[part[0] as usize] as usize];
        if room.len() < size {
            return Err(Clash);
        }
        let is_open = |node: &u32| {
            let label = self.labels[*node as usize];
            state.can(label, value) && !state.is_found(label)
        };
        let mut needed: Vec<u32> = if room.len() == size {
            room.iter().copied().filter(is_open).collect()
        } else {
            let next_to = part.iter().flat_map(|node| &self.neighbours[*node as usize]);
            let mut edge: Vec<u32> = next_to.copied().filter(is_open).collect();
            edge.sort_unstable();
            edge.dedup();
            edge.retain(|node| !self.reaches(part[0], *node, value, size, state));
            edge
        };
        needed.retain(|node| state.size(self.labels[*node as usize]) > 1);
        for node in needed {
            let label = self.labels[node as usize];
            let deduction = notes.len() as u32;
            for other in state.values(label).filter(|other| *other != value) {
                notes.push(Note { var: label, value: other, size: size as u32, deduction });
            }
        }
        Ok(())
    }

    /// Returns whether `size` squares that can have the value are connected with `start` without
    /// `hole`.
    fn reaches(&self, start: u32, hole: u32, value: u32, size: usize, state: &State) -> bool {
        let mut piece = vec![start];
        let mut next = 0;
        while next < piece.len() && piece.len() < size {
            for &node in &self.neighbours[piece[next] as usize] {
                if node != hole
                    && state.can(self.labels[node as usize], value)
                    && !piece.contains(&node)
                {
                    piece.push(node);
                }
            }
            next += 1;
        }
        piece.len() >= size
    }
}
