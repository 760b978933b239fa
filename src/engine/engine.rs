//! Engines: ways to answer questions, each with its name, its role and the problems that it accepts.

use crate::session::Session;
use crate::witnesses::{EngineFamily, EngineRole, ProofPriority};
use puzgen_csp::{Csp, Lit};

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
