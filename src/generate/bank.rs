//! Puzzles from a bank: a given puzzle brought to a level and jumbled, never thrown away.
//!
//! An entry is given by what its clues say. Its solution is found by the engine, and there must be
//! exactly one. With a level, `level_search.rs` adds clues back from the solution (or removes more where the
//! entry is too easy); then a random proved transform moves the puzzle. What comes out is measured
//! and verified as every puzzle is.

use crate::ended::{RemovalEnd, RemovalResult, TargetMissed};
use crate::level_search;
use crate::removal::{ClueRemoval, Provenance};
use crate::variants::{Image, images};
use crate::{GenerationOutcome, Generator};
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::rng::{Rng, Stream};
use puzgen_engine::Verdict;
use puzgen_model::generated::{GeneratedPuzzle, Variant};
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::FactValue;
use puzgen_symmetry::Symmetry;
use puzgen_vocabulary::lower::gave_up_problem;

/// How many members of the group are tried for one whose image keeps level and conditions.
const MAX_MEMBERS: usize = 100;

/// An entry of a bank.
#[derive(Debug, Clone)]
pub struct BankEntry {
    /// The line it starts at, from 1.
    pub line: usize,
    /// What its clues say, by fact; none for those that are not told.
    pub facts: Vec<FactValue>,
    /// Which clues are shown, with or without their value.
    pub shown: Vec<bool>,
    /// The answers that came with it.
    pub answers: Vec<Vec<i64>>,
}

/// The result of using an entry.
#[derive(Debug)]
pub enum FromBank {
    /// A puzzle, or none where the budget ran out.
    Made(GenerationOutcome),
    /// It cannot be used: why.
    Rejected(String),
}

/// Why an entry has not one solution.
enum Unusable {
    Rejected(&'static str),
    GaveUp(GaveUp),
}

/// Returns the order in which entries are taken from a bank of `count`, for one round through it:
/// puzzle `k` takes entry `k mod count` of round `k div count`, so none comes twice before each came
/// once.
pub fn bank_order(instance: &Instance<'_>, seed: u64, round: u64, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    instance.stream(Stream::BankOrder, seed, &[&round.to_le_bytes()]).shuffle(&mut order);
    order
}

impl Generator<'_> {
    /// Makes puzzle `index` of the run with this seed from an entry; `emit` gets the result.
    ///
    /// # Errors
    /// Where a clue, feature or condition has no value.
    pub fn generate_from(
        &mut self,
        entry: &BankEntry,
        symmetry: Option<&Symmetry>,
        (seed, index): (u64, u64),
        budget: &mut Budget,
        emit: &mut dyn FnMut(GeneratedPuzzle),
    ) -> Result<FromBank, Diagnostics> {
        let mut rng = self.instance.stream(Stream::BankEntry, seed, &[&index.to_le_bytes()]);
        let rejected = |why: &str| Ok(FromBank::Rejected(why.to_owned()));
        self.begin_puzzle();
        self.session.begin();
        let values = match self.solved(entry, budget) {
            Ok(values) => values,
            Err(Unusable::Rejected(why)) => return rejected(why),
            Err(Unusable::GaveUp(reason)) => {
                return Ok(FromBank::Made(GenerationOutcome::OutOfBudget(gave_up_problem(
                    &reason,
                ))));
            }
        };
        let own = &values[..self.instance.answer_count];
        if entry.answers.iter().any(|answer| answer != own) {
            return rejected("its answer is not its solution");
        }
        let origin = Provenance { seed, index, redraws: 0, repairs: 0 };
        let mut board = self.boards.board(values)?;
        for (fact, _) in self.lowered.drawn_presences(self.instance) {
            board.shown[fact] &= entry.shown[fact];
        }
        let mut removal = ClueRemoval::new(self, board, origin, &mut rng);
        removal.give(&entry.facts, &entry.shown);
        let RemovalResult { ended, mut results, values, .. } = level_search::run(removal, budget)?;
        if let RemovalEnd::NoStart(failure) = ended {
            return Ok(FromBank::Rejected(failure.to_string()));
        }
        let (mut results, values) = match results.pop() {
            Some(puzzle) => {
                let (puzzle, values) = self.jumbled(puzzle, values, symmetry, &mut rng)?;
                (vec![GeneratedPuzzle { bank_line: Some(entry.line), ..puzzle }], values)
            }
            None => (results, values),
        };
        if let Err(reason) = self.verify(&mut results, &values, budget) {
            return Ok(FromBank::Made(Self::unverified(index, &reason)));
        }
        results.into_iter().for_each(emit);
        Ok(FromBank::Made(outcome_of(ended, entry, index)))
    }

    /// Returns the stored values of the one solution of an entry.
    fn solved(&mut self, entry: &BankEntry, budget: &mut Budget) -> Result<Vec<i64>, Unusable> {
        let given = self.instance.given(&entry.facts, &entry.shown).into_iter();
        let given: Vec<_> =
            given.map(|(given, value)| self.lowered.fact_lit(given, value)).collect();
        let values = match self.session.solver().solve(&given, budget) {
            Verdict::Sat(assignment) => self.lowered.values(&assignment),
            Verdict::Unsat(_) => return Err(Unusable::Rejected("it has no solution")),
            Verdict::GaveUp(reason) => return Err(Unusable::GaveUp(reason)),
        };
        let own = &values[..self.instance.answer_count];
        match self.session.solver().solve_other_than(&given, own, budget) {
            Verdict::Unsat(_) => Ok(values),
            Verdict::Sat(_) => Err(Unusable::Rejected("it has more than one solution")),
            Verdict::GaveUp(reason) => Err(Unusable::GaveUp(reason)),
        }
    }

    /// Returns the image of a puzzle, with its answer, under a random member of the group that moves
    /// it, and keeps its level and what is asked of it; the puzzle itself where none does.
    fn jumbled(
        &mut self,
        puzzle: GeneratedPuzzle,
        values: Vec<i64>,
        symmetry: Option<&Symmetry>,
        rng: &mut Rng,
    ) -> Result<(GeneratedPuzzle, Vec<i64>), Diagnostics> {
        let Some(symmetry) = symmetry else { return Ok((puzzle, values)) };
        let board = puzzle.values_told();
        let must_hold = self.keeps_conditions(&puzzle, &values)?;
        let Some(own) = self.own_solution(&puzzle)? else {
            return Ok((puzzle, values));
        };
        for action in symmetry.draw(rng).take(MAX_MEMBERS) {
            let image = symmetry
                .board(&action, &board)
                .unwrap_or_else(|| puzgen_base::bug!("a proved map has no image of a clue"));
            let Some(shown) = symmetry.shown(&action, &puzzle.shown, &board) else { continue };
            if image == board && shown == puzzle.shown {
                continue;
            }
            let answer = |answer: &[i64]| symmetry.answer(&action, answer);
            let Some((solutions, moved)) = images(&puzzle, &own, &answer) else { continue };
            let map = symmetry.describe(self.instance, &action);
            let transform = Variant { number: 1, map, params: Vec::new() };
            let image = Image { told: image, shown, solutions, values: moved, transform };
            let (variant, values) = self.variant(&puzzle, image)?;
            let is_kept = variant.level == puzzle.level
                && (!must_hold || self.keeps_conditions(&variant, &values)?);
            if is_kept {
                return Ok((variant, values));
            }
        }
        Ok((puzzle, values))
    }
}

/// Returns how the generation of a puzzle from an entry ended.
fn outcome_of(ended: RemovalEnd, entry: &BankEntry, index: u64) -> GenerationOutcome {
    let problem = |code, message| Problem::bare(code, message);
    match ended {
        RemovalEnd::TargetMissed(TargetMissed { why, .. }) => {
            let message = format!("puzzle {index}, from line {}: {why}", entry.line);
            let problem = problem(Code::TargetNotReached, message);
            GenerationOutcome::TargetMissed(
                problem.help("ask for another level, or take other puzzles"),
            )
        }
        RemovalEnd::OutOfBudget(reason) => {
            let message = format!("puzzle {index} is not finished: {reason}");
            let problem = problem(Code::GaveUp, message);
            GenerationOutcome::OutOfBudget(problem.help(reason.help()))
        }
        RemovalEnd::Accepted | RemovalEnd::NoStart(_) => GenerationOutcome::Done,
    }
}
