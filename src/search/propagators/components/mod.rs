//! The propagator of groups of joined nodes: the sum of each group, which node is its first (the one with the
//! smallest number), and which pairs of nodes are in one group.
//!
//! ```text
//! places.rs       where labels and links are in the store
//! supposed.rs     what nodes weigh under each label, found once
//! label_graph.rs  for each label (or for all links): envelopes and cores
//! cuts.rs         what separates nodes of an envelope
//! rules/          the filtering rules within one label graph, each with its explanation
//! delta.rs        what changed since the last run, so that rules are not applied again to what did not
//! kept.rs         what is kept of a state, so that little is looked at in states below it
//! pairs.rs        the filtering rules for pairs of nodes, from all label graphs together
//! ```
//!
//! Where labels say which nodes are joined, every label has a graph of the nodes that may have it. In it, a
//! connected part is an *envelope* (an upper bound of groups), and a connected part of the nodes that surely
//! have the label is a *core* (a lower bound): each group contains a core and lies within an envelope.
//!
//! All rules are applied to the same domains, and their conclusions together afterwards, so the result does not
//! depend on the order of the nodes. A reason is computed later by the same rules, on the trail before the
//! deduction ([`Query::Loss`]).

mod cuts;
mod delta;
mod kept;
mod label_graph;
mod pairs;
mod places;
mod rules;
mod supposed;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use puzgen_csp::{Components, FlatForm, Joined, Lit, NodeWeight, Total, VarId};

use super::{PER_NODE, Propagate};
use crate::lit_place::LitPlace;
use crate::store::{Consistency, Store, event};
use crate::trail::{ReasonWriter, TrailPrefix};
use delta::{Delta, WordNodes};
pub use kept::Kept;
use label_graph::LabelGraph;
use places::Places;

/// The propagator of one [`Components`] statement.
#[derive(Debug, Clone)]
pub struct ComponentsPropagator {
    stmt: Components,
    /// The labels that occur; one label graph where there are links instead.
    values: Vec<i64>,
    /// The sums of groups. The size of a group is one of them, with the weight 1 at every node.
    sums: Vec<GroupSum>,
    /// For each node, the other nodes that it is paired with, and the pair's truth.
    pairs_of: Vec<Vec<(u32, VarId)>>,
    /// Whether any node says whether it is the first of its group.
    has_firsts: bool,
    /// The neighbours of all nodes, and for each node the number of them before its own; at the end,
    /// of all.
    near: Vec<u32>,
    starts: Vec<u32>,
    places: Places,
    /// For each variable, the nodes that it says something of.
    nodes_of: BTreeMap<VarId, Vec<u32>>,
    word_nodes: WordNodes,
    /// The reversible word that has the mark of the trail at the end of the last run, plus 1, or 0 before the
    /// first run; none where each run applies all rules.
    cursor: Option<u32>,
}

#[derive(Debug, Clone)]
struct GroupSum {
    total: Total,
    /// Whether some weight may be negative.
    is_signed: bool,
    /// For each label graph, the weights of its nodes. They may be constants where the weight of a node depends
    /// on its label.
    weights: Vec<Vec<NodeWeight>>,
    /// For each label graph, whether all its nodes have the weight 0.
    weighs_nothing: Vec<bool>,
    /// For each label graph, whether what its nodes weigh is known.
    is_fixed: Vec<bool>,
    /// Where no weight is negative: an envelope with at least so much is so large that no rule follows from its
    /// sum.
    ample: i64,
}

/// What is known of domains: now, or at some earlier time.
trait Domains {
    /// Whether the variable is `value`.
    fn is(&self, var: VarId, value: i64) -> bool;
    /// Whether it may be `value`.
    fn may(&self, var: VarId, value: i64) -> bool;
    /// Its smallest and largest value.
    fn bounds(&self, var: VarId) -> (i64, i64);

    /// Whether a literal holds; `None` where that is open.
    #[inline]
    fn truth(&self, lit: Lit) -> Option<bool> {
        if !self.may(lit.var, lit.value) {
            Some(!lit.is)
        } else {
            self.is(lit.var, lit.value).then_some(lit.is)
        }
    }

    /// The same of one whose place is known.
    #[inline]
    fn truth_at(&self, place: &LitPlace) -> Option<bool> {
        self.truth(place.lit)
    }
}

impl Domains for Store {
    fn is(&self, var: VarId, value: i64) -> bool {
        self.value(var) == Some(value)
    }

    fn may(&self, var: VarId, value: i64) -> bool {
        self.contains(var, value)
    }

    fn bounds(&self, var: VarId) -> (i64, i64) {
        Store::bounds(self, var)
    }

    #[inline]
    fn truth(&self, lit: Lit) -> Option<bool> {
        self.truth_of_lit(lit)
    }

    #[inline]
    fn truth_at(&self, place: &LitPlace) -> Option<bool> {
        place.truth(self)
    }
}

impl Domains for TrailPrefix<'_> {
    fn is(&self, var: VarId, value: i64) -> bool {
        TrailPrefix::is(self, var, value)
    }

    fn may(&self, var: VarId, value: i64) -> bool {
        !self.is_not(var, value)
    }

    fn bounds(&self, var: VarId) -> (i64, i64) {
        TrailPrefix::bounds(self, var)
    }
}

/// A conclusion of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Conclusion {
    Is(Lit),
    AtLeast(VarId, i64),
    AtMost(VarId, i64),
}

impl Conclusion {
    fn removes(self, gone: (VarId, i64)) -> bool {
        match self {
            Self::Is(lit) => lit.var == gone.0 && !lit.holds_for(gone.1),
            Self::AtLeast(var, bound) => var == gone.0 && gone.1 < bound,
            Self::AtMost(var, bound) => var == gone.0 && gone.1 > bound,
        }
    }

    fn apply(self, store: &mut Store) -> Consistency {
        match self {
            Self::Is(lit) if lit.is => store.assign(lit.var, lit.value),
            Self::Is(lit) => store.remove(lit.var, lit.value),
            Self::AtLeast(var, bound) => store.at_least(var, bound),
            Self::AtMost(var, bound) => store.at_most(var, bound),
        }
    }
}

/// Which conclusions are asked for.
#[derive(Debug, Clone, Copy)]
enum Query<'a> {
    /// All.
    All,
    /// Those that may be new since something changed.
    Delta(&'a Delta<'a>),
    /// Those that remove values of a variable, which belongs to these nodes: to explain a removal.
    Loss(VarId, &'a [u32]),
}

impl Query<'_> {
    /// Returns whether conclusions about one of these nodes may be asked for.
    fn is_any_of(self, nodes: &[u32]) -> bool {
        match self {
            Self::All | Self::Delta(_) => true,
            Self::Loss(_, of) => nodes.iter().any(|node| of.contains(node)),
        }
    }

    /// Returns whether conclusions about the variables that `var_of` gives to nodes may be asked for.
    fn asks_for(self, var_of: impl Fn(u32) -> Option<VarId>) -> bool {
        match self {
            Self::All | Self::Delta(_) => true,
            Self::Loss(var, of) => of.iter().any(|node| var_of(*node) == Some(var)),
        }
    }
}

/// Takes each conclusion, with a closure that gives its reason; `Break` ends the search for conclusions.
type Emit<'a> = &'a mut dyn FnMut(Conclusion, &dyn Fn(&mut ReasonWriter<'_>)) -> ControlFlow<()>;

impl ComponentsPropagator {
    /// Returns the propagator of a statement.
    pub fn new(store: &Store, stmt: &Components) -> Self {
        let mut values = match &stmt.joined {
            Joined::Equal(labels) => labels.iter().flat_map(|label| store.values(*label)).collect(),
            Joined::Linked(_) => vec![0],
        };
        values.sort_unstable();
        values.dedup();
        let size = stmt.size.iter().any(Option::is_some).then(|| Total {
            weights: vec![NodeWeight::Const(1); stmt.node_count()],
            total: stmt.size.clone(),
        });
        let is_negative = |weight: &NodeWeight| match weight {
            NodeWeight::Const(value) => *value < 0,
            NodeWeight::Var(var) => store.min(*var) < 0,
        };
        let sums = size.into_iter().chain(stmt.totals.iter().cloned());
        let sums = sums.map(|total| GroupSum {
            is_signed: total.weights.iter().any(is_negative),
            weights: vec![total.weights.clone(); values.len()],
            weighs_nothing: vec![false; values.len()],
            is_fixed: vec![total.weights.iter().all(|weight| weight.var().is_none()); values.len()],
            ample: i64::MAX,
            total,
        });
        let mut pairs_of = vec![Vec::new(); stmt.node_count()];
        for same in &stmt.same {
            let (a, b) = same.nodes;
            pairs_of[a as usize].push((b, same.truth));
            pairs_of[b as usize].push((a, same.truth));
        }
        let counts = stmt.neighbours.iter().scan(0, |before, near| {
            *before += near.len() as u32;
            Some(*before)
        });
        let starts: Vec<u32> = std::iter::once(0).chain(counts).collect();
        let sums = sums.collect();
        let nodes_of = nodes_of(stmt);
        let word_nodes = WordNodes::new(store, stmt, &nodes_of);
        let back = back(&stmt.neighbours, &starts);
        Self {
            places: Places::new(store, stmt, &values, &back),
            values,
            sums,
            pairs_of,
            has_firsts: stmt.first.iter().any(Option::is_some),
            near: stmt.neighbours.iter().flatten().copied().collect(),
            starts,
            nodes_of,
            word_nodes,
            cursor: None,
            stmt: stmt.clone(),
        }
    }

    /// Makes runs apply rules only to what changed since the run before, in this store.
    pub(crate) fn with_memory(mut self, store: &mut Store) -> Self {
        self.cursor = Some(store.add_words(1));
        self
    }

    /// Returns what changed since the last run; `None` at the first run.
    fn delta(&self, store: &mut Store) -> Option<Delta<'static>> {
        let cursor = self.cursor?;
        let seen = store.word(cursor).checked_sub(1);
        let delta = seen.map(|seen| self.word_nodes.delta(store, seen as usize));
        // Setting the cursor is itself a change on the trail: it is the last one seen.
        let mark = store.mark() + 1;
        store.set_word_at(cursor, mark as u64 + 1);
        delta
    }

    /// Makes the next run apply all rules.
    fn forget(&self, store: &mut Store) {
        self.cursor.into_iter().for_each(|cursor| store.set_word_at(cursor, 0));
    }

    /// Adds the reason why `var` cannot be `value`. Returns whether one was found.
    fn why_gone(&self, var: VarId, value: i64, why: &mut ReasonWriter<'_>) -> bool {
        let Some(nodes) = self.nodes_of.get(&var) else { return false };
        let past = why.past;
        let end = self.look(&past, Query::Loss(var, nodes), &mut |conclusion, write| {
            if !conclusion.removes((var, value)) {
                return ControlFlow::Continue(());
            }
            write(why);
            ControlFlow::Break(())
        });
        end.is_break()
    }

    /// Removes the values that the rules find, as far as that is `wanted`.
    fn run(&self, store: &mut Store, wanted: Query<'_>) -> Consistency {
        let mut found = Vec::new();
        let _all = self.look(store, wanted, &mut |conclusion, _| {
            found.push(conclusion);
            ControlFlow::Continue(())
        });
        found.into_iter().try_for_each(|conclusion| conclusion.apply(store))
    }

    /// Emits all conclusions that are `wanted`, and perhaps others.
    fn look(&self, view: &impl Domains, wanted: Query<'_>, emit: Emit<'_>) -> ControlFlow<()> {
        let mut label_graphs = Vec::with_capacity(self.values.len());
        for number in 0..self.values.len() {
            self.zero_sum_rule(number, view, wanted, emit)?;
            if self.is_idle(number) || self.is_beyond(number, view, wanted) {
                continue;
            }
            let label_graph = LabelGraph::new(self, number, view, wanted);
            self.apply_rules(&label_graph, view, wanted, emit)?;
            label_graphs.push(label_graph);
        }
        self.pair_rules(&label_graphs, view, wanted, emit)
    }

    /// Returns the nodes next to a node.
    fn near_of(&self, node: u32) -> &[u32] {
        let (start, end) = self.range_of(node);
        &self.near[start..end]
    }

    /// Returns the positions of the nodes next to a node.
    #[inline]
    fn range_of(&self, node: u32) -> (usize, usize) {
        (self.starts[node as usize] as usize, self.starts[node as usize + 1] as usize)
    }

    /// Returns whether no conclusion that is asked for can come from a label graph: it has none of the nodes, no
    /// neighbours of nodes that left it, and there are no pairs.
    fn is_beyond(&self, number: usize, view: &impl Domains, wanted: Query<'_>) -> bool {
        let (Joined::Equal(labels), true) = (&self.stmt.joined, self.stmt.same.is_empty()) else {
            return false;
        };
        let value = self.values[number];
        let is_out = |node: &u32| !view.may(labels[*node as usize], value);
        match wanted {
            Query::All => false,
            Query::Delta(delta) => {
                let is_alone = |node: &u32| self.near_of(*node).iter().all(is_out);
                delta.nodes.iter().all(is_out) && delta.moved.iter().all(is_alone)
            }
            Query::Loss(_, nodes) => nodes.iter().all(is_out),
        }
    }

    /// Returns whether nothing follows from envelopes and cores of a label graph.
    fn is_idle(&self, number: usize) -> bool {
        self.sums.iter().all(|sum| sum.weighs_nothing[number])
            && !self.has_firsts
            && self.stmt.same.is_empty()
    }
}

impl Propagate for ComponentsPropagator {
    fn watches(&self, watch: &mut dyn FnMut(VarId, u8)) {
        self.stmt.for_each_var(&mut |var| watch(var, event::DOMAIN));
    }

    /// Removes the values that the rules find.
    fn propagate(&self, store: &mut Store) -> Consistency {
        let delta = self.delta(store);
        let wanted = match &delta {
            Some(delta) if delta.nodes.is_empty() => return Ok(()),
            // The nodes of a pair may be far from what changed.
            Some(delta) if self.stmt.same.is_empty() => Query::Delta(delta),
            _ => Query::All,
        };
        self.run(store, wanted)
    }

    fn explain(&self, why: &mut ReasonWriter<'_>) -> bool {
        why.gone.is_some_and(|(var, value)| self.why_gone(var, value, why))
    }

    fn is_slow_to_explain(&self) -> bool {
        true
    }

    fn cost(&self) -> usize {
        PER_NODE * self.stmt.vars().len()
    }

    fn is_supposing(&self) -> bool {
        true
    }
}

/// Returns for each neighbour of each node the position at which the node is among its own neighbours.
fn back(neighbours: &[Vec<u32>], starts: &[u32]) -> Vec<u32> {
    let mut back = Vec::new();
    for (node, near) in neighbours.iter().enumerate() {
        back.extend(near.iter().map(|other| {
            let own = &neighbours[*other as usize];
            let at = own.binary_search(&(node as u32)).unwrap_or_default();
            starts[*other as usize] + at as u32
        }));
    }
    back
}

fn nodes_of(stmt: &Components) -> BTreeMap<VarId, Vec<u32>> {
    let mut nodes_of: BTreeMap<VarId, Vec<u32>> = BTreeMap::new();
    for node in 0..stmt.node_count() {
        let mut vars: Vec<VarId> = stmt.size[node].into_iter().chain(stmt.first[node]).collect();
        for total in &stmt.totals {
            vars.extend(total.total[node].into_iter().chain(total.weights[node].var()));
        }
        match &stmt.joined {
            Joined::Equal(labels) => vars.push(labels[node]),
            Joined::Linked(links) => vars.extend(links[node].iter().map(|link| link.var)),
        }
        let is_of = |pair: (u32, u32)| pair.0 as usize == node || pair.1 as usize == node;
        let same = stmt.same.iter().filter(|same| is_of(same.nodes));
        vars.extend(same.map(|same| same.truth));
        vars.sort_unstable();
        vars.dedup();
        vars.into_iter().for_each(|var| nodes_of.entry(var).or_default().push(node as u32));
    }
    nodes_of
}
