//! Which engines prove: what each is for, what they share, and who is asked first.
//!
//! A proof is what two engines found that share nothing but the problem. So it depends on no list of names:
//! every engine says its [`EngineRole`], its [`EngineFamily`]s and its [`ProofPriority`].

use crate::{Engine, Engines};
use puzgen_csp::Csp;

/// What an engine is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineRole {
    /// It hands each question to the engine that fits it, and is no witness of its own.
    Chooses,
    /// What it answers is a proof by one witness.
    Proves,
    /// The others are compared with it in tests; it is too slow for all but small questions.
    Reference,
}

/// What engines share: one mistake in it would mislead all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineFamily {
    /// The direct encoding, with one Boolean variable for each value of each variable (`engine/onehot/`).
    OneHot,
    /// Z3.
    Z3,
}

impl EngineFamily {
    /// Returns it in words.
    pub(crate) fn about(self) -> &'static str {
        match self {
            Self::OneHot => "the problem in clauses",
            Self::Z3 => "Z3",
        }
    }
}

/// When an engine is asked for a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProofPriority {
    /// Before all others.
    First,
    /// Where those of `First` are not enough, and it is known to suit the problem.
    Soon,
    /// Where those of `Soon` are not enough.
    Next,
    /// Late, since it takes long.
    Late,
    /// Last, since it only stands in for an engine that this build may lack.
    Last,
}

/// Returns what two engines share, if they are not independent of each other: a family, or all that they are.
pub fn shared(one: &dyn Engine, other: &dyn Engine) -> Option<&'static str> {
    if one.name() == other.name() {
        return Some("everything");
    }
    let families = one.families().iter().find(|family| other.families().contains(family));
    families.map(|family| family.about())
}

/// Returns whether two engines are independent witnesses.
fn are_independent(one: &dyn Engine, other: &dyn Engine) -> bool {
    shared(one, other).is_none()
}

/// Returns whether two of these engines are independent witnesses.
pub fn is_proof(engines: &[&dyn Engine]) -> bool {
    engines.iter().any(|one| engines.iter().any(|other| are_independent(*one, *other)))
}

impl Engines {
    /// Returns the engines whose answers about this problem are proofs, as hard questions are put to them.
    pub fn proving(self, csp: &Csp) -> impl Iterator<Item = &'static dyn Engine> {
        let engines = self.all().filter(|engine| engine.role() == EngineRole::Proves);
        engines.filter(|engine| engine.accepts(csp))
    }

    /// Returns the engines to ask for a proof, in order: where one gives up, or a question does not suit it, there is a next one.
    pub fn witnesses(self, csp: &Csp) -> Vec<&'static dyn Engine> {
        let small = self.all().filter(|engine| engine.answers_small_questions(csp));
        let mut engines: Vec<_> = self.proving(csp).chain(small).collect();
        engines.sort_by_key(|engine| engine.proof_priority(csp));
        engines
    }

    /// Returns the two independent engines that prove where none are named; only one, or none, where no more take
    /// the problem.
    pub fn pair(self, csp: &Csp) -> Vec<&'static dyn Engine> {
        let mut engines: Vec<_> = self.proving(csp).collect();
        engines.sort_by_key(|engine| engine.proof_priority(csp));
        for one in &engines {
            if let Some(other) = engines.iter().find(|other| are_independent(*one, **other)) {
                return vec![*one, *other];
            }
        }
        engines.truncate(1);
        engines
    }

    /// Returns the engine for hard questions about a problem: the first of those that prove, beside the quick one.
    pub fn strongest(self, csp: &Csp) -> Option<&'static dyn Engine> {
        let is_other = |engine: &&dyn Engine| engine.name() != self.quick().name();
        self.proving(csp).find(is_other)
    }
}
