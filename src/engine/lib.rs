//! The interface of engines, which answer questions about a [`Csp`]. No engine is known here: a program hands over its
//! [`Engines`].
//!
//! An engine is asked in terms of
//! constraints, so that an SMT solver can take integers as integers and a SAT solver can choose
//! its own encoding. Verdicts are the truth; models only save work: no choice may rest on which
//! model an engine happens to return.

pub mod clauses;
mod engines;
mod names;
mod witnesses;

pub use engines::{DEFAULT, Engines};
pub use witnesses::{EngineFamily, EngineRole, ProofPriority, is_proof, shared};

use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::{Assignment, Csp, Lit};

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

/// A way to answer questions.
pub trait Engine: Sync {
    /// Returns the name that `--engine` and `verified` use.
    fn name(&self) -> &'static str;

    /// Returns a description for `--help`.
    fn about(&self) -> &'static str;

    /// Returns its role.
    fn role(&self) -> EngineRole {
        EngineRole::Proves
    }

    /// Returns what it shares with other engines.
    fn families(&self) -> &'static [EngineFamily] {
        &[]
    }

    /// Returns when it is asked for a proof about this problem, where several engines can give one.
    fn proof_priority(&self, csp: &Csp) -> ProofPriority {
        let _ = csp;
        ProofPriority::Next
    }

    /// Returns whether it is a witness for those questions about this problem that [suit](Self::suits) it, although it may not
    /// accept the problem as a whole.
    fn answers_small_questions(&self, csp: &Csp) -> bool {
        let _ = csp;
        false
    }

    /// Returns whether a question with these facts is worth asking it.
    fn suits(&self, csp: &Csp, given: &[Lit]) -> bool {
        let _ = (csp, given);
        true
    }

    /// Returns whether the engine takes this problem (domains not too large, and so on).
    fn accepts(&self, csp: &Csp) -> bool;

    /// Returns whether clauses that are switched off permanently slow down later questions.
    fn is_slowed_by_clauses(&self) -> bool {
        false
    }

    /// Opens a session that holds all statements of `csp`.
    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a>;

    /// Opens a session all of whose questions assume these literals, which are taken for a part of the problem, and are
    /// about no other variables but the answers; `None` where that would be no quicker.
    fn open_under<'a>(&self, csp: &'a Csp, given: &[Lit]) -> Option<Box<dyn Session + 'a>> {
        let _ = (csp, given);
        None
    }
}

impl std::fmt::Debug for dyn Engine + '_ {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

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
