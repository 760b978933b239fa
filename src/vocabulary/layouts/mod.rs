//! Samplers of rooms: random divisions of places, for `layout`.
//!
//! A new one is a file here and a line in [`SAMPLERS`]. That rooms are in one piece and of a right
//! size is checked for all of them ([`fault`]); a sampler adds what its own rooms are besides.

mod rectangles;
mod rooms;

use smallvec::{SmallVec, smallvec};

use puzgen_base::diagnostics::Diagnostics;
use puzgen_model::frame::Frame;
use puzgen_model::grid::{Grid, Place};
use puzgen_model::instance::Instance;
use puzgen_model::layout::{LayoutKind, LayoutValues, RoomPlan, Sampler, rooms_of};
use puzgen_model::rules::broken_rules;

/// All samplers of rooms.
pub const SAMPLERS: &[&dyn Sampler] = &[&rooms::Rooms, &rectangles::Rectangles];

/// Returns the sampler of this name.
pub fn by_name(name: &str) -> Option<&'static dyn Sampler> {
    SAMPLERS.iter().copied().find(|sampler| sampler.name() == name)
}

/// Returns what is wrong with a room, if anything is.
pub fn fault(
    grid: &Grid,
    plan: &RoomPlan,
    sampler: &dyn Sampler,
    room: &[Place],
) -> Option<String> {
    let nodes: Vec<usize> =
        room.iter().filter_map(|place| plan.places.binary_search(place).ok()).collect();
    if !is_connected(&plan.neighbours, &nodes) {
        return Some("this room is not in one piece".to_owned());
    }
    if !plan.sizes.contains(room.len() as i64) {
        let expected = puzgen_model::instance::describe_domain(&plan.sizes);
        return Some(format!("this room has {} squares, not {expected}", room.len()));
    }
    sampler.fault(grid, room).map(str::to_owned)
}

/// A fault of one of the layouts.
#[derive(Debug)]
pub struct RoomFault {
    /// The position of the layout among those of the definition.
    pub layout: usize,
    /// The position of a place in the room that is wrong; none where it is their number.
    pub at: Option<usize>,
    /// What is wrong.
    pub message: String,
}

/// Returns what is wrong with the rooms of layouts.
pub fn room_faults(frame: &Frame<'_>, layouts: &LayoutValues) -> Vec<RoomFault> {
    let known = frame.known();
    let mut faults = Vec::new();
    for (layout, declared) in known.definition.layouts.iter().enumerate() {
        let plan = known.layouts[layout].plan.as_ref();
        let (LayoutKind::Rooms { sampler, .. }, Some(plan), Some(grid)) =
            (&declared.kind, plan, &known.grid)
        else {
            continue;
        };
        let name = &declared.name;
        let rooms = rooms_of(plan, &layouts[layout]);
        for room in &rooms {
            if let Some(message) = fault(grid, plan, *sampler, room) {
                let at = plan.places.binary_search(&room[0]).ok();
                faults.push(RoomFault { layout, at, message: format!("`{name}`: {message}") });
            }
        }
        if let Some(count) = plan.count.filter(|count| *count != rooms.len()) {
            let message = format!("`{name}`: {} rooms, not {count}", rooms.len());
            faults.push(RoomFault { layout, at: None, message });
        }
    }
    faults
}

/// A case of a rule about layouts that they break.
#[derive(Debug)]
pub struct RuleFault {
    /// The position of the rule in the definition of the puzzle.
    pub rule: usize,
    /// What is wrong.
    pub message: String,
}

/// Returns which rules about layouts they break, case by case.
///
/// # Errors
/// As [`Instance::new`], and where a rule looks at something that is not at hand.
pub fn rule_faults(
    frame: &Frame<'_>,
    layouts: &LayoutValues,
) -> Result<Vec<RuleFault>, Diagnostics> {
    let Some(shape) = frame.shape()? else { return Ok(Vec::new()) };
    let definition = frame.known().definition;
    let of = |is_rooms: bool| {
        let all = definition.layouts.iter().zip(layouts);
        all.filter(move |(layout, _)| layout.is_rooms() == is_rooms).map(|(_, values)| values)
    };
    let instance: Instance<'_> = shape.complete(&of(true).cloned().collect())?;
    let answer: Vec<i64> = of(false).flatten().copied().collect();
    let broken = broken_rules(&instance, &answer)?;
    let faults = broken.into_iter().map(|case| {
        let name = &instance.definition.rules[case.rule].name;
        let Some(rule) = definition.rules.iter().position(|rule| rule.name == *name) else {
            puzgen_base::bug!("rule `{name}` about layouts is not among all rules")
        };
        let message = format!("the layout breaks rule `{name}`: {}", case.sentence);
        RuleFault { rule, message }
    });
    Ok(faults.collect())
}

/// Returns whether nodes are connected with each other.
fn is_connected(neighbours: &[Vec<u32>], nodes: &[usize]) -> bool {
    let Some(first) = nodes.first() else { return true };
    let mut is_open: SmallVec<[bool; 128]> = smallvec![false; neighbours.len()];
    nodes.iter().for_each(|node| is_open[*node] = true);
    is_open[*first] = false;
    let mut reached: SmallVec<[usize; 16]> = SmallVec::new();
    reached.push(*first);
    let mut next = 0;
    while let Some(&node) = reached.get(next) {
        next += 1;
        for other in &neighbours[node] {
            if std::mem::take(&mut is_open[*other as usize]) {
                reached.push(*other as usize);
            }
        }
    }
    reached.len() == nodes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzgen_base::budget::Budget;
    use puzgen_base::domain::Domain;
    use puzgen_base::rng::Rng;
    use puzgen_model::grid::PlaceKind;
    use puzgen_model::groups::neighbours_among;
    use puzgen_model::layout::{NoRooms, in_order};

    fn plan(grid: &Grid, sizes: Domain, count: Option<usize>) -> RoomPlan {
        let places = grid.all(PlaceKind::Cell);
        let neighbours = neighbours_among(grid, &places);
        RoomPlan { places, neighbours, sizes, count }
    }

    fn check(sampler: &dyn Sampler, grid: &Grid, plan: &RoomPlan, seed: u64) -> Vec<i64> {
        let drawn = sampler
            .draw(grid, plan, &mut Rng::from_seed(seed), &mut Budget::unlimited())
            .expect("rooms");
        assert_eq!(drawn, in_order(&drawn));
        let rooms = rooms_of(plan, &drawn);
        for room in &rooms {
            assert_eq!(fault(grid, plan, sampler, room), None, "seed {seed}: {drawn:?}");
        }
        assert!(plan.count.is_none_or(|count| count == rooms.len()));
        drawn
    }

    #[test]
    fn draws_rooms_of_right_sizes_in_one_piece() {
        for seed in 0..30 {
            for (rows, columns, sizes, count) in [
                (9, 9, Domain::Range(9, 9), None),
                (9, 9, Domain::Range(2, 5), None),
                (5, 7, Domain::Range(1, 8), Some(8)),
                (3, 5, Domain::Range(1, 15), Some(2)),
                (6, 4, Domain::Values(vec![3, 5]), None),
            ] {
                let grid = Grid::squares(rows, columns);
                check(&rooms::Rooms, &grid, &plan(&grid, sizes, count), seed);
            }
            let grid = Grid::squares(5, 7);
            check(&rectangles::Rectangles, &grid, &plan(&grid, Domain::Range(1, 6), None), seed);
            check(&rectangles::Rectangles, &grid, &plan(&grid, Domain::Range(5, 7), None), seed);
        }
    }

    #[test]
    fn draws_all_divisions_of_a_small_board() {
        // A 2×3 board has three divisions into rooms of 3 in one piece: two rows, and an L with its
        // counterpart, in two ways.
        let grid = Grid::squares(2, 3);
        let plan = plan(&grid, Domain::Range(3, 3), None);
        let drawn: std::collections::BTreeSet<Vec<i64>> =
            (0..200).map(|seed| check(&rooms::Rooms, &grid, &plan, seed)).collect();
        assert_eq!(drawn.len(), 3);
    }

    #[test]
    fn divides_places_with_gaps_or_says_that_it_cannot() {
        let grid = Grid::squares(4, 5);
        let mut plan = plan(&grid, Domain::Range(2, 4), None);
        plan.places.retain(|place| ![6, 7, 13].contains(&place.index));
        plan.neighbours = neighbours_among(&grid, &plan.places);
        for seed in 0..30 {
            check(&rooms::Rooms, &grid, &plan, seed);
        }
        plan.sizes = Domain::Range(2, 2);
        let drawn =
            rooms::Rooms.draw(&grid, &plan, &mut Rng::from_seed(1), &mut Budget::unlimited());
        assert_eq!(drawn, Err(NoRooms::Impossible));
        // Four places in a T are two pairs by their number only.
        let grid = Grid::squares(2, 3);
        plan.places = [0, 1, 2, 4].map(|index| Place { kind: PlaceKind::Cell, index }).to_vec();
        plan.neighbours = neighbours_among(&grid, &plan.places);
        let drawn =
            rooms::Rooms.draw(&grid, &plan, &mut Rng::from_seed(1), &mut Budget::unlimited());
        assert_eq!(drawn, Err(NoRooms::NotFound));
        let drawn = rectangles::Rectangles.draw(
            &grid,
            &plan,
            &mut Rng::from_seed(1),
            &mut Budget::unlimited(),
        );
        assert_eq!(drawn, Err(NoRooms::Impossible));
    }
}
