//! What programs use: puzzles made, read, solved, explained and moved.
//!
//! Nothing here and below opens a file, starts a thread or reads a clock: the embedding program supplies a [`Host`] and
//! [`Files`](facade::Files).

pub mod batch;
pub mod examine;
pub mod facade;
mod host;
pub mod jumble;
pub mod mark;
pub mod pair;
pub mod reports;
mod request;

pub use host::Host;
pub use request::{Limits, Request, Until};
