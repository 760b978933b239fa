//! Puzzles and solutions as text: one file a form.
//!
//! A [`Format`] is given a puzzle and its [`Context`], and returns a text or bytes. What stands in a puzzle it asks the
//! [`FamilyBlock`]s. Nothing here reads a text, looks for solutions or opens a file. A new form is a file here and a
//! line in [`FORMATS`].

pub mod blanks;
mod blocks;
mod candidates;
mod context;
mod csv;
pub mod drawing;
mod exported;
mod family_block;
mod format;
mod gmpuzzles;
mod json;
mod line;
pub mod listing;
mod penpa;
mod penpa_drawing;
mod puzzlink;
mod pytest;
mod pzpr;
mod site_address;
mod sudoku;
mod sudokupad;
#[cfg(test)]
mod tests;
mod text;
mod yaml;

use puzgen_board::foreign;

pub use candidates::{candidates_object, candidates_text};
pub use context::{Context, StepOnBoard};
pub use drawing::style::{Colour, STYLES, Style};
pub use drawing::{
    Characters, Elements, Ink, Inked, LabelBox, PlacedElement, characters, label_boxes, play,
    step_characters, step_svg,
};
pub use family_block::FamilyBlock;
pub use format::{Format, FormatHead};
pub use json::{answer_object, entered_object, params_object, puzzle_object, value_json};
pub use site_address::{must_be_site, site_address};
pub use text::{answer_text, marked_text, solved_text};

/// All forms, the default first.
pub const FORMATS: &[&dyn Format] = &[
    &text::TextFormat,
    &line::LineFormat,
    &csv::Csv,
    &json::JsonLines,
    &yaml::Yaml,
    &drawing::Boxes,
    &drawing::Svg,
    #[cfg(feature = "png")]
    &drawing::Png,
    &puzzlink::Puzzlink,
    &penpa::Penpa,
    &pzpr::Pzpr,
    &gmpuzzles::GmPuzzles,
    &sudokupad::Sudokupad,
    &pytest::Pytest,
    &sudoku::SudokuFormat(&foreign::Fpuzzles),
    &sudoku::SudokuFormat(&foreign::SudokuWiki),
    &sudoku::SudokuFormat(&foreign::Sdm),
    &sudoku::SudokuFormat(&foreign::Sdk),
    &sudoku::SudokuFormat(&foreign::OpenSudoku),
    &sudoku::SudokuFormat(&foreign::Ipuz),
];

/// Returns the form of this name.
pub fn by_name(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}
