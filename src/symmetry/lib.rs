//! The group of maps of an instance: its order, its members, and canonical forms of puzzles.
//!
//! Given maps that are known to keep the rules (`prove/` proves them), a [`Symmetry`] gives random
//! members, applies them to boards and answers, and tells whether two puzzles are the same but for
//! such a map. Nothing here solves anything.

pub mod action;
mod blocks;
mod canonical;
mod chain;
mod claims;
mod describe;
pub mod form;
mod forms;
pub mod generators;
pub mod images;
pub mod points;
pub mod reachable;
pub mod sets;
mod symmetry;
pub mod values;

pub use describe::describe_between;
pub use symmetry::Symmetry;
