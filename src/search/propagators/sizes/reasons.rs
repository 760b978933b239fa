//! Groups whose labels are their sizes: the reasons of what [`SizesPropagator`](super::SizesPropagator) deduces.

use smallvec::SmallVec;

use puzgen_csp::{Components, VarId};

use crate::nodes::{Near, bits};
use crate::trail::ReasonWriter;

/// The statement.
#[derive(Debug, Clone)]
pub(super) struct Reasons {
    labels: Vec<VarId>,
    near: Near,
    /// For each variable, the first node with this label.
    node_of: Vec<u32>,
}

/// Nodes that were walked through, and those beside them that do not belong to them.
struct Walked {
    inside: SmallVec<[u32; 24]>,
    beside: SmallVec<[u32; 24]>,
}

/// No node.
const NONE: u32 = u32::MAX;

impl Reasons {
    /// Returns the reasons of a statement; `None` where it has no labels.
    pub(super) fn new(stmt: &Components) -> Option<Self> {
        let labels = stmt.labels()?.to_vec();
        let mut node_of = Vec::new();
        for (node, label) in labels.iter().enumerate().rev() {
            node_of.resize(node_of.len().max(label.index() + 1), NONE);
            node_of[label.index()] = node as u32;
        }
        Some(Self { labels, near: Near::new(&stmt.neighbours), node_of })
    }

    fn node_of(&self, var: VarId) -> Option<u32> {
        self.node_of.get(var.index()).copied().filter(|node| *node != NONE)
    }

    /// Adds the reason why a label that is also the size of its group cannot be `value`. Returns
    /// whether one was found: the envelope is too small, the group would be too large, or another group
    /// needs the node.
    pub(crate) fn why_gone(&self, var: VarId, value: i64, why: &mut ReasonWriter<'_>) -> bool {
        let Some(node) = self.node_of(var) else { return false };
        self.why_too_small(node, value, why)
            || self.why_too_large(node, value, why)
            || self.why_needed(node, value, why)
    }

    /// Adds the reason why some group cannot have its size.
    pub(crate) fn why_impossible(&self, why: &mut ReasonWriter<'_>) -> bool {
        for node in 0..self.labels.len() as u32 {
            let label = self.labels[node as usize];
            let Some(value) = why.past.value(label) else { continue };
            if self.why_too_small(node, value, why) || self.why_too_large(node, value, why) {
                why.is(label, value);
                return true;
            }
        }
        false
    }

    /// Walks from a node through those that `belong`, until there are `enough` or no more; goes
    /// nowhere near `except`.
    fn walk(
        &self,
        start: u32,
        except: Option<u32>,
        enough: usize,
        belongs: impl Fn(u32) -> bool,
    ) -> Walked {
        let mut walked = Walked { inside: SmallVec::from_slice(&[start]), beside: SmallVec::new() };
        let mut seen: SmallVec<[u64; 8]> = SmallVec::from_elem(0, self.near.words());
        for node in std::iter::once(start).chain(except) {
            seen[node as usize / 64] |= 1 << (node % 64);
        }
        let mut at = 0;
        while at < walked.inside.len() && walked.inside.len() < enough {
            for &(word, nodes) in self.near.of(walked.inside[at]) {
                let seen = &mut seen[word as usize];
                let new = nodes & !*seen;
                *seen |= new;
                for node in bits(new).map(|bit| word * 64 + bit as u32) {
                    if belongs(node) { &mut walked.inside } else { &mut walked.beside }.push(node);
                }
            }
            at += 1;
        }
        walked
    }

    /// The nodes around, none of which can be `value`, leave too little envelope.
    fn why_too_small(&self, node: u32, value: i64, why: &mut ReasonWriter<'_>) -> bool {
        let Ok(wanted) = usize::try_from(value) else { return false };
        let past = why.past;
        let may = |other: u32| !past.is_not(self.labels[other as usize], value);
        let envelope = self.walk(node, None, wanted, may);
        if envelope.inside.len() >= wanted {
            return false;
        }
        for other in envelope.beside {
            why.is_not(self.labels[other as usize], value);
        }
        true
    }

    /// With the nodes that are `value` already, the group has more than `value` nodes.
    fn why_too_large(&self, node: u32, value: i64, why: &mut ReasonWriter<'_>) -> bool {
        let Ok(allowed) = usize::try_from(value) else { return false };
        let past = why.past;
        let is_member = |other: u32| past.is(self.labels[other as usize], value);
        let group = self.walk(node, None, allowed + 1, is_member).inside;
        if group.len() <= allowed {
            return false;
        }
        // Each was reached from one before, so these are connected, too.
        for other in &group[1..=allowed] {
            why.is(self.labels[*other as usize], value);
        }
        true
    }

    /// A group of another value needs the node: without it its envelope is too small.
    fn why_needed(&self, node: u32, value: i64, why: &mut ReasonWriter<'_>) -> bool {
        let label = self.labels[node as usize];
        match why.past.value_now(label) {
            Some(needed) => needed != value && self.why_cut_off(node, needed, why),
            // It is left without a value.
            None => {
                let (min, max) = why.past.root_bounds(label);
                let mut others = (min..=max).filter(|other| *other != value);
                others.any(|needed| self.why_cut_off(node, needed, why))
            }
        }
    }

    /// A group of the value has too little envelope where it may not go through the node.
    fn why_cut_off(&self, node: u32, value: i64, why: &mut ReasonWriter<'_>) -> bool {
        let Ok(wanted) = usize::try_from(value) else { return false };
        let past = why.past;
        let may = |other: u32| !past.is_not(self.labels[other as usize], value);
        let is_member = |other: &&u32| past.is(self.labels[**other as usize], value);
        for start in self.near.nodes(node).filter(|start| may(*start)) {
            let envelope = self.walk(start, Some(node), wanted, may);
            if envelope.inside.len() >= wanted {
                continue;
            }
            if let Some(member) = envelope.inside.iter().find(is_member) {
                why.is(self.labels[*member as usize], value);
                for other in envelope.beside {
                    why.is_not(self.labels[other as usize], value);
                }
                return true;
            }
        }
        false
    }
}
