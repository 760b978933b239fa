//! The command line: one file a command. All input and output lives here, and the only clock.
//!
//! Results go to standard output, everything else to standard error. Exit status: 0 done, 1 a
//! negative answer, 2 usage or a definition that cannot be run, 3 a budget ran out, 101 a bug.

#[cfg(feature = "bank")]
mod bank;
#[cfg(feature = "book")]
mod book;
mod certificate;
mod check;
mod choices;
#[cfg(feature = "parquet")]
mod columns;
mod complete;
mod convert;
mod difference;
mod drawing;
#[cfg(feature = "book")]
mod excluded;
mod explain;
mod files;
mod fmt;
mod help;
mod hint;
mod host;
mod input;
mod journal;
mod jumble;
mod list;
#[cfg(feature = "lsp")]
mod lsp;
mod man;
mod mark;
mod merge;
mod new;
mod output;
mod pair;
mod position;
pub mod probe;
mod puzzles;
mod rate;
mod run;
mod schema;
mod screen;
#[cfg(feature = "site")]
mod serve;
mod shard;
mod sink;
mod site_links;
mod solve;
mod stop;
mod target;
mod test;
mod train;
mod until;
mod verify;
#[cfg(feature = "watch")]
mod watch;
mod what_if;
mod work;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use choices::engine_help;
use output::{Closed, Console};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_engine::{DEFAULT, Engines};
use puzgen_model::counting::MAX_SIZE;

/// The program in one line.
const ABOUT: &str = "A declarative language and generator for fill-in-the-blank puzzles";

/// Generate, solve and check puzzles from their definitions.
#[derive(Debug, Parser)]
#[command(name = "puzgen", version, about = ABOUT, max_term_width = 100)]
#[command(disable_help_subcommand = true)]
#[command(after_help = help::OF_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Print no progress and no remarks
    #[arg(long, short, global = true, display_order = 900)]
    quiet: bool,
    /// Keep a definition that is not trusted to its own folder: it can use no other files
    #[arg(long, global = true, display_order = 901)]
    confined: bool,
    /// Let definitions and explanations speak this language, as far as they do: de, en
    #[arg(long, value_name = "CODE", global = true, display_order = 902)]
    language: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::Run>),
    Merge(merge::Merge),
    #[cfg(feature = "book")]
    Book(book::MakeBook),
    #[cfg(feature = "bank")]
    Bank(bank::BankArgs),
    Solve(solve::Solve),
    Check(check::Check),
    Jumble(jumble::Jumble),
    Convert(convert::Convert),
    Verify(verify::Verify),
    Explain(explain::Explain),
    Hint(hint::Arguments),
    Mark(mark::Mark),
    Rate(rate::Rate),
    Train(train::Train),
    List(list::List),
    Show(list::Show),
    New(new::New),
    Fmt(fmt::Fmt),
    Test(test::Test),
    #[cfg(feature = "watch")]
    Watch(watch::Watch),
    #[cfg(feature = "site")]
    Serve(serve::Serve),
    #[cfg(feature = "site")]
    #[command(hide = true)]
    Worker(serve::Worker),
    Schema(schema::Schema),
    #[cfg(feature = "lsp")]
    Lsp(lsp::Lsp),
    Completions(complete::Completions),
    Man(man::Man),
    Help(help::Help),
}

/// Which definition, with which parameters.
#[derive(Debug, Args)]
struct DefinitionArgs {
    /// A definition: a path, `-` for standard input, or the name of a built-in puzzle
    file: String,
    /// The puzzle in the file, where there are several
    #[arg(long, value_name = "NAME")]
    puzzle: Option<String>,
    /// Set a parameter (repeatable)
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Allow lists, cases and constraints of up to so many parts
    #[arg(long, value_name = "N", default_value_t = MAX_SIZE)]
    max_size: u64,
}

/// How questions are answered.
#[derive(Debug, Args)]
struct EngineArgs {
    #[arg(long, help = engine_help(), default_value = DEFAULT, value_name = "NAME")]
    engine: String,
    /// Bound the work of a puzzle, in steps that are counted and not timed (some 50 µs each)
    #[arg(long, value_name = "STEPS")]
    budget: Option<u64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

/// Why a command ends early.
#[derive(Debug)]
enum Failure {
    /// Problems to be shown, with the exit status.
    Problems(Diagnostics, u8),
    /// The reader of standard output is gone.
    Closed,
}

impl Failure {
    /// Points at one more place in all that was wrong.
    #[cfg(feature = "book")]
    fn within(self, span: puzgen_base::source::Span, text: &str) -> Self {
        match self {
            Self::Problems(mut problems, status) => {
                problems.label_since(0, span, text);
                Self::Problems(problems, status)
            }
            Self::Closed => Self::Closed,
        }
    }

    /// Returns the end of a command whose answer is "no", and why.
    fn negative(problem: Problem) -> Self {
        match problem.code() {
            Code::Conflict => Self::Problems(problem.into(), 1),
            _ => problem.into(),
        }
    }
}

impl From<Diagnostics> for Failure {
    fn from(problems: Diagnostics) -> Self {
        // A budget that ran out says nothing about the definition.
        let is_spent = problems.iter().any(|problem| problem.code() == Code::GaveUp);
        Self::Problems(problems, if is_spent { 3 } else { 2 })
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Diagnostics::from(problem).into()
    }
}

impl From<Closed> for Failure {
    fn from(closed: Closed) -> Self {
        match closed {
            Closed::ByReader => Self::Closed,
            Closed::Failed(problem) => Self::Problems(problem.into(), 2),
        }
    }
}

/// What a command gives back: its exit status.
type ExitStatus = Result<u8, Failure>;

/// Runs the program, which links these engines, with the arguments of the process.
pub fn run(engines: Engines) -> ExitCode {
    host::supply(engines);
    stop::outlive_full_files();
    let mut console = Console::new(false, false);
    match complete::answer() {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(told) => {
            return ExitCode::from(console.tell(&told).unwrap_or(2));
        }
    }
    let ended = match Cli::try_parse() {
        Ok(cli) => {
            console = Console::new(cli.quiet, cli.confined);
            console.language = cli.language;
            cli.command.run(&mut console)
        }
        Err(told) => console.tell(&told),
    };
    let status = match ended {
        Ok(status) => status,
        Err(Failure::Closed) => 0,
        Err(Failure::Problems(problems, status)) => {
            console.problems(problems);
            status
        }
    };
    console.point_to_pages();
    ExitCode::from(status)
}

/// Runs a command of this program, given as words.
#[cfg(feature = "site")]
fn run_words(words: &[String], console: &mut Console) -> ExitStatus {
    let words = ["puzgen"].into_iter().chain(words.iter().map(String::as_str));
    match Cli::try_parse_from(words) {
        Ok(cli) => cli.command.run(console),
        Err(told) => console.tell(&told),
    }
}

impl Command {
    fn run(&self, console: &mut Console) -> ExitStatus {
        match self {
            Self::Run(command) => command.run(console),
            Self::Merge(command) => command.run(console),
            #[cfg(feature = "book")]
            Self::Book(command) => command.run(console),
            #[cfg(feature = "bank")]
            Self::Bank(command) => command.run(console),
            Self::Solve(command) => command.run(console),
            Self::Check(command) => command.run(console),
            Self::Jumble(command) => command.run(console),
            Self::Convert(command) => command.run(console),
            Self::Verify(command) => command.run(console),
            Self::Explain(command) => command.run(console),
            Self::Hint(command) => command.run(console),
            Self::Mark(command) => command.run(console),
            Self::Rate(command) => command.run(console),
            Self::Train(command) => command.run(console),
            Self::List(command) => command.run(console),
            Self::Show(command) => command.run(console),
            Self::New(command) => command.run(console),
            Self::Fmt(command) => command.run(console),
            Self::Test(command) => command.run(console),
            #[cfg(feature = "watch")]
            Self::Watch(command) => command.run(console),
            #[cfg(feature = "site")]
            Self::Serve(command) => command.run(console),
            #[cfg(feature = "site")]
            Self::Worker(command) => command.run(console),
            Self::Schema(command) => command.run(console),
            #[cfg(feature = "lsp")]
            Self::Lsp(command) => command.run(console),
            Self::Completions(command) => command.run(console),
            Self::Man(command) => command.run(console),
            Self::Help(command) => command.run(console),
        }
    }
}

/// Returns the path of standard input's stand-in, for messages.
fn display_name(file: &str) -> String {
    if file == "-" {
        "standard input".to_owned()
    } else {
        PathBuf::from(file).display().to_string()
    }
}
