//! Groups as spanning trees, for `z3:integers`.
//!
//! For each node `i` of `n`: `root[i]`, `depth[i]` and, where a size is asked for, `below[i]`
//! and `total[i]`; for each pair of neighbours two truths `up[i→j]` ("`j` is the parent of `i`").
//!
//! ```text
//! 0 ≤ root[i] ≤ i          0 ≤ depth[i] < n       root[i] = i ↔ depth[i] = 0
//! label[i] = label[j] → root[i] = root[j] ∧ total[i] = total[j]        i, j neighbours
//! up[i→j] → label[i] = label[j] ∧ depth[j] = depth[i] - 1
//! depth[i] > 0 → some up[i→j]         depth[i] = 0 → no up[i→j]        at most one up[i→j]
//! below[i] = 1 + Σ_j if up[j→i] then below[j] else 0
//! depth[i] = 0 → total[i] = below[i]
//! size[i] = total[i]       first[i] = if root[i] = i then 1 else 0
//! ```
//!
//! All nodes of a group share one root. Going up from any node ends, as depths fall, in a node of
//! the group that is its own root; `root[i] ≤ i` makes it the smallest. So a group is one tree,
//! and `below` at its root counts the group. `O(n)` integers, `O(edges)` truths.

use z3::ast::{Bool, Int};

use crate::csp::Components;

/// Returns formulas that together hold exactly where sizes and first nodes are right.
pub(super) fn formulas(components: &Components, vars: &[Int]) -> Vec<Bool> {
    let count = components.labels.len();
    let fresh = |what: &str| -> Vec<Int> { (0..count).map(|_| Int::fresh_const(what)).collect() };
    let (root, depth) = (fresh("root"), fresh("depth"));
    let has_sizes = components.size.iter().any(Option::is_some);
    let (below, total) =
        if has_sizes { (fresh("below"), fresh("total")) } else { (Vec::new(), Vec::new()) };
    let label = |node: usize| &vars[components.labels[node].index()];
    let up: Vec<Vec<(usize, Bool)>> = components
        .neighbours
        .iter()
        .map(|nexts| nexts.iter().map(|next| (*next as usize, Bool::fresh_const("up"))).collect())
        .collect();
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
            let same = label(node).eq(label(*next));
            let one_up = depth[*next].eq(&depth[node] - 1);
            formulas.push(truth.implies(Bool::and(&[&same, &one_up])));
            for (_, other) in &up[node][position + 1..] {
                formulas.push(Bool::or(&[truth.not(), other.not()]));
            }
            if node < *next {
                formulas.push(same.implies(root[node].eq(&root[*next])));
                if has_sizes {
                    formulas.push(same.implies(total[node].eq(&total[*next])));
                }
            }
        }
        if let Some(first) = components.first[node] {
            let claim = is_root.ite(&Int::from_i64(1), &Int::from_i64(0));
            formulas.push(vars[first.index()].eq(&claim));
        }
        if has_sizes {
            let mut sum = vec![Int::from_i64(1)];
            for (next, _) in &up[node] {
                let is_child = up[*next].iter().find(|(parent, _)| *parent == node);
                sum.extend(is_child.map(|(_, truth)| truth.ite(&below[*next], &Int::from_i64(0))));
            }
            formulas.extend([
                below[node].ge(1),
                below[node].le(last),
                total[node].ge(1),
                total[node].le(last),
                below[node].eq(Int::add(&sum)),
                is_root.implies(total[node].eq(&below[node])),
            ]);
        }
        if let Some(size) = components.size[node] {
            formulas.push(vars[size.index()].eq(&total[node]));
        }
    }
    formulas
}
