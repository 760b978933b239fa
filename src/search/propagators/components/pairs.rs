//! The filtering rules for pairs of nodes with a truth that says whether they are in one group.

use std::ops::ControlFlow;

use puzgen_csp::{Joined, Lit, Same};

use super::label_graph::{LabelGraph, NONE};
use super::{ComponentsPropagator, Conclusion, Domains, Emit, Query, ReasonWriter};

impl ComponentsPropagator {
    /// Rules: nodes of one core are in one group; nodes that share no envelope are not; and nodes that are in one
    /// group have no label under which they share no envelope.
    pub(super) fn pair_rules(
        &self,
        label_graphs: &[LabelGraph<'_>],
        view: &impl Domains,
        wanted: Query<'_>,
        emit: Emit<'_>,
    ) -> ControlFlow<()> {
        for same in &self.stmt.same {
            let (a, b) = same.nodes;
            if !wanted.is_any_of(&[a, b]) {
                continue;
            }
            let is_together = |label_graph: &LabelGraph<'_>| {
                label_graph.core(a).is_some() && label_graph.core(a) == label_graph.core(b)
            };
            if let Some(label_graph) =
                label_graphs.iter().find(|label_graph| is_together(label_graph))
            {
                if !view.is(same.truth, 1) {
                    emit(Conclusion::Is(Lit::is(same.truth, 1)), &|why| {
                        label_graph.because_connected(&[a], |nodes| nodes.contains(&b), why);
                    })?;
                }
                continue;
            }
            let shares_envelope = |label_graph: &LabelGraph<'_>| {
                let envelope = label_graph.envelope_of[a as usize];
                envelope != NONE && envelope == label_graph.envelope_of[b as usize]
            };
            if !view.is(same.truth, 0) && !label_graphs.iter().any(shares_envelope) {
                emit(Conclusion::Is(Lit::is(same.truth, 0)), &|why| {
                    self.because_apart(label_graphs, *same, view, why);
                })?;
            }
            if let Joined::Equal(labels) = &self.stmt.joined
                && view.is(same.truth, 1)
            {
                for (label_graph, &value) in label_graphs.iter().zip(&self.values) {
                    for (node, other) in [(a, b), (b, a)] {
                        let envelope = label_graph.envelope_of[node as usize];
                        if envelope == NONE || envelope == label_graph.envelope_of[other as usize] {
                            continue;
                        }
                        let gone = Lit::is_not(labels[node as usize], value);
                        emit(Conclusion::Is(gone), &|why| {
                            label_graph.because_closed(
                                label_graph.envelope_nodes(envelope as usize),
                                None,
                                why,
                            );
                            why.lit(Lit::is(same.truth, 1));
                        })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds why no label allows the first of a pair to be connected with the second.
    fn because_apart(
        &self,
        label_graphs: &[LabelGraph<'_>],
        same: Same,
        view: &impl Domains,
        why: &mut ReasonWriter<'_>,
    ) {
        let node = same.nodes.0;
        let label = self.stmt.labels().map(|labels| labels[node as usize]);
        for (label_graph, &value) in label_graphs.iter().zip(&self.values) {
            let envelope = label_graph.envelope_of[node as usize];
            if envelope != NONE {
                label_graph.because_closed(
                    label_graph.envelope_nodes(envelope as usize),
                    None,
                    why,
                );
            } else if let Some(label) = label.filter(|label| !view.may(*label, value)) {
                why.lit(Lit::is_not(label, value));
            }
        }
    }
}
