//! Constraints of the whole board that a sudoku has or has not.

use puzgen_base::heads::Signed;
use puzgen_model::link::Arguments;
use puzgen_model::sudoku::{Sudoku, SudokuCode};

/// `diagonals()`, `antiknight()`.
#[derive(Debug)]
pub(super) struct WholeRule {
    head: Signed,
    is_said: fn(&mut Sudoku) -> &mut bool,
}

pub(super) const DIAGONALS: WholeRule = WholeRule {
    head: Signed {
        name: "diagonals",
        signature: "diagonals()",
        about: "The two long diagonals repeat no number.",
    },
    is_said: |sudoku| &mut sudoku.has_diagonals,
};

pub(super) const ANTIKNIGHT: WholeRule = WholeRule {
    head: Signed {
        name: "antiknight",
        signature: "antiknight()",
        about: "Squares a knight's move apart differ.",
    },
    is_said: |sudoku| &mut sudoku.is_antiknight,
};

impl SudokuCode for WholeRule {
    fn head(&self) -> Signed {
        self.head
    }

    fn takes(&self, families: usize, values: usize) -> bool {
        (families, values) == (0, 0)
    }

    fn write(&self, _: &Arguments<'_>, sudoku: &mut Sudoku) -> Result<(), String> {
        *(self.is_said)(sudoku) = true;
        Ok(())
    }

    fn read(&self, sudoku: &mut Sudoku, _: &mut Arguments<'_>) -> Result<(), String> {
        match std::mem::take((self.is_said)(sudoku)) {
            true => Ok(()),
            false => Err(format!("it has no constraint `{}`", self.name())),
        }
    }
}
