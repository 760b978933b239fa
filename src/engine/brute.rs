//! `brute`: every assignment, one after another. The reference for the other engines' tests.
//!
//! Variables are assigned in their order; a statement or clause is evaluated as soon as its last
//! variable has a value, and prunes there. Nothing is learnt, so that there is little to get wrong.

use crate::budget::Budget;
use crate::csp::{Assignment, Csp, Domain, Lit, Stmt, VarId, eval};
use crate::engine::{Engine, EngineRole, Session, Verdict};

/// The most assignments of a problem that this engine accepts.
const MAX_ASSIGNMENTS: u64 = 1 << 20;

/// The engine that tries everything.
#[derive(Debug)]
pub struct Brute;

impl Engine for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn about(&self) -> &'static str {
        "tries every assignment; for tests of the other engines"
    }

    fn role(&self) -> EngineRole {
        EngineRole::Reference
    }

    fn accepts(&self, csp: &Csp) -> bool {
        csp.vars.iter().map(|var| var.domain.size()).fold(1, u64::saturating_mul) <= MAX_ASSIGNMENTS
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let mut session = BruteSession {
            csp,
            domains: csp.vars.iter().map(|var| var.domain.clone()).collect(),
            stmts: vec![Vec::new(); csp.vars.len()],
            clauses: vec![Vec::new(); csp.vars.len()],
            is_impossible: false,
        };
        for (stmt, _) in &csp.stmts {
            match stmt.vars().last().map(|var| var.index()) {
                Some(last) => session.stmts[last].push(stmt),
                None => session.is_impossible |= !eval::eval_stmt(stmt, &[]),
            }
        }
        Box::new(session)
    }
}

struct BruteSession<'a> {
    csp: &'a Csp,
    /// The values of each variable and, behind them, of each activation literal.
    domains: Vec<Domain>,
    /// For each variable, the statements of which it is the last.
    stmts: Vec<Vec<&'a Stmt>>,
    /// For each variable, the clauses of which it is the last.
    clauses: Vec<Vec<Vec<Lit>>>,
    is_impossible: bool,
}

impl Session for BruteSession<'_> {
    fn new_activation_literal(&mut self) -> Lit {
        self.domains.push(Domain::Range(0, 1));
        self.stmts.push(Vec::new());
        self.clauses.push(Vec::new());
        Lit::is(VarId(self.domains.len() as u32 - 1), 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        match clause.iter().map(|lit| lit.var.index()).max() {
            Some(last) => self.clauses[last].push(clause.to_vec()),
            None => self.is_impossible = true,
        }
    }

    /// A step is one value tried. The core is all assumptions.
    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        let mut wanted = vec![Vec::new(); self.domains.len()];
        for lit in assumptions {
            wanted[lit.var.index()].push(*lit);
        }
        let mut iterators: Vec<Box<dyn Iterator<Item = i64> + '_>> = Vec::new();
        let mut assignment = Assignment::new();
        if self.is_impossible {
            return Verdict::Unsat(assumptions.to_vec());
        }
        loop {
            if assignment.len() == self.domains.len() {
                assignment.truncate(self.csp.vars.len());
                return Verdict::Sat(assignment);
            }
            if iterators.len() == assignment.len() {
                iterators.push(self.domains[assignment.len()].iter());
            }
            if let Some(reason) = budget.is_spent() {
                return Verdict::GaveUp(reason);
            }
            budget.spend(1);
            match iterators.last_mut().and_then(Iterator::next) {
                Some(value) => {
                    let last = assignment.len();
                    assignment.push(value);
                    if !(wanted[last].iter().all(|lit| lit.holds_for(value))
                        && self.holds_so_far(last, &assignment))
                    {
                        assignment.pop();
                    }
                }
                None => {
                    iterators.pop();
                    if assignment.pop().is_none() {
                        return Verdict::Unsat(assumptions.to_vec());
                    }
                }
            }
        }
    }
}

impl BruteSession<'_> {
    fn holds_so_far(&self, last: usize, assignment: &[i64]) -> bool {
        self.stmts[last].iter().all(|stmt| eval::eval_stmt(stmt, assignment))
            && self.clauses[last]
                .iter()
                .all(|clause| clause.iter().any(|lit| lit.holds_for(assignment[lit.var.index()])))
    }
}
