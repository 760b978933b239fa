//! Groups as spanning trees, for `z3:integers`.
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
//! and `below` at its root sums over the group. `O(n)` integers a sum, `O(edges)` truths.

use z3::ast::{Bool, Int};

use crate::csp::{Components, Joined, Total, Weight};

/// Returns formulas that together hold exactly where what is claimed of the groups is so.
pub(super) fn formulas(components: &Components, vars: &[Int]) -> Vec<Bool> {
    let count = components.node_count();
    let (root, depth) = (fresh(count, "root"), fresh(count, "depth"));
    let up: Vec<Vec<(usize, Bool)>> = components
        .neighbours
        .iter()
        .map(|nexts| nexts.iter().map(|next| (*next as usize, Bool::fresh_const("up"))).collect())
        .collect();
    let joined = |node: usize, position: usize| match &components.joined {
        Joined::Equal(labels) => {
            let next = components.neighbours[node][position] as usize;
            vars[labels[node].index()].eq(&vars[labels[next].index()])
        }
        Joined::Linked(links) => {
            let link = links[node][position];
            let is = vars[link.var.index()].eq(link.value);
            if link.is { is } else { is.not() }
        }
    };
    let is_one = |truth: Bool| truth.ite(&Int::from_i64(1), &Int::from_i64(0));
    let last = count as i64;
    let mut formulas = Vec::new();
    for node in 0..count {
        let is_root = depth[node].eq(0);
        formulas.extend([
            root[node].ge(0),
            root[node].le(node as i64),
            depth[node].ge(0),
            depth[node].lt(last),
            root[node].eq(node as i64).iff(&is_root),
        ]);
        let parents: Vec<Bool> = up[node].iter().map(|(_, truth)| truth.clone()).collect();
        formulas.push(is_root.iff(Bool::or(&parents).not()));
        for (position, (next, truth)) in up[node].iter().enumerate() {
            let joined = joined(node, position);
            let one_up = depth[*next].eq(&depth[node] - 1);
            formulas.push(truth.implies(Bool::and(&[&joined, &one_up])));
            for (_, other) in &up[node][position + 1..] {
                formulas.push(Bool::or(&[truth.not(), other.not()]));
            }
            if node < *next {
                formulas.push(joined.implies(root[node].eq(&root[*next])));
            }
        }
        if let Some(first) = components.first[node] {
            formulas.push(vars[first.index()].eq(is_one(is_root)));
        }
    }
    for same in &components.same {
        let is_same = root[same.nodes.0 as usize].eq(&root[same.nodes.1 as usize]);
        formulas.push(vars[same.truth.index()].eq(is_one(is_same)));
    }
    let size = components
        .size
        .iter()
        .any(Option::is_some)
        .then(|| Total { weights: vec![Weight::Const(1); count], total: components.size.clone() });
    for asked in size.iter().chain(&components.totals) {
        let (below, total) = (fresh(count, "below"), fresh(count, "total"));
        for node in 0..count {
            let mut sum = vec![match asked.weights[node] {
                Weight::Const(weight) => Int::from_i64(weight),
                Weight::Var(var) => vars[var.index()].clone(),
            }];
            for (position, (next, _)) in up[node].iter().enumerate() {
                let is_child = up[*next].iter().find(|(parent, _)| *parent == node);
                sum.extend(is_child.map(|(_, truth)| truth.ite(&below[*next], &Int::from_i64(0))));
                if node < *next {
                    formulas.push(joined(node, position).implies(total[node].eq(&total[*next])));
                }
            }
            if asked.weights.iter().all(|weight| *weight == Weight::Const(1)) {
                formulas.extend([
                    below[node].ge(1),
                    below[node].le(last),
                    total[node].ge(1),
                    total[node].le(last),
                ]);
            }
            formulas.extend([
                below[node].eq(Int::add(&sum)),
                depth[node].eq(0).implies(total[node].eq(&below[node])),
            ]);
            if let Some(claim) = asked.total[node] {
                formulas.push(vars[claim.index()].eq(&total[node]));
            }
        }
    }
    formulas
}

fn fresh(count: usize, what: &str) -> Vec<Int> {
    (0..count).map(|_| Int::fresh_const(what)).collect()
}
