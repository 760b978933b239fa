//! One board that a command works on: its text, its instance, and what it says.

use crate::board::object::add_settings;
use crate::board::read::{BoardText, Input, Reader};
use crate::board::shelf::{Prepared, Shelf};
use crate::cli::input::read_board;
use crate::cli::output::Console;
use crate::cli::{DefinitionArgs, Failure};
use crate::diagnostics::{Code, Problem};
use crate::source::Span;

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
        let is_blank = |line: &str| line.trim().is_empty() || line.trim().starts_with('#');
        if prepared.instance.grid.is_some() && text.lines().all(is_blank) {
            let start = Span::new(file, 0, 0);
            let problem =
                Problem::error(Code::BoardShape, "the board is empty", start, "nothing here");
            return Err(problem.help("write `.` for every empty square").into());
        }
        let reader = Reader::new(&prepared.instance, &prepared.lowered.fact_domains);
        positions.push(Position { prepared, input: reader.board(board)? });
    }
    Ok(positions)
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
    match format {
        "text" => Ok(false),
        "json" => Ok(true),
        other => Err(Problem::bare(Code::Usage, format!("`{command}` has no format `{other}`"))
            .help("use text or json")),
    }
}

impl Position<'_, '_> {
    /// Returns what the board says, as [`Board::givens`](crate::model::puzzle::Board::givens) does.
    pub(super) fn givens(&self) -> Vec<(usize, i64)> {
        let givens = self.input.board.givens(&self.prepared.instance);
        givens.into_iter().map(|(fact, value, _)| (fact, value)).collect()
    }
}
