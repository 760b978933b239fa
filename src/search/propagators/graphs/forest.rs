//! Links without a cycle, and borders that divide: what joined nodes forbid.

use crate::store::{Consistency, Inconsistent};
use puzgen_csp::Lit;

use super::Conclusions;
use super::partial_graph::{Inclusion, NodeOrLink, PartialGraph, Unions};

/// A link between joined nodes goes out, and so does a node that would join what is joined.
pub(super) fn conclude_acyclic(
    partial: &PartialGraph<'_>,
    conclusions: &mut Conclusions,
) -> Consistency {
    let (mut unions, double) = Unions::new(partial);
    if double.is_some() {
        return Err(Inconsistent);
    }
    for link in partial.links_in(Inclusion::Open) {
        let [a, b] = partial.ends(link);
        let is_only_mark = [a, b].iter().all(|end| partial.nodes[*end as usize] == Inclusion::In);
        if is_only_mark && unions.find(a) == unions.find(b) {
            conclusions.goes_out(NodeOrLink::Link(link));
        }
    }
    for node in partial.nodes_in(Inclusion::Open) {
        let mut sets = Vec::new();
        for &(link, other) in partial.around(node) {
            let joins = partial.mark(link) == Inclusion::In
                && partial.nodes[other as usize] == Inclusion::In;
            if joins {
                let set = unions.find(other);
                if sets.contains(&set) {
                    conclusions.goes_out(NodeOrLink::Node(node));
                    break;
                }
                sets.push(set);
            }
        }
    }
    Ok(())
}

/// Returns a cycle of links that are there: through a supposed link, if such a cycle exists.
pub(super) fn cycle_in(partial: &PartialGraph<'_>) -> Option<Vec<u32>> {
    let supposed = partial.supposed_links().into_iter();
    let mut closing = supposed.filter(|link| partial.links()[*link as usize] == Inclusion::In);
    let cycle_of = |link: u32| {
        let [a, b] = partial.ends(link);
        let mut cycle = partial.path(a, b, link)?;
        cycle.push(link);
        Some(cycle)
    };
    closing.find_map(cycle_of).or_else(|| cycle_of(Unions::new(partial).1?))
}

/// A cycle of links that are there.
pub(super) fn conflict_of_cycle(partial: &PartialGraph<'_>) -> Option<Vec<Lit>> {
    let mut reason = Vec::new();
    cycle_in(partial)?.into_iter().for_each(|link| partial.because_in(link, &mut reason));
    Some(reason)
}

/// A border within what is joined falls; two sets with a border between them stay apart.
pub(super) fn conclude_divided(
    partial: &PartialGraph<'_>,
    conclusions: &mut Conclusions,
) -> Consistency {
    let (mut unions, _) = Unions::new(partial);
    let mut apart = Vec::new();
    let between = |link: u32| {
        let ends = partial.ends(link);
        ends.iter().all(|end| partial.nodes[*end as usize] == Inclusion::In).then_some(ends)
    };
    let mut sets = |[a, b]: [u32; 2]| {
        let (a, b) = (unions.find(a), unions.find(b));
        (a.min(b), a.max(b))
    };
    for link in partial.links_in(Inclusion::Out) {
        let Some(ends) = between(link) else { continue };
        let (a, b) = sets(ends);
        if a == b {
            return Err(Inconsistent);
        }
        apart.push((a, b));
    }
    apart.sort_unstable();
    for link in partial.links_in(Inclusion::Open) {
        let Some(ends) = between(link) else { continue };
        let pair = sets(ends);
        if pair.0 == pair.1 {
            conclusions.comes_in(NodeOrLink::Link(link));
        } else if apart.binary_search(&pair).is_ok() {
            conclusions.goes_out(NodeOrLink::Link(link));
        }
    }
    Ok(())
}

/// A link that is not there between joined nodes.
pub(super) fn conflict_of_gap(partial: &PartialGraph<'_>) -> Option<Vec<Lit>> {
    let (mut unions, _) = Unions::new(partial);
    for link in partial.links_in(Inclusion::Out) {
        let [a, b] = partial.ends(link);
        let are_there = [a, b].iter().all(|end| partial.nodes[*end as usize] == Inclusion::In);
        if are_there && unions.find(a) == unions.find(b) {
            let mut reason = Vec::new();
            partial.because_mark(link, &mut reason);
            [a, b].into_iter().for_each(|end| partial.because_node(end, &mut reason));
            let way = partial.path(a, b, link)?;
            way.into_iter().for_each(|link| partial.because_in(link, &mut reason));
            return Some(reason);
        }
    }
    None
}
