//! Many puzzles rated on several threads, their results in the order of the puzzles.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as MapEntry;
use std::ops::ControlFlow;

use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::jobs::{Finished, Jobs};
use puzgen_base::source::Span;
use puzgen_board::many::PuzzleText;
use puzgen_board::position::{EntryReader, PreparedBoard};
use puzgen_engine::Engines;
use puzgen_generate::rate::{Failed, Rater, Rating};
use puzgen_model::definition::Inputs;
use puzgen_vocabulary::lower::gave_up_problem;

/// How many puzzles are read before work on them begins.
pub const BATCH: usize = 4_096;

/// The result of rating one text.
#[derive(Debug)]
pub struct RatedEntry<'s, 'd> {
    /// Its instance and what it says.
    pub read: Option<PreparedBoard<'s, 'd>>,
    /// What was found out.
    pub rating: Option<Rating>,
    /// Why something is missing.
    pub problems: Diagnostics,
    /// Whether that is for lack of budget.
    pub gave_up: bool,
}

impl Finished for RatedEntry<'_, '_> {
    fn bytes(&self) -> usize {
        4_096
    }

    fn is_last(&self) -> bool {
        false
    }
}

/// How puzzles are rated.
#[derive(Debug)]
pub struct RatingRun<'a> {
    /// The engines of the program.
    pub engines: Engines,
    /// The name of the engine.
    pub engine: &'a str,
    /// The bound on the work of a puzzle, in steps of a [`Budget`].
    pub steps: Option<u64>,
    /// What ends all work.
    pub stop: &'a StopFlag,
    /// How many threads.
    pub jobs: Jobs,
    /// What a learner looks at, where that is asked for.
    pub inputs: Option<&'a Inputs>,
}

impl RatingRun<'_> {
    /// Rates the texts and calls `take` with one result after the other; returns how many there
    /// were, which is less than all where the work was stopped.
    ///
    /// # Errors
    /// Those of `take`; `io` where no thread can be had.
    pub fn run<'s, 'd: 's, E: From<Problem>>(
        &self,
        reader: &EntryReader<'s, 'd>,
        entries: &[PuzzleText],
        mut take: impl FnMut(&PuzzleText, RatedEntry<'s, 'd>) -> Result<(), E>,
    ) -> Result<usize, E> {
        let start = || {
            let mut sessions: BTreeMap<usize, Rater<'s>> = BTreeMap::new();
            let reader = reader.clone();
            move |index: u64| self.one(&reader, &entries[index as usize].text, &mut sessions)
        };
        let mut taken = 0;
        let each = |index: u64, result| {
            taken += 1;
            match take(&entries[index as usize], result) {
                Ok(()) => ControlFlow::Continue(()),
                Err(failure) => ControlFlow::Break(failure),
            }
        };
        let count = entries.len() as u64;
        match self.jobs.in_order(0..count, self.stop, start, each)? {
            Some(failure) => Err(failure),
            None => Ok(taken),
        }
    }

    fn one<'s, 'd: 's>(
        &self,
        reader: &EntryReader<'s, 'd>,
        text: &str,
        sessions: &mut BTreeMap<usize, Rater<'s>>,
    ) -> RatedEntry<'s, 'd> {
        let mut result =
            RatedEntry { read: None, rating: None, problems: Diagnostics::new(), gave_up: false };
        let position = match reader.read(text) {
            Ok(position) => position,
            Err(problems) => return RatedEntry { problems, ..result },
        };
        let prepared = position.prepared;
        if self.steps.is_some() {
            // What a session learnt from other puzzles changes how many steps the next one takes.
            sessions.clear();
        }
        let session = match sessions.entry(prepared.number) {
            MapEntry::Occupied(open) => open.into_mut(),
            MapEntry::Vacant(place) => {
                match self.engines.accepting(self.engine, &prepared.lowered.csp) {
                    Ok(engine) => place.insert(Rater::new(
                        &prepared.instance,
                        &prepared.lowered,
                        engine,
                        self.inputs,
                    )),
                    Err(problem) => return RatedEntry { problems: problem.into(), ..result },
                }
            }
        };
        let givens = position.givens();
        let mut budget = Budget::new(self.steps, self.stop.clone());
        match session.rate(&givens, self.inputs, &mut budget) {
            Ok(rating) => result.rating = Some(rating),
            Err(Failed::GaveUp(reason)) => {
                let span = Span::new(reader.file, 0, text.len());
                result.problems.push(labelled(gave_up_problem(&reason), span));
                result.gave_up = true;
            }
            Err(Failed::Fault(problem)) => result.problems.push(problem),
        }
        result.read = Some(position);
        result
    }
}

fn labelled(problem: Problem, span: Span) -> Problem {
    problem.label(span, "about this puzzle")
}
