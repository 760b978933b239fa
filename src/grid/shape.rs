//! Where places lie and what cells look like, for drawings.
//!
//! Points are `(x, y)` in units of a cell's side; x grows to the right, y downwards, and nothing
//! of the board is left of 0 or above 0.

use crate::grid::{Grid, Place, PlaceKind};

impl Grid {
    /// Returns the centre of a cell, the middle of an edge, or the point of a vertex.
    pub fn centre(&self, place: Place) -> (f64, f64) {
        match place.kind {
            PlaceKind::Cell => {
                let (row, column) = self.row_column(place);
                (column as f64 + 0.5, row as f64 + 0.5)
            }
            PlaceKind::Vertex => {
                let (row, column) = self.row_column(place);
                (column as f64, row as f64)
            }
            PlaceKind::Edge => middle(self.ends(place).map(|end| self.centre(end))),
        }
    }

    /// Returns the corners of a cell in order, clockwise from the upper left one.
    pub fn outline(&self, cell: Place) -> Vec<(f64, f64)> {
        let (x, y) = self.centre(cell);
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
            .map(|(right, down)| (x + right, y + down))
            .to_vec()
    }
}

fn middle([(x, y), (other_x, other_y)]: [(f64, f64); 2]) -> (f64, f64) {
    (f64::midpoint(x, other_x), f64::midpoint(y, other_y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_lie_in_rows_and_columns() {
        let grid = Grid { rows: 3, columns: 5 };
        let cell = grid.cell_at(2, 4).unwrap();
        assert_eq!(grid.centre(cell), (4.5, 2.5));
        assert_eq!(grid.outline(cell), [(4.0, 2.0), (5.0, 2.0), (5.0, 3.0), (4.0, 3.0)]);
        let sides = grid.sides(cell).map(|side| grid.centre(side));
        assert_eq!(sides, [(4.5, 2.0), (4.5, 3.0), (4.0, 2.5), (5.0, 2.5)]);
    }
}
