//! Verdicts: the answers of engines.

use puzgen_base::budget::GaveUp;
use puzgen_csp::{Assignment, Lit};

/// The answer to one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Satisfiable, with a model: a value for every variable of the problem (not for literals added later).
    Sat(Assignment),
    /// Unsatisfiable under these of the assumptions: a core, not necessarily a minimal one.
    Unsat(Vec<Lit>),
    /// No answer. Never to be taken for "unsatisfiable".
    GaveUp(GaveUp),
}
