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

#![cfg_attr(
    not(feature = "internals"),
    allow(
        dead_code,
        unreachable_pub,
        unused_imports,
        reason = "the suite looks into modules that are closed otherwise, and tests what only it uses"
    )
)]

// The modules, one list with and one without the feature `internals`: the suite needs to see inside.
cfg_if::cfg_if! {
    if #[cfg(feature = "internals")] {
        pub mod ast;
        #[cfg(feature = "bank")]
        pub mod bank;
        pub mod batch;
        #[cfg(feature = "book")]
        pub mod book;
        pub mod board;
        pub mod budget;
        pub mod check;
        pub mod constraints;
        pub mod csp;
        pub mod diagnostics;
        pub mod domain;
        pub mod engine;
        pub mod examine;
        pub mod explain;
        pub mod export;
        pub mod features;
        pub mod figure;
        pub mod fmt;
        pub mod foreign;
        pub mod formula;
        pub mod generate;
        pub mod grid;
        pub mod jobs;
        pub mod jumble;
        pub mod layouts;
        pub mod learn;
        pub mod links;
        pub mod library;
        pub mod load;
        pub mod lower;
        #[cfg(feature = "lsp")]
        pub mod lsp;
        pub mod mark;
        pub mod model;
        pub mod ops;
        pub mod places;
        pub mod program;
        pub mod prove;
        pub mod rate;
        pub mod reach;
        pub mod reports;
        pub mod rng;
        pub mod script;
        mod search;
        #[cfg(feature = "site")]
        pub mod site;
        pub mod solve;
        pub mod source;
        mod stack;
        pub mod stepwise;
        pub mod symmetry;
        pub mod syntax;
        pub mod transforms;
        pub mod verify;
        mod yaml;
    } else {
        mod ast;
        #[cfg(feature = "bank")]
        mod bank;
        mod batch;
        #[cfg(feature = "book")]
        mod book;
        mod board;
        mod budget;
        mod check;
        mod constraints;
        mod csp;
        mod diagnostics;
        mod domain;
        mod engine;
        mod examine;
        mod explain;
        mod export;
        mod features;
        mod figure;
        mod fmt;
        mod foreign;
        mod formula;
        mod generate;
        mod grid;
        mod jobs;
        mod jumble;
        mod layouts;
        mod learn;
        mod links;
        mod library;
        mod load;
        mod lower;
        #[cfg(feature = "lsp")]
        mod lsp;
        mod mark;
        mod model;
        mod ops;
        mod places;
        mod program;
        mod prove;
        mod rate;
        mod reach;
        mod reports;
        mod rng;
        mod script;
        mod search;
        #[cfg(feature = "site")]
        mod site;
        mod solve;
        mod source;
        mod stack;
        mod stepwise;
        mod symmetry;
        mod syntax;
        mod transforms;
        mod verify;
        mod yaml;
    }
}

#[cfg(feature = "cli")]
pub mod cli;
mod facade;
pub mod wire;

pub(crate) use diagnostics::bug;
pub use facade::*;
