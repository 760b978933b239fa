//! What programs use: puzzles made, read, solved, explained and moved.

pub mod batch;
pub mod examine;
pub mod facade;
pub mod jumble;
pub mod mark;
pub mod reports;
