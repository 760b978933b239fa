//! Puzzles from anywhere, proved by two engines and measured, so that they can enter a bank.

use super::{Entry, NewEntry, new_entry};
use puzgen_api::jumble::moved;
use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_board::position::PreparedBoard;
use puzgen_board::shelf::Prepared;
use puzgen_engine::Engines;
use puzgen_export::{Context, answer_object};
use puzgen_generate::Bounds;
use puzgen_generate::rate::{Failed, Rater};
use puzgen_model::puzzle::Solution;
use puzgen_solve::prove::{self, Equivalents};
use puzgen_solve::verify::{Unproved, Verifier};
use puzgen_vocabulary::lower::{ReadyRef, gave_up_problem};
use puzgen_wire as wire;

/// Proves puzzles of one instance.
#[derive(Debug)]
pub struct Prover<'a> {
    prepared: &'a Prepared<'a>,
    engines: Engines,
    verifier: Verifier<'a>,
    rater: Rater<'a>,
    /// What is equivalent, found out for the first puzzle that enters.
    equivalents: Option<Option<Equivalents<'a>>>,
    stop: StopFlag,
}

impl<'a> Prover<'a> {
    /// Opens the sessions of two engines.
    ///
    /// # Errors
    /// `usage` where no engine can take the instance.
    pub fn new(
        prepared: &'a Prepared<'a>,
        engines: Engines,
        stop: &StopFlag,
    ) -> Result<Self, Problem> {
        let Prepared { instance, lowered, .. } = prepared;
        let engine = engines.accepting(engines.default_engine().name(), &lowered.csp)?;
        let pair = engines.pair(&lowered.csp);
        Ok(Self {
            prepared,
            engines,
            verifier: Verifier::new(ReadyRef { instance, lowered }, &pair),
            rater: Rater::new(instance, lowered, engine, None),
            equivalents: None,
            stop: stop.clone(),
        })
    }

    /// Proves that a puzzle has as many solutions as it may, and those that it says; returns what is stored of it.
    ///
    /// # Errors
    /// `not_proved` where that is not so, `gave_up` where it is not known.
    pub fn prove(
        &mut self,
        position: &PreparedBoard<'_, '_>,
        (seed, index): (u64, u64),
        bounds: Bounds,
    ) -> Result<NewEntry, Problem> {
        let solutions = self.solutions(position, bounds)?;
        let input = &position.input;
        if let Some(claimed) = input.solutions.filter(|claimed| *claimed != solutions.len() as u64)
        {
            let found = solutions.len();
            return Err(refused(format!(
                "it says that it has {claimed} solutions, it has {found}"
            )));
        }
        let is_right = |answer: &[Option<i64>]| {
            solutions.iter().any(|solution| {
                answer
                    .iter()
                    .zip(solution)
                    .all(|(value, right)| value.is_none_or(|it| it == *right))
            })
        };
        if !input.answers().all(is_right) {
            return Err(refused("an answer that comes with it is no solution".to_owned()));
        }
        let mut budget = Budget::new(None, self.stop.clone());
        let rating = self.rater.rate(&position.givens(), None, &mut budget);
        let rating = rating.map_err(|failed| match failed {
            Failed::GaveUp(reason) => gave_up_problem(&reason),
            Failed::Fault(problem) => problem,
        })?;
        let (facts, shown) = (input.board.told(), input.board.shown());
        let mut puzzle = moved((seed, index), facts, shown, solutions, None);
        puzzle.is_of_run = true;
        puzzle.features = rating.features;
        puzzle.level = rating.level;
        puzzle.steps = rating.steps;
        puzzle.verified = self.verifier.engines();
        let Prepared { instance, lowered, .. } = self.prepared;
        let equivalents = self.equivalents.get_or_insert_with(|| {
            let mut budget = Budget::new(None, self.stop.clone());
            let is_drawn = !instance.definition.layouts.is_empty();
            // A layout of the puzzle's own is looked at where all others are.
            if is_drawn {
                None
            } else {
                prove::transforms(instance, lowered, self.engines, &mut budget).equivalents
            }
        });
        Ok(new_entry(ReadyRef { instance, lowered }, self.engines, equivalents.as_ref(), &puzzle))
    }

    /// Proves that a puzzle has the solutions that are stored with it and no other.
    ///
    /// # Errors
    /// `damaged` where that is not so, `gave_up` where it is not known.
    pub fn prove_stored(
        &mut self,
        position: &PreparedBoard<'_, '_>,
        entry: &Entry,
    ) -> Result<(), Problem> {
        let most = usize::try_from(entry.solutions).unwrap_or(usize::MAX);
        let bounds = Bounds { at_least: 1, at_most: most };
        let Prepared { instance, lowered, .. } = self.prepared;
        let solutions = self.solutions(position, bounds)?;
        let context = Context::new(instance, &lowered.fact_domains, true);
        let answers: Vec<wire::Object> =
            solutions.iter().map(|solution| answer_object(&context, solution)).collect();
        let text = match answers.as_slice() {
            [only] => wire::line(only),
            all => wire::line(&all),
        };
        match text.trim_end() == entry.answers {
            true => Ok(()),
            false => Err(refused("it has other solutions than are stored".to_owned())),
        }
    }

    fn solutions(
        &mut self,
        position: &PreparedBoard<'_, '_>,
        bounds: Bounds,
    ) -> Result<Vec<Solution>, Problem> {
        self.verifier.begin(&Budget::new(None, self.stop.clone()));
        let counted = self.verifier.count(&position.givens(), bounds.at_most);
        let count = counted.map_err(|unproved| match unproved {
            Unproved::GaveUp { reason, .. } => gave_up_problem(&reason),
            Unproved::Disagreement(message) => Problem::bare(Code::Disagreement, message)
                .help("this is a bug in puzgen: please report it with the puzzle"),
        })?;
        if !count.is_complete {
            let most = bounds.at_most;
            return Err(refused(format!("it has more than {most} solutions")));
        }
        if count.number < bounds.at_least {
            let (number, least) = (count.number, bounds.at_least);
            return Err(refused(format!("it has {number} solutions, fewer than {least}")));
        }
        Ok(count.solutions)
    }
}

fn refused(why: String) -> Problem {
    Problem::bare(Code::NotProved, why).help("`puzgen verify` says more")
}
