//! Directions, rays and lines.

use std::collections::BTreeSet;

use super::{Grid, Place, PlaceKind};

/// The directions by their names, with the step of rows and columns; the four along rows and columns
/// first.
pub const DIRECTIONS: &[(&str, (i64, i64))] = &[
    ("up", (-1, 0)),
    ("down", (1, 0)),
    ("left", (0, -1)),
    ("right", (0, 1)),
    ("up_left", (-1, -1)),
    ("up_right", (-1, 1)),
    ("down_left", (1, -1)),
    ("down_right", (1, 1)),
];

impl Grid {
    /// Returns the cells from a cell on by these steps, without itself.
    pub fn ray(&self, cell: Place, step: (i64, i64)) -> Vec<Place> {
        let (r, c) = self.row_column(cell);
        let at = |n: i64| self.cell_at(r as i64 + n * step.0, c as i64 + n * step.1);
        (1..).map_while(at).collect()
    }

    /// Returns the cells that light goes through from a cell on, with it, until it leaves the board or
    /// goes round in a circle. In the cells of `rising` it turns as in a mirror `/`, in those of `falling`
    /// as in `\\`.
    pub fn reflected(
        &self,
        cell: Place,
        step: (i64, i64),
        rising: &[Place],
        falling: &[Place],
    ) -> Vec<Place> {
        let (mut at, mut step) = (cell, step);
        let mut passed = Vec::new();
        let mut seen = BTreeSet::new();
        while seen.insert((at, step)) {
            passed.push(at);
            if rising.contains(&at) {
                step = (-step.1, -step.0);
            } else if falling.contains(&at) {
                step = (step.1, step.0);
            }
            let (r, c) = self.row_column(at);
            match self.cell_at(r as i64 + step.0, c as i64 + step.1) {
                Some(next) => at = next,
                None => break,
            }
        }
        passed
    }

    /// Returns every `length` cells in a row that are next to each other, then those in a column.
    pub fn lines(&self, length: usize) -> Vec<Vec<Place>> {
        let mut lines = self.windows(1, length);
        if length > 1 {
            lines.extend(self.windows(length, 1));
        }
        lines
    }

    /// Returns the cells with a side that is no other cell's, row by row.
    pub fn border(&self) -> Vec<Place> {
        let is_at_border = |cell: &Place| self.neighbours(*cell).len() < self.side_steps().len();
        self.all(PlaceKind::Cell).into_iter().filter(is_at_border).collect()
    }

    /// Returns the cells that lack a neighbour above or below and one to the left or right, row by row.
    pub fn corners(&self) -> Vec<Place> {
        let is_corner = |cell: &Place| {
            let (r, c) = self.row_column(*cell);
            let lacks = |(down, right)| self.cell_at(r as i64 + down, c as i64 + right).is_none();
            [(-1, 0), (1, 0)].into_iter().any(lacks) && [(0, -1), (0, 1)].into_iter().any(lacks)
        };
        self.all(PlaceKind::Cell).into_iter().filter(is_corner).collect()
    }

    /// Returns the pairs of cells that are so many rows and columns apart, in either order.
    pub fn leaper_moves(&self, near: i64, far: i64) -> Vec<(Place, Place)> {
        let mut steps = Vec::new();
        for (r, c) in [(near, far), (far, near)] {
            steps.extend([(r, c), (r, -c), (-r, c), (-r, -c)]);
        }
        steps.sort_unstable();
        steps.dedup();
        self.pairs(&steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{KNIGHT, ORTHOGONAL};

    #[test]
    fn finds_lines_and_borders() {
        let grid = Grid::squares(3, 5);
        assert_eq!(grid.ray(Place::cell(6), (0, 1)).len(), 3);
        assert_eq!(grid.ray(Place::cell(6), (-1, -1)), [Place::cell(0)]);
        assert!(grid.ray(Place::cell(0), (-1, 0)).is_empty());
        assert_eq!(grid.lines(3).len(), 3 * 3 + 5);
        assert_eq!(grid.lines(1).len(), 15);
        assert_eq!(grid.border().len(), 12);
        assert_eq!(Grid::hexagon(3).border().len(), 12);
        assert_eq!(grid.corners().len(), 4);
        assert_eq!(Grid::squares(1, 1).corners().len(), 1);
    }

    #[test]
    fn leapers_are_the_known_ones() {
        let grid = Grid::squares(3, 5);
        assert_eq!(grid.leaper_moves(0, 1), grid.pairs(ORTHOGONAL));
        assert_eq!(grid.leaper_moves(1, 2), grid.pairs(KNIGHT));
    }
}
