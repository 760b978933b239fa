//! One board that a command works on: its text, its instance, and what it says.

use crate::board::layouts::other_than;
use crate::board::object::add_settings;
use crate::board::read::{BoardText, Input, Reader};
use crate::board::shelf::{Prepared, Shelf};
use crate::cli::choices::REPORTS;
use crate::cli::input::read_board;
use crate::cli::output::Console;
use crate::cli::{DefinitionArgs, Failure};
use crate::diagnostics::{Code, Problem};

/// An instance and a board of it.
pub(super) struct Position<'s, 'd> {
    pub(super) prepared: &'s Prepared<'d>,
    pub(super) input: Input,
}

/// Reads the boards that `boards` names: all of the same instance, which the first one decides.
pub(super) fn positions<'s, 'd>(
    console: &mut Console,
    args: &DefinitionArgs,
    shelf: &'s Shelf<'d>,
    boards: &[&str],
) -> Result<Vec<Position<'s, 'd>>, Failure> {
    let names: Vec<&str> =
        std::iter::once(args.file.as_str()).chain(boards.iter().copied()).collect();
    one_from_stdin(&names)?;
    let mut settings = args.settings(console)?;
    let mut positions = Vec::new();
    for board in boards {
        let (file, text) = read_board(console, board)?;
        let board = BoardText { text: &text, file, offset: 0 };
        if positions.is_empty() {
            add_settings(board, &mut settings);
        }
        let prepared = shelf.get(&settings, board)?;
        let reader = Reader::new(&prepared.instance, &prepared.lowered.fact_domains);
        positions.push(Position { prepared, input: reader.board(board)? });
    }
    Ok(positions)
}

/// What was entered on a board.
pub(super) enum Entered {
    /// Clues and values of the answer.
    Values(Input),
    /// These layouts are not those of the puzzle, so it is an attempt at another one.
    Elsewhere(Vec<String>),
}

/// Reads an attempt at the puzzle of a position. What it does not repeat of the puzzle is as it is there.
pub(super) fn attempt(
    console: &mut Console,
    puzzle: &Position<'_, '_>,
    board: &str,
) -> Result<Entered, Failure> {
    let Prepared { instance, lowered, .. } = puzzle.prepared;
    let (file, text) = read_board(console, board)?;
    let board = BoardText { text: &text, file, offset: 0 };
    let others = other_than(instance, board)?;
    if !others.is_empty() {
        return Ok(Entered::Elsewhere(others.into_iter().map(str::to_owned).collect()));
    }
    Ok(Entered::Values(Reader::new(instance, &lowered.fact_domains).attempt(board)?))
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

impl Position<'_, '_> {
    /// Returns what the board says, as [`Board::givens`](crate::model::puzzle::Board::givens) does.
    pub(super) fn givens(&self) -> Vec<(usize, i64)> {
        let givens = self.input.board.givens(&self.prepared.instance);
        givens.into_iter().map(|(fact, value, _)| (fact, value)).collect()
    }
}
