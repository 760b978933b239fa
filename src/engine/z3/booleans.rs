//! `z3:booleans`: a SAT problem of one-hot variables, with lazily added cuts for groups.
//!
//! Opened with a [`Csp`], it says each statement as clauses ([`super::truths`]) to Z3's solver for
//! finite domains; [`Stmt::Components`] is left out, and cuts are added once a model breaks it
//! ([`super::cuts`]). Answers are models over the problem's variables and cores over the caller's
//! literals.

use std::collections::BTreeMap;

use z3::Model;

use super::ask::Asker;
use super::clauses::{Literal, Sink};
use super::cuts;
use super::fits;
use super::numbers::Number;
use super::truths::Encoder;
use super::{core, recheck};
use crate::budget::Budget;
use crate::bug;
use crate::csp::{Assignment, Components, Csp, Domain, Lit, Stmt, VarId};
use crate::engine::{Engine, Session, Verdict};

/// Z3 as a SAT solver.
#[derive(Debug)]
pub struct Booleans;

impl Engine for Booleans {
    fn name(&self) -> &'static str {
        "z3:booleans"
    }

    fn about(&self) -> &'static str {
        "Z3 with one truth for each value of each variable; fast"
    }

    fn accepts(&self, csp: &Csp) -> bool {
        fits::fits_booleans(csp)
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let mut sink = Sink::new();
        let vars = csp.vars.iter().map(|var| Number::free(&mut sink, &var.domain)).collect();
        let mut encoder = Encoder { sink, vars };
        let mut components = Vec::new();
        for (stmt, _) in &csp.stmts {
            match stmt {
                Stmt::Hold(truth) => encoder.hold(truth, &[]),
                Stmt::Components(groups) => components.push(groups),
            }
        }
        let last = csp.vars.iter().map(|var| var.domain.min()).collect();
        Box::new(Open { csp, encoder, components, asker: Asker::default(), last })
    }
}

struct Open<'a> {
    csp: &'a Csp,
    encoder: Encoder,
    components: Vec<&'a Components>,
    asker: Asker,
    /// The last model, with what is assumed now: most of the next model's values.
    last: Assignment,
}

impl Session for Open<'_> {
    fn new_guard(&mut self) -> Lit {
        let guard = Number::free(&mut self.encoder.sink, &Domain::Range(0, 1));
        self.encoder.vars.push(guard);
        Lit::is(VarId(self.encoder.vars.len() as u32 - 1), 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let clause: Vec<Literal> = clause.iter().map(|lit| self.encoder.lit(*lit)).collect();
        self.encoder.sink.clause(&clause);
    }

    fn check(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        let (mut formulas, mut lits) = (Vec::new(), Vec::new());
        let mut seen: BTreeMap<Literal, Lit> = BTreeMap::new();
        for lit in assumptions {
            let literal = self.encoder.lit(*lit);
            if literal == Literal::FALSE {
                return Verdict::Unsat(vec![*lit]);
            }
            // Z3 names no core where an assumption and its opposite are given.
            if let Some(opposite) = seen.get(&!literal) {
                return Verdict::Unsat(vec![*opposite, *lit]);
            }
            if literal != Literal::TRUE && seen.insert(literal, *lit).is_none() {
                formulas.push(self.encoder.sink.formula(literal).clone());
                lits.push(*lit);
            }
        }
        for lit in assumptions.iter().filter(|lit| lit.is) {
            if let Some(guess) = self.last.get_mut(lit.var.index()) {
                *guess = lit.value;
            }
        }
        loop {
            match self.asker.ask(&self.encoder.sink.solver, &formulas, budget) {
                Err(reason) => return Verdict::GaveUp(reason),
                Ok(false) => {
                    let named = self.encoder.sink.solver.get_unsat_core();
                    return Verdict::Unsat(core(&named, &formulas, &lits));
                }
                Ok(true) => {}
            }
            let assignment = self.decode();
            self.last.clone_from(&assignment);
            let mut is_right = true;
            for components in &self.components {
                for cut in cuts::cuts(self.csp, components, &assignment) {
                    is_right = false;
                    let clause: Vec<Literal> =
                        cut.iter().map(|lit| self.encoder.lit(*lit)).collect();
                    self.encoder.sink.clause(&clause);
                }
            }
            if is_right {
                recheck("z3:booleans", self.csp, &assignment);
                return Verdict::Sat(assignment);
            }
        }
    }
}

impl Open<'_> {
    /// Returns the values of the problem's variables in Z3's model.
    fn decode(&self) -> Assignment {
        let model = Model::of_solver(&self.encoder.sink.solver)
            .unwrap_or_else(|| bug!("Z3 has no model after `sat`"));
        let vars = &self.encoder.vars[..self.csp.vars.len()];
        vars.iter()
            .zip(&self.last)
            .map(|(number, guess)| {
                self.encoder
                    .sink
                    .value(&model, number, *guess)
                    .unwrap_or_else(|| bug!("a variable has no value in Z3's model"))
            })
            .collect()
    }
}
