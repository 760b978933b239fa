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
use puzgen_engine::{Session, Verdict};

/// A clause: numbers of truths, negative where they must not hold.
pub type Clause = Vec<i32>;

/// The question, without the line that says how much there is of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Question {
    /// How many truths there are.
    pub truths: usize,
    /// What each truth says, where it is about a variable of the problem: the first one of those that use it.
    pub meanings: Vec<Option<Lit>>,
    /// The clauses of the rules.
    pub rules: Vec<Clause>,
    /// Those of the givens.
    pub givens: Vec<Clause>,
    /// The one that some value of the answer is another.
    pub differs: Vec<Clause>,
    /// Cuts.
    pub cuts: Vec<Clause>,
}

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

/// Returns whether the problem can be said in clauses.
pub fn can_say(csp: &Csp) -> bool {
    fits(csp, false)
}

impl Question {
    /// Returns the question about a puzzle with these givens and this answer, without cuts.
    pub fn new(csp: &Csp, givens: &[Lit], answer: &[i64]) -> Self {
        Self::begun(csp, givens, answer).1
    }

    fn begun<'c>(
        csp: &'c Csp,
        givens: &[Lit],
        answer: &[i64],
    ) -> (OneHotSession<'c, Recorder>, Self) {
        let backend = BatsatBackend::default();
        let recorder = Recorder { backend, truths: 0, clauses: Vec::new() };
        let mut session = OneHotSession::new(csp, &[], recorder);
        let mut question = Self { rules: session.take_clauses(), ..Self::default() };
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

    /// Adds the cuts without which clauses do not say enough; returns whether there is no second solution.
    ///
    /// # Errors
    /// That the budget was spent.
    pub fn close(
        csp: &Csp,
        givens: &[Lit],
        answer: &[i64],
        budget: &mut Budget,
    ) -> Result<Option<Self>, GaveUp> {
        let (mut session, mut question) = Self::begun(csp, givens, answer);
        match session.solve(&[], budget) {
            Verdict::Unsat(_) => {
                question.cuts = session.take_clauses();
                Ok(Some(question))
            }
            Verdict::Sat(_) => Ok(None),
            Verdict::GaveUp(reason) => Err(reason),
        }
    }

    /// Returns what a clause says of the variables; `None` where it speaks of something else.
    pub fn meaning(&self, clause: &[i32]) -> Option<Vec<Lit>> {
        let meaning = |literal: &i32| {
            let lit = (*self.meanings.get(literal.unsigned_abs() as usize)?)?;
            Some(if *literal < 0 { !lit } else { lit })
        };
        clause.iter().map(meaning).collect()
    }
}

impl OneHotSession<'_, Recorder> {
    fn take_clauses(&mut self) -> Vec<Clause> {
        std::mem::take(&mut self.backend_mut().clauses)
    }
}
