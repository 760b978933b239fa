//! Many puzzles appraised on several threads, their results in the order of the puzzles.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::appraise::{Appraisal, Appraiser, Failed};
use crate::board::many::Entry;
use crate::board::read::Input;
use crate::board::shelf::Prepared;
use crate::budget::Budget;
use crate::cli::jobs::{Finished, in_order};
use crate::cli::puzzles::EntryReader;
use crate::cli::stop::Stop;
use crate::cli::{EngineArgs, Failure};
use crate::diagnostics::{Diagnostics, Problem};
use crate::lower::gave_up_problem;
use crate::model::definition::Inputs;
use crate::source::Span;

/// How many puzzles are read before work on them begins.
pub(super) const BATCH: usize = 4_096;

/// What came of one text.
pub(super) struct Appraised<'s, 'd> {
    /// Its instance and what it says.
    pub(super) read: Option<(&'s Prepared<'d>, Input)>,
    /// What was found out.
    pub(super) appraisal: Option<Appraisal>,
    /// Why something is missing.
    pub(super) problems: Diagnostics,
    /// Whether that is for lack of budget.
    pub(super) gave_up: bool,
}

impl Finished for Appraised<'_, '_> {
    fn bytes(&self) -> usize {
        4_096
    }

    fn is_last(&self) -> bool {
        false
    }
}

/// How puzzles are appraised.
pub(super) struct Appraising<'a> {
    pub(super) engine: &'a EngineArgs,
    pub(super) stop: &'a Stop,
    pub(super) jobs: Option<NonZeroUsize>,
    /// What a learner looks at, where that is asked for.
    pub(super) inputs: Option<&'a Inputs>,
}

impl Appraising<'_> {
    /// Appraises the texts and calls `take` with one result after the other; returns how many there
    /// were, which is less than all where the work was stopped.
    pub(super) fn run<'s, 'd: 's>(
        &self,
        reader: &EntryReader<'s, 'd>,
        entries: &[Entry],
        mut take: impl FnMut(&Entry, Appraised<'s, 'd>) -> Result<(), Failure>,
    ) -> Result<usize, Failure> {
        let start = || {
            let mut sessions: BTreeMap<usize, Appraiser<'s>> = BTreeMap::new();
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
        match in_order(0..count, jobs(self.jobs), &self.stop.flag, start, each)? {
            Some(failure) => Err(failure),
            None => Ok(taken),
        }
    }

    fn one<'s, 'd: 's>(
        &self,
        reader: &EntryReader<'s, 'd>,
        text: &str,
        sessions: &mut BTreeMap<usize, Appraiser<'s>>,
    ) -> Appraised<'s, 'd> {
        let mut result =
            Appraised { read: None, appraisal: None, problems: Diagnostics::new(), gave_up: false };
        let (prepared, input) = match reader.read(text) {
            Ok(read) => read,
            Err(problems) => return Appraised { problems, ..result },
        };
        if self.engine.budget.is_some() {
            // What a session learnt from other puzzles changes how many steps the next one takes.
            sessions.clear();
        }
        let session = match sessions.entry(prepared.number) {
            Slot::Occupied(open) => open.into_mut(),
            Slot::Vacant(place) => match self.engine.engine(&prepared.lowered.csp) {
                Ok(engine) => place.insert(Appraiser::new(
                    &prepared.instance,
                    &prepared.lowered,
                    engine,
                    self.inputs,
                )),
                Err(Failure::Problems(problems, _)) => return Appraised { problems, ..result },
                Err(Failure::Closed) => return result,
            },
        };
        let givens: Vec<(usize, i64)> = input
            .board
            .givens(&prepared.instance)
            .iter()
            .map(|(fact, value, _)| (*fact, *value))
            .collect();
        let mut budget = Budget::new(self.engine.budget, self.stop.flag.clone());
        match session.appraise(&givens, self.inputs, &mut budget) {
            Ok(appraisal) => result.appraisal = Some(appraisal),
            Err(Failed::GaveUp(reason)) => {
                let span = Span::new(reader.file, 0, text.len());
                result.problems.push(labelled(gave_up_problem(&reason), span));
                result.gave_up = true;
            }
            Err(Failed::Fault(problem)) => result.problems.push(problem),
        }
        result.read = Some((prepared, input));
        result
    }
}

fn labelled(problem: Problem, span: Span) -> Problem {
    problem.label(span, "about this puzzle")
}

/// Returns how many threads work: the result is the same with any number.
pub(super) fn jobs(jobs: Option<NonZeroUsize>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    jobs.map_or_else(all, NonZeroUsize::get)
}
