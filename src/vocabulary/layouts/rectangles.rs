//! `rectangles(places, sizes)`: rooms that are rectangles of these areas.
//!
//! # How
//! The first free place in reading order is the upper left corner of a rectangle, which is any that
//! fits and has an allowed area; where none does, the last one is taken back. What is drawn is varied,
//! but not uniform over all divisions.

use puzgen_base::budget::Budget;
use puzgen_base::rng::Rng;
use puzgen_model::grid::{Grid, Place};
use puzgen_model::layout::{NoRooms, RoomPlan, Sampler, in_order};

#[derive(Debug)]
pub(super) struct Rectangles;

/// Rectangles that are tried before it starts afresh, and how often it does.
const TRIES: (usize, usize) = (5_000, 20);

impl Sampler for Rectangles {
    fn name(&self) -> &'static str {
        "rectangles"
    }

    fn signature(&self) -> &'static str {
        "rectangles(places, sizes)"
    }

    fn about(&self) -> &'static str {
        "Rooms that are rectangles of these areas."
    }

    fn takes_count(&self) -> bool {
        false
    }

    fn draw(
        &self,
        grid: &Grid,
        plan: &RoomPlan,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Vec<i64>, NoRooms> {
        for _ in 0..TRIES.1 {
            if budget.is_spent().is_some() {
                break;
            }
            let mut rooms = vec![None; grid.cell_count()];
            let mut tries = TRIES.0;
            let is_filled = fill(grid, plan, &mut rooms, 0, rng, &mut tries);
            // The first free place is looked for among all.
            budget.work(((TRIES.0 - tries) * plan.places.len()) as u64);
            if is_filled {
                let room = |place: &Place| rooms[place.index as usize].unwrap_or_default();
                return Ok(in_order(&plan.places.iter().map(room).collect::<Vec<i64>>()));
            }
            // With tries left, every rectangle was tried: there is no division.
            if tries > 0 {
                return Err(NoRooms::Impossible);
            }
        }
        Err(NoRooms::NotFound)
    }

    fn fault(&self, grid: &Grid, room: &[Place]) -> Option<&'static str> {
        let sides = |of: fn((usize, usize)) -> usize| {
            let numbers = room.iter().map(|place| of(grid.row_column(*place)));
            let (low, high) = numbers.fold((usize::MAX, 0), |(a, b), n| (a.min(n), b.max(n)));
            high + 1 - low
        };
        let area = sides(|(row, _)| row) * sides(|(_, column)| column);
        (area != room.len()).then_some("this room is no rectangle")
    }
}

/// Fills what is free with rectangles, from room number `next` on; returns whether that was possible.
fn fill(
    grid: &Grid,
    plan: &RoomPlan,
    rooms: &mut Vec<Option<i64>>,
    next: i64,
    rng: &mut Rng,
    tries: &mut usize,
) -> bool {
    let Some(corner) = plan.places.iter().find(|place| rooms[place.index as usize].is_none())
    else {
        return true;
    };
    let (row, column) = grid.row_column(*corner);
    let is_free = |rooms: &[Option<i64>], r: usize, c: usize| {
        let cell = Place::cell(r * grid.columns + c);
        rooms[cell.index as usize].is_none() && plan.places.binary_search(&cell).is_ok()
    };
    let mut sides = Vec::new();
    let mut widest = grid.columns - column;
    for height in 1..=grid.rows - row {
        let free = (0..widest).take_while(|c| is_free(rooms, row + height - 1, column + c));
        widest = free.count();
        sides.extend((1..=widest).map(|width| (height, width)));
    }
    sides.retain(|(height, width)| plan.sizes.contains((height * width) as i64));
    rng.shuffle(&mut sides);
    for (height, width) in sides {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        let cells = move || (0..height).flat_map(move |r| (0..width).map(move |c| (r, c)));
        let index = |(r, c): (usize, usize)| (row + r) * grid.columns + column + c;
        cells().for_each(|cell| rooms[index(cell)] = Some(next));
        if fill(grid, plan, rooms, next + 1, rng, tries) {
            return true;
        }
        cells().for_each(|cell| rooms[index(cell)] = None);
    }
    false
}
