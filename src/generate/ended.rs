//! How an attempt at a puzzle can end, and why it failed.

use std::fmt;

use crate::Options;
use puzgen_base::budget::GaveUp;
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;

/// How removal from one board ended.
#[derive(Debug)]
pub(super) enum RemovalEnd {
    /// What is asked for holds.
    Accepted,
    /// It does not: why.
    TargetMissed(TargetMissed),
    /// It does not even with every clue shown: why.
    NoStart(StartFailure),
    /// The budget ran out.
    OutOfBudget(GaveUp),
}

/// Why an attempt failed before removal, in the order in which it is found out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StartFailure {
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

impl fmt::Display for StartFailure {
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

impl StartFailure {
    /// Returns the way out.
    pub(super) fn help(&self, definition: &Definition, options: &Options) -> String {
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
                    // The default `keep` has the span of the whole `remove`.
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
    pub(super) fn is_without_board(&self) -> bool {
        matches!(self, Self::Board | Self::BoardSoon | Self::Fit)
    }
}

/// What is asked for and was not reached, and the way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TargetMissed {
    pub(super) why: String,
    pub(super) help: &'static str,
    /// How often clues were exchanged on the board for it.
    pub(super) exchanges: u32,
}

/// The result of removal from one board.
pub(super) struct RemovalResult {
    pub(super) ended: RemovalEnd,
    pub(super) results: Vec<GeneratedPuzzle>,
    /// The values of the board.
    pub(super) values: Vec<i64>,
    /// How far it was from the level that is asked for.
    pub(super) distance: f64,
}
