//! puzgen for other programs: load a definition, make puzzles of it, and ask about boards.
//!
//! A [`Family`] is a checked definition with its parameters; a [`Board`] is a puzzle of it, as text; a
//! [`Puzzle`] is one that was made. All of them are cheap to copy and may be sent to any thread. What is
//! found comes as the types that the commands print as JSON ([`wire`](crate::wire)).
//!
//! Nothing here reads a file, a clock or the environment: what a definition uses is read through
//! [`Files`], work ends by a [`StopFlag`] or a bound on its steps ([`Limits`]). Everything that goes
//! wrong is an [`Error`]; a bug of puzgen is one, too, and no panic.
//!
//! # Examples
//! ```
//! use puzgen::{Family, Limits, Request};
//!
//! let family = Family::built_in("latin_square")?.with("n", "4")?;
//! let puzzle = family.generate_one(&Request { seed: 7, ..Request::default() })?;
//! println!("{}", puzzle.print("text")?);
//!
//! let board = puzzle.board();
//! assert_eq!(board.count(2, &Limits::default())?.solutions, 1);
//! # Ok::<(), puzgen::Error>(())
//! ```

mod board;
mod error;
mod family;
mod plugins;
mod request;
mod train;

pub use board::{Board, Explanation};
pub use error::Error;
pub use family::{Family, Files, NoFiles, Parameter};
pub use plugins::{Form, Plugins};
pub use request::{Limits, Puzzle, Request, Until};
pub use train::Labelled;

pub use crate::budget::StopFlag;
pub use crate::ops::CompareOp as Comparison;
pub use crate::reach::Unread;
pub use crate::reports::steps::Tell;

/// What engines, learners and their problems are made of.
pub mod plugin {
    pub use crate::budget::{Budget, GaveUp};
    pub use crate::csp::{self, Assignment, Csp, Lit};
    pub use crate::engine::{Engine, Session, Verdict, by_name as engine};
    pub use crate::learn::{Classifier, Learner, Row, Settings};
}
