//! Grouping of nodes that are joined, and what can be claimed of them.

use std::fmt::{self, Formatter};

use super::{FlatForm, Global, trees};
use crate::print::{name, separated, write_lit};
use crate::{BoolExpr, Csp, Domain, Lit, Stmt, VarId};

/// The maximal groups of nodes that are connected by joined neighbours, and claims about them.
///
/// # Shape
/// `neighbours`, `size` and `first` have one entry a node, and so has what is in `joined` and in
/// each of `totals`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Components {
    /// Which neighbours are joined.
    pub joined: Joined,
    /// The nodes next to each node, symmetric and sorted.
    pub neighbours: Vec<Vec<u32>>,
    /// Where present: equal to the number of nodes in this node's group.
    pub size: Vec<Option<VarId>>,
    /// Where present (a truth): this node has the smallest index of its group.
    pub first: Vec<Option<VarId>>,
    /// Sums over groups.
    pub totals: Vec<Total>,
    /// Pairs of nodes that are, or are not, in one group.
    pub same: Vec<Same>,
}

/// Which neighbours are joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Joined {
    /// Those with equal labels.
    Equal(Vec<VarId>),
    /// Those whose link holds: one for each entry of `neighbours`, the same in both directions.
    Linked(Vec<Vec<Lit>>),
}

/// What a node adds to the total of its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeWeight {
    /// This much.
    Const(i64),
    /// The value of a variable; of a truth 1 or 0.
    Var(VarId),
}

impl NodeWeight {
    /// Returns the variable.
    pub fn var(self) -> Option<VarId> {
        match self {
            Self::Const(_) => None,
            Self::Var(var) => Some(var),
        }
    }

    /// Returns its value.
    pub fn value(self, assignment: &[i64]) -> i64 {
        match self {
            Self::Const(value) => value,
            Self::Var(var) => assignment[var.index()],
        }
    }
}

/// One sum over each group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// What each node adds.
    pub weights: Vec<NodeWeight>,
    /// Where present: equal to the sum over this node's group.
    pub total: Vec<Option<VarId>>,
}

/// A pair of nodes and the truth that they are in one group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Same {
    /// The pair, the smaller node first.
    pub nodes: (u32, u32),
    /// The truth.
    pub truth: VarId,
}

impl Components {
    /// Returns the groups of equal labels, without any claim.
    pub fn equal(labels: Vec<VarId>, neighbours: Vec<Vec<u32>>) -> Self {
        Self::new(Joined::Equal(labels), neighbours)
    }

    /// Returns groups without any claim.
    pub fn new(joined: Joined, neighbours: Vec<Vec<u32>>) -> Self {
        let none = vec![None; neighbours.len()];
        let (size, first) = (none.clone(), none);
        Self { joined, neighbours, size, first, totals: Vec::new(), same: Vec::new() }
    }

    /// Returns the number of nodes.
    pub fn node_count(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns the labels, where neighbours with equal ones are joined.
    pub fn labels(&self) -> Option<&[VarId]> {
        match &self.joined {
            Joined::Equal(labels) => Some(labels),
            Joined::Linked(_) => None,
        }
    }

    /// Returns whether only sizes, or nothing, are claimed.
    pub fn claims_only_sizes(&self) -> bool {
        self.totals.is_empty() && self.same.is_empty() && self.first.iter().all(Option::is_none)
    }

    /// Returns whether two neighbours, the second as a position among those of the first, are
    /// joined.
    pub fn is_joined(&self, node: u32, position: usize, assignment: &[i64]) -> bool {
        match &self.joined {
            Joined::Equal(labels) => {
                let next = self.neighbours[node as usize][position];
                assignment[labels[node as usize].index()]
                    == assignment[labels[next as usize].index()]
            }
            Joined::Linked(links) => {
                let link = links[node as usize][position];
                link.holds_for(assignment[link.var.index()])
            }
        }
    }

    /// Returns its variables, some perhaps several times.
    pub fn vars(&self) -> Vec<VarId> {
        let mut vars = Vec::new();
        self.for_each_var(&mut |var| vars.push(var));
        vars
    }

    /// Returns the groups of an assignment.
    pub fn groups(&self, assignment: &[i64]) -> Grouping {
        let count = self.node_count();
        let mut seen = vec![false; count];
        let mut nodes = Vec::with_capacity(count);
        let mut ends = Vec::with_capacity(count);
        for start in 0..count {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let first = nodes.len();
            nodes.push(start as u32);
            let mut done = first;
            while let Some(&node) = nodes.get(done) {
                done += 1;
                for (position, &next) in self.neighbours[node as usize].iter().enumerate() {
                    if !seen[next as usize] && self.is_joined(node, position, assignment) {
                        seen[next as usize] = true;
                        nodes.push(next);
                    }
                }
            }
            nodes[first..].sort_unstable();
            ends.push(nodes.len());
        }
        Grouping { nodes, ends }
    }
}

/// The maximal groups that are connected by joined neighbours: each sorted, and all in the order of their
/// smallest nodes. Every model that an engine finds is grouped, so they are two lists and not one for each.
#[derive(Debug)]
pub struct Grouping {
    nodes: Vec<u32>,
    /// Where each group ends among the nodes.
    ends: Vec<usize>,
}

impl Grouping {
    /// Returns the nodes of each group.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.ends.len()).map(|number| self.nodes_of(number))
    }

    /// Returns the nodes of the group of this number, from 0.
    pub fn nodes_of(&self, number: usize) -> &[u32] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.nodes[start..self.ends[number]]
    }

    /// Returns the number of each node's group.
    pub fn of_nodes(&self) -> Vec<usize> {
        let mut group_of = vec![0; self.nodes.len()];
        for (number, group) in self.iter().enumerate() {
            group.iter().for_each(|node| group_of[*node as usize] = number);
        }
        group_of
    }
}

fn sum_of(total: &Total, group: &[u32], assignment: &[i64]) -> i128 {
    group.iter().map(|node| i128::from(total.weights[*node as usize].value(assignment))).sum()
}

impl FlatForm for Components {
    fn for_each_var(&self, visit: &mut dyn FnMut(VarId)) {
        match &self.joined {
            Joined::Equal(labels) => labels.iter().for_each(|var| visit(*var)),
            Joined::Linked(links) => links.iter().flatten().for_each(|link| visit(link.var)),
        }
        let claims = self.size.iter().chain(&self.first);
        let claims = claims.chain(self.totals.iter().flat_map(|total| &total.total));
        claims.flatten().for_each(|var| visit(*var));
        let weights = self.totals.iter().flat_map(|total| &total.weights);
        weights.filter_map(|weight| weight.var()).for_each(&mut *visit);
        self.same.iter().for_each(|same| visit(same.truth));
    }

    fn rename(&mut self, rename: &mut dyn FnMut(VarId) -> VarId) {
        match &mut self.joined {
            Joined::Equal(labels) => labels.iter_mut().for_each(|var| *var = rename(*var)),
            Joined::Linked(links) => {
                links.iter_mut().flatten().for_each(|link| link.var = rename(link.var));
            }
        }
        let claims = self.size.iter_mut().chain(&mut self.first);
        let claims = claims.chain(self.totals.iter_mut().flat_map(|total| &mut total.total));
        claims.flatten().for_each(|var| *var = rename(*var));
        for weight in self.totals.iter_mut().flat_map(|total| &mut total.weights) {
            if let NodeWeight::Var(var) = weight {
                *var = rename(*var);
            }
        }
        self.same.iter_mut().for_each(|same| same.truth = rename(same.truth));
    }

    fn holds(&self, assignment: &[i64]) -> bool {
        let claims = |claims: &[Option<VarId>], node: usize, actual: i128| {
            claims[node].is_none_or(|var| i128::from(assignment[var.index()]) == actual)
        };
        let groups = self.groups(assignment);
        let group_of = groups.of_nodes();
        groups.iter().all(|group| {
            let totals: Vec<i128> =
                self.totals.iter().map(|t| sum_of(t, group, assignment)).collect();
            group.iter().all(|&node| {
                let node = node as usize;
                claims(&self.size, node, group.len() as i128)
                    && claims(&self.first, node, i128::from(group[0] as usize == node))
                    && self
                        .totals
                        .iter()
                        .zip(&totals)
                        .all(|(total, sum)| claims(&total.total, node, *sum))
            })
        }) && self.same.iter().all(|same| {
            let (a, b) = (group_of[same.nodes.0 as usize], group_of[same.nodes.1 as usize]);
            assignment[same.truth.index()] == i64::from(a == b)
        })
    }

    fn size(&self, _: &Csp, _: u64) -> u64 {
        let links: usize = self.neighbours.iter().map(Vec::len).sum();
        let claims = self.node_count() * (2 + self.totals.len()) + self.same.len();
        (links + claims) as u64
    }

    /// Writes each node as `label` (or its number), then what is claimed of it, then each pair of
    /// neighbours once, with its link where there is one, and the pairs in one group.
    fn write(&self, f: &mut Formatter<'_>, csp: &Csp) -> fmt::Result {
        f.write_str("components(")?;
        let nodes: Vec<usize> = (0..self.node_count()).collect();
        separated(f, &nodes, |f, &node| {
            match &self.joined {
                Joined::Equal(labels) => name(f, csp, labels[node])?,
                Joined::Linked(_) => write!(f, "{node}")?,
            }
            for (word, claim) in [("size", self.size[node]), ("first", self.first[node])] {
                if let Some(var) = claim {
                    write!(f, " {word} ")?;
                    name(f, csp, var)?;
                }
            }
            for total in &self.totals {
                match total.weights[node] {
                    NodeWeight::Const(0) => {}
                    NodeWeight::Const(weight) => write!(f, " adds {weight}")?,
                    NodeWeight::Var(var) => {
                        f.write_str(" adds ")?;
                        name(f, csp, var)?;
                    }
                }
                if let Some(var) = total.total[node] {
                    f.write_str(" total ")?;
                    name(f, csp, var)?;
                }
            }
            Ok(())
        })?;
        f.write_str("; ")?;
        let pairs: Vec<(usize, usize, u32)> = nodes
            .iter()
            .flat_map(|&a| self.neighbours[a].iter().enumerate().map(move |(at, b)| (a, at, *b)))
            .filter(|(a, _, b)| *a < *b as usize)
            .collect();
        separated(f, &pairs, |f, (a, at, b)| {
            write!(f, "{a}-{b}")?;
            if let Joined::Linked(links) = &self.joined {
                f.write_str(" if ")?;
                write_lit(f, csp, links[*a][*at])?;
            }
            Ok(())
        })?;
        for same in &self.same {
            write!(f, "; {}~{} iff ", same.nodes.0, same.nodes.1)?;
            name(f, csp, same.truth)?;
        }
        f.write_str(")")
    }

    fn formulas(&self, csp: &Csp, fresh: &mut dyn FnMut(Domain) -> VarId) -> Vec<BoolExpr> {
        trees::formulas(self, csp, fresh)
    }

    fn is_lazy(&self) -> bool {
        true
    }
}

impl From<Components> for Stmt {
    fn from(components: Components) -> Self {
        Self::Global(Global::Components(components))
    }
}
