//! Everything that is printed for programs: one type for each schema, one file for each command.
//!
//! A name such as `puzgen.puzzle/1` is a promise: fields and their order stay; a field that is new may come
//! with any version of the program, at the end. The JSON Schemas of [`SCHEMAS`] are made from these types,
//! and the suite holds what the commands print against them. Nothing here knows a puzzle or prints: whoever prints
//! fills in the fields.

mod bank;
mod hint;
mod json;
mod manifest;
mod mark;
mod play;
mod problem;
mod program;
mod puzzle;
mod rating;
mod schema;
mod solution;
mod step;
#[cfg(test)]
mod tests;
mod verification;
mod what_if;

use schema::schema;

pub use bank::BankCount;
pub use hint::{Hint, Mistakes};
pub use json::{Object, line};
pub use manifest::Manifest;
pub use mark::Mark;
pub use play::{
    CluePlace, Play, PlayBorder, PlayCell, PlayClue, PlayElement, PlayFamily, PlayKind,
};
pub use problem::Problem;
pub use program::{Program, ProgramBlank, ProgramCall, ProgramChange};
pub use puzzle::{Jumbled, Puzzle, Transform};
pub use rating::{Rated, Rating};
pub use schema::Schema;
pub use solution::{Conflict, Count, Outcome, Solution};
pub use step::{Deduction, Rule, Step};
pub use verification::{Left, OtherSolution, Verification, Verified};
pub use what_if::{Candidates, WhyNot};

/// All formats.
pub const SCHEMAS: &[Schema] = &[
    schema::<Puzzle>(Puzzle::SCHEMA, "a generated puzzle: `run --format json`, a line each"),
    schema::<Jumbled>(
        Jumbled::SCHEMA,
        "a puzzle that was moved: `jumble --format json`, a line each",
    ),
    schema::<Solution>(Solution::SCHEMA, "what `solve --format json` found"),
    schema::<Count>(Count::SCHEMA, "what `solve --count-solutions K --format json` counted"),
    schema::<Candidates>(Candidates::SCHEMA, "what `solve --candidates --format json` found"),
    schema::<WhyNot>(WhyNot::SCHEMA, "what `solve --why-not VALUE@PLACE --format json` found"),
    schema::<Rating>(Rating::SCHEMA, "a rated puzzle: `rate --format json`, a line each"),
    schema::<Verification>(
        Verification::SCHEMA,
        "a verified puzzle: `verify --format json`, a line each",
    ),
    schema::<Step>(Step::SCHEMA, "a step of a solution: `explain --format json`, a line each"),
    schema::<Hint>(Hint::SCHEMA, "what `hint --format json` tells"),
    schema::<Mark>(Mark::SCHEMA, "what is wrong with an attempt: `mark --format json`"),
    schema::<BankCount>(
        BankCount::SCHEMA,
        "puzzles of a kind in a bank: `bank stats --format json`, a line each",
    ),
    schema::<Manifest>(
        Manifest::SCHEMA,
        "a complete shard: `run --shard`, a file beside its puzzles",
    ),
    schema::<Play>(
        Play::SCHEMA,
        "what a player on a screen works from: the site and `Board::play`",
    ),
];

/// Returns the format of this name, with program and version or without.
pub fn by_name(name: &str) -> Option<&'static Schema> {
    SCHEMAS.iter().find(|schema| schema.name == name || schema.short_name() == name)
}
