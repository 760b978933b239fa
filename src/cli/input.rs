//! Definitions and boards from paths, standard input and built-in names.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;

use crate::choices::{documents, forms, with_documents};
use crate::files::{ReadAccess, is_there};
use crate::host::{engines, host};
use crate::output::Console;
use crate::stop::name_value;
use crate::{DefinitionArgs, EngineArgs, Failure, display_name};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::jobs::Jobs;
use puzgen_base::source::FileId;
use puzgen_board::foreign_text::is_foreign;
use puzgen_check::load::{self, LoadedFiles};
use puzgen_check::reach::{self, MAX_BYTES, Unread};
use puzgen_csp::Csp;
use puzgen_engine::Engine;
use puzgen_explain::{self as explain, listed};
use puzgen_export::{self as export, Format};
use puzgen_generate::Bounds;
use puzgen_model::definition::Definition;
use puzgen_model::instance::Setting;
use puzgen_puzzles as library;

/// The largest text of puzzles that is read as a whole, in bytes.
const MAX_PUZZLES: usize = 64 << 20;

fn read_bytes(file: &str, most: usize) -> Result<Vec<u8>, Unread> {
    match file {
        "-" => reach::bytes(std::io::stdin().lock(), most),
        _ => reach::bytes(std::fs::File::open(file)?, most),
    }
}

/// Reads a text of puzzles; one that is not UTF-8 is reported at the first bad byte.
pub(super) fn read_text(console: &mut Console, file: &str) -> Result<(FileId, String), Problem> {
    let name = display_name(file);
    let bytes = read_bytes(file, MAX_PUZZLES).map_err(|unread| unreadable(&name, &unread))?;
    console.read.extend((file != "-").then(|| file.into()));
    add_text(console, name, bytes)
}

/// Adds what was read to the texts of the run.
fn add_text(
    console: &mut Console,
    name: String,
    bytes: Vec<u8>,
) -> Result<(FileId, String), Problem> {
    match String::from_utf8(bytes) {
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
            Ok((console.sources.add(name, text.clone()), text))
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let file = console.sources.add(name, text);
            let span = puzgen_base::source::Span::new(file, at, at + '\u{fffd}'.len_utf8());
            Err(Problem::error(Code::NotText, "this is not UTF-8 text", span, "the first bad byte")
                .help("save the file as UTF-8"))
        }
    }
}

/// Returns the problem of a file that the command line names.
fn unreadable(name: &str, unread: &Unread) -> Problem {
    let (reason, help) = match unread {
        Unread::Failed(reason) => (
            reason.as_str(),
            "give a path, `-` for standard input, or a built-in name (`puzgen list`)",
        ),
        Unread::Outside | Unread::NoFiles => (
            "it is a link that leads out of its folder",
            "it is to be confined: give the path of the file itself",
        ),
    };
    Problem::bare(Code::Io, format!("`{name}` cannot be read: {reason}")).help(help)
}

/// A file that was read, before one of its puzzles is chosen.
pub(super) struct Loaded {
    pub(super) program: LoadedFiles,
    pub(super) file: FileId,
    pub(super) stem: String,
}

/// Reads the built-in puzzle of this name, if there is one.
pub(super) fn load_built_in(console: &mut Console, name: &str) -> Result<Option<Loaded>, Failure> {
    let Some(text) = library::text(name) else { return Ok(None) };
    let file = console.sources.add(load::built_in_name(name), text);
    loaded(console, file, name, &mut ReadAccess::BuiltIns).map(Some)
}

/// Reads the definition that `file` names.
pub(super) fn load_file(console: &mut Console, file: &str) -> Result<Loaded, Failure> {
    let (file, stem, mut reach) = find(console, file)?;
    let loaded = loaded(console, file, &stem, &mut reach)?;
    console.read.extend(reach.paths());
    Ok(loaded)
}

/// Does the same; of a definition that cannot be read, reports all mistakes that can be found.
pub(super) fn load_or_survey(console: &mut Console, file: &str) -> Result<Loaded, Failure> {
    let (file, stem, mut reach) = find(console, file)?;
    let failed = match loaded(console, file, &stem, &mut reach) {
        Ok(loaded) => {
            console.read.extend(reach.paths());
            return Ok(loaded);
        }
        Err(failed @ Failure::Problems(..)) => failed,
        Err(failed) => return Err(failed),
    };
    let mut reader = |from: &str, path: &str| reach.read(from, path);
    let found = load::survey(file, &mut console.sources, &mut reader).problems;
    console.read.extend(reach.paths());
    Err(if found.has_errors() { found.into() } else { failed })
}

/// Returns the text that `file` names, the name of its puzzle where it has several, and what it may
/// read.
fn find(console: &mut Console, file: &str) -> Result<(FileId, String, ReadAccess), Failure> {
    let (path, name) = (Path::new(file), display_name(file));
    let failed = |unread: Unread| unreadable(&name, &unread);
    let is_there = file == "-" || is_there(path).map_err(|error| failed(error.into()))?;
    // A folder may have the name of a built-in puzzle, as one that a run has written.
    if let Some(text) = library::text(file).filter(|_| !is_there) {
        let id = console.sources.add(load::built_in_name(file), text);
        return Ok((id, file.to_owned(), ReadAccess::BuiltIns));
    }
    if !is_there && !path.is_dir() {
        let message = format!("there is no file or puzzle `{file}`");
        let problem = Problem::bare(Code::Usage, message);
        return Err(problem
            .help("`puzgen list` names the built-in puzzles")
            .did_you_mean(file, library::names())
            .into());
    }
    let (bytes, reach) = match file {
        "-" => {
            let bytes = read_bytes(file, MAX_BYTES).map_err(failed)?;
            (bytes, ReadAccess::without_folder(console.is_confined))
        }
        _ => ReadAccess::of(path, console.is_confined).map_err(failed)?,
    };
    console.read.extend((file != "-").then(|| file.into()));
    let (id, _) = add_text(console, name, bytes)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok((id, stem, reach))
}

fn loaded(
    console: &mut Console,
    file: FileId,
    stem: &str,
    reach: &mut ReadAccess,
) -> Result<Loaded, Failure> {
    let mut reader = |from: &str, path: &str| reach.read(from, path);
    let program = load::load(file, &mut console.sources, &mut reader)?;
    Ok(Loaded { program, file, stem: stem.to_owned() })
}

impl Loaded {
    /// Checks the puzzle that is meant; shows its warnings.
    pub(super) fn definition(
        &self,
        console: &mut Console,
        name: Option<&str>,
    ) -> Result<(Definition, Diagnostics), Failure> {
        let puzzle = self.program.choose(name, &self.stem, self.file)?;
        let checked = self.program.check(puzzle, &console.sources)?;
        let mut definition = checked.definition;
        if let Some(language) = &console.language {
            must_be_spoken(&definition, language)?;
            definition.speak(language);
        }
        Ok((definition, checked.warnings))
    }
}

/// Refuses a language that neither the definition nor explanations speak.
fn must_be_spoken(definition: &Definition, language: &str) -> Result<(), Problem> {
    let own = definition.translations.iter().map(|it| it.language.clone());
    let known: BTreeSet<String> = explain::languages().map(str::to_owned).chain(own).collect();
    if known.contains(language) {
        return Ok(());
    }
    let known: Vec<String> = known.into_iter().collect();
    let message = format!("`{}` does not speak `{language}`", definition.name);
    let help = format!("use {}", listed(&known, "or"));
    Err(Problem::bare(Code::Usage, message).help(help))
}

impl DefinitionArgs {
    /// Returns the checked definition.
    pub(super) fn load(&self, console: &mut Console) -> Result<Definition, Failure> {
        let loaded = load_file(console, &self.file)?;
        let (mut definition, _) = loaded.definition(console, self.puzzle.as_deref())?;
        definition.allow_size(self.max_size);
        Ok(definition)
    }

    /// Returns the parameters that were set.
    pub(super) fn settings(&self, console: &mut Console) -> Result<Vec<Setting>, Failure> {
        let mut settings: Vec<Setting> = Vec::new();
        for text in &self.settings {
            let (name, value, span) = name_value(&mut console.sources, "--set", text)?;
            settings.retain(|setting| setting.name != name);
            settings.push(Setting { name, text: value, span });
        }
        Ok(settings)
    }
}

impl EngineArgs {
    /// Returns the engine that is to answer questions about `csp`.
    pub(super) fn engine(&self, csp: &Csp) -> Result<&'static dyn Engine, Problem> {
        engines().accepting(&self.engine, csp)
    }
}

/// Returns the form of this name.
pub(super) fn format_named(name: &str) -> Result<&'static dyn Format, Failure> {
    export::by_name(name).ok_or_else(|| {
        let names = forms();
        let documents = documents();
        if documents.contains(&name) {
            let message =
                format!("`{name}` is a form of documents, which this command does not write");
            return Problem::bare(Code::Usage, message)
                .help("`run`, `book` and `convert` do")
                .into();
        }
        let all: Vec<&str> = names.iter().chain(&documents).copied().collect();
        Problem::bare(Code::Usage, format!("there is no format `{name}`"))
            .help(format!("use one of {}", with_documents(names.join(", "))))
            .did_you_mean(name, all)
            .into()
    })
}

/// Refuses to write several puzzles into one file of a form that holds one.
pub(super) fn must_hold(format: &dyn Format, is_one: bool) -> Result<(), Failure> {
    if is_one || !format.holds_one() {
        return Ok(());
    }
    let message = format!("a file of the form `{}` holds one puzzle", format.name());
    Err(Problem::bare(Code::Usage, message)
        .help("ask for one, or write each to a file of its own with `--out FOLDER/`")
        .into())
}

/// Returns the threads that work, as many as asked for or as the machine has: the result is the same with any number.
pub(super) fn jobs(asked: Option<NonZeroUsize>) -> Jobs {
    let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    host().jobs(asked.map_or_else(all, NonZeroUsize::get))
}

/// Draws a seed from the operating system's randomness, short enough to be typed again.
pub(super) fn drawn_seed() -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _};
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000_000
}

/// Returns whether a text given for a board, or for puzzles, names a file (or standard input).
pub(super) fn is_file(board: &str) -> Result<bool, Failure> {
    let looks_like_path = !board.contains(['\n', '{']) && board.len() < 4096 && !is_foreign(board);
    // Also what a shell puts in place of `<(command)`, which is no regular file.
    let is_there = |path: &Path| path.exists() && !path.is_dir();
    if board == "-" || (looks_like_path && is_there(Path::new(board))) {
        return Ok(true);
    }
    // A board on one line may end like a file name, too, but it has more dots.
    let file_name = Path::new(board).file_name().unwrap_or_default().to_string_lossy();
    let looks_like_file = looks_like_path
        && Path::new(board).extension().is_some_and(|ending| {
            !ending.is_empty()
                && ending.len() <= 4
                && ending.to_string_lossy().chars().all(char::is_alphabetic)
        })
        && !board.contains(' ')
        && file_name.matches('.').count() <= 2;
    if looks_like_file {
        let message = format!("there is no file `{board}`");
        return Err(Problem::bare(Code::Io, message)
            .help("give a path, `-` for standard input, or the board itself")
            .into());
    }
    Ok(false)
}

/// Reads a board: a path, `-`, or the board itself.
pub(super) fn read_board(console: &mut Console, board: &str) -> Result<(FileId, String), Failure> {
    if is_file(board)? {
        return Ok(read_text(console, board)?);
    }
    let text = board.to_owned();
    Ok((console.sources.add("board", text.clone()), text))
}

/// Reads `--solutions N` or `--solutions A..B`, both ends included; at least `least`.
pub(super) fn parse_bounds(text: &str, least: usize) -> Result<Bounds, Problem> {
    let bad = || {
        Problem::bare(Code::Usage, format!("`--solutions {text}` is no number of solutions"))
            .help("write a number, or a range such as `2..5` (both ends included)")
    };
    let parse = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
    let bounds = match text.split_once("..") {
        Some((from, to)) => Bounds { at_least: parse(from)?, at_most: parse(to)? },
        None => {
            let number = parse(text)?;
            Bounds { at_least: number, at_most: number }
        }
    };
    let is_right = (least..=bounds.at_most).contains(&bounds.at_least);
    if is_right { Ok(bounds) } else { Err(bad()) }
}
