//! Questions about one instance: how many solutions, which, and why none.
//!
//! A [`Solver`] is given the constraints of an instance and an engine, each question what is given and a budget. It
//! returns solutions, a [`Culprit`] for each member of a conflict, or that the budget is spent. Nothing here
//! generates, prints or knows the time.
//!
//! Every choice here depends on verdicts alone, so that the results are the same with any engine. Models
//! only save calls.

mod candidates;
mod conflict;
mod in_order;
mod lasting;
mod needed;
pub mod prove;
mod quick_xplain;
mod solver;
#[cfg(test)]
mod tests;
pub mod verify;

pub use candidates::{Candidates, candidates};
pub use conflict::Conflict;
pub use in_order::{InOrder, Listing};
pub use lasting::{LastingSolver, ReopenPolicy};
pub use needed::{Further, Need};
pub use quick_xplain::{Culprit, conflict};
pub use solver::{ExcludedSolution, FoundSolutions, Solver};
