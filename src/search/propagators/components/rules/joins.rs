//! The filtering rules that forbid a connector: together the groups would have too large a sum, claims that
//! contradict each other, or nodes that are known to be in different groups.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use puzgen_csp::Lit;

use super::{RuleContext, higher, lower};
use crate::propagators::components::label_graph::Connector;
use crate::propagators::components::{Conclusion, Domains, Emit, GroupSum, ReasonWriter};

impl<V: Domains> RuleContext<'_, V> {
    /// Rule: a connector is false where what it would connect does not fit together.
    pub(super) fn blocked(&self, connector: &Connector, emit: Emit<'_>) -> ControlFlow<()> {
        for (number, sum) in self.sums() {
            self.blocked_by_sum(connector, (number, sum), emit)?;
        }
        match !self.groups.has_firsts && self.groups.stmt.same.is_empty() {
            true => ControlFlow::Continue(()),
            false => self.blocked_by_nodes(connector, emit),
        }
    }

    fn cores_of(&self, connector: &Connector) -> impl Iterator<Item = usize> {
        connector.ends.iter().filter_map(|end| self.label_graph.core(*end))
    }

    /// A connector is false where the sum would be too large, claims would contradict each other, or its own
    /// envelope is too small for what it claims.
    fn blocked_by_sum(
        &self,
        connector: &Connector,
        (number, sum): (usize, &GroupSum),
        emit: Emit<'_>,
    ) -> ControlFlow<()> {
        let blocked = Conclusion::Is(!connector.lit);
        let envelope = self.label_graph.envelope_of[connector.barrier.first() as usize] as usize;
        let (mut least, mut at_least, mut at_most) = (0_i64, None, None);
        for core in self.cores_of(connector) {
            let known = self.core_sum(core, number);
            least = least.saturating_add(known.core.0);
            at_least = higher(at_least, known.at_least);
            at_most = lower(at_most, known.at_most);
        }
        let mut own = 0;
        if let Some(node) = connector.node() {
            own = self.weight(sum, node).0;
            if let Some((lo, hi)) = self.claim(sum, node) {
                at_least = higher(at_least, Some((lo, node)));
                at_most = lower(at_most, Some((hi, node)));
            }
        }
        // Only negative weights can make the sum smaller; all those of the envelope are counted.
        least = least.saturating_add(own);
        if sum.is_signed {
            least = least.saturating_add(self.envelope_sum(envelope, number).0);
        }
        let with = |claims: &[(u32, bool, i64)]| -> Vec<u32> {
            let nodes = claims.iter().map(|claim| claim.0);
            nodes.filter(|node| Some(*node) != connector.node()).collect()
        };
        if let Some((claimed, other)) = at_most.filter(|claim| least > claim.0) {
            emit(blocked, &|why| {
                let claim = (other, false, claimed);
                let bound = claimed.saturating_add(1).saturating_sub(own);
                if !connector.ends.is_empty() {
                    self.because_at_least(sum, &connector.ends, &with(&[claim]), bound, why);
                } else if sum.is_signed {
                    self.because_envelope(sum, envelope, true, why);
                }
                self.because_weights(sum, connector.node().as_slice(), true, why);
                self.because_claim(sum, claim, why);
            })?;
        }
        if let (Some((lo, a)), Some((hi, b))) = (at_least, at_most)
            && lo > hi
        {
            emit(blocked, &|why| {
                let claims = [(a, true, lo), (b, false, hi)];
                let with = with(&claims);
                let has_all = |nodes: &[u32]| with.iter().all(|node| nodes.contains(node));
                self.label_graph.because_connected(&connector.ends, has_all, why);
                claims.iter().for_each(|claim| self.because_claim(sum, *claim, why));
            })?;
        }
        // The node claims more than its envelope has.
        if let Some(node) = connector.node()
            && let Some((lo, _)) = self.claim(sum, node)
            && self.envelope_sum(envelope, number).1 < lo
        {
            emit(blocked, &|why| {
                self.because_envelope(sum, envelope, false, why);
                self.because_claim(sum, (node, true, lo), why);
            })?;
        }
        ControlFlow::Continue(())
    }

    /// A connector is false where the group would have a first node that is not its smallest, or both nodes of a
    /// pair that is known to be in different groups.
    fn blocked_by_nodes(&self, connector: &Connector, emit: Emit<'_>) -> ControlFlow<()> {
        let cores: SmallVec<[usize; 4]> = self.cores_of(connector).collect();
        let blocked = Conclusion::Is(!connector.lit);
        let nodes = || connector.ends.iter().copied().chain(connector.node());
        let smallest =
            cores.iter().map(|core| self.core(*core).least).chain(connector.node()).min();
        let own = connector.node().filter(|node| self.is_first(*node) == Some(true));
        let starter = cores.iter().filter_map(|core| self.core(*core).starter).chain(own).max();
        if let (Some(starter), Some(smallest)) = (starter, smallest)
            && smallest < starter
        {
            emit(blocked, &|why| {
                self.because_met(connector, starter, smallest, why, &|why| {
                    let first = self.groups.stmt.first[starter as usize];
                    first.into_iter().for_each(|first| why.lit(Lit::is(first, 1)));
                })
            })?;
        }
        for node in nodes() {
            let members: &[u32] = match self.label_graph.core(node) {
                Some(core) => self.label_graph.core_nodes(core),
                None => &[node],
            };
            for &member in members {
                for &(other, truth) in &self.groups.pairs_of[member as usize] {
                    let meets = Some(other) == connector.node()
                        || self.label_graph.core(other).is_some_and(|core| {
                            cores.contains(&core) && self.label_graph.core(member) != Some(core)
                        });
                    if meets && self.view.is(truth, 0) {
                        emit(blocked, &|why| {
                            self.because_met(connector, member, other, why, &|why| {
                                why.lit(Lit::is(truth, 0));
                            })
                        })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn because_envelope(
        &self,
        sum: &GroupSum,
        envelope: usize,
        is_least: bool,
        why: &mut ReasonWriter<'_>,
    ) {
        let nodes = self.label_graph.envelope_nodes(envelope);
        self.label_graph.because_closed(nodes, None, why);
        self.because_weights(sum, nodes, is_least, why);
    }

    /// Adds the reason that a connector would connect two nodes, and `more`.
    fn because_met(
        &self,
        connector: &Connector,
        a: u32,
        b: u32,
        why: &mut ReasonWriter<'_>,
        more: &dyn Fn(&mut ReasonWriter<'_>),
    ) {
        let has =
            |nodes: &[u32], node: u32| Some(node) == connector.node() || nodes.contains(&node);
        let has_both = |nodes: &[u32]| has(nodes, a) && has(nodes, b);
        self.label_graph.because_connected(&connector.ends, has_both, why);
        more(why);
    }
}
