//! Where places lie and what cells look like, for drawings.
//!
//! Points are `(x, y)` in units of a cell's side; x grows to the right, y downwards, and nothing
//! of the board is left of 0 or above 0. Nodes of a graph are circles, 1 across.

use std::f64::consts::TAU;

use crate::grid::{Grid, Place, PlaceKind, Shape};

/// Half the width of a hexagon.
const HALF: f64 = 0.866_025_403_784_438_6;
/// Corners of what is drawn for a node.
const CORNERS: usize = 24;
/// How far apart the nodes are that are closest to each other.
const APART: f64 = 2.0;

impl Grid {
    /// Returns the centre of a cell, the middle of an edge, or the point of a vertex.
    pub fn centre(&self, place: Place) -> (f64, f64) {
        let slot = self.slot(place);
        let (row, column) = (slot.row as f64, slot.column as f64);
        match (place.kind, &self.shape) {
            (PlaceKind::Edge, _) => {
                let [(x, y), (other_x, other_y)] = self.ends(place).map(|end| self.centre(end));
                (f64::midpoint(x, other_x), f64::midpoint(y, other_y))
            }
            (PlaceKind::Cell, Shape::Squares) => (column + 0.5, row + 0.5),
            (PlaceKind::Vertex, Shape::Squares) => (column, row),
            (PlaceKind::Cell, Shape::Hexagons(left)) => hexagon(*left, row, column),
            (PlaceKind::Vertex, Shape::Hexagons(left)) if slot.part == 0 => {
                let (x, y) = hexagon(*left, row, column - 1.0);
                (x, y - 1.0)
            }
            (PlaceKind::Vertex, Shape::Hexagons(left)) => {
                let (x, y) = hexagon(*left, row - 1.0, column);
                (x, y + 1.0)
            }
            (_, Shape::Graph(graph)) => graph.positions[slot.column],
        }
    }

    /// Returns the corners of a cell in order, clockwise.
    pub fn outline(&self, cell: Place) -> Vec<(f64, f64)> {
        let (x, y) = self.centre(cell);
        let corners: Vec<(f64, f64)> = match self.shape {
            Shape::Squares => vec![(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)],
            Shape::Hexagons(_) => {
                vec![
                    (0.0, -1.0),
                    (HALF, -0.5),
                    (HALF, 0.5),
                    (0.0, 1.0),
                    (-HALF, 0.5),
                    (-HALF, -0.5),
                ]
            }
            Shape::Graph(_) => (0..CORNERS).map(|corner| on_circle(0.5, corner, CORNERS)).collect(),
        };
        corners.into_iter().map(|(right, down)| (x + right, y + down)).collect()
    }
}

/// Returns the centre of a hexagon on a board with so many half cells left of its first one.
fn hexagon(left: usize, row: f64, column: f64) -> (f64, f64) {
    ((2.0 * column + row - left as f64 + 1.0) * HALF, 1.5 * row + 1.0)
}

/// Returns the point of a circle round the origin, the first at the top.
fn on_circle(radius: f64, number: usize, count: usize) -> (f64, f64) {
    let angle = TAU * number as f64 / count as f64;
    (radius * libm::sin(angle), -radius * libm::cos(angle))
}

/// Returns points on a circle for nodes without positions.
pub(super) fn circle(count: usize) -> Vec<(f64, f64)> {
    (0..count).map(|number| on_circle(count as f64, number, count)).collect()
}

/// Returns the numbers of two points, at least two being given, that are closest to each other, and
/// how far apart they are.
pub(super) fn closest(points: &[(f64, f64)]) -> (usize, usize, f64) {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| points[*a].0.total_cmp(&points[*b].0).then(a.cmp(b)));
    let mut found = (0, 0, f64::INFINITY);
    for (position, a) in order.iter().enumerate() {
        for b in &order[position + 1..] {
            let (right, down) = (points[*b].0 - points[*a].0, points[*b].1 - points[*a].1);
            if right >= found.2 {
                break;
            }
            let distance = libm::hypot(right, down);
            if distance < found.2 {
                found = (*a, *b, distance);
            }
        }
    }
    found
}

/// Moves points whose closest ones are so far apart to where they are drawn.
pub(super) fn spread(points: &mut [(f64, f64)], distance: f64) {
    let (mut left, mut top) = (f64::INFINITY, f64::INFINITY);
    for (x, y) in points.iter() {
        (left, top) = (left.min(*x), top.min(*y));
    }
    for (x, y) in points {
        *x = (*x - left) * APART / distance + 0.5;
        *y = (*y - top) * APART / distance + 0.5;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(a: (f64, f64), b: (f64, f64)) -> bool {
        libm::hypot(a.0 - b.0, a.1 - b.1) < 1e-9
    }

    #[test]
    fn squares_lie_in_rows_and_columns() {
        let grid = Grid::squares(3, 5);
        let cell = grid.cell_at(2, 4).unwrap();
        assert_eq!(grid.centre(cell), (4.5, 2.5));
        assert_eq!(grid.outline(cell), [(4.0, 2.0), (5.0, 2.0), (5.0, 3.0), (4.0, 3.0)]);
        let sides: Vec<_> = grid.sides(cell).into_iter().map(|side| grid.centre(side)).collect();
        assert_eq!(sides, [(4.5, 2.0), (4.5, 3.0), (4.0, 2.5), (5.0, 2.5)]);
    }

    #[test]
    fn corners_of_cells_are_vertices() {
        for grid in [Grid::squares(3, 5), Grid::hexagon(3), Grid::hexagons(4, 3)] {
            let mut leftmost = f64::INFINITY;
            for cell in grid.all(PlaceKind::Cell) {
                let outline = grid.outline(cell);
                leftmost = outline.iter().map(|(x, _)| *x).fold(leftmost, f64::min);
                for side in grid.sides(cell) {
                    for end in grid.ends(side) {
                        let point = grid.centre(end);
                        assert!(outline.iter().any(|corner| is_near(*corner, point)), "{point:?}");
                        assert!(grid.cells_at(end).contains(&cell) && grid.is_there(end));
                    }
                    let (before, after) = (grid.cells_beside(side), grid.centre(side));
                    if let [a, b] = before[..] {
                        let (a, b) = (grid.centre(a), grid.centre(b));
                        let middle = (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
                        assert!(is_near(middle, after), "{a:?} {b:?}");
                    }
                }
            }
            assert!(is_near((leftmost, 0.0), (0.0, 0.0)), "{leftmost}");
        }
    }

    #[test]
    fn nodes_do_not_touch() {
        let mut points = vec![(3.0, 7.0), (3.0, 5.0), (13.0, 5.0), (3.5, 9.0)];
        let (a, b, distance) = closest(&points);
        assert_eq!((a.min(b), a.max(b), distance), (0, 1, 2.0));
        spread(&mut points, distance);
        assert_eq!(points, [(0.5, 2.5), (0.5, 0.5), (10.5, 0.5), (1.0, 4.5)]);
        let round = circle(5);
        assert!(closest(&round).2 > 1.0);
    }
}
