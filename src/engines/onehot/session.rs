//! A session of a SAT solver about a [`Csp`].
//!
//! Groups and graphs are left out at first, and clauses are added once a model breaks them
//! (`forms/`). Answers are models over the problem's variables and cores over the caller's
//! literals.

use std::collections::{BTreeMap, BTreeSet};

use super::definitions::{definition_of, definitions, idle};
use super::encoder::Encoder;
use super::forms::Correction;
use super::numbers::OneHotNumber;
use super::plain;

use super::{Backend, Literal, PER_LITERAL, Sink};
use crate::evaluate;
use puzgen_base::budget::{Budget, steps_of};
use puzgen_base::bug;
use puzgen_csp::{Assignment, Csp, Domain, Lit, VarId, eval};
use puzgen_engine::{Session, Verdict};

/// Calls of the solver after which a session should be reopened: what was learnt from one puzzle helps with the
/// next, but it stays in memory and slows down propagation. Some 130 fillominos of 9×9.
const MOST_ROUNDS: u64 = 4_000;

/// The session: an encoded problem and its solver.
pub(crate) struct OneHotSession<'a, B> {
    csp: &'a Csp,
    encoder: Encoder<B>,
    /// The variables that the solver knows nothing of, each with the position of the statement that says what it is.
    idle: BTreeMap<VarId, usize>,
    /// The last model, with the present assumptions: saved phases, because the next model is much like it.
    last: Assignment,
    /// How many questions were asked, and how many models or proofs that took.
    questions: u64,
    rounds: u64,
    /// How many literals the solver was told, in clauses.
    literals: u64,
    /// The last question in which each literal was assumed, by position.
    assumed: Vec<u64>,
}

impl<'a, B: Backend> OneHotSession<'a, B> {
    /// Asserts all of `csp` to an empty solver, as far as it is not settled by literals that all questions assume.
    pub(crate) fn new(csp: &'a Csp, given: &[Lit], backend: B) -> Self {
        let mut sink = Sink { backend };
        let domains = plain::domains(csp, given);
        let idle = if given.is_empty() { BTreeMap::new() } else { idle(csp, given) };
        let mut defined = definitions(csp);
        defined.retain(|var, _| !idle.contains_key(var));
        let vars = domains.iter().enumerate().map(|(index, domain)| {
            let var = VarId(index as u32);
            match defined.contains_key(&var) || idle.contains_key(&var) {
                true => OneHotNumber::constant(domain.min()),
                false => OneHotNumber::free(&mut sink, domain),
            }
        });
        let vars = vars.collect();
        let mut encoder = Encoder::new(sink, vars);
        for (var, definition) in &defined {
            encoder.define(*var, definition.number, &domains[var.index()]);
        }
        let said = defined.values().map(|definition| definition.position);
        let said: BTreeSet<usize> = said.chain(idle.values().copied()).collect();
        // Sums last: it matters to them which variables differ.
        let (sums, others): (Vec<usize>, Vec<usize>) = (0..csp.stmts.len())
            .filter(|position| !said.contains(position))
            .partition(|position| csp.stmts[*position].0.is_comparison());
        others.into_iter().chain(sums).for_each(|position| encoder.state(csp, position));
        let last = csp.vars.iter().map(|var| var.domain.min()).collect();
        Self { csp, encoder, idle, last, questions: 0, rounds: 0, literals: 0, assumed: Vec::new() }
    }

    /// Returns the solver.
    pub(crate) fn backend_mut(&mut self) -> &mut B {
        &mut self.encoder.sink.backend
    }

    /// Returns the literal that stands for one of the problem.
    pub(crate) fn literal(&self, lit: Lit) -> Literal {
        self.encoder.lit(lit)
    }

    fn is_assumed(&self, literal: Literal) -> bool {
        self.assumed.get(literal.position()) == Some(&self.questions)
    }

    fn assume(&mut self, literal: Literal) {
        let position = literal.position();
        if self.assumed.len() <= position {
            self.assumed.resize(position + 1, 0);
        }
        self.assumed[position] = self.questions;
    }

    /// Returns the values of the problem's variables in the solver's model.
    fn decode(&self) -> Assignment {
        let backend = &self.encoder.sink.backend;
        let holds = |literal: Literal| match literal {
            Literal::TRUE => true,
            Literal::FALSE => false,
            _ => backend.holds(literal),
        };
        let vars = &self.encoder.vars[..self.csp.vars.len()];
        let values = vars.iter().zip(&self.last).map(|(number, guess)| {
            if holds(number.at(*guess)) {
                return *guess;
            }
            let case = number.cases.iter().find(|case| holds(case.1));
            case.unwrap_or_else(|| bug!("a variable has no value in {}'s model", B::NAME)).0
        });
        let mut values: Assignment = values.collect();
        for (var, position) in &self.idle {
            let value = definition_of(*var, &self.csp.stmts[*position].0)
                .and_then(|number| eval::eval_int(number, &values));
            values[var.index()] = value.unwrap_or_else(|| bug!("a number without a value"));
        }
        values
    }
}

impl<B: Backend> Session for OneHotSession<'_, B> {
    fn new_activation_literal(&mut self) -> Lit {
        let guard = OneHotNumber::free(&mut self.encoder.sink, &Domain::Range(0, 1));
        self.encoder.vars.push(guard);
        Lit::is(VarId(self.encoder.vars.len() as u32 - 1), 1)
    }

    fn should_reopen(&self) -> bool {
        self.rounds > MOST_ROUNDS
    }

    fn literal_count(&self) -> u64 {
        self.literals
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let clause: Vec<Literal> = clause.iter().map(|lit| self.encoder.lit(*lit)).collect();
        self.encoder.sink.clause(&clause);
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        self.questions += 1;
        let mut literals = Vec::with_capacity(assumptions.len());
        let mut lits = Vec::with_capacity(assumptions.len());
        for lit in assumptions {
            let literal = self.encoder.lit(*lit);
            if literal == Literal::FALSE {
                return Verdict::Unsat(vec![*lit]);
            }
            // A solver may name no core where an assumption and its opposite are given.
            if self.is_assumed(!literal) {
                let at = literals.iter().position(|other| *other == !literal);
                let opposite = at.map(|at| lits[at]);
                return Verdict::Unsat(opposite.into_iter().chain([*lit]).collect());
            }
            if literal != Literal::TRUE && !self.is_assumed(literal) {
                self.assume(literal);
                literals.push(literal);
                lits.push(*lit);
            }
        }
        for lit in assumptions.iter().filter(|lit| lit.is) {
            if let Some(guess) = self.last.get_mut(lit.var.index()) {
                *guess = lit.value;
            }
        }
        loop {
            self.rounds += 1;
            let worked = budget.worked();
            let answer = self.encoder.sink.backend.solve(&literals, budget);
            self.literals += (budget.worked() - worked) / PER_LITERAL;
            match answer {
                Err(reason) => return Verdict::GaveUp(reason),
                Ok(false) => {
                    let used = self.encoder.sink.backend.core(&literals);
                    let core = lits.into_iter().zip(used).filter(|(_, used)| *used);
                    return Verdict::Unsat(core.map(|(lit, _)| lit).collect());
                }
                Ok(true) => {}
            }
            let assignment = self.decode();
            self.last.clone_from(&assignment);
            match self.encoder.correct(self.csp, &assignment) {
                Correction::None => {
                    evaluate(B::NAME, self.csp, &assignment);
                    return Verdict::Sat(assignment);
                }
                Correction::Cuts => {}
                // There may be many times as many of these models as conflicts.
                Correction::Runs(work) => budget.spend(steps_of(work)),
            }
        }
    }
}
