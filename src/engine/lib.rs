//! The interface of engines, which answer questions about a [`Csp`](puzgen_csp::Csp). No engine is known here: a program
//! hands over its [`Engines`].
//!
//! An [`Engine`] is given a problem and opens a [`Session`]. A session is given assumptions and a budget, and returns a
//! [`Verdict`]. It is asked in terms of constraints, so that an SMT solver can take integers as integers and a SAT
//! solver can choose its own encoding. Verdicts are the truth; models only save work: no choice may rest on which
//! model an engine happens to return.

pub mod clauses;
mod engine;
mod engines;
mod names;
mod session;
mod verdict;
mod witnesses;

pub use engine::Engine;
pub use engines::{DEFAULT, Engines};
pub use session::Session;
pub use verdict::Verdict;
pub use witnesses::{EngineFamily, EngineRole, ProofPriority, is_proof, shared};
