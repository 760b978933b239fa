//! Makes the puzzles of an index, on any thread. They are generated on one instance for all indexes, from the
//! entries of a bank, or on a layout of their own.

use crate::batch::{Bank, RunTotals};
use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::jobs::{Finished, Jobs};
use puzgen_engine::Engine;
use puzgen_generate::{Blueprint, FromBank, GenerationOutcome, Generator, Layouts, Options};
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Setting;
use puzgen_solve::prove::{self, Equivalents};
use puzgen_vocabulary::lower::ReadyRef;

/// How the work on one index ended.
#[derive(Debug)]
pub enum IndexEnd {
    /// With all that belongs to it, and remarks on that.
    Finished(Diagnostics),
    /// It was stopped from outside.
    Unfinished(Diagnostics),
    /// There is something wrong with the definition.
    Fault(Diagnostics),
}

/// A puzzle in the form that the caller keeps: a text to print, or a type of its own.
pub trait Presented: Send {
    /// Returns about how many bytes of memory it takes.
    fn bytes(&self) -> usize;
}

impl Presented for Vec<u8> {
    fn bytes(&self) -> usize {
        self.len()
    }
}

/// The result of one index.
#[derive(Debug)]
pub struct IndexResult<T> {
    /// The puzzles, each followed by its variants.
    pub puzzles: Vec<T>,
    /// What is counted of them.
    pub totals: RunTotals,
    /// How the work on them ended.
    pub end: IndexEnd,
}

impl<T: Presented> Finished for IndexResult<T> {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.puzzles.iter().map(T::bytes).sum::<usize>()
    }

    fn is_last(&self) -> bool {
        !matches!(self.end, IndexEnd::Finished(_))
    }
}

/// Turns a puzzle into the form that the caller keeps, on the thread where it was made.
pub type Present<'a, T> = dyn Fn(ReadyRef<'_>, &GeneratedPuzzle) -> Result<T, Problem> + Sync + 'a;

/// What the workers of a run share. A worker is a thread that makes one index after the other.
pub struct Maker<'r, 'a, T> {
    /// What puzzles are made from.
    pub source: PuzzleSource<'a>,
    /// Turns each puzzle into the form that the caller keeps.
    pub present: &'r Present<'r, T>,
    /// The seed of the run.
    pub seed: u64,
    /// The bound on the work of a puzzle, in steps of a [`Budget`].
    pub steps: Option<u64>,
    /// Ends all work once it is set.
    pub stop: &'r StopFlag,
    /// Whose threads make puzzles.
    pub jobs: Jobs,
}

/// What puzzles are made from.
#[derive(Debug)]
pub enum PuzzleSource<'a> {
    /// One instance for all.
    Shared {
        /// What its generators have in common.
        blueprint: Blueprint<'a>,
        /// What makes variants, and how many of each puzzle.
        variants: Option<(&'a Equivalents<'a>, usize)>,
        /// Given puzzles to begin with, instead of full boards.
        bank: Option<&'a Bank<'a>>,
    },
    /// A layout, and so an instance, for each.
    Drawn {
        /// Draws the layouts.
        layouts: Box<Layouts<'a>>,
        /// The engine for the questions about each.
        engine: &'a dyn Engine,
        /// The options of the generator.
        options: Options,
        /// How many variants of each puzzle.
        variants: usize,
    },
}

impl<'a> PuzzleSource<'a> {
    /// Returns what puzzles of a definition are made from: `ready`, or a layout for each where `is_drawn`. `variants`
    /// says what makes variants of them, where that is known for all, and how many.
    ///
    /// # Errors
    /// Where the policy of the definition cannot be followed, or no layouts can be drawn.
    pub fn new(
        (definition, settings): (&'a Definition, &[Setting]),
        ready: ReadyRef<'a>,
        is_drawn: bool,
        (engine, options): (&'a dyn Engine, Options),
        variants: (Option<&'a Equivalents<'a>>, usize),
    ) -> Result<Self, Diagnostics> {
        if is_drawn {
            let layouts = Box::new(Layouts::new(definition, settings)?);
            return Ok(Self::Drawn { layouts, engine, options, variants: variants.1 });
        }
        let ReadyRef { instance, lowered } = ready;
        Ok(Self::Shared {
            blueprint: Blueprint::new(instance, lowered, engine, options)?,
            variants: variants.0.map(|equivalents| (equivalents, variants.1)),
            bank: None,
        })
    }

    /// Lets puzzles begin from given ones.
    #[must_use]
    pub fn from_bank(mut self, from: Option<&'a Bank<'a>>) -> Self {
        if let Self::Shared { bank, .. } = &mut self {
            *bank = from;
        }
        self
    }
}

/// What a worker keeps from one index to the next.
type Kept<'a> = Option<Result<Generator<'a>, Diagnostics>>;

impl<T> std::fmt::Debug for Maker<'_, '_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Maker").field("seed", &self.seed).finish_non_exhaustive()
    }
}

impl<'a, T: Presented> Maker<'_, 'a, T> {
    /// Returns a worker of this thread.
    pub fn worker(&self) -> impl FnMut(u64) -> IndexResult<T> {
        // What a session has learnt changes how many steps the next question takes, and so which
        // ones a budget allows. Where steps are bounded, each puzzle gets a session and a thread
        // (Z3 keeps its state by thread) of its own: then it depends on its index alone.
        let opened = || match &self.source {
            PuzzleSource::Shared { blueprint, .. } => Some(blueprint.generator()),
            PuzzleSource::Drawn { .. } => None,
        };
        let is_free = self.steps.is_none();
        let mut kept: Kept<'a> = if is_free { opened() } else { None };
        move |index| match is_free {
            true => self.make(&mut kept, index),
            false => {
                let made = self.jobs.apart(|| self.make(&mut opened(), index));
                made.unwrap_or_else(|problem| fault(problem.into()))
            }
        }
    }

    fn make(&self, kept: &mut Kept<'a>, index: u64) -> IndexResult<T> {
        let mut budget = Budget::new(self.steps, self.stop.clone());
        let mut remarks = Diagnostics::new();
        let mut presented = Presentation::new();
        let outcome = match (&self.source, kept) {
            (PuzzleSource::Shared { variants, bank, .. }, Some(Ok(generator))) => {
                let mut puzzles: Vec<GeneratedPuzzle> = Vec::new();
                let mut emit = |puzzle| puzzles.push(puzzle);
                let outcome = match bank {
                    None => generator.generate(self.seed, index, &mut budget, &mut emit),
                    Some(bank) => {
                        self.use_bank(bank, generator, index, &mut budget, &mut emit, &mut remarks)
                    }
                };
                outcome.and_then(|outcome| {
                    self.present(generator, puzzles, *variants, &budget, &mut presented)?;
                    Ok(outcome)
                })
            }
            (PuzzleSource::Drawn { layouts, engine, options, variants }, _) => {
                let (number, spent) = ((self.seed, index), budget.clone());
                let mut take = |generator: &mut Generator<'_>, puzzles| {
                    let equivalents = match variants {
                        0 => None,
                        // Which maps hold depends on the layout.
                        _ => {
                            let ReadyRef { instance, lowered } = generator.problem();
                            let mut budget = Budget::new(None, self.stop.clone());
                            prove::transforms(instance, lowered, options.engines, &mut budget)
                                .equivalents
                        }
                    };
                    let variants = equivalents.as_ref().map(|equivalents| (equivalents, *variants));
                    self.present(generator, puzzles, variants, &spent, &mut presented)
                };
                layouts.generate(*engine, options, number, &mut budget, &mut take)
            }
            (PuzzleSource::Shared { .. }, Some(Err(problems))) => return fault(problems.clone()),
            (PuzzleSource::Shared { .. }, None) => {
                puzgen_base::bug!("a worker without its generator")
            }
        };
        match outcome {
            Ok(outcome) => self.result(outcome, presented, remarks),
            Err(problems) => {
                remarks.extend(problems);
                fault(remarks)
            }
        }
    }

    /// Returns the result of an index whose generation ended like this.
    fn result(
        &self,
        outcome: GenerationOutcome,
        presented: Presentation<T>,
        mut remarks: Diagnostics,
    ) -> IndexResult<T> {
        let Presentation { puzzles, mut totals, remarks: found } = presented;
        remarks.extend(found);
        match outcome {
            GenerationOutcome::Done => {}
            GenerationOutcome::TargetMissed(problem) => {
                totals.status = totals.status.max(1);
                remarks.push(problem.warning());
            }
            GenerationOutcome::OutOfBudget(problem) => {
                totals.status = 3;
                remarks.push(problem.warning());
            }
        }
        // Once the flag is set, engines may have left questions unanswered.
        let was_stopped = self.stop.is_set();
        let end =
            if was_stopped { IndexEnd::Unfinished(remarks) } else { IndexEnd::Finished(remarks) };
        IndexResult { puzzles, totals, end }
    }

    /// Presents puzzles, each followed by its variants.
    fn present(
        &self,
        generator: &mut Generator<'_>,
        puzzles: Vec<GeneratedPuzzle>,
        variants: Option<(&Equivalents<'_>, usize)>,
        budget: &Budget,
        presented: &mut Presentation<T>,
    ) -> Result<(), Diagnostics> {
        let mut all = Vec::new();
        let was_stopped = self.stop.is_set();
        let variants = variants.filter(|_| !was_stopped);
        for puzzle in puzzles {
            let found = match variants {
                Some((equivalents, count)) => {
                    generator.variants(&puzzle, equivalents, count, budget)?
                }
                None => (Vec::new(), None),
            };
            all.push((puzzle, None));
            all.extend(found.0);
            if let Some(problem) = found.1 {
                let status = if problem.code() == Code::GaveUp { 3 } else { 1 };
                presented.totals.status = presented.totals.status.max(status);
                presented.remarks.push(problem.warning());
            }
        }
        let own = generator.problem();
        for (puzzle, proved) in &all {
            let problem = proved.as_ref().map_or(own, |proved| proved.ready.borrowed());
            presented.totals.count(puzzle);
            presented.puzzles.push((self.present)(problem, puzzle)?);
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
        emit: &mut dyn FnMut(GeneratedPuzzle),
        remarks: &mut Diagnostics,
    ) -> Result<GenerationOutcome, Diagnostics> {
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

/// The puzzles of an index as they are presented, and what is to be said of them.
struct Presentation<T> {
    puzzles: Vec<T>,
    totals: RunTotals,
    remarks: Diagnostics,
}

impl<T> Presentation<T> {
    fn new() -> Self {
        Self { puzzles: Vec::new(), totals: RunTotals::default(), remarks: Diagnostics::new() }
    }
}

fn fault<T>(problems: Diagnostics) -> IndexResult<T> {
    IndexResult {
        puzzles: Vec::new(),
        totals: RunTotals::default(),
        end: IndexEnd::Fault(problems),
    }
}
