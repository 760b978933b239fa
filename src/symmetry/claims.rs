//! The images of the variables that say something of groups: the size of a node's group goes to
//! the size of the group of the node's image, and so do sums and pairs.

use std::collections::BTreeMap;

use crate::form::Images;
use crate::values::Values;
use puzgen_csp::{Components, Joined, Lit, NodeWeight, Total, VarId};

/// Adds the images of a statement's claims among those of another, as far as those of its labels,
/// links and weights are known.
pub(super) fn add_images(components: &Components, to: &Components, images: &mut Images) {
    let Some(targets) = node_images(components, to, images) else { return };
    let claims = |claims: &[Option<VarId>], target_claims: &[Option<VarId>]| {
        let pairs = claims.iter().zip(&targets);
        pairs.filter_map(|(claim, target)| Some(((*claim)?, target_claims[*target]?))).collect()
    };
    let mut found: Vec<(VarId, VarId)> = claims(&components.size, &to.size);
    for total in &components.totals {
        let image = to.totals.iter().find(|other| is_image(total, other, &targets, images));
        found.extend(image.map(|image| claims(&total.total, &image.total)).into_iter().flatten());
    }
    let same: BTreeMap<(u32, u32), VarId> =
        to.same.iter().map(|same| (same.nodes, same.truth)).collect();
    for (nodes, truth) in components.same.iter().map(|same| (same.nodes, same.truth)) {
        let (a, b) = (targets[nodes.0 as usize] as u32, targets[nodes.1 as usize] as u32);
        found.extend(same.get(&(a.min(b), a.max(b))).map(|image| (truth, *image)));
    }
    for (claim, image) in found {
        images[claim.index()].get_or_insert((image, Values::Same));
    }
}

/// Returns the node that each node goes to, where neighbours stay neighbours, and equal labels equal
/// or links links.
fn node_images(components: &Components, to: &Components, images: &Images) -> Option<Vec<usize>> {
    let targets = match (&components.joined, &to.joined) {
        (Joined::Equal(labels), Joined::Equal(there)) => {
            let nodes: BTreeMap<VarId, usize> =
                there.iter().enumerate().map(|(node, var)| (*var, node)).collect();
            let mut alike = None;
            let target = |label: &VarId| {
                let (image, values) = images[label.index()].as_ref()?;
                let is_alike = *alike.get_or_insert(values) == values;
                nodes.get(image).copied().filter(|_| is_alike)
            };
            labels.iter().map(target).collect::<Option<Vec<usize>>>()?
        }
        (Joined::Linked(links), Joined::Linked(there)) => {
            let sorted = |mut links: Vec<Lit>| {
                links.sort_unstable();
                links
            };
            let nodes: BTreeMap<Vec<Lit>, usize> = there
                .iter()
                .enumerate()
                .map(|(node, links)| (sorted(links.clone()), node))
                .collect();
            let moved = |link: &Lit| {
                let (var, values) = images[link.var.index()].as_ref()?;
                Some(Lit { var: *var, value: values.image(link.value)?, is: link.is })
            };
            let target = |links: &Vec<Lit>| -> Option<usize> {
                let moved: Vec<Lit> = links.iter().map(moved).collect::<Option<_>>()?;
                nodes.get(&sorted(moved)).copied()
            };
            links.iter().map(target).collect::<Option<Vec<usize>>>()?
        }
        _ => return None,
    };
    if to.neighbours.len() != targets.len() {
        return None;
    }
    let mut seen = vec![false; targets.len()];
    let is_one_to_one = targets.iter().all(|target| !std::mem::replace(&mut seen[*target], true));
    let keeps_neighbours = components.neighbours.iter().zip(&targets).all(|(near, target)| {
        let mut moved: Vec<u32> =
            near.iter().map(|other| targets[*other as usize] as u32).collect();
        moved.sort_unstable();
        moved == to.neighbours[*target]
    });
    (is_one_to_one && keeps_neighbours).then_some(targets)
}

/// Returns whether the weights of the one sum go to those of the other.
fn is_image(total: &Total, other: &Total, targets: &[usize], images: &Images) -> bool {
    total.weights.iter().zip(targets).all(|(weight, target)| {
        match (weight, other.weights[*target]) {
            (NodeWeight::Const(weight), NodeWeight::Const(image)) => *weight == image,
            (NodeWeight::Var(var), NodeWeight::Var(image)) => {
                images[var.index()].as_ref() == Some(&(image, Values::Same))
            }
            _ => false,
        }
    })
}
