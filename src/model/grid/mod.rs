//! Pure geometry of boards: cells, edges, vertices and the lists made of them.
//!
//! # Shape
//! Squares stand in `rows × columns`, row-major, 0-based from the top left; people see 1-based
//! numbers (`r1c1`). Hexagons stand in a rectangular array, too, sheared: a cell's neighbours are
//! those to its left and right, above and above right, below left and below ([`HEXAGONAL`]), so
//! that rows, columns and lines of constant row + column are the lines of the three directions. The
//! nodes of a graph are one row.
//!
//! Cells may be left out, and most boards of hexagons leave out corners of the array. Places keep
//! the numbers of the full array; lists have only places that are there. An edge or vertex is there
//! where a cell beside it is. How edges and vertices are numbered is said in [`slots`].

mod directions;
mod graph;
mod picture;
mod polyomino;
mod shape;
pub mod slots;
mod symmetry;

use std::fmt;
use std::sync::Arc;

pub use directions::DIRECTIONS;
pub use graph::Graph;
pub use polyomino::Polyomino;
pub use symmetry::{BoardSymmetry, PlaceMap};

/// What kind of place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceKind {
    /// A square, hexagon or node.
    Cell,
    /// A side of a cell.
    Edge,
    /// A corner of a cell.
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

/// What the cells are.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Squares.
    Squares,
    /// Hexagons with a corner at the top. So many half cells of the array lie left of the first.
    Hexagons(usize),
    /// Nodes of a graph.
    Graph(Arc<Graph>),
}

/// A board.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// Number of rows of the array, at least 1.
    pub rows: usize,
    /// Number of columns of the array, at least 1.
    pub columns: usize,
    /// What the cells are.
    pub shape: Shape,
    /// Which cells are there, by number; none where all are.
    present: Option<Arc<[bool]>>,
}

impl Grid {
    /// Returns a rectangle of squares.
    pub fn squares(rows: usize, columns: usize) -> Self {
        Self { rows, columns, shape: Shape::Squares, present: None }
    }

    /// Returns a hexagon of hexagons, `side` of them on each of its edges.
    pub fn hexagon(side: usize) -> Self {
        let (last, size) = (side - 1, 2 * side - 1);
        let grid = Self { rows: size, columns: size, shape: Shape::Hexagons(last), present: None };
        grid.only(|r, c| (last..=3 * last).contains(&(r + c)))
    }

    /// Returns a rectangle of hexagons: every second row is moved by half a cell to the right.
    pub(crate) fn hexagons(rows: usize, columns: usize) -> Self {
        let before = (rows - 1) / 2;
        let shape = Shape::Hexagons(2 * before);
        let grid = Self { rows, columns: columns + before, shape, present: None };
        grid.only(|r, c| (before..before + columns).contains(&(c + r / 2)))
    }

    /// Returns a board whose cells are the nodes of a graph.
    pub fn graph(graph: Arc<Graph>) -> Self {
        Self { rows: 1, columns: graph.names.len(), shape: Shape::Graph(graph), present: None }
    }

    fn only(&self, is_there: impl Fn(usize, usize) -> bool) -> Self {
        let cells = self.all(PlaceKind::Cell).into_iter();
        self.with_cells(cells.filter(|cell| {
            let (r, c) = self.row_column(*cell);
            is_there(r, c)
        }))
    }

    /// Returns the board with only these of its cells.
    #[must_use]
    pub fn with_cells(&self, cells: impl Iterator<Item = Place>) -> Self {
        let mut present = vec![false; self.cell_count()];
        for cell in cells.filter(|cell| self.is_there(*cell)) {
            present[cell.index as usize] = true;
        }
        let is_full = present.iter().all(|is_there| *is_there);
        Self { present: (!is_full).then(|| present.into()), ..self.clone() }
    }

    /// Returns the graph whose nodes the cells are, if they are nodes.
    pub fn as_graph(&self) -> Option<&Graph> {
        match &self.shape {
            Shape::Graph(graph) => Some(graph),
            Shape::Squares | Shape::Hexagons(_) => None,
        }
    }

    /// Returns whether it consists of squares, but not of as many rows as columns.
    pub fn is_oblong(&self) -> bool {
        matches!(self.shape, Shape::Squares) && self.rows != self.columns
    }

    /// Returns whether the place is on the board.
    pub fn is_there(&self, place: Place) -> bool {
        match (place.kind, &self.present) {
            (PlaceKind::Cell, Some(present)) => {
                present.get(place.index as usize).is_some_and(|is_there| *is_there)
            }
            (PlaceKind::Cell, None) => (place.index as usize) < self.cell_count(),
            (kind, None) if matches!(self.shape, Shape::Squares) => {
                (place.index as usize) < self.count(kind)
            }
            (PlaceKind::Edge, _) => !self.cells_beside(place).is_empty(),
            (PlaceKind::Vertex, _) => !self.cells_at(place).is_empty(),
        }
    }

    /// Returns the number of cells of the full array: numbers of cells are below it.
    pub fn cell_count(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns all places of a kind in order.
    pub fn all(&self, kind: PlaceKind) -> Vec<Place> {
        (0..self.count(kind))
            .map(|index| Place { kind, index: index as u32 })
            .filter(|place| self.is_there(*place))
            .collect()
    }

    /// Returns the cell at row `r`, column `c`, both from 0, if it is on the board.
    pub fn cell_at(&self, r: i64, c: i64) -> Option<Place> {
        let (r, c) = (usize::try_from(r).ok()?, usize::try_from(c).ok()?);
        let cell = (r < self.rows && c < self.columns).then(|| Place::cell(r * self.columns + c));
        cell.filter(|cell| self.is_there(*cell))
    }

    /// Returns the cells of each row; none for a row without any.
    pub fn rows(&self) -> Vec<Vec<Place>> {
        self.blocks_of(1, self.columns)
    }

    /// Returns the cells of each column; none for a column without any.
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

    /// Returns every `height × width` window, by its top left cell; none where it is too large. A
    /// window lacks no cell.
    pub fn windows(&self, height: usize, width: usize) -> Vec<Vec<Place>> {
        let mut windows = Vec::new();
        if height == 0 || width == 0 {
            return windows;
        }
        for top in 0..(self.rows + 1).saturating_sub(height) {
            for left in 0..(self.columns + 1).saturating_sub(width) {
                let window = self.rectangle(top, left, height, width);
                if window.len() == height * width {
                    windows.push(window);
                }
            }
        }
        windows
    }

    fn rectangle(&self, top: usize, left: usize, height: usize, width: usize) -> Vec<Place> {
        let cells = (top..top + height)
            .flat_map(|r| (left..left + width).map(move |c| (r, c)))
            .map(|(r, c)| Place::cell(r * self.columns + c));
        cells.filter(|cell| self.is_there(*cell)).collect()
    }

    /// Returns the two main diagonals, each from the top; of a board that is no square, those from
    /// the two upper corners. Of hexagons, the lines that are neither rows nor columns, from the
    /// upper left.
    pub fn diagonals(&self) -> Vec<Vec<Place>> {
        let cells = |cells: &mut dyn Iterator<Item = (usize, usize)>| -> Vec<Place> {
            cells.filter_map(|(r, c)| self.cell_at(r as i64, c as i64)).collect()
        };
        if let Shape::Hexagons(_) = self.shape {
            let line = |sum: usize| {
                let first = sum.saturating_sub(self.columns - 1);
                cells(&mut (first..self.rows.min(sum + 1)).map(|r| (r, sum - r)))
            };
            let lines = (0..self.rows + self.columns - 1).map(line);
            return lines.skip_while(Vec::is_empty).collect();
        }
        let (size, last) = (self.rows.min(self.columns), self.columns - 1);
        vec![cells(&mut (0..size).map(|i| (i, i))), cells(&mut (0..size).map(|i| (i, last - i)))]
    }

    /// Returns whether it is a board of squares.
    pub fn is_of_squares(&self) -> bool {
        matches!(self.shape, Shape::Squares)
    }

    /// Returns the steps to the cells that share a side with a cell; none on a graph.
    pub fn side_steps(&self) -> &'static [(i64, i64)] {
        match self.shape {
            Shape::Squares => ORTHOGONAL,
            Shape::Hexagons(_) => HEXAGONAL,
            Shape::Graph(_) => &[],
        }
    }

    /// Returns the places of the same kind next to a place: cells that share a side or a link with
    /// it, vertices that an edge joins to it, edges that meet it in a vertex.
    pub fn neighbours(&self, place: Place) -> Vec<Place> {
        let mut near: Vec<Place> = match (place.kind, &self.shape) {
            (PlaceKind::Cell, Shape::Graph(graph)) => {
                let near = graph.neighbours[place.index as usize].iter();
                let near = near.map(|index| Place::cell(*index as usize));
                return near.filter(|cell| self.is_there(*cell)).collect();
            }
            (PlaceKind::Cell, _) => return self.reached(place, self.side_steps()),
            (PlaceKind::Vertex, _) => {
                self.edges_at(place).into_iter().flat_map(|edge| self.ends(edge)).collect()
            }
            (PlaceKind::Edge, _) => {
                self.ends(place).into_iter().flat_map(|end| self.edges_at(end)).collect()
            }
        };
        near.retain(|other| *other != place);
        near.sort_unstable();
        near
    }

    /// Returns the cells that touch a cell, if only in a corner.
    pub fn around(&self, cell: Place) -> Vec<Place> {
        match self.shape {
            Shape::Squares => self.reached(cell, KING),
            Shape::Hexagons(_) | Shape::Graph(_) => self.neighbours(cell),
        }
    }

    /// Returns each unordered pair of cells that share a side or a link, once, in the order of
    /// [`Grid::pairs`].
    pub fn adjacent(&self) -> Vec<(Place, Place)> {
        let Shape::Graph(_) = &self.shape else { return self.pairs(self.side_steps()) };
        let cells = self.all(PlaceKind::Cell).into_iter();
        let pairs = cells.flat_map(|cell| {
            let later = self.neighbours(cell).into_iter().filter(move |other| cell < *other);
            later.map(move |other| (cell, other))
        });
        pairs.collect()
    }

    /// Returns those of [`Grid::adjacent`] that a cell is in, in the same order.
    pub fn pairs_at(&self, cell: Place) -> Vec<(Place, Place)> {
        if let Shape::Graph(_) = &self.shape {
            let pairs = self.adjacent().into_iter();
            return pairs.filter(|(a, b)| [*a, *b].contains(&cell)).collect();
        }
        if !self.is_there(cell) {
            return Vec::new();
        }
        let near = self.neighbours(cell).into_iter();
        let mut pairs: Vec<_> = near.map(|other| (cell.min(other), cell.max(other))).collect();
        let row = |cell: Place| self.row_column(cell).0;
        pairs.sort_unstable_by_key(|(a, b)| (row(*a) != row(*b), *a, *b));
        pairs
    }

    /// Returns the cells reached from `cell` by the given steps (rows, columns) that are on board.
    pub(crate) fn reached(&self, cell: Place, steps: &[(i64, i64)]) -> Vec<Place> {
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
}

/// Steps to the four squares that share a side.
pub(crate) const ORTHOGONAL: &[(i64, i64)] = &[(-1, 0), (0, -1), (0, 1), (1, 0)];
/// Steps to the four squares that share only a corner.
pub const DIAGONAL: &[(i64, i64)] = &[(-1, -1), (-1, 1), (1, -1), (1, 1)];
/// Steps to the eight squares around.
pub const KING: &[(i64, i64)] =
    &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
/// Steps of a chess knight.
pub const KNIGHT: &[(i64, i64)] =
    &[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
/// Steps to the six hexagons that share a side.
pub(crate) const HEXAGONAL: &[(i64, i64)] = &[(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];

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
    /// Returns the place as people read it: `r2c5`, `edge h3,1`, `vertex 1,1`, numbers from 1; a
    /// node by its name. Sides of hexagons are `r` (rising), `f` (falling) and `v` (upright), their
    /// corners `t` (at the top of a cell) and `b` (at the bottom).
    pub fn describe(&self, place: Place) -> String {
        if let (Some(graph), PlaceKind::Cell) = (self.as_graph(), place.kind) {
            let name = graph.names.get(place.index as usize);
            return name.cloned().unwrap_or_else(|| format!("cell {}", place.index));
        }
        let slot = self.slot(place);
        let (r, c) = (slot.row + 1, slot.column + 1);
        let marks: &[&str] = match (place.kind, &self.shape) {
            (PlaceKind::Cell, _) => return format!("r{r}c{c}"),
            (PlaceKind::Vertex, Shape::Hexagons(_)) => &["t", "b"],
            (PlaceKind::Vertex, _) => &[""],
            (PlaceKind::Edge, Shape::Hexagons(_)) => &["r", "f", "v"],
            (PlaceKind::Edge, _) => &["h", "v"],
        };
        format!("{} {}{r},{c}", place.kind, marks[slot.part])
    }
}

#[cfg(test)]
mod tests;
