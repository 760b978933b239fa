//! `search`: our own search over bit-set domains, with propagators and learning
//! ([`crate::search::learn`]). It knows constraints, not clauses: it shares nothing with the
//! engines that are given one.
//!
//! # Units
//! A step of a [`Budget`] is a dead end.

use super::{Engine, Session, Verdict, recheck};
use crate::budget::{Budget, GaveUp};
use crate::csp::{Csp, Lit};
use crate::search::Program;
use crate::search::learn::{Answer, Bit, Learner};

/// The most values of all variables together.
const MAX_VALUES: u64 = 1 << 18;

/// Our own search.
#[derive(Debug)]
pub struct Search;

impl Engine for Search {
    fn name(&self) -> &'static str {
        "search"
    }

    fn about(&self) -> &'static str {
        "puzgen's own: domains, propagators and learning; fastest where little search is needed"
    }

    fn accepts(&self, csp: &Csp) -> bool {
        let spans = csp.vars.iter().map(|var| {
            let (min, max) = (i128::from(var.domain.min()), i128::from(var.domain.max()));
            u64::try_from(max - min + 1).unwrap_or(u64::MAX)
        });
        csp.guards.is_empty() && spans.fold(0, u64::saturating_add) <= MAX_VALUES
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let learner = Program::new(csp).map(Learner::new);
        Box::new(Open { csp, learner })
    }
}

struct Open<'a> {
    csp: &'a Csp,
    /// None where the domains are too wide after all.
    learner: Option<Learner>,
}

const TOO_WIDE: &str = "a domain is too wide for `search`";

impl Session for Open<'_> {
    fn new_guard(&mut self) -> Lit {
        let Some(learner) = &mut self.learner else { crate::bug!("{TOO_WIDE}") };
        Lit::is(learner.add_truth(), 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(learner) = &mut self.learner {
            learner.add_clause(clause);
        }
    }

    fn check(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        let Some(learner) = &mut self.learner else {
            return Verdict::GaveUp(GaveUp::Solver(TOO_WIDE.to_owned()));
        };
        let mut bits: Vec<Bit> = Vec::with_capacity(assumptions.len());
        let mut lits: Vec<Lit> = Vec::with_capacity(assumptions.len());
        for lit in assumptions {
            match learner.bit(*lit) {
                Ok(bit) => {
                    bits.push(bit);
                    lits.push(*lit);
                }
                Err(true) => {}
                Err(false) => return Verdict::Unsat(vec![*lit]),
            }
        }
        match learner.solve(&bits, budget) {
            Answer::Yes(mut assignment) => {
                assignment.truncate(self.csp.vars.len());
                recheck("search", self.csp, &assignment);
                Verdict::Sat(assignment)
            }
            Answer::No(core) => {
                let used = bits.iter().zip(lits).filter(|(bit, _)| core.contains(bit));
                Verdict::Unsat(used.map(|(_, lit)| lit).collect())
            }
            Answer::GaveUp(reason) => Verdict::GaveUp(reason),
        }
    }
}
