//! Parts of a sudoku as other programs know it: one file each, with how clues and layouts become the part and the
//! way back.
//!
//! A new one is a file here and a line in [`SUDOKU_CODES`].

mod cages;
mod givens;
mod regions;
mod rules;
mod thermometers;

use puzgen_model::grid::{Grid, Place};
use puzgen_model::link::{Content, LinkFamily};
use puzgen_model::sudoku::SudokuCode;
use puzgen_model::value::Key;

/// All parts.
pub(crate) const SUDOKU_CODES: &[&dyn SudokuCode] = &[
    &givens::Givens,
    &regions::Boxes,
    &regions::Regions,
    &cages::Cages,
    &thermometers::Thermometers,
    &rules::DIAGONALS,
    &rules::ANTIKNIGHT,
];

/// Returns what a family says square by square.
fn by_cell(grid: &Grid, family: &LinkFamily<'_>) -> Vec<Content> {
    let content =
        |cell: usize| family.content(family.index.position_of(&Key::Place(Place::cell(cell))));
    (0..grid.cell_count()).map(content).collect()
}

/// Puts what squares say into a family.
///
/// # Errors
/// Where the family has no place for a square that says something.
fn fill_cells(family: &mut LinkFamily<'_>, contents: &[Content]) -> Result<(), String> {
    for (cell, content) in contents.iter().enumerate().filter(|(_, it)| **it != Content::Empty) {
        let position = family.index.position_of(&Key::Place(Place::cell(cell)));
        let position = position.ok_or_else(|| {
            format!("`{}` has no place for what stands in square {}", family.name, cell + 1)
        })?;
        family.contents[position] = *content;
    }
    Ok(())
}
