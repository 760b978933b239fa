//! `z3:booleans`: Z3's solver for finite domains, with one truth for each value
//! (`engine/onehot/`).
//!
//! Each truth is made once and kept with its negation, so that a clause costs no more than its
//! list of pointers.

use z3::ast::{Ast as _, Bool};
use z3::{FuncDecl, Interp, Model, Solver};

use super::ask::Asker;
use super::core;
use crate::onehot::{Backend, Literal, OneHotSession, Sink, Weighed, fits};
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::bug;
use puzgen_csp::Csp;
use puzgen_engine::{Engine, EngineFamily, ProofPriority, Session};

/// Z3 as a SAT solver.
#[derive(Debug)]
pub struct Booleans;

impl Engine for Booleans {
    fn name(&self) -> &'static str {
        Z3Backend::NAME
    }

    fn about(&self) -> &'static str {
        "Z3 with one truth for each value of each variable; fast"
    }

    fn families(&self) -> &'static [EngineFamily] {
        &[EngineFamily::OneHot, EngineFamily::Z3]
    }

    fn proof_priority(&self, _: &Csp) -> ProofPriority {
        // Puzzles that `sat` proves take less, by a twentieth to a half: docs/experiments/genres.md.
        ProofPriority::Late
    }

    fn accepts(&self, csp: &Csp) -> bool {
        fits(csp, true)
    }

    fn is_slowed_by_clauses(&self) -> bool {
        true
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        Box::new(OneHotSession::new(csp, &[], Z3Backend::new()))
    }
}

/// A Z3 solver for clauses and weighted sums.
#[derive(Debug)]
struct Z3Backend {
    solver: Solver,
    asker: Asker,
    model: Option<Model>,
    /// The formula of each literal, by position.
    formulas: Vec<Bool>,
    /// The name of each truth, by number; none for the constant.
    names: Vec<Option<FuncDecl>>,
}

impl Z3Backend {
    /// Opens an empty solver for finite domains.
    ///
    /// `core.minimize` stays off: it makes a check of a sudoku eight times as dear. That Z3 compacts
    /// models could be switched off for the whole process only, which a program that has Z3 for
    /// something else would notice.
    fn new() -> Self {
        let solver =
            Solver::new_for_logic("QF_FD").unwrap_or_else(|| bug!("Z3 does not know QF_FD"));
        let formulas = vec![Bool::from_bool(true), Bool::from_bool(false)];
        Self { solver, asker: Asker::default(), model: None, formulas, names: vec![None] }
    }

    fn formula(&self, literal: Literal) -> &Bool {
        &self.formulas[literal.position()]
    }

    fn sum(&self, sum: &Weighed) -> Bool {
        let fit = |weight: i64| {
            i32::try_from(weight).unwrap_or_else(|_| bug!("weight {weight} is too large for Z3"))
        };
        let terms: Vec<(&Bool, i32)> = sum
            .terms
            .iter()
            .map(|(literal, weight)| (self.formula(*literal), fit(*weight)))
            .collect();
        Bool::pb_le(&terms, fit(sum.bound))
    }
}

impl Backend for Z3Backend {
    const NAME: &'static str = "z3:booleans";

    fn fresh(&mut self) -> Literal {
        let number = self.names.len() as u32;
        let formula = Bool::new_const(number);
        let opposite = formula.not();
        self.names.push(Some(formula.decl()));
        self.formulas.push(formula);
        self.formulas.push(opposite);
        Literal::new(number)
    }

    fn clause(&mut self, literals: &[Literal]) {
        match literals {
            [only] => self.solver.assert(self.formula(*only)),
            _ => {
                let parts: Vec<&Bool> = literals.iter().map(|part| self.formula(*part)).collect();
                self.solver.assert(Bool::or(&parts));
            }
        }
    }

    fn at_most(sink: &mut Sink<Self>, sum: &Weighed, unless: &[Literal]) {
        let z3 = &sink.backend;
        let formula = z3.sum(sum);
        let mut parts: Vec<&Bool> = unless.iter().map(|part| z3.formula(*part)).collect();
        parts.push(&formula);
        z3.solver.assert(if unless.is_empty() { formula.clone() } else { Bool::or(&parts) });
    }

    fn is_at_most(sink: &mut Sink<Self>, sum: &Weighed) -> Literal {
        let result = sink.fresh();
        let z3 = &sink.backend;
        z3.solver.assert(z3.formula(result).iff(z3.sum(sum)));
        result
    }

    fn solve(&mut self, assumptions: &[Literal], budget: &mut Budget) -> Result<bool, GaveUp> {
        let formulas: Vec<Bool> =
            assumptions.iter().map(|literal| self.formula(*literal).clone()).collect();
        let is_sat = self.asker.ask(&self.solver, &formulas, budget)?;
        self.model = if is_sat { Model::of_solver(&self.solver) } else { None };
        Ok(is_sat)
    }

    fn core(&mut self, assumptions: &[Literal]) -> Vec<bool> {
        let formulas: Vec<Bool> =
            assumptions.iter().map(|literal| self.formula(*literal).clone()).collect();
        core(&self.solver.get_unsat_core(), &formulas)
    }

    fn holds(&self, literal: Literal) -> bool {
        let Some(model) = &self.model else { bug!("Z3 has no model after `sat`") };
        let is_true =
            self.names[literal.number()].as_ref().is_none_or(|name| match model.get_interp(name) {
                Some(Interp::Const(value)) => value.get_z3_ast() == self.formulas[0].get_z3_ast(),
                _ => false,
            });
        is_true != literal.is_negated()
    }
}
