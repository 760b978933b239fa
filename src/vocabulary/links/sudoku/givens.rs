//! Numbers that are given.

use crate::links::family;
use crate::links::sudoku::{by_cell, families_mut, fill_cells};
use puzgen_base::heads::Signed;
use puzgen_model::grid::Grid;
use puzgen_model::link::{Content, LinkArgument};
use puzgen_model::sudoku::{Sudoku, SudokuCode};

/// `givens(clue)`.
#[derive(Debug)]
pub(super) struct Givens;

impl SudokuCode for Givens {
    fn head(&self) -> Signed {
        Signed { name: "givens", signature: "givens(clue)", about: "The numbers that are given." }
    }

    fn takes(&self, families: usize, values: usize) -> bool {
        (families, values) == (1, 0)
    }

    fn write(
        &self,
        grid: &Grid,
        arguments: &[LinkArgument<'_>],
        sudoku: &mut Sudoku,
    ) -> Result<(), String> {
        let contents = by_cell(grid, family(arguments));
        if contents.contains(&Content::Untold) {
            return Err("a number is shown that is not told".to_owned());
        }
        sudoku.givens = contents.into_iter().map(Content::value).collect();
        Ok(())
    }

    fn read(
        &self,
        _: &Grid,
        sudoku: &mut Sudoku,
        arguments: &mut [LinkArgument<'_>],
    ) -> Result<(), String> {
        let givens = sudoku.givens.iter_mut().map(Option::take);
        let contents: Vec<Content> =
            givens.map(|given| given.map_or(Content::Empty, Content::Value)).collect();
        families_mut(arguments).try_for_each(|family| fill_cells(family, &contents))
    }
}
