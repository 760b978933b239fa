//! `z3:booleans`: a SAT problem of one-hot variables, with lazily added cuts for groups.
//!
//! Opened with a [`Csp`], it says each statement as clauses ([`super::truths`]) to Z3's solver for
//! finite domains; [`Stmt::Components`] is left out, and cuts are added once a model breaks it
//! ([`super::cuts`]). Answers are models over the problem's variables and cores over the caller's
//! literals.

use z3::Model;
use z3::ast::Bool;

use super::ask::Asker;
use super::clauses::{Literal, Sink};
use super::cuts;
use super::fits;
use super::numbers::Number;
use super::truths::Encoder;
use crate::budget::Budget;
use crate::bug;
use crate::csp::{Assignment, Components, Csp, Domain, Lit, Stmt, VarId, eval};
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
        let mut formulas = Vec::with_capacity(assumptions.len());
        let mut lits = Vec::with_capacity(assumptions.len());
        for lit in assumptions {
            match self.encoder.lit(*lit) {
                Literal::TRUE => {}
                Literal::FALSE => return Verdict::Unsat(vec![*lit]),
                literal => {
                    formulas.push(self.encoder.sink.formula(literal).clone());
                    lits.push(*lit);
                }
            }
        }
        for lit in assumptions.iter().filter(|lit| lit.is) {
            if let Some(guess) = self.last.get_mut(lit.var.index()) {
                *guess = lit.value;
            }
        }
        loop {
            prof(0);
            match self.asker.ask(&self.encoder.sink.solver, &formulas, budget) {
                Err(reason) => return Verdict::GaveUp(reason),
                Ok(false) => return Verdict::Unsat(self.core(&formulas, &lits)),
                Ok(true) => {}
            }
            prof(1);
            let assignment = self.decode();
            self.last.clone_from(&assignment);
            prof(2);
            let mut is_right = true;
            for components in &self.components {
                for cut in cuts::cuts(self.csp, components, &assignment) {
                    is_right = false;
                    CUTS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let clause: Vec<Literal> =
                        cut.iter().map(|lit| self.encoder.lit(*lit)).collect();
                    self.encoder.sink.clause(&clause);
                }
            }
            if is_right {
                if cfg!(debug_assertions) && !eval::holds(self.csp, &assignment) {
                    bug!("z3:booleans found a solution that is none");
                }
                return Verdict::Sat(assignment);
            }
        }
    }
}

impl Open<'_> {
    /// Returns the assumptions that Z3 names; of several that mean the same, the first.
    fn core(&self, formulas: &[Bool], lits: &[Lit]) -> Vec<Lit> {
        let named = self.encoder.sink.solver.get_unsat_core();
        super::core(&named, formulas, lits)
    }

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

pub static CUTS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
thread_local! { pub static P: std::cell::RefCell<(f64, usize, [f64; 4], [usize; 4])> = const { std::cell::RefCell::new((0.0, 3, [0.0; 4], [0; 4])) }; }
fn now() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e6
}
pub fn prof(i: usize) {
    if std::env::var("PROF").is_err() {
        return;
    }
    P.with(|p| {
        let mut p = p.borrow_mut();
        let t = now();
        let (old, k) = (p.0, p.1);
        p.2[k] += t - old;
        p.3[k] += 1;
        p.0 = t;
        p.1 = i;
        if p.3[0] % 300 == 299 && i == 0 {
            eprintln!(
                "ask {:.0} decode {:.0} cuts+outside {:.0} | asks {} sat {} cuts {}",
                p.2[0],
                p.2[1],
                p.2[2],
                p.3[0],
                p.3[1],
                CUTS.load(std::sync::atomic::Ordering::Relaxed)
            );
        }
    });
}
