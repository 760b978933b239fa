//! Groups of nodes that are joined, and what can be claimed of them.

use super::{Lit, VarId};

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
pub enum Weight {
    /// This much.
    Const(i64),
    /// The value of a variable; of a truth 1 or 0.
    Var(VarId),
}

impl Weight {
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
    pub weights: Vec<Weight>,
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
        self.clone().rename(&mut |var| {
            vars.push(var);
            var
        });
        vars
    }

    /// Replaces every variable.
    pub fn rename(&mut self, rename: &mut dyn FnMut(VarId) -> VarId) {
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
            if let Weight::Var(var) = weight {
                *var = rename(*var);
            }
        }
        self.same.iter_mut().for_each(|same| same.truth = rename(same.truth));
    }
}
