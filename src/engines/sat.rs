//! `sat`: CaDiCaL with one truth for each value (`engine/onehot/`).
//!
//! # Units
//! A step of a [`Budget`] is a conflict.
//!
//! # Source
//! Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt, "CaDiCaL 2.0", CAV 2024.

use cadical::{Callbacks, Solver};

use super::onehot::{Backend, Literal, OneHotSession, PER_LITERAL, fits};
use puzgen_base::budget::{Budget, GaveUp, StopFlag};
use puzgen_csp::{Csp, Lit};
use puzgen_engine::{Engine, EngineFamily, Session};

/// The SAT solver CaDiCaL.
#[derive(Debug)]
pub struct Sat;

impl Engine for Sat {
    fn name(&self) -> &'static str {
        CadicalBackend::NAME
    }

    fn about(&self) -> &'static str {
        "CaDiCaL with one truth for each value of each variable; fastest where search is hard"
    }

    fn families(&self) -> &'static [EngineFamily] {
        &[EngineFamily::OneHot]
    }

    fn accepts(&self, csp: &Csp) -> bool {
        fits(csp, false)
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        Box::new(session(csp, &[]))
    }

    fn open_under<'a>(&self, csp: &'a Csp, given: &[Lit]) -> Option<Box<dyn Session + 'a>> {
        Some(Box::new(session(csp, given)))
    }
}

fn session<'a>(csp: &'a Csp, given: &[Lit]) -> OneHotSession<'a, CadicalBackend> {
    // Lazy cuts make one question many short calls, between which inprocessing does not pay.
    let has_groups = csp.stmts.iter().any(|(stmt, _)| stmt.is_lazy());
    let plain = || Solver::with_config("plain").ok();
    let mut solver = has_groups.then(plain).flatten().unwrap_or_else(Solver::new);
    solver.set_callbacks(Some(Terminator::default()));
    OneHotSession::new(csp, given, CadicalBackend { solver, count: 0, work: 0 })
}

/// Counts conflicts, and ends a question when the flag is set.
#[derive(Debug, Default)]
struct Terminator {
    conflicts: u64,
    stop: StopFlag,
}

impl Callbacks for Terminator {
    fn terminate(&mut self) -> bool {
        self.stop.is_set()
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _: &[i32]) {
        self.conflicts += 1;
    }
}

struct CadicalBackend {
    solver: Solver<Terminator>,
    count: u32,
    /// Units of work for adding clauses that were not yet charged to a budget.
    work: u64,
}

/// Returns the literal as CaDiCaL writes it: the number of its truth, negative for the opposite.
fn number(literal: Literal) -> i32 {
    let number = literal.number() as i32;
    if literal.is_negated() { -number } else { number }
}

impl Backend for CadicalBackend {
    const NAME: &'static str = "sat";

    fn fresh(&mut self) -> Literal {
        self.count += 1;
        Literal::new(self.count)
    }

    fn clause(&mut self, literals: &[Literal]) {
        self.work += PER_LITERAL * literals.len() as u64;
        self.solver.add_clause(literals.iter().map(|literal| number(*literal)));
    }

    fn solve(&mut self, assumptions: &[Literal], budget: &mut Budget) -> Result<bool, GaveUp> {
        budget.work(std::mem::take(&mut self.work));
        if let Some(reason) = budget.is_spent() {
            return Err(reason);
        }
        if let Some(steps) = budget.steps_left() {
            let steps = i32::try_from(steps).unwrap_or(i32::MAX);
            if let Err(error) = self.solver.set_limit("conflicts", steps) {
                return Err(GaveUp::Solver(error.to_string()));
            }
        }
        if let Some(terminator) = self.solver.get_callbacks() {
            terminator.conflicts = 0;
            terminator.stop = budget.stop_flag().clone();
        }
        let answer = self.solver.solve_with(assumptions.iter().map(|literal| number(*literal)));
        // Every question costs at least one unit, so that loops of easy questions end by their budget.
        budget.spend(1 + self.solver.get_callbacks().map_or(0, |terminator| terminator.conflicts));
        answer.ok_or_else(|| match budget.is_spent() {
            Some(reason) => reason,
            None => GaveUp::Steps,
        })
    }

    fn core(&mut self, assumptions: &[Literal]) -> Vec<bool> {
        assumptions.iter().map(|literal| self.solver.failed(number(*literal))).collect()
    }

    fn holds(&self, literal: Literal) -> bool {
        // CaDiCaL reports 0 for a variable whose value does not matter; any value will do.
        self.solver.value(number(literal)) != Some(false)
    }
}
