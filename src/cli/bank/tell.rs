//! `puzgen bank list`, `stats` and `export`: what there is, as lines, as counts, and whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "parquet")]
use serde_json::Value as Json;

use super::pick::read;
use super::{Wanted, puzzles};
use crate::choices::{REPORTS, report_help};
#[cfg(feature = "parquet")]
use crate::columns::{ColumnsFile, Fixed, Kind};
use crate::convert::printed;
use crate::input::format_named;
use crate::output::Console;
use crate::position::is_json;
use crate::target::OutputPath;
use crate::{DefinitionArgs, ExitStatus, Failure};
use puzgen_bank::{Bank, Bucket, Entry, Query};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_board::shelf::Shelf;
use puzgen_export::Format;
use puzgen_model::counting::MAX_SIZE;
use puzgen_model::definition::Definition;
use puzgen_puzzles as library;
#[cfg(feature = "parquet")]
use puzgen_wire::Object;
use puzgen_wire::{self as wire, BankCount};

/// List the puzzles of a bank, one a line: number, puzzle, parameters, level, score, empties, solutions
#[derive(Debug, Args)]
pub(super) struct List {
    /// The bank: a SQLite file, or a `postgres://` address
    bank: String,
    /// Only of this puzzle
    puzzle: Option<String>,
    #[command(flatten)]
    wanted: Wanted,
}

impl List {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let mut bank = Bank::open(&self.bank)?;
        for query in self.wanted.queries(&mut bank, self.puzzle.as_deref())? {
            bank.each(Some(&query), |entry| {
                let Entry { id, puzzle, params, level, score, empties, solutions, .. } = entry;
                let level = level.unwrap_or_else(|| "-".to_owned());
                let score = score.map_or_else(|| "-".to_owned(), |score| score.to_string());
                let line =
                    format!("{id}\t{puzzle}\t{params}\t{level}\t{score}\t{empties}\t{solutions}\n");
                Ok::<(), Failure>(console.print(&line)?)
            })?;
        }
        Ok(0)
    }
}

impl Wanted {
    /// Returns a query for the puzzle that is named, or one for each that the bank has.
    fn queries(&self, bank: &mut Bank, puzzle: Option<&str>) -> Result<Vec<Query>, Failure> {
        let counts = bank.counts(puzzle)?;
        let names: BTreeSet<String> = counts.into_iter().map(|bucket| bucket.puzzle).collect();
        names.iter().map(|name| self.query(name)).collect()
    }
}

/// Count the puzzles of a bank by puzzle, level, clues left out and solutions
#[derive(Debug, Args)]
pub(super) struct Stats {
    /// The bank: a SQLite file, or a `postgres://` address
    bank: String,
    /// Only of this puzzle
    puzzle: Option<String>,
    /// Say how many bytes it takes, too
    #[arg(long)]
    size: bool,
    #[arg(long, short, help = report_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
}

impl Stats {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let as_json = is_json("bank stats", &self.format)?;
        let mut bank = Bank::open(&self.bank)?;
        let counts = bank.counts(self.puzzle.as_deref())?;
        let mut text = String::new();
        let families = counts.chunk_by(|a, b| (&a.puzzle, &a.params) == (&b.puzzle, &b.params));
        for family in families {
            match as_json {
                true => family.iter().for_each(|bucket| text.push_str(&count_line(bucket))),
                false => describe(family, &mut text),
            }
        }
        if self.size {
            let (bytes, all) = (bank.size()?, counts.iter().map(|it| it.puzzles).sum::<u64>());
            let each = bytes.checked_div(all).unwrap_or_default();
            console.remark(&format!("{bytes} bytes, {each} for each of {}", puzzles(all)));
        }
        console.print(&text)?;
        Ok(0)
    }
}

fn count_line(bucket: &Bucket) -> String {
    let Bucket { puzzle, params, level, empties, solutions, puzzles } = bucket.clone();
    let params = serde_json::from_str(&params).unwrap_or_default();
    let schema = BankCount::SCHEMA;
    wire::line(&BankCount { schema, puzzle, params, level, empties, solutions, puzzles })
}

/// Writes what there is of the puzzles with one set of parameters.
fn describe(family: &[Bucket], text: &mut String) {
    let Some(first) = family.first() else { return };
    let count: u64 = family.iter().map(|bucket| bucket.puzzles).sum();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:<10} {value}");
    };
    let mut by_level: BTreeMap<&str, u64> = BTreeMap::new();
    let mut by_solutions: BTreeMap<u64, u64> = BTreeMap::new();
    let mut by_empties: BTreeMap<u64, u64> = BTreeMap::new();
    for bucket in family {
        *by_level.entry(bucket.level.as_deref().unwrap_or("none")).or_default() += bucket.puzzles;
        *by_solutions.entry(bucket.solutions).or_default() += bucket.puzzles;
        *by_empties.entry(bucket.empties).or_default() += bucket.puzzles;
    }
    line("level", &listed(&by_level));
    line("empties", &listed(&by_empties));
    line("solutions", &listed(&by_solutions));
    let title = format!("{} {}: {}\n", first.puzzle, first.params, puzzles(count));
    let at = text.len() - text.lines().rev().take(3).map(|line| line.len() + 1).sum::<usize>();
    text.insert_str(at, &title);
}

fn listed<K: std::fmt::Display>(counts: &BTreeMap<K, u64>) -> String {
    let parts: Vec<String> = counts.iter().map(|(key, count)| format!("{key}: {count}")).collect();
    parts.join(", ")
}

/// Write the puzzles of a bank into another form
#[derive(Debug, Args)]
pub(super) struct Export {
    /// The bank: a SQLite file, or a `postgres://` address
    bank: String,
    /// Only of this puzzle: a definition, or the name of a built-in puzzle
    file: Option<String>,
    #[command(flatten)]
    wanted: Wanted,
    /// Leave the solutions out
    #[arg(long)]
    no_answers: bool,
    /// The form: `json`, `csv`, `parquet` in builds with it, or one of `run` that holds many, such as `line`, `sdm` or `text`
    #[arg(long, short, value_name = "NAME", default_value = "json")]
    format: String,
    /// Write to this file
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The columns of a bank.
#[cfg(feature = "parquet")]
const COLUMNS: &[Fixed] = &[
    ("id", Kind::Natural, true),
    ("puzzle", Kind::Text, true),
    ("params", Kind::Json, true),
    ("seed", Kind::Natural, true),
    ("index", Kind::Natural, true),
    ("level", Kind::Text, false),
    ("score", Kind::Real, false),
    ("empties", Kind::Natural, true),
    ("solutions", Kind::Natural, true),
    ("board", Kind::Text, true),
    ("object", Kind::Json, true),
];

/// Returns the row of an entry; `board` is on one line.
#[cfg(feature = "parquet")]
fn row(entry: &Entry, board: &str, object: &str) -> Object {
    let parsed = |text: &str| serde_json::from_str::<Json>(text).unwrap_or_default();
    let fields: [(&str, Json); 11] = [
        ("id", entry.id.into()),
        ("puzzle", entry.puzzle.as_str().into()),
        ("params", parsed(&entry.params)),
        ("seed", entry.seed.into()),
        ("index", entry.index.into()),
        ("level", entry.level.clone().into()),
        ("score", entry.score.into()),
        ("empties", entry.empties.into()),
        ("solutions", entry.solutions.into()),
        ("board", board.trim_end().into()),
        ("object", parsed(object)),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// How a puzzle is written.
enum Written {
    Json,
    Csv,
    #[cfg(feature = "parquet")]
    Parquet(ColumnsFile),
    As(&'static dyn Format),
}

impl Export {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let mut written = self.written()?;
        let mut bank = Bank::open(&self.bank)?;
        let own = match &self.file {
            Some(file) => Some(definition(console, file)?),
            None => None,
        };
        let name = own.as_ref().map(|definition| definition.name.as_str());
        let queries = self.wanted.queries(&mut bank, name)?;
        let definitions = match written {
            Written::Json => Vec::new(),
            _ => definitions(console, own, &queries)?,
        };
        let mut bytes = Vec::new();
        if matches!(written, Written::Csv) {
            bytes.extend(csv_line(&[
                "id",
                "puzzle",
                "params",
                "seed",
                "index",
                "level",
                "score",
                "empties",
                "solutions",
                "board",
                "object",
            ])?);
        }
        let file = console.sources.add("the bank", "");
        let mut is_first = true;
        for query in &queries {
            let definition = definitions.iter().find(|it| it.name == query.puzzle);
            let shelf = definition.map(Shelf::new);
            bank.each(Some(query), |entry| {
                let text = if self.no_answers { entry.object.clone() } else { entry.solved() };
                let board = |console: &mut Console, format: &'static dyn Format, text: &str| {
                    let shelf =
                        shelf.as_ref().unwrap_or_else(|| puzgen_base::bug!("no definition"));
                    let position = read(console, file, shelf, text)?;
                    Ok::<Vec<u8>, Failure>(printed(
                        &position,
                        Some(entry.seed),
                        entry.index,
                        format,
                    )?)
                };
                match &mut written {
                    Written::Json => bytes.extend(format!("{text}\n").bytes()),
                    Written::Csv => {
                        let line = board(console, format_named("line")?, &entry.object)?;
                        bytes.extend(csv_entry(&entry, &line, &text)?);
                    }
                    #[cfg(feature = "parquet")]
                    Written::Parquet(columns) => {
                        let line = board(console, format_named("line")?, &entry.object)?;
                        columns.add(row(&entry, &String::from_utf8_lossy(&line), &text))?;
                    }
                    Written::As(format) => {
                        let separator = if is_first { "" } else { format.separator() };
                        bytes.extend(separator.bytes());
                        bytes.extend(board(console, *format, &text)?);
                    }
                }
                is_first = false;
                // A file gets its name when it is whole; a stream takes what there is.
                if self.out.is_none() {
                    console.print_bytes(&std::mem::take(&mut bytes))?;
                }
                Ok::<(), Failure>(())
            })?;
        }
        #[cfg(feature = "parquet")]
        if let Written::Parquet(columns) = written {
            columns.finish()?;
            return Ok(0);
        }
        match &self.out {
            None => console.print_bytes(&bytes)?,
            Some(out) => OutputPath::of(out)?.write(console, &bytes)?,
        }
        Ok(0)
    }

    fn written(&self) -> Result<Written, Failure> {
        match self.format.as_str() {
            "json" => Ok(Written::Json),
            "csv" => Ok(Written::Csv),
            #[cfg(feature = "parquet")]
            "parquet" => {
                let out = self.out.as_deref().map(OutputPath::of).transpose()?;
                match out {
                    Some(OutputPath::File(path)) => {
                        Ok(Written::Parquet(ColumnsFile::open(path, COLUMNS)))
                    }
                    _ => Err(Problem::bare(Code::Usage, "columns are written into a file")
                        .help("name it: `--out bank.parquet`")
                        .into()),
                }
            }
            #[cfg(not(feature = "parquet"))]
            "parquet" => Err(Problem::bare(Code::Usage, "this program was built without Parquet")
                .help("build it with `--features parquet`")
                .into()),
            name => {
                let format = format_named(name)?;
                if !format.holds_one() {
                    return Ok(Written::As(format));
                }
                let message = format!("a file of the form `{name}` holds one puzzle");
                Err(Problem::bare(Code::Usage, message)
                    .help("use `json`, `csv`, `line` or another that holds many")
                    .into())
            }
        }
    }
}

/// Loads a definition: a path, or the name of a built-in puzzle.
fn definition(console: &mut Console, file: &str) -> Result<Definition, Failure> {
    let arguments = DefinitionArgs {
        file: file.to_owned(),
        puzzle: None,
        settings: Vec::new(),
        max_size: MAX_SIZE,
    };
    arguments.load(console)
}

/// Returns the definitions of all puzzles that are asked for: the one that was named, or built-in ones.
pub(super) fn definitions(
    console: &mut Console,
    own: Option<Definition>,
    queries: &[Query],
) -> Result<Vec<Definition>, Failure> {
    let mut found: Vec<Definition> = own.into_iter().collect();
    for query in queries {
        if found.iter().any(|definition| definition.name == query.puzzle) {
            continue;
        }
        if library::text(&query.puzzle).is_none() {
            let message = format!("`{}` is no built-in puzzle", query.puzzle);
            return Err(Problem::bare(Code::Usage, message)
                .help("name the file of its definition, and so one puzzle at a time")
                .into());
        }
        found.push(definition(console, &query.puzzle)?);
    }
    Ok(found)
}

fn csv_entry(entry: &Entry, line: &[u8], object: &str) -> Result<Vec<u8>, Failure> {
    let numbers = [entry.id, entry.seed, entry.index, entry.empties, entry.solutions];
    let [id, seed, index, empties, solutions] = numbers.map(|number| number.to_string());
    let score = entry.score.map(|score| score.to_string()).unwrap_or_default();
    let level = entry.level.clone().unwrap_or_default();
    let board = String::from_utf8_lossy(line);
    csv_line(&[
        &id,
        &entry.puzzle,
        &entry.params,
        &seed,
        &index,
        &level,
        &score,
        &empties,
        &solutions,
        board.trim_end(),
        object,
    ])
}

fn csv_line(fields: &[&str]) -> Result<Vec<u8>, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record(fields).map_err(|error| error.to_string());
    let bytes = written.and_then(|()| writer.into_inner().map_err(|error| error.to_string()));
    bytes.map_err(|error| Problem::bare(Code::Io, format!("no line of CSV: {error}")).into())
}
