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
pub mod budget;
pub mod csp;
pub mod diagnostics;
pub mod engine;
pub mod ops;
pub mod rng;
pub mod source;
