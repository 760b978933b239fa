//! Generates the puzzles of one instance: draws boards until an attempt succeeds, repairs each, removes clues and
//! verifies what is left.

use std::cell::OnceCell;

use crate::attempts::{Attempts, MAX_DRAWS, Next};
use crate::ended::{RemovalEnd, RemovalResult, StartFailure};
use crate::full::{self, FullBoard, FullBoards};
use crate::guide;
use crate::level_search;
use crate::measurer::Measurer;
use crate::neighbourhood::Neighbours;
use crate::options::Options;
use crate::outcome::{GenerationOutcome, unfinished};
use crate::policy;
use crate::removal::{self, ClueRemoval};
use crate::repair::Start;
use crate::session::RemovalSession;
use crate::tasks::Task;
use crate::verify;
use puzgen_base::budget::{Budget, GaveUp, StopFlag};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::rng::{Rng, Stream};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::lower::{Lowered, ReadyRef};

/// The least steps for verification; otherwise it may take as many as the budget had at first.
pub(crate) const MIN_VERIFICATION: u64 = 20_000;

/// The steps for verification after the stop flag was set: well below a second.
const STOPPED_VERIFICATION: u64 = 500;

/// Generates the puzzles of one instance.
pub struct Generator<'a> {
    pub(crate) instance: &'a Instance<'a>,
    pub(crate) lowered: &'a Lowered,
    pub(crate) session: RemovalSession<'a>,
    pub(crate) verifier: verify::ResultVerifier<'a>,
    pub(crate) boards: FullBoards<'a>,
    /// Found when a board is first repaired.
    pub(crate) neighbours: OnceCell<Neighbours>,
    pub(crate) plan: policy::Plan,
    pub(crate) guide: Option<guide::Guide>,
    pub(crate) measurer: Measurer<'a>,
    pub(crate) options: Options,
}

impl std::fmt::Debug for Generator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'a> Generator<'a> {
    /// Returns the instance and its constraints.
    pub fn problem(&self) -> ReadyRef<'a> {
        ReadyRef { instance: self.instance, lowered: self.lowered }
    }

    /// Begins another puzzle.
    pub(crate) fn begin_puzzle(&mut self) {
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
    pub(crate) fn remove_clues(
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
    pub(crate) fn finish(
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
    pub(crate) fn verify(
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

    pub(crate) fn unverified(index: u64, reason: &GaveUp) -> GenerationOutcome {
        let message = format!("puzzle {index} was not confirmed by a second engine: {reason}");
        let problem = Problem::bare(Code::GaveUp, message);
        let help = format!("{}, or name other engines with `--verify`", reason.help());
        GenerationOutcome::OutOfBudget(problem.help(help))
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
