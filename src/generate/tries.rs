//! What came of one board after the other, until one is as asked for or it is enough.

use crate::diagnostics::{Code, Problem};
use crate::generate::dig::Ended;
use crate::generate::{MAX_DRAWS, Puzzle};
use crate::model::layout::LayoutValues;

/// How many boards are tried to reach a level: all that is left to do there was done.
const LEVEL_BOARDS: u32 = 3;

/// What came of one board.
pub(super) struct Dug {
    pub(super) ended: Ended,
    pub(super) results: Vec<Puzzle>,
    /// The values of the board.
    pub(super) values: Vec<i64>,
    /// How far it was from the level that is asked for.
    pub(super) distance: f64,
}

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
    missed: Option<(String, Dug, Option<LayoutValues>)>,
    no_start: Option<String>,
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
            Ended::Missed(why) => {
                // Without a level the last board is the one; with one, the nearest.
                let least = self.missed.as_ref().map(|(_, least, _)| least.distance);
                if least.is_none_or(|least| dug.distance <= least) {
                    self.missed = Some((why.clone(), dug, layout.cloned()));
                }
                self.boards += 1;
                if asks_level && self.boards == LEVEL_BOARDS { Next::Enough } else { Next::Again }
            }
            Ended::NoStart(why) => {
                self.no_start = Some(why.clone());
                Next::Again
            }
            Ended::Accepted | Ended::OutOfBudget(_) => Next::Finish(dug),
        }
    }

    /// Notes that a layout has no board.
    pub(super) fn without_board(&mut self) {
        self.no_start.get_or_insert("no full board was found".to_owned());
    }

    /// Returns the best there is, with its layout, and what is said of it.
    pub(super) fn give_up(self, index: u64) -> (Option<(Dug, Option<LayoutValues>)>, Problem) {
        let Self { missed, no_start, boards, asks_level } = self;
        match (missed, no_start) {
            (Some((why, dug, layout)), _) => {
                let attempts = match asks_level {
                    true => format!("on {boards} boards"),
                    false => format!("in {MAX_DRAWS} attempts"),
                };
                let message = format!("puzzle {index}: {why} {attempts}");
                let help = match asks_level {
                    true => "ask for another level, or other parameters",
                    false => "ask for less, or loosen `keep` and `accept`",
                };
                let problem = Problem::bare(Code::TargetNotReached, message).help(help);
                (Some((dug, layout)), problem)
            }
            (None, Some(why)) => {
                let message = format!("puzzle {index}: {why}, on each of {MAX_DRAWS} boards");
                let problem = Problem::bare(Code::NoValidStart, message);
                (None, problem.help("add clues, or loosen `keep`"))
            }
            (None, None) => crate::bug!("no attempt was made"),
        }
    }
}
