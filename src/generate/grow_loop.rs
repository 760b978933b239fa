//! Random loops, drawn as the rim of what they enclose.
//!
//! Given the lines of a board, [`Faces::grow`] says of each whether it is part of one closed loop
//! that meets no place twice. The faces between the lines are the cells of the board where lines
//! are its edges, and its vertices where lines join cells.
//!
//! # How
//! Faces are enclosed one after the other. A face may join where the rim stays one loop: the lines
//! that it has in common with the rim are one stretch, and the rim meets it nowhere else. Faces
//! that make the loop longer are preferred, with a random strength for each board, until there are none
//! left. So loops are long and wind through the board, as in printed puzzles. This is quick and varied, but not
//! uniform over all loops.
//!
//! # Source
//! The loops of Simon Tatham's Loopy (2005–) are drawn as the rim of a growing region, too.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use puzgen_base::rng::Rng;
use puzgen_model::grid::{Grid, Place, PlaceKind};
use puzgen_model::value::{Key, Value};

/// The largest chance of a face that does not make the loop longer.
const MAX_EQUAL_CHANCE: f64 = 0.3;

/// The faces between lines.
#[derive(Debug)]
pub(super) struct Faces {
    /// The lines around each face.
    lines: Vec<Vec<usize>>,
    /// The one or two faces beside each line; none where a face has not all its lines.
    beside: Vec<Vec<usize>>,
    /// The two places that each line joins, by their numbers.
    ends: Vec<[u32; 2]>,
}

impl Faces {
    /// Returns the faces between the lines of these keys; `None` where there are none.
    pub(super) fn new(grid: Option<&Grid>, keys: &[Key]) -> Option<Self> {
        let grid = grid?;
        let ends: Vec<[Place; 2]> = keys
            .iter()
            .map(|key| match key.to_value() {
                Value::Place(edge) if edge.kind == PlaceKind::Edge => Some(grid.ends(edge)),
                Value::Tuple(pair) => {
                    match pair.iter().map(Value::as_place).collect::<Vec<_>>()[..] {
                        [Some(a), Some(b)] if a != b => Some([a, b]),
                        _ => None,
                    }
                }
                _ => None,
            })
            .collect::<Option<_>>()?;
        let of_edges = matches!(keys.first(), Some(Key::Place(_)));
        let around: Vec<Vec<usize>> = if of_edges {
            let numbers: BTreeMap<&Key, usize> = keys.iter().zip(0..).collect();
            let lines = |cell: Place| {
                let sides = grid.sides(cell).into_iter();
                sides.map(|edge| numbers.get(&Key::Place(edge)).copied()).collect::<Option<_>>()
            };
            grid.all(PlaceKind::Cell).into_iter().filter_map(lines).collect()
        } else {
            let lines = |vertex: Place| {
                let cells = grid.cells_at(vertex);
                let is_here = |pair: &[Place; 2]| pair.iter().all(|end| cells.contains(end));
                let lines: Vec<usize> =
                    (0..ends.len()).filter(|line| is_here(&ends[*line])).collect();
                let count =
                    |cell: &Place| lines.iter().filter(|line| ends[**line].contains(cell)).count();
                cells.iter().all(|cell| count(cell) == 2).then_some(lines)
            };
            grid.all(PlaceKind::Vertex).into_iter().filter_map(lines).collect()
        };
        let around: Vec<Vec<usize>> = around.into_iter().filter(|lines| lines.len() > 2).collect();
        let mut beside = vec![Vec::new(); keys.len()];
        for (face, lines) in around.iter().enumerate() {
            lines.iter().for_each(|line| beside[*line].push(face));
        }
        let ends = ends.into_iter().map(|pair| pair.map(|place| place.index)).collect();
        (!around.is_empty()).then_some(Self { lines: around, beside, ends })
    }

    /// Returns which lines are a loop.
    pub(super) fn grow(&self, rng: &mut Rng) -> Vec<bool> {
        let equal_chance = rng.unit() * MAX_EQUAL_CHANCE;
        let places = self.ends.iter().flatten().max().map_or(0, |last| *last as usize + 1);
        let mut rim = Rim { holds: vec![false; self.ends.len()], degrees: vec![0; places] };
        let mut is_inside = vec![false; self.lines.len()];
        let mut edge = vec![rng.below(self.lines.len())];
        let mut chosen = edge[0];
        loop {
            is_inside[chosen] = true;
            edge.retain(|face| *face != chosen);
            for line in &self.lines[chosen] {
                rim.turn(*line, self.ends[*line]);
                for face in &self.beside[*line] {
                    if !is_inside[*face] && !edge.contains(face) {
                        edge.push(*face);
                    }
                }
            }
            let (mut longer, mut others) = (Vec::new(), Vec::new());
            for face in &edge {
                match self
                    .shared(*face, &rim)
                    .map(|shared| (2 * shared).cmp(&self.lines[*face].len()))
                {
                    Some(Ordering::Less) => longer.push(*face),
                    Some(Ordering::Equal) => others.push(*face),
                    _ => {}
                }
            }
            if longer.is_empty() {
                return rim.holds;
            }
            let takes_equal = !others.is_empty() && rng.unit() < equal_chance;
            let among = if takes_equal { others } else { longer };
            chosen = among[rng.below(among.len())];
        }
    }

    /// Returns how many lines a face has in common with the rim, where it may join.
    fn shared(&self, face: usize, rim: &Rim) -> Option<usize> {
        let of_face = || self.lines[face].iter();
        let shared: Vec<usize> = of_face().copied().filter(|line| rim.holds[*line]).collect();
        let mut stretch: Vec<u32> = shared.iter().flat_map(|line| self.ends[*line]).collect();
        stretch.sort_unstable();
        stretch.dedup();
        let is_elsewhere =
            |place: &u32| rim.degrees[*place as usize] > 0 && !stretch.contains(place);
        let is_one = !shared.is_empty() && stretch.len() == shared.len() + 1;
        let meets_twice = of_face().any(|line| self.ends[*line].iter().any(is_elsewhere));
        (is_one && !meets_twice).then_some(shared.len())
    }
}

/// The loop so far.
struct Rim {
    holds: Vec<bool>,
    /// For each place, how many lines of the loop meet there.
    degrees: Vec<u8>,
}

impl Rim {
    /// Puts a line on the loop, or takes it off.
    fn turn(&mut self, line: usize, ends: [u32; 2]) {
        let holds = !self.holds[line];
        self.holds[line] = holds;
        for end in ends {
            let degree = &mut self.degrees[end as usize];
            *degree = if holds { *degree + 1 } else { *degree - 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// Returns the lengths of 50 loops over these keys, sorted.
    fn lengths(grid: &Grid, keys: &[Key]) -> Vec<usize> {
        let faces = Faces::new(Some(grid), keys).unwrap();
        let places = faces.ends.iter().flatten().max().map_or(0, |last| *last as usize + 1);
        let ends: Vec<(u32, u32)> = faces.ends.iter().map(|[a, b]| (*a, *b)).collect();
        let grow = |seed| {
            let holds = faces.grow(&mut Rng::from_seed(seed));
            let (degrees, loops) = follow(&ends, &holds, places);
            assert!(degrees.iter().all(|degree| matches!(degree, 0 | 2)), "{degrees:?}");
            assert_eq!(loops, 1);
            holds.iter().filter(|holds| **holds).count()
        };
        let mut lengths: Vec<usize> = (0..50).map(grow).collect();
        lengths.sort_unstable();
        lengths
    }

    fn edges(grid: &Grid) -> Vec<Key> {
        grid.all(PlaceKind::Edge).into_iter().map(Key::Place).collect()
    }

    fn pairs(grid: &Grid) -> Vec<Key> {
        let key = |(a, b)| Key::Tuple(vec![Key::Place(a), Key::Place(b)]);
        grid.adjacent().into_iter().map(key).collect()
    }

    #[test]
    fn grows_one_loop_on_edges_and_on_pairs() {
        let with_hole = |grid: &Grid, hole: u32| {
            let cells = grid.all(PlaceKind::Cell).into_iter();
            grid.with_cells(cells.filter(|cell| cell.index != hole).collect::<Vec<_>>().into_iter())
        };
        let square = Grid::squares(10, 10);
        let boards = [
            Grid::squares(1, 1),
            Grid::squares(1, 4),
            Grid::squares(3, 5),
            with_hole(&Grid::squares(7, 12), 40),
            Grid::hexagon(4),
        ];
        for grid in &boards {
            lengths(grid, &edges(grid));
        }
        for grid in &boards[2..] {
            lengths(grid, &pairs(grid));
        }
        // Half of the loops go through three of four places.
        assert!(lengths(&square, &edges(&square))[25] * 4 > square.count(PlaceKind::Vertex) * 3);
        assert!(lengths(&square, &pairs(&square))[25] * 4 > square.cell_count() * 3);
        assert!(Faces::new(Some(&boards[1]), &pairs(&boards[1])).is_none());
    }
}
