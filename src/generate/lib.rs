//! The generator: draw a full board, drop clues while the puzzle stays valid, measure, sort.
//!
//! A [`Blueprint`] is given an instance, its constraints, an engine and [`Options`]; a [`Generator`] is given the seed and
//! the number of a puzzle, and emits the puzzles, or says why there is none. A puzzle is emitted only after it was verified.
//! Nothing here reads a text, prints or knows the time.
//!
//! # Source
//! Algorithm 1 of Chou and Kaashoek, "Automatically Generating Puzzles of Different Complexity"
//! (2014): ChooseSquare is the definition's `choose`, isRemoveValid its `keep`, and every board on
//! the way can be had (`all_steps`).
//!
//! Choices follow the puzzle's own random stream and the engines' verdicts, never a model: the same
//! seed gives the same puzzle with any engine.

mod attempts;
mod bank;
mod bias;
mod blueprint;
mod conditions;
pub mod draw;
mod ended;
mod fit;
mod full;
mod generator;
mod goodness;
pub mod grow;
mod grow_loop;
mod guide;
mod layout;
mod level_search;
mod lone_words;
mod measurer;
mod neighbourhood;
mod options;
mod outcome;
mod policy;
mod questions;
pub mod rate;
mod removal;
mod removal_state;
mod repair;
mod sampled;
mod session;
mod surrogate;
mod tasks;
mod variants;
mod verify;
mod ways;

pub use bank::{BankEntry, FromBank, bank_order};
pub use bias::Bias;
pub use blueprint::Blueprint;
pub use generator::Generator;
pub use goodness::ByChance;
pub use layout::{Layouts, TakePuzzles};
pub use options::Options;
pub use outcome::GenerationOutcome;
pub use policy::{Bounds, UntilTarget};
pub use sampled::{Sampled, any_instance, draws_board, sampled};
pub use tasks::{Task, TaskHook};
pub use variants::PuzzleWithInstance;
