//! `puzgen run`: generates.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::budget::Budget;
use crate::cli::output::Console;
use crate::cli::stop::{Stop, name_value};
use crate::cli::{DefinitionArgs, Ended, EngineArgs, Failure};
use crate::diagnostics::{Code, Problem};
use crate::export::{self, Context, Format};
use crate::generate::{Bounds, Generator, Options, Outcome, Puzzle, Target};
use crate::lower::{Purpose, lower};
use crate::model::instance::Instance;
use crate::ops::CompareOp;

/// Generate puzzles
#[derive(Debug, Args)]
pub(super) struct Run {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// How many puzzles
    #[arg(long, short = 'n', default_value_t = 1)]
    count: u64,
    /// The seed; without one it is drawn and printed
    #[arg(long)]
    seed: Option<u64>,
    /// Stop removing where a feature has this value: `empties=50`, `givens<=30`
    #[arg(long, value_name = "FEATURE=N")]
    until: Option<String>,
    /// How many solutions a puzzle may have: a number, or `A..B` with both ends included
    #[arg(long, value_name = "N|A..B")]
    solutions: Option<String>,
    /// Emit every board on the way, as the 2014 paper does
    #[arg(long)]
    all_steps: bool,
    /// Show the answers, too, where the format leaves them out
    #[arg(long)]
    answers: bool,
    /// The form: text, line, json, yaml
    #[arg(long, short, default_value = "text", value_name = "NAME")]
    format: String,
    /// Write to a file; it is NAME.part until the run is complete
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print what it took to standard error
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Where puzzles go: standard output, or a file that is unfinished until the end.
enum Sink {
    Console,
    File { file: std::fs::File, part: PathBuf, path: PathBuf },
}

impl Sink {
    fn open(path: Option<&PathBuf>) -> Result<Self, Problem> {
        let Some(path) = path else { return Ok(Self::Console) };
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let refuse = |message: String, help: &str| Err(Problem::bare(Code::Io, message).help(help));
        if path.is_dir() {
            let message = format!("`{}` is a folder", path.display());
            return refuse(message, "name a file in it");
        }
        if part.exists() {
            let message = format!("`{}` is left from a run that was stopped", part.display());
            return refuse(message, "its puzzles are complete: rename or remove it");
        }
        match std::fs::File::create(&part) {
            Ok(file) => Ok(Self::File { file, part, path: path.clone() }),
            Err(error) => Err(io_problem(&part, &error)),
        }
    }

    fn write(&mut self, console: &mut Console, text: &str) -> Result<(), Failure> {
        match self {
            Self::Console => Ok(console.print(text)?),
            Self::File { file, part, .. } => {
                file.write_all(text.as_bytes()).map_err(|error| io_problem(part, &error).into())
            }
        }
    }

    fn finish(self) -> Result<(), Problem> {
        match self {
            Self::Console => Ok(()),
            Self::File { part, path, .. } => {
                std::fs::rename(&part, &path).map_err(|error| io_problem(&path, &error))
            }
        }
    }
}

fn io_problem(path: &std::path::Path, error: &std::io::Error) -> Problem {
    let message = format!("`{}` cannot be written: {error}", path.display());
    Problem::bare(Code::Io, message).help("choose another place with `--out`")
}

/// What a run took.
#[derive(Debug, Default)]
struct Totals {
    puzzles: u64,
    refused: u64,
    gave_up: u64,
    redraws: u64,
}

impl Totals {
    fn add(&mut self, puzzle: &Puzzle) {
        self.puzzles += 1;
        self.refused += u64::from(puzzle.refused);
        self.gave_up += u64::from(puzzle.gave_up);
        self.redraws += u64::from(puzzle.redraws);
    }
}

impl Run {
    pub(super) fn run(&self, console: &mut Console) -> Ended {
        let format = self.format()?;
        let definition = self.definition.load(console)?;
        let settings = self.definition.settings(console)?;
        let options = self.options(console)?;
        let instance = Instance::new(&definition, &settings)?;
        let lowered = lower(&instance, Purpose::Solve)?;
        let engine = self.engine.engine(&lowered.csp)?;
        let stop = Stop::watch(self.engine.timeout)?;
        let seed = match self.seed {
            Some(seed) => seed,
            None => {
                let seed = drawn_seed();
                console.remark(&format!("seed {seed}"));
                seed
            }
        };
        let context = Context {
            instance: &instance,
            fact_domains: &lowered.fact_domains,
            with_answers: self.answers,
        };
        let mut generator = Generator::new(&instance, &lowered, engine, options)?;
        let mut sink = Sink::open(self.out.as_ref())?;
        let bar = self.progress(console);
        let mut totals = Totals::default();
        let mut status = 0;
        let mut is_complete = true;
        for index in 0..self.count {
            if stop.flag.is_set() {
                is_complete = false;
                break;
            }
            let mut budget = Budget::new(self.engine.budget, stop.flag.clone());
            let mut results: Vec<Puzzle> = Vec::new();
            let outcome =
                generator.generate(seed, index, &mut budget, &mut |puzzle| results.push(puzzle))?;
            if stop.was_interrupted() && matches!(outcome, Outcome::OutOfBudget(_)) {
                is_complete = false;
                break;
            }
            for (number, puzzle) in results.iter().enumerate() {
                totals.add(puzzle);
                let is_first = index == 0 && number == 0;
                let gap = if format.name() == "text" && !is_first { "\n" } else { "" };
                let text = format!("{gap}{}", format.puzzle(&context, puzzle));
                sink.write(console, &text)?;
            }
            match outcome {
                Outcome::Done => {}
                Outcome::Missed(problem) => {
                    status = status.max(1);
                    console.problems(problem.warning().into());
                }
                Outcome::OutOfBudget(problem) => {
                    status = 3;
                    console.problems(problem.warning().into());
                }
            }
            if let Some(bar) = &bar {
                bar.inc(1);
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        if is_complete {
            sink.finish()?;
        } else {
            status = 3;
            let (done, count) = (totals.puzzles, self.count);
            console.remark(&format!("stopped: {done} of {count} puzzles are finished"));
        }
        if self.stats {
            console.remark(&stats(&totals));
        }
        Ok(status)
    }

    fn format(&self) -> Result<&'static dyn Format, Failure> {
        export::by_name(&self.format).ok_or_else(|| {
            let names: Vec<&str> = export::FORMATS.iter().map(|format| format.name()).collect();
            Problem::bare(Code::Usage, format!("there is no format `{}`", self.format))
                .help(format!("use one of {}", names.join(", ")))
                .did_you_mean(&self.format, names)
                .into()
        })
    }

    fn options(&self, console: &mut Console) -> Result<Options, Failure> {
        let solutions = match &self.solutions {
            Some(text) => Some(parse_bounds(text)?),
            None => None,
        };
        let until = match &self.until {
            Some(text) => Some(parse_target(console, text)?),
            None => None,
        };
        Ok(Options { solutions, until, all_steps: self.all_steps })
    }

    fn progress(&self, console: &Console) -> Option<ProgressBar> {
        if !console.may_draw() || self.count < 2 {
            return None;
        }
        let bar = ProgressBar::new(self.count);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} puzzles, {eta} left")
        {
            bar.set_style(style);
        }
        Some(bar)
    }
}

fn stats(totals: &Totals) -> String {
    let Totals { puzzles, refused, gave_up, redraws } = totals;
    format!(
        "{puzzles} puzzles; {refused} removals refused, {gave_up} of them for lack of budget; \
         {redraws} boards drawn anew"
    )
}

/// Draws a seed from the operating system's randomness, short enough to be typed again.
fn drawn_seed() -> u64 {
    use std::hash::{BuildHasher as _, Hasher as _};
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000_000
}

fn parse_bounds(text: &str) -> Result<Bounds, Problem> {
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
    if bounds.at_least == 0 || bounds.at_least > bounds.at_most { Err(bad()) } else { Ok(bounds) }
}

fn parse_target(console: &mut Console, text: &str) -> Result<Target, Problem> {
    let signs = [
        ("<=", CompareOp::Le),
        (">=", CompareOp::Ge),
        ("==", CompareOp::Eq),
        ("=", CompareOp::Eq),
        ("<", CompareOp::Lt),
        (">", CompareOp::Gt),
    ];
    let found = signs.iter().find_map(|(sign, op)| Some((text.split_once(sign)?, *op)));
    let prepared = match found {
        Some(((name, number), _)) => format!("{name}={number}"),
        None => text.to_owned(),
    };
    let (name, number, span) = name_value(&mut console.sources, "--until", &prepared)?;
    let number = number.parse().map_err(|_| {
        Problem::error(
            Code::Usage,
            format!("`{number}` is no whole number"),
            span,
            "expected a number",
        )
        .help("write `--until empties=50`")
    })?;
    let op = found.map_or(CompareOp::Eq, |(_, op)| op);
    Ok(Target { name, op, number, span })
}
