//! `search`: our own search over bit-set domains, with propagators and learning
//! (`search/learn/`). It knows constraints, not clauses: it shares nothing with the
//! engines that are given one.
//!
//! # Units
//! A step of a [`Budget`] is a dead end; propagation is work besides.

use std::sync::Arc;

use super::{Engine, Session, Turn, Verdict, recheck};
use crate::budget::{Budget, GaveUp};
use crate::csp::{Csp, Lit};
use crate::search::learn::{Answer, Bit, Learner};
use crate::search::quick::{self, Quick};
use crate::search::{Program, settled, supposed};

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

    fn turn(&self, _: &Csp) -> Turn {
        Turn::First
    }

    fn accepts(&self, csp: &Csp) -> bool {
        let spans = csp.vars.iter().map(|var| {
            let (min, max) = (i128::from(var.domain.min()), i128::from(var.domain.max()));
            u64::try_from(max - min + 1).unwrap_or(u64::MAX)
        });
        spans.fold(0, u64::saturating_add) <= MAX_VALUES
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let machine = Program::new(csp).map(|program| {
            let program = Arc::new(program);
            let settled = settled(&program).map(|program| supposed(&program));
            Machine {
                quick: settled.as_ref().map(Quick::new),
                learner: Learner::new(settled.unwrap_or(program)),
                has_facts: false,
                var_count: csp.vars.len(),
            }
        });
        Box::new(Open { csp, machine })
    }
}

struct Open<'a> {
    csp: &'a Csp,
    /// None where the domains are too wide after all.
    machine: Option<Machine>,
}

struct Machine {
    /// Asked first, where at most one clause matters; none where the problem contradicts itself.
    quick: Option<Quick>,
    learner: Learner,
    /// Whether a clause was said that no switch turns off.
    has_facts: bool,
    /// How many variables the problem has.
    var_count: usize,
}

/// Literals of a clause for one question that quick answers take in. Long ones are settled late, which
/// leaves much to search.
const MOST_FOR_QUICK: usize = 16;

const TOO_WIDE: &str = "a domain is too wide for `search`";

impl Session for Open<'_> {
    fn new_guard(&mut self) -> Lit {
        let Some(machine) = &mut self.machine else { crate::bug!("{TOO_WIDE}") };
        Lit::is(machine.learner.add_truth(), 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(machine) = &mut self.machine {
            machine.learner.add_clause(clause);
            let is_switch = |lit: &Lit| !lit.is && lit.value == 1 && machine.is_guard(*lit);
            machine.has_facts |= !clause.iter().any(is_switch);
        }
    }

    fn patience(&self) -> Option<u64> {
        self.machine.as_ref().map(|machine| u64::from(machine.patience()))
    }

    fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        self.machine.as_mut()?.quick.as_mut()?.needed_in_order(literals)
    }

    fn check(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        let Some(machine) = &mut self.machine else {
            return Verdict::GaveUp(GaveUp::Solver(TOO_WIDE.to_owned()));
        };
        let soon = machine.quick(assumptions, &[], machine.patience(), budget);
        let verdict = soon.unwrap_or_else(|| machine.learn(assumptions, None, budget));
        self.checked(verdict)
    }

    fn check_some(&mut self, assumptions: &[Lit], some: &[Lit], budget: &mut Budget) -> Verdict {
        if some.is_empty() {
            return Verdict::Unsat(Vec::new());
        }
        let Some(machine) = &mut self.machine else {
            return Verdict::GaveUp(GaveUp::Solver(TOO_WIDE.to_owned()));
        };
        let is_short = some.len() <= MOST_FOR_QUICK;
        let most = machine.patience();
        let soon = if is_short { machine.quick(assumptions, some, most, budget) } else { None };
        let verdict = soon.unwrap_or_else(|| machine.learn_some(assumptions, some, budget));
        self.checked(verdict)
    }

    fn check_once(&mut self, assumptions: &[Lit], some: &[Lit], budget: &mut Budget) -> Verdict {
        if some.is_empty() {
            return Verdict::Unsat(Vec::new());
        }
        let Some(machine) = &mut self.machine else {
            return Verdict::GaveUp(GaveUp::Solver(TOO_WIDE.to_owned()));
        };
        // Such a proof takes hundreds of dead ends, or few.
        let soon = machine.quick(assumptions, some, quick::DEAD_ENDS, budget);
        let verdict = soon.unwrap_or_else(|| machine.learn(assumptions, Some(some), budget));
        self.checked(verdict)
    }
}

impl Open<'_> {
    /// Leaves variables of the problem only in a model.
    fn checked(&self, mut verdict: Verdict) -> Verdict {
        if let Verdict::Sat(assignment) = &mut verdict {
            assignment.truncate(self.csp.vars.len());
            recheck("search", self.csp, assignment);
        }
        verdict
    }
}

impl Machine {
    fn is_guard(&self, lit: Lit) -> bool {
        lit.var.index() >= self.var_count
    }

    /// Returns whether no clause matters: those behind switches do not while no switch is named.
    fn is_plain(&self, lits: &[Lit]) -> bool {
        !self.has_facts && !lits.iter().any(|lit| self.is_guard(*lit))
    }

    /// Returns after how many dead ends a question about a clue is hard.
    fn patience(&self) -> u32 {
        self.quick.as_ref().map_or(quick::DEAD_ENDS, Quick::patience)
    }

    /// Answers where that is simple; one of `some` must hold, if there are any.
    fn quick(
        &mut self,
        assumptions: &[Lit],
        some: &[Lit],
        most: u32,
        budget: &mut Budget,
    ) -> Option<Verdict> {
        let is_plain = self.is_plain(assumptions) && self.is_plain(some);
        let quick = self.quick.as_mut().filter(|_| is_plain)?;
        if let Some(reason) = budget.is_spent() {
            return Some(Verdict::GaveUp(reason));
        }
        let answer = quick.ask(assumptions, some, most, budget);
        answer.map(|found| match found {
            Some(assignment) => Verdict::Sat(assignment),
            None => Verdict::Unsat(assumptions.to_vec()),
        })
    }

    /// Answers by a search that remembers, with a clause for this question only.
    fn learn_some(&mut self, assumptions: &[Lit], some: &[Lit], budget: &mut Budget) -> Verdict {
        let switch = Lit::is(self.learner.add_truth(), 1);
        self.learner.add_clause(&[some, &[!switch]].concat());
        let mut verdict = self.learn(&[assumptions, &[switch]].concat(), None, budget);
        self.learner.add_clause(&[!switch]);
        if let Verdict::Unsat(core) = &mut verdict {
            core.retain(|lit| *lit != switch);
        }
        verdict
    }

    /// Answers by a search with memory; one of `some` must hold, if that is said, and then nothing is
    /// remembered.
    fn learn(&mut self, assumptions: &[Lit], some: Option<&[Lit]>, budget: &mut Budget) -> Verdict {
        if let Some(reason) = budget.is_spent() {
            return Verdict::GaveUp(reason);
        }
        let learner = &mut self.learner;
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
        let answer = match some {
            None => learner.solve(&bits, budget),
            Some(some) => learner.solve_once(&bits, some, budget),
        };
        match answer {
            Answer::Yes(assignment) => Verdict::Sat(assignment),
            Answer::No(core) => {
                let used = bits.iter().zip(lits).filter(|(bit, _)| core.contains(bit));
                Verdict::Unsat(used.map(|(_, lit)| lit).collect())
            }
            Answer::GaveUp(reason) => Verdict::GaveUp(reason),
        }
    }
}
