//! The weights of nodes under each label, found once by probing: the label is assumed and propagated.
//!
//! Where labels are colours and a sum counts the white nodes, every node of a white group weighs one,
//! and for black groups nothing has to be propagated.

use std::ops::ControlFlow;

use puzgen_csp::{Joined, Lit, NodeWeight, Total, VarId};

use super::{ComponentsPropagator, Conclusion, Domains, Emit, GroupSum, Query, Store};
use crate::propagators::ValuesUnder;

/// The most pairs of a node and a label that are assumed.
const MOST_SUPPOSED: usize = 4_000;

impl ComponentsPropagator {
    /// Finds the weights of nodes under each label and keeps them. `values_under` assumes a label and returns
    /// the values that follow, or `None` for a conflict. They must follow from other propagators, because this
    /// one then does not propagate these weights any more.
    pub(crate) fn suppose(&mut self, store: &mut Store, values_under: ValuesUnder<'_>) {
        self.forget(store);
        self.sums.iter_mut().for_each(|sum| sum.ample = ample(&sum.total, store));
        let Joined::Equal(labels) = &self.stmt.joined else { return };
        if labels.len() * self.values.len() > MOST_SUPPOSED {
            return;
        }
        for (node, label) in labels.iter().enumerate() {
            let weights = self.sums.iter().filter_map(|sum| sum.total.weights[node].var());
            let weights: Vec<VarId> = weights.collect();
            if weights.is_empty() {
                continue;
            }
            for (number, value) in self.values.iter().enumerate() {
                // For an impossible label the weights do not matter.
                let Some(found) = values_under(Lit::is(*label, *value), &weights) else { continue };
                let weighs = |sum: &&mut GroupSum| sum.total.weights[node].var().is_some();
                for (sum, weight) in self.sums.iter_mut().filter(weighs).zip(found) {
                    if let Some(weight) = weight {
                        sum.weights[number][node] = NodeWeight::Const(weight);
                    }
                }
            }
        }
        for sum in &mut self.sums {
            let is_fixed = |weights: &Vec<NodeWeight>| weights.iter().all(|of| of.var().is_none());
            sum.is_fixed = sum.weights.iter().map(is_fixed).collect();
        }
        let is_own =
            |sum: &GroupSum| sum.total.total.iter().flatten().any(|var| labels.contains(var));
        for sum in self.sums.iter_mut().filter(|sum| !is_own(sum)) {
            let weighs_nothing = |weight: &NodeWeight| *weight == NodeWeight::Const(0);
            let of_label = sum.weights.iter().map(|weights| weights.iter().all(weighs_nothing));
            sum.weighs_nothing = of_label.collect();
        }
    }

    /// Rule: where all nodes of a label graph weigh 0, the sum over the group of such a node is 0.
    pub(super) fn zero_sum_rule(
        &self,
        number: usize,
        view: &impl Domains,
        wanted: Query<'_>,
        emit: Emit<'_>,
    ) -> ControlFlow<()> {
        let Joined::Equal(labels) = &self.stmt.joined else { return ControlFlow::Continue(()) };
        let value = self.values[number];
        for sum in self.sums.iter().filter(|sum| sum.weighs_nothing[number]) {
            let mut look = |label: VarId, total: Option<VarId>| {
                let Some(total) = total.filter(|_| view.may(label, value)) else {
                    return ControlFlow::Continue(());
                };
                let (here, nothing) = (Lit::is(label, value), Lit::is(total, 0));
                if view.is(label, value) && !view.is(total, 0) {
                    emit(Conclusion::Is(nothing), &|why| why.lit(here))?;
                }
                if !view.may(total, 0) {
                    emit(Conclusion::Is(!here), &|why| why.lit(!nothing))?;
                }
                ControlFlow::Continue(())
            };
            let totals = &sum.total.total;
            let nodes = match wanted {
                Query::Delta(delta) => &delta.nodes[..],
                Query::Loss(_, nodes) => nodes,
                Query::All => {
                    let mut nodes = labels.iter().zip(totals);
                    nodes.try_for_each(|(label, total)| look(*label, *total))?;
                    continue;
                }
            };
            nodes
                .iter()
                .try_for_each(|node| look(labels[*node as usize], totals[*node as usize]))?;
        }
        ControlFlow::Continue(())
    }
}

/// Returns a sum from which on no rule follows from the size of an envelope: the largest claimed total and the
/// largest weight together, so that without any one node there is still enough.
pub(super) fn ample(sum: &Total, store: &Store) -> i64 {
    let totals = sum.total.iter().flatten();
    let claimed = totals.map(|total| store.max(*total)).max().unwrap_or(0);
    let heaviest = sum.weights.iter().map(|weight| match weight {
        NodeWeight::Const(value) => *value,
        NodeWeight::Var(var) => store.max(*var),
    });
    claimed.saturating_add(heaviest.max().unwrap_or(0).max(0))
}
