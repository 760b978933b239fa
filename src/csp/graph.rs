//! Truths about graphs whose nodes and links are decided by solving.

use super::{Lit, VarId};

/// What a [`GraphTruth`] says of the nodes and links that are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GraphKind {
    /// The links join all nodes into one; true where there are none.
    Connected,
    /// The links form no cycle.
    Acyclic,
    /// The links are one cycle that meets no node twice, and there is one at least. Nodes beside
    /// it do no harm.
    Cycle,
    /// A link that is not there, while its ends are, joins nodes that no way joins.
    Divided,
}

/// A link of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// Two different nodes.
    pub ends: [u32; 2],
    /// When it is there, if both its ends are; always where there is none.
    pub when: Option<Lit>,
}

/// Says something of a graph.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphTruth {
    /// What.
    pub kind: GraphKind,
    /// When each node is there; always where there is none.
    pub nodes: Vec<Option<Lit>>,
    /// The links; two of them may join the same nodes.
    pub links: Vec<Link>,
}

impl GraphKind {
    /// Returns the word of dumps.
    pub fn name(self) -> &'static str {
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
    pub fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.lits().map(|lit| lit.var)
    }

    /// Returns the literals that must hold for a link to be there.
    pub fn lits_of_link(&self, link: usize) -> impl Iterator<Item = Lit> + '_ {
        let Link { ends: [a, b], when } = self.links[link];
        [when, self.nodes[a as usize], self.nodes[b as usize]].into_iter().flatten()
    }

    /// Returns the same of other literals.
    #[must_use]
    pub fn map(&self, mut f: impl FnMut(Lit) -> Lit) -> Self {
        Self {
            kind: self.kind,
            nodes: self.nodes.iter().map(|node| node.map(&mut f)).collect(),
            links: self
                .links
                .iter()
                .map(|link| Link { ends: link.ends, when: link.when.map(&mut f) })
                .collect(),
        }
    }
}
