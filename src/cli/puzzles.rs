//! Many puzzles from a path, standard input or the command line, read one after the other.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read as _};

use crate::board::link::{is_link, object_of};
use crate::board::many::{PuzzleText, Splitter};
use crate::board::position::{EntryReader, PreparedBoard};
use crate::board::read::BoardText;
use crate::board::shelf::Shelf;
use crate::cli::input::is_file;
use crate::cli::output::Console;
use crate::cli::{Failure, display_name};
use crate::diagnostics::{Code, Diagnostics, Problem};
use crate::model::definition::Definition;
use crate::model::frame::Frame;
use crate::model::instance::Setting;
use crate::reach::MAX_BYTES;
use crate::source::{FileId, Span};

/// The longest text of one puzzle that is read, in bytes: a file may be as long as it likes.
const MAX_PUZZLE: usize = MAX_BYTES;

/// The puzzles of a text.
pub(super) struct Puzzles<'s, 'd> {
    lines: Box<dyn BufRead>,
    name: String,
    file: FileId,
    splitter: Splitter,
    reader: EntryReader<'s, 'd>,
    waiting: VecDeque<PuzzleText>,
    is_first_line: bool,
    is_over: bool,
}

/// One puzzle, as far as it could be read.
pub(super) struct NextPuzzle<'s, 'd> {
    /// The line it starts at, from 1.
    pub(super) line: usize,
    /// Its text; [`Puzzles::next`] forgets it.
    pub(super) span: Span,
    /// Its instance and what it says.
    pub(super) read: Result<PreparedBoard<'s, 'd>, Diagnostics>,
}

impl<'s, 'd> Puzzles<'s, 'd> {
    /// Opens the text that `puzzles` is or names. `settings` win over what comes with a puzzle.
    pub(super) fn open(
        console: &mut Console,
        puzzles: &str,
        definition: &Definition,
        settings: Vec<Setting>,
        shelf: &'s Shelf<'d>,
    ) -> Result<Self, Failure> {
        let frame = Frame::new(definition, &settings)?;
        let splitter = match definition.layouts.as_slice() {
            [] => Splitter::new(&frame.complete(&Vec::new())?),
            // Before layouts are read, their own width stands for that of the board.
            _ => Splitter::new(frame.known()),
        };
        let (name, lines): (String, Box<dyn BufRead>) = match (is_file(puzzles)?, puzzles) {
            (false, text) => ("board".to_owned(), Box::new(Cursor::new(text.to_owned()))),
            (true, "-") => (display_name("-"), Box::new(BufReader::new(std::io::stdin()))),
            (true, path) => {
                let name = display_name(path);
                let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
                (name, Box::new(BufReader::new(file)))
            }
        };
        let file = console.sources.add(name.clone(), "");
        let waiting = VecDeque::new();
        let (is_first_line, is_over) = (true, false);
        let reader = EntryReader { shelf, settings, file };
        Ok(Self { lines, name, file, splitter, reader, waiting, is_first_line, is_over })
    }

    /// Returns what messages call the text.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the problem of a text without puzzles.
    pub(super) fn none(&self) -> Problem {
        let start = Span::new(self.file, 0, 0);
        Problem::error(Code::BoardShape, "there is no puzzle", start, "nothing here")
            .help("write one board a line, or one JSON object a line")
    }

    /// Reads the next puzzle.
    ///
    /// # Errors
    /// Where the text cannot be read any further. What is wrong with one puzzle is in
    /// [`NextPuzzle::read`].
    pub(super) fn next(
        &mut self,
        console: &mut Console,
    ) -> Result<Option<NextPuzzle<'s, 'd>>, Failure> {
        let Some(entry) = self.entry()? else { return Ok(None) };
        console.sources.show_part(self.file, entry.text.as_str(), entry.lines_before);
        let read = self.reader.read(&entry.text);
        let span = Span::new(self.file, 0, entry.text.len());
        Ok(Some(NextPuzzle { line: entry.lines_before + 1, span, read }))
    }

    /// Returns what reads the texts.
    pub(super) fn reader(&self) -> &EntryReader<'s, 'd> {
        &self.reader
    }

    /// Returns the text of the next puzzle.
    ///
    /// # Errors
    /// Where the text cannot be read any further.
    pub(super) fn entry(&mut self) -> Result<Option<PuzzleText>, Failure> {
        loop {
            if let Some(entry) = self.waiting.pop_front() {
                return Ok(Some(self.unlinked(entry)));
            }
            if self.is_over {
                return Ok(None);
            }
            match self.line()? {
                Some(line) => self.waiting.extend(self.splitter.line(&line)),
                None => {
                    self.is_over = true;
                    self.waiting.extend(self.splitter.end());
                }
            }
        }
    }

    /// Returns the object that a link stands for, and any other text as it is. A link that cannot be read stays,
    /// and the reader says what is wrong with it.
    fn unlinked(&self, entry: PuzzleText) -> PuzzleText {
        if !is_link(&entry.text) {
            return entry;
        }
        let board = BoardText { text: &entry.text, file: self.file, offset: 0 };
        let EntryReader { shelf, settings, .. } = &self.reader;
        match object_of(shelf.definition(), settings, board) {
            Ok(text) => PuzzleText { text, ..entry },
            Err(_) => entry,
        }
    }

    /// Returns the next line without its end; what is not UTF-8 in it as U+FFFD.
    fn line(&mut self) -> Result<Option<String>, Failure> {
        let mut bytes = Vec::new();
        // What the puzzle that the line may belong to is still allowed to have.
        let left = MAX_PUZZLE.saturating_sub(self.splitter.begun());
        let read = self.lines.by_ref().take(left as u64 + 1).read_until(b'\n', &mut bytes);
        read.map_err(|error| unreadable(&self.name, &error))?;
        if bytes.len() > left {
            let (name, most) = (&self.name, MAX_PUZZLE >> 20);
            let message = format!("a puzzle of `{name}` has more than {most} MiB");
            return Err(Problem::bare(Code::Io, message).help("write one puzzle a line").into());
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = match (std::mem::replace(&mut self.is_first_line, false), &*line) {
            (true, line) => line.strip_prefix('\u{feff}').unwrap_or(line),
            (false, line) => line,
        };
        Ok(Some(line.trim_end_matches(['\n', '\r']).to_owned()))
    }
}

fn unreadable(name: &str, error: &std::io::Error) -> Problem {
    Problem::bare(Code::Io, format!("`{name}` cannot be read: {error}"))
        .help("give a path, `-` for standard input, or the puzzles themselves")
}
