//! Truths about graphs whose nodes and links are decided by solving.

use std::fmt::{self, Formatter};

use super::FlatForm;
use crate::print::{separated, write_lit};
use crate::{BoolExpr, Csp, Domain, Lit, VarId};

/// The property of the nodes and links that are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphKind {
    /// The links join all nodes into one; true where there are none.
    Connected,
    /// The links form no cycle.
    Acyclic,
    /// The links are one cycle that meets no node twice, and there is one at least. Nodes beside
    /// it do no harm.
    Cycle,
    /// A link that is not there, while its ends are, joins nodes that no path joins.
    Divided,
}

/// A link of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphLink {
    /// Two different nodes.
    pub ends: [u32; 2],
    /// When it is there, if both its ends are; always where there is none.
    pub when: Option<Lit>,
}

/// A truth about a graph: the nodes and links that are there have a property.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphTruth {
    /// What.
    pub kind: GraphKind,
    /// When each node is there; always where there is none.
    pub nodes: Vec<Option<Lit>>,
    /// The links; two of them may join the same nodes.
    pub links: Vec<GraphLink>,
}

impl GraphKind {
    /// Returns the word of dumps.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::Acyclic => "acyclic",
            Self::Cycle => "cycle",
            Self::Divided => "divided",
        }
    }
}

impl GraphTruth {
    /// Returns all literals: those of the nodes, then those of the links.
    pub fn lits(&self) -> impl Iterator<Item = Lit> + '_ {
        let links = self.links.iter().filter_map(|link| link.when);
        self.nodes.iter().copied().flatten().chain(links)
    }

    /// Returns the variables that it depends on; one may come more than once.
    pub(crate) fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.lits().map(|lit| lit.var)
    }

    /// Returns the number of its nodes and links.
    pub(crate) fn part_count(&self) -> u64 {
        (self.nodes.len() + self.links.len()) as u64
    }

    /// Returns the literals that must hold for a link to be there.
    pub fn lits_of_link(&self, link: usize) -> impl Iterator<Item = Lit> + '_ {
        let GraphLink { ends: [a, b], when } = self.links[link];
        [when, self.nodes[a as usize], self.nodes[b as usize]].into_iter().flatten()
    }
}

impl FlatForm for GraphTruth {
    fn for_each_var(&self, visit: &mut dyn FnMut(VarId)) {
        self.vars().for_each(visit);
    }

    fn rename(&mut self, rename: &mut dyn FnMut(VarId) -> VarId) {
        let links = self.links.iter_mut().map(|link| &mut link.when);
        for lit in self.nodes.iter_mut().chain(links).flatten() {
            lit.var = rename(lit.var);
        }
    }

    fn holds(&self, assignment: &[i64]) -> bool {
        let holds = |lit: &Lit| lit.holds_for(assignment[lit.var.index()]);
        let is_there: Vec<bool> =
            self.nodes.iter().map(|when| when.as_ref().is_none_or(holds)).collect();
        let between = |ends: [u32; 2]| ends.iter().all(|end| is_there[*end as usize]);
        let (links, gaps): (Vec<&GraphLink>, Vec<&GraphLink>) = self
            .links
            .iter()
            .filter(|link| between(link.ends))
            .partition(|link| link.when.as_ref().is_none_or(holds));
        // A set of nodes is named by its smallest node.
        let mut set_of: Vec<usize> = (0..self.nodes.len()).collect();
        let mut is_acyclic = true;
        let mut degrees = vec![0; self.nodes.len()];
        for link in &links {
            let [a, b] = link.ends.map(|end| set_of[end as usize]);
            is_acyclic &= a != b;
            set_of.iter_mut().filter(|set| **set == a.max(b)).for_each(|set| *set = a.min(b));
            link.ends.iter().for_each(|end| degrees[*end as usize] += 1);
        }
        let are_joined = |nodes: &dyn Fn(usize) -> bool| {
            let mut sets = set_of.iter().enumerate().filter(|(node, _)| nodes(*node));
            let first = sets.next();
            sets.all(|(_, set)| first.is_some_and(|(_, first)| first == set))
        };
        match self.kind {
            GraphKind::Connected => are_joined(&|node| is_there[node]),
            GraphKind::Acyclic => is_acyclic,
            GraphKind::Cycle => {
                !links.is_empty()
                    && degrees.iter().all(|degree| matches!(degree, 0 | 2))
                    && are_joined(&|node| degrees[node] > 0)
            }
            GraphKind::Divided => gaps.iter().all(|gap| {
                let [a, b] = gap.ends.map(|end| set_of[end as usize]);
                a != b
            }),
        }
    }

    fn size(&self, _: &Csp, _: u64) -> u64 {
        self.part_count()
    }

    /// Writes when each node is there, then when each link is; nothing where that is always.
    fn write(&self, f: &mut Formatter<'_>, csp: &Csp) -> fmt::Result {
        let condition = |f: &mut Formatter<'_>, when: Option<Lit>| match when {
            Some(lit) => {
                f.write_str(" if ")?;
                write_lit(f, csp, lit)
            }
            None => Ok(()),
        };
        write!(f, "{}(", self.kind.name())?;
        let nodes: Vec<(usize, Option<Lit>)> = self.nodes.iter().copied().enumerate().collect();
        separated(f, &nodes, |f, (node, when)| {
            write!(f, "{node}")?;
            condition(f, *when)
        })?;
        f.write_str("; ")?;
        separated(f, &self.links, |f, link| {
            write!(f, "{}-{}", link.ends[0], link.ends[1])?;
            condition(f, link.when)
        })?;
        f.write_str(")")
    }

    /// It is a formula itself: engines encode it and its negation.
    fn formulas(&self, _: &Csp, _: &mut dyn FnMut(Domain) -> VarId) -> Vec<BoolExpr> {
        vec![BoolExpr::Graph(Box::new(self.clone()))]
    }

    fn is_lazy(&self) -> bool {
        true
    }
}
