//! Many puzzles from a path, standard input or the command line, read one after the other.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read as _};

use crate::input::is_file;
use crate::output::Console;
use crate::{Failure, display_name};
use puzgen_api::jumble::moved;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{FileId, Span};
use puzgen_board::foreign::{self, ForeignForm};
use puzgen_board::foreign_text::{ForeignText, is_foreign, object_of};
use puzgen_board::link::is_pzpr_file;
use puzgen_board::many::{PuzzleText, Splitter};
use puzgen_board::position::{EntryReader, PreparedBoard};
use puzgen_board::read::BoardText;
use puzgen_board::shelf::Shelf;
use puzgen_check::reach::MAX_BYTES;
use puzgen_model::definition::Definition;
use puzgen_model::frame::Frame;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Setting;
use puzgen_vocabulary::links::gmpuzzles;

/// The longest text of one puzzle that is read, in bytes: a file may be as long as it likes.
const MAX_PUZZLE: usize = MAX_BYTES;

/// How much of a text is looked at to see its form.
const START: usize = 1 << 16;

/// A text of puzzles before it is read.
pub(super) struct PuzzleSource {
    lines: Box<dyn BufRead>,
    name: String,
    /// The form that the whole of it is read by, where it is a file of another program.
    form: Option<&'static dyn ForeignForm>,
}

impl PuzzleSource {
    /// Opens the text that `puzzles` is or names; it is of this form, or of the one that it begins like.
    pub(super) fn open(
        puzzles: &str,
        form: Option<&'static dyn ForeignForm>,
    ) -> Result<Self, Failure> {
        let (name, lines): (String, Box<dyn BufRead>) = match (is_file(puzzles)?, puzzles) {
            (false, text) => ("board".to_owned(), Box::new(Cursor::new(text.to_owned()))),
            (true, "-") => {
                let stdin = BufReader::with_capacity(START, std::io::stdin());
                (display_name("-"), Box::new(stdin))
            }
            (true, path) => {
                let name = display_name(path);
                let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
                (name, Box::new(BufReader::with_capacity(START, file)))
            }
        };
        let mut source = Self { lines, name, form };
        if form.is_none() {
            let start = source.start()?;
            source.form = foreign::form_of(&start).filter(|form| form.is_whole_file());
            if is_pzpr_file(&start) || gmpuzzles::is_text(&start) {
                source.put_on_one_line()?;
            }
        }
        Ok(source)
    }

    /// Puts the lines of a file of pzpr, which is one puzzle, into one, as pzpr itself reads them; a text of
    /// GMPuzzles becomes such a file.
    fn put_on_one_line(&mut self) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        let most = MAX_PUZZLE as u64 + 1;
        let read = self.lines.by_ref().take(most).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(&self.name, &error))?;
        let text = String::from_utf8_lossy(&bytes);
        let line = match gmpuzzles::is_text(&text) {
            true => gmpuzzles::to_pzpr(&text).map_err(|why| {
                let message = format!("`{}` is no text of the form `gmpuzzles`: {why}", self.name);
                Problem::bare(Code::BoardLink, message).help("`puzgen help board::link`")
            })?,
            false => text.lines().map(str::trim).collect::<Vec<_>>().join("/"),
        };
        self.lines = Box::new(Cursor::new(line));
        Ok(())
    }

    /// Returns what the text begins with; it is still to be read.
    pub(super) fn start(&mut self) -> Result<String, Problem> {
        let bytes = self.lines.fill_buf().map_err(|error| unreadable(&self.name, &error))?;
        let start = String::from_utf8_lossy(bytes);
        Ok(start.strip_prefix('\u{feff}').unwrap_or(&start).to_owned())
    }

    /// Returns the form that the whole of it is read by, where it is a file of another program.
    pub(super) fn form(&self) -> Option<&'static dyn ForeignForm> {
        self.form
    }
}

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
        Self::of(console, PuzzleSource::open(puzzles, None)?, definition, settings, shelf)
    }

    /// Opens what was opened as far as to see its form.
    pub(super) fn of(
        console: &mut Console,
        source: PuzzleSource,
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
        let file = console.sources.add(source.name.clone(), "");
        let (is_first_line, is_over) = (true, false);
        let reader = EntryReader { shelf, settings, file };
        let PuzzleSource { lines, name, form } = source;
        let waiting = VecDeque::new();
        let mut opened =
            Self { lines, name, file, splitter, reader, waiting, is_first_line, is_over };
        if let Some(form) = form {
            opened.read_file(console, form)?;
        }
        Ok(opened)
    }

    /// Reads a file that another program wrote as a whole.
    fn read_file(
        &mut self,
        console: &mut Console,
        form: &'static dyn ForeignForm,
    ) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        let read = self.lines.by_ref().take(MAX_PUZZLE as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| unreadable(&self.name, &error))?;
        if bytes.len() > MAX_PUZZLE {
            let (name, most) = (&self.name, MAX_PUZZLE >> 20);
            let message = format!("`{name}` has more than {most} MiB");
            return Err(Problem::bare(Code::Io, message).help("divide it").into());
        }
        let text = String::from_utf8_lossy(&bytes);
        console.sources.show_part(self.file, &*text, 0);
        let text = BoardText { text: &text, file: self.file, offset: 0 };
        let EntryReader { shelf, settings, .. } = &self.reader;
        let objects =
            ForeignText::read(Some(form), text)?.objects(shelf.definition(), settings, text)?;
        // A puzzle is known by its number, as one in a file with a puzzle a line.
        let entries = objects.into_iter().enumerate();
        self.waiting.extend(entries.map(|(lines_before, text)| PuzzleText { text, lines_before }));
        self.is_over = true;
        Ok(())
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

    /// Returns the object that a text of another program stands for, and any other text as it is. One that cannot be read stays,
    /// and the reader says what is wrong with it.
    fn unlinked(&self, entry: PuzzleText) -> PuzzleText {
        if !is_foreign(&entry.text) {
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

/// Returns a puzzle as it was read, with the answers that came with it.
pub(super) fn unsolved(board: &PreparedBoard<'_, '_>, index: u64) -> GeneratedPuzzle {
    let (facts, shown) = (board.input.board.told(), board.input.board.shown());
    let answers = board.input.answers().filter_map(|answer| answer.iter().copied().collect());
    moved((0, index), facts, shown, answers.collect(), None)
}

fn unreadable(name: &str, error: &std::io::Error) -> Problem {
    Problem::bare(Code::Io, format!("`{name}` cannot be read: {error}"))
        .help("give a path, `-` for standard input, or the puzzles themselves")
}
