//! Permutations of rows and columns, alone or band by band.
//!
//! Bands are rows of blocks, stacks are columns of blocks. Only cells move: an edge between two rows
//! has no place to go to when rows are permuted.

use puzgen_model::grid::{Grid, Place, PlaceMap};
use puzgen_model::transform::{ArgumentValue, Asks, Move, TransformFamily};

/// A family that permutes lines.
#[derive(Debug)]
pub(super) struct Permute {
    name: &'static str,
    about: &'static str,
    /// Whether it permutes rows, not columns.
    is_rows: bool,
    unit: Permuted,
}

/// What is permuted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Permuted {
    /// Single lines.
    Line,
    /// All lines of a row or column of blocks together.
    Blocks,
    /// Single lines, each within its row or column of blocks.
    Within,
}

macro_rules! permute {
    ($constant:ident, $name:literal, $about:literal, $is_rows:literal, $unit:ident) => {
        pub(super) const $constant: Permute =
            Permute { name: $name, about: $about, is_rows: $is_rows, unit: Permuted::$unit };
    };
}

permute!(ROWS, "permute rows", "Any permutation of the rows.", true, Line);
permute!(COLUMNS, "permute columns", "Any permutation of the columns.", false, Line);
permute!(BANDS, "permute bands", "Any permutation of the rows of blocks.", true, Blocks);
permute!(STACKS, "permute stacks", "Any permutation of the columns of blocks.", false, Blocks);
permute!(
    ROWS_IN_BAND,
    "permute rows in band",
    "Any permutation of the rows within each row of blocks.",
    true,
    Within
);
permute!(
    COLUMNS_IN_STACK,
    "permute columns in stack",
    "Any permutation of the columns within each column of blocks.",
    false,
    Within
);

impl TransformFamily for Permute {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn asks(&self) -> Asks {
        if self.unit == Permuted::Line { Asks::Nothing } else { Asks::Blocks }
    }

    fn moves(
        &self,
        from: Option<&Grid>,
        to: Option<&Grid>,
        given: ArgumentValue<'_>,
    ) -> Result<Vec<Move>, String> {
        let grid = from.ok_or("there is no board")?;
        if to != Some(grid) {
            return Err("with these parameters the board is another".to_owned());
        }
        if grid.as_graph().is_some() {
            return Err("a graph has no rows and columns".to_owned());
        }
        let size = match given {
            ArgumentValue::Blocks(height, width) => {
                if grid.blocks(height, width).is_none() {
                    return Err(format!("blocks of {height}×{width} do not tile the board"));
                }
                if self.is_rows { height } else { width }
            }
            ArgumentValue::Nothing | ArgumentValue::Answer { .. } => 1,
        };
        let count = if self.is_rows { grid.rows } else { grid.columns };
        let swaps: Vec<(usize, usize, usize)> = match self.unit {
            Permuted::Line => (1..count).map(|line| (line - 1, line, 1)).collect(),
            Permuted::Blocks => {
                (1..count / size).map(|unit| ((unit - 1) * size, unit * size, size)).collect()
            }
            Permuted::Within => (1..count)
                .filter(|line| !line.is_multiple_of(size))
                .map(|line| (line - 1, line, 1))
                .collect(),
        };
        let lines = if self.is_rows { "rows" } else { "columns" };
        let why = || format!("cells would go where there are none: the {lines} are not alike");
        swaps.into_iter().map(|swap| self.swapped(grid, swap).ok_or_else(why)).collect()
    }
}

impl Permute {
    /// Exchanges `length` lines from `first` on with those from `second` on; `None` where a cell
    /// would go where there is none.
    fn swapped(&self, grid: &Grid, (first, second, length): (usize, usize, usize)) -> Option<Move> {
        let image = |line: usize| match line {
            _ if (first..first + length).contains(&line) => line - first + second,
            _ if (second..second + length).contains(&line) => line - second + first,
            _ => line,
        };
        let cell = |index: usize| {
            let (row, column) = (index / grid.columns, index % grid.columns);
            let (row, column) =
                if self.is_rows { (image(row), column) } else { (row, image(column)) };
            (row * grid.columns + column) as u32
        };
        let cells: Vec<u32> = (0..grid.cell_count()).map(cell).collect();
        let is_there = |index: u32| grid.is_there(Place::cell(index as usize));
        let fits = cells.iter().zip(0..).all(|(image, cell)| !is_there(cell) || is_there(*image));
        fits.then(|| Move::Places(PlaceMap { cells, ..PlaceMap::identity(grid) }))
    }
}
