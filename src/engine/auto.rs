//! `auto`: for each question the engine that fits: `search` for a while, then a stronger one.
//!
//! Most questions need hardly any search, and `search` answers those at once. The others go to the first
//! other engine that takes the problem. Verdicts are the same whoever answers.

use std::borrow::Cow;

use super::{Engine, Role, Session, Verdict, proving, search};
use crate::budget::{Budget, GaveUp};
use crate::csp::{BoolExpr, Csp, Global, IntExpr, Lit, Stmt, VarId};

/// Dead ends of `search` before the question goes on, where numbers are added up. With clauses a sum takes
/// many of them and says little before it is nearly complete: killer sudokus take `sat` ten times as long
/// as `search`, nurikabe of 10 by 10 three times. Elsewhere only quick answers are wanted of it: to learn
/// from more dead ends costs more than a session of `sat` that lives on.
const PATIENCE_WITH_SUMS: u64 = 10_000;

/// Chooses an engine for each question.
#[derive(Debug)]
pub struct Auto;

/// Returns the engine for hard questions about a problem: the first of those that prove, beside `search`
/// itself.
pub fn strongest(csp: &Csp) -> Option<&'static dyn Engine> {
    let is_other = |engine: &&dyn Engine| engine.name() != search::Search.name();
    proving(csp).find(is_other)
}

/// Returns whether rules or clues add up three numbers or more, or what groups consist of.
fn has_sums(csp: &Csp) -> bool {
    let is_sum = |number: &IntExpr| match number {
        IntExpr::Linear(terms, _) => {
            let is_number = |(_, term): &&(i64, IntExpr)| match term {
                IntExpr::Var(var) => csp.domain(*var).size() > 2,
                _ => false,
            };
            terms.iter().filter(is_number).count() > 2
        }
        _ => false,
    };
    csp.stmts.iter().any(|(stmt, _)| match stmt {
        Stmt::Hold(BoolExpr::Compare(_, left, right)) => is_sum(left) || is_sum(right),
        Stmt::Global(Global::Components(groups)) => !groups.totals.is_empty(),
        _ => false,
    })
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "the one that fits each question best (the default)"
    }

    fn role(&self) -> Role {
        Role::Chooses
    }

    fn accepts(&self, csp: &Csp) -> bool {
        proving(csp).next().is_some()
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let quick = search::Search;
        let Some(strong) = strongest(csp) else { return quick.open(csp) };
        if !quick.accepts(csp) {
            return strong.open(csp);
        }
        let (session, vars) = (quick.open(csp), csp.vars.len());
        let patience = match session.patience() {
            Some(dead_ends) if !has_sums(csp) => dead_ends,
            _ => PATIENCE_WITH_SUMS,
        };
        Box::new(Open {
            csp,
            patience,
            quick: Member { session, vars, guards: Vec::new() },
            engine: strong,
            strong: None,
            has_proved: false,
            said: Vec::new(),
        })
    }
}

struct Open<'a> {
    csp: &'a Csp,
    /// Dead ends of `search` before the question goes on.
    patience: u64,
    quick: Member<'a>,
    /// The engine for hard questions.
    engine: &'static dyn Engine,
    /// Opened when it is first needed.
    strong: Option<Member<'a>>,
    /// Whether it said "no" since the sole prover was asked for.
    has_proved: bool,
    /// What the strong engine is to be told when it is opened.
    said: Vec<Said>,
}

enum Said {
    Guard,
    Clause(Vec<Lit>),
}

/// A session of one engine. It may number its guards in another way, for it makes some of its own.
struct Member<'a> {
    session: Box<dyn Session + 'a>,
    /// How many variables the problem has; the guards come next.
    vars: usize,
    /// What it calls the guards.
    guards: Vec<VarId>,
}

impl Member<'_> {
    fn say(&mut self, said: &Said) {
        match said {
            Said::Guard => {
                let guard = self.session.new_guard();
                self.guards.push(guard.var);
            }
            Said::Clause(clause) => self.session.add_clause(&self.to_theirs(clause)),
        }
    }

    fn to_theirs<'l>(&self, lits: &'l [Lit]) -> Cow<'l, [Lit]> {
        if self.guards.is_empty() {
            return Cow::Borrowed(lits);
        }
        let to_theirs = |lit: &Lit| match lit.var.index().checked_sub(self.vars) {
            Some(guard) => Lit { var: self.guards[guard], ..*lit },
            None => *lit,
        };
        lits.iter().map(to_theirs).collect()
    }

    /// Returns their answer in our terms.
    fn to_ours(&self, verdict: Verdict) -> Verdict {
        let to_ours = |lit: Lit| match lit.var.index() < self.vars {
            true => lit,
            // Later guards have larger numbers.
            false => match self.guards.binary_search(&lit.var) {
                Ok(guard) => Lit { var: VarId((self.vars + guard) as u32), ..lit },
                Err(_) => crate::bug!("an engine used a guard that nobody knows"),
            },
        };
        match verdict {
            Verdict::Unsat(core) if !self.guards.is_empty() => {
                Verdict::Unsat(core.into_iter().map(to_ours).collect())
            }
            Verdict::Unsat(_) | Verdict::Sat(_) | Verdict::GaveUp(_) => verdict,
        }
    }

    /// Asks; where `some` are given, one of them must hold.
    fn ask(&mut self, assumptions: &[Lit], some: Option<&[Lit]>, budget: &mut Budget) -> Verdict {
        let assumptions = self.to_theirs(assumptions);
        let verdict = match some {
            None => self.session.check(&assumptions, budget),
            Some(some) => {
                let some = self.to_theirs(some);
                self.session.check_some(&assumptions, &some, budget)
            }
        };
        self.to_ours(verdict)
    }
}

impl<'a> Open<'a> {
    fn say(&mut self, said: Said) {
        self.quick.say(&said);
        match &mut self.strong {
            Some(session) => session.say(&said),
            None => self.said.push(said),
        }
    }

    fn strong(&mut self) -> &mut Member<'a> {
        let open = || {
            let (session, vars) = (self.engine.open(self.csp), self.csp.vars.len());
            let mut strong = Member { session, vars, guards: Vec::new() };
            self.said.drain(..).for_each(|said| strong.say(&said));
            strong
        };
        self.strong.get_or_insert_with(open)
    }

    fn ask(&mut self, assumptions: &[Lit], some: Option<&[Lit]>, budget: &mut Budget) -> Verdict {
        let mut part = budget.part(self.patience);
        let verdict = self.quick.ask(assumptions, some, &mut part);
        budget.spend_part(&part);
        match verdict {
            Verdict::GaveUp(GaveUp::Stopped) => return verdict,
            Verdict::GaveUp(_) => {}
            Verdict::Sat(_) | Verdict::Unsat(_) => return verdict,
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

impl Session for Open<'_> {
    fn new_guard(&mut self) -> Lit {
        let number = self.csp.vars.len() + self.quick.guards.len();
        self.say(Said::Guard);
        Lit::is(VarId(number as u32), 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.say(Said::Clause(clause.to_vec()));
    }

    fn take_sole_prover(&mut self) -> Option<&'static str> {
        let has_helped = std::mem::take(&mut self.has_proved);
        (!has_helped).then(|| search::Search.name())
    }

    fn is_worn(&self) -> bool {
        self.strong.as_ref().is_some_and(|strong| strong.session.is_worn())
    }

    fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        let literals = self.quick.to_theirs(literals);
        self.quick.session.needed_in_order(&literals)
    }

    fn check(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        self.ask(assumptions, None, budget)
    }

    fn check_some(&mut self, assumptions: &[Lit], some: &[Lit], budget: &mut Budget) -> Verdict {
        self.ask(assumptions, Some(some), budget)
    }

    fn check_by(
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
