//! Turns and reflections that take the cells of a board onto each other.

use std::mem::discriminant;

use crate::grid::directions::DIRECTIONS;
use crate::grid::{Grid, Place, PlaceKind, Shape};

/// A turn or reflection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BoardSymmetry {
    /// Rotation by 180°.
    HalfTurn,
    /// Rotation by 90°; squares only.
    QuarterTurn,
    /// Rotation by 120°; hexagons only.
    ThirdTurn,
    /// Rotation by 60°; hexagons only.
    SixthTurn,
    /// Left and right exchanged.
    LeftRight,
    /// Top and bottom exchanged.
    UpDown,
    /// Rows and columns exchanged: of squares, the reflection in the diagonal from the top left.
    Diagonal,
    /// Rows and columns exchanged, both read from their ends: of squares, the reflection in the
    /// diagonal from the top right.
    Antidiagonal,
}

/// Where a symmetry takes each place, by its number. What is not there has no meaning.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlaceMap {
    /// For each cell.
    pub cells: Vec<u32>,
    /// For each edge.
    pub edges: Vec<u32>,
    /// For each vertex.
    pub vertices: Vec<u32>,
}

impl PlaceMap {
    /// Returns the map that moves nothing on a board.
    pub fn identity(grid: &Grid) -> Self {
        let all = |kind| (0..grid.count(kind) as u32).collect();
        let [cells, edges, vertices] =
            [PlaceKind::Cell, PlaceKind::Edge, PlaceKind::Vertex].map(all);
        Self { cells, edges, vertices }
    }

    /// Returns where a place goes.
    pub fn image(&self, place: Place) -> Place {
        let index = self.of(place.kind).get(place.index as usize);
        Place { kind: place.kind, index: index.copied().unwrap_or(place.index) }
    }

    /// Returns this map and then another.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        let moved = |kind| {
            let image = |index: &u32| next.image(Place { kind, index: *index }).index;
            self.of(kind).iter().map(image).collect()
        };
        let [cells, edges, vertices] =
            [PlaceKind::Cell, PlaceKind::Edge, PlaceKind::Vertex].map(moved);
        Self { cells, edges, vertices }
    }

    /// Returns the way back of a map between two boards.
    #[must_use]
    pub fn inverse(&self, from: &Grid, to: &Grid) -> Self {
        let mut back = Self::identity(to);
        for kind in [PlaceKind::Cell, PlaceKind::Edge, PlaceKind::Vertex] {
            // What is not there would come to lie where something is.
            for place in from.all(kind) {
                back.of_mut(kind)[self.image(place).index as usize] = place.index;
            }
        }
        back
    }

    fn of(&self, kind: PlaceKind) -> &[u32] {
        match kind {
            PlaceKind::Cell => &self.cells,
            PlaceKind::Edge => &self.edges,
            PlaceKind::Vertex => &self.vertices,
        }
    }

    fn of_mut(&mut self, kind: PlaceKind) -> &mut [u32] {
        match kind {
            PlaceKind::Cell => &mut self.cells,
            PlaceKind::Edge => &mut self.edges,
            PlaceKind::Vertex => &mut self.vertices,
        }
    }
}

impl BoardSymmetry {
    /// All symmetries with their names in the language.
    pub const ALL: &'static [(&'static str, Self)] = &[
        ("half_turn", Self::HalfTurn),
        ("quarter_turn", Self::QuarterTurn),
        ("third_turn", Self::ThirdTurn),
        ("sixth_turn", Self::SixthTurn),
        ("left_right", Self::LeftRight),
        ("up_down", Self::UpDown),
        ("diagonal", Self::Diagonal),
        ("antidiagonal", Self::Antidiagonal),
    ];

    /// Returns the name in the language.
    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, other)| *other == self).map_or("", |(name, _)| name)
    }

    /// Returns whether it takes no rectangle of squares onto itself but a square.
    pub fn needs_square(self) -> bool {
        matches!(self, Self::QuarterTurn | Self::Diagonal | Self::Antidiagonal)
    }

    /// Returns the image of a step; `None` where the cells have no such symmetry.
    fn step(self, shape: &Shape, (r, c): (i64, i64)) -> Option<(i64, i64)> {
        Some(match (self, shape) {
            (_, Shape::Graph(_)) => return None,
            (Self::HalfTurn, _) => (-r, -c),
            (Self::Diagonal, _) => (c, r),
            (Self::Antidiagonal, _) => (-c, -r),
            (Self::QuarterTurn, Shape::Squares) => (c, -r),
            (Self::LeftRight, Shape::Squares) => (r, -c),
            (Self::UpDown, Shape::Squares) => (-r, c),
            (Self::ThirdTurn, Shape::Hexagons(_)) => (c, -r - c),
            (Self::SixthTurn, Shape::Hexagons(_)) => (r + c, -r),
            (Self::LeftRight, Shape::Hexagons(_)) => (r, -r - c),
            (Self::UpDown, Shape::Hexagons(_)) => (-r, r + c),
            (Self::QuarterTurn, Shape::Hexagons(_))
            | (Self::ThirdTurn | Self::SixthTurn, Shape::Squares) => return None,
        })
    }
}

impl Grid {
    /// Returns the name of the direction that a symmetry makes of another, where there is one.
    pub(crate) fn turned_direction(
        &self,
        symmetry: BoardSymmetry,
        direction: &str,
    ) -> Option<&'static str> {
        let (_, step) = DIRECTIONS.iter().find(|(name, _)| *name == direction)?;
        let turned = symmetry.step(&self.shape, *step)?;
        DIRECTIONS.iter().find(|(_, step)| *step == turned).map(|(name, _)| *name)
    }

    /// Returns where a symmetry takes the cells, by their numbers; `None` where it does not take
    /// the cells that are there onto those of the other board.
    fn cell_images(&self, symmetry: BoardSymmetry, to: &Self) -> Option<Vec<u32>> {
        let cells = self.all(PlaceKind::Cell);
        let there = to.all(PlaceKind::Cell);
        if cells.len() != there.len() || discriminant(&self.shape) != discriminant(&to.shape) {
            return None;
        }
        let turned = |cell: Place| {
            let (r, c) = self.row_column(cell);
            symmetry.step(&self.shape, (r as i64, c as i64))
        };
        // Moved so that the outermost cells come to lie where the outermost were.
        let (mut first, mut first_turned) = ((i64::MAX, i64::MAX), (i64::MAX, i64::MAX));
        for (cell, other) in cells.iter().zip(&there) {
            let ((r, c), (to_r, to_c)) = (to.row_column(*other), turned(*cell)?);
            first = (first.0.min(r as i64), first.1.min(c as i64));
            first_turned = (first_turned.0.min(to_r), first_turned.1.min(to_c));
        }
        let (down, right) = (first.0 - first_turned.0, first.1 - first_turned.1);
        let mut images: Vec<u32> = (0..self.cell_count() as u32).collect();
        for cell in cells {
            let (r, c) = turned(cell)?;
            images[cell.index as usize] = to.cell_at(r + down, c + right)?.index;
        }
        Some(images)
    }

    /// Returns where a symmetry takes all places, on this board or another; `None` where it does not
    /// take the cells that are there onto those that are there.
    pub fn images(&self, symmetry: BoardSymmetry, to: &Self) -> Option<PlaceMap> {
        let cells = self.cell_images(symmetry, to)?;
        let mut edges: Vec<u32> = (0..self.count(PlaceKind::Edge) as u32).collect();
        let mut vertices: Vec<u32> = (0..self.count(PlaceKind::Vertex) as u32).collect();
        for cell in self.all(PlaceKind::Cell) {
            let there = to.sides_and_steps(Place::cell(cells[cell.index as usize] as usize));
            let sides = self.sides_and_steps(cell).into_iter().map(|(step, side)| {
                let step = symmetry.step(&self.shape, step)?;
                let (_, image) = there.iter().find(|(other, _)| *other == step)?;
                Some((side, *image))
            });
            let sides: Vec<(Place, Place)> = sides.collect::<Option<_>>()?;
            for (side, image) in &sides {
                edges[side.index as usize] = image.index;
            }
            // A corner is where two sides meet.
            for (position, (side, image)) in sides.iter().enumerate() {
                for (other, other_image) in &sides[..position] {
                    let corners = [self.meet(*side, *other), to.meet(*image, *other_image)];
                    if let [Some(corner), Some(image)] = corners {
                        vertices[corner.index as usize] = image.index;
                    }
                }
            }
        }
        Some(PlaceMap { cells, edges, vertices })
    }

    fn meet(&self, side: Place, other: Place) -> Option<Place> {
        let ends = self.ends(other);
        self.ends(side).into_iter().find(|end| ends.contains(end))
    }

    /// Returns the orbits of the cells under the symmetries together, each sorted; `None` where one
    /// of them does not take the cells onto each other.
    pub fn orbits(&self, symmetries: &[BoardSymmetry]) -> Option<Vec<Vec<Place>>> {
        let maps: Vec<Vec<u32>> =
            symmetries.iter().map(|one| self.cell_images(*one, self)).collect::<Option<_>>()?;
        let mut orbits: Vec<Vec<Place>> = Vec::new();
        let mut seen = vec![false; self.cell_count()];
        for start in self.all(PlaceKind::Cell) {
            if std::mem::replace(&mut seen[start.index as usize], true) {
                continue;
            }
            let mut orbit = vec![start];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                for map in &maps {
                    let image = map[cell.index as usize] as usize;
                    if !std::mem::replace(&mut seen[image], true) {
                        orbit.push(Place::cell(image));
                    }
                }
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        Some(orbits)
    }
}
