//! How the generation of a puzzle ended, and the problems of a budget that ran out.

use puzgen_base::budget::GaveUp;
use puzgen_base::diagnostics::{Code, Problem};

/// How the generation of one puzzle ended.
#[derive(Debug)]
pub enum GenerationOutcome {
    /// As asked for.
    Done,
    /// The stated target or acceptance was not reached in any attempt; the last board was emitted.
    TargetMissed(Problem),
    /// The budget ran out; what was emitted is valid.
    OutOfBudget(Problem),
}

/// Returns what is said where the budget ran out before there was a board to start from.
pub(crate) fn no_board(reason: &GaveUp) -> GenerationOutcome {
    let problem = Problem::bare(Code::NoFullBoard, format!("no full board: {reason}"));
    GenerationOutcome::OutOfBudget(problem.help(reason.help()))
}

/// Returns what is said where the budget ran out on the way.
pub(crate) fn unfinished(index: u64, reason: &GaveUp) -> GenerationOutcome {
    let message = format!("puzzle {index} is not finished: {reason}");
    let problem = Problem::bare(Code::GaveUp, message);
    GenerationOutcome::OutOfBudget(problem.help(reason.help()))
}
