//! `auto`: asks `search` up to a limit of conflicts, and then a stronger engine.
//!
//! Most questions need hardly any search, and `search` answers them at once. The others go to the first other
//! engine that accepts the problem. The verdict does not depend on which engine answers.

use std::borrow::Cow;

use super::sums::has_sums;
use super::{ENGINES, search};
use puzgen_base::budget::Budget;
use puzgen_csp::{Csp, Lit, VarId};
use puzgen_engine::{Engine, EngineRole, Session, Verdict};

/// The conflict limit of `search` in problems with sums. With 100 to 3,000 some kakuros take twice as long and others up to
/// a sixth less (docs/experiments/genres.md).
const CONFLICT_LIMIT_WITH_SUMS: u64 = 10_000;

/// The conflict limit of `search` in other problems: beyond the quick answers
/// ([`Session::conflict_limit`]), some more conflicts with learning cost less than the same question to `sat`, which has
/// to be told all clauses first. 1,000 made no genre quicker by more than a tenth or so.
const CONFLICT_LIMIT: u64 = 200;

/// Chooses an engine for each question.
#[derive(Debug)]
pub struct Auto;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "the one that fits each question best (the default)"
    }

    fn role(&self) -> EngineRole {
        EngineRole::Chooses
    }

    fn accepts(&self, csp: &Csp) -> bool {
        ENGINES.proving(csp).next().is_some()
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let quick = search::SearchEngine;
        let Some(strong) = ENGINES.strongest(csp) else { return quick.open(csp) };
        if !quick.accepts(csp) {
            return strong.open(csp);
        }
        let (session, vars) = (quick.open(csp), csp.vars.len());
        let conflict_limit = match session.conflict_limit() {
            Some(conflicts) if !has_sums(csp) => conflicts.max(CONFLICT_LIMIT),
            _ => CONFLICT_LIMIT_WITH_SUMS,
        };
        Box::new(AutoSession {
            csp,
            conflict_limit,
            quick: EngineSession { session, vars, activations: Vec::new() },
            engine: strong,
            strong: None,
            has_proved: false,
            additions: Vec::new(),
        })
    }
}

/// A session of `auto`.
struct AutoSession<'a> {
    csp: &'a Csp,
    /// The conflict limit of `search`.
    conflict_limit: u64,
    quick: EngineSession<'a>,
    /// The engine for hard questions.
    engine: &'static dyn Engine,
    /// Its session, opened when it is first needed.
    strong: Option<EngineSession<'a>>,
    /// Whether it answered "unsatisfiable" since `take_sole_prover` was called last.
    has_proved: bool,
    /// Activation literals and clauses to add to the strong session when it is opened.
    additions: Vec<Addition>,
}

/// What was added to a session after it was opened.
enum Addition {
    Guard,
    Clause(Vec<Lit>),
}

/// A session of one engine, with a translation of activation literals: an engine may add variables of its own,
/// so its literals may have other numbers than those that `auto` gave its callers.
struct EngineSession<'a> {
    session: Box<dyn Session + 'a>,
    /// The number of variables of the problem; activations are numbered from there on.
    vars: usize,
    /// For each activation of `auto`, the variable in this session.
    activations: Vec<VarId>,
}

impl EngineSession<'_> {
    fn say(&mut self, addition: &Addition) {
        match addition {
            Addition::Guard => {
                let activation = self.session.new_activation_literal();
                self.activations.push(activation.var);
            }
            Addition::Clause(clause) => self.session.add_clause(&self.to_theirs(clause)),
        }
    }

    /// Translates literals of `auto` to those of the session.
    fn to_theirs<'l>(&self, lits: &'l [Lit]) -> Cow<'l, [Lit]> {
        if self.activations.is_empty() {
            return Cow::Borrowed(lits);
        }
        let to_theirs = |lit: &Lit| match lit.var.index().checked_sub(self.vars) {
            Some(activation) => Lit { var: self.activations[activation], ..*lit },
            None => *lit,
        };
        lits.iter().map(to_theirs).collect()
    }

    /// Translates the core of a verdict back to literals of `auto`.
    fn to_ours(&self, verdict: Verdict) -> Verdict {
        let to_ours = |lit: Lit| match lit.var.index() < self.vars {
            true => lit,
            // `activations` is sorted: later activations have larger numbers.
            false => match self.activations.binary_search(&lit.var) {
                Ok(activation) => Lit { var: VarId((self.vars + activation) as u32), ..lit },
                Err(_) => puzgen_base::bug!("an engine used a activation that nobody knows"),
            },
        };
        match verdict {
            Verdict::Unsat(core) if !self.activations.is_empty() => {
                Verdict::Unsat(core.into_iter().map(to_ours).collect())
            }
            Verdict::Unsat(_) | Verdict::Sat(_) | Verdict::GaveUp(_) => verdict,
        }
    }

    /// Solves under assumptions and, where it is given, the clause `some`.
    fn ask(&mut self, assumptions: &[Lit], some: Option<&[Lit]>, budget: &mut Budget) -> Verdict {
        let assumptions = self.to_theirs(assumptions);
        let verdict = match some {
            None => self.session.solve(&assumptions, budget),
            Some(some) => {
                let some = self.to_theirs(some);
                self.session.solve_some(&assumptions, &some, budget)
            }
        };
        self.to_ours(verdict)
    }
}

impl<'a> AutoSession<'a> {
    fn say(&mut self, addition: Addition) {
        self.quick.say(&addition);
        match &mut self.strong {
            Some(session) => session.say(&addition),
            None => self.additions.push(addition),
        }
    }

    fn strong(&mut self) -> &mut EngineSession<'a> {
        let open = || {
            let (session, vars) = (self.engine.open(self.csp), self.csp.vars.len());
            let mut strong = EngineSession { session, vars, activations: Vec::new() };
            self.additions.drain(..).for_each(|addition| strong.say(&addition));
            strong
        };
        self.strong.get_or_insert_with(open)
    }

    fn ask(&mut self, assumptions: &[Lit], some: Option<&[Lit]>, budget: &mut Budget) -> Verdict {
        let mut part = budget.part(self.conflict_limit);
        let verdict = self.quick.ask(assumptions, some, &mut part);
        budget.spend_part(&part);
        let has_given_up = matches!(verdict, Verdict::GaveUp(_));
        // A session that may not take a step is not worth opening.
        if !has_given_up || budget.is_spent().is_some() {
            return verdict;
        }
        self.ask_strong(assumptions, some, budget)
    }

    fn ask_strong(
        &mut self,
        assumptions: &[Lit],
        some: Option<&[Lit]>,
        budget: &mut Budget,
    ) -> Verdict {
        let verdict = self.strong().ask(assumptions, some, budget);
        self.has_proved |= matches!(verdict, Verdict::Unsat(_));
        verdict
    }
}

impl Session for AutoSession<'_> {
    fn new_activation_literal(&mut self) -> Lit {
        let number = self.csp.vars.len() + self.quick.activations.len();
        self.say(Addition::Guard);
        Lit::is(VarId(number as u32), 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.say(Addition::Clause(clause.to_vec()));
    }

    fn take_sole_prover(&mut self) -> Option<&'static str> {
        let has_helped = std::mem::take(&mut self.has_proved);
        (!has_helped).then(|| search::SearchEngine.name())
    }

    /// Returns those of the engine for hard questions.
    fn literal_count(&self) -> u64 {
        self.strong.as_ref().map_or(0, |strong| strong.session.literal_count())
    }

    fn should_reopen(&self) -> bool {
        self.strong.as_ref().is_some_and(|strong| strong.session.should_reopen())
    }

    fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        let literals = self.quick.to_theirs(literals);
        self.quick.session.needed_in_order(&literals)
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        self.ask(assumptions, None, budget)
    }

    fn solve_some(&mut self, assumptions: &[Lit], some: &[Lit], budget: &mut Budget) -> Verdict {
        self.ask(assumptions, Some(some), budget)
    }

    fn has_asked(&self, name: &str) -> bool {
        self.strong.is_some() && self.engine.name() == name
    }

    fn solve_by(
        &mut self,
        name: &str,
        assumptions: &[Lit],
        some: &[Lit],
        budget: &mut Budget,
    ) -> Option<Verdict> {
        let is_asked = self.engine.name() == name;
        is_asked.then(|| self.ask_strong(assumptions, Some(some), budget))
    }
}
