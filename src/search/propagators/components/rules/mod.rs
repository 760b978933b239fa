//! What follows within one layer. Each rule says what it takes away and why.

mod joins;

use std::cell::OnceCell;
use std::ops::ControlFlow;

use crate::csp::{Lit, Weight};

use super::layer::{Joiner, Layer};
use super::news::Changed;
use super::{Because, Conclusion, Groups, Sum, Told, View, Wanted};

/// What is known of a sum over the group of a core.
#[derive(Debug, Clone, Copy)]
struct CoreSum {
    /// The least and the most that the core adds.
    core: (i64, i64),
    /// The least and the most that the group can have: the core and the room around it.
    group: (i64, i64),
    /// What some node of the core claims at least, and which.
    at_least: Option<(i64, u32)>,
    /// What some node of the core claims at most, and which.
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

/// A layer that is looked at.
struct Look<'a, V> {
    groups: &'a Groups,
    layer: &'a Layer<'a>,
    view: &'a V,
    /// For each room and sum, the least and the most that any part of it adds; found when asked for.
    rooms: Vec<OnceCell<(i64, i64)>>,
    /// For each core and sum, the same.
    core_sums: Vec<OnceCell<CoreSum>>,
    /// For each core, the same.
    cores: Vec<OnceCell<Core>>,
}

/// The tighter of two claims.
fn higher(a: Option<(i64, u32)>, b: Option<(i64, u32)>) -> Option<(i64, u32)> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if (b.0, a.1) > (a.0, b.1) { b } else { a }),
        _ => a.or(b),
    }
}

fn lower(a: Option<(i64, u32)>, b: Option<(i64, u32)>) -> Option<(i64, u32)> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    }
}

impl Groups {
    /// Tells what follows within a layer; of what is `wanted`, hardly anything else.
    pub(super) fn look_at(
        &self,
        layer: &Layer<'_>,
        view: &impl View,
        wanted: Wanted<'_>,
        told: Told<'_>,
    ) -> ControlFlow<()> {
        let look = Look::new(self, layer, view);
        let changed = match wanted {
            Wanted::News(news) => Some(Changed::new(news, self, layer, |room| look.is_ample(room))),
            Wanted::All | Wanted::Loss(..) => None,
        };
        let is_old = |what: &dyn Fn(&Changed) -> bool| changed.as_ref().is_some_and(what);
        let is_wanted = |core: &usize| {
            wanted.is_any_of(layer.core_nodes(*core)) && !is_old(&|of| of.is_old_core(*core, layer))
        };
        for core in (0..layer.core_count()).filter(is_wanted) {
            for (sum, of_sum) in look.sums() {
                if wanted.asks_for(|node| of_sum.total.total[node as usize]) {
                    look.claims(core, sum, told)?;
                }
                let is_fixed = of_sum.is_fixed[layer.number];
                if !is_fixed && wanted.asks_for(|node| look.own_weight(of_sum, node).var()) {
                    look.weights(core, sum, of_sum, told)?;
                }
            }
            if self.has_firsts && wanted.asks_for(|node| self.stmt.first[node as usize]) {
                look.firsts(core, told)?;
            }
        }
        let joiners = layer.joiners(wanted);
        for joiner in joiners.iter().filter(|joiner| !is_old(&|of| of.is_old(joiner, layer))) {
            look.blocked(joiner, told)?;
        }
        // Only a core beside a joiner can need one.
        let mut beside: Vec<(usize, &Joiner)> = Vec::new();
        for joiner in joiners.iter().filter(|joiner| !is_old(&|of| of.is_old_room(joiner, layer))) {
            let cores = joiner.ends.iter().filter_map(|end| layer.core(*end));
            beside.extend(cores.map(|core| (core, joiner)));
        }
        beside.sort_by_key(|(core, _)| *core);
        for beside in beside.chunk_by(|a, b| a.0 == b.0) {
            look.needed(beside[0].0, beside, told)?;
        }
        ControlFlow::Continue(())
    }
}

impl<'a, V: View> Look<'a, V> {
    fn new(groups: &'a Groups, layer: &'a Layer<'a>, view: &'a V) -> Self {
        let sums = groups.sums.len();
        let rooms = vec![OnceCell::new(); layer.room_count() * sums];
        let core_sums = vec![OnceCell::new(); layer.core_count() * sums];
        let cores = vec![OnceCell::new(); layer.core_count()];
        Self { groups, layer, view, rooms, core_sums, cores }
    }

    /// Returns whether nothing follows from how much a room has.
    fn is_ample(&self, room: usize) -> bool {
        let has_enough = |(number, sum): (usize, &Sum)| {
            !sum.is_signed && self.room_sum(room, number).1 >= sum.ample
        };
        !self.groups.has_firsts && self.sums().all(has_enough)
    }

    /// Returns the sums that say something of this layer.
    fn sums(&self) -> impl Iterator<Item = (usize, &'a Sum)> {
        let number = self.layer.number;
        self.groups.sums.iter().enumerate().filter(move |(_, sum)| !sum.is_nothing[number])
    }

    /// Returns what a node weighs in this layer.
    fn own_weight(&self, sum: &Sum, node: u32) -> Weight {
        sum.weights[self.layer.number][node as usize]
    }

    /// Returns the least and the most that a node weighs in this layer.
    fn weight(&self, sum: &Sum, node: u32) -> (i64, i64) {
        match self.own_weight(sum, node) {
            Weight::Const(value) => (value, value),
            Weight::Var(var) => self.view.bounds(var),
        }
    }

    /// Returns the least and the most that a part of these nodes adds.
    fn parts(&self, sum: &Sum, nodes: &[u32]) -> (i64, i64) {
        nodes.iter().fold((0, 0), |(least, most): (i64, i64), node| {
            let (lo, hi) = self.weight(sum, *node);
            (least.saturating_add(lo.min(0)), most.saturating_add(hi.max(0)))
        })
    }

    fn room_sum(&self, room: usize, number: usize) -> (i64, i64) {
        let sums = &self.groups.sums;
        *self.rooms[room * sums.len() + number]
            .get_or_init(|| self.parts(&sums[number], self.layer.room_nodes(room)))
    }

    fn core_sum(&self, core: usize, number: usize) -> &CoreSum {
        let sums = &self.groups.sums;
        self.core_sums[core * sums.len() + number].get_or_init(|| {
            let (sum, nodes) = (&sums[number], self.layer.core_nodes(core));
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
            let all = self.room_sum(self.layer.room_of[nodes[0] as usize] as usize, number);
            let group = (
                lo.saturating_add(all.0.saturating_sub(own.0)),
                hi.saturating_add(all.1.saturating_sub(own.1)),
            );
            CoreSum { core: (lo, hi), group, at_least, at_most }
        })
    }

    fn core(&self, core: usize) -> Core {
        *self.cores[core].get_or_init(|| {
            let nodes = self.layer.core_nodes(core);
            let starters = nodes.iter().copied().filter(|node| self.is_first(*node) == Some(true));
            let least = nodes.iter().copied().min().unwrap_or(0);
            Core { least, starter: starters.max() }
        })
    }

    fn is_first(&self, node: u32) -> Option<bool> {
        let first = self.groups.stmt.first[node as usize]?;
        self.view.truth(Lit::is(first, 1))
    }

    /// Returns what a node claims of a sum if it is in this layer.
    fn claim(&self, sum: &Sum, node: u32) -> Option<(i64, i64)> {
        let total = sum.total.total[node as usize]?;
        Some(match self.layer.is_here(node) {
            Some(here) if here.var == total => (here.value, here.value),
            _ => self.view.bounds(total),
        })
    }

    fn room(&self, node: u32) -> &[u32] {
        self.layer.room_nodes(self.layer.room_of[node as usize] as usize)
    }

    fn because_weights(&self, sum: &Sum, nodes: &[u32], is_least: bool, why: &mut Because<'_>) {
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

    /// Adds why the cores of these nodes, joined, have a sum beyond `bound`, and returns the nodes
    /// of which it follows. `with` are nodes that must be among them.
    fn because_at_least(
        &self,
        sum: &Sum,
        start: &[u32],
        with: &[u32],
        bound: i64,
        why: &mut Because<'_>,
    ) {
        let least = |nodes: &[u32]| {
            let weights = nodes.iter().map(|node| self.weight(sum, *node).0);
            weights.fold(0, i64::saturating_add)
        };
        let is_enough = |nodes: &[u32]| {
            !sum.is_signed && with.iter().all(|node| nodes.contains(node)) && least(nodes) >= bound
        };
        let nodes = self.layer.because_connected(start, is_enough, why);
        self.because_weights(sum, &nodes, true, why);
        if sum.is_signed {
            let room = self.room(start[0]);
            self.layer.because_closed(room, None, why);
            self.because_weights(sum, room, true, why);
        }
    }

    /// Adds why the group of a node has a sum of at most what its room allows.
    fn because_at_most(&self, sum: &Sum, node: u32, why: &mut Because<'_>) {
        let room = self.room(node);
        self.layer.because_closed(room, None, why);
        self.because_weights(sum, room, false, why);
        if sum.is_signed {
            self.layer.because_connected(&[node], |_| false, why);
        } else if let Some(here) = self.layer.is_here(node) {
            why.lit(here);
        }
    }

    /// The sum is within what core and room allow, and within what its nodes claim.
    fn claims(&self, core: usize, number: usize, told: Told<'_>) -> ControlFlow<()> {
        let sum = &self.groups.sums[number];
        let known = *self.core_sum(core, number);
        for &node in self.layer.core_nodes(core) {
            let Some(total) = sum.total.total[node as usize] else { continue };
            let (least, most) = self.view.bounds(total);
            if known.group.0 > least {
                told(Conclusion::AtLeast(total, known.group.0), &|why| {
                    let bound = why.gone.saturating_add(1);
                    self.because_at_least(sum, &[node], &[], bound, why);
                })?;
            }
            if known.group.1 < most {
                told(Conclusion::AtMost(total, known.group.1), &|why| {
                    self.because_at_most(sum, node, why);
                })?;
            }
            if let Some((bound, other)) = known.at_least.filter(|claim| claim.0 > least) {
                told(Conclusion::AtLeast(total, bound), &|why| {
                    let bound = why.gone.saturating_add(1);
                    self.because_claims(sum, &[node], &[(other, true, bound)], why);
                })?;
            }
            if let Some((bound, other)) = known.at_most.filter(|claim| claim.0 < most) {
                told(Conclusion::AtMost(total, bound), &|why| {
                    let bound = why.gone.saturating_sub(1);
                    self.because_claims(sum, &[node], &[(other, false, bound)], why);
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds that these nodes are connected with the cores of `start`, and what they claim: at least
    /// or at most this.
    fn because_claims(
        &self,
        sum: &Sum,
        start: &[u32],
        claims: &[(u32, bool, i64)],
        why: &mut Because<'_>,
    ) {
        let has_all = |nodes: &[u32]| claims.iter().all(|claim| nodes.contains(&claim.0));
        self.layer.because_connected(start, has_all, why);
        claims.iter().for_each(|claim| self.because_claim(sum, *claim, why));
    }

    fn because_claim(
        &self,
        sum: &Sum,
        (node, is_least, bound): (u32, bool, i64),
        why: &mut Because<'_>,
    ) {
        let Some(total) = sum.total.total[node as usize] else { return };
        if self.layer.is_here(node).is_some_and(|here| here.var == total) {
            return;
        }
        if is_least {
            why.at_least(total, bound);
        } else {
            why.at_most(total, bound);
        }
    }

    /// The weights of a core leave room for each other.
    fn weights(&self, core: usize, number: usize, sum: &Sum, told: Told<'_>) -> ControlFlow<()> {
        let known = *self.core_sum(core, number);
        for &node in self.layer.core_nodes(core) {
            let Some(var) = self.own_weight(sum, node).var() else { continue };
            let (lo, hi) = self.view.bounds(var);
            if let Some((claimed, other)) = known.at_most {
                let most = claimed.saturating_sub(known.group.0.saturating_sub(lo));
                if most < hi {
                    told(Conclusion::AtMost(var, most), &|why| {
                        self.because_at_least(sum, &[node], &[], i64::MAX, why);
                        self.because_claim(sum, (other, false, claimed), why);
                    })?;
                }
            }
            if let Some((claimed, other)) = known.at_least {
                let least = claimed.saturating_sub(known.group.1.saturating_sub(hi));
                if least > lo {
                    told(Conclusion::AtLeast(var, least), &|why| {
                        self.because_at_most(sum, node, why);
                        self.because_claims(sum, &[node], &[(other, true, claimed)], why);
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Which nodes of a core are, or are not, the first of their group.
    fn firsts(&self, core: usize, told: Told<'_>) -> ControlFlow<()> {
        let least = self.core(core).least;
        for &node in self.layer.core_nodes(core) {
            let Some(first) = self.groups.stmt.first[node as usize] else { continue };
            if node > least {
                told(Conclusion::Is(Lit::is(first, 0)), &|why| {
                    let has_smaller = |nodes: &[u32]| nodes.iter().any(|other| *other < node);
                    self.layer.because_connected(&[node], has_smaller, why);
                })?;
            } else if self.room(node).iter().all(|other| *other >= node) {
                told(Conclusion::Is(Lit::is(first, 1)), &|why| {
                    self.layer.because_closed(self.room(node), None, why);
                    self.layer.because_connected(&[node], |_| true, why);
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What a core cannot do without: it has to grow, and can do so in one way only.
    fn needed(&self, core: usize, beside: &[(usize, &Joiner)], told: Told<'_>) -> ControlFlow<()> {
        for (number, sum) in self.sums() {
            let known = *self.core_sum(core, number);
            let Some((claimed, node)) = known.at_least.filter(|claim| claim.0 > known.core.1)
            else {
                continue;
            };
            if sum.is_signed {
                continue;
            }
            for (_, joiner) in beside {
                let mut most = 0_i64;
                let nodes = self.layer.walk(node, joiner, |next| {
                    most = most.saturating_add(self.weight(sum, next).1);
                    most >= claimed
                });
                if let Some(nodes) = nodes {
                    told(Conclusion::Is(joiner.lit), &|why| {
                        self.because_only(node, &nodes, joiner, why);
                        self.because_weights(sum, &nodes, false, why);
                        self.because_claim(sum, (node, true, claimed), why);
                    })?;
                }
            }
        }
        if !self.groups.has_firsts && self.groups.stmt.same.is_empty() {
            return ControlFlow::Continue(());
        }
        let least = self.core(core).least;
        if self.is_first(least) == Some(false) {
            let first = self.groups.stmt.first[least as usize];
            let is_later = first.map(|var| Lit::is_not(var, 1));
            self.reach(least, &|node| node < least, is_later, beside, told)?;
        }
        for &node in self.layer.core_nodes(core) {
            for &(other, truth) in &self.groups.pairs_of[node as usize] {
                if self.layer.core(other) != Some(core) && self.view.is(truth, 1) {
                    let together = Some(Lit::is(truth, 1));
                    self.reach(node, &|next| next == other, together, beside, told)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A node has to be connected with such a one.
    fn reach(
        &self,
        node: u32,
        is_wanted: &dyn Fn(u32) -> bool,
        because: Option<Lit>,
        beside: &[(usize, &Joiner)],
        told: Told<'_>,
    ) -> ControlFlow<()> {
        for (_, joiner) in beside {
            // A joiner that is what is wanted is not in the way.
            if let Some(nodes) = self.layer.walk(node, joiner, is_wanted) {
                told(Conclusion::Is(joiner.lit), &|why| {
                    self.because_only(node, &nodes, joiner, why);
                    because.into_iter().for_each(|lit| why.lit(lit));
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds why a node is connected with nothing but these unless by a joiner.
    fn because_only(&self, node: u32, nodes: &[u32], joiner: &Joiner, why: &mut Because<'_>) {
        self.layer.because_closed(nodes, Some(joiner), why);
        if let Some(here) = self.layer.is_here(node) {
            why.lit(here);
        }
    }
}
