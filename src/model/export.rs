//! `export`: how puzzles of a definition are written for other programs, part by part.

use crate::expr::Expr;
use crate::link::LinkCode;
use crate::show::Shown;
use crate::sudoku::SudokuCode;

/// `export puzzlink "slither" when condition: digits(number)`.
#[derive(Debug)]
pub struct Export {
    /// The form that it is about.
    pub form: &'static str,
    /// What the other program calls the genre.
    pub genre: String,
    /// With which parameters it is that genre; none for all.
    pub condition: Option<Expr>,
    /// Rows and columns as the other program counts them; none for those of the board.
    pub size: Option<[Expr; 2]>,
    /// What is written, in order.
    pub parts: Vec<ExportPart>,
}

/// `digits(number)`.
#[derive(Debug)]
pub struct ExportPart {
    /// How it is written.
    pub code: ExportCode,
    /// What is written.
    pub arguments: Vec<ExportArgument>,
}

/// An argument of a code.
#[derive(Debug)]
pub enum ExportArgument {
    /// A clue or layout; where there is an expression, of this first key only.
    Family(Shown, Option<Expr>),
    /// A known value.
    Value(Expr),
}

/// How a part is written: in a link as text, in a sudoku of another program as what it is there.
#[derive(Debug, Clone, Copy)]
pub enum ExportCode {
    /// For the form `puzzlink`.
    Link(&'static dyn LinkCode),
    /// For the form `sudoku`.
    Sudoku(&'static dyn SudokuCode),
}

impl ExportCode {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Link(code) => code.name(),
            Self::Sudoku(code) => code.name(),
        }
    }

    /// Returns how it is called.
    pub fn signature(self) -> &'static str {
        match self {
            Self::Link(code) => code.signature(),
            Self::Sudoku(code) => code.signature(),
        }
    }

    /// Returns what it says, in one sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Link(code) => code.about(),
            Self::Sudoku(code) => code.about(),
        }
    }

    /// Returns whether it takes so many clues and layouts, and so many known values.
    pub fn takes(self, families: usize, values: usize) -> bool {
        match self {
            Self::Link(code) if (families, values) == (0, 1) => code.takes(None),
            Self::Link(code) => values == 0 && code.takes(Some(families)),
            Self::Sudoku(code) => code.takes(families, values),
        }
    }
}
