//! Sessions: questions about one problem, one after the other.

use crate::verdict::Verdict;
use puzgen_base::budget::Budget;
use puzgen_csp::Lit;

/// An incremental session about one problem: clauses can be added, and learnt clauses stay.
pub trait Session {
    /// Adds an unconstrained Boolean variable and returns its positive literal. It may be used in clauses and
    /// assumptions of this session only.
    fn new_activation_literal(&mut self) -> Lit;

    /// Adds a clause permanently.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Returns whether the session has grown so much that a new one would be faster.
    fn should_reopen(&self) -> bool {
        false
    }

    /// Returns the one engine that gave all verdicts "unsatisfiable" since this was called last. `None` if there
    /// were several, or the session does not keep track.
    fn take_sole_prover(&mut self) -> Option<&'static str> {
        None
    }

    /// Returns how many literals are in the clauses that its questions look through, where those are counted.
    fn literal_count(&self) -> u64 {
        0
    }

    /// Returns the conflict limit from which on a question is better put to another engine.
    fn conflict_limit(&self) -> Option<u64> {
        None
    }

    /// Returns for each of these literals, which leave one solution, whether it is needed for that
    /// once the earlier ones are there; `None` where the engine sees no simple proof. It may say
    /// "needed" too often, never too rarely.
    fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        let _ = literals;
        None
    }

    /// Asks whether all statements, clauses and `assumptions` can hold together.
    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict;

    /// Asks the same where one of `some` must hold, too, in this question only.
    fn solve_some(&mut self, assumptions: &[Lit], some: &[Lit], budget: &mut Budget) -> Verdict {
        let activation = self.new_activation_literal();
        self.add_clause(&[some, &[!activation]].concat());
        let mut verdict = self.solve(&[assumptions, &[activation]].concat(), budget);
        self.add_clause(&[!activation]);
        if let Verdict::Unsat(core) = &mut verdict {
            core.retain(|lit| *lit != activation);
        }
        verdict
    }

    /// Asks the same where nothing like it will be asked again: what is learnt need not be kept.
    fn solve_once(&mut self, assumptions: &[Lit], some: &[Lit], budget: &mut Budget) -> Verdict {
        self.solve_some(assumptions, some, budget)
    }

    /// Returns whether the engine `name` answered questions in this session that another one found hard.
    fn has_asked(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Asks the same of the engine `name`, if hard questions go to that one: its learnt
    /// clauses contain most of the proof. `None` where they do not.
    fn solve_by(
        &mut self,
        name: &str,
        assumptions: &[Lit],
        some: &[Lit],
        budget: &mut Budget,
    ) -> Option<Verdict> {
        let _ = (name, assumptions, some, budget);
        None
    }
}
