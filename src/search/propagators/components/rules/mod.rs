//! The filtering rules within one label graph, each with its explanation.
//!
//! A *label graph* is the subgraph of the nodes that may have one label. Its *envelopes* are its connected parts, its
//! *cores* the connected parts of the nodes that surely belong to it: every group contains a core and lies
//! within an envelope (`label_graph.rs`). A *claim* is a variable of a node that equals a sum over the node's group. A
//! *connector* is an open node or link that would connect cores.
//!
//! A rule calls `emit` with a conclusion and a closure that gives its reason if it is asked for.

mod joins;

use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow;

use smallvec::{SmallVec, smallvec};

use puzgen_csp::{Lit, NodeWeight};

use super::cuts::Cuts;
use super::delta::Changed;
use super::label_graph::{Barrier, Connector, LabelGraph, Outlook};
use super::{ComponentsPropagator, Conclusion, Domains, Emit, GroupSum, Query, ReasonWriter};

/// Bounds of a sum over the group of a core.
#[derive(Debug, Clone, Copy)]
struct CoreSum {
    /// The least and the most that the weights of the core's nodes add up to.
    core: (i64, i64),
    /// Bounds of the sum over the group: the core, and what of the envelope around it may be added.
    group: (i64, i64),
    /// The largest lower bound of a claim of one of its nodes, and the node.
    at_least: Option<(i64, u32)>,
    /// The smallest upper bound of a claim of one of its nodes, and the node.
    at_most: Option<(i64, u32)>,
}

/// What is known of a core besides sums.
#[derive(Debug, Clone, Copy)]
struct Core {
    /// The smallest node.
    least: u32,
    /// The largest node that is surely the first of its group.
    starter: Option<u32>,
}

/// A label graph with bounds that are computed when a rule first needs them.
pub(super) struct RuleContext<'a, V> {
    groups: &'a ComponentsPropagator,
    label_graph: &'a LabelGraph<'a>,
    view: &'a V,
    /// For each envelope and sum, bounds of the sum over any subset of its nodes.
    envelopes: Vec<OnceCell<(i64, i64)>>,
    /// For each core and sum, bounds of the sum over its group.
    core_sums: Vec<OnceCell<CoreSum>>,
    /// For each core, what is known of it besides sums.
    cores: Vec<OnceCell<Core>>,
    /// What separates nodes of envelopes.
    cuts: RefCell<Option<Cuts>>,
}

/// Returns the value whose removal is explained: a bound need not be tighter than this takes.
fn gone(why: &ReasonWriter<'_>) -> i64 {
    why.gone.map_or_else(|| puzgen_base::bug!("groups explain removals alone"), |(_, value)| value)
}

/// Returns the larger of two lower bounds; of equal ones that of the smaller node.
fn higher(a: Option<(i64, u32)>, b: Option<(i64, u32)>) -> Option<(i64, u32)> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if (b.0, a.1) > (a.0, b.1) { b } else { a }),
        _ => a.or(b),
    }
}

/// Returns the smaller of two upper bounds; of equal ones that of the smaller node.
fn lower(a: Option<(i64, u32)>, b: Option<(i64, u32)>) -> Option<(i64, u32)> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    }
}

impl ComponentsPropagator {
    /// Applies all rules to a label graph. Rules that cannot give anything of what is `wanted` are skipped as far
    /// as that is cheap to see.
    pub(super) fn apply_rules(
        &self,
        label_graph: &LabelGraph<'_>,
        view: &impl Domains,
        wanted: Query<'_>,
        emit: Emit<'_>,
    ) -> ControlFlow<()> {
        let look = RuleContext::new(self, label_graph, view);
        let changed = match wanted {
            Query::Delta(delta) => {
                let ample = delta.kept.as_ref().map(|(kept, _)| kept.ample());
                let is_ample = |envelope| look.is_ample(envelope, ample);
                Some(Changed::new(delta, self, label_graph, is_ample))
            }
            Query::All | Query::Loss(..) => None,
        };
        let is_old = |what: &dyn Fn(&Changed) -> bool| changed.as_ref().is_some_and(what);
        let is_wanted = |core: &usize| {
            wanted.is_any_of(label_graph.core_nodes(*core))
                && !is_old(&|of| of.is_old_core(*core, label_graph))
        };
        for core in (0..label_graph.core_count()).filter(is_wanted) {
            for (sum, of_sum) in look.sums() {
                if wanted.asks_for(|node| of_sum.total.total[node as usize]) {
                    look.claims(core, sum, emit)?;
                }
                let is_fixed = of_sum.is_fixed[label_graph.number];
                if !is_fixed && wanted.asks_for(|node| look.own_weight(of_sum, node).var()) {
                    look.weights(core, sum, of_sum, emit)?;
                }
            }
            if self.has_firsts && wanted.asks_for(|node| self.stmt.first[node as usize]) {
                look.firsts(core, emit)?;
            }
        }
        let may_be_cut = |barrier: Barrier, others: &[u32]| {
            let is_cut = |of: &Changed| of.is_any_cut(barrier.first(), others, label_graph);
            changed.as_ref().is_none_or(is_cut) && look.may_be_needed(barrier)
        };
        let connectors = label_graph.connectors(wanted, |barrier, others| {
            match is_old(&|of| of.is_old(barrier.first(), others, label_graph)) {
                false => Outlook::All,
                true if may_be_cut(barrier, others) => Outlook::Need,
                true => Outlook::Nothing,
            }
        });
        for connector in connectors.iter().filter(|connector| connector.outlook == Outlook::All) {
            look.blocked(connector, emit)?;
        }
        let is_cut = |core: usize| changed.as_ref().is_none_or(|changed| changed.is_cut(core));
        let may_be_needed = connectors.iter().filter(|connector| {
            connector.outlook == Outlook::Need || look.may_be_needed(connector.barrier)
        });
        let beside = beside(may_be_needed, label_graph, is_cut);
        for beside in beside.chunk_by(|a, b| a.0 == b.0) {
            look.needed(beside[0].0, beside, emit)?;
        }
        ControlFlow::Continue(())
    }
}

/// Returns connectors with the cores that they are beside, by these: only a core with an adjacent connector can need
/// one.
pub(super) fn beside<'c>(
    connectors: impl Iterator<Item = &'c Connector>,
    label_graph: &LabelGraph<'_>,
    is_cut: impl Fn(usize) -> bool,
) -> Vec<(usize, &'c Connector)> {
    let mut beside: Vec<(usize, &Connector)> = Vec::with_capacity(16);
    for connector in connectors {
        let cores = connector.ends.iter().filter_map(|end| label_graph.core(*end));
        beside.extend(cores.filter(|core| is_cut(*core)).map(|core| (core, connector)));
    }
    // Sorted by counting: for each core, how many come before it, and then the place of the next one.
    let mut places = vec![0; label_graph.core_count() + 1];
    beside.iter().for_each(|(core, _)| places[core + 1] += 1);
    (1..places.len()).for_each(|core| places[core] += places[core - 1]);
    let mut sorted = beside.clone();
    for one in beside {
        let place = &mut places[one.0];
        sorted[*place] = one;
        *place += 1;
    }
    sorted
}

impl<'a, V: Domains> RuleContext<'a, V> {
    pub(super) fn new(
        groups: &'a ComponentsPropagator,
        label_graph: &'a LabelGraph<'a>,
        view: &'a V,
    ) -> Self {
        let sums = groups.sums.len();
        let envelopes = vec![OnceCell::new(); label_graph.envelope_count() * sums];
        let core_sums = vec![OnceCell::new(); label_graph.core_count() * sums];
        let cores = vec![OnceCell::new(); label_graph.core_count()];
        let cuts = RefCell::default();
        Self { groups, label_graph, view, envelopes, core_sums, cores, cuts }
    }

    /// Returns whether an envelope's upper bounds are so large that no rule follows from them. Where it is known, `ample`
    /// has what is enough for each sum.
    fn is_ample(&self, envelope: usize, ample: Option<&[i64]>) -> bool {
        let has_enough = |(number, sum): (usize, &GroupSum)| {
            let enough = ample.map_or(sum.ample, |ample| ample[number]);
            !sum.is_signed && self.envelope_sum(envelope, number).1 >= enough
        };
        !self.groups.has_firsts && self.sums().all(has_enough)
    }

    /// Returns the sums that are not constantly 0 in this label graph.
    fn sums(&self) -> impl Iterator<Item = (usize, &'a GroupSum)> {
        let number = self.label_graph.number;
        self.groups.sums.iter().enumerate().filter(move |(_, sum)| !sum.weighs_nothing[number])
    }

    /// Returns the weight of a node in this label graph.
    fn own_weight(&self, sum: &GroupSum, node: u32) -> NodeWeight {
        sum.weights[self.label_graph.number][node as usize]
    }

    /// Returns the bounds of the weight of a node in this label graph.
    fn weight(&self, sum: &GroupSum, node: u32) -> (i64, i64) {
        match self.own_weight(sum, node) {
            NodeWeight::Const(value) => (value, value),
            NodeWeight::Var(var) => self.view.bounds(var),
        }
    }

    /// Returns the bounds of the sum over any subset of these nodes.
    fn parts(&self, sum: &GroupSum, nodes: &[u32]) -> (i64, i64) {
        nodes.iter().fold((0, 0), |(least, most): (i64, i64), node| {
            let (lo, hi) = self.weight(sum, *node);
            (least.saturating_add(lo.min(0)), most.saturating_add(hi.max(0)))
        })
    }

    fn envelope_sum(&self, envelope: usize, number: usize) -> (i64, i64) {
        let sums = &self.groups.sums;
        *self.envelopes[envelope * sums.len() + number]
            .get_or_init(|| self.parts(&sums[number], self.label_graph.envelope_nodes(envelope)))
    }

    fn core_sum(&self, core: usize, number: usize) -> &CoreSum {
        let sums = &self.groups.sums;
        self.core_sums[core * sums.len() + number].get_or_init(|| {
            let (sum, nodes) = (&sums[number], self.label_graph.core_nodes(core));
            let (mut lo, mut hi) = (0_i64, 0_i64);
            let (mut own, mut at_least, mut at_most) = ((0_i64, 0_i64), None, None);
            for &node in nodes {
                let weight = self.weight(sum, node);
                (lo, hi) = (lo.saturating_add(weight.0), hi.saturating_add(weight.1));
                own.0 = own.0.saturating_add(weight.0.min(0));
                own.1 = own.1.saturating_add(weight.1.max(0));
                if let Some((least, most)) = self.claim(sum, node) {
                    at_least = higher(at_least, Some((least, node)));
                    at_most = lower(at_most, Some((most, node)));
                }
            }
            let all =
                self.envelope_sum(self.label_graph.envelope_of[nodes[0] as usize] as usize, number);
            let group = (
                lo.saturating_add(all.0.saturating_sub(own.0)),
                hi.saturating_add(all.1.saturating_sub(own.1)),
            );
            CoreSum { core: (lo, hi), group, at_least, at_most }
        })
    }

    fn core(&self, core: usize) -> Core {
        *self.cores[core].get_or_init(|| {
            let nodes = self.label_graph.core_nodes(core);
            let starters = nodes.iter().copied().filter(|node| self.is_first(*node) == Some(true));
            let least = nodes.iter().copied().min().unwrap_or(0);
            Core { least, starter: starters.max() }
        })
    }

    fn is_first(&self, node: u32) -> Option<bool> {
        let first = self.groups.stmt.first[node as usize]?;
        self.view.truth(Lit::is(first, 1))
    }

    /// Returns the bounds that a node's total gives to the sum over its group, if it is in this label graph.
    fn claim(&self, sum: &GroupSum, node: u32) -> Option<(i64, i64)> {
        let total = sum.total.total[node as usize]?;
        Some(match self.label_graph.is_here(node) {
            Some(here) if here.var == total => (here.value, here.value),
            _ => self.view.bounds(total),
        })
    }

    fn envelope(&self, node: u32) -> &[u32] {
        self.label_graph.envelope_nodes(self.label_graph.envelope_of[node as usize] as usize)
    }

    fn because_weights(
        &self,
        sum: &GroupSum,
        nodes: &[u32],
        is_least: bool,
        why: &mut ReasonWriter<'_>,
    ) {
        for node in nodes {
            if let Some(var) = self.own_weight(sum, *node).var() {
                let (lo, hi) = self.weight(sum, *node);
                if is_least {
                    why.at_least(var, lo);
                } else {
                    why.at_most(var, hi);
                }
            }
        }
    }

    /// Adds the reason that the group of the cores of `start` has a sum of at least `bound`. `with` are
    /// nodes that must be among those that the reason connects.
    fn because_at_least(
        &self,
        sum: &GroupSum,
        start: &[u32],
        with: &[u32],
        bound: i64,
        why: &mut ReasonWriter<'_>,
    ) {
        let least = |nodes: &[u32]| {
            let weights = nodes.iter().map(|node| self.weight(sum, *node).0);
            weights.fold(0, i64::saturating_add)
        };
        let is_enough = |nodes: &[u32]| {
            !sum.is_signed && with.iter().all(|node| nodes.contains(node)) && least(nodes) >= bound
        };
        let nodes = self.label_graph.because_connected(start, is_enough, why);
        self.because_weights(sum, &nodes, true, why);
        if sum.is_signed {
            let envelope = self.envelope(start[0]);
            self.label_graph.because_closed(envelope, None, why);
            self.because_weights(sum, envelope, true, why);
        }
    }

    /// Adds the reason for the upper bound that a node's envelope gives to the sum over its group.
    fn because_at_most(&self, sum: &GroupSum, node: u32, why: &mut ReasonWriter<'_>) {
        let envelope = self.envelope(node);
        self.label_graph.because_closed(envelope, None, why);
        self.because_weights(sum, envelope, false, why);
        if sum.is_signed {
            self.label_graph.because_connected(&[node], |_| false, why);
        } else if let Some(here) = self.label_graph.is_here(node) {
            why.lit(here);
        }
    }

    /// Rule: the totals of a core's nodes are equal, and within the bounds that core and envelope give.
    fn claims(&self, core: usize, number: usize, emit: Emit<'_>) -> ControlFlow<()> {
        let sum = &self.groups.sums[number];
        let known = *self.core_sum(core, number);
        for &node in self.label_graph.core_nodes(core) {
            let Some(total) = sum.total.total[node as usize] else { continue };
            let (least, most) = self.view.bounds(total);
            if known.group.0 > least {
                emit(Conclusion::AtLeast(total, known.group.0), &|why| {
                    let bound = gone(why).saturating_add(1);
                    self.because_at_least(sum, &[node], &[], bound, why);
                })?;
            }
            if known.group.1 < most {
                emit(Conclusion::AtMost(total, known.group.1), &|why| {
                    self.because_at_most(sum, node, why);
                })?;
            }
            if let Some((bound, other)) = known.at_least.filter(|claim| claim.0 > least) {
                emit(Conclusion::AtLeast(total, bound), &|why| {
                    let bound = gone(why).saturating_add(1);
                    self.because_claims(sum, &[node], &[(other, true, bound)], why);
                })?;
            }
            if let Some((bound, other)) = known.at_most.filter(|claim| claim.0 < most) {
                emit(Conclusion::AtMost(total, bound), &|why| {
                    let bound = gone(why).saturating_sub(1);
                    self.because_claims(sum, &[node], &[(other, false, bound)], why);
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the reason that the nodes of `claims` are connected with the cores of `start`, and the bound of
    /// each claim: (node, whether it is a lower bound, bound).
    fn because_claims(
        &self,
        sum: &GroupSum,
        start: &[u32],
        claims: &[(u32, bool, i64)],
        why: &mut ReasonWriter<'_>,
    ) {
        let has_all = |nodes: &[u32]| claims.iter().all(|claim| nodes.contains(&claim.0));
        self.label_graph.because_connected(start, has_all, why);
        claims.iter().for_each(|claim| self.because_claim(sum, *claim, why));
    }

    fn because_claim(
        &self,
        sum: &GroupSum,
        (node, is_least, bound): (u32, bool, i64),
        why: &mut ReasonWriter<'_>,
    ) {
        let Some(total) = sum.total.total[node as usize] else { return };
        if self.label_graph.is_here(node).is_some_and(|here| here.var == total) {
            return;
        }
        if is_least {
            why.at_least(total, bound);
        } else {
            why.at_most(total, bound);
        }
    }

    /// Rule: the weight of a node is within the claimed total less the bounds of all other weights.
    fn weights(
        &self,
        core: usize,
        number: usize,
        sum: &GroupSum,
        emit: Emit<'_>,
    ) -> ControlFlow<()> {
        let known = *self.core_sum(core, number);
        for &node in self.label_graph.core_nodes(core) {
            let Some(var) = self.own_weight(sum, node).var() else { continue };
            let (lo, hi) = self.view.bounds(var);
            if let Some((claimed, other)) = known.at_most {
                let most = claimed.saturating_sub(known.group.0.saturating_sub(lo));
                if most < hi {
                    emit(Conclusion::AtMost(var, most), &|why| {
                        self.because_at_least(sum, &[node], &[], i64::MAX, why);
                        self.because_claim(sum, (other, false, claimed), why);
                    })?;
                }
            }
            if let Some((claimed, other)) = known.at_least {
                let least = claimed.saturating_sub(known.group.1.saturating_sub(hi));
                if least > lo {
                    emit(Conclusion::AtLeast(var, least), &|why| {
                        self.because_at_most(sum, node, why);
                        self.because_claims(sum, &[node], &[(other, true, claimed)], why);
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Rule: a node is the first of its group if it is the smallest of its envelope, and is not if its core has a
    /// smaller one.
    fn firsts(&self, core: usize, emit: Emit<'_>) -> ControlFlow<()> {
        let least = self.core(core).least;
        for &node in self.label_graph.core_nodes(core) {
            let Some(first) = self.groups.stmt.first[node as usize] else { continue };
            if node > least {
                emit(Conclusion::Is(Lit::is(first, 0)), &|why| {
                    let has_smaller = |nodes: &[u32]| nodes.iter().any(|other| *other < node);
                    self.label_graph.because_connected(&[node], has_smaller, why);
                })?;
            } else if self.envelope(node).iter().all(|other| *other >= node) {
                emit(Conclusion::Is(Lit::is(first, 1)), &|why| {
                    self.label_graph.because_closed(self.envelope(node), None, why);
                    self.label_graph.because_connected(&[node], |_| true, why);
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a core may need a connector. A link that separates nothing is needed only where the envelope is too
    /// small for what is known of its cores, and then rules about these cores are broken.
    fn may_be_needed(&self, barrier: Barrier) -> bool {
        matches!(barrier, Barrier::Node(_))
            || !self.groups.stmt.same.is_empty()
            || self.separates(barrier)
    }

    fn separates(&self, barrier: Barrier) -> bool {
        let mut cuts = self.cuts.borrow_mut();
        let cuts = cuts.get_or_insert_with(|| Cuts::new(self.label_graph));
        cuts.are_made_by(barrier, self.label_graph)
    }

    /// Rule: a connector holds if the core cannot reach without it what it must reach: a claimed total, a
    /// smaller node if its own smallest node is not the first of its group, or the other node of a pair that
    /// is in one group.
    pub(super) fn needed(
        &self,
        core: usize,
        beside: &[(usize, &Connector)],
        emit: Emit<'_>,
    ) -> ControlFlow<()> {
        for (number, sum) in self.sums() {
            let known = *self.core_sum(core, number);
            let Some((claimed, node)) = known.at_least.filter(|claim| claim.0 > known.core.1)
            else {
                continue;
            };
            if sum.is_signed {
                continue;
            }
            let walk = |connector: &Connector| {
                let mut most = 0_i64;
                self.label_graph.walk(node, connector, |next| {
                    most = most.saturating_add(self.weight(sum, next).1);
                    most >= claimed
                })
            };
            let all =
                self.envelope_sum(self.label_graph.envelope_of[node as usize] as usize, number);
            let has_enough = |connector: &Connector| {
                let own = connector.node().map_or(0, |node| self.weight(sum, node).1);
                all.1.saturating_sub(own) >= claimed
            };
            self.each_needed(beside, has_enough, walk, &mut |connector, nodes| {
                emit(Conclusion::Is(connector.lit), &|why| {
                    self.because_only(node, nodes, connector, why);
                    self.because_weights(sum, nodes, false, why);
                    self.because_claim(sum, (node, true, claimed), why);
                })
            })?;
        }
        if !self.groups.has_firsts && self.groups.stmt.same.is_empty() {
            return ControlFlow::Continue(());
        }
        let least = self.core(core).least;
        if self.is_first(least) == Some(false) {
            let first = self.groups.stmt.first[least as usize];
            let is_later = first.map(|var| Lit::is_not(var, 1));
            self.reach(least, &|node| node < least, is_later, beside, emit)?;
        }
        for &node in self.label_graph.core_nodes(core) {
            for &(other, truth) in &self.groups.pairs_of[node as usize] {
                if self.label_graph.core(other) != Some(core) && self.view.is(truth, 1) {
                    let together = Some(Lit::is(truth, 1));
                    self.reach(node, &|next| next == other, together, beside, emit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Rule: a node must be connected with one that `is_wanted`, for the reason `because`; so each connector that
    /// separates them holds.
    fn reach(
        &self,
        node: u32,
        is_wanted: &dyn Fn(u32) -> bool,
        because: Option<Lit>,
        beside: &[(usize, &Connector)],
        emit: Emit<'_>,
    ) -> ControlFlow<()> {
        let walk = |connector: &Connector| self.label_graph.walk(node, connector, is_wanted);
        let is_there = |connector: &Connector| {
            let is_other = |other: &u32| Some(*other) != connector.node() && is_wanted(*other);
            self.envelope(node).iter().any(is_other)
        };
        self.each_needed(beside, is_there, walk, &mut |connector, nodes| {
            emit(Conclusion::Is(connector.lit), &|why| {
                self.because_only(node, nodes, connector, why);
                because.into_iter().for_each(|lit| why.lit(lit));
            })
        })
    }

    /// Calls `needed` for each connector without which `walk` does not find what it looks for, with all nodes that it
    /// reaches. A connector that a walk without another one did not go through is not needed, nor one that separates nothing
    /// where `is_there` says that what is looked for is elsewhere in the envelope.
    fn each_needed(
        &self,
        beside: &[(usize, &Connector)],
        is_there: impl Fn(&Connector) -> bool,
        walk: impl Fn(&Connector) -> Option<Vec<u32>>,
        needed: &mut dyn FnMut(&Connector, &[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut is_open: SmallVec<[bool; 16]> = smallvec![true; beside.len()];
        if !self.label_graph.is_noting() {
            for (is_open, (_, connector)) in is_open.iter_mut().zip(beside) {
                *is_open = self.separates(connector.barrier) || !is_there(connector);
            }
        }
        for at in 0..beside.len() {
            if !is_open[at] {
                continue;
            }
            match walk(beside[at].1) {
                Some(nodes) => needed(beside[at].1, &nodes)?,
                None => {
                    let others = is_open.iter_mut().zip(beside).skip(at + 1);
                    let others = others.filter(|(is_open, _)| **is_open);
                    others.for_each(|(is_open, (_, other))| {
                        *is_open = self.label_graph.is_walked(other);
                    });
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the reason that a node is connected with no nodes but these without the connector.
    fn because_only(
        &self,
        node: u32,
        nodes: &[u32],
        connector: &Connector,
        why: &mut ReasonWriter<'_>,
    ) {
        self.label_graph.because_closed(nodes, Some(connector), why);
        if let Some(here) = self.label_graph.is_here(node) {
            why.lit(here);
        }
    }
}
