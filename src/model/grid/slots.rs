//! How the sides and corners of cells are numbered, and what touches what.
//!
//! # Shape
//! Places of a kind stand in one array or several, one after the other, each row-major:
//!
//! | | cells | edges | vertices |
//! |---|---|---|---|
//! | squares | `rows × columns` | horizontal ones `(rows + 1) × columns`, upright ones `rows × (columns + 1)` | `(rows + 1) × (columns + 1)` |
//! | hexagons | `rows × columns` | rising ones `(rows + 1) × columns`, falling ones `(rows + 1) × (columns + 1)`, upright ones `rows × (columns + 1)` | tops of cells, bottoms of cells, each `(rows + 1) × (columns + 1)` |
//! | graph | one row | none | none |
//!
//! An edge is numbered by the cell below it or right of it, a corner of squares by the cell below
//! right. Falling edges and tops of hexagons stand one column further right, bottoms one row further
//! down, so that those of cells beyond the border have a place.

use std::collections::BTreeSet;

use smallvec::{SmallVec, smallvec};

use crate::grid::{Grid, Place, PlaceKind, Shape};

/// Where a place stands among those of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Which array.
    pub part: usize,
    /// The row of the array, from 0.
    pub row: usize,
    /// The column of the array, from 0.
    pub column: usize,
}

/// Steps over the sides of a square: top, bottom, left, right.
const SQUARE_SIDES: &[(i64, i64)] = &[(-1, 0), (1, 0), (0, -1), (0, 1)];
/// Steps over the sides of a hexagon: the upper two, left, right, the lower two.
const HEXAGON_SIDES: &[(i64, i64)] = &[(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];

impl Grid {
    /// Returns rows and columns of each array that places of a kind stand in.
    pub fn parts(&self, kind: PlaceKind) -> SmallVec<[(usize, usize); 3]> {
        let (rows, columns) = (self.rows, self.columns);
        match (kind, &self.shape) {
            (PlaceKind::Cell, _) => smallvec![(rows, columns)],
            (PlaceKind::Edge, Shape::Squares) => {
                smallvec![(rows + 1, columns), (rows, columns + 1)]
            }
            (PlaceKind::Vertex, Shape::Squares) => smallvec![(rows + 1, columns + 1)],
            (PlaceKind::Edge, Shape::Hexagons(_)) => {
                smallvec![(rows + 1, columns), (rows + 1, columns + 1), (rows, columns + 1)]
            }
            (PlaceKind::Vertex, Shape::Hexagons(_)) => smallvec![(rows + 1, columns + 1); 2],
            (PlaceKind::Edge | PlaceKind::Vertex, Shape::Graph(_)) => SmallVec::new(),
        }
    }

    /// Returns a bound on the numbers of places of a kind: how many there are in the full array.
    pub fn count(&self, kind: PlaceKind) -> usize {
        self.parts(kind).iter().map(|(rows, columns)| rows * columns).sum()
    }

    /// Returns where a place stands.
    pub fn slot(&self, place: Place) -> Slot {
        let mut index = place.index as usize;
        if place.kind == PlaceKind::Cell {
            return Slot { part: 0, row: index / self.columns, column: index % self.columns };
        }
        for (part, (rows, columns)) in self.parts(place.kind).into_iter().enumerate() {
            if index < rows * columns {
                return Slot { part, row: index / columns, column: index % columns };
            }
            index -= rows * columns;
        }
        puzgen_base::bug!("{} {} is beyond the board", place.kind, place.index)
    }

    /// Returns the place that stands here, if it is on the board.
    fn place(&self, kind: PlaceKind, part: usize, row: i64, column: i64) -> Option<Place> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        let parts = self.parts(kind);
        let (rows, columns) = *parts.get(part)?;
        let before: usize = parts[..part].iter().map(|(rows, columns)| rows * columns).sum();
        let index = (before + row * columns + column) as u32;
        let place = (row < rows && column < columns).then_some(Place { kind, index });
        place.filter(|place| self.is_there(*place))
    }

    /// Returns row and column of a cell or vertex, from 0; of an edge those of the cell or border
    /// slot it is numbered by.
    pub fn row_column(&self, place: Place) -> (usize, usize) {
        let slot = self.slot(place);
        (slot.row, slot.column)
    }

    /// Returns the cells at these steps from a slot that are on the board, in order.
    fn cells_from(&self, slot: Slot, steps: &[(i64, i64)]) -> Vec<Place> {
        let (row, column) = (slot.row as i64, slot.column as i64);
        steps.iter().filter_map(|(r, c)| self.cell_at(row + r, column + c)).collect()
    }

    /// Returns the one or two cells beside an edge.
    pub fn cells_beside(&self, edge: Place) -> Vec<Place> {
        let slot = self.slot(edge);
        let steps: &[(i64, i64)] = match (&self.shape, slot.part) {
            (Shape::Hexagons(_), 1) => &[(-1, 0), (0, -1)],
            (_, 0) => &[(-1, 0), (0, 0)],
            _ => &[(0, -1), (0, 0)],
        };
        self.cells_from(slot, steps)
    }

    /// Returns the cells that meet in a vertex.
    pub fn cells_at(&self, vertex: Place) -> Vec<Place> {
        let slot = self.slot(vertex);
        let steps: &[(i64, i64)] = match (&self.shape, slot.part) {
            (Shape::Hexagons(_), 0) => &[(-1, -1), (-1, 0), (0, -1)],
            (Shape::Hexagons(_), _) => &[(-1, 0), (0, -1), (0, 0)],
            _ => &[(-1, -1), (-1, 0), (0, -1), (0, 0)],
        };
        self.cells_from(slot, steps)
    }

    /// Returns the sides of a cell, each with the step to the cell beyond it. Squares: top, bottom,
    /// left, right. Hexagons: the upper two, left, right, the lower two. A graph has none.
    pub(crate) fn sides_and_steps(&self, cell: Place) -> Vec<((i64, i64), Place)> {
        let steps = self.steps_beyond_sides().iter();
        steps.filter_map(|step| Some((*step, self.side(cell, *step)?))).collect()
    }

    fn steps_beyond_sides(&self) -> &'static [(i64, i64)] {
        match self.shape {
            Shape::Squares => SQUARE_SIDES,
            Shape::Hexagons(_) => HEXAGON_SIDES,
            Shape::Graph(_) => &[],
        }
    }

    /// Returns the side of a cell that a step goes across.
    fn side(&self, cell: Place, step: (i64, i64)) -> Option<Place> {
        let (r, c) = self.row_column(cell);
        let (r, c) = (r as i64, c as i64);
        let upright = self.parts(PlaceKind::Edge).len().saturating_sub(1);
        let (part, row, column) = match step {
            (-1, 0) => (0, r, c),
            (1, 0) => (0, r + 1, c),
            (-1, 1) => (1, r, c + 1),
            (1, -1) => (1, r + 1, c),
            (0, -1) => (upright, r, c),
            _ => (upright, r, c + 1),
        };
        self.place(PlaceKind::Edge, part, row, column)
    }

    /// Returns the edge between two cells that share a side.
    pub fn edge_between(&self, a: Place, b: Place) -> Option<Place> {
        let ((row, column), (r, c)) = (self.row_column(a), self.row_column(b));
        let step = (r as i64 - row as i64, c as i64 - column as i64);
        let is_beside = self.steps_beyond_sides().contains(&step);
        is_beside.then(|| self.side(a, step)).flatten()
    }

    /// Returns the sides of a cell, in the order of [`Grid::sides_and_steps`].
    pub fn sides(&self, cell: Place) -> Vec<Place> {
        self.sides_and_steps(cell).into_iter().map(|(_, side)| side).collect()
    }

    /// Returns the edges that the way from the left border to a cell crosses, along its row and across
    /// holes, the leftmost first. A graph has none.
    pub fn edges_left_of(&self, cell: Place) -> Vec<Place> {
        let slot = self.slot(cell);
        let upright = self.parts(PlaceKind::Edge).len().saturating_sub(1);
        let edge = |column| self.place(PlaceKind::Edge, upright, slot.row as i64, column as i64);
        (0..=slot.column).filter_map(edge).collect()
    }

    /// Returns the two vertices that an edge joins.
    pub fn ends(&self, edge: Place) -> [Place; 2] {
        let Slot { part, row, column } = self.slot(edge);
        let across = self.columns + 1;
        let tops = (self.rows + 1) * across;
        let first = row * across + column;
        let ends = match (&self.shape, part) {
            (Shape::Hexagons(_), 0) => [first + 1, tops + first],
            (Shape::Hexagons(_), 1) => [first, tops + first],
            (Shape::Hexagons(_), _) => [first + across, tops + first],
            (_, 0) => [first, first + 1],
            _ => [first, first + across],
        };
        ends.map(|index| Place { kind: PlaceKind::Vertex, index: index as u32 })
    }

    /// Returns the edges that meet in a vertex, in order.
    pub fn edges_at(&self, vertex: Place) -> Vec<Place> {
        let slot = self.slot(vertex);
        let slots: &[(usize, i64, i64)] = match (&self.shape, slot.part) {
            (Shape::Hexagons(_), 0) => &[(0, 0, -1), (1, 0, 0), (2, -1, 0)],
            (Shape::Hexagons(_), _) => &[(0, 0, 0), (1, 0, 0), (2, 0, 0)],
            _ => &[(0, 0, -1), (0, 0, 0), (1, -1, 0), (1, 0, 0)],
        };
        let edges = slots.iter().filter_map(|(part, row, column)| {
            let (row, column) = (slot.row as i64 + row, slot.column as i64 + column);
            self.place(PlaceKind::Edge, *part, row, column)
        });
        edges.collect()
    }

    /// Returns the corners of a cell, in the order of all vertices.
    pub fn vertices_of(&self, cell: Place) -> Vec<Place> {
        let ends = self.sides(cell).into_iter().flat_map(|edge| self.ends(edge));
        ends.collect::<BTreeSet<Place>>().into_iter().collect()
    }
}
