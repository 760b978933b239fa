//! The two ends of a run: what makes the puzzles of an index, on any thread, and what writes them,
//! on one.

use std::ops::ControlFlow;
use std::thread;

use indicatif::ProgressBar;

use crate::budget::Budget;
use crate::cli::Failure;
use crate::cli::bank::Bank;
use crate::cli::jobs::{Finished, STACK};
use crate::cli::journal::{Entry, Past, Totals};
use crate::cli::output::Console;
use crate::cli::sink::Sink;
use crate::cli::stop::Stop;
use crate::diagnostics::{Code, Diagnostics, Problem};
use crate::engine::Engine;
use crate::export::{Context, Format};
use crate::generate::{Blueprint, FromBank, Generator, Layouts, Options, Outcome, Puzzle};
use crate::prove::{self, Orbit};

/// How the work on one index ended.
enum End {
    /// With all that belongs to it, and remarks on that.
    Finished(Diagnostics),
    /// It was stopped from outside.
    Unfinished(Diagnostics),
    /// There is something wrong with the definition.
    Fault(Diagnostics),
}

/// What came of one index.
pub(super) struct Made {
    text: String,
    totals: Totals,
    end: End,
}

impl Finished for Made {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.len()
    }

    fn is_last(&self) -> bool {
        !matches!(self.end, End::Finished(_))
    }
}

/// What every worker needs to make the puzzles of an index.
pub(super) struct Maker<'a> {
    pub(super) source: Source<'a>,
    pub(super) with_answers: bool,
    pub(super) format: &'static dyn Format,
    pub(super) seed: u64,
    pub(super) steps: Option<u64>,
    pub(super) stop: &'a Stop,
    /// Whether a blank line goes between puzzles in different files, too.
    pub(super) is_one_file: bool,
}

/// What puzzles are made of.
pub(super) enum Source<'a> {
    /// One instance for all.
    Shared {
        blueprint: Blueprint<'a>,
        /// What makes variants, and how many of each puzzle.
        variants: Option<(&'a Orbit<'a>, usize)>,
        /// What puzzles are made from, instead of full boards.
        bank: Option<&'a Bank<'a>>,
    },
    /// A layout, and so an instance, for each.
    Drawn {
        layouts: Box<Layouts<'a>>,
        engine: &'a dyn Engine,
        options: Options,
        /// How many variants of each puzzle.
        variants: usize,
    },
}

/// What a worker keeps from one index to the next.
type Kept<'a> = Option<Result<Generator<'a>, Diagnostics>>;

impl<'a> Maker<'a> {
    /// Returns a worker of this thread.
    pub(super) fn worker(&self) -> impl FnMut(u64) -> Made {
        // What a session has learnt changes how many steps the next question takes, and so which
        // ones a budget allows. Where steps are bounded, each puzzle gets a session and a thread
        // (Z3 keeps its state by thread) of its own: then it depends on its index alone.
        let opened = || match &self.source {
            Source::Shared { blueprint, .. } => Some(blueprint.generator()),
            Source::Drawn { .. } => None,
        };
        let is_free = self.steps.is_none();
        let mut kept: Kept<'a> = if is_free { opened() } else { None };
        move |index| match is_free {
            true => self.make(&mut kept, index),
            false => thread::scope(|scope| {
                let alone = || self.make(&mut opened(), index);
                let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, alone);
                match thread.map(thread::ScopedJoinHandle::join) {
                    Ok(Ok(made)) => made,
                    Ok(Err(panic)) => std::panic::resume_unwind(panic),
                    Err(error) => {
                        let message = format!("no thread can be started: {error}");
                        let problem = Problem::bare(Code::Io, message);
                        fault(problem.help("use fewer `--jobs`").into())
                    }
                }
            }),
        }
    }

    fn make(&self, kept: &mut Kept<'a>, index: u64) -> Made {
        let mut budget = Budget::new(self.steps, self.stop.flag.clone());
        let mut remarks = Diagnostics::new();
        let mut printed = Printed::default();
        let outcome = match (&self.source, kept) {
            (Source::Shared { variants, bank, .. }, Some(Ok(generator))) => {
                let mut puzzles: Vec<Puzzle> = Vec::new();
                let mut emit = |puzzle| puzzles.push(puzzle);
                let outcome = match bank {
                    None => generator.generate(self.seed, index, &mut budget, &mut emit),
                    Some(bank) => {
                        self.use_bank(bank, generator, index, &mut budget, &mut emit, &mut remarks)
                    }
                };
                outcome.and_then(|outcome| {
                    self.print(index, generator, puzzles, *variants, &budget, &mut printed)?;
                    Ok(outcome)
                })
            }
            (Source::Drawn { layouts, engine, options, variants }, _) => {
                let (number, spent) = ((self.seed, index), budget.clone());
                let mut take = |generator: &mut Generator<'_>, puzzles| {
                    let orbit = match variants {
                        0 => None,
                        // Which maps hold depends on the layout.
                        _ => {
                            let (instance, lowered) = generator.problem();
                            let mut budget = Budget::new(None, self.stop.flag.clone());
                            prove::transforms(instance, lowered, &mut budget).orbit
                        }
                    };
                    let variants = orbit.as_ref().map(|orbit| (orbit, *variants));
                    self.print(index, generator, puzzles, variants, &spent, &mut printed)
                };
                layouts.generate(*engine, options, number, &mut budget, &mut take)
            }
            (Source::Shared { .. }, Some(Err(problems))) => return fault(problems.clone()),
            (Source::Shared { .. }, None) => crate::bug!("a worker without its generator"),
        };
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(problems) => {
                remarks.extend(problems);
                return fault(remarks);
            }
        };
        let Printed { text, mut totals, remarks: found } = printed;
        remarks.extend(found);
        match outcome {
            Outcome::Done => {}
            Outcome::Missed(problem) => {
                totals.status = totals.status.max(1);
                remarks.push(problem.warning());
            }
            Outcome::OutOfBudget(problem) => {
                totals.status = 3;
                remarks.push(problem.warning());
            }
        }
        // Once the flag is set, no question was answered that might have been.
        let was_stopped = self.stop.flag.is_set();
        let end = if was_stopped { End::Unfinished(remarks) } else { End::Finished(remarks) };
        Made { text, totals, end }
    }

    /// Prints puzzles, each followed by its variants.
    fn print(
        &self,
        index: u64,
        generator: &mut Generator<'_>,
        puzzles: Vec<Puzzle>,
        variants: Option<(&Orbit<'_>, usize)>,
        budget: &Budget,
        printed: &mut Printed,
    ) -> Result<(), Diagnostics> {
        let mut all = Vec::new();
        let was_stopped = self.stop.flag.is_set();
        let variants = variants.filter(|_| !was_stopped);
        for puzzle in puzzles {
            let found = match variants {
                Some((orbit, count)) => generator.variants(&puzzle, orbit, count, budget)?,
                None => (Vec::new(), None),
            };
            all.push((puzzle, None));
            all.extend(found.0);
            if let Some(problem) = found.1 {
                let status = if problem.code() == Code::GaveUp { 3 } else { 1 };
                printed.totals.status = printed.totals.status.max(status);
                printed.remarks.push(problem.warning());
            }
        }
        let with_answers = self.with_answers;
        let (instance, lowered) = generator.problem();
        for (number, (puzzle, site)) in all.iter().enumerate() {
            let (instance, lowered) = match site {
                None => (instance, lowered),
                Some(site) => (&site.ready.instance, &site.ready.lowered),
            };
            let context = Context { instance, fact_domains: &lowered.fact_domains, with_answers };
            printed.totals.count(puzzle);
            let is_first = number == 0 && (index == 0 || !self.is_one_file);
            if !is_first {
                printed.text.push_str(self.format.separator());
            }
            printed.text.push_str(&self.format.puzzle(&context, puzzle)?);
        }
        Ok(())
    }

    /// Makes a puzzle from the first entry that can be used.
    fn use_bank(
        &self,
        bank: &Bank<'_>,
        generator: &mut Generator<'a>,
        index: u64,
        budget: &mut Budget,
        emit: &mut dyn FnMut(Puzzle),
        remarks: &mut Diagnostics,
    ) -> Result<Outcome, Diagnostics> {
        for entry in bank.entries(self.seed, index) {
            let given = match bank.read(entry) {
                Ok(given) => given,
                Err(why) => {
                    remarks.push(bank.rejected(entry, &why, true));
                    continue;
                }
            };
            let number = (self.seed, index);
            let symmetry = bank.symmetry.as_ref();
            match generator.generate_from(&given, symmetry, number, budget, emit)? {
                FromBank::Made(outcome) => return Ok(outcome),
                FromBank::Rejected(why) => remarks.push(bank.rejected(entry, &why, false)),
            }
        }
        Err(bank.exhausted().into())
    }
}

/// The puzzles of an index as text, and what is to be said of them.
#[derive(Default)]
struct Printed {
    text: String,
    totals: Totals,
    remarks: Diagnostics,
}

fn fault(problems: Diagnostics) -> Made {
    Made { text: String::new(), totals: Totals::default(), end: End::Fault(problems) }
}

/// Takes the results in order: the only one that writes.
pub(super) struct Writer<'a> {
    pub(super) console: &'a mut Console,
    pub(super) sink: Sink,
    pub(super) stop: &'a Stop,
    pub(super) totals: Totals,
    pub(super) done: u64,
    pub(super) count: u64,
    pub(super) bar: Option<ProgressBar>,
}

impl Writer<'_> {
    /// Takes the result of an index; breaks with the reason where it is the last.
    pub(super) fn take(&mut self, index: u64, made: Made) -> ControlFlow<Result<(), Failure>> {
        let Made { text, totals, end } = made;
        let (is_finished, remarks) = match end {
            End::Fault(problems) => return self.fail(problems.into()),
            End::Finished(remarks) => (true, remarks),
            End::Unfinished(remarks) => (false, remarks),
        };
        if !is_finished && self.stop.was_interrupted() {
            return ControlFlow::Break(Ok(()));
        }
        let mut gate = self.stop.gate();
        let written = if is_finished {
            let entry = Entry::new(index, &text, totals);
            let written = self.sink.write(self.console, &text, &entry);
            if written.is_ok() {
                self.totals.add(&entry.totals);
                self.done += 1;
            }
            written
        } else {
            self.sink.write_unfinished(self.console, &text)
        };
        gate.last_words = self.stopped();
        drop(gate);
        if let Err(failure) = written {
            return self.fail(failure);
        }
        if !remarks.is_empty() {
            self.console.problems(remarks);
        }
        if !is_finished {
            return ControlFlow::Break(Ok(()));
        }
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        ControlFlow::Continue(())
    }

    /// Ends everything for a reason that is told now, because the others may take a while to end.
    fn fail(&mut self, failure: Failure) -> ControlFlow<Result<(), Failure>> {
        let (failure, status) = match failure {
            Failure::Closed => (Failure::Closed, 0),
            Failure::Problems(problems, status) => {
                self.console.problems(problems);
                (Failure::Problems(Diagnostics::new(), status), status)
            }
        };
        self.stop.abandon(status);
        ControlFlow::Break(Err(failure))
    }

    /// Returns what is said where not everything is finished.
    pub(super) fn stopped(&self) -> String {
        let (done, count) = (self.done, self.count);
        let hint = if self.sink.can_resume() { "; `--resume` goes on" } else { "" };
        format!("stopped: {done} of {count} puzzles are finished{hint}")
    }

    /// Goes on after what an earlier run finished.
    pub(super) fn go_on(&mut self, past: &Past) {
        let lost = past.lost();
        self.totals = past.totals();
        self.done = past.entries.len() as u64;
        let (done, count, seed) = (self.done, self.count, past.identity.seed);
        if lost > 0 {
            self.console.remark(&format!("{lost} finished puzzles were changed since: made again"));
        }
        self.console.remark(&format!("{done} of {count} puzzles are finished, seed {seed}"));
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }

    /// Ends the run; returns the exit status and what all of it took.
    pub(super) fn end(self, broken: Option<Result<(), Failure>>) -> Result<(u8, Totals), Failure> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if let Some(Err(failure)) = broken {
            // What was never begun leaves nothing behind.
            if self.done == 0 {
                self.sink.discard()?;
            }
            return Err(failure);
        }
        let mut status = self.totals.status;
        if self.done == self.count {
            self.sink.finish(self.count)?;
        } else {
            status = 3;
            self.console.remark(&self.stopped());
        }
        Ok((status, self.totals))
    }
}
