//! The results of the attempts at one puzzle, and whether another board is drawn.
//!
//! Each board that was drawn, with what removal made of it, is given to [`Attempts::take`]. If none is as
//! asked for, [`Attempts::give_up`] returns the best one and the problem to report.

use std::collections::{BTreeMap, BTreeSet};

use crate::ended::{RemovalEnd, RemovalResult, StartFailure, TargetMissed};
use crate::options::Options;
use crate::outcome::{GenerationOutcome, no_board, unfinished};
use puzgen_base::budget::GaveUp;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::Definition;
use puzgen_model::layout::LayoutValues;

/// How often a board is drawn anew before a puzzle is given up.
pub(crate) const MAX_DRAWS: u32 = 100;

/// The most exchanges for a level that is asked for, on all boards together.
const LEVEL_EXCHANGES: u32 = 600;
/// As how many a board counts on which fewer were tried: where no clue can go, another board is the only way.
const LEAST_OF_BOARD: u32 = 10;

/// The most attempts without a layout, if the first ones have none.
pub(super) const MAX_WITHOUT_LAYOUT: u32 = 5;

/// The most layouts that are drawn for a puzzle, if none of them has a board.
const MOST_LAYOUTS: u32 = 3_000;

/// The units of work that may go into layouts without a board, beyond the first attempts: some 2 s, and more for a level.
const MAX_WASTED: u64 = 2_000_000_000;
const MAX_WASTED_FOR_LEVEL: u64 = 10 * MAX_WASTED;

/// What the generator does after an attempt.
pub(super) enum Next {
    /// Take this board.
    Finish(RemovalResult),
    /// Draw another board.
    Again,
    /// Give up.
    Enough,
}

/// The attempts at one puzzle.
#[derive(Default)]
pub(super) struct Attempts {
    /// The best board that is not as asked for, with its layout if that was drawn.
    missed: Option<(TargetMissed, RemovalResult, Option<LayoutValues>)>,
    /// The last program without a blank, with its layout if that was drawn, and the layouts of all of these.
    blankless: Option<(RemovalResult, Option<LayoutValues>)>,
    layouts_of_blankless: BTreeSet<LayoutValues>,
    /// For each kind of failure, the number of attempts that ended with it.
    failures: BTreeMap<StartFailure, u32>,
    /// The last problem of drawing a layout, and the number of such attempts.
    layout_failure: Option<(Problem, u32)>,
    /// The boards that missed what is asked for.
    boards: u32,
    /// The exchanges that were tried on them.
    exchanges: u32,
    /// Whether a level is asked for.
    asks_level: bool,
}

impl Attempts {
    /// Adds the result of a board.
    pub(super) fn take(
        &mut self,
        removed: RemovalResult,
        layout: Option<&LayoutValues>,
        asks_level: bool,
    ) -> Next {
        self.asks_level = asks_level;
        match &removed.ended {
            RemovalEnd::TargetMissed(missed) => {
                self.boards += 1;
                self.exchanges += missed.exchanges.max(LEAST_OF_BOARD);
                // With a level the nearest board is kept, without one the last.
                let least = self.missed.as_ref().map(|(_, least, _)| least.distance);
                if least.is_none_or(|least| removed.distance <= least) {
                    self.missed = Some((missed.clone(), removed, layout.cloned()));
                }
                match asks_level && self.exchanges >= LEVEL_EXCHANGES {
                    true => Next::Enough,
                    false => Next::Again,
                }
            }
            RemovalEnd::NoStart(failure) => {
                self.count_failure(failure.clone());
                Next::Again
            }
            RemovalEnd::Accepted | RemovalEnd::OutOfBudget(_) => Next::Finish(removed),
        }
    }

    /// Adds a program in which no word can be left blank. Another one is drawn, until all of so many were seen.
    pub(super) fn take_blankless(
        &mut self,
        removed: RemovalResult,
        layout: Option<&LayoutValues>,
        programs: usize,
    ) -> Next {
        if matches!(removed.ended, RemovalEnd::TargetMissed(_) | RemovalEnd::NoStart(_)) {
            return self.take(removed, layout, self.asks_level);
        }
        if matches!(removed.ended, RemovalEnd::OutOfBudget(_)) {
            return Next::Finish(removed);
        }
        self.layouts_of_blankless.extend(layout.cloned());
        self.blankless = Some((removed, layout.cloned()));
        if self.layouts_of_blankless.len().max(1) >= programs { Next::Enough } else { Next::Again }
    }

    /// Returns how many units of work may have gone into layouts without a board by now, after this many attempts, if more than the
    /// usual number of them are made: where none had a board, as they are cheap, and where boards missed the level that is
    /// asked for, as few boards were seen then.
    pub(super) fn may_waste(&self, attempts: u32) -> u64 {
        let without = self.failures.iter().filter(|(failure, _)| failure.is_without_board());
        let had_no_board = || without.map(|(_, count)| count).sum::<u32>() == attempts;
        match attempts < MOST_LAYOUTS {
            true if self.asks_level && self.boards > 0 => MAX_WASTED_FOR_LEVEL,
            true if had_no_board() => MAX_WASTED,
            _ => 0,
        }
    }

    /// Counts an attempt that failed before removal.
    pub(super) fn count_failure(&mut self, failure: StartFailure) {
        *self.failures.entry(failure).or_default() += 1;
    }

    /// Counts an attempt for which no layout was found.
    pub(super) fn count_missing_layout(&mut self, problem: Problem) -> Next {
        let count = self.layout_failure.take().map_or(0, |(_, count)| count) + 1;
        self.layout_failure = Some((problem, count));
        let is_first = self.failures.is_empty() && self.missed.is_none();
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
    ) -> (Option<(RemovalResult, Option<LayoutValues>)>, GenerationOutcome) {
        let Self { missed, blankless, failures, layout_failure, boards, asks_level, .. } = self;
        let programs = self.layouts_of_blankless.len();
        if let Some(reason) = ended {
            let found = missed.map(|(_, removed, layout)| (removed, layout)).or(blankless);
            return match found {
                Some(found) => (Some(found), unfinished(index, &reason)),
                None => (None, no_board(&reason)),
            };
        }
        if let Some((TargetMissed { why, help, .. }, removed, layout)) = missed {
            let attempts = match asks_level {
                true => format!("on {boards} boards"),
                false => format!("in {MAX_DRAWS} attempts"),
            };
            let message = format!("puzzle {index}: {why} {attempts}");
            let problem = Problem::bare(Code::TargetNotReached, message).help(help);
            return (Some((removed, layout)), GenerationOutcome::TargetMissed(problem));
        }
        if let Some(found) = blankless {
            let message = match programs {
                0 | 1 => format!("puzzle {index}: no word of its program can be left blank"),
                _ => format!(
                    "puzzle {index}: no word can be left blank in any of {programs} programs"
                ),
            };
            let problem = Problem::bare(Code::NoBlank, message).help(
                "write calls that tell its words from others: `puzgen explain` names those that \
                 none tells; or loosen `keep`",
            );
            return (Some(found), GenerationOutcome::TargetMissed(problem));
        }
        // Failures are ordered by how far an attempt got; the furthest is reported.
        let Some((failure, count)) = failures.iter().next_back() else {
            let Some((problem, _)) = layout_failure else {
                puzgen_base::bug!("no attempt was made")
            };
            return (None, GenerationOutcome::TargetMissed(problem));
        };
        let message = match (failures.len(), layout_failure) {
            (1, None) => {
                let what = if failure.is_without_board() { "attempts" } else { "boards" };
                format!("puzzle {index}: {failure}, on each of {count} {what}")
            }
            (_, layout_failure) => {
                let layout_failure =
                    layout_failure.map(|(problem, count)| (problem.message().to_owned(), count));
                let failures =
                    failures.iter().map(|(failure, count)| (failure.to_string(), *count));
                let all: Vec<String> = layout_failure
                    .into_iter()
                    .chain(failures)
                    .map(|(failure, count)| format!("{failure} ({count} times)"))
                    .collect();
                format!("puzzle {index}: {}", all.join("; "))
            }
        };
        let code = match failures.keys().all(StartFailure::is_without_board) {
            true => Code::NoFullBoard,
            false => Code::NoValidStart,
        };
        let problem = Problem::bare(code, message).help(failure.help(definition, options));
        (None, GenerationOutcome::TargetMissed(problem))
    }
}
