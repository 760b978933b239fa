//! puzgen: a declarative language and generator for fill-in-the-blank puzzles.
//!
//! ```text
//! .pz text ─ syntax ─▶ ast ─ check ─▶ model (Definition, Instance) ─ lower ─▶ csp ─ engine ─▶ verdict
//!                                                                       │
//!            boards ◀─ export ◀─ features, levels ◀─ generate ◀─ solve ─┘
//! ```
//!
//! ARCHITECTURE.md has the map and its invariants.

pub mod ast;
pub mod board;
pub mod budget;
pub mod check;
pub mod constraints;
pub mod csp;
pub mod diagnostics;
pub mod domain;
pub mod features;
pub mod grid;
pub mod lower;
pub mod model;
pub mod ops;
pub mod places;
pub mod rng;
pub mod source;
pub mod syntax;
