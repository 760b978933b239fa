//! `puzgen convert`: puzzles of one form in another, without any solving.

use std::path::PathBuf;

use clap::Args;

#[cfg(feature = "book")]
use crate::book::Converted;
use crate::choices::{input_forms, input_help, output_help};
use crate::drawing::SheetArgs;
use crate::input::{format_named, load_built_in, must_hold};
use crate::output::Console;
use crate::position::one_from_stdin;
use crate::puzzles::{NextPuzzle, PuzzleSource, Puzzles, unsolved};
use crate::target::{OutputPath, must_not_be_read};
use crate::{DefinitionArgs, ExitStatus, Failure};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::FileId;
use puzgen_board::foreign::{self, ForeignForm};
use puzgen_board::foreign_text::{ForeignText, is_foreign};
use puzgen_board::position::PreparedBoard;
use puzgen_board::read::BoardText;
use puzgen_board::shelf::Shelf;
#[cfg(feature = "book")]
use puzgen_book::{Document, document_named};
use puzgen_export::{Context, Format};
use puzgen_model::counting::MAX_SIZE;
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_puzzles as library;

/// Write puzzles in another form
#[derive(Debug, Args)]
pub(super) struct Convert {
    /// A definition, which may be left out where the puzzles name their genre; and the puzzles: a path, `-`
    /// for standard input, or the text itself
    #[arg(num_args = 1..=2, required = true, value_names = ["FILE", "PUZZLES"])]
    texts: Vec<String>,
    /// The puzzle in the definition's file, where there are several
    #[arg(long, value_name = "NAME")]
    puzzle: Option<String>,
    /// Set a parameter (repeatable)
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    #[arg(long, short, help = output_help(), value_name = "NAME")]
    format: String,
    #[arg(long, help = input_help(), value_name = "NAME")]
    input_format: Option<String>,
    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    sheet: SheetArgs,
}

impl Convert {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let written = self.written()?;
        let form = self.input_format.as_deref().map(input_form).transpose()?.flatten();
        let names: Vec<&str> = self.texts.iter().map(String::as_str).collect();
        one_from_stdin(&names)?;
        let (file, puzzles) = match names[..] {
            [file, puzzles] => (Some(file), puzzles),
            _ => (None, names[0]),
        };
        let mut source = PuzzleSource::open(puzzles, form)?;
        let arguments = DefinitionArgs {
            file: file.unwrap_or_default().to_owned(),
            puzzle: self.puzzle.clone(),
            settings: self.settings.clone(),
            max_size: MAX_SIZE,
        };
        let definition = match file {
            Some(_) => arguments.load(console)?,
            None => named_by(console, &mut source)?,
        };
        let settings = arguments.settings(console)?;
        let shelf = Shelf::new(&definition);
        let puzzles_name = puzzles;
        let puzzles = Puzzles::of(console, source, &definition, settings, &shelf)?;
        let bytes = match written {
            Written::Each(format) => converted(console, puzzles, format)?,
            #[cfg(feature = "book")]
            Written::Together(document) => {
                let made = Converted { document, sheet: &self.sheet, definition: &definition };
                made.bytes(console, puzzles)?
            }
        };
        let Some(out) = &self.out else {
            console.print_bytes(&bytes)?;
            return Ok(0);
        };
        console.read.push(PathBuf::from(puzzles_name));
        must_not_be_read(out, &console.read)?;
        OutputPath::of(out)?.write(console, &bytes)?;
        Ok(0)
    }
}

/// What puzzles are written as.
enum Written {
    /// One after the other.
    Each(&'static dyn Format),
    /// All as one document.
    #[cfg(feature = "book")]
    Together(&'static dyn Document),
}

impl Convert {
    /// Returns what `--format` names, checked against the other options.
    fn written(&self) -> Result<Written, Failure> {
        #[cfg(feature = "book")]
        if let Some(document) = document_named(&self.format) {
            return Ok(Written::Together(document));
        }
        self.sheet.must_be_unused()?;
        Ok(Written::Each(format_named(&self.format)?))
    }
}

/// Returns the puzzles in a form. A mistake in one ends it, so that none is left out in silence.
fn converted(
    console: &mut Console,
    mut puzzles: Puzzles<'_, '_>,
    format: &'static dyn Format,
) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut index = 0;
    while let Some(NextPuzzle { read, .. }) = puzzles.next(console)? {
        must_hold(format, index == 0)?;
        if index > 0 {
            bytes.extend_from_slice(format.separator().as_bytes());
        }
        bytes.extend(printed(&read?, None, index, format)?);
        index += 1;
    }
    match index {
        0 => Err(puzzles.none().into()),
        _ => Ok(bytes),
    }
}

/// Returns a board in a form, with what it says of itself, the seed of its run where it is known, and its index.
pub(super) fn printed(
    board: &PreparedBoard<'_, '_>,
    seed: Option<u64>,
    index: u64,
    format: &'static dyn Format,
) -> Result<Vec<u8>, Problem> {
    let prepared = board.prepared;
    let puzzle = GeneratedPuzzle {
        seed: seed.unwrap_or(0),
        is_of_run: seed.is_some(),
        ..unsolved(board, index)
    };
    let context = Context::new(&prepared.instance, &prepared.lowered.fact_domains, true);
    match format.is_binary() {
        true => format.bytes(&context, &puzzle),
        false => format.jumbled(&context, &puzzle).map(String::into_bytes),
    }
}

/// Returns the form of another program that the input is to be of; none for puzgen's own.
fn input_form(name: &str) -> Result<Option<&'static dyn ForeignForm>, Problem> {
    let known = input_forms();
    if known.contains(&name) {
        return Ok(foreign::by_name(name));
    }
    Err(Problem::bare(Code::Usage, format!("there is no form `{name}` that is read"))
        .help(format!("use one of {}", known.join(", ")))
        .did_you_mean(name, known))
}

/// Returns the built-in definition of the puzzles that a text begins with.
fn named_by(console: &mut Console, source: &mut PuzzleSource) -> Result<Definition, Failure> {
    let start = source.start()?;
    let text = start.trim_start();
    let file = console.sources.add("the puzzles", text);
    let name = match source.form() {
        Some(form) => return of_foreign(console, Some(form), (file, text)),
        None => {
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            let first = lines.clone().find(|line| !line.is_empty()).unwrap_or_default();
            let is_object = text.starts_with('{');
            let foreign = if is_object { text } else { first };
            if is_foreign(foreign) {
                return of_foreign(console, None, (file, foreign));
            }
            name_in(text).or_else(|| is_sudoku(&lines.collect::<Vec<_>>()).then_some("sudoku"))
        }
    };
    let loaded = match name {
        Some(name) => load_built_in(console, name)?,
        None => None,
    };
    let Some(loaded) = loaded else {
        return Err(unnamed().into());
    };
    Ok(loaded.definition(console, None)?.0)
}

fn unnamed() -> Problem {
    Problem::bare(Code::Usage, "the text does not say which built-in puzzle it is of")
        .help("name the definition before it: `puzgen convert FILE PUZZLES --format NAME`")
}

/// Returns the name of the definition that comes with a text of puzgen's.
fn name_in(text: &str) -> Option<&str> {
    if let Some(remark) = text.strip_prefix("# ") {
        return remark.lines().next()?.split_once(", seed ").map(|(name, _)| name);
    }
    let (_, rest) = text.split_once("puzzle").filter(|(before, _)| before.len() < 100)?;
    // The field `schema` before it has the word in its value.
    let rest = rest
        .strip_prefix("/1")
        .map_or(Some(rest), |it| it.split_once("puzzle").map(|(_, it)| it))?;
    let rest = rest.trim_start_matches(['"', ':', ' ']);
    rest.split(|char: char| !char.is_alphanumeric() && char != '_').next()
}

/// Returns whether a board is nine lines of nine characters, or one of 81.
fn is_sudoku(lines: &[&str]) -> bool {
    let is_row = |count: usize| {
        move |line: &&String| {
            line.len() == count && line.chars().all(|char| char.is_ascii_digit() || char == '.')
        }
    };
    let lines: Vec<String> =
        lines.iter().filter(|line| !line.is_empty()).map(|line| line.replace('/', "")).collect();
    lines.iter().take(1).filter(is_row(81)).count() == 1
        || lines.iter().take(9).filter(is_row(9)).count() == 9
}

/// Returns the built-in definition that reads what another program wrote: of those that do the one with the
/// fewest layouts, since regions that are boxes are no layout.
fn of_foreign(
    console: &mut Console,
    form: Option<&'static dyn ForeignForm>,
    (file, text): (FileId, &str),
) -> Result<Definition, Failure> {
    let board = BoardText { text, file, offset: 0 };
    let read = ForeignText::read(form, board)?;
    let wanted = read.wanted_export();
    let is_exported = |name: &&str| library::text(name).is_some_and(|it| it.contains(&wanted));
    let mut definitions = Vec::new();
    for name in library::names().into_iter().filter(is_exported) {
        if let Some(loaded) = load_built_in(console, name)? {
            definitions.push(loaded.definition(console, None)?.0);
        }
    }
    definitions.sort_by_key(|definition| definition.layouts.len());
    let does_read = |it: &Definition| read.objects(it, &[], board).is_ok();
    let found = definitions.into_iter().find(does_read);
    found.ok_or_else(|| unnamed().into())
}
