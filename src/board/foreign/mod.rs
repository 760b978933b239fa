//! Texts of sudokus that other programs read and write: one file a form.
//!
//! Each form is given a [`Sudoku`] and gives a text, and the way back; what a sudoku is of a definition's puzzle
//! it does not know. A new form is a file here, a line in [`FORMS`] and one in `export/`.

mod fpuzzles;
mod ipuz;
mod json;
mod lines;
mod opensudoku;
mod packed;
mod sudokupad;
mod sudokuwiki;

pub use fpuzzles::Fpuzzles;
pub use ipuz::Ipuz;
pub use lines::{Sdk, Sdm};
pub use opensudoku::OpenSudoku;
pub use packed::pack;
pub use sudokupad::Sudokupad;
pub use sudokuwiki::SudokuWiki;

use puzgen_base::heads::FileHead;
use puzgen_model::sudoku::Sudoku;

/// A form of text.
pub trait ForeignForm: Sync + std::fmt::Debug {
    /// Returns its head.
    fn head(&self) -> FileHead;

    /// Returns the name.
    fn name(&self) -> &'static str {
        self.head().name
    }

    /// Returns what it is, in one sentence.
    fn about(&self) -> &'static str {
        self.head().about
    }

    /// Returns the ending of files in this form, without the dot.
    fn extension(&self) -> &'static str {
        self.head().extension
    }

    /// Returns whether a text holds one puzzle and no more.
    fn holds_one(&self) -> bool {
        false
    }

    /// Returns whether a text of it is a whole file, and not a part of one that has other puzzles, too.
    fn is_whole_file(&self) -> bool {
        false
    }

    /// Returns whether a text shows by how it begins that it is of this form.
    fn begins(&self, start: &str) -> bool;

    /// Returns the text, with a line end.
    ///
    /// # Errors
    /// What cannot be said in it, as a clause.
    fn write(&self, sudoku: &Sudoku) -> Result<String, String>;

    /// Reads the sudokus of a text.
    ///
    /// # Errors
    /// What is wrong with the text, as a clause.
    fn read(&self, text: &str) -> Result<Vec<Sudoku>, String>;
}

/// All forms.
pub const FORMS: &[&dyn ForeignForm] =
    &[&Sdm, &Sdk, &OpenSudoku, &SudokuWiki, &Ipuz, &Fpuzzles, &Sudokupad];

/// Returns the form of this name.
pub fn by_name(name: &str) -> Option<&'static dyn ForeignForm> {
    FORMS.iter().copied().find(|form| form.name() == name)
}

/// Returns the form that a text shows by how it begins.
pub fn form_of(text: &str) -> Option<&'static dyn ForeignForm> {
    let text = text.trim_start();
    FORMS.iter().copied().find(|form| form.begins(text))
}

/// Returns whether a text begins with an address below one of these hosts.
fn is_address(text: &str, hosts: &[&str]) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let rest = rest.map(|rest| rest.strip_prefix("www.").unwrap_or(rest));
    rest.is_some_and(|rest| hosts.iter().any(|host| rest.starts_with(host)))
}

/// Returns the sudoku of the classic shape with these numbers: digits, and for no number one of what circulates.
fn plain(numbers: &str) -> Result<Sudoku, String> {
    let mut sudoku = Sudoku::with_default_boxes(9);
    sudoku.givens = numbers.chars().map(number).collect::<Result<_, String>>()?;
    match sudoku.givens.len() {
        81 => Ok(sudoku),
        count => Err(format!("it has {count} squares where 81 are expected")),
    }
}

fn number(char: char) -> Result<Option<i64>, String> {
    match char {
        '1'..='9' => Ok(char.to_digit(10).map(i64::from)),
        '0' | '.' | 'X' | 'x' | '*' | '_' | ' ' | '-' => Ok(None),
        _ => Err(format!("`{char}` is no number")),
    }
}
