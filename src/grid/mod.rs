//! Pure geometry of rectangular boards: cells, edges, vertices and the lists made of them.
//!
//! # Shape
//! `rows × columns`, row-major, 0-based from the top left; people see 1-based numbers (`r1c1`).
//! Edges are numbered horizontal ones first (`(rows + 1) × columns`, from the top), then vertical
//! ones (`rows × (columns + 1)`, from the left). Vertices are `(rows + 1) × (columns + 1)`.

mod shape;

use std::fmt;

/// What kind of place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceKind {
    /// A square.
    Cell,
    /// A side of a square.
    Edge,
    /// A corner of a square.
    Vertex,
}

/// A place on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Its kind.
    pub kind: PlaceKind,
    /// Its number among its kind.
    pub index: u32,
}

impl Place {
    /// Returns the cell of this number.
    pub fn cell(index: usize) -> Self {
        Self { kind: PlaceKind::Cell, index: index as u32 }
    }
}

/// A rectangular board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Number of rows, at least 1.
    pub rows: usize,
    /// Number of columns, at least 1.
    pub columns: usize,
}

/// A symmetry of the rectangle or, where marked, of the square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Symmetry {
    /// Rotation by 180°.
    HalfTurn,
    /// Rotation by 90°; squares only.
    QuarterTurn,
    /// Left and right exchanged.
    LeftRight,
    /// Top and bottom exchanged.
    UpDown,
    /// Reflection in the diagonal from the top left; squares only.
    Diagonal,
    /// Reflection in the diagonal from the top right; squares only.
    Antidiagonal,
}

impl Symmetry {
    /// All symmetries with their names in the language.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("half_turn", Self::HalfTurn),
        ("quarter_turn", Self::QuarterTurn),
        ("left_right", Self::LeftRight),
        ("up_down", Self::UpDown),
        ("diagonal", Self::Diagonal),
        ("antidiagonal", Self::Antidiagonal),
    ];

    /// Returns whether it maps only squares onto themselves.
    pub fn needs_square(self) -> bool {
        matches!(self, Self::QuarterTurn | Self::Diagonal | Self::Antidiagonal)
    }
}

impl Grid {
    /// Returns the number of cells.
    pub fn cell_count(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns the number of places of a kind.
    pub fn count(&self, kind: PlaceKind) -> usize {
        match kind {
            PlaceKind::Cell => self.cell_count(),
            PlaceKind::Edge => self.horizontal_count() + self.rows * (self.columns + 1),
            PlaceKind::Vertex => (self.rows + 1) * (self.columns + 1),
        }
    }

    /// Returns the number of horizontal edges, which come first.
    pub fn horizontal_count(&self) -> usize {
        (self.rows + 1) * self.columns
    }

    /// Returns all places of a kind in order.
    pub fn all(&self, kind: PlaceKind) -> Vec<Place> {
        (0..self.count(kind)).map(|index| Place { kind, index: index as u32 }).collect()
    }

    /// Returns the cell at row `r`, column `c`, both from 0, if it is on the board.
    pub fn cell_at(&self, r: i64, c: i64) -> Option<Place> {
        let (r, c) = (usize::try_from(r).ok()?, usize::try_from(c).ok()?);
        (r < self.rows && c < self.columns).then(|| Place::cell(r * self.columns + c))
    }

    /// Returns row and column of a cell or vertex, from 0; of an edge those of the cell or border
    /// slot it is numbered by.
    pub fn row_column(&self, place: Place) -> (usize, usize) {
        let index = place.index as usize;
        match place.kind {
            PlaceKind::Cell => (index / self.columns, index % self.columns),
            PlaceKind::Vertex => (index / (self.columns + 1), index % (self.columns + 1)),
            PlaceKind::Edge => match index.checked_sub(self.horizontal_count()) {
                None => (index / self.columns, index % self.columns),
                Some(vertical) => (vertical / (self.columns + 1), vertical % (self.columns + 1)),
            },
        }
    }

    /// Returns the cells of each row.
    pub fn rows(&self) -> Vec<Vec<Place>> {
        self.blocks_of(1, self.columns)
    }

    /// Returns the cells of each column.
    pub fn columns(&self) -> Vec<Vec<Place>> {
        self.blocks_of(self.rows, 1)
    }

    fn blocks_of(&self, height: usize, width: usize) -> Vec<Vec<Place>> {
        let mut blocks = Vec::new();
        for top in (0..self.rows).step_by(height) {
            for left in (0..self.columns).step_by(width) {
                blocks.push(self.rectangle(top, left, height, width));
            }
        }
        blocks
    }

    /// Returns the `height × width` blocks that tile the board, or `None` where they do not.
    pub fn blocks(&self, height: usize, width: usize) -> Option<Vec<Vec<Place>>> {
        let tiles = height > 0
            && width > 0
            && self.rows.is_multiple_of(height)
            && self.columns.is_multiple_of(width);
        tiles.then(|| self.blocks_of(height, width))
    }

    /// Returns every `height × width` window, by its top left cell; none where it is too large.
    pub fn windows(&self, height: usize, width: usize) -> Vec<Vec<Place>> {
        let mut windows = Vec::new();
        if height == 0 || width == 0 {
            return windows;
        }
        for top in 0..(self.rows + 1).saturating_sub(height) {
            for left in 0..(self.columns + 1).saturating_sub(width) {
                windows.push(self.rectangle(top, left, height, width));
            }
        }
        windows
    }

    fn rectangle(&self, top: usize, left: usize, height: usize, width: usize) -> Vec<Place> {
        let cells = (top..top + height)
            .flat_map(|r| (left..left + width).map(move |c| (r, c)))
            .map(|(r, c)| Place::cell(r * self.columns + c));
        cells.collect()
    }

    /// Returns the two main diagonals, each from the top; of a board that is no square, those from
    /// the two upper corners.
    pub fn diagonals(&self) -> Vec<Vec<Place>> {
        let size = self.rows.min(self.columns);
        vec![
            (0..size).map(|i| Place::cell(i * self.columns + i)).collect(),
            (0..size).map(|i| Place::cell(i * self.columns + self.columns - 1 - i)).collect(),
        ]
    }

    /// Returns the cells reached from `cell` by the given steps (rows, columns) that are on board.
    pub fn reached(&self, cell: Place, steps: &[(i64, i64)]) -> Vec<Place> {
        let (r, c) = self.row_column(cell);
        let mut cells: Vec<Place> = steps
            .iter()
            .filter_map(|(dr, dc)| self.cell_at(r as i64 + dr, c as i64 + dc))
            .collect();
        cells.sort_unstable();
        cells
    }

    /// Returns each unordered pair of cells that are one of these steps apart, once: first the
    /// pairs of one row, then the others; each by its first cell in reading order.
    pub fn pairs(&self, steps: &[(i64, i64)]) -> Vec<(Place, Place)> {
        let mut pairs = Vec::new();
        for within_row in [true, false] {
            for cell in self.all(PlaceKind::Cell) {
                for other in self.reached(cell, steps) {
                    let same_row = self.row_column(cell).0 == self.row_column(other).0;
                    if cell < other && same_row == within_row {
                        pairs.push((cell, other));
                    }
                }
            }
        }
        pairs
    }

    /// Returns the four sides of a cell: top, bottom, left, right.
    pub fn sides(&self, cell: Place) -> [Place; 4] {
        let (r, c) = self.row_column(cell);
        let horizontal = |r: usize| r * self.columns + c;
        let vertical = |c: usize| self.horizontal_count() + r * (self.columns + 1) + c;
        [horizontal(r), horizontal(r + 1), vertical(c), vertical(c + 1)]
            .map(|index| Place { kind: PlaceKind::Edge, index: index as u32 })
    }

    /// Returns the one or two cells beside an edge.
    pub fn cells_beside(&self, edge: Place) -> Vec<Place> {
        let (r, c) = self.row_column(edge);
        let (r, c) = (r as i64, c as i64);
        let before = if (edge.index as usize) < self.horizontal_count() {
            self.cell_at(r - 1, c)
        } else {
            self.cell_at(r, c - 1)
        };
        before.into_iter().chain(self.cell_at(r, c)).collect()
    }

    /// Returns the two vertices that an edge joins.
    pub fn ends(&self, edge: Place) -> [Place; 2] {
        let (r, c) = self.row_column(edge);
        let first = r * (self.columns + 1) + c;
        let is_horizontal = (edge.index as usize) < self.horizontal_count();
        let second = if is_horizontal { first + 1 } else { first + self.columns + 1 };
        [first, second].map(|index| Place { kind: PlaceKind::Vertex, index: index as u32 })
    }

    /// Returns the edges that meet in a vertex, in order.
    pub fn edges_at(&self, vertex: Place) -> Vec<Place> {
        self.all(PlaceKind::Edge)
            .into_iter()
            .filter(|edge| self.ends(*edge).contains(&vertex))
            .collect()
    }

    /// Returns where a symmetry takes a cell; `None` where the board is not square but must be.
    pub fn image(&self, symmetry: Symmetry, cell: Place) -> Option<Place> {
        if symmetry.needs_square() && self.rows != self.columns {
            return None;
        }
        let (r, c) = self.row_column(cell);
        let (last_r, last_c) = (self.rows - 1, self.columns - 1);
        let (r, c) = match symmetry {
            Symmetry::HalfTurn => (last_r - r, last_c - c),
            Symmetry::QuarterTurn => (c, last_r - r),
            Symmetry::LeftRight => (r, last_c - c),
            Symmetry::UpDown => (last_r - r, c),
            Symmetry::Diagonal => (c, r),
            Symmetry::Antidiagonal => (last_c - c, last_r - r),
        };
        Some(Place::cell(r * self.columns + c))
    }

    /// Returns the orbits of the cells under the symmetries together, each sorted.
    pub fn orbits(&self, symmetries: &[Symmetry]) -> Option<Vec<Vec<Place>>> {
        let mut orbits: Vec<Vec<Place>> = Vec::new();
        let mut seen = vec![false; self.cell_count()];
        for start in self.all(PlaceKind::Cell) {
            if seen[start.index as usize] {
                continue;
            }
            seen[start.index as usize] = true;
            let mut orbit = vec![start];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                for symmetry in symmetries {
                    let image = self.image(*symmetry, cell)?;
                    if !std::mem::replace(&mut seen[image.index as usize], true) {
                        orbit.push(image);
                    }
                }
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        Some(orbits)
    }
}

/// Steps to the four squares that share a side.
pub const ORTHOGONAL: &[(i64, i64)] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];
/// Steps to the four squares that share only a corner.
pub const DIAGONAL: &[(i64, i64)] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];
/// Steps to the eight squares around.
pub const KING: &[(i64, i64)] =
    &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
/// Steps of a chess knight.
pub const KNIGHT: &[(i64, i64)] =
    &[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

impl fmt::Display for PlaceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cell => "cell",
            Self::Edge => "edge",
            Self::Vertex => "vertex",
        })
    }
}

impl Grid {
    /// Returns the place as people read it: `r2c5`, `edge h3,1`, `vertex 1,1`; numbers from 1.
    pub fn describe(&self, place: Place) -> String {
        let (r, c) = self.row_column(place);
        let (r, c) = (r + 1, c + 1);
        match place.kind {
            PlaceKind::Cell => format!("r{r}c{c}"),
            PlaceKind::Vertex => format!("vertex {r},{c}"),
            PlaceKind::Edge if (place.index as usize) < self.horizontal_count() => {
                format!("edge h{r},{c}")
            }
            PlaceKind::Edge => format!("edge v{r},{c}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { rows: 3, columns: 5 };

    #[test]
    fn counts_places() {
        assert_eq!(GRID.count(PlaceKind::Cell), 15);
        assert_eq!(GRID.count(PlaceKind::Edge), 4 * 5 + 3 * 6);
        assert_eq!(GRID.count(PlaceKind::Vertex), 24);
        assert_eq!(GRID.pairs(ORTHOGONAL).len(), 3 * 4 + 2 * 5);
        assert_eq!(GRID.windows(2, 2).len(), 8);
    }

    #[test]
    fn sides_and_cells_beside_agree() {
        for cell in GRID.all(PlaceKind::Cell) {
            for side in GRID.sides(cell) {
                assert!(GRID.cells_beside(side).contains(&cell));
            }
        }
        let beside: usize =
            GRID.all(PlaceKind::Edge).iter().map(|edge| GRID.cells_beside(*edge).len()).sum();
        assert_eq!(beside, 4 * 15);
    }

    #[test]
    fn orbits_partition_the_cells() {
        let orbits = GRID.orbits(&[Symmetry::HalfTurn]).unwrap();
        assert_eq!(orbits.len(), 8);
        assert!(GRID.orbits(&[Symmetry::QuarterTurn]).is_none());
        let square = Grid { rows: 5, columns: 5 };
        assert_eq!(square.orbits(&[Symmetry::QuarterTurn]).unwrap().len(), 7);
        assert_eq!(square.orbits(&[Symmetry::QuarterTurn, Symmetry::LeftRight]).unwrap().len(), 6);
    }

    #[test]
    fn rejects_blocks_that_do_not_tile() {
        assert!(GRID.blocks(2, 5).is_none());
        assert_eq!(GRID.blocks(3, 1).unwrap().len(), 5);
    }
}
