//! What came of one board after the other, until one is as asked for or it is enough.

use std::collections::BTreeMap;

use crate::budget::GaveUp;
use crate::diagnostics::{Code, Problem};
use crate::generate::ended::{Dug, Ended, Lack, Missed};
use crate::generate::{MAX_DRAWS, Options, Outcome, no_board, unfinished};
use crate::model::definition::Definition;
use crate::model::layout::LayoutValues;

/// How many boards are tried to reach a level: all that is left to do there was done.
const LEVEL_BOARDS: u32 = 3;

/// How often no layout is found before that is enough, where none was found before.
pub(super) const MAX_WITHOUT_LAYOUT: u32 = 5;

/// The most layouts that are drawn for a puzzle, where none has a board.
const MOST_LAYOUTS: u32 = 3_000;

/// How it goes on after a board.
pub(super) enum Next {
    /// This is the one.
    Finish(Dug),
    /// Draw another one.
    Again,
    /// Draw no other one.
    Enough,
}

/// The boards that were tried for one puzzle.
#[derive(Default)]
pub(super) struct Tries {
    /// The best of those that missed what is asked for, with its layout where that was drawn, too.
    missed: Option<(Missed, Dug, Option<LayoutValues>)>,
    /// How often an attempt lacked what.
    lacks: BTreeMap<Lack, u32>,
    /// Why no layout was found last, and how often that was so.
    unlaid: Option<(Problem, u32)>,
    boards: u32,
    asks_level: bool,
}

impl Tries {
    /// Takes what came of a board.
    pub(super) fn take(
        &mut self,
        dug: Dug,
        layout: Option<&LayoutValues>,
        asks_level: bool,
    ) -> Next {
        self.asks_level = asks_level;
        match &dug.ended {
            Ended::Missed(missed) => {
                // Without a level the last board is the one; with one, the nearest.
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

    /// Returns whether all of so many attempts lacked a board: then others are likely to be as cheap.
    pub(super) fn lacks_boards(&self, attempts: u32) -> bool {
        let without = self.lacks.iter().filter(|(lack, _)| lack.is_without_board());
        attempts < MOST_LAYOUTS && without.map(|(_, count)| count).sum::<u32>() == attempts
    }

    /// Notes what an attempt lacks.
    pub(super) fn without(&mut self, lack: Lack) {
        *self.lacks.entry(lack).or_default() += 1;
    }

    /// Notes that no layout was found.
    pub(super) fn without_layout(&mut self, problem: Problem) -> Next {
        let count = self.unlaid.take().map_or(0, |(_, count)| count) + 1;
        self.unlaid = Some((problem, count));
        let is_first = self.lacks.is_empty() && self.missed.is_none();
        if is_first && count == MAX_WITHOUT_LAYOUT { Next::Enough } else { Next::Again }
    }

    /// Returns the best there is, with its layout, and what is said of it; `ended` where the budget ran out
    /// before all attempts were made.
    pub(super) fn give_up(
        self,
        index: u64,
        definition: &Definition,
        options: &Options,
        ended: Option<GaveUp>,
    ) -> (Option<(Dug, Option<LayoutValues>)>, Outcome) {
        let Self { missed, lacks, unlaid, boards, asks_level } = self;
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
        // What got furthest lacks least.
        let Some((lack, count)) = lacks.iter().next_back() else {
            let Some((problem, _)) = unlaid else { crate::bug!("no attempt was made") };
            return (None, Outcome::Missed(problem));
        };
        let message = match (lacks.len(), unlaid) {
            (1, None) => {
                let what = if lack.is_without_board() { "attempts" } else { "boards" };
                format!("puzzle {index}: {lack}, on each of {count} {what}")
            }
            (_, unlaid) => {
                let unlaid = unlaid.map(|(problem, count)| (problem.message().to_owned(), count));
                let lacks = lacks.iter().map(|(lack, count)| (lack.to_string(), *count));
                let all: Vec<String> = unlaid
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
