//! Making puzzles: full random boards.
//!
//! [`draw`] gives random solutions of any problem, [`grow`] random partitions into regions. Both
//! depend on the problem and on our own random stream only, never on an engine's model.

pub mod draw;
pub mod grow;
