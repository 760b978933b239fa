//! `puzgen bank build`: generates puzzles into a bank, and goes on where it was stopped.
//!
//! A build is known by all that decides what it makes ([`Identity`]). How far it has come is written in the same
//! transaction as its puzzles, so that what is there is always the beginning of what an undisturbed build makes.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::{WriteClock, puzzles, range};
use crate::choices::pair_help;
use crate::host::engines;
use crate::input::jobs;
use crate::output::Console;
use crate::pair::parse_pair;
use crate::stop::StopWatcher;
use crate::{DefinitionArgs, ExitStatus, Failure};
use puzgen_api::Request;
use puzgen_api::batch::{IndexEnd, IndexResult, Maker, PuzzleSource, definition_hash};
use puzgen_bank::{Bank, BuildProgress, NewEntry, Stored, new_entry};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_generate::any_instance;
use puzgen_model::counting::MAX_SIZE;
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Setting;
use puzgen_solve::prove;
use puzgen_vocabulary::lower::{Ready, ReadyRef};

/// After so many boards in a row without a new puzzle a build ends.
const MOST_IDLE: u64 = 500;

/// Generate puzzles into a bank
#[derive(Debug, Args)]
pub(super) struct Build {
    /// Definitions: paths, or names of built-in puzzles
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The bank: a SQLite file, which is made where there is none, or a `postgres://` address
    #[arg(long, value_name = "BANK")]
    to: String,
    /// How many puzzles of each definition, and of each level where some are named
    #[arg(long, short = 'n', default_value_t = 100)]
    count: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Set a parameter of all definitions (repeatable)
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// The levels that puzzles are to have, such as `easy,hard`: so many of each
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    level: Vec<String>,
    /// Take boards on the way, too: with so many clues left out, of each full board one for each number of
    /// solutions
    #[arg(long, value_name = "A..B", conflicts_with = "level")]
    empties: Option<String>,
    /// How many solutions a puzzle may have: a number, or `A..B` with both ends included
    #[arg(long, value_name = "N|A..B", conflicts_with = "level")]
    solutions: Option<String>,
    #[arg(long, help = pair_help(), value_name = "A,B")]
    verify: Option<String>,
    /// Go on with a build that was stopped, or with a complete one that is to have more puzzles
    #[arg(long)]
    resume: bool,
    /// How many threads; the bank is the same [default: one for each core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

/// All that decides which puzzles a build makes, but for how many.
#[derive(Debug, Serialize)]
struct Identity<'a> {
    schema: &'static str,
    puzzle: &'a str,
    definition: String,
    params: Vec<String>,
    seed: u64,
    level: Option<&'a str>,
    empties: Option<Range>,
    solutions: Option<Range>,
    verify: Option<&'a str>,
}

/// The least and the most number.
type Range = (usize, usize);

/// How a build ended.
enum BuildEnd {
    Complete,
    /// No new puzzle was found for long.
    Exhausted(Problem),
    Stopped,
}

impl Build {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let stop = StopWatcher::watch(self.timeout)?;
        let mut bank = Bank::open_or_make(&self.to)?;
        let mut status = 0;
        for file in &self.files {
            let arguments = DefinitionArgs {
                file: file.clone(),
                puzzle: None,
                settings: self.settings.clone(),
                max_size: MAX_SIZE,
            };
            let definition = arguments.load(console)?;
            let settings = arguments.settings(console)?;
            let levels: Vec<Option<&str>> = match self.level.as_slice() {
                [] => vec![None],
                names => names.iter().map(|name| Some(name.as_str())).collect(),
            };
            for level in levels {
                let one =
                    OneBuild { build: self, definition: &definition, settings: &settings, level };
                match one.run(console, &mut bank, &stop)? {
                    BuildEnd::Complete => {}
                    BuildEnd::Exhausted(problem) => {
                        console.problems(problem.warning().into());
                        status = 1;
                    }
                    BuildEnd::Stopped => {
                        console.remark("stopped; `--resume` goes on");
                        return Ok(3);
                    }
                }
            }
        }
        Ok(status)
    }

    /// Returns the bounds on the numbers of clues left out and of solutions.
    fn bounds(&self) -> Result<(Option<Range>, Option<Range>), Problem> {
        let read = |name, text: &Option<String>| match text {
            None => Ok(None),
            Some(text) => range::<usize>(name, text).map(Some),
        };
        let empties = read("empties", &self.empties)?;
        let solutions = read("solutions", &self.solutions)?;
        let is_none = solutions.is_some_and(|(least, _)| least == 0);
        if is_none {
            let message = "a puzzle of a bank has a solution";
            return Err(Problem::bare(Code::Usage, message).help("write `--solutions 1..5`"));
        }
        Ok((empties, solutions))
    }
}

/// The puzzles of one definition, of one level where one is named.
struct OneBuild<'b> {
    build: &'b Build,
    definition: &'b Definition,
    settings: &'b [Setting],
    level: Option<&'b str>,
}

impl OneBuild<'_> {
    fn run(
        &self,
        console: &mut Console,
        bank: &mut Bank,
        stop: &StopWatcher,
    ) -> Result<BuildEnd, Failure> {
        let Self { build, definition, settings, level } = self;
        let (on_the_way, solutions) = build.bounds()?;
        let request = Request {
            level: level.map(str::to_owned),
            on_the_way,
            solutions,
            verify: build.verify.as_deref().map(parse_pair).transpose()?,
            ..Request::default()
        };
        let Ready { instance, lowered } =
            any_instance(definition, settings, engines(), &Budget::new(None, stop.flag.clone()))?;
        let options = request.options(definition, &lowered.csp, engines(), definition.span)?;
        let identity = Identity {
            schema: "puzgen.build/1",
            puzzle: &definition.name,
            definition: definition_hash(definition),
            params: instance.params().map(|(name, value)| format!("{name}={value}")).collect(),
            seed: build.seed,
            level: *level,
            empties: on_the_way,
            solutions,
            verify: build.verify.as_deref(),
        };
        let identity = puzgen_wire::line(&identity).trim_end().to_owned();
        let progress = match bank.progress(&identity)? {
            Some(begun) if build.resume => begun,
            Some(begun) => return Err(begun_before(&definition.name, &begun).into()),
            None => BuildProgress { identity, next: 0, added: 0, last: 0 },
        };
        let engine = engines().accepting(engines().default_engine().name(), &lowered.csp)?;
        let is_drawn = !definition.layouts.is_empty();
        let equivalents = match is_drawn {
            true => None,
            false => {
                let mut budget = Budget::new(None, stop.flag.clone());
                prove::transforms(&instance, &lowered, engines(), &mut budget).equivalents
            }
        };
        let ready = ReadyRef { instance: &instance, lowered: &lowered };
        let source = PuzzleSource::new(
            (definition, settings),
            ready,
            is_drawn,
            (engine, options),
            (None, 0),
        )?;
        let present = |problem: ReadyRef<'_>, puzzle: &GeneratedPuzzle| {
            Ok(new_entry(problem, engines(), equivalents.as_ref(), puzzle))
        };
        let jobs = jobs(build.jobs);
        let maker = Maker {
            source,
            present: &present,
            seed: build.seed,
            steps: None,
            stop: &stop.flag,
            jobs,
        };
        let mut filling = Filling {
            bank,
            title: self.title(),
            progress,
            count: build.count,
            has_level: level.is_some(),
            waiting: Vec::new(),
            clock: WriteClock::start(),
            bar: bar(console, build.count),
            console,
            stop,
        };
        if let Some(end) = filling.ended() {
            return filling.end(end);
        }
        let indexes = filling.progress.next..u64::MAX;
        let take = |index, made| filling.take(index, made);
        let broken = jobs.in_order(indexes, &stop.flag, || maker.worker(), take)?;
        let end = match broken {
            Some(end) => end?,
            None => BuildEnd::Stopped,
        };
        filling.end(end)
    }

    fn title(&self) -> String {
        match self.level {
            Some(level) => format!("{}, {level}", self.definition.name),
            None => self.definition.name.clone(),
        }
    }
}

/// Takes what workers made: the only one that writes.
struct Filling<'b> {
    bank: &'b mut Bank,
    console: &'b mut Console,
    stop: &'b StopWatcher,
    title: String,
    progress: BuildProgress,
    count: u64,
    /// Whether puzzles of another level are not wanted.
    has_level: bool,
    /// What is made and not written, by index.
    waiting: Vec<(u64, Vec<NewEntry>)>,
    clock: WriteClock,
    bar: Option<ProgressBar>,
}

type Taken = ControlFlow<Result<BuildEnd, Failure>>;

impl Filling<'_> {
    fn take(&mut self, index: u64, made: IndexResult<NewEntry>) -> Taken {
        let IndexResult { puzzles, totals, end } = made;
        match end {
            IndexEnd::Fault(problems) => return ControlFlow::Break(Err(problems.into())),
            IndexEnd::Unfinished(_) => return ControlFlow::Break(Ok(BuildEnd::Stopped)),
            // A board without a puzzle of the level that is wanted is one of those that add nothing.
            IndexEnd::Finished(_) => {}
        }
        let is_missed = self.has_level && totals.status > 0;
        self.waiting.push((index, if is_missed { Vec::new() } else { puzzles }));
        let waiting: usize = self.waiting.iter().map(|(_, puzzles)| puzzles.len()).sum();
        let left = self.count.saturating_sub(self.progress.added);
        let is_due = self.clock.is_due(waiting)
            || waiting as u64 >= left
            || self.waiting.len() as u64 >= MOST_IDLE;
        if !is_due {
            return ControlFlow::Continue(());
        }
        match self.write() {
            Err(problem) => ControlFlow::Break(Err(problem.into())),
            Ok(()) => match self.ended() {
                Some(end) => ControlFlow::Break(Ok(end)),
                None => ControlFlow::Continue(()),
            },
        }
    }

    /// Returns how it has ended, if it has.
    fn ended(&self) -> Option<BuildEnd> {
        let BuildProgress { next, added, last, .. } = &self.progress;
        if *added >= self.count {
            return Some(BuildEnd::Complete);
        }
        (next - last >= MOST_IDLE).then(|| {
            let (title, count) = (&self.title, self.count);
            let message = format!(
                "{title}: {added} of {}: {MOST_IDLE} boards in a row had no new one",
                puzzles(count)
            );
            let problem = Problem::bare(Code::BankExhausted, message);
            BuildEnd::Exhausted(
                problem.help("ask for fewer, for larger boards or for other levels"),
            )
        })
    }

    /// Writes what waits, as far as it is wanted, in one transaction.
    fn write(&mut self) -> Result<(), Problem> {
        let waiting = std::mem::take(&mut self.waiting);
        self.clock = WriteClock::start();
        if waiting.is_empty() {
            return Ok(());
        }
        let mut gate = self.stop.gate();
        let mut progress = self.progress.clone();
        let mut writer = self.bank.write()?;
        'all: for (index, puzzles) in waiting {
            if index >= progress.last + MOST_IDLE {
                break;
            }
            for puzzle in puzzles {
                if progress.added == self.count {
                    // What is left of this board comes first where more is asked for later.
                    progress.next = index;
                    break 'all;
                }
                if let Stored::New(_) = writer.add(&puzzle)? {
                    progress.added += 1;
                    progress.last = index + 1;
                }
            }
            progress.next = index + 1;
        }
        writer.progress(&progress)?;
        writer.commit()?;
        self.progress = progress;
        gate.last_words = format!(
            "stopped: {} of {}; `--resume` goes on",
            self.progress.added,
            puzzles(self.count)
        );
        drop(gate);
        if let Some(bar) = &self.bar {
            bar.set_position(self.progress.added);
        }
        Ok(())
    }

    /// Writes what is left and says what there is.
    fn end(mut self, end: BuildEnd) -> Result<BuildEnd, Failure> {
        if matches!(end, BuildEnd::Stopped) {
            self.write()?;
        }
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let added = puzzles(self.progress.added);
        self.console.print(&format!("{}: {added} in `{}`\n", self.title, self.bank.name()))?;
        Ok(end)
    }
}

fn bar(console: &Console, count: u64) -> Option<ProgressBar> {
    if !console.may_draw() {
        return None;
    }
    let bar = ProgressBar::new(count);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} puzzles, {eta} left") {
        bar.set_style(style);
    }
    Some(bar)
}

fn begun_before(name: &str, begun: &BuildProgress) -> Problem {
    let added = puzzles(begun.added);
    let message = format!("this build of `{name}` has begun before: {added} of it are in the bank");
    Problem::bare(Code::BankBegun, message)
        .help("`--resume` goes on with it; another `--seed` makes others")
}
