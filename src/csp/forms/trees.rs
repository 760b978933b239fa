//! Groups as formulas: spanning trees.
//!
//! For each node `i` of `n`: `root[i]`, `depth[i]` and, for each sum over groups that is asked for
//! (the size is the sum of ones), `below[i]` and `total[i]`; for each pair of neighbours two truths
//! `up[i→j]` ("`j` is the parent of `i`"). `joined[i,j]` is `label[i] = label[j]`, or the link.
//!
//! ```text
//! 0 ≤ root[i] ≤ i          0 ≤ depth[i] < n       root[i] = i ↔ depth[i] = 0
//! joined[i,j] → root[i] = root[j] ∧ total[i] = total[j]        i, j neighbours
//! up[i→j] → joined[i,j] ∧ depth[j] = depth[i] - 1
//! depth[i] > 0 → some up[i→j]         depth[i] = 0 → no up[i→j]        at most one up[i→j]
//! below[i] = weight[i] + Σ_j if up[j→i] then below[j] else 0
//! depth[i] = 0 → total[i] = below[i]
//! size[i] = total[i]       first[i] = if root[i] = i then 1 else 0
//! same[i,j] = if root[i] = root[j] then 1 else 0
//! ```
//!
//! All nodes of a group share one root. Going up from any node ends, as depths fall, in a node of
//! the group that is its own root; `root[i] ≤ i` makes it the smallest. So a group is one tree,
//! and `below` at its root sums over the group. `O(n)` numbers a sum, `O(edges)` truths.

use super::{Components, Joined, NodeWeight, Total};
use crate::{BoolExpr, Csp, Domain, IntExpr, Lit, VarId};
use puzgen_base::ops::CompareOp;

/// Returns "two numbers are equal".
fn equal(a: IntExpr, b: IntExpr) -> BoolExpr {
    BoolExpr::compare(CompareOp::Eq, a, b)
}

/// The numbers and truths that say which trees there are.
struct Trees<'a> {
    stmt: &'a Components,
    root: Vec<VarId>,
    depth: Vec<VarId>,
    /// For each node, the truth of each neighbour that it is the parent.
    up: Vec<Vec<VarId>>,
}

/// Returns formulas that together hold exactly where what is claimed of the groups is so.
pub(super) fn formulas(
    stmt: &Components,
    csp: &Csp,
    fresh: &mut dyn FnMut(Domain) -> VarId,
) -> Vec<BoolExpr> {
    let last = stmt.node_count() as i64 - 1;
    let trees = Trees {
        stmt,
        root: (0..=last).map(|node| fresh(Domain::Range(0, node))).collect(),
        depth: (0..=last).map(|_| fresh(Domain::Range(0, last))).collect(),
        up: stmt
            .neighbours
            .iter()
            .map(|nexts| nexts.iter().map(|_| fresh(Domain::Range(0, 1))).collect())
            .collect(),
    };
    let mut formulas = Vec::new();
    (0..stmt.node_count()).for_each(|node| trees.node(node, &mut formulas));
    for same in &stmt.same {
        let [a, b] = [same.nodes.0, same.nodes.1].map(|node| trees.root[node as usize]);
        let is_same = equal(IntExpr::Var(a), IntExpr::Var(b));
        formulas.push(equal(IntExpr::Var(same.truth), IntExpr::from_bool(is_same)));
    }
    let size = stmt.size.iter().any(Option::is_some).then(|| Total {
        weights: vec![NodeWeight::Const(1); stmt.node_count()],
        total: stmt.size.clone(),
    });
    for asked in size.iter().chain(&stmt.totals) {
        trees.sum(asked, range_of(asked, csp), fresh, &mut formulas);
    }
    formulas
}

/// Returns what sums of some of the weights lie between.
fn range_of(asked: &Total, csp: &Csp) -> Domain {
    let (mut lo, mut hi) = (0_i64, 0_i64);
    for weight in &asked.weights {
        let (least, most) = match weight {
            NodeWeight::Const(weight) => (*weight, *weight),
            NodeWeight::Var(var) => (csp.domain(*var).min(), csp.domain(*var).max()),
        };
        lo = lo.saturating_add(least.min(0));
        hi = hi.saturating_add(most.max(0));
    }
    Domain::Range(lo, hi)
}

impl Trees<'_> {
    fn joined(&self, node: usize, position: usize) -> BoolExpr {
        match &self.stmt.joined {
            Joined::Equal(labels) => {
                let next = self.stmt.neighbours[node][position] as usize;
                equal(IntExpr::Var(labels[node]), IntExpr::Var(labels[next]))
            }
            Joined::Linked(links) => BoolExpr::Lit(links[node][position]),
        }
    }

    fn is_root(&self, node: usize) -> BoolExpr {
        BoolExpr::Lit(Lit::is(self.depth[node], 0))
    }

    /// Asserts what the parent of a node is.
    fn node(&self, node: usize, formulas: &mut Vec<BoolExpr>) {
        let own = BoolExpr::Lit(Lit::is(self.root[node], node as i64));
        formulas.push(BoolExpr::iff(own, self.is_root(node)));
        let has_parent = BoolExpr::or(self.up[node].iter().map(|up| BoolExpr::var(*up)));
        formulas.push(BoolExpr::iff(self.is_root(node), has_parent.negated()));
        for (position, up) in self.up[node].iter().enumerate() {
            let next = self.stmt.neighbours[node][position] as usize;
            let one_up = IntExpr::Linear(vec![(1, IntExpr::Var(self.depth[node]))], -1);
            let one_up = equal(IntExpr::Var(self.depth[next]), one_up);
            let is_tree = BoolExpr::and([self.joined(node, position), one_up]);
            formulas.push(BoolExpr::or([BoolExpr::var(*up).negated(), is_tree]));
            for other in &self.up[node][position + 1..] {
                formulas.push(BoolExpr::or([up, other].map(|up| BoolExpr::var(*up).negated())));
            }
            if node < next {
                let shared = equal(IntExpr::Var(self.root[node]), IntExpr::Var(self.root[next]));
                formulas.push(BoolExpr::or([self.joined(node, position).negated(), shared]));
            }
        }
        if let Some(first) = self.stmt.first[node] {
            formulas.push(equal(IntExpr::Var(first), IntExpr::from_bool(self.is_root(node))));
        }
    }

    /// Asserts what the sum over each group is.
    fn sum(
        &self,
        asked: &Total,
        range: Domain,
        fresh: &mut dyn FnMut(Domain) -> VarId,
        formulas: &mut Vec<BoolExpr>,
    ) {
        let nodes = 0..self.stmt.node_count();
        let below: Vec<VarId> = nodes.clone().map(|_| fresh(range.clone())).collect();
        let total: Vec<VarId> = nodes.clone().map(|_| fresh(range.clone())).collect();
        for node in nodes {
            let mut terms = Vec::new();
            let mut constant = 0;
            match asked.weights[node] {
                NodeWeight::Const(weight) => constant = weight,
                NodeWeight::Var(var) => terms.push((1, IntExpr::Var(var))),
            }
            for (position, next) in self.stmt.neighbours[node].iter().enumerate() {
                let next = *next as usize;
                let is_parent = |parent: &u32| *parent as usize == node;
                let child = self.stmt.neighbours[next].iter().position(is_parent);
                terms.extend(child.map(|child| {
                    let up = Box::new(BoolExpr::var(self.up[next][child]));
                    let below = Box::new(IntExpr::Var(below[next]));
                    (1, IntExpr::If(up, below, Box::new(IntExpr::Const(0))))
                }));
                if node < next {
                    let same = equal(IntExpr::Var(total[node]), IntExpr::Var(total[next]));
                    formulas.push(BoolExpr::or([self.joined(node, position).negated(), same]));
                }
            }
            let sum = IntExpr::Linear(terms, constant);
            formulas.push(equal(IntExpr::Var(below[node]), sum));
            let is_whole = equal(IntExpr::Var(total[node]), IntExpr::Var(below[node]));
            formulas.push(BoolExpr::or([self.is_root(node).negated(), is_whole]));
            if let Some(claim) = asked.total[node] {
                formulas.push(equal(IntExpr::Var(claim), IntExpr::Var(total[node])));
            }
        }
    }
}
