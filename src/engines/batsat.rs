//! `batsat`: a SAT solver in Rust with one truth for each value (`engine/onehot/`).
//!
//! It needs nothing but Rust, so it is there whatever is left out of a build, and stands in for `sat`, whose
//! reading of a problem it shares. It takes about twice as long.
//!
//! # Units
//! A step of a [`Budget`] is a conflict.
//!
//! # Source
//! Eén, Sörensson, "An Extensible SAT-solver", SAT 2003, in the translation of Hara and Cruanes.

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface as _, SolverOpts, lbool};

use super::onehot::{Backend, Literal, OneHotSession, PER_LITERAL, fits};
use puzgen_base::budget::{Budget, GaveUp, StopFlag};
use puzgen_csp::{self as csp, Csp};
use puzgen_engine::{Engine, EngineFamily, ProofPriority, Session};

/// The SAT solver BatSat.
#[derive(Debug)]
pub struct Batsat;

impl Engine for Batsat {
    fn name(&self) -> &'static str {
        BatsatBackend::NAME
    }

    fn about(&self) -> &'static str {
        "BatSat, in Rust, with one truth for each value of each variable; stands in for `sat`"
    }

    fn families(&self) -> &'static [EngineFamily] {
        &[EngineFamily::OneHot]
    }

    fn proof_priority(&self, _: &Csp) -> ProofPriority {
        ProofPriority::Last
    }

    fn accepts(&self, csp: &Csp) -> bool {
        fits(csp, false)
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        Box::new(OneHotSession::new(csp, &[], BatsatBackend::default()))
    }

    fn open_under<'a>(&self, csp: &'a Csp, given: &[csp::Lit]) -> Option<Box<dyn Session + 'a>> {
        Some(Box::new(OneHotSession::new(csp, given, BatsatBackend::default())))
    }
}

/// Counts conflicts, and ends a question after so many or when the flag is set.
#[derive(Debug, Default)]
struct Terminator {
    conflicts: u64,
    most: u64,
    stop: StopFlag,
}

impl Callbacks for Terminator {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        self.conflicts >= self.most || self.stop.is_set()
    }
}

pub(super) struct BatsatBackend {
    solver: Solver<Terminator>,
    /// Units of work for adding clauses that were not yet charged to a budget.
    work: u64,
}

impl Default for BatsatBackend {
    fn default() -> Self {
        let solver = Solver::new(SolverOpts::default(), Terminator::default());
        Self { solver, work: 0 }
    }
}

impl BatsatBackend {
    /// Returns the literal as BatSat writes it, which counts truths from 0.
    fn lit(&mut self, literal: Literal) -> Lit {
        let var = self.solver.var_of_int(literal.number() as u32 - 1);
        Lit::new(var, !literal.is_negated())
    }
}

impl Backend for BatsatBackend {
    const NAME: &'static str = "batsat";

    fn fresh(&mut self) -> Literal {
        Literal::new(self.solver.new_var_default().idx() + 1)
    }

    fn clause(&mut self, literals: &[Literal]) {
        self.work += PER_LITERAL * literals.len() as u64;
        let mut lits = literals.iter().map(|literal| self.lit(*literal)).collect();
        // Whether the clauses contradict each other is told by the next answer.
        self.solver.add_clause_reuse(&mut lits);
    }

    fn solve(&mut self, assumptions: &[Literal], budget: &mut Budget) -> Result<bool, GaveUp> {
        budget.work(std::mem::take(&mut self.work));
        if let Some(reason) = budget.is_spent() {
            return Err(reason);
        }
        let terminator = self.solver.cb_mut();
        terminator.conflicts = 0;
        terminator.most = budget.steps_left().unwrap_or(u64::MAX);
        terminator.stop = budget.stop_flag().clone();
        let lits: Vec<Lit> = assumptions.iter().map(|literal| self.lit(*literal)).collect();
        let answer = self.solver.solve_limited(&lits);
        // Every question costs at least one unit, so that loops of easy questions end by their budget.
        budget.spend(1 + self.solver.cb().conflicts);
        if answer == lbool::UNDEF {
            return Err(budget.is_spent().unwrap_or(GaveUp::Steps));
        }
        Ok(answer == lbool::TRUE)
    }

    fn core(&mut self, assumptions: &[Literal]) -> Vec<bool> {
        let lits = assumptions.iter().map(|literal| self.lit(*literal)).collect::<Vec<_>>();
        // BatSat gives the core as a clause of the negated assumptions.
        lits.into_iter().map(|lit| self.solver.unsat_core_contains_lit(!lit)).collect()
    }

    fn holds(&self, literal: Literal) -> bool {
        let value = self.solver.get_model().get(literal.number() - 1);
        value.is_none_or(|value| (*value == lbool::TRUE) != literal.is_negated())
    }
}
