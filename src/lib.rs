//! puzgen: a declarative language and generator for fill-in-the-blank puzzles.
//!
//! ```text
//! .pz text ─ syntax ─▶ ast ─ check ─▶ model (Definition, Instance) ─ lower ─▶ csp ─ engine ─▶ verdict
//!                                                                       │
//!            boards ◀─ export ◀─ features, levels ◀─ generate ◀─ solve ─┘
//! ```
//!
//! What follows is for programs that embed it; ARCHITECTURE.md has the map of the rest.
//!
//! A [`Family`] is a checked definition with its parameters; a [`Board`] is a puzzle of it, as text; a
//! [`Puzzle`] is one that was made. All of them are cheap to copy and may be sent to any thread. What is
//! found comes as the types that the commands print as JSON ([`wire`]).
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

mod family;

pub use family::Family;
pub use puzgen_api::facade::{
    Board, Comparison, Error, Explanation, Files, Form, Labelled, Limits, NoFiles, Parameter,
    PicturedStep, Plugins, Puzzle, Request, StopFlag, Tell, Unread, Until, format, problems,
};
pub use puzgen_wire as wire;

/// What engines, learners and their problems are made of.
pub mod plugin {
    pub use puzgen_api::facade::plugin::*;

    /// Returns the built-in engine of this name.
    pub fn engine(name: &str) -> Option<&'static dyn Engine> {
        puzgen_engines::ENGINES.by_name(name)
    }
}
