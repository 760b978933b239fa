//! The generator: draw a full board, drop clues while the puzzle stays valid, measure, sort.
//!
//! # Source
//! Algorithm 1 of Chou and Kaashoek, "Automatically Generating Puzzles of Different Complexity"
//! (2014): ChooseSquare is the definition's `choose`, isRemoveValid its `keep`, and every board on
//! the way can be had (`all_steps`).
//!
//! Choices follow the puzzle's own random stream and the engines' verdicts, never a model: the same
//! seed gives the same puzzle with any engine.

pub mod rate;

mod attempts;
mod bank;
mod bias;
mod conditions;
pub mod draw;
mod ended;
mod fit;
mod full;
mod goodness;
pub mod grow;
mod grow_loop;
mod guide;
mod layout;
mod level_search;
mod lone_words;
mod measurer;
mod neighbourhood;
mod policy;
mod questions;
mod removal;
mod removal_state;
mod repair;
mod sampled;
mod session;
mod surrogate;
mod tasks;
mod variants;
mod verify;
mod ways;

pub use bank::{BankEntry, FromBank, bank_order};
pub use bias::Bias;
pub use goodness::ByChance;
pub use layout::{Layouts, TakePuzzles};
pub use policy::{Bounds, UntilTarget};
pub use sampled::{Sampled, any_instance, draws_board, sampled};
pub use tasks::{Task, TaskHook};
pub use variants::PuzzleWithInstance;

use std::cell::OnceCell;

use attempts::{Attempts, Next};
use ended::{RemovalEnd, RemovalResult, StartFailure};
use full::{BoardSampler, FullBoard, FullBoards};
use measurer::{LazyStepwise, Measurer};
use neighbourhood::Neighbours;
use puzgen_base::budget::{Budget, GaveUp, StopFlag};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::rng::{Rng, Stream};
use puzgen_engine::{Engine, Engines};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::lower::{Lowered, ReadyRef};
use removal::ClueRemoval;
use repair::Start;
use session::{RemovalSession, depends_on_engine};

/// How often a board is drawn anew before a puzzle is given up.
pub(crate) const MAX_DRAWS: u32 = 100;

/// The least steps for verification; otherwise it may take as many as the budget had at first.
const MIN_VERIFICATION: u64 = 20_000;

/// The steps for verification after the stop flag was set: well below a second.
const STOPPED_VERIFICATION: u64 = 500;

/// What is asked for on top of the definition.
#[derive(Debug, Clone)]
pub struct Options {
    /// The engines of the program.
    pub engines: Engines,
    /// The number of solutions, instead of what `remove` says.
    pub solutions: Option<Bounds>,
    /// Where removal stops, instead of the definition's `until`.
    pub until: Option<UntilTarget>,
    /// The level to reach, by position.
    pub level: Option<usize>,
    /// Whether there must be exactly one solution, whatever `remove` says: puzzles of a bank have.
    pub is_unique: bool,
    /// Whether every board on the way is a result.
    pub all_steps: bool,
    /// The least and the most number of clues left out of a board on the way that is a result instead of the last
    /// one: of those, one for each number of solutions, drawn at random.
    pub on_the_way: Option<(usize, usize)>,
    /// Whether puzzles go without features, score, tier and level: forms that show none of them need
    /// none, and solving a sudoku step by step takes longer than all questions about it.
    pub is_unrated: bool,
    /// The two engines that verify every puzzle; those that suit the problem, where none are named.
    pub verify: Vec<&'static dyn Engine>,
    /// Is told which task in making a puzzle begins.
    pub tasks: TaskHook,
}

impl Options {
    /// Returns the options that ask for nothing but what the definition says.
    pub fn new(engines: Engines) -> Self {
        Self {
            engines,
            solutions: None,
            until: None,
            level: None,
            is_unique: false,
            all_steps: false,
            on_the_way: None,
            is_unrated: false,
            verify: Vec::new(),
            tasks: TaskHook::default(),
        }
    }
}

/// How the generation of one puzzle ended.
#[derive(Debug)]
pub enum GenerationOutcome {
    /// As asked for.
    Done,
    /// The stated target or acceptance was not reached in any attempt; the last board was emitted.
    TargetMissed(Problem),
    /// The budget ran out; what was emitted is valid.
    OutOfBudget(Problem),
}

/// What all generators of one instance have in common, made once and shared by threads. A
/// generator itself stays on the thread that made it.
#[derive(Clone)]
pub struct Blueprint<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    engine: &'a dyn Engine,
    options: Options,
    sampler: BoardSampler,
    witnesses: Vec<&'static dyn Engine>,
    stepwise: LazyStepwise<'a>,
}

impl std::fmt::Debug for Blueprint<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Blueprint").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'a> Blueprint<'a> {
    /// Returns what generators need whose questions `engine` answers.
    ///
    /// # Errors
    /// Where the policy of the definition cannot be followed, or the target names no feature.
    pub fn new(
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        engine: &'a dyn Engine,
        options: Options,
    ) -> Result<Self, Diagnostics> {
        policy::Plan::new(instance, &options)?;
        let engine = match options.engines.strongest(&lowered.csp) {
            Some(strongest)
                if depends_on_engine(instance)
                    && engine.name() == options.engines.default_engine().name() =>
            {
                strongest
            }
            _ => engine,
        };
        let sampler = BoardSampler::new(instance, lowered)?;
        let witnesses = verify::engines_to_ask(&lowered.csp, &options);
        let stepwise = LazyStepwise::new(instance, lowered);
        Ok(Self { instance, lowered, engine, options, sampler, witnesses, stepwise })
    }

    /// Returns a generator for this thread, with new sessions.
    ///
    /// # Errors
    /// None where [`Blueprint::new`] had none.
    pub fn generator(&self) -> Result<Generator<'a>, Diagnostics> {
        let Self { instance, lowered, engine, options, sampler, witnesses, stepwise } = self;
        let ready = ReadyRef { instance, lowered };
        Ok(Generator {
            instance,
            lowered,
            session: RemovalSession::new(instance, lowered, *engine),
            verifier: verify::ResultVerifier::new(ready, witnesses, options),
            boards: FullBoards::new(instance, lowered, *engine, sampler.clone()),
            neighbours: OnceCell::new(),
            plan: policy::Plan::new(instance, options)?,
            guide: options.level.map(|level| guide::Guide::new(instance, level)),
            measurer: Measurer::new(instance, stepwise.clone(), options.is_unrated),
            options: options.clone(),
        })
    }
}

/// Draws one of the puzzles with each number of solutions.
fn one_of_each(puzzles: Vec<GeneratedPuzzle>, rng: &mut Rng) -> Vec<GeneratedPuzzle> {
    let mut drawn = Vec::new();
    // With fewer clues there are never fewer solutions, so that equal numbers stand side by side.
    let number = |puzzle: &GeneratedPuzzle| puzzle.solutions.len();
    for group in puzzles.chunk_by(|one, next| number(one) == number(next)) {
        drawn.push(group[rng.below(group.len())].clone());
    }
    drawn
}

/// Returns what is said where the budget ran out before there was a board to start from.
fn no_board(reason: &GaveUp) -> GenerationOutcome {
    let problem = Problem::bare(Code::NoFullBoard, format!("no full board: {reason}"));
    GenerationOutcome::OutOfBudget(problem.help(reason.help()))
}

/// Returns what is said where the budget ran out on the way.
fn unfinished(index: u64, reason: &GaveUp) -> GenerationOutcome {
    let message = format!("puzzle {index} is not finished: {reason}");
    let problem = Problem::bare(Code::GaveUp, message);
    GenerationOutcome::OutOfBudget(problem.help(reason.help()))
}

/// Generates the puzzles of one instance.
pub struct Generator<'a> {
    instance: &'a Instance<'a>,
    lowered: &'a Lowered,
    session: RemovalSession<'a>,
    verifier: verify::ResultVerifier<'a>,
    boards: FullBoards<'a>,
    /// Found when a board is first repaired.
    neighbours: OnceCell<Neighbours>,
    plan: policy::Plan,
    guide: Option<guide::Guide>,
    measurer: Measurer<'a>,
    options: Options,
}

impl std::fmt::Debug for Generator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'a> Generator<'a> {
    /// Returns a generator whose questions `engine` answers.
    ///
    /// # Errors
    /// Where the policy of the definition cannot be followed, or the target names no feature.
    pub fn new(
        instance: &'a Instance<'a>,
        lowered: &'a Lowered,
        engine: &'a dyn Engine,
        options: Options,
    ) -> Result<Self, Diagnostics> {
        Blueprint::new(instance, lowered, engine, options)?.generator()
    }

    /// Returns the instance and its constraints.
    pub fn problem(&self) -> ReadyRef<'a> {
        ReadyRef { instance: self.instance, lowered: self.lowered }
    }

    /// Begins another puzzle.
    fn begin_puzzle(&mut self) {
        self.measurer.take_work();
        self.session.begin_puzzle();
    }

    /// Generates puzzle `index` of the run with this seed; `emit` gets every result.
    ///
    /// # Errors
    /// Where the definition has a fault that shows only here: no full board, no valid start.
    pub fn generate(
        &mut self,
        seed: u64,
        index: u64,
        budget: &mut Budget,
        emit: &mut dyn FnMut(GeneratedPuzzle),
    ) -> Result<GenerationOutcome, Diagnostics> {
        let mut rng = self.instance.stream(Stream::Puzzle, seed, &[&index.to_le_bytes()]);
        let mut attempts = Attempts::default();
        let mut ended = None;
        for redraws in 0..MAX_DRAWS {
            self.options.tasks.begin(Task::Board);
            let drawn = match budget.is_spent() {
                None => self.boards.draw(&mut rng, budget)?,
                Some(reason) => full::DrawnBoard::GaveUp(reason),
            };
            let board = match drawn {
                full::DrawnBoard::Board(board) => board,
                full::DrawnBoard::GaveUp(reason) => {
                    ended = Some(reason);
                    break;
                }
                full::DrawnBoard::Impossible(problem) => return Err((*problem).into()),
            };
            let origin = removal::Provenance { seed, index, redraws, repairs: 0 };
            let removed = self.remove_clues(board, origin, &mut rng, budget)?;
            let next = match self.programs_of_blankless(&removed) {
                // It is the same program each time.
                Some(_) => attempts.take_blankless(removed, None, 1),
                None => attempts.take(removed, None, self.guide.is_some()),
            };
            match next {
                Next::Finish(removed) => return Ok(self.finish(index, removed, budget, emit)),
                Next::Again => {}
                Next::Enough => break,
            }
        }
        let (best, outcome) =
            attempts.give_up(index, self.instance.definition, &self.options, ended);
        if let Some((removed, _)) = best
            && let GenerationOutcome::OutOfBudget(problem) =
                self.finish(index, removed, budget, emit)
        {
            return Ok(GenerationOutcome::OutOfBudget(problem));
        }
        Ok(outcome)
    }

    /// Repairs a full board where it has to be, and removes clues from it.
    fn remove_clues(
        &mut self,
        board: FullBoard,
        origin: removal::Provenance,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<RemovalResult, Diagnostics> {
        self.options.tasks.begin(Task::Repair);
        self.begin_puzzle();
        let ended = match self.start(board, rng, budget)? {
            Start::Valid(board, repairs) => {
                let origin = removal::Provenance { repairs: origin.repairs + repairs, ..origin };
                let mut removed =
                    level_search::run(ClueRemoval::new(self, board, origin, rng), budget)?;
                self.note_prover(&mut removed.results);
                if self.options.on_the_way.is_some() {
                    removed.results = one_of_each(std::mem::take(&mut removed.results), rng);
                    for puzzle in &mut removed.results {
                        self.measurer.rate(puzzle, &removed.values)?;
                    }
                }
                return Ok(removed);
            }
            Start::Invalid if !self.instance.together.is_empty() => {
                RemovalEnd::NoStart(StartFailure::Symmetry)
            }
            Start::Invalid => RemovalEnd::NoStart(StartFailure::Uniqueness),
            Start::GaveUp(reason) => RemovalEnd::OutOfBudget(reason),
        };
        Ok(RemovalResult { ended, values: Vec::new(), distance: 0.0, results: Vec::new() })
    }

    /// Notes the engine that proved these puzzles during removal: where it alone answered that no removed
    /// clue leaves another solution, each board has as many solutions as the one before.
    fn note_prover(&mut self, results: &mut [GeneratedPuzzle]) {
        let prover =
            self.session.solver().take_sole_prover().filter(|_| self.options.verify.is_empty());
        for puzzle in results.iter_mut().filter(|puzzle| puzzle.solutions.len() == 1) {
            puzzle.verified.extend(prover);
        }
    }

    /// Verifies and emits the results of a board.
    fn finish(
        &mut self,
        index: u64,
        removed: RemovalResult,
        budget: &Budget,
        emit: &mut dyn FnMut(GeneratedPuzzle),
    ) -> GenerationOutcome {
        let RemovalResult { ended, mut results, values, .. } = removed;
        self.verifier.tasks.begin(Task::FirstProof);
        if let Err(reason) = self.verify(&mut results, &values, budget) {
            return Self::unverified(index, &reason);
        }
        results.into_iter().for_each(emit);
        match ended {
            RemovalEnd::OutOfBudget(reason) => unfinished(index, &reason),
            _ => GenerationOutcome::Done,
        }
    }

    /// Verifies every result. Where all have one solution, the proof of the last board covers the earlier
    /// ones, which show more of the same clues.
    fn verify(
        &mut self,
        results: &mut [GeneratedPuzzle],
        values: &[i64],
        budget: &Budget,
    ) -> Result<(), GaveUp> {
        // Verification has a budget of its own: a result must not be lost because removal spent the
        // steps. After a stop, it has only a few.
        let (mut budget, was_stopped) = match budget.is_spent() {
            Some(GaveUp::Stopped) => {
                (Budget::new(Some(STOPPED_VERIFICATION), StopFlag::new()), true)
            }
            _ => (budget.refilled(MIN_VERIFICATION), false),
        };
        // Those few steps are not the user's budget: the reason is the stop.
        let why = |reason| match reason {
            GaveUp::Steps if was_stopped => GaveUp::Stopped,
            reason => reason,
        };
        let mut covering: Option<Vec<&'static str>> = None;
        for puzzle in results.iter_mut().rev() {
            puzzle.verified = match &covering {
                Some(names) if puzzle.solutions.len() == 1 => names.clone(),
                _ => {
                    let verifier = &mut self.verifier;
                    verifier
                        .verify(puzzle, values, self.session.solver(), &mut budget)
                        .map_err(why)?
                }
            };
            if puzzle.solutions.len() == 1 {
                covering = Some(puzzle.verified.clone());
            }
        }
        Ok(())
    }

    fn unverified(index: u64, reason: &GaveUp) -> GenerationOutcome {
        let message = format!("puzzle {index} was not confirmed by a second engine: {reason}");
        let problem = Problem::bare(Code::GaveUp, message);
        let help = format!("{}, or name other engines with `--verify`", reason.help());
        GenerationOutcome::OutOfBudget(problem.help(help))
    }
}
