//! Runs: many puzzles made, or rated, by index on several threads.
//!
//! Given an instance, a bank or the means to draw layouts, [`Maker`] makes the puzzles of an index and
//! presents them as the caller wants; [`jobs`](puzgen_base::jobs) takes the results in order. Nothing here
//! writes or reads a file.

mod bank;
mod form;
mod labelled;
mod make;
mod named;
mod rating;
mod rules;
mod totals;

pub use bank::Bank;
pub use form::{FORM_BYTES, definition_hash, puzzle_form};
pub use labelled::{RejectedRows, TableOptions, TrainingTable};
pub use make::{IndexEnd, IndexResult, Maker, Present, Presented, PuzzleSource};
pub use named::{level_named, symmetries, symmetries_named};
pub use rating::{BATCH, RatedEntry, RatingRun};
pub use rules::{RuleExamination, RuleUse, RulesNeeded};
pub use totals::RunTotals;
