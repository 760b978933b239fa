//! Numbers that are given.

use crate::links::family;
use crate::links::sudoku::{by_cell, fill_cells};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Arguments, Content};
use puzgen_model::sudoku::{Sudoku, SudokuCode};

/// `givens(clue)`.
#[derive(Debug)]
pub(super) struct Givens;

impl SudokuCode for Givens {
    fn head(&self) -> Signed {
        Signed { name: "givens", signature: "givens(clue)", about: "The numbers that are given." }
    }

    fn write(&self, arguments: &Arguments<'_>, sudoku: &mut Sudoku) -> Result<(), String> {
        let contents = by_cell(arguments.grid, family(arguments));
        if contents.contains(&Content::Untold) {
            return Err("a number is shown that is not told".to_owned());
        }
        sudoku.givens = contents.into_iter().map(Content::value).collect();
        Ok(())
    }

    fn read(&self, sudoku: &mut Sudoku, into: &mut Arguments<'_>) -> Result<(), String> {
        let givens = sudoku.givens.iter_mut().map(Option::take);
        let contents: Vec<Content> =
            givens.map(|given| given.map_or(Content::Empty, Content::Value)).collect();
        into.families_mut().try_for_each(|family| fill_cells(family, &contents))
    }
}
