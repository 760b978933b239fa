//! Lazy cuts for groups: clauses that a model with wrong groups violates.
//!
//! [`Components`] are not encoded at first. Where a model claims something that its groups do not
//! have, this finds clauses that hold in every solution and that the model violates. They do not
//! depend on assumptions, so a session keeps them permanently.
//!
//! A cut is a set of alternatives "variable ∈ values", at most one for each variable. For node
//! `i` of a group `C`, `∂C` the nodes next to it, there are three things that may happen to it:
//!
//! ```text
//!               equal labels, those of C being v      links
//! breaks(C)     ⋁_{x∈C} label[x]≠v                    ⋁ ¬link of a tree that spans C
//! grows(C)      ⋁_{b∈∂C} label[b]=v                   ⋁ link of a node of C and one of ∂C
//! leaves(i)     label[i]≠v                            never
//! ```
//!
//! While `C` neither grows nor `i` leaves it, the group of `i` is a part of `C`; while a connected
//! `P ⊆ C` does not break, it is a part of the group of its nodes. A sum over a part is not larger
//! than that over the whole as long as no weight can be negative. `w` are the weights, `w'` what
//! they are in the model; the size is the total of ones.
//!
//! ```text
//! total[i] claims k > Σ_C w'    leaves(i) ∨ grows(C) ∨ ⋁_{x∈C} w[x]>w'[x] ∨ total[i] ≤ Σ_C w'
//! total[i] claims k < Σ_C w'    breaks(P) ∨ ⋁_{x∈P} w[x]<w'[x] ∨ total[i] ≥ Σ_P w'
//!                               for a connected P ⊆ C with i ∈ P and Σ_P w' > k
//! weights may be negative       breaks(C) ∨ grows(C) ∨ ⋁_{x∈C} w[x]≠w'[x] ∨ total[i] = Σ_C w'
//! same[i,j], but j ∉ C          leaves(i) ∨ grows(C) ∨ ¬same[i,j]
//! not same[i,j], but j ∈ C      breaks(P) ∨ same[i,j]          P a path in C from i to j
//! first[i], but j < i           breaks(P) ∨ ¬first[i]          P a path in C from i to j
//! not first[i], but it is       leaves(i) ∨ grows(C) ∨ first[i]
//! ```
//!
//! Where `size[i]` and `label[i]` are one variable (fillomino), the union of their values makes
//! these the cuts "not all of P are k" and "i is not k, or some neighbour of C is k".

use puzgen_csp::{Components, Csp, Joined, Lit, NodeWeight, Total, VarId};

/// Alternatives of which one must hold, as literals.
pub(super) type Cut = Vec<Lit>;

/// How many connected parts of one group that is too large are forbidden in one round.
const PARTS_PER_GROUP: usize = 3;

/// Literals of which one must hold, to be made a cut.
#[derive(Default)]
struct Alternatives(Vec<Lit>);

impl Alternatives {
    /// Adds "`var` is one of the values to keep".
    fn add(&mut self, csp: &Csp, var: VarId, keep: impl Fn(i64) -> bool) {
        let values = csp.domain(var).iter().filter(|value| keep(*value));
        self.0.extend(values.map(|value| Lit::is(var, value)));
    }

    fn add_lit(&mut self, csp: &Csp, lit: Lit) {
        // What is never so is no alternative.
        if !lit.is || csp.domain(lit.var).contains(lit.value) {
            self.0.push(lit);
        }
    }

    /// Returns the cut, or `None` where some variable fulfils it with every value.
    fn finish(mut self, csp: &Csp) -> Option<Cut> {
        self.0.sort_unstable_by_key(|lit| (lit.var, lit.is, lit.value));
        self.0.dedup();
        let mut cut = Cut::with_capacity(self.0.len());
        for lits in self.0.chunk_by(|a, b| a.var == b.var) {
            let domain = csp.domain(lits[0].var);
            match lits {
                [Lit { is: false, .. }, Lit { is: false, .. }, ..] => return None,
                // All other values, which may be one.
                [not @ Lit { is: false, .. }, others @ ..] => {
                    if others.contains(&!*not) || !domain.contains(not.value) {
                        return None;
                    }
                    match domain.size() {
                        1 => {}
                        2 => {
                            let other = domain.min() + domain.max() - not.value;
                            cut.push(Lit::is(not.var, other));
                        }
                        _ => cut.push(*not),
                    }
                }
                _ if lits.len() as u64 == domain.size() => return None,
                _ if lits.len() > 1 && lits.len() as u64 + 1 == domain.size() => {
                    let mut kept = lits.iter();
                    let is_missing =
                        |value: &i64| kept.next().is_none_or(|lit| lit.value != *value);
                    cut.extend(
                        domain
                            .iter()
                            .find(is_missing)
                            .map(|missing| Lit::is_not(lits[0].var, missing)),
                    );
                }
                _ => cut.extend(lits),
            }
        }
        Some(cut)
    }
}

/// Returns cuts that `assignment` breaks: none exactly where all its claims are right.
pub(super) fn cuts(csp: &Csp, components: &Components, assignment: &[i64]) -> Vec<Cut> {
    let mut found = Vec::new();
    let cutter = Cutter { csp, components, assignment };
    let groups = components.groups(assignment);
    for group in groups.iter() {
        cutter.sizes(group, &mut found);
        for total in &components.totals {
            cutter.totals(group, total, &mut found);
        }
        for &node in group {
            let Some(first) = components.first[node as usize] else { continue };
            let claimed = assignment[first.index()];
            if claimed != 0 && node != group[0] {
                found.extend(cutter.path(group, node, |other| other < node, first, 0));
            } else if claimed != 1 && node == group[0] {
                found.extend(cutter.enclosed(group, node, first, |value| value == 1).finish(csp));
            }
        }
    }
    let group_of = if components.same.is_empty() { Vec::new() } else { groups.of_nodes() };
    for same in &components.same {
        let (a, b) = same.nodes;
        let group = groups.nodes_of(group_of[a as usize]);
        let is_same = group_of[a as usize] == group_of[b as usize];
        let claimed = assignment[same.truth.index()];
        if is_same && claimed != 1 {
            found.extend(cutter.path(group, a, |other| other == b, same.truth, 1));
        } else if !is_same && claimed != 0 {
            for node in [a, b] {
                let group = groups.nodes_of(group_of[node as usize]);
                let cut = cutter.enclosed(group, node, same.truth, |value| value == 0);
                found.extend(cut.finish(csp));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

struct Cutter<'a> {
    csp: &'a Csp,
    components: &'a Components,
    assignment: &'a [i64],
}

/// A node that a walk reached, and the position of the one it was reached from.
type Reached = (u32, usize);

impl Cutter<'_> {
    fn sizes(&self, group: &[u32], found: &mut Vec<Cut>) {
        let actual = group.len() as i64;
        let mut is_said = false;
        for (position, &node) in group.iter().enumerate() {
            let Some(size) = self.components.size[node as usize] else { continue };
            let is_label =
                self.components.labels().is_some_and(|labels| labels[node as usize] == size);
            let claimed = self.assignment[size.index()];
            if claimed > actual && is_label {
                // All labels of the group are the same, so one node is enough.
                if !std::mem::replace(&mut is_said, true) {
                    let cut = self.enclosed(group, node, size, |value| value <= actual);
                    found.extend(cut.finish(self.csp));
                }
            } else if claimed > actual {
                let cut = self.enclosed(group, node, size, |value| value <= actual);
                found.extend(cut.finish(self.csp));
            } else if claimed < actual {
                // Where labels are sizes, every node of the group would give a cut of its own.
                let stride = (group.len() / PARTS_PER_GROUP).max(1);
                if position % stride == 0 || !is_label {
                    let wanted = usize::try_from(claimed.saturating_add(1)).unwrap_or(0).max(1);
                    let steps = self.walk(group, node, |reached| reached.len() == wanted);
                    let mut cut = self.broken_up(&steps);
                    cut.add(self.csp, size, |value| value > claimed);
                    found.extend(cut.finish(self.csp));
                }
            }
        }
    }

    fn totals(&self, group: &[u32], total: &Total, found: &mut Vec<Cut>) {
        let csp = self.csp;
        let weight = |node: u32| total.weights[node as usize];
        let now = |node: u32| weight(node).value(self.assignment);
        let sum =
            |nodes: &[Reached]| nodes.iter().map(|step| now(step.0)).fold(0, i64::saturating_add);
        let actual = group.iter().map(|node| now(*node)).fold(0, i64::saturating_add);
        let may_be_negative = total.weights.iter().any(|weight| match weight {
            NodeWeight::Const(value) => *value < 0,
            NodeWeight::Var(var) => csp.domain(*var).min() < 0,
        });
        for &node in group {
            let Some(var) = total.total[node as usize] else { continue };
            let claimed = self.assignment[var.index()];
            let mut cut;
            let changes = |cut: &mut Alternatives, node: u32, is_change: &dyn Fn(i64) -> bool| {
                if let Some(var) = weight(node).var() {
                    cut.add(csp, var, is_change);
                }
            };
            if claimed == actual {
                continue;
            } else if may_be_negative {
                cut = self.whole(group, var, actual);
                group.iter().for_each(|x| changes(&mut cut, *x, &|value| value != now(*x)));
            } else if claimed > actual {
                cut = self.enclosed(group, node, var, |value| value <= actual);
                group.iter().for_each(|x| changes(&mut cut, *x, &|value| value > now(*x)));
            } else {
                let steps = self.walk(group, node, |reached| sum(reached) > claimed);
                let least = sum(&steps);
                cut = self.broken_up(&steps);
                steps.iter().for_each(|(x, _)| changes(&mut cut, *x, &|value| value < now(*x)));
                cut.add(csp, var, |value| value >= least);
            }
            found.extend(cut.finish(csp));
        }
    }

    /// Returns the link between a node and one next to it.
    fn link(&self, links: &[Vec<Lit>], node: u32, next: u32) -> Lit {
        let near = &self.components.neighbours[node as usize];
        let position = near.binary_search(&next);
        links[node as usize][position.unwrap_or_else(|_| puzgen_base::bug!("no such neighbour"))]
    }

    /// Returns "what was walked through breaks".
    fn broken_up(&self, steps: &[Reached]) -> Alternatives {
        let mut alternatives = Alternatives::default();
        for (position, &(node, from)) in steps.iter().enumerate() {
            match &self.components.joined {
                Joined::Equal(labels) => {
                    let label = labels[node as usize];
                    let now = self.assignment[label.index()];
                    alternatives.add_lit(self.csp, Lit::is_not(label, now));
                }
                Joined::Linked(links) if position > 0 => {
                    let link = self.link(links, steps[from].0, node);
                    alternatives.add_lit(self.csp, !link);
                }
                Joined::Linked(_) => {}
            }
        }
        alternatives
    }

    /// Adds "the group grows".
    fn grows(&self, group: &[u32], alternatives: &mut Alternatives) {
        for &node in group {
            for &next in &self.components.neighbours[node as usize] {
                if group.binary_search(&next).is_ok() {
                    continue;
                }
                match &self.components.joined {
                    Joined::Equal(labels) => {
                        let label = self.assignment[labels[node as usize].index()];
                        alternatives.add_lit(self.csp, Lit::is(labels[next as usize], label));
                    }
                    Joined::Linked(links) => {
                        alternatives.add_lit(self.csp, self.link(links, node, next));
                    }
                }
            }
        }
    }

    /// Returns "the group breaks, or grows, or `var` is `value`".
    fn whole(&self, group: &[u32], var: VarId, value: i64) -> Alternatives {
        let steps = self.walk(group, group[0], |_| false);
        let mut alternatives = self.broken_up(&steps);
        self.grows(group, &mut alternatives);
        alternatives.add_lit(self.csp, Lit::is(var, value));
        alternatives
    }

    /// Returns "`node` leaves the group, or it grows, or `var` is one of these".
    fn enclosed(
        &self,
        group: &[u32],
        node: u32,
        var: VarId,
        keep: impl Fn(i64) -> bool,
    ) -> Alternatives {
        let mut alternatives = self.broken_up(&[(node, 0)]);
        self.grows(group, &mut alternatives);
        alternatives.add(self.csp, var, keep);
        alternatives
    }

    /// Returns "the shortest way from `node` to such a one breaks, or `var` is `value`".
    fn path(
        &self,
        group: &[u32],
        node: u32,
        is_wanted: impl Fn(u32) -> bool,
        var: VarId,
        value: i64,
    ) -> Option<Cut> {
        let reached =
            self.walk(group, node, |reached| reached.last().is_some_and(|step| is_wanted(step.0)));
        let mut path: Vec<Reached> = Vec::new();
        let mut at = reached.len() - 1;
        loop {
            path.push((reached[at].0, path.len().saturating_sub(1)));
            if at == 0 {
                break;
            }
            at = reached[at].1;
        }
        let mut alternatives = self.broken_up(&path);
        alternatives.add_lit(self.csp, Lit::is(var, value));
        alternatives.finish(self.csp)
    }

    /// Walks through `group` from `start`, breadth first, until `is_enough`.
    fn walk(
        &self,
        group: &[u32],
        start: u32,
        is_enough: impl Fn(&[Reached]) -> bool,
    ) -> Vec<Reached> {
        let mut seen = vec![false; self.components.node_count()];
        seen[start as usize] = true;
        let mut reached = vec![(start, 0)];
        let mut done = 0;
        while done < reached.len() && !is_enough(&reached) {
            let node = reached[done].0;
            for (position, &next) in self.components.neighbours[node as usize].iter().enumerate() {
                if group.binary_search(&next).is_ok()
                    && self.components.is_joined(node, position, self.assignment)
                    && !std::mem::replace(&mut seen[next as usize], true)
                {
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
