//! The results of the attempts at one puzzle, and whether another board is drawn.
//!
//! Each board that was drawn and dug is given to [`Tries::take`]. If none is as asked for,
//! [`Tries::give_up`] returns the best one and the problem to report.

use std::collections::BTreeMap;

use crate::budget::GaveUp;
use crate::diagnostics::{Code, Problem};
use crate::generate::ended::{Dug, Ended, Lack, Missed};
use crate::generate::{MAX_DRAWS, Options, Outcome, no_board, unfinished};
use crate::model::definition::Definition;
use crate::model::layout::LayoutValues;

/// The most boards for a level that is asked for: on each, `reach.rs` has tried all it can.
const LEVEL_BOARDS: u32 = 3;

/// The most attempts without a layout, if the first ones have none.
pub(super) const MAX_WITHOUT_LAYOUT: u32 = 5;

/// The most layouts that are drawn for a puzzle, if none of them has a board.
const MOST_LAYOUTS: u32 = 3_000;

/// What the generator does after an attempt.
pub(super) enum Next {
    /// Take this board.
    Finish(Dug),
    /// Draw another board.
    Again,
    /// Give up.
    Enough,
}

/// The attempts at one puzzle.
#[derive(Default)]
pub(super) struct Tries {
    /// The best board that is not as asked for, with its layout if that was drawn.
    missed: Option<(Missed, Dug, Option<LayoutValues>)>,
    /// For each kind of failure, the number of attempts that ended with it.
    lacks: BTreeMap<Lack, u32>,
    /// The last problem of drawing a layout, and the number of such attempts.
    layout_failure: Option<(Problem, u32)>,
    /// The boards that missed what is asked for.
    boards: u32,
    /// Whether a level is asked for.
    asks_level: bool,
}

impl Tries {
    /// Adds the result of a board.
    pub(super) fn take(
        &mut self,
        dug: Dug,
        layout: Option<&LayoutValues>,
        asks_level: bool,
    ) -> Next {
        self.asks_level = asks_level;
        match &dug.ended {
            Ended::Missed(missed) => {
                // With a level the nearest board is kept, without one the last.
                let least = self.missed.as_ref().map(|(_, least, _)| least.distance);
                if least.is_none_or(|least| dug.distance <= least) {
                    self.missed = Some((missed.clone(), dug, layout.cloned()));
                }
                self.boards += 1;
                if asks_level && self.boards == LEVEL_BOARDS { Next::Enough } else { Next::Again }
            }
            Ended::NoStart(lack) => {
                self.without(lack.clone());
                Next::Again
            }
            Ended::Accepted | Ended::OutOfBudget(_) => Next::Finish(dug),
        }
    }

    /// Returns whether none of `attempts` attempts had a board: then more than usual are made, as they are
    /// cheap.
    pub(super) fn lacks_boards(&self, attempts: u32) -> bool {
        let without = self.lacks.iter().filter(|(lack, _)| lack.is_without_board());
        attempts < MOST_LAYOUTS && without.map(|(_, count)| count).sum::<u32>() == attempts
    }

    /// Counts an attempt that failed before removal.
    pub(super) fn without(&mut self, lack: Lack) {
        *self.lacks.entry(lack).or_default() += 1;
    }

    /// Counts an attempt for which no layout was found.
    pub(super) fn without_layout(&mut self, problem: Problem) -> Next {
        let count = self.layout_failure.take().map_or(0, |(_, count)| count) + 1;
        self.layout_failure = Some((problem, count));
        let is_first = self.lacks.is_empty() && self.missed.is_none();
        if is_first && count == MAX_WITHOUT_LAYOUT { Next::Enough } else { Next::Again }
    }

    /// Returns the best board, with its layout, and the problem to report; `ended` is given where the budget
    /// ran out before all attempts were made.
    pub(super) fn give_up(
        self,
        index: u64,
        definition: &Definition,
        options: &Options,
        ended: Option<GaveUp>,
    ) -> (Option<(Dug, Option<LayoutValues>)>, Outcome) {
        let Self { missed, lacks, layout_failure, boards, asks_level } = self;
        if let Some(reason) = ended {
            return match missed {
                Some((_, dug, layout)) => (Some((dug, layout)), unfinished(index, &reason)),
                None => (None, no_board(&reason)),
            };
        }
        if let Some((Missed { why, help }, dug, layout)) = missed {
            let attempts = match asks_level {
                true => format!("on {boards} boards"),
                false => format!("in {MAX_DRAWS} attempts"),
            };
            let message = format!("puzzle {index}: {why} {attempts}");
            let problem = Problem::bare(Code::TargetNotReached, message).help(help);
            return (Some((dug, layout)), Outcome::Missed(problem));
        }
        // Lacks are ordered by how far an attempt got; the furthest is reported.
        let Some((lack, count)) = lacks.iter().next_back() else {
            let Some((problem, _)) = layout_failure else { crate::bug!("no attempt was made") };
            return (None, Outcome::Missed(problem));
        };
        let message = match (lacks.len(), layout_failure) {
            (1, None) => {
                let what = if lack.is_without_board() { "attempts" } else { "boards" };
                format!("puzzle {index}: {lack}, on each of {count} {what}")
            }
            (_, layout_failure) => {
                let layout_failure =
                    layout_failure.map(|(problem, count)| (problem.message().to_owned(), count));
                let lacks = lacks.iter().map(|(lack, count)| (lack.to_string(), *count));
                let all: Vec<String> = layout_failure
                    .into_iter()
                    .chain(lacks)
                    .map(|(lack, count)| format!("{lack} ({count} times)"))
                    .collect();
                format!("puzzle {index}: {}", all.join("; "))
            }
        };
        let code = match lacks.keys().all(Lack::is_without_board) {
            true => Code::NoFullBoard,
            false => Code::NoValidStart,
        };
        let problem = Problem::bare(code, message).help(lack.help(definition, options));
        (None, Outcome::Missed(problem))
    }
}
