//! The boards that a command works on, as files or texts.

use crate::choices::REPORTS;
use crate::input::read_board;
use crate::output::Console;
use crate::{DefinitionArgs, Failure};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::{FileId, Span};
use puzgen_board::foreign_text::{is_foreign, object_of};
use puzgen_board::many::second_printed;
use puzgen_board::object::add_settings;
use puzgen_board::position::{Entered, PreparedBoard};
use puzgen_board::read::BoardText;
use puzgen_board::shelf::Shelf;
use puzgen_model::instance::Setting;

/// Reads the boards that `boards` names: all of the same instance, which the first one decides.
pub(super) fn positions<'s, 'd>(
    console: &mut Console,
    args: &DefinitionArgs,
    shelf: &'s Shelf<'d>,
    boards: &[&str],
) -> Result<Vec<PreparedBoard<'s, 'd>>, Failure> {
    let names: Vec<&str> =
        std::iter::once(args.file.as_str()).chain(boards.iter().copied()).collect();
    one_from_stdin(&names)?;
    let mut settings = args.settings(console)?;
    let mut positions = Vec::new();
    for board in boards {
        let (file, text) = read_board(console, board)?;
        let (file, text) = unlinked(console, shelf, &settings, (file, text))?;
        if let Some(at) = second_printed(&shelf.definition().name, &text) {
            let span = Span::new(file, at, at + 1);
            let message = "this is more than one puzzle";
            return Err(Problem::error(Code::BoardShape, message, span, "the second one")
                .help("give one of them; `puzgen solve`, `rate` and `convert` take many")
                .into());
        }
        let board = BoardText { text: &text, file, offset: 0 };
        if positions.is_empty() {
            add_settings(shelf.definition(), board, &mut settings);
        }
        positions.push(PreparedBoard::with(shelf, &settings, board)?);
    }
    Ok(positions)
}

/// Returns the object that a text of another program stands for, and any other text as it is.
fn unlinked(
    console: &mut Console,
    shelf: &Shelf<'_>,
    settings: &[Setting],
    (file, text): (FileId, String),
) -> Result<(FileId, String), Failure> {
    if !is_foreign(&text) {
        return Ok((file, text));
    }
    let board = BoardText { text: &text, file, offset: 0 };
    let object = object_of(shelf.definition(), settings, board)?;
    Ok((console.sources.add("what the other program says", object.clone()), object))
}

/// Reads an attempt at a puzzle. What it does not repeat of the puzzle is as the puzzle has it.
pub(super) fn attempt(
    console: &mut Console,
    puzzle: &PreparedBoard<'_, '_>,
    board: &str,
) -> Result<Entered, Failure> {
    let (file, text) = read_board(console, board)?;
    Ok(puzzle.attempt(BoardText { text: &text, file, offset: 0 })?)
}

/// Checks that not more than one of the files that were named is standard input.
pub(super) fn one_from_stdin(names: &[&str]) -> Result<(), Problem> {
    if names.iter().filter(|name| **name == "-").count() > 1 {
        let message = "only one of definition and boards can come from standard input";
        return Err(Problem::bare(Code::Usage, message).help("put the others into files"));
    }
    Ok(())
}

/// Returns whether a command that has text and JSON is to print JSON.
pub(super) fn is_json(command: &str, format: &str) -> Result<bool, Problem> {
    if REPORTS.contains(&format) {
        return Ok(format == "json");
    }
    Err(Problem::bare(Code::Usage, format!("`{command}` has no format `{format}`"))
        .help(format!("use {}", REPORTS.join(" or "))))
}
