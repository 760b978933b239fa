//! Whether a given of a puzzle is needed: removal asks this of each clue, and so do the measures and the proofs
//! that a puzzle is minimal.
//!
//! The puzzle is known to have exactly one solution. Without the given it has that one and perhaps others, each
//! of which contradicts the given: so the engine is asked for a solution with the negated given. Where rules ask
//! whether a clue is shown, removing it changes what they mean. Then direct evaluation tells whether the
//! known solution is still one, and the engine is asked for a solution with another answer.

use crate::solver::Solver;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::{Assignment, Lit};
use puzgen_engine::Verdict;
use puzgen_model::eval::FaultAt;
use puzgen_model::givens::Removal;
use puzgen_model::instance::Instance;
use puzgen_model::rules::keeps_rules_about_clues;

/// How a further solution is asked for.
#[derive(Debug, Clone, Copy)]
pub enum Further<'q> {
    /// One of these literals holds in it: the negations of the givens that were removed.
    Contradicts(&'q [Lit]),
    /// It fulfils the clause with this activation literal, which excludes the known solution.
    Activated(Lit),
    /// Its answer is not this one.
    OtherThan(&'q [i64]),
}

/// Whether a given is needed.
#[derive(Debug)]
pub enum Need {
    /// It is not: without it there is still one solution.
    CanGo,
    /// Without it this is another solution.
    Needed(Assignment),
    /// Without it the known solution breaks a rule that asks whether clues are shown.
    AskedFor,
    /// The engine had no answer in the budget.
    GaveUp(GaveUp),
}

impl Solver<'_> {
    /// Asks for a further solution of a puzzle that has one, where only `left` of its givens are left.
    pub fn ask_further(
        &mut self,
        mut left: Vec<Lit>,
        further: Further<'_>,
        budget: &mut Budget,
    ) -> Verdict {
        match further {
            Further::Contradicts(&[single]) | Further::Activated(single) => {
                left.push(single);
                self.solve(&left, budget)
            }
            Further::Contradicts(several) => self.solve_some(&left, several, budget),
            Further::OtherThan(solution) => self.solve_other_than(&left, solution, budget),
        }
    }

    /// Asks whether this removal by itself is possible from a puzzle whose one solution has these stored values.
    ///
    /// # Errors
    /// Where a rule that asks for clues depends on something that is not known here.
    pub fn need_of(
        &mut self,
        instance: &Instance<'_>,
        removal: &Removal,
        values: &[i64],
        budget: &mut Budget,
    ) -> Result<Need, FaultAt> {
        let left =
            removal.left.iter().map(|(given, value)| self.fact_lit(*given, *value)).collect();
        let removed = removal.removed.map(|(given, value)| !self.fact_lit(given, value));
        let further = match &removed {
            Some(removed) => Further::Contradicts(std::slice::from_ref(removed)),
            None => {
                let shown = instance.shown_by(&removal.left);
                if !keeps_rules_about_clues(instance, values, &shown)? {
                    return Ok(Need::AskedFor);
                }
                Further::OtherThan(&values[..instance.answer_count])
            }
        };
        Ok(match self.ask_further(left, further, budget) {
            Verdict::Unsat(_) => Need::CanGo,
            Verdict::Sat(assignment) => Need::Needed(assignment),
            Verdict::GaveUp(reason) => Need::GaveUp(reason),
        })
    }
}
