//! A marked attempt.

use crate::board::position::{Entered, Position};
use crate::board::shelf::Prepared;
use crate::budget::Budget;
use crate::diagnostics::{Code, Problem};
use crate::engine::Engine;
use crate::mark::{Unmarked, Verdict, mark};
use crate::wire;

/// Says where an attempt at the puzzle of a position is wrong.
///
/// # Errors
/// As [`mark`]; `conflict` where the puzzle itself has no solution.
pub fn marked(
    puzzle: &Position<'_, '_>,
    attempt: Entered,
    engine: &dyn Engine,
    budget: &mut Budget,
) -> Result<Verdict, Unmarked> {
    let Prepared { instance, lowered, .. } = puzzle.prepared;
    let verdict = match attempt {
        Entered::Values(attempt) => {
            mark(instance, lowered, engine, &puzzle.input.board, &attempt, budget)?
        }
        Entered::Elsewhere(layouts) => Verdict {
            changed: layouts.into_iter().map(|name| format!("layout {name}")).collect(),
            open: instance.answer_count,
            ..Verdict::default()
        },
    };
    Ok(verdict)
}

/// Returns the problem of a puzzle that has no solution itself.
pub fn unsolvable() -> Problem {
    let problem = Problem::bare(Code::Conflict, "the puzzle itself has no solution");
    problem.help("`puzgen solve` says why; perhaps a given was copied wrongly")
}

/// Returns a verdict as an object.
pub fn object(verdict: &Verdict) -> wire::Mark {
    wire::Mark {
        schema: wire::Mark::SCHEMA,
        right: verdict.is_right(),
        complete: verdict.open == 0,
        broken: verdict.broken.iter().map(|fault| fault.sentence.clone()).collect(),
        changed: verdict.changed.clone(),
        wrong: verdict.wrong.clone(),
        at_odds: verdict.are_at_odds,
    }
}
