//! Groups whose label is their size: what follows for each group by itself.
//!
//! For a number `k`: the *cores* are the connected squares that are known to be `k`, the *envelopes* the
//! connected squares that can be `k`.
//!
//! * A core of `k` squares is finished: no neighbour is `k`.
//! * A square next to cores that would make more than `k` together with it is not `k`.
//! * A square in an envelope of fewer than `k` is not `k`.
//! * A core that cannot reach `k` squares without a square next to it needs that square.

use crate::csp::Components;

use super::delta::{Delta, Elimination};
use super::state::SolveState;

/// The statement that labels are the sizes of groups.
#[derive(Debug)]
pub(super) struct SizesRule {
    labels: Vec<u32>,
    neighbours: Vec<Vec<u32>>,
    values: Vec<u32>,
    /// The square of each variable that is a label.
    node_of: Vec<u32>,
    base: i64,
}

const NONE: u32 = u32::MAX;

/// Memory that is kept from one propagation to the next.
#[derive(Debug, Default, Clone)]
pub(super) struct SizesScratch {
    /// The number of the last envelope and of the last core that each square was put into.
    envelope: Vec<u32>,
    core: Vec<u32>,
    /// The last numbers given away.
    envelopes: u32,
    cores: u32,
    nodes: Vec<u32>,
    /// The squares of the cores of an envelope, and where each core ends.
    members: Vec<u32>,
    ends: Vec<u32>,
    piece: PieceScratch,
    /// The group that could not have its size, where there was one last.
    pub(super) wrong: Option<WrongCore>,
}

/// A core that cannot be a group.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrongCore {
    /// The variable of a square of it.
    pub(super) label: u32,
    pub(super) value: u32,
    pub(super) is_large: bool,
}

/// Memory of connected squares that are gone through.
#[derive(Debug, Default, Clone)]
struct PieceScratch {
    /// The number of the last piece that each square was put into.
    piece_of: Vec<u32>,
    /// The last number given away.
    pieces: u32,
    /// The squares.
    piece: Vec<u32>,
}

impl SizesRule {
    /// Returns the statement, or `None` where labels and sizes are not the same.
    pub(super) fn new(components: &Components, base: i64, root: &SolveState) -> Option<Self> {
        let labels = components.labels()?;
        let same = labels.iter().zip(&components.size).all(|(l, s)| Some(*l) == *s);
        if !same || !components.claims_only_sizes() {
            return None;
        }
        let labels: Vec<u32> = labels.iter().map(|var| var.0).collect();
        let mut values: Vec<u32> = labels.iter().flat_map(|label| root.values(*label)).collect();
        values.sort_unstable();
        values.dedup();
        let mut node_of = vec![NONE; root.var_count() as usize];
        for (node, label) in labels.iter().enumerate() {
            node_of[*label as usize] = node as u32;
        }
        Some(Self { labels, neighbours: components.neighbours.clone(), values, node_of, base })
    }

    /// Adds what follows where something changed. Returns how many squares were visited, or
    /// `None` where a group cannot have its size.
    pub(super) fn propagate(
        &self,
        state: &SolveState,
        delta: &Delta,
        scratch: &mut SizesScratch,
        eliminations: &mut Vec<Elimination>,
    ) -> Option<u64> {
        scratch.envelope.resize(self.labels.len(), 0);
        scratch.core.resize(self.labels.len(), 0);
        scratch.piece.piece_of.resize(self.labels.len(), 0);
        // Squares in whose envelopes something changed, by value.
        let mut seeds: Vec<(u32, u32)> = Vec::new();
        if delta.is_all {
            let nodes = 0..self.labels.len() as u32;
            seeds = self.values.iter().flat_map(|v| nodes.clone().map(move |n| (*v, n))).collect();
        } else {
            for (var, value) in &delta.gone {
                let node = self.node_of[*var as usize];
                if let Some(neighbours) = self.neighbours.get(node as usize) {
                    seeds.extend(neighbours.iter().map(|neighbour| (*value, *neighbour)));
                }
            }
            for var in &delta.found {
                let node = self.node_of[*var as usize];
                if node != NONE
                    && let Some(value) = state.found(*var)
                {
                    seeds.push((value, node));
                }
            }
            seeds.sort_unstable();
        }
        let mut work = 0;
        for of_value in seeds.chunk_by(|a, b| a.0 == b.0) {
            let value = of_value[0].0;
            let first_envelope = scratch.envelopes;
            for (_, seed) in of_value {
                if scratch.envelope[*seed as usize] <= first_envelope
                    && state.can(self.labels[*seed as usize], value)
                {
                    self.flood(*seed, value, state, scratch);
                    work += scratch.nodes.len() as u64;
                    self.look_at_envelope(value, state, scratch, eliminations)?;
                }
            }
        }
        Some(work)
    }

    /// Puts the squares that can have the value and are connected with `seed` into a new envelope.
    fn flood(&self, seed: u32, value: u32, state: &SolveState, scratch: &mut SizesScratch) {
        scratch.envelopes += 1;
        scratch.nodes.clear();
        scratch.nodes.push(seed);
        scratch.envelope[seed as usize] = scratch.envelopes;
        let mut next = 0;
        while let Some(node) = scratch.nodes.get(next) {
            for neighbour in &self.neighbours[*node as usize] {
                let envelope = &mut scratch.envelope[*neighbour as usize];
                if *envelope != scratch.envelopes
                    && state.can(self.labels[*neighbour as usize], value)
                {
                    *envelope = scratch.envelopes;
                    scratch.nodes.push(*neighbour);
                }
            }
            next += 1;
        }
    }

    /// Finds the cores within an envelope: the connected squares that are known to have the value.
    fn find_cores(
        &self,
        nodes: &[u32],
        value: u32,
        state: &SolveState,
        scratch: &mut SizesScratch,
    ) {
        let first_core = scratch.cores;
        scratch.members.clear();
        scratch.ends.clear();
        for node in nodes {
            if state.found(self.labels[*node as usize]) == Some(value)
                && scratch.core[*node as usize] <= first_core
            {
                scratch.cores += 1;
                let mut next = scratch.members.len();
                scratch.members.push(*node);
                scratch.core[*node as usize] = scratch.cores;
                while let Some(member) = scratch.members.get(next).copied() {
                    for neighbour in &self.neighbours[member as usize] {
                        let core = &mut scratch.core[*neighbour as usize];
                        let label = self.labels[*neighbour as usize];
                        if *core != scratch.cores && state.found(label) == Some(value) {
                            *core = scratch.cores;
                            scratch.members.push(*neighbour);
                        }
                    }
                    next += 1;
                }
                scratch.ends.push(scratch.members.len() as u32);
            }
        }
    }

    /// Adds what follows within one envelope; `None` where a core cannot have its size.
    fn look_at_envelope(
        &self,
        value: u32,
        state: &SolveState,
        scratch: &mut SizesScratch,
        eliminations: &mut Vec<Elimination>,
    ) -> Option<()> {
        let size = usize::try_from(i64::from(value) + self.base).unwrap_or(0);
        let nodes = std::mem::take(&mut scratch.nodes);
        let first_core = scratch.cores;
        self.find_cores(&nodes, value, state, scratch);
        if scratch.ends.is_empty() && nodes.len() >= size && size > 0 {
            scratch.nodes = nodes;
            return Some(());
        }
        let core_size = |number: u32| -> usize {
            let end = |number: u32| match number {
                0 => 0,
                _ => scratch.ends[number as usize - 1] as usize,
            };
            end(number) - end(number - 1)
        };
        for node in &nodes {
            let label = self.labels[*node as usize];
            if state.is_found(label) {
                continue;
            }
            let mut next_to: [u32; 8] = [0; 8];
            let mut count = 0;
            let mut joined = 0;
            for neighbour in &self.neighbours[*node as usize] {
                let core = scratch.core[*neighbour as usize];
                if core > first_core && !next_to[..count].contains(&core) {
                    if count < next_to.len() {
                        next_to[count] = core;
                        count += 1;
                    }
                    joined += core_size(core - first_core);
                }
            }
            let seen = if joined + 1 > size {
                joined
            } else if nodes.len() < size {
                nodes.len()
            } else {
                continue;
            };
            let deduction = eliminations.len() as u32;
            eliminations.push(Elimination {
                var: label,
                value,
                size: seen.max(1) as u32,
                deduction,
            });
        }
        let mut start = 0;
        for end in &scratch.ends {
            let core = &scratch.members[start..*end as usize];
            start = *end as usize;
            if core.len() > size || nodes.len() < size {
                let label = self.labels[core[0] as usize];
                scratch.wrong = Some(WrongCore { label, value, is_large: core.len() > size });
                return None;
            }
            if core.len() < size {
                self.grow((value, size), core, &nodes, state, &mut scratch.piece, eliminations);
            }
        }
        scratch.nodes = nodes;
        Some(())
    }

    /// Returns whether squares are one group by themselves.
    pub(super) fn is_one_group(&self, labels: &[u32]) -> bool {
        let nodes: Vec<u32> = labels.iter().map(|label| self.node_of[*label as usize]).collect();
        let mut found: Vec<u32> = nodes.first().copied().into_iter().collect();
        let mut next = 0;
        while let Some(node) = found.get(next).copied() {
            let beside = self.neighbours[node as usize].iter();
            let new: Vec<u32> =
                beside.copied().filter(|n| nodes.contains(n) && !found.contains(n)).collect();
            found.extend(new);
            next += 1;
        }
        found.len() == nodes.len()
    }

    /// Adds what follows for the squares without which a core cannot reach its size.
    fn grow(
        &self,
        (value, size): (u32, usize),
        core: &[u32],
        envelope: &[u32],
        state: &SolveState,
        scratch: &mut PieceScratch,
        eliminations: &mut Vec<Elimination>,
    ) {
        let is_open = |node: &u32| {
            let label = self.labels[*node as usize];
            state.can(label, value) && !state.is_found(label)
        };
        let mut needed: Vec<u32> = if envelope.len() == size {
            envelope.iter().copied().filter(is_open).collect()
        } else {
            let next_to = core.iter().flat_map(|node| &self.neighbours[*node as usize]);
            let mut edge: Vec<u32> = next_to.copied().filter(is_open).collect();
            edge.sort_unstable();
            edge.dedup();
            edge.retain(|node| !self.reaches((core[0], *node), (value, size), state, scratch));
            edge
        };
        needed.retain(|node| state.size(self.labels[*node as usize]) > 1);
        for node in needed {
            let label = self.labels[node as usize];
            let deduction = eliminations.len() as u32;
            for other in state.values(label).filter(|other| *other != value) {
                eliminations.push(Elimination {
                    var: label,
                    value: other,
                    size: size as u32,
                    deduction,
                });
            }
        }
    }

    /// Returns whether `size` squares that can have the value are connected with `start` without
    /// `hole`.
    fn reaches(
        &self,
        (start, hole): (u32, u32),
        (value, size): (u32, usize),
        state: &SolveState,
        scratch: &mut PieceScratch,
    ) -> bool {
        let PieceScratch { piece_of, pieces, piece } = scratch;
        *pieces += 1;
        piece_of[start as usize] = *pieces;
        piece_of[hole as usize] = *pieces;
        piece.clear();
        piece.push(start);
        let mut next = 0;
        while next < piece.len() && piece.len() < size {
            for &node in &self.neighbours[piece[next] as usize] {
                let seen = &mut piece_of[node as usize];
                if *seen != *pieces && state.can(self.labels[node as usize], value) {
                    *seen = *pieces;
                    piece.push(node);
                }
            }
            next += 1;
        }
        piece.len() >= size
    }
}
