//! Solves a puzzle step by step as a person would, and measures how hard that is.
//!
//! It is given the flat constraints of an instance and what is shown, and nothing else. It propagates single
//! statements in rounds; at a stall it takes the cheapest set within one group of variables that all differ,
//! what two statements that share places say together, or the cheapest refutation of a value. Everything of the same
//! cost is applied together and no quantity depends on an order, so that every symmetric copy of a puzzle gets the
//! same steps. No engine is asked.
//!
//! ```text
//! compile.rs ─ model.rs ─▶ path.rs ─▶ score.rs: score, tier, measures
//!       round.rs, sets.rs ┤
//!     stall.rs, shared.rs ┤ (on what reduced.rs leaves of the statements, or in side_by_side.rs; first_round.rs)
//!                          └ one_by_one.rs ─▶ needed.rs, eliminated.rs, reason.rs, replay.rs, vocabulary.rs: the steps that are told, with reasons
//! ```
//!
//! # Source
//! Bogaerts, Gamba and Guns, "A framework for step-wise explaining how to solve constraint satisfaction
//! problems" (2021), for steps that are explained by smallest reasons.

mod alone;
mod clues;
mod compile;
mod cover;
mod deduction;
mod definitions;
mod delta;
mod eliminated;
mod explained;
mod first_round;
mod joined;
mod lanes;
mod model;
mod needed;
mod one_by_one;
mod open_groups;
mod path;
mod peers;
mod places;
mod propagation;
mod reason;
mod reduced;
mod replay;
mod round;
mod score;
mod sets;
mod shared;
mod side_by_side;
mod sizes;
mod solution;
mod stall;
mod state;
mod stepwise;
mod table;
mod turns;
mod vocabulary;

pub use deduction::{
    ContradictionKind, Deduction, Fact, FoundValue, How, LockedBy, Pull, Stage, WrongGroup,
    WrongSize,
};
pub use definitions::Definitions;
pub use explained::Explained;
pub use path::StepKind;
pub use stepwise::Stepwise;
