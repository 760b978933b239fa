//! `search`: our own search over bit-set domains, with propagators and learning
//! (`search/learn/`). It knows constraints, not clauses: it shares nothing with the
//! engines that are given one.
//!
//! # Units
//! A step of a [`Budget`] is a conflict; propagation is work besides.

use std::sync::Arc;

use super::evaluate;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::{Csp, Lit};
use puzgen_engine::{Engine, ProofPriority, Session, Verdict};
use puzgen_search::learn::{Answer, BitLit, ClauseLearner};
use puzgen_search::quick::{self, Limits, Quick};
use puzgen_search::{Network, settled, supposed};

/// The most values of all variables together.
const MAX_VALUES: u64 = 1 << 18;

/// Our own search.
#[derive(Debug)]
pub struct SearchEngine;

impl Engine for SearchEngine {
    fn name(&self) -> &'static str {
        "search"
    }

    fn about(&self) -> &'static str {
        "puzgen's own: domains, propagators and learning; fastest where little search is needed"
    }

    fn proof_priority(&self, _: &Csp) -> ProofPriority {
        ProofPriority::First
    }

    fn accepts(&self, csp: &Csp) -> bool {
        let spans = csp.vars.iter().map(|var| {
            let (min, max) = (i128::from(var.domain.min()), i128::from(var.domain.max()));
            u64::try_from(max - min + 1).unwrap_or(u64::MAX)
        });
        spans.fold(0, u64::saturating_add) <= MAX_VALUES
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let solvers = Network::new(csp).map(|network| {
            let network = Arc::new(network);
            let settled = settled(&network).map(|network| supposed(&network));
            Solvers {
                quick: settled.as_ref().map(Quick::new),
                network: settled.unwrap_or(network),
                learner: None,
                has_facts: false,
                var_count: csp.vars.len(),
            }
        });
        Box::new(SearchSession { csp, solvers })
    }
}

struct SearchSession<'a> {
    csp: &'a Csp,
    /// None where the domains are too wide after all.
    solvers: Option<Solvers>,
}

struct Solvers {
    /// Asked first, where at most one clause is active; none where the problem is contradictory.
    quick: Option<Quick>,
    network: Arc<Network>,
    /// Made when it is first needed.
    learner: Option<ClauseLearner>,
    /// Whether a clause was added that no activation literal switches off.
    has_facts: bool,
    /// How many variables the problem has.
    var_count: usize,
}

/// The most open literals of the clause of a question, once the assumptions are propagated, that `quick` goes on
/// with. A longer one becomes unit late, after much search.
const MOST_FOR_QUICK: usize = 16;

const TOO_WIDE: &str = "a domain is too wide for `search`";

impl Session for SearchSession<'_> {
    fn new_activation_literal(&mut self) -> Lit {
        let Some(solvers) = &mut self.solvers else { puzgen_base::bug!("{TOO_WIDE}") };
        Lit::is(solvers.learner().add_truth(), 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if let Some(solvers) = &mut self.solvers {
            solvers.learner().add_clause(clause);
            let turns_off =
                |lit: &Lit| !lit.is && lit.value == 1 && solvers.is_activation_literal(*lit);
            solvers.has_facts |= !clause.iter().any(turns_off);
        }
    }

    fn conflict_limit(&self) -> Option<u64> {
        self.solvers.as_ref().map(|solvers| u64::from(solvers.conflict_limit()))
    }

    fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        self.solvers.as_mut()?.quick.as_mut()?.needed_in_order(literals)
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        let Some(solvers) = &mut self.solvers else {
            return Verdict::GaveUp(GaveUp::Solver(TOO_WIDE.to_owned()));
        };
        let limits = Limits::of_conflicts(solvers.conflict_limit());
        let soon = solvers.quick(assumptions, &[], limits, budget);
        let verdict = soon.unwrap_or_else(|| solvers.learn(assumptions, None, budget));
        self.evaluated(verdict)
    }

    fn solve_some(&mut self, assumptions: &[Lit], some: &[Lit], budget: &mut Budget) -> Verdict {
        if some.is_empty() {
            return Verdict::Unsat(Vec::new());
        }
        let Some(solvers) = &mut self.solvers else {
            return Verdict::GaveUp(GaveUp::Solver(TOO_WIDE.to_owned()));
        };
        let limits = Limits { conflicts: solvers.conflict_limit(), open: MOST_FOR_QUICK };
        let soon = solvers.quick(assumptions, some, limits, budget);
        let verdict = soon.unwrap_or_else(|| solvers.learn_some(assumptions, some, budget));
        self.evaluated(verdict)
    }

    fn solve_once(&mut self, assumptions: &[Lit], some: &[Lit], budget: &mut Budget) -> Verdict {
        if some.is_empty() {
            return Verdict::Unsat(Vec::new());
        }
        let Some(solvers) = &mut self.solvers else {
            return Verdict::GaveUp(GaveUp::Solver(TOO_WIDE.to_owned()));
        };
        // Such a proof takes either few conflicts or hundreds.
        let limits = Limits::of_conflicts(quick::CONFLICT_LIMIT);
        let soon = solvers.quick(assumptions, some, limits, budget);
        let verdict = soon.unwrap_or_else(|| solvers.learn(assumptions, Some(some), budget));
        self.evaluated(verdict)
    }
}

impl SearchSession<'_> {
    /// Restricts a model to the variables of the problem, and evaluates it.
    fn evaluated(&self, mut verdict: Verdict) -> Verdict {
        if let Verdict::Sat(assignment) = &mut verdict {
            assignment.truncate(self.csp.vars.len());
            evaluate("search", self.csp, assignment);
        }
        verdict
    }
}

impl Solvers {
    /// Returns the search that learns clauses, for the questions that a quick answer does not decide.
    fn learner(&mut self) -> &mut ClauseLearner {
        self.learner.get_or_insert_with(|| ClauseLearner::new(Arc::clone(&self.network)))
    }

    fn is_activation_literal(&self, lit: Lit) -> bool {
        lit.var.index() >= self.var_count
    }

    /// Returns whether no added clause is active: none was added permanently, and no activation literal is among
    /// these.
    fn is_plain(&self, lits: &[Lit]) -> bool {
        !self.has_facts && !lits.iter().any(|lit| self.is_activation_literal(*lit))
    }

    /// Returns after how many conflicts a question about a clue is hard.
    fn conflict_limit(&self) -> u32 {
        self.quick.as_ref().map_or(quick::CONFLICT_LIMIT, Quick::conflict_limit)
    }

    /// Solves by `quick` within these limits; one of `some` must hold, if there are any.
    fn quick(
        &mut self,
        assumptions: &[Lit],
        some: &[Lit],
        limits: Limits,
        budget: &mut Budget,
    ) -> Option<Verdict> {
        let is_plain = self.is_plain(assumptions) && self.is_plain(some);
        let quick = self.quick.as_mut().filter(|_| is_plain)?;
        if let Some(reason) = budget.is_spent() {
            return Some(Verdict::GaveUp(reason));
        }
        let answer = quick.ask(assumptions, some, limits, budget);
        answer.map(|found| match found {
            Some(assignment) => Verdict::Sat(assignment),
            None => Verdict::Unsat(assumptions.to_vec()),
        })
    }

    /// Solves with clause learning, where one of `some` must hold, too.
    fn learn_some(&mut self, assumptions: &[Lit], some: &[Lit], budget: &mut Budget) -> Verdict {
        self.learn_by(assumptions, budget, |learner, numbers, budget| {
            learner.solve_some(numbers, some, budget)
        })
    }

    /// Solves with clause learning. Where `some` is given, one of these must hold, and what is learnt is
    /// forgotten afterwards.
    fn learn(&mut self, assumptions: &[Lit], some: Option<&[Lit]>, budget: &mut Budget) -> Verdict {
        self.learn_by(assumptions, budget, |learner, numbers, budget| match some {
            None => learner.solve(numbers, budget),
            Some(some) => learner.solve_once(numbers, some, budget),
        })
    }

    /// Solves with clause learning by a function, which is given the numbers of the assumptions.
    fn learn_by(
        &mut self,
        assumptions: &[Lit],
        budget: &mut Budget,
        solve: impl FnOnce(&mut ClauseLearner, &[BitLit], &mut Budget) -> Answer,
    ) -> Verdict {
        if let Some(reason) = budget.is_spent() {
            return Verdict::GaveUp(reason);
        }
        let learner = self.learner();
        let mut numbers: Vec<BitLit> = Vec::with_capacity(assumptions.len());
        let mut lits: Vec<Lit> = Vec::with_capacity(assumptions.len());
        for lit in assumptions {
            match learner.number_of(*lit) {
                Ok(number) => {
                    numbers.push(number);
                    lits.push(*lit);
                }
                Err(true) => {}
                Err(false) => return Verdict::Unsat(vec![*lit]),
            }
        }
        match solve(learner, &numbers, budget) {
            Answer::Yes(assignment) => Verdict::Sat(assignment),
            Answer::No(core) => {
                let used = numbers.iter().zip(lits).filter(|(number, _)| core.contains(number));
                Verdict::Unsat(used.map(|(_, lit)| lit).collect())
            }
            Answer::GaveUp(reason) => Verdict::GaveUp(reason),
        }
    }
}
