//! Truths about graphs for `z3:integers`: each has a witness, and so has its opposite.
//!
//! `z → P`, `¬z → N` with variables of their own in `P` and `N`. For nodes `i` with ranks, and
//! links `l = {a, b}`; all are about what is there:
//!
//! ```text
//! connected   P  each node is the only root, or linked to one of lower rank
//!             N  two sides, none empty, and no link between them
//! acyclic     P  each link leads up from one end, to lower rank; from each node one at most
//!             N  some links, at no node exactly one of these
//! cycle       P  at each node no link or two; some link; their nodes joined as above
//!             N  another number at some node; no link; or two sides with links on both
//! divided     P  labels: equal over links, different over gaps
//!             N  a gap whose ends belong to one tree
//! ```

use z3::ast::{Bool, Int};

use super::arithmetic::Z3Writer;
use puzgen_csp::{GraphKind, GraphTruth};

/// A graph as formulas.
struct Formulas {
    /// When each node is there.
    nodes: Vec<Bool>,
    /// When each link is there.
    links: Vec<Bool>,
    /// When each link is not, but its ends are.
    gaps: Vec<Bool>,
    ends: Vec<[usize; 2]>,
    /// For each node, the links at it, each with its other end.
    around: Vec<Vec<(usize, usize)>>,
}

fn fresh(count: usize) -> Vec<Bool> {
    (0..count).map(|_| Bool::fresh_const("g")).collect()
}

fn any(parts: impl IntoIterator<Item = Bool>) -> Bool {
    Bool::or(&parts.into_iter().collect::<Vec<_>>())
}

fn all(parts: impl IntoIterator<Item = Bool>) -> Bool {
    Bool::and(&parts.into_iter().collect::<Vec<_>>())
}

impl Z3Writer<'_> {
    /// Returns a name for what a graph says; what makes it so goes to `self.sides`.
    pub(super) fn graph(&self, graph: &GraphTruth) -> Bool {
        let when = |lits: &mut dyn Iterator<Item = _>| all(lits.map(|lit| self.lit(lit)));
        let nodes: Vec<Bool> =
            graph.nodes.iter().map(|node| when(&mut node.iter().copied())).collect();
        let links: Vec<Bool> =
            (0..graph.links.len()).map(|link| when(&mut graph.lits_of_link(link))).collect();
        let ends: Vec<[usize; 2]> =
            graph.links.iter().map(|link| link.ends.map(|end| end as usize)).collect();
        let mut around = vec![Vec::new(); nodes.len()];
        for (link, [a, b]) in ends.iter().enumerate() {
            around[*a].push((link, *b));
            around[*b].push((link, *a));
        }
        let gaps = graph.links.iter().zip(&ends).map(|(link, [a, b])| {
            let mark = when(&mut link.when.iter().copied());
            all([nodes[*a].clone(), nodes[*b].clone(), mark.not()])
        });
        let gaps = gaps.collect();
        let formulas = Formulas { nodes, links, gaps, ends, around };
        let (holds, fails) = match graph.kind {
            GraphKind::Connected => (
                formulas.joined(&formulas.nodes),
                formulas.split(|formulas, node| formulas.nodes[node].clone()),
            ),
            GraphKind::Acyclic => (formulas.forest(), formulas.some_cycle()),
            GraphKind::Cycle => (formulas.one_cycle(), formulas.not_one_cycle()),
            GraphKind::Divided => (formulas.labelled(), formulas.tree_past_gap()),
        };
        let name = Bool::fresh_const("graph");
        let sides = [name.implies(holds), name.not().implies(fails)];
        self.sides.borrow_mut().extend(sides);
        name
    }
}

impl Formulas {
    fn ranks(&self) -> Vec<Int> {
        self.nodes.iter().map(|_| Int::fresh_const("rank")).collect()
    }

    /// The links that are there make one tree, at least, of these nodes.
    fn joined(&self, nodes: &[Bool]) -> Bool {
        let (ranks, roots) = (self.ranks(), fresh(nodes.len()));
        let mut parts: Vec<Bool> = nodes
            .iter()
            .enumerate()
            .map(|(node, is_there)| is_there.implies(self.hangs(node, nodes, &ranks, &roots)))
            .collect();
        let weighed: Vec<(&Bool, i32)> = roots.iter().map(|root| (root, 1)).collect();
        parts.push(Bool::pb_le(&weighed, 1));
        all(parts)
    }

    fn hangs(&self, node: usize, nodes: &[Bool], ranks: &[Int], roots: &[Bool]) -> Bool {
        let up = self.around[node].iter().map(|(link, other)| {
            let is_lower = ranks[*other].lt(&ranks[node]);
            all([self.links[*link].clone(), nodes[*other].clone(), is_lower])
        });
        any(up.chain([roots[node].clone()]))
    }

    /// Two sides with something on both, and no link between them.
    fn split(&self, is_there: impl Fn(&Self, usize) -> Bool) -> Bool {
        let sides = fresh(self.nodes.len());
        let on = |side: bool| {
            any((0..self.nodes.len()).map(|node| {
                let own = if side { sides[node].clone() } else { sides[node].not() };
                all([is_there(self, node), own])
            }))
        };
        let kept = self
            .links
            .iter()
            .zip(&self.ends)
            .map(|(link, [a, b])| link.implies(sides[*a].iff(&sides[*b])));
        all(kept.chain([on(true), on(false)]))
    }

    fn forest(&self) -> Bool {
        let (ranks, leads_from_first) = (self.ranks(), fresh(self.links.len()));
        let leaves = |link: usize, node: usize| {
            let is_first = self.ends[link][0] == node;
            let leads = &leads_from_first[link];
            let leads = if is_first { leads.clone() } else { leads.not() };
            all([self.links[link].clone(), leads])
        };
        let mut parts = Vec::new();
        for (node, around) in self.around.iter().enumerate() {
            for (position, (link, other)) in around.iter().enumerate() {
                parts.push(leaves(*link, node).implies(ranks[*other].lt(&ranks[node])));
                for (second, _) in &around[position + 1..] {
                    let both = [leaves(*link, node).not(), leaves(*second, node).not()];
                    parts.push(any(both));
                }
            }
        }
        all(parts)
    }

    fn some_cycle(&self) -> Bool {
        let chosen = fresh(self.links.len());
        let mut parts = vec![any(chosen.iter().cloned())];
        for (link, ends) in self.ends.iter().enumerate() {
            parts.push(chosen[link].implies(&self.links[link]));
            for end in ends {
                let others = self.around[*end].iter().filter(|(other, _)| *other != link);
                let goes_on = any(others.map(|(other, _)| chosen[*other].clone()));
                parts.push(chosen[link].implies(goes_on));
            }
        }
        all(parts)
    }

    fn touched(&self, node: usize) -> Bool {
        any(self.around[node].iter().map(|(link, _)| self.links[*link].clone()))
    }

    /// At a node there is no link, or there are two.
    fn passes(&self, node: usize) -> Bool {
        let weighed: Vec<(&Bool, i32)> =
            self.around[node].iter().map(|(link, _)| (&self.links[*link], 1)).collect();
        any([self.touched(node).not(), Bool::pb_eq(&weighed, 2)])
    }

    fn one_cycle(&self) -> Bool {
        let touched: Vec<Bool> = (0..self.nodes.len()).map(|node| self.touched(node)).collect();
        let passes = (0..self.nodes.len()).map(|node| self.passes(node));
        all(passes.chain([any(self.links.iter().cloned()), self.joined(&touched)]))
    }

    fn not_one_cycle(&self) -> Bool {
        let at_nodes = (0..self.nodes.len()).map(|node| self.passes(node).not());
        let apart = self.split(Self::touched);
        any(at_nodes.chain([any(self.links.iter().cloned()).not(), apart]))
    }

    fn labelled(&self) -> Bool {
        let labels = self.ranks();
        all(self.ends.iter().enumerate().map(|(link, [a, b])| {
            let equal = labels[*a].eq(&labels[*b]);
            all([self.links[link].implies(&equal), self.gaps[link].implies(equal.not())])
        }))
    }

    fn tree_past_gap(&self) -> Bool {
        let (tree, chosen) = (fresh(self.nodes.len()), fresh(self.links.len()));
        let past = self.ends.iter().enumerate().map(|(link, [a, b])| {
            let found = [self.gaps[link].clone(), tree[*a].clone(), tree[*b].clone()];
            chosen[link].implies(all(found))
        });
        all(past.chain([any(chosen.iter().cloned()), self.joined(&tree)]))
    }
}
