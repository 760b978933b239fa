//! `puzgen bank`: many puzzles in one place, to be picked from.

mod add;
mod build;
mod keep;
mod pick;
mod tell;

use std::time::{Duration, Instant};

use clap::{Args, Subcommand};

use crate::output::Console;
use crate::{ExitStatus, Failure};
use puzgen_bank::Query;
use puzgen_base::diagnostics::{Code, Problem};

/// Build banks of puzzles and pick from them
#[derive(Debug, Args)]
pub(super) struct BankArgs {
    #[command(subcommand)]
    command: BankCommand,
}

#[derive(Debug, Subcommand)]
enum BankCommand {
    Build(build::Build),
    Add(add::Add),
    Pick(pick::Pick),
    List(tell::List),
    Stats(tell::Stats),
    Export(tell::Export),
    Verify(keep::Verify),
    Merge(keep::Merge),
    Vacuum(keep::Vacuum),
}

impl BankArgs {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        match &self.command {
            BankCommand::Build(command) => command.run(console),
            BankCommand::Add(command) => command.run(console),
            BankCommand::Pick(command) => command.run(console),
            BankCommand::List(command) => command.run(console),
            BankCommand::Stats(command) => command.run(console),
            BankCommand::Export(command) => command.run(console),
            BankCommand::Verify(command) => command.run(console),
            BankCommand::Merge(command) => command.run(console),
            BankCommand::Vacuum(command) => command.run(console),
        }
    }
}

/// What puzzles are to be like.
#[derive(Debug, Args)]
struct Wanted {
    /// Only with this value of a parameter (repeatable)
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Only of this level
    #[arg(long, value_name = "NAME")]
    level: Option<String>,
    /// Only with a score from A to B
    #[arg(long, value_name = "A..B")]
    score: Option<String>,
    /// Only with so many clues left out: a number, or `A..B` with both ends included
    #[arg(long, value_name = "N|A..B")]
    empties: Option<String>,
    /// Only with so many solutions: a number, or `A..B` with both ends included
    #[arg(long, value_name = "N|A..B")]
    solutions: Option<String>,
}

impl Wanted {
    /// Returns the query for puzzles of a definition.
    fn query(&self, puzzle: &str) -> Result<Query, Failure> {
        let mut params = Vec::new();
        for setting in &self.settings {
            let Some((name, value)) = setting.split_once('=') else {
                let message = format!("`--set {setting}` names no value");
                return Err(Problem::bare(Code::Usage, message)
                    .help("write `--set name=value`")
                    .into());
            };
            params.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        let number = |name, text: &Option<String>| match text {
            None => Ok(None),
            Some(text) => range::<u64>(name, text).map(Some),
        };
        Ok(Query {
            puzzle: puzzle.to_owned(),
            params,
            level: self.level.clone(),
            score: match &self.score {
                None => None,
                Some(text) => Some(range::<f64>("score", text)?),
            },
            empties: number("empties", &self.empties)?,
            solutions: number("solutions", &self.solutions)?,
            exclude: Vec::new(),
        })
    }
}

/// Reads a number, or `A..B` with both ends included.
fn range<T: std::str::FromStr + PartialOrd + Copy>(
    name: &str,
    text: &str,
) -> Result<(T, T), Problem> {
    let parse = |text: &str| text.trim().parse::<T>().ok();
    let found = match text.split_once("..") {
        Some((least, most)) => parse(least).zip(parse(most)),
        None => parse(text).map(|only| (only, only)),
    };
    found.filter(|(least, most)| least <= most).ok_or_else(|| {
        let message = format!("`--{name} {text}` is no number and no range");
        Problem::bare(Code::Usage, message)
            .help("write a number, or a range such as `1..5` (both ends included)")
    })
}

/// How many puzzles are written together at most.
const BATCH: usize = 500;

/// After how long what there is is written.
const OFTEN: Duration = Duration::from_millis(500);

/// Says when what waits is to be written.
struct WriteClock(Instant);

impl WriteClock {
    #[expect(clippy::disallowed_methods, reason = "when puzzles are written changes none of them")]
    fn start() -> Self {
        Self(Instant::now())
    }

    fn is_due(&self, waiting: usize) -> bool {
        waiting >= BATCH || self.0.elapsed() >= OFTEN
    }
}

/// Returns a count with its noun.
fn puzzles(count: u64) -> String {
    format!("{count} puzzle{}", if count == 1 { "" } else { "s" })
}
