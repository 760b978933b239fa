//! `auto`: for each question the engine that fits: `search` for a while, then a stronger one.
//!
//! Most questions need hardly any search, and `search` answers those at once. The others go to
//! `sat`, or to Z3 where that cannot take the problem. Verdicts are the same whoever answers.

use super::{Engine, Session, Verdict, sat, search, z3};
use crate::budget::{Budget, GaveUp};
use crate::csp::{BoolExpr, Csp, IntExpr, Lit, Stmt};
use crate::search::quick;

/// Dead ends of `search` before the question goes on: what its quick answers take. To learn from more
/// of them costs more than a session of `sat` that lives on.
const PATIENCE: u64 = quick::DEAD_ENDS as u64;

/// The same where numbers are added up. With clauses a sum takes many of them and says little before
/// it is nearly complete: killer sudokus take `sat` ten times as long as `search`, nurikabe of 10 by
/// 10 three times.
const PATIENCE_WITH_SUMS: u64 = 10_000;

/// Chooses an engine for each question.
#[derive(Debug)]
pub struct Auto;

/// The engines that take any question, the best first.
const STRONG: &[&dyn Engine] = &[&sat::Sat, &z3::Booleans, &z3::Integers];

/// Returns the engine for hard questions about a problem.
pub fn strongest(csp: &Csp) -> Option<&'static dyn Engine> {
    STRONG.iter().copied().find(|engine| engine.accepts(csp))
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
        Stmt::Components(groups) => !groups.totals.is_empty(),
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

    fn accepts(&self, csp: &Csp) -> bool {
        strongest(csp).is_some()
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let Some(strong) = strongest(csp) else { crate::bug!("no engine takes the problem") };
        let quick = search::Search;
        if !quick.accepts(csp) {
            return strong.open(csp);
        }
        Box::new(Open {
            csp,
            patience: if has_sums(csp) { PATIENCE_WITH_SUMS } else { PATIENCE },
            quick: quick.open(csp),
            engine: strong,
            strong: None,
            said: Vec::new(),
        })
    }
}

struct Open<'a> {
    csp: &'a Csp,
    /// Dead ends of `search` before the question goes on.
    patience: u64,
    quick: Box<dyn Session + 'a>,
    /// The engine for hard questions.
    engine: &'static dyn Engine,
    /// Opened when it is first needed.
    strong: Option<Box<dyn Session + 'a>>,
    /// What the strong engine is to be told when it is opened.
    said: Vec<Said>,
}

enum Said {
    Guard(Lit),
    Clause(Vec<Lit>),
}

impl Said {
    fn say(&self, session: &mut dyn Session) {
        match self {
            Self::Guard(expected) => {
                // Literals are shared, so both must number their guards alike.
                let guard = session.new_guard();
                if guard != *expected {
                    crate::bug!("engines number their guards differently");
                }
            }
            Self::Clause(clause) => session.add_clause(clause),
        }
    }
}

impl<'a> Open<'a> {
    fn say(&mut self, said: Said) {
        match &mut self.strong {
            Some(session) => said.say(session.as_mut()),
            None => self.said.push(said),
        }
    }

    fn strong(&mut self) -> &mut (dyn Session + 'a) {
        let open = || {
            let mut session = self.engine.open(self.csp);
            self.said.drain(..).for_each(|said| said.say(session.as_mut()));
            session
        };
        self.strong.get_or_insert_with(open).as_mut()
    }
}

impl Session for Open<'_> {
    fn new_guard(&mut self) -> Lit {
        let guard = self.quick.new_guard();
        self.say(Said::Guard(guard));
        guard
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.quick.add_clause(clause);
        self.say(Said::Clause(clause.to_vec()));
    }

    fn needed_in_order(&mut self, literals: &[Lit]) -> Option<Vec<bool>> {
        self.quick.needed_in_order(literals)
    }

    fn check(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        let mut part = budget.part(self.patience);
        let verdict = self.quick.check(assumptions, &mut part);
        budget.spend_part(self.patience, &part);
        match verdict {
            Verdict::GaveUp(GaveUp::Stopped) => return verdict,
            Verdict::GaveUp(_) => {}
            Verdict::Sat(_) | Verdict::Unsat(_) => return verdict,
        }
        self.strong().check(assumptions, budget)
    }

    fn check_by(
        &mut self,
        name: &str,
        assumptions: &[Lit],
        some: &[Lit],
        budget: &mut Budget,
    ) -> Option<Verdict> {
        if self.engine.name() != name {
            return None;
        }
        // A switch of its own would number its guards in another way.
        let switch = self.new_guard();
        let strong = self.strong();
        strong.add_clause(&[some, &[!switch]].concat());
        let mut verdict = strong.check(&[assumptions, &[switch]].concat(), budget);
        strong.add_clause(&[!switch]);
        if let Verdict::Unsat(core) = &mut verdict {
            core.retain(|lit| *lit != switch);
        }
        Some(verdict)
    }
}
