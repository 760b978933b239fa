//! A graph whose nodes and links are partly known: which are in it, out of it or open, now or at an earlier time.

use std::cell::OnceCell;

use crate::lit_place::LitPlace;
use crate::store::Store;
use puzgen_csp::{GraphLink, GraphTruth, Lit};

use super::{GraphPropagator, Valuation};

/// A part of a graph, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NodeOrLink {
    Node(u32),
    Link(u32),
}

/// Whether a part of a graph is there.
///
/// What takes several parts is the least of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Inclusion {
    Out,
    Open,
    In,
}

impl Inclusion {
    fn of(truth: Option<bool>) -> Self {
        match truth {
            Some(true) => Self::In,
            Some(false) => Self::Out,
            None => Self::Open,
        }
    }
}

/// Where the literals of a graph are: of each node, and of each link, if any has one.
#[derive(Debug, Clone)]
pub(super) struct LitPlaces {
    nodes: Vec<Option<LitPlace>>,
    links: Vec<Option<LitPlace>>,
}

impl LitPlaces {
    /// Returns the places in a store.
    pub(super) fn new(stmt: &GraphTruth, has_marks: bool, store: &Store) -> Self {
        let place = |lit: Option<Lit>| lit.map(|lit| LitPlace::new(store, lit));
        Self {
            nodes: stmt.nodes.iter().map(|lit| place(*lit)).collect(),
            links: stmt.links.iter().filter(|_| has_marks).map(|link| place(link.when)).collect(),
        }
    }
}

/// A graph with what is known of it.
pub(super) struct PartialGraph<'a> {
    pub(super) graph: &'a GraphPropagator,
    /// For each node, whether it is there.
    pub(super) nodes: Vec<Inclusion>,
    /// For each link, whether its literal holds, whatever its ends are; empty where no link has one.
    marks: Vec<Inclusion>,
    /// For each link, whether it is there: only where its literal holds and its ends are there. Found when it is asked
    /// for.
    links: OnceCell<Vec<Inclusion>>,
    /// A node or link that is supposed to be there, or not, without being known.
    supposed: Option<(NodeOrLink, bool)>,
}

/// No number.
pub(super) const NONE: u32 = u32::MAX;

impl<'a> PartialGraph<'a> {
    /// Returns what is known, and one thing supposed.
    pub(super) fn new(
        graph: &'a GraphPropagator,
        known: &impl Valuation,
        supposed: Option<(NodeOrLink, bool)>,
    ) -> Self {
        let state = |item: NodeOrLink, when: Option<Lit>| match (supposed, when) {
            (Some((other, truth)), _) if other == item => Inclusion::of(Some(truth)),
            (_, Some(lit)) => Inclusion::of(known.truth(lit)),
            (_, None) => Inclusion::In,
        };
        let stmt = &graph.stmt;
        let of_node =
            |(node, when): (usize, &Option<Lit>)| state(NodeOrLink::Node(node as u32), *when);
        let nodes: Vec<Inclusion> = stmt.nodes.iter().enumerate().map(of_node).collect();
        let of_link =
            |(number, link): (usize, &GraphLink)| state(NodeOrLink::Link(number as u32), link.when);
        let marks = match graph.has_marks {
            true => stmt.links.iter().enumerate().map(of_link).collect(),
            false => Vec::new(),
        };
        Self { graph, nodes, marks, links: OnceCell::new(), supposed }
    }

    /// Returns what is known in a store in which literals are at these places.
    pub(super) fn at(graph: &'a GraphPropagator, places: &LitPlaces, store: &Store) -> Self {
        let of = |lits: &[Option<LitPlace>]| {
            let state = |lit: &Option<LitPlace>| match lit {
                Some(lit) => Inclusion::of(lit.truth(store)),
                None => Inclusion::In,
            };
            lits.iter().map(state).collect()
        };
        let (nodes, marks) = (of(&places.nodes), of(&places.links));
        Self { graph, nodes, marks, links: OnceCell::new(), supposed: None }
    }

    /// Returns whether the literal of a link holds, whatever its ends are.
    #[inline]
    pub(super) fn mark(&self, link: u32) -> Inclusion {
        self.marks.get(link as usize).copied().unwrap_or(Inclusion::In)
    }

    /// Returns for each link whether it is there.
    pub(super) fn links(&self) -> &[Inclusion] {
        let nodes = &self.nodes;
        let of_link = |(number, link): (u32, &GraphLink)| {
            let [a, b] = link.ends;
            nodes[a as usize].min(nodes[b as usize]).min(self.mark(number))
        };
        self.links.get_or_init(|| (0..).zip(&self.graph.stmt.links).map(of_link).collect())
    }

    /// Returns the links at a node with their other ends.
    pub(super) fn around(&self, node: u32) -> &'a [(u32, u32)] {
        self.graph.around(node)
    }

    /// Returns the ends of a link.
    pub(super) fn ends(&self, link: u32) -> [u32; 2] {
        self.graph.stmt.links[link as usize].ends
    }

    /// Returns the links in this state.
    pub(super) fn links_in(&self, state: Inclusion) -> impl Iterator<Item = u32> + '_ {
        (0_u32..).zip(self.links()).filter(move |(_, other)| **other == state).map(|(link, _)| link)
    }

    /// Returns the nodes in this state.
    pub(super) fn nodes_in(&self, state: Inclusion) -> impl Iterator<Item = u32> + '_ {
        (0_u32..).zip(&self.nodes).filter(move |(_, other)| **other == state).map(|(node, _)| node)
    }

    /// Returns whether a link can be there.
    pub(super) fn can_be(&self, link: u32) -> bool {
        self.links()[link as usize] != Inclusion::Out
    }

    fn is_supposed(&self, item: NodeOrLink) -> bool {
        self.supposed.is_some_and(|(other, _)| other == item)
    }

    /// Adds why a node is, or is not, there.
    pub(super) fn because_node(&self, node: u32, reason: &mut Vec<Lit>) {
        let item = NodeOrLink::Node(node);
        if !self.is_supposed(item)
            && let Some(lit) = self.graph.lit(item)
        {
            reason.push(if self.nodes[node as usize] == Inclusion::In { lit } else { !lit });
        }
    }

    /// Adds why the mark of a link is, or is not, set.
    pub(super) fn because_mark(&self, link: u32, reason: &mut Vec<Lit>) {
        let item = NodeOrLink::Link(link);
        if !self.is_supposed(item)
            && let Some(lit) = self.graph.lit(item)
        {
            reason.push(if self.mark(link) == Inclusion::In { lit } else { !lit });
        }
    }

    /// Adds why a link is there.
    pub(super) fn because_in(&self, link: u32, reason: &mut Vec<Lit>) {
        self.because_mark(link, reason);
        self.ends(link).into_iter().for_each(|end| self.because_node(end, reason));
    }

    /// Adds why a link is not there: one reason is enough, and what is supposed costs nothing.
    pub(super) fn because_out(&self, link: u32, reason: &mut Vec<Lit>) {
        let ends = self.ends(link);
        let is_out = |node: u32| self.nodes[node as usize] == Inclusion::Out;
        let for_free = self.supposed.is_some_and(|(item, is_there)| {
            !is_there
                && match item {
                    NodeOrLink::Link(other) => other == link,
                    NodeOrLink::Node(node) => ends.contains(&node),
                }
        });
        if for_free {
            return;
        }
        if self.mark(link) == Inclusion::Out {
            self.because_mark(link, reason);
        } else if let Some(end) = ends.into_iter().find(|end| is_out(*end)) {
            self.because_node(end, reason);
        }
    }

    /// Returns the nodes that can be joined to `start` without `hole`, as a table, and in order.
    pub(super) fn reach(&self, start: u32, hole: u32, without: u32) -> (Vec<bool>, Vec<u32>) {
        let mut is_reached = vec![false; self.nodes.len()];
        is_reached[start as usize] = true;
        let mut nodes = vec![start];
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            next += 1;
            for &(link, other) in self.around(node) {
                if link != without
                    && other != hole
                    && self.can_be(link)
                    && !std::mem::replace(&mut is_reached[other as usize], true)
                {
                    nodes.push(other);
                }
            }
        }
        (is_reached, nodes)
    }

    /// Returns why nothing leads out of the reached nodes but through `hole` and over `without`.
    pub(super) fn border(
        &self,
        (is_reached, nodes): &(Vec<bool>, Vec<u32>),
        hole: u32,
        without: u32,
    ) -> Vec<Lit> {
        let mut reason = Vec::new();
        for node in nodes {
            for &(link, other) in self.around(*node) {
                if link != without && other != hole && !is_reached[other as usize] {
                    self.because_out(link, &mut reason);
                }
            }
        }
        reason.sort_unstable();
        reason.dedup();
        reason
    }

    /// Returns the links of a way between two nodes, over links that are there, without one of
    /// them.
    pub(super) fn path(&self, from: u32, to: u32, without: u32) -> Option<Vec<u32>> {
        let mut before = vec![(NONE, NONE); self.nodes.len()];
        before[from as usize] = (from, NONE);
        let mut nodes = vec![from];
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            if node == to {
                let mut way = Vec::new();
                let mut at = to;
                while at != from {
                    let (earlier, link) = before[at as usize];
                    way.push(link);
                    at = earlier;
                }
                return Some(way);
            }
            next += 1;
            for &(link, other) in self.around(node) {
                if link != without
                    && self.links()[link as usize] == Inclusion::In
                    && before[other as usize].0 == NONE
                {
                    before[other as usize] = (node, link);
                    nodes.push(other);
                }
            }
        }
        None
    }

    /// Returns the link that is supposed to be there, with its ends.
    pub(super) fn supposed_links(&self) -> Vec<u32> {
        match self.supposed {
            Some((NodeOrLink::Link(link), true)) => vec![link],
            Some((NodeOrLink::Node(node), true)) => {
                self.around(node).iter().map(|(link, _)| *link).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Sets of nodes that links join.
#[derive(Debug, Clone)]
pub(super) struct Unions {
    parents: Vec<u32>,
}

impl Unions {
    /// Returns the sets of what is joined by links that are there; and a link that joins what is
    /// joined already, if there is one.
    pub(super) fn new(partial: &PartialGraph<'_>) -> (Self, Option<u32>) {
        let mut unions = Self { parents: (0..partial.nodes.len() as u32).collect() };
        let mut double = None;
        for link in partial.links_in(Inclusion::In) {
            let [a, b] = partial.ends(link).map(|end| unions.find(end));
            unions.parents[a as usize] = b;
            if a == b && double.is_none() {
                double = Some(link);
            }
        }
        (unions, double)
    }

    /// Returns the node that stands for the set of `node`.
    pub(super) fn find(&mut self, node: u32) -> u32 {
        let mut at = node;
        while self.parents[at as usize] != at {
            let next = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = next;
            at = next;
        }
        at
    }
}
