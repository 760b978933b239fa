//! Turns and reflections of the whole board: cells, edges and vertices together.

use crate::grid::{Grid, Place, PlaceKind, Symmetry};
use crate::model::instance::Instance;
use crate::model::transform::{Asks, Given, Move, TransformFamily};

/// A family made of symmetries of the board.
#[derive(Debug)]
pub(super) struct Turns {
    name: &'static str,
    about: &'static str,
    /// Its generators on a square board and on others.
    square: &'static [Symmetry],
    other: Option<&'static [Symmetry]>,
}

macro_rules! turns {
    ($constant:ident, $name:literal, $about:literal, $square:expr, $other:expr) => {
        pub(super) const $constant: Turns =
            Turns { name: $name, about: $about, square: $square, other: $other };
    };
}

use Symmetry::{Antidiagonal, Diagonal, HalfTurn, LeftRight, QuarterTurn, UpDown};

turns!(
    ROTATE,
    "rotate",
    "Turns by 90°, on a board that is not square by 180°.",
    &[QuarterTurn],
    Some(&[HalfTurn])
);
turns!(
    REFLECT,
    "reflect",
    "Left and right, or top and bottom, change places.",
    &[LeftRight, UpDown],
    Some(&[LeftRight, UpDown])
);
turns!(HALF_TURN, "half_turn", "A turn by 180°.", &[HalfTurn], Some(&[HalfTurn]));
turns!(QUARTER_TURN, "quarter_turn", "Turns by 90° of a square board.", &[QuarterTurn], None);
turns!(LEFT_RIGHT, "left_right", "Left and right change places.", &[LeftRight], Some(&[LeftRight]));
turns!(UP_DOWN, "up_down", "Top and bottom change places.", &[UpDown], Some(&[UpDown]));
turns!(
    DIAGONAL,
    "diagonal",
    "Rows become columns: the reflection of a square board in the diagonal from the top left.",
    &[Diagonal],
    None
);
turns!(
    ANTIDIAGONAL,
    "antidiagonal",
    "The reflection of a square board in the diagonal from the top right.",
    &[Antidiagonal],
    None
);

impl TransformFamily for Turns {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn asks(&self) -> Asks {
        Asks::Nothing
    }

    fn moves(&self, instance: &Instance<'_>, _: Given) -> Result<Vec<Move>, String> {
        let grid = instance.grid.ok_or("there is no board")?;
        let symmetries = if grid.rows == grid.columns { Some(self.square) } else { self.other };
        let symmetries = symmetries.ok_or("the board is not square")?;
        let moves = symmetries.iter().map(|symmetry| moved(&grid, *symmetry));
        moves.collect::<Option<Vec<Move>>>().ok_or_else(|| "the board is not square".to_owned())
    }
}

/// Returns where a symmetry takes each place. A place is told by the ends of its edges.
fn moved(grid: &Grid, symmetry: Symmetry) -> Option<Move> {
    // The vertices are the cells of a board with one more row and column.
    let corners = Grid { rows: grid.rows + 1, columns: grid.columns + 1 };
    let vertex = |index: u32| {
        corners.image(symmetry, Place { kind: PlaceKind::Cell, index }).map(|image| image.index)
    };
    let vertices = (0..grid.count(PlaceKind::Vertex) as u32).map(vertex).collect::<Option<_>>()?;
    let cells = grid.all(PlaceKind::Cell).into_iter();
    let cells = cells.map(|cell| Some(grid.image(symmetry, cell)?.index)).collect::<Option<_>>()?;
    let across = grid.columns as u32 + 1;
    let horizontal = grid.horizontal_count() as u32;
    let edge = |place: Place| {
        let mut ends = [0; 2];
        for (image, end) in ends.iter_mut().zip(grid.ends(place)) {
            *image = vertex(end.index)?;
        }
        let first = ends[0].min(ends[1]);
        let (row, column) = (first / across, first % across);
        Some(if ends[0].abs_diff(ends[1]) == 1 && ends[0] / across == ends[1] / across {
            row * grid.columns as u32 + column
        } else {
            horizontal + row * across + column
        })
    };
    let edges = grid.all(PlaceKind::Edge).into_iter().map(edge).collect::<Option<_>>()?;
    Some(Move::Places { cells, edges, vertices })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_edges_and_vertices_with_their_cells() {
        for grid in [Grid { rows: 3, columns: 5 }, Grid { rows: 4, columns: 4 }] {
            for (_, symmetry) in Symmetry::ALL {
                let Some(Move::Places { cells, edges, vertices }) = moved(&grid, *symmetry) else {
                    assert!(symmetry.needs_square() && grid.rows != grid.columns);
                    continue;
                };
                for cell in grid.all(PlaceKind::Cell) {
                    let image = Place::cell(cells[cell.index as usize] as usize);
                    let mut sides: Vec<u32> =
                        grid.sides(cell).iter().map(|side| edges[side.index as usize]).collect();
                    sides.sort_unstable();
                    let mut expected = grid.sides(image).map(|side| side.index);
                    expected.sort_unstable();
                    assert_eq!(sides, expected);
                }
                for edge in grid.all(PlaceKind::Edge) {
                    let index = edges[edge.index as usize];
                    let mut ends = grid.ends(edge).map(|end| vertices[end.index as usize]);
                    ends.sort_unstable();
                    let image = Place { kind: PlaceKind::Edge, index };
                    assert_eq!(ends, grid.ends(image).map(|end| end.index));
                }
            }
        }
    }
}
