//! `rooms(places, sizes)`: any rooms in one piece.
//!
//! # How
//! The sizes are drawn first: of all sequences of allowed sizes that fill the places (and have the
//! number of rooms, where that is fixed), each is equally likely. Rooms of these sizes are cut from a
//! walk to and fro over the board, or, where places have gaps, grown one after the other. Then rooms
//! exchange places at their borders, and give places away where sizes allow it, many times over, so
//! that little is left of the start. This is quick and varied, but not uniform over all divisions.

use smallvec::SmallVec;

use crate::layouts::is_connected;
use puzgen_base::budget::Budget;
use puzgen_base::rng::Rng;
use puzgen_model::grid::{Grid, Place};
use puzgen_model::layout::{NoRooms, RoomPlan, Sampler, in_order};

#[derive(Debug)]
pub(super) struct Rooms;

/// Exchanges that are tried, for each place.
const EXCHANGES: usize = 60;

/// Where the number of rooms is open, one change of so many is that two rooms become one, or one two.
const REGROUPINGS: usize = 8;

/// The places of a room.
type Nodes = SmallVec<[usize; 16]>;

/// Fresh starts where rooms are grown.
const STARTS: usize = 2_000;

impl Sampler for Rooms {
    fn name(&self) -> &'static str {
        "rooms"
    }

    fn signature(&self) -> &'static str {
        "rooms(places, sizes)` or `rooms(places, sizes, number)"
    }

    fn about(&self) -> &'static str {
        "Rooms in one piece of these sizes, perhaps so many."
    }

    fn takes_count(&self) -> bool {
        true
    }

    fn draw(
        &self,
        grid: &Grid,
        plan: &RoomPlan,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Vec<i64>, NoRooms> {
        let sizes = SizeCounts::new(plan).ok_or(NoRooms::Impossible)?;
        let by_rows = rng.below(2) == 0;
        let mut rooms = match cut(grid, plan, &sizes.draw(rng), by_rows) {
            Some(rooms) => rooms,
            None => {
                // For each place one is looked for among all.
                let looks = (plan.places.len() * plan.places.len()) as u64;
                let mut found = (0..STARTS).map_while(|_| {
                    budget.work(looks);
                    budget.is_spent().is_none().then(|| grow(plan, &sizes.draw(rng), rng))
                });
                found.find_map(|rooms| rooms).ok_or(NoRooms::NotFound)?
            }
        };
        budget.work((EXCHANGES * plan.places.len() * plan.places.len()) as u64);
        for _ in 0..EXCHANGES * plan.places.len() {
            let given = rng.below(rooms.len());
            if let Some(near) = neighbour(plan, given, rng) {
                exchange(plan, &mut rooms, [given, near], rng);
            }
        }
        Ok(in_order(&rooms))
    }

    fn can_vary(&self) -> bool {
        true
    }

    fn vary(&self, plan: &RoomPlan, rooms: &mut [i64], at: usize, rng: &mut Rng) {
        let Some(near) = neighbour(plan, at, rng) else { return };
        match plan.count {
            None if rng.below(REGROUPINGS) == 0 => regroup(plan, rooms, [at, near], rng),
            _ if rng.below(2) == 0 => exchange(plan, rooms, [at, near], rng),
            _ => exchange(plan, rooms, [near, at], rng),
        }
    }

    fn fault(&self, _: &Grid, _: &[Place]) -> Option<&'static str> {
        None
    }
}

/// How many sequences of sizes fill so many places, with so many rooms where their number is fixed.
struct SizeCounts<'a> {
    plan: &'a RoomPlan,
    /// By the rooms left (or none where that is open) and the places left.
    ways: Vec<Vec<f64>>,
}

impl<'a> SizeCounts<'a> {
    /// Returns the table; `None` where nothing fills all places.
    fn new(plan: &'a RoomPlan) -> Option<Self> {
        let total = plan.places.len();
        let layers = plan.count.map_or(1, |count| count.min(total) + 1);
        let mut ways = vec![vec![0.0; total + 1]; layers];
        ways[0][0] = 1.0;
        for layer in 0..layers {
            for places in 1..=total {
                let from = match plan.count {
                    Some(_) if layer == 0 => continue,
                    Some(_) => layer - 1,
                    None => layer,
                };
                let sizes = plan.sizes.iter().take_while(|size| *size as usize <= places);
                let sum: f64 = sizes.map(|size| ways[from][places - size as usize]).sum();
                ways[layer][places] = sum;
            }
        }
        let is_possible = plan.count.is_none_or(|count| count < layers)
            && ways[layers - 1][total] > 0.0
            && total > 0;
        is_possible.then_some(Self { plan, ways })
    }

    fn draw(&self, rng: &mut Rng) -> Vec<usize> {
        let (mut left, mut layer) = (self.plan.places.len(), self.ways.len() - 1);
        let mut drawn = Vec::new();
        while left > 0 {
            let from = if self.plan.count.is_some() { layer - 1 } else { layer };
            let sizes: Vec<usize> = self.plan.sizes.iter().map(|size| size as usize).collect();
            let sizes: Vec<usize> = sizes.into_iter().filter(|size| *size <= left).collect();
            let weights: Vec<f64> = sizes.iter().map(|size| self.ways[from][left - size]).collect();
            let Some(chosen) = rng.weighted(&weights) else { break };
            drawn.push(sizes[chosen]);
            left -= sizes[chosen];
            layer = from;
        }
        drawn
    }
}

/// Cuts rooms from a walk to and fro over all places; `None` where one would not be in one piece.
fn cut(grid: &Grid, plan: &RoomPlan, sizes: &[usize], by_rows: bool) -> Option<Vec<i64>> {
    let mut walk: Vec<usize> = (0..plan.places.len()).collect();
    walk.sort_by_key(|node| {
        let (row, column) = grid.row_column(plan.places[*node]);
        let (line, step) = if by_rows { (row, column) } else { (column, row) };
        (line, if line % 2 == 0 { step as i64 } else { -(step as i64) })
    });
    let mut rooms = vec![0; walk.len()];
    let mut nodes = walk.into_iter();
    for (room, size) in sizes.iter().enumerate() {
        let taken: Vec<usize> = nodes.by_ref().take(*size).collect();
        if !is_connected(&plan.neighbours, &taken) {
            return None;
        }
        taken.into_iter().for_each(|node| rooms[node] = room as i64);
    }
    Some(rooms)
}

/// Grows one room after the other, each from a free place with few free neighbours.
fn grow(plan: &RoomPlan, sizes: &[usize], rng: &mut Rng) -> Option<Vec<i64>> {
    const FREE: i64 = -1;
    let mut rooms = vec![FREE; plan.places.len()];
    let mut sizes = sizes.to_vec();
    rng.shuffle(&mut sizes);
    for (room, size) in sizes.iter().enumerate() {
        let mut open: Vec<usize> = (0..rooms.len()).filter(|node| rooms[*node] == FREE).collect();
        for _ in 0..*size {
            rng.shuffle(&mut open);
            let freedom = |node: &usize| {
                plan.neighbours[*node]
                    .iter()
                    .filter(|other| rooms[**other as usize] == FREE)
                    .count()
            };
            let node = open.iter().copied().min_by_key(freedom)?;
            rooms[node] = room as i64;
            // From now on only what touches the room.
            let own = (0..rooms.len()).filter(|node| rooms[*node] == room as i64);
            let near = own.flat_map(|node| &plan.neighbours[node]).map(|node| *node as usize);
            open = near.filter(|node| rooms[*node] == FREE).collect();
            open.sort_unstable();
            open.dedup();
        }
    }
    Some(rooms)
}

/// Returns a random neighbour, if there is one.
fn neighbour(plan: &RoomPlan, node: usize, rng: &mut Rng) -> Option<usize> {
    let near = &plan.neighbours[node];
    (!near.is_empty()).then(|| near[rng.below(near.len())] as usize)
}

/// Lets the rooms of two neighbours exchange places, or the first give one away, if both stay right.
fn exchange(plan: &RoomPlan, rooms: &mut [i64], [given, near]: [usize; 2], rng: &mut Rng) {
    let (from, to) = (rooms[given], rooms[near]);
    if from == to {
        return;
    }
    let is_right = |nodes: &[usize]| {
        plan.sizes.contains(nodes.len() as i64) && is_connected(&plan.neighbours, nodes)
    };
    let (mut own, mut other) = places_of(rooms, [from, to]);
    own.retain(|node| *node != given);
    other.push(given);
    if is_right(&own) && is_right(&other) {
        rooms[given] = to;
        return;
    }
    // Something must come back: a place of the other room that touches what is left of this one.
    other.pop();
    let is_left = |near: &u32| *near as usize != given && rooms[*near as usize] == from;
    let touches = |node: &usize| plan.neighbours[*node].iter().any(is_left);
    let back: Nodes = other.iter().copied().filter(touches).collect();
    if back.is_empty() {
        return;
    }
    let back = back[rng.below(back.len())];
    own.push(back);
    other.retain(|node| *node != back);
    other.push(given);
    if is_right(&own) && is_right(&other) {
        (rooms[given], rooms[back]) = (to, from);
    }
}

/// Returns the places of two rooms.
fn places_of(rooms: &[i64], [one, other]: [i64; 2]) -> (Nodes, Nodes) {
    let (mut own, mut others) = (Nodes::new(), Nodes::new());
    for (place, room) in rooms.iter().enumerate() {
        if *room == one {
            own.push(place);
        } else if *room == other {
            others.push(place);
        }
    }
    (own, others)
}

/// Makes one room of the two of these neighbours, or two of one, if they are right.
fn regroup(plan: &RoomPlan, rooms: &mut [i64], [chosen, near]: [usize; 2], rng: &mut Rng) {
    let (own, other) = (rooms[chosen], rooms[near]);
    if own != other {
        let size = rooms.iter().filter(|room| [own, other].contains(room)).count();
        if plan.sizes.contains(size as i64) {
            rooms.iter_mut().filter(|room| **room == other).for_each(|room| *room = own);
        }
        return;
    }
    let all: Vec<usize> = (0..rooms.len()).filter(|node| rooms[*node] == own).collect();
    let mut part = vec![chosen];
    let size = 1 + rng.below(all.len() - 1);
    while part.len() < size {
        let near = part.iter().flat_map(|node| &plan.neighbours[*node]).map(|node| *node as usize);
        let open: Vec<usize> =
            near.filter(|node| rooms[*node] == own && !part.contains(node)).collect();
        if open.is_empty() {
            return;
        }
        part.push(open[rng.below(open.len())]);
    }
    let rest: Vec<usize> = all.into_iter().filter(|node| !part.contains(node)).collect();
    let is_allowed = |nodes: &[usize]| plan.sizes.contains(nodes.len() as i64);
    if is_allowed(&part) && is_allowed(&rest) && is_connected(&plan.neighbours, &rest) {
        let new = rooms.iter().max().map_or(0, |most| most + 1);
        part.into_iter().for_each(|node| rooms[node] = new);
    }
}
