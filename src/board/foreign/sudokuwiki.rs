//! Links to the solver of sudokuwiki.org.

use crate::foreign::{ForeignForm, is_address, plain};
use puzgen_base::heads::FileHead;
use puzgen_model::sudoku::Sudoku;

/// The address of the solver with a board.
#[derive(Debug)]
pub struct SudokuWiki;

/// What stands before the digits.
const BEFORE: &str = "https://www.sudokuwiki.org/sudoku.htm?bd=";

impl ForeignForm for SudokuWiki {
    fn head(&self) -> FileHead {
        FileHead::new(
            "sudokuwiki",
            "the address of the sudoku in the solver of sudokuwiki.org",
            "txt",
        )
    }

    fn begins(&self, start: &str) -> bool {
        is_address(start, &["sudokuwiki.org/"])
    }

    fn write(&self, sudoku: &Sudoku) -> Result<String, String> {
        sudoku.must_be_plain()?;
        Ok(format!("{BEFORE}{}\n", sudoku.digits('0')?))
    }

    fn read(&self, text: &str) -> Result<Vec<Sudoku>, String> {
        let (_, board) = text.split_once("bd=").ok_or("the address has no board")?;
        let board = board.split(['&', '#']).next().unwrap_or_default();
        Ok(vec![plain(board.trim_end())?])
    }
}
