//! Making puzzles: full random boards.
//!
//! [`draw`] gives random solutions of any problem. They depend on the problem and on our own
//! random stream only, never on an engine's model.

pub mod draw;
