//! What follows for pairs of nodes that are, or are not, in one group.

use std::ops::ControlFlow;

use crate::csp::{Joined, Lit, Same};

use super::layer::{Layer, NONE};
use super::{Because, Conclusion, Groups, Told, View, Wanted};

impl Groups {
    /// Tells which pairs are surely together, and which surely not; of the nodes that are `wanted`.
    pub(super) fn look_at_pairs(
        &self,
        layers: &[Layer<'_>],
        view: &impl View,
        wanted: Wanted<'_>,
        told: Told<'_>,
    ) -> ControlFlow<()> {
        for same in &self.stmt.same {
            let (a, b) = same.nodes;
            if !wanted.is_any_of(&[a, b]) {
                continue;
            }
            let is_together =
                |layer: &Layer<'_>| layer.core(a).is_some() && layer.core(a) == layer.core(b);
            if let Some(layer) = layers.iter().find(|layer| is_together(layer)) {
                if !view.is(same.truth, 1) {
                    told(Conclusion::Is(Lit::is(same.truth, 1)), &|why| {
                        layer.because_connected(&[a], |nodes| nodes.contains(&b), why);
                    })?;
                }
                continue;
            }
            let shares_room = |layer: &Layer<'_>| {
                let room = layer.room_of[a as usize];
                room != NONE && room == layer.room_of[b as usize]
            };
            if !view.is(same.truth, 0) && !layers.iter().any(shares_room) {
                told(Conclusion::Is(Lit::is(same.truth, 0)), &|why| {
                    self.because_apart(layers, *same, view, why);
                })?;
            }
            if let Joined::Equal(labels) = &self.stmt.joined
                && view.is(same.truth, 1)
            {
                for (layer, &value) in layers.iter().zip(&self.values) {
                    for (node, other) in [(a, b), (b, a)] {
                        let room = layer.room_of[node as usize];
                        if room == NONE || room == layer.room_of[other as usize] {
                            continue;
                        }
                        let gone = Lit::is_not(labels[node as usize], value);
                        told(Conclusion::Is(gone), &|why| {
                            layer.because_closed(layer.room_nodes(room as usize), None, why);
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
        layers: &[Layer<'_>],
        same: Same,
        view: &impl View,
        why: &mut Because<'_>,
    ) {
        let node = same.nodes.0;
        let label = self.stmt.labels().map(|labels| labels[node as usize]);
        for (layer, &value) in layers.iter().zip(&self.values) {
            let room = layer.room_of[node as usize];
            if room != NONE {
                layer.because_closed(layer.room_nodes(room as usize), None, why);
            } else if let Some(label) = label.filter(|label| !view.may(*label, value)) {
                why.lit(Lit::is_not(label, value));
            }
        }
    }
}
