//! Clauses that a wrong grouping breaks, found after the fact.
//!
//! Nothing is said of [`Components`] at first. Where a model claims a size or a first node that
//! its groups do not have, this finds clauses that hold in every solution and that the model
//! breaks. They do not depend on assumptions, so a session keeps them for good.
//!
//! A cut is a set of alternatives "variable ∈ values", at most one for each variable. For node
//! `i` of a group `C` of `m` nodes with label `v`, `∂C` the nodes next to it:
//!
//! ```text
//! size[i] claims k ≠ m    ⋁_{x∈C} label[x]≠v ∨ ⋁_{b∈∂C} label[b]=v ∨ size[i]=m
//! size[i] claims k < m    ⋁_{x∈C'} label[x]≠v ∨ size[i]>k         (instead of the above)
//!                         for a connected C' ⊆ C with i ∈ C' and |C'| = k+1
//! first[i], but j < i     ⋁_{x∈P} label[x]≠v ∨ ¬first[i]          P a path in C from i to j
//! not first[i], but it is ⋁_{x∈C} label[x]≠v ∨ ⋁_{b∈∂C} label[b]=v ∨ first[i]
//! ```
//!
//! Where `size[i]` and `label[i]` are one variable (fillomino), the union of their values makes
//! these the cuts "not all of C are k, or some neighbour is k" and "not all of C' are k".

use std::collections::{BTreeMap, BTreeSet};

use crate::csp::{Components, Csp, Lit, VarId, eval};

/// Alternatives of which one must hold, as literals.
pub(super) type Cut = Vec<Lit>;

/// How many connected parts of one group that is too large are forbidden in one round.
const PARTS_PER_GROUP: usize = 3;

/// The values that fulfil a cut, by variable.
#[derive(Default)]
struct Alternatives(BTreeMap<VarId, BTreeSet<i64>>);

impl Alternatives {
    fn add(&mut self, csp: &Csp, var: VarId, keep: impl Fn(i64) -> bool) {
        let values = csp.domain(var).iter().filter(|value| keep(*value));
        self.0.entry(var).or_default().extend(values);
    }

    /// Returns the cut, or `None` where some variable fulfils it with every value.
    fn finish(self, csp: &Csp) -> Option<Cut> {
        let mut cut = Cut::new();
        for (var, values) in self.0 {
            let missing: Vec<i64> =
                csp.domain(var).iter().filter(|value| !values.contains(value)).collect();
            match missing[..] {
                [] => return None,
                [only] if values.len() > 1 => cut.push(Lit::is_not(var, only)),
                _ => cut.extend(values.iter().map(|value| Lit::is(var, *value))),
            }
        }
        Some(cut)
    }
}

/// Returns cuts that `assignment` breaks: none exactly where its sizes and first nodes are right.
pub(super) fn cuts(csp: &Csp, components: &Components, assignment: &[i64]) -> BTreeSet<Cut> {
    let mut found = BTreeSet::new();
    let cutter = Cutter { csp, components, assignment };
    for group in eval::groups(components, assignment) {
        let actual = group.len() as i64;
        for (position, &node) in group.iter().enumerate() {
            if let Some(size) = components.size[node as usize] {
                let claimed = assignment[size.index()];
                if claimed >= actual {
                    if claimed > actual {
                        found.extend(cutter.whole(&group, size, actual));
                    }
                } else {
                    // Where labels are sizes, every node of the group would give a cut of its own.
                    let stride = (group.len() / PARTS_PER_GROUP).max(1);
                    if position % stride == 0 || size != components.labels[node as usize] {
                        found.extend(cutter.part(&group, node, size, claimed));
                    }
                }
            }
            if let Some(first) = components.first[node as usize] {
                let claimed = assignment[first.index()];
                if claimed != 0 && node != group[0] {
                    found.extend(cutter.path(&group, node, first));
                } else if claimed != 1 && node == group[0] {
                    found.extend(cutter.whole(&group, first, 1));
                }
            }
        }
    }
    found
}

struct Cutter<'a> {
    csp: &'a Csp,
    components: &'a Components,
    assignment: &'a [i64],
}

impl Cutter<'_> {
    fn label(&self, node: u32) -> VarId {
        self.components.labels[node as usize]
    }

    /// Returns "some node of `part` has another label".
    fn broken_up(&self, part: &[u32]) -> Alternatives {
        let mut alternatives = Alternatives::default();
        for &node in part {
            let label = self.assignment[self.label(node).index()];
            alternatives.add(self.csp, self.label(node), |value| value != label);
        }
        alternatives
    }

    /// Returns "the group is broken up, or grows, or `var` is `value`".
    fn whole(&self, group: &[u32], var: VarId, value: i64) -> Option<Cut> {
        let mut alternatives = self.broken_up(group);
        let label = self.assignment[self.label(group[0]).index()];
        for &node in group {
            for &next in &self.components.neighbours[node as usize] {
                if group.binary_search(&next).is_err() {
                    alternatives.add(self.csp, self.label(next), |other| other == label);
                }
            }
        }
        alternatives.add(self.csp, var, |other| other == value);
        alternatives.finish(self.csp)
    }

    /// Returns "this part of `claimed + 1` nodes is broken up, or `size` is larger".
    fn part(&self, group: &[u32], node: u32, size: VarId, claimed: i64) -> Option<Cut> {
        let wanted = usize::try_from(claimed.saturating_add(1)).unwrap_or(0).max(1);
        let reached = self.walk(group, node, |reached| reached.len() == wanted);
        let nodes: Vec<u32> = reached.iter().map(|step| step.0).collect();
        let mut alternatives = self.broken_up(&nodes);
        alternatives.add(self.csp, size, |value| value > claimed);
        alternatives.finish(self.csp)
    }

    /// Returns "the shortest way from `node` to a smaller node is broken up, or `first` is not".
    fn path(&self, group: &[u32], node: u32, first: VarId) -> Option<Cut> {
        let reached =
            self.walk(group, node, |reached| reached.last().is_some_and(|step| step.0 < node));
        let mut path = Vec::new();
        let mut at = reached.len() - 1;
        loop {
            path.push(reached[at].0);
            if at == 0 {
                break;
            }
            at = reached[at].1;
        }
        let mut alternatives = self.broken_up(&path);
        alternatives.add(self.csp, first, |value| value == 0);
        alternatives.finish(self.csp)
    }

    /// Walks through `group` from `start`, breadth first, until `is_enough`; returns the nodes
    /// reached, each with the position of the one it was reached from.
    fn walk(
        &self,
        group: &[u32],
        start: u32,
        is_enough: impl Fn(&[(u32, usize)]) -> bool,
    ) -> Vec<(u32, usize)> {
        let mut seen = BTreeSet::from([start]);
        let mut reached = vec![(start, 0)];
        let mut done = 0;
        while done < reached.len() && !is_enough(&reached) {
            for &next in &self.components.neighbours[reached[done].0 as usize] {
                if group.binary_search(&next).is_ok() && seen.insert(next) {
                    reached.push((next, done));
                    if is_enough(&reached) {
                        return reached;
                    }
                }
            }
            done += 1;
        }
        reached
    }
}
