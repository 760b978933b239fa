//! What came of one board after the other, until one is as asked for or it is enough.

use std::collections::BTreeMap;
use std::fmt;

use crate::budget::GaveUp;
use crate::diagnostics::{Code, Problem};
use crate::generate::dig::Ended;
use crate::generate::{MAX_DRAWS, Options, Outcome, Puzzle, no_board, unfinished};
use crate::model::definition::Definition;
use crate::model::layout::LayoutValues;

/// How many boards are tried to reach a level: all that is left to do there was done.
const LEVEL_BOARDS: u32 = 3;

/// How often no layout is found before that is enough, where none was found before.
pub(super) const MAX_WITHOUT_LAYOUT: u32 = 5;

/// The most layouts that are drawn for a puzzle, where none has a board.
const MOST_LAYOUTS: u32 = 3_000;

/// What an attempt lacks to be one, in the order in which it is found out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lack {
    /// The drawn layout has no board.
    Board,
    /// On the drawn layout none was found soon.
    BoardSoon,
    /// Rooms were not made to fit.
    Fit,
    /// The clues of the board leave too many solutions, and it was not repaired.
    Uniqueness,
    /// The same of those clues of the board that are symmetric.
    Symmetry,
    /// This `keep` does not hold with every clue shown.
    Keep(String),
    /// This `keep` does not hold of a given puzzle.
    KeepOfGiven(String),
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board => write!(f, "the layout that was drawn has no full board"),
            Self::BoardSoon => {
                write!(f, "no full board was found soon on the layout that was drawn")
            }
            Self::Fit => write!(f, "the rooms could not be made to fit one board only"),
            Self::Uniqueness => {
                write!(f, "even with every clue shown there are too many solutions")
            }
            Self::Symmetry => {
                write!(f, "all symmetric clues together still leave too many solutions")
            }
            Self::Keep(condition) => {
                write!(f, "with every clue shown, `{condition}` does not hold")
            }
            Self::KeepOfGiven(condition) => write!(f, "`{condition}` does not hold"),
        }
    }
}

impl Lack {
    /// Returns the way out.
    fn help(&self, definition: &Definition, options: &Options) -> String {
        match self {
            Self::Board => "loosen a rule, or let the layout be another".to_owned(),
            Self::BoardSoon => "loosen a rule, or give a layout, on which a board is looked for \
                                longer: `--layout FILE`"
                .to_owned(),
            Self::Fit => "allow rooms of more sizes, or loosen the rules about them".to_owned(),
            Self::Uniqueness => {
                let clues = match definition.clues.is_empty() {
                    true => "declare clues",
                    false => "add clues that say more",
                };
                let is_unique = options.level.is_some() || options.is_unique;
                let keep = definition.remove.keep.iter().find(|keep| keep.counts_solutions);
                match (options.solutions, keep) {
                    _ if is_unique => clues.to_owned(),
                    (Some(_), _) => format!("{clues}, or ask for more solutions: `--solutions`"),
                    // `remove` needs a clue.
                    _ if definition.clues.is_empty() => {
                        format!("{clues}, or ask for more solutions: `--solutions 1..5`")
                    }
                    // The one that nobody wrote has the place of the whole `remove`.
                    (None, Some(keep)) if keep.expr.span != definition.remove.span => {
                        format!("{clues}, or loosen `keep {}`", keep.text)
                    }
                    (None, _) => format!("{clues}, or allow more solutions: `keep solutions <= 5`"),
                }
            }
            Self::Symmetry => "choose another symmetry, or leave `--symmetry` out: clues are only \
                               where each of their images is one, too"
                .to_owned(),
            Self::Keep(_) | Self::KeepOfGiven(_) => {
                "`keep` must hold from the start: loosen it, or \
                                                     let it hold at the end only, with `accept`"
                    .to_owned()
            }
        }
    }

    /// Returns whether there was not even a board.
    fn is_without_board(&self) -> bool {
        matches!(self, Self::Board | Self::BoardSoon | Self::Fit)
    }
}

/// What is asked for and was not reached, and the way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Missed {
    pub(super) why: String,
    pub(super) help: &'static str,
}

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
