//! A board with the instance that it is of, and what it says.

use crate::foreign_text::{is_foreign, object_of};
use crate::layouts::other_than;
use crate::listing::{is_listing, numbered};
use crate::object::add_settings;
use crate::read::BoardReader;
use crate::shelf::{Prepared, Shelf};
use crate::text::{BoardInput, BoardText};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{FileId, Span};
use puzgen_model::instance::Setting;

/// An instance and a board of it.
#[derive(Debug, Clone)]
pub struct PreparedBoard<'s, 'd> {
    /// The instance.
    pub prepared: &'s Prepared<'d>,
    /// What the board says.
    pub input: BoardInput,
}

/// What was entered on a board.
#[derive(Debug)]
pub enum Entered {
    /// Clues and values of the answer.
    Values(BoardInput),
    /// These layouts are not those of the puzzle, so it is an attempt at another one.
    Elsewhere(Vec<String>),
}

impl<'s, 'd> PreparedBoard<'s, 'd> {
    /// Reads a board; the parameters that come with it are used where `settings` have none.
    ///
    /// # Errors
    /// What is wrong with the board, its parameters or its layouts.
    pub fn read(
        shelf: &'s Shelf<'d>,
        settings: &[Setting],
        board: BoardText<'_>,
    ) -> Result<Self, Diagnostics> {
        let mut settings = settings.to_vec();
        add_settings(shelf.definition(), board, &mut settings);
        Self::with(shelf, &settings, board)
    }

    /// Reads a board with these parameters.
    ///
    /// # Errors
    /// What is wrong with the board or its layouts.
    pub fn with(
        shelf: &'s Shelf<'d>,
        settings: &[Setting],
        board: BoardText<'_>,
    ) -> Result<Self, Diagnostics> {
        let prepared = shelf.get(settings, board)?;
        let reader = BoardReader::new(&prepared.instance, &prepared.lowered.fact_domains);
        Ok(Self { prepared, input: reader.board(board)? })
    }

    /// Returns what the board says, as [`ParsedBoard::givens`](puzgen_model::puzzle::ParsedBoard::givens) does.
    pub fn givens(&self) -> Vec<(usize, i64)> {
        let givens = self.input.board.givens(&self.prepared.instance);
        givens.into_iter().map(|(fact, value, _)| (fact, value)).collect()
    }

    /// Reads an attempt at this puzzle. What it does not repeat of the puzzle is as it is here; values that cannot
    /// stand where they are are kept, to be marked.
    ///
    /// # Errors
    /// What is wrong with its text.
    pub fn attempt(&self, board: BoardText<'_>) -> Result<Entered, Diagnostics> {
        let Prepared { instance, lowered, .. } = self.prepared;
        let reader = BoardReader::new(instance, &lowered.fact_domains).lenient();
        if let Some(object) = numbered(instance, &self.input.board, board)? {
            return Ok(Entered::Values(reader.attempt(BoardText { text: &object, ..board })?));
        }
        // A program says nothing of layouts.
        let others = if is_listing(board.text) { Vec::new() } else { other_than(instance, board)? };
        if !others.is_empty() {
            return Ok(Entered::Elsewhere(others.into_iter().map(str::to_owned).collect()));
        }
        Ok(Entered::Values(reader.attempt(board)?))
    }
}

/// Reads the texts of puzzles, on any thread.
#[derive(Debug, Clone)]
pub struct EntryReader<'s, 'd> {
    /// Where instances are kept.
    pub shelf: &'s Shelf<'d>,
    /// The parameters; they win over what comes with a puzzle.
    pub settings: Vec<Setting>,
    /// The file whose part each text is in turn.
    pub file: FileId,
}

impl<'s, 'd> EntryReader<'s, 'd> {
    /// Returns the instance of a puzzle and what its text says.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(&self, text: &str) -> Result<PreparedBoard<'s, 'd>, Diagnostics> {
        let board = BoardText { text, file: self.file, offset: 0 };
        if is_foreign(text) {
            // A link that can be read was replaced by its object before.
            object_of(self.shelf.definition(), &self.settings, board)?;
        }
        if let Some(at) = text.find('\u{fffd}') {
            let span = Span::new(self.file, at, at + '\u{fffd}'.len_utf8());
            let problem =
                Problem::error(Code::NotText, "this is not UTF-8 text", span, "the first bad byte");
            return Err(problem.help("save the file as UTF-8").into());
        }
        PreparedBoard::read(self.shelf, &self.settings, board)
    }
}
