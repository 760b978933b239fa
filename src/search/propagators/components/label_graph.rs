//! The graph of the nodes that may have one label, or of all nodes where links say what is joined.
//!
//! The nodes of a label graph fall into *envelopes*, which are connected by neighbours that may be joined;
//! within an envelope, those that are surely joined form *cores*. A core's group has at least the core
//! and at most the envelope.

use std::cell::RefCell;
use std::ops::Range;

use smallvec::SmallVec;

use puzgen_csp::{Joined, Lit};

use super::places::{LinkPlace, Places};
use super::{ComponentsPropagator, Domains, Query, ReasonWriter};

/// No envelope, no core.
pub(super) const NONE: u32 = u32::MAX;

/// What is known of a node: whether it is in this label graph. And of neighbours: whether they are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    No,
    Maybe,
    Yes,
}

impl Certainty {
    #[inline]
    fn of(truth: Option<bool>) -> Self {
        match truth {
            Some(false) => Self::No,
            None => Self::Maybe,
            Some(true) => Self::Yes,
        }
    }
}

/// The envelopes and cores of one label.
pub(super) struct LabelGraph<'a> {
    groups: &'a ComponentsPropagator,
    /// The position of the label in [`ComponentsPropagator::values`].
    pub(super) number: usize,
    value: i64,
    known: Vec<Certainty>,
    /// Where there are links: for each pair of neighbours whether they are joined, and for each node whether it is joined
    /// with any.
    links: Vec<Certainty>,
    has_joined: Vec<bool>,
    /// For each node, its envelope by position.
    pub(super) envelope_of: Vec<u32>,
    envelopes: NodeLists,
    /// For each node, its core by position; none for nodes that may be of another label graph.
    pub(super) core_of: Vec<u32>,
    cores: NodeLists,
    /// The nodes of the last walk, and for each node whether it is among them.
    walked: RefCell<(Vec<u32>, Vec<bool>)>,
    /// The nodes of all walks as bits, where there is room.
    noted: RefCell<Vec<u64>>,
}

/// Lists of nodes, one behind the other.
#[derive(Default)]
struct NodeLists {
    nodes: Vec<u32>,
    ends: Vec<u32>,
}

impl NodeLists {
    fn with_capacity(nodes: usize) -> Self {
        Self { nodes: Vec::with_capacity(nodes), ends: Vec::with_capacity(nodes) }
    }

    fn get(&self, number: usize) -> &[u32] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.nodes[start..self.ends[number] as usize]
    }

    /// Adds a node alone, and marks it with the number of the list.
    fn add_one(&mut self, node: u32, marks: &mut [u32]) {
        marks[node as usize] = self.ends.len() as u32;
        self.nodes.push(node);
        self.ends.push(self.nodes.len() as u32);
    }

    /// Adds what is reached from a node through the neighbours that `joined` gives, and marks it with the number of the list.
    fn add<J: Iterator<Item = u32>>(
        &mut self,
        start: u32,
        marks: &mut [u32],
        joined: impl Fn(u32) -> J,
    ) {
        let number = self.ends.len() as u32;
        let mut next = self.nodes.len();
        marks[start as usize] = number;
        self.nodes.push(start);
        while let Some(&node) = self.nodes.get(next) {
            next += 1;
            for other in joined(node) {
                let mark = &mut marks[other as usize];
                if *mark == NONE {
                    *mark = number;
                    self.nodes.push(other);
                }
            }
        }
        self.ends.push(next as u32);
    }
}

/// What a walk does not go through: a node, or the link of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Barrier {
    Node(u32),
    Link(u32, u32),
}

impl Barrier {
    /// Returns its node, or the first of its nodes.
    pub(super) fn first(self) -> u32 {
        match self {
            Self::Node(node) | Self::Link(node, _) => node,
        }
    }

    #[inline]
    fn is_between(self, a: u32, b: u32) -> bool {
        match self {
            Self::Node(node) => node == a || node == b,
            Self::Link(one, other) => (one, other) == (a, b) || (one, other) == (b, a),
        }
    }
}

/// What may follow for a connector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outlook {
    Nothing,
    /// A core may need it.
    Need,
    All,
}

/// An unassigned node or link that would connect cores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Connector {
    /// It connects them where this holds.
    pub(super) lit: Lit,
    pub(super) outlook: Outlook,
    pub(super) barrier: Barrier,
    /// The nodes of cores that it connects, one for each core.
    pub(super) ends: SmallVec<[u32; 4]>,
}

impl Connector {
    /// Returns the node that it is, if it is one.
    pub(super) fn node(&self) -> Option<u32> {
        match self.barrier {
            Barrier::Node(node) => Some(node),
            Barrier::Link(..) => None,
        }
    }
}

impl<'a> LabelGraph<'a> {
    /// Returns the label graph; to explain a removal, only the envelopes of its nodes.
    pub(super) fn new(
        groups: &'a ComponentsPropagator,
        number: usize,
        view: &impl Domains,
        wanted: Query<'_>,
    ) -> Self {
        let (count, value) = (groups.stmt.node_count(), groups.values[number]);
        let (mut known, mut links) = (vec![Certainty::Yes; count], Vec::new());
        let mut has_joined = vec![matches!(groups.places, Places::Labels(_)); count];
        match &groups.places {
            Places::Labels(labels) => {
                for (known, here) in known.iter_mut().zip(&labels[number]) {
                    *known = Certainty::of(view.truth_at(here));
                }
            }
            Places::Links(all) => {
                links.resize(groups.near.len(), Certainty::No);
                for LinkPlace { link, positions } in all {
                    let certainty = Certainty::of(view.truth_at(link));
                    for position in positions.map(|position| position as usize) {
                        links[position] = certainty;
                        has_joined[groups.near[position] as usize] |= certainty == Certainty::Yes;
                    }
                }
            }
        }
        let mut label_graph = Self {
            groups,
            number,
            value,
            known,
            links,
            has_joined,
            envelope_of: vec![NONE; count],
            envelopes: NodeLists::with_capacity(count),
            core_of: vec![NONE; count],
            cores: NodeLists::with_capacity(count),
            walked: RefCell::default(),
            noted: RefCell::default(),
        };
        match wanted {
            Query::Loss(_, nodes) => nodes.iter().for_each(|node| label_graph.explore(*node)),
            // For a delta all of it, too, so that envelopes and cores have the same order as in a full run.
            Query::All | Query::Delta(_) => {
                (0..count as u32).for_each(|node| label_graph.explore(node))
            }
        }
        label_graph
    }

    /// Finds the envelope of a node, and the cores in it.
    #[inline]
    fn explore(&mut self, start: u32) {
        if self.known[start as usize] != Certainty::No && self.envelope_of[start as usize] == NONE {
            self.explore_from(start);
        }
    }

    fn explore_from(&mut self, start: u32) {
        let (mut envelopes, mut envelope_of) =
            (std::mem::take(&mut self.envelopes), std::mem::take(&mut self.envelope_of));
        self.add(&mut envelopes, &mut envelope_of, start, Certainty::Maybe);
        let (mut cores, mut core_of) =
            (std::mem::take(&mut self.cores), std::mem::take(&mut self.core_of));
        for &node in envelopes.get(envelopes.ends.len() - 1) {
            if self.known[node as usize] != Certainty::Yes || core_of[node as usize] != NONE {
                continue;
            }
            match self.has_joined[node as usize] {
                true => self.add(&mut cores, &mut core_of, node, Certainty::Yes),
                false => cores.add_one(node, &mut core_of),
            }
        }
        (self.envelopes, self.envelope_of) = (envelopes, envelope_of);
        (self.cores, self.core_of) = (cores, core_of);
    }

    /// Adds the list of what is joined with a node with at least this certainty.
    fn add(&self, lists: &mut NodeLists, marks: &mut [u32], start: u32, least: Certainty) {
        let (groups, known, links) = (self.groups, &self.known, &self.links);
        match links.is_empty() {
            true => lists.add(start, marks, |node| {
                let near = groups.near_of(node).iter().copied();
                near.filter(|other| known[*other as usize] >= least)
            }),
            false => lists.add(start, marks, |node| {
                let (start, end) = groups.range_of(node);
                let near = groups.near[start..end].iter().zip(&links[start..end]);
                near.filter(|(_, link)| **link >= least).map(|(other, _)| *other)
            }),
        }
    }

    /// Returns the nodes next to a node, and whether they are joined in this label graph.
    pub(super) fn near(&self, node: u32) -> impl Iterator<Item = (u32, Certainty)> + '_ {
        let groups = self.groups;
        let (start, end) = groups.range_of(node);
        let own = self.known[node as usize];
        let links = self.links.get(start..end);
        groups.near[start..end].iter().enumerate().map(move |(position, &next)| {
            let both = || own.min(self.known[next as usize]);
            (next, links.map_or_else(both, |links| links[position]))
        })
    }

    /// Returns the positions of the neighbours of a node among all neighbours.
    pub(super) fn positions(&self, node: u32) -> Range<u32> {
        self.groups.starts[node as usize]..self.groups.starts[node as usize + 1]
    }

    /// Returns the neighbour at a position of a node of this graph, if they may be joined.
    #[inline]
    pub(super) fn may_be_joined(&self, position: u32) -> Option<u32> {
        let other = self.groups.near[position as usize];
        let edge = match self.links.is_empty() {
            true => self.known[other as usize],
            false => self.links[position as usize],
        };
        (edge >= Certainty::Maybe).then_some(other)
    }

    /// Returns the neighbours of a node of this graph that are joined with it with at least this certainty.
    fn joined(&self, node: u32, least: Certainty) -> impl Iterator<Item = u32> + '_ {
        let (start, end) = self.groups.range_of(node);
        let near = &self.groups.near[start..end];
        let links = self.links.get(start..end);
        let is_joined = move |(position, next): (usize, &u32)| {
            let edge = links.map_or_else(|| self.known[*next as usize], |links| links[position]);
            (edge >= least).then_some(*next)
        };
        near.iter().enumerate().filter_map(is_joined)
    }

    pub(super) fn core_count(&self) -> usize {
        self.cores.ends.len()
    }

    pub(super) fn core_nodes(&self, core: usize) -> &[u32] {
        self.cores.get(core)
    }

    pub(super) fn envelope_count(&self) -> usize {
        self.envelopes.ends.len()
    }

    pub(super) fn envelope_nodes(&self, envelope: usize) -> &[u32] {
        self.envelopes.get(envelope)
    }

    /// Returns the core of a node.
    pub(super) fn core(&self, node: u32) -> Option<usize> {
        Some(self.core_of[node as usize]).filter(|core| *core != NONE).map(|core| core as usize)
    }

    /// Returns "the node is in this label graph", where that is not always so.
    pub(super) fn is_here(&self, node: u32) -> Option<Lit> {
        self.groups.stmt.labels().map(|labels| Lit::is(labels[node as usize], self.value))
    }

    /// Returns what would connect cores, of what is `wanted` that for which anything may follow. `outlook` is given it
    /// and the nodes beside its first one.
    pub(super) fn connectors(
        &self,
        wanted: Query<'_>,
        outlook: impl Fn(Barrier, &[u32]) -> Outlook,
    ) -> Vec<Connector> {
        let mut connectors = Vec::with_capacity(self.envelope_of.len());
        let is_wanted = |lit: Lit| !matches!(wanted, Query::Loss(var, _) if var != lit.var);
        let mut add = |lit: Lit, barrier: Barrier, ends: &[u32], others: &[u32]| {
            let outlook = outlook(barrier, others);
            if outlook != Outlook::Nothing {
                let ends = SmallVec::from_slice(ends);
                connectors.push(Connector { lit, outlook, barrier, ends });
            }
        };
        match &self.groups.places {
            Places::Links(all) => {
                for LinkPlace { link, positions: [there, back] } in all {
                    let [node, next] = [*back, *there].map(|at| self.groups.near[at as usize]);
                    let is_apart = self.core_of[node as usize] != self.core_of[next as usize];
                    let is_open = self.links[*there as usize] == Certainty::Maybe && is_apart;
                    if is_open && self.envelope_of[node as usize] != NONE && is_wanted(link.lit) {
                        add(link.lit, Barrier::Link(node, next), &[node, next], &[next]);
                    }
                }
            }
            Places::Labels(labels) => {
                let mut look = |node: u32| {
                    let lit = labels[self.number][node as usize].lit;
                    let has_place = self.envelope_of[node as usize] != NONE;
                    if !has_place || self.core_of[node as usize] != NONE || !is_wanted(lit) {
                        return;
                    }
                    let mut ends: SmallVec<[u32; 4]> = SmallVec::new();
                    for (next, _) in self.near(node) {
                        let core = self.core(next);
                        if core.is_some() && ends.iter().all(|end| self.core(*end) != core) {
                            ends.push(next);
                        }
                    }
                    add(lit, Barrier::Node(node), &ends, &ends);
                };
                match wanted {
                    Query::Loss(_, nodes) => nodes.iter().for_each(|node| look(*node)),
                    Query::All | Query::Delta(_) => {
                        (0..self.envelope_of.len() as u32).for_each(look)
                    }
                }
            }
        }
        connectors
    }

    /// Returns whether the last walk may have gone through a connector.
    pub(super) fn is_walked(&self, connector: &Connector) -> bool {
        let is_in = &self.walked.borrow().1;
        match connector.barrier {
            Barrier::Node(node) => is_in[node as usize],
            Barrier::Link(a, b) => is_in[a as usize] && is_in[b as usize],
        }
    }

    /// Walks from `start` through neighbours that may be joined, except by `without`, until
    /// `is_enough` of the last node; returns the nodes where it never was.
    pub(super) fn walk(
        &self,
        start: u32,
        without: &Connector,
        mut is_enough: impl FnMut(u32) -> bool,
    ) -> Option<Vec<u32>> {
        let without = without.barrier;
        let (nodes, is_in) = &mut *self.walked.borrow_mut();
        is_in.resize(self.envelope_of.len(), false);
        nodes.drain(..).for_each(|node| is_in[node as usize] = false);
        is_in[start as usize] = true;
        nodes.push(start);
        if is_enough(start) {
            return None;
        }
        let mut next = 0;
        let mut is_done = false;
        while let Some(&node) = nodes.get(next).filter(|_| !is_done) {
            next += 1;
            for other in self.joined(node, Certainty::Maybe) {
                if is_in[other as usize] || without.is_between(node, other) {
                    continue;
                }
                is_in[other as usize] = true;
                nodes.push(other);
                if is_enough(other) {
                    is_done = true;
                    break;
                }
            }
        }
        let found = (!is_done).then(|| nodes.clone());
        if let noted @ [_, ..] = &mut self.noted.borrow_mut()[..] {
            nodes.iter().for_each(|node| noted[*node as usize / 64] |= 1 << (node % 64));
        }
        found
    }

    /// Returns whether the nodes of walks are noted.
    pub(super) fn is_noting(&self) -> bool {
        !self.noted.borrow().is_empty()
    }

    /// Returns the nodes of all walks since this was called last, as so many words of bits; those of none at first.
    pub(super) fn take_walks(&self, words: usize) -> Vec<u64> {
        self.noted.replace(vec![0; words])
    }

    /// Adds "these nodes, which are all that can be reached from the first, are connected with no
    /// others", except by `but`.
    pub(super) fn because_closed(
        &self,
        nodes: &[u32],
        but: Option<&Connector>,
        why: &mut ReasonWriter<'_>,
    ) {
        let mut is_in = vec![false; self.envelope_of.len()];
        nodes.iter().for_each(|node| is_in[*node as usize] = true);
        let but = but.map(|but| but.barrier);
        for &node in nodes {
            for (position, (next, _)) in self.near(node).enumerate() {
                if is_in[next as usize] || but.is_some_and(|but| but.is_between(node, next)) {
                    continue;
                }
                why.lit(match &self.groups.stmt.joined {
                    Joined::Equal(labels) => Lit::is_not(labels[next as usize], self.value),
                    Joined::Linked(links) => !links[node as usize][position],
                });
            }
        }
    }

    /// Walks through the cores around a connector, or through the core of `start`, until `is_enough`
    /// of what was walked through so far, and adds "this is connected" (by the connector).
    pub(super) fn because_connected(
        &self,
        start: &[u32],
        mut is_enough: impl FnMut(&[u32]) -> bool,
        why: &mut ReasonWriter<'_>,
    ) -> Vec<u32> {
        let mut is_in = vec![false; self.envelope_of.len()];
        start.iter().for_each(|node| is_in[*node as usize] = true);
        let mut nodes = start.to_vec();
        let mut next = 0;
        'walk: while !is_enough(&nodes) {
            let Some(&node) = nodes.get(next) else { break };
            next += 1;
            for (position, (other, edge)) in self.near(node).enumerate() {
                if edge != Certainty::Yes || std::mem::replace(&mut is_in[other as usize], true) {
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
