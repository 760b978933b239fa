//! puzgen: a declarative language and generator for fill-in-the-blank puzzles.
//!
//! ```text
//! .pz text ─ syntax ─▶ ast ─ check ─▶ model (Definition, Instance) ─ lower ─▶ csp ─ engine ─▶ verdict
//!                                                                       │
//!            boards ◀─ export ◀─ features, levels ◀─ generate ◀─ solve ─┘
//! ```
//!
//! ARCHITECTURE.md has the map and its invariants.

pub mod appraise;
pub mod ast;
pub mod batch;
pub mod board;
pub mod budget;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod constraints;
pub mod csp;
pub mod diagnostics;
pub mod domain;
pub mod engine;
pub mod examine;
pub mod explain;
pub mod export;
mod facade;
pub mod features;
pub mod generate;
pub mod grid;
pub mod jobs;
pub mod jumble;
pub mod layouts;
pub mod learn;
pub mod library;
pub mod load;
pub mod lower;
pub mod mark;
pub mod model;
pub mod ops;
pub mod places;
pub mod prove;
pub mod rate;
pub mod reach;
pub mod reports;
pub mod rng;
pub mod script;
mod search;
pub mod solve;
pub mod source;
mod stack;
pub mod stepwise;
pub mod symmetry;
pub mod syntax;
pub mod transforms;
pub mod verify;
pub mod wire;
mod yaml;

pub use facade::*;
