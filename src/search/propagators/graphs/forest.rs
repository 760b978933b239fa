//! Links without a cycle, and borders that divide: what joined nodes forbid.

use crate::csp::Lit;
use crate::search::store::{Conflict, Outcome};

use super::Conclusions;
use super::picture::{Item, Picture, State, Unions};

/// A link between joined nodes goes out, and so does a node that would join what is joined.
pub(super) fn conclude_acyclic(picture: &Picture<'_>, conclusions: &mut Conclusions) -> Outcome {
    let (mut unions, double) = Unions::new(picture);
    if double.is_some() {
        return Err(Conflict);
    }
    for link in picture.links_in(State::Open) {
        let [a, b] = picture.ends(link);
        let is_only_mark = [a, b].iter().all(|end| picture.nodes[*end as usize] == State::In);
        if is_only_mark && unions.find(a) == unions.find(b) {
            conclusions.goes_out(Item::Link(link));
        }
    }
    for node in picture.nodes_in(State::Open) {
        let mut sets = Vec::new();
        for &(link, other) in picture.around(node) {
            let joins = picture.marks[link as usize] == State::In
                && picture.nodes[other as usize] == State::In;
            if joins {
                let set = unions.find(other);
                if sets.contains(&set) {
                    conclusions.goes_out(Item::Node(node));
                    break;
                }
                sets.push(set);
            }
        }
    }
    Ok(())
}

/// A cycle of links that are there.
pub(super) fn clash_of_cycle(picture: &Picture<'_>) -> Option<Vec<Lit>> {
    let supposed = picture.supposed_links().into_iter();
    let mut closing = supposed.filter(|link| picture.links[*link as usize] == State::In);
    let cycle_of = |link: u32| {
        let [a, b] = picture.ends(link);
        let mut cycle = picture.way(a, b, link)?;
        cycle.push(link);
        Some(cycle)
    };
    let cycle = closing.find_map(cycle_of).or_else(|| cycle_of(Unions::new(picture).1?))?;
    let mut reason = Vec::new();
    cycle.into_iter().for_each(|link| picture.because_in(link, &mut reason));
    Some(reason)
}

/// A border within what is joined falls; two sets with a border between them stay apart.
pub(super) fn conclude_divided(picture: &Picture<'_>, conclusions: &mut Conclusions) -> Outcome {
    let (mut unions, _) = Unions::new(picture);
    let mut apart = Vec::new();
    let between = |link: u32| {
        let ends = picture.ends(link);
        ends.iter().all(|end| picture.nodes[*end as usize] == State::In).then_some(ends)
    };
    let mut sets = |[a, b]: [u32; 2]| {
        let (a, b) = (unions.find(a), unions.find(b));
        (a.min(b), a.max(b))
    };
    for link in picture.links_in(State::Out) {
        let Some(ends) = between(link) else { continue };
        let (a, b) = sets(ends);
        if a == b {
            return Err(Conflict);
        }
        apart.push((a, b));
    }
    apart.sort_unstable();
    for link in picture.links_in(State::Open) {
        let Some(ends) = between(link) else { continue };
        let pair = sets(ends);
        if pair.0 == pair.1 {
            conclusions.comes_in(Item::Link(link));
        } else if apart.binary_search(&pair).is_ok() {
            conclusions.goes_out(Item::Link(link));
        }
    }
    Ok(())
}

/// A link that is not there between joined nodes.
pub(super) fn clash_of_gap(picture: &Picture<'_>) -> Option<Vec<Lit>> {
    let (mut unions, _) = Unions::new(picture);
    for link in picture.links_in(State::Out) {
        let [a, b] = picture.ends(link);
        let are_there = [a, b].iter().all(|end| picture.nodes[*end as usize] == State::In);
        if are_there && unions.find(a) == unions.find(b) {
            let mut reason = Vec::new();
            picture.because_mark(link, &mut reason);
            [a, b].into_iter().for_each(|end| picture.because_node(end, &mut reason));
            let way = picture.way(a, b, link)?;
            way.into_iter().for_each(|link| picture.because_in(link, &mut reason));
            return Some(reason);
        }
    }
    None
}
