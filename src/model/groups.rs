//! The groups of `aux g = components(…)`: which places are neighbours, and which of these are
//! joined by the values of a solution.

use std::collections::BTreeMap;

use crate::grid::{Grid, Place, PlaceKind};
use crate::keys::KeyIndex;
use crate::value::Key;

/// The places that `components` groups.
#[derive(Debug, Clone)]
pub struct GroupsInstance {
    /// The places in order.
    pub places: Vec<Place>,
    /// Position by place.
    pub nodes: KeyIndex,
    /// The positions next to each.
    pub neighbours: Vec<Vec<u32>>,
    /// Which elements of the family say what is joined.
    pub elements: Elements,
}

/// Elements of a family, by position.
#[derive(Debug, Clone)]
pub enum Elements {
    /// One for each place: neighbours with equal ones are joined.
    OfPlaces(Vec<u32>),
    /// One for each entry of `neighbours`.
    OfPairs(Vec<Vec<u32>>),
}

/// The groups of one solution.
#[derive(Debug)]
pub struct GroupData {
    /// The group of each node, by position in the list of places.
    pub group_of: Vec<usize>,
    /// The places of each group.
    pub members: Vec<Vec<Place>>,
}

impl GroupsInstance {
    /// Returns the groups where a node and its neighbour at a position are joined if this says so.
    pub(crate) fn grouped(&self, is_joined: impl Fn(usize, usize) -> bool) -> GroupData {
        let count = self.places.len();
        let mut data = GroupData { group_of: vec![usize::MAX; count], members: Vec::new() };
        for start in 0..count {
            if data.group_of[start] != usize::MAX {
                continue;
            }
            let group = data.members.len();
            data.group_of[start] = group;
            let mut nodes = vec![start];
            let mut next = 0;
            while let Some(&node) = nodes.get(next) {
                next += 1;
                for (position, &other) in self.neighbours[node].iter().enumerate() {
                    let other = other as usize;
                    if data.group_of[other] == usize::MAX && is_joined(node, position) {
                        data.group_of[other] = group;
                        nodes.push(other);
                    }
                }
            }
            nodes.sort_unstable();
            data.members.push(nodes.into_iter().map(|node| self.places[node]).collect());
        }
        data
    }
}

/// Returns which of `places`, all of them cells, share a side or a link.
pub fn neighbours_among(grid: &Grid, places: &[Place]) -> Vec<Vec<u32>> {
    let mut node_of = vec![None; grid.cell_count()];
    for (node, place) in places.iter().enumerate() {
        node_of[place.index as usize] = Some(node as u32);
    }
    places
        .iter()
        .map(|place| {
            let near = grid.neighbours(*place);
            let mut nodes: Vec<u32> =
                near.iter().filter_map(|other| node_of[other.index as usize]).collect();
            nodes.sort_unstable();
            nodes
        })
        .collect()
}

/// The positions next to each place, and which elements of a family say what is joined.
type Neighbours = (Vec<Vec<u32>>, Elements);

/// Returns the neighbours of each place, and for each the element of a family between the two: those
/// that a key of the family is between.
///
/// # Errors
/// Two places with several elements between them.
pub(crate) fn pairs_among(
    grid: &Grid,
    places: &[Place],
    keys: &[Key],
) -> Result<Neighbours, (Place, Place)> {
    let node_of: BTreeMap<Place, u32> =
        places.iter().enumerate().map(|(node, place)| (*place, node as u32)).collect();
    let is_of_cells = places.first().is_none_or(|place| place.kind == PlaceKind::Cell);
    let mut near: Vec<BTreeMap<u32, u32>> = vec![BTreeMap::new(); places.len()];
    for (element, key) in keys.iter().enumerate() {
        let between = match key.places().as_slice() {
            [edge] if is_of_cells => grid.cells_beside(*edge),
            [edge] => grid.ends(*edge).to_vec(),
            pair => pair.to_vec(),
        };
        let [a, b] = between[..] else { continue };
        if a == b {
            continue;
        }
        let (Some(&from), Some(&to)) = (node_of.get(&a), node_of.get(&b)) else { continue };
        for (from, to) in [(from, to), (to, from)] {
            if near[from as usize].insert(to, element as u32).is_some() {
                return Err((a, b));
            }
        }
    }
    let neighbours = near.iter().map(|near| near.keys().copied().collect()).collect();
    let elements = near.iter().map(|near| near.values().copied().collect()).collect();
    Ok((neighbours, Elements::OfPairs(elements)))
}
