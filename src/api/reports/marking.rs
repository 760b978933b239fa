//! A marked attempt.

use crate::mark::{Faults, Unmarked, find_faults};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_board::position::{Entered, PreparedBoard};
use puzgen_board::shelf::Prepared;
use puzgen_engine::Engine;
use puzgen_wire as wire;

/// Says where an attempt at the puzzle of a position is wrong.
///
/// # Errors
/// As [`find_faults`]; `conflict` where the puzzle itself has no solution.
pub fn marked(
    puzzle: &PreparedBoard<'_, '_>,
    attempt: &Entered,
    engine: &dyn Engine,
    budget: &mut Budget,
) -> Result<Faults, Unmarked> {
    let Prepared { instance, lowered, .. } = puzzle.prepared;
    let faults = match attempt {
        Entered::Values(attempt) => {
            find_faults(instance, lowered, engine, &puzzle.input.board, attempt, budget)?
        }
        Entered::Elsewhere(layouts) => Faults {
            changed: layouts.iter().map(|name| format!("layout {name}")).collect(),
            open: instance.answer_count,
            ..Faults::default()
        },
    };
    Ok(faults)
}

/// Returns the problem of a puzzle that has no solution itself.
pub fn unsolvable() -> Problem {
    let problem = Problem::bare(Code::Conflict, "the puzzle itself has no solution");
    problem.help("`puzgen solve` says why; perhaps a given was copied wrongly")
}

/// Returns the faults as an object.
pub fn object(faults: &Faults) -> wire::Mark {
    wire::Mark {
        schema: wire::Mark::SCHEMA,
        right: faults.is_right(),
        complete: faults.open == 0,
        broken: faults.broken.iter().map(|fault| fault.sentence.clone()).collect(),
        changed: faults.changed.clone(),
        wrong: faults.wrong.clone(),
        at_odds: faults.are_at_odds,
        impossible: faults.impossible.iter().map(|entry| entry.place.clone()).collect(),
    }
}
