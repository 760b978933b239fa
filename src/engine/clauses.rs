//! The question whether a puzzle has a second solution, as clauses that other programs read.

use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::{Csp, Lit};

/// A clause: numbers of truths, negative where they must not hold.
pub type Clause = Vec<i32>;

/// The question, without the line that says how much there is of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Question {
    /// How many truths there are.
    pub truths: usize,
    /// What each truth says, where it is about a variable of the problem: the first one of those that use it.
    pub meanings: Vec<Option<Lit>>,
    /// The clauses of the rules.
    pub rules: Vec<Clause>,
    /// Those of the givens.
    pub givens: Vec<Clause>,
    /// The one that some value of the answer is another.
    pub differs: Vec<Clause>,
    /// Cuts.
    pub cuts: Vec<Clause>,
}

impl Question {
    /// Returns what a clause says of the variables; `None` where it speaks of something else.
    pub fn meaning(&self, clause: &[i32]) -> Option<Vec<Lit>> {
        let meaning = |literal: &i32| {
            let lit = (*self.meanings.get(literal.unsigned_abs() as usize)?)?;
            Some(if *literal < 0 { !lit } else { lit })
        };
        clause.iter().map(meaning).collect()
    }
}

/// Writes questions as clauses.
pub trait ClauseWriter: Sync {
    /// Returns whether the problem can be written in clauses.
    fn accepts(&self, csp: &Csp) -> bool;

    /// Returns the question about a puzzle with these givens and this answer, without cuts.
    fn question(&self, csp: &Csp, givens: &[Lit], answer: &[i64]) -> Question;

    /// Returns the same with the cuts without which clauses do not say enough; `None` where there is a second solution.
    ///
    /// # Errors
    /// That the budget was spent.
    fn closed(
        &self,
        csp: &Csp,
        givens: &[Lit],
        answer: &[i64],
        budget: &mut Budget,
    ) -> Result<Option<Question>, GaveUp>;
}
