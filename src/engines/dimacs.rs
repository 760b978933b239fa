//! The question whether a puzzle has a second solution, as clauses that other programs read.
//!
//! The clauses are those of the SAT engines (`onehot/`): first the rules, then the givens, then "some value of the
//! answer is another one", then the lazy cuts that are needed to see that this cannot be. The first three parts depend on
//! the definition and the puzzle alone; which cuts are needed depends on the solver that looks for them, so a
//! reader of the question has to ask of each whether it follows from the rules.

use super::batsat::BatsatBackend;
use super::onehot::{Backend, Literal, OneHotSession, fits};
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_csp::{Csp, Lit, VarId};
use puzgen_engine::clauses::{Clause, ClauseWriter, Question};
use puzgen_engine::{Session, Verdict};

/// Writes down all clauses that a solver gets.
struct Recorder {
    backend: BatsatBackend,
    truths: usize,
    clauses: Vec<Clause>,
}

fn number(literal: Literal) -> i32 {
    let number = literal.number() as i32;
    if literal.is_negated() { -number } else { number }
}

impl Backend for Recorder {
    const NAME: &'static str = "dimacs";

    fn fresh(&mut self) -> Literal {
        self.truths += 1;
        self.backend.fresh()
    }

    fn clause(&mut self, literals: &[Literal]) {
        self.clauses.push(literals.iter().map(|literal| number(*literal)).collect());
        self.backend.clause(literals);
    }

    fn solve(&mut self, assumptions: &[Literal], budget: &mut Budget) -> Result<bool, GaveUp> {
        self.backend.solve(assumptions, budget)
    }

    fn core(&mut self, assumptions: &[Literal]) -> Vec<bool> {
        self.backend.core(assumptions)
    }

    fn holds(&self, literal: Literal) -> bool {
        self.backend.holds(literal)
    }
}

/// Writes the clauses of the SAT engines.
#[derive(Debug)]
pub(crate) struct Dimacs;

impl ClauseWriter for Dimacs {
    fn accepts(&self, csp: &Csp) -> bool {
        fits(csp, false)
    }

    fn question(&self, csp: &Csp, givens: &[Lit], answer: &[i64]) -> Question {
        begun(csp, givens, answer).1
    }

    fn closed(
        &self,
        csp: &Csp,
        givens: &[Lit],
        answer: &[i64],
        budget: &mut Budget,
    ) -> Result<Option<Question>, GaveUp> {
        let (mut session, mut question) = begun(csp, givens, answer);
        match session.solve(&[], budget) {
            Verdict::Unsat(_) => {
                question.cuts = session.take_clauses();
                Ok(Some(question))
            }
            Verdict::Sat(_) => Ok(None),
            Verdict::GaveUp(reason) => Err(reason),
        }
    }
}

fn begun<'c>(
    csp: &'c Csp,
    givens: &[Lit],
    answer: &[i64],
) -> (OneHotSession<'c, Recorder>, Question) {
    let backend = BatsatBackend::default();
    let recorder = Recorder { backend, truths: 0, clauses: Vec::new() };
    let mut session = OneHotSession::new(csp, &[], recorder);
    let mut question = Question { rules: session.take_clauses(), ..Question::default() };
    for given in givens {
        session.add_clause(&[*given]);
    }
    question.givens = session.take_clauses();
    let other = csp.answers.iter().zip(answer).map(|(var, value)| Lit::is_not(*var, *value));
    session.add_clause(&other.collect::<Vec<Lit>>());
    question.differs = session.take_clauses();
    question.truths = session.backend_mut().truths;
    question.meanings = vec![None; question.truths + 1];
    for (at, var) in csp.vars.iter().enumerate() {
        let id = VarId(at as u32);
        for value in var.domain.iter() {
            let literal = session.literal(Lit::is(id, value));
            if literal.number() == 0 || literal.is_negated() {
                continue;
            }
            question.meanings[literal.number()].get_or_insert(Lit::is(id, value));
        }
    }
    (session, question)
}

impl OneHotSession<'_, Recorder> {
    fn take_clauses(&mut self) -> Vec<Clause> {
        std::mem::take(&mut self.backend_mut().clauses)
    }
}
