//! Lazy cuts for graphs: they are not encoded; where a model violates a claim, clauses that it violates are added.
//!
//! A claim is a graph with a literal that holds where the graph is as claimed: the constant for a
//! rule. Every clause holds in every solution, whatever is assumed. With `K` a part of the nodes
//! that no link leaves, `∂K` for each link that would leave it something that it lacks, and `z` the
//! claim's literal:
//!
//! ```text
//! connected   u ∈ K, v ∉ K are there        ¬z ∨ ¬u ∨ ¬v ∨ ⋁∂K
//! acyclic     a cycle C                     ¬z ∨ ⋁_{l∈C} ¬l
//! cycle       links e in K and f beside it  ¬z ∨ ¬e ∨ ¬f ∨ ⋁∂K
//!             one link e at a node          ¬z ∨ ¬e ∨ ⋁ others that are not there
//!             three links at a node         ¬z ∨ ¬e ∨ ¬f ∨ ¬g
//! divided     a way W past a gap g          ¬z ∨ g ∨ ⋁_{l∈W} ¬l
//! ```
//!
//! Where `z` is false and the graph is as claimed, the clause is that something of it changes:
//!
//! ```text
//! connected   ⋁ ¬ (a node or a link of a tree) ∨ ⋁ a node that is not there
//! acyclic     ⋁ a link that is not there
//! others      ⋁ any change
//! ```
//!
//! # Source
//! Dantzig, Fulkerson and Johnson, "Solution of a large-scale traveling-salesman problem" (1954),
//! for cuts that are added where they are missing.

use std::collections::BTreeSet;

use crate::onehot::encoder::{Encoder, GraphClaim};
use crate::onehot::{Backend, Literal};
use puzgen_csp::{GraphKind, GraphTruth, Lit};

/// A clause but for the claim's literal.
type CutClause = BTreeSet<Lit>;

impl<B: Backend> Encoder<B> {
    /// Asserts that a graph is as claimed, or that one of `unless` holds.
    pub(in crate::onehot) fn hold_graph(&mut self, graph: &GraphTruth, unless: &[Literal]) {
        let literal = if unless.is_empty() { Literal::TRUE } else { self.sink.fresh() };
        self.hold_literal(literal, unless);
        self.graphs.push(GraphClaim { graph: graph.clone(), literal, is_exact: false });
    }

    /// Returns a literal that holds exactly where a graph is as claimed.
    pub(in crate::onehot) fn graph_literal(&mut self, graph: &GraphTruth) -> Literal {
        let literal = self.sink.fresh();
        self.graphs.push(GraphClaim { graph: graph.clone(), literal, is_exact: true });
        literal
    }

    /// Returns clauses about graphs that hold and that a model breaks.
    pub(super) fn broken_graphs(&self, assignment: &[i64]) -> Vec<Vec<Literal>> {
        let mut clauses = Vec::new();
        for claim in &self.graphs {
            let claimed = match claim.literal {
                Literal::TRUE => true,
                literal => self.sink.backend.holds(literal),
            };
            let broken = ModelGraph::new(&claim.graph, assignment).broken();
            let sign = if broken.is_empty() { claim.literal } else { !claim.literal };
            let cuts = match (claimed, broken.is_empty()) {
                (true, false) => broken,
                (false, true) if claim.is_exact => vec![as_it_is(&claim.graph, assignment)],
                _ => continue,
            };
            for cut in cuts {
                let parts = cut.into_iter().map(|lit| self.lit(lit));
                clauses.push(parts.chain([sign]).collect::<Vec<_>>());
            }
        }
        clauses
    }
}

/// A graph in a model.
struct ModelGraph<'a> {
    graph: &'a GraphTruth,
    assignment: &'a [i64],
    nodes: Vec<bool>,
    links: Vec<bool>,
    /// For each node, the links at it, each with its other end.
    around: Vec<Vec<(usize, usize)>>,
    /// The part of each node that is there, by its first node.
    part: Vec<usize>,
    /// For each node, the node and the link that it was reached by.
    before: Vec<Option<(usize, usize)>>,
    /// Links that are there and join what is joined already.
    closing: Vec<usize>,
}

impl<'a> ModelGraph<'a> {
    fn new(graph: &'a GraphTruth, assignment: &'a [i64]) -> Self {
        let holds = |lit: Lit| lit.holds_for(assignment[lit.var.index()]);
        let nodes: Vec<bool> = graph.nodes.iter().map(|when| when.is_none_or(holds)).collect();
        let links: Vec<bool> =
            (0..graph.links.len()).map(|link| graph.lits_of_link(link).all(holds)).collect();
        let mut around = vec![Vec::new(); nodes.len()];
        for (number, link) in graph.links.iter().enumerate() {
            let [a, b] = link.ends.map(|end| end as usize);
            around[a].push((number, b));
            around[b].push((number, a));
        }
        let mut seen = Self {
            graph,
            assignment,
            part: vec![usize::MAX; nodes.len()],
            before: vec![None; nodes.len()],
            nodes,
            links,
            around,
            closing: Vec::new(),
        };
        seen.walk();
        seen
    }

    /// Finds the parts, each as a tree.
    fn walk(&mut self) {
        for start in 0..self.nodes.len() {
            if !self.nodes[start] || self.part[start] != usize::MAX {
                continue;
            }
            self.part[start] = start;
            let mut reached = vec![start];
            let mut next = 0;
            while let Some(&node) = reached.get(next) {
                next += 1;
                for &(link, other) in &self.around[node] {
                    if !self.links[link] {
                        continue;
                    }
                    if self.part[other] == usize::MAX {
                        self.part[other] = start;
                        self.before[other] = Some((node, link));
                        reached.push(other);
                    } else if self.before[node].is_none_or(|(_, over)| over != link)
                        && self.before[other].is_none_or(|(_, over)| over != link)
                    {
                        self.closing.push(link);
                    }
                }
            }
        }
        self.closing.sort_unstable();
        self.closing.dedup();
    }

    /// Returns clauses that the model breaks: none where the graph is as claimed.
    fn broken(&self) -> Vec<CutClause> {
        match self.graph.kind {
            GraphKind::Connected => {
                let there = (0..self.nodes.len()).filter(|node| self.nodes[*node]);
                self.apart(there.map(|node| (node, self.graph.nodes[node].into_iter().collect())))
            }
            GraphKind::Acyclic => self.closing.iter().map(|link| self.cycle(*link)).collect(),
            GraphKind::Cycle => {
                let mut cuts: Vec<CutClause> =
                    (0..self.nodes.len()).filter_map(|node| self.at_node(node)).collect();
                if !self.links.contains(&true) {
                    let all = 0..self.links.len();
                    cuts.push(all.filter_map(|link| self.lacks(link)).collect());
                }
                let there = (0..self.links.len()).filter(|link| self.links[*link]);
                cuts.extend(self.apart(there.map(|link| {
                    (
                        self.graph.links[link].ends[0] as usize,
                        self.graph.lits_of_link(link).collect(),
                    )
                })));
                cuts
            }
            GraphKind::Divided => self.gaps(),
        }
    }

    /// Returns the clauses that parts with these things in them, each in a part of its own, are not
    /// apart.
    fn apart(&self, things: impl Iterator<Item = (usize, CutClause)>) -> Vec<CutClause> {
        let mut first_of: Vec<(usize, CutClause)> = Vec::new();
        for (node, lits) in things {
            let part = self.part[node];
            if first_of.iter().all(|(other, _)| *other != part) {
                first_of.push((part, lits));
            }
        }
        if first_of.len() < 2 {
            return Vec::new();
        }
        let cut = |(number, (part, lits)): (usize, &(usize, CutClause))| {
            let (_, others) = &first_of[(number + 1) % first_of.len()];
            let mut cut: CutClause = lits.iter().chain(others).map(|lit| !*lit).collect();
            cut.extend(self.border(*part));
            cut
        };
        first_of.iter().enumerate().map(cut).collect()
    }

    /// Returns for each link that would lead out of a part something that it lacks.
    fn border(&self, part: usize) -> impl Iterator<Item = Lit> + '_ {
        let inside = (0..self.nodes.len()).filter(move |node| self.part[*node] == part);
        let links = inside.flat_map(|node| &self.around[node]);
        let leaving = links.filter(move |(_, other)| self.part[*other] != part);
        leaving.filter_map(|(link, _)| self.lacks(*link))
    }

    /// Returns what a link needs to be there and does not have.
    fn lacks(&self, link: usize) -> Option<Lit> {
        let holds = |lit: &Lit| lit.holds_for(self.assignment[lit.var.index()]);
        self.graph.lits_of_link(link).find(|lit| !holds(lit))
    }

    /// Returns the clause that the cycle that a link closes is not there.
    fn cycle(&self, closing: usize) -> CutClause {
        let [a, b] = self.graph.links[closing].ends.map(|end| end as usize);
        let links = self.way(a, b).into_iter().chain([closing]);
        links.flat_map(|link| self.graph.lits_of_link(link)).map(|lit| !lit).collect()
    }

    /// Returns the links of the way in the tree between two nodes of a part.
    fn way(&self, a: usize, b: usize) -> Vec<usize> {
        let up = |mut node: usize| {
            let mut links = Vec::new();
            while let Some((earlier, link)) = self.before[node] {
                links.push(link);
                node = earlier;
            }
            links
        };
        let (mut from, mut to) = (up(a), up(b));
        while from.last().is_some() && from.last() == to.last() {
            from.pop();
            to.pop();
        }
        from.extend(to);
        from
    }

    /// Returns the clause of a node where there are neither none nor two links.
    fn at_node(&self, node: usize) -> Option<CutClause> {
        let around = || self.around[node].iter().map(|(link, _)| *link);
        let here: Vec<usize> = around().filter(|link| self.links[*link]).take(3).collect();
        if matches!(here.len(), 0 | 2) {
            return None;
        }
        let lits = here.iter().flat_map(|link| self.graph.lits_of_link(*link));
        let mut cut: CutClause = lits.map(|lit| !lit).collect();
        if here.len() == 1 {
            cut.extend(around().filter_map(|link| self.lacks(link)));
        }
        Some(cut)
    }

    /// Returns the clauses of gaps between joined nodes.
    fn gaps(&self) -> Vec<CutClause> {
        let mut cuts = Vec::new();
        for (number, link) in self.graph.links.iter().enumerate() {
            let [a, b] = link.ends.map(|end| end as usize);
            let is_gap = self.nodes[a] && self.nodes[b] && !self.links[number];
            if is_gap && self.part[a] == self.part[b] {
                let ends = link.ends.map(|end| self.graph.nodes[end as usize]);
                let way = self.way(a, b);
                let lits = way.iter().flat_map(|link| self.graph.lits_of_link(*link));
                let mut cut: CutClause =
                    lits.chain(ends.into_iter().flatten()).map(|lit| !lit).collect();
                cut.extend(link.when);
                cuts.push(cut);
            }
        }
        cuts
    }
}

/// Returns the clause that a graph, which is as claimed, is another one.
fn as_it_is(graph: &GraphTruth, assignment: &[i64]) -> CutClause {
    let seen = ModelGraph::new(graph, assignment);
    let holds = |lit: Lit| lit.holds_for(assignment[lit.var.index()]);
    let changed = |lit: Lit| if holds(lit) { !lit } else { lit };
    match graph.kind {
        GraphKind::Connected => {
            let tree = seen.before.iter().flatten().filter_map(|(_, link)| graph.links[*link].when);
            graph.nodes.iter().copied().flatten().chain(tree).map(changed).collect()
        }
        GraphKind::Acyclic => (0..graph.links.len()).filter_map(|link| seen.lacks(link)).collect(),
        GraphKind::Cycle | GraphKind::Divided => graph.lits().map(changed).collect(),
    }
}
