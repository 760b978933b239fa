//! What is run, as clauses: those that a model breaks.

use crate::csp::{Lit, Simulation};

/// Returns a clause for each wrong run of an assignment: one of the values that it depends on is another.
pub(super) fn cuts(runs: &Simulation, assignment: &[i64]) -> Vec<Vec<Lit>> {
    let is_other = |at: &usize| {
        let var = runs.vars[*at];
        Lit::is_not(var, assignment[var.index()])
    };
    runs.nogoods(assignment).iter().map(|touched| touched.iter().map(is_other).collect()).collect()
}
