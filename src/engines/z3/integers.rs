//! `z3:integers`: integers and arithmetic as the problem is written.
//!
//! Opened with a [`Csp`], it makes one `Int` for each variable, with its bounds, and says each
//! statement in Z3's own terms: `distinct`, sums, comparisons. It is the reference that
//! `z3:booleans` is compared with, so nothing is added lazily: forms are said by the formulas that they
//! are made of, graphs whole ([`super::graphs`]).

use std::cell::RefCell;
use std::collections::BTreeMap;

use z3::ast::{Bool, Int};
use z3::{Model, Solver};

use super::arithmetic::{Z3Writer, in_domain};
use super::ask::Asker;
use super::{core, fits};
use crate::evaluate;
use crate::sums::has_sums_of_products;
use puzgen_base::budget::Budget;
use puzgen_base::bug;
use puzgen_csp::{Assignment, Csp, Domain, Lit, Stmt, VarId};
use puzgen_engine::{Engine, EngineFamily, ProofPriority, Session, Verdict};

/// Z3 as an SMT solver for linear integer arithmetic.
#[derive(Debug)]
pub struct Integers;

impl Engine for Integers {
    fn name(&self) -> &'static str {
        "z3:integers"
    }

    fn about(&self) -> &'static str {
        "Z3 with integers and arithmetic; slow, takes large domains"
    }

    fn families(&self) -> &'static [EngineFamily] {
        &[EngineFamily::Z3]
    }

    fn proof_priority(&self, csp: &Csp) -> ProofPriority {
        // Where the clues leave few numbers open: a table of each product takes longer than all questions.
        let suits = has_sums_of_products(csp) && !fits::is_dear(csp);
        if suits { ProofPriority::Soon } else { ProofPriority::Late }
    }

    fn accepts(&self, csp: &Csp) -> bool {
        fits::fits_integers(csp)
    }

    fn is_slowed_by_clauses(&self) -> bool {
        true
    }

    fn open<'a>(&self, csp: &'a Csp) -> Box<dyn Session + 'a> {
        let solver = Solver::new();
        let vars: Vec<Int> =
            (0..csp.vars.len()).map(|number| Int::new_const(format!("v{number}"))).collect();
        for (var, domain) in vars.iter().zip(csp.vars.iter().map(|var| &var.domain)) {
            solver.assert(in_domain(var, domain));
        }
        let mut writer = Z3Writer { csp, vars, sides: RefCell::new(Vec::new()) };
        for (stmt, _) in &csp.stmts {
            match stmt {
                Stmt::Hold(truth) => solver.assert(writer.truth(truth)),
                Stmt::Global(global) => {
                    let mut fresh = |domain: Domain| {
                        let (var, number) = writer.fresh();
                        solver.assert(in_domain(&number, &domain));
                        var
                    };
                    for formula in global.form().formulas(csp, &mut fresh) {
                        solver.assert(writer.truth(&formula));
                    }
                }
            }
        }
        writer.sides.take().into_iter().for_each(|side| solver.assert(side));
        Box::new(IntegersSession {
            writer,
            solver,
            names: BTreeMap::new(),
            asker: Asker::default(),
        })
    }
}

struct IntegersSession<'a> {
    writer: Z3Writer<'a>,
    solver: Solver,
    /// A truth for each "variable is value" that was assumed: Z3's assumptions must be names.
    names: BTreeMap<(VarId, i64), Bool>,
    asker: Asker,
}

impl IntegersSession<'_> {
    fn name(&mut self, lit: Lit) -> Bool {
        let (writer, solver) = (&self.writer, &self.solver);
        let name = self.names.entry((lit.var, lit.value)).or_insert_with(|| {
            let name = Bool::new_const(format!("v{}={}", lit.var.0, lit.value));
            solver.assert(name.iff(writer.lit(Lit::is(lit.var, lit.value))));
            name
        });
        if lit.is { name.clone() } else { name.not() }
    }
}

impl Session for IntegersSession<'_> {
    fn new_activation_literal(&mut self) -> Lit {
        let (var, number) = self.writer.fresh();
        self.solver.assert(in_domain(&number, &Domain::Range(0, 1)));
        Lit::is(var, 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let parts: Vec<Bool> = clause.iter().map(|lit| self.writer.lit(*lit)).collect();
        self.solver.assert(Bool::or(&parts));
    }

    fn solve(&mut self, assumptions: &[Lit], budget: &mut Budget) -> Verdict {
        if let Some(lit) = assumptions.iter().find(|lit| assumptions.contains(&!**lit)) {
            return Verdict::Unsat(vec![*lit, !*lit]);
        }
        let formulas: Vec<Bool> = assumptions.iter().map(|lit| self.name(*lit)).collect();
        match self.asker.ask(&self.solver, &formulas, budget) {
            Err(reason) => Verdict::GaveUp(reason),
            Ok(false) => {
                let used = core(&self.solver.get_unsat_core(), &formulas);
                let core = assumptions.iter().zip(used).filter(|(_, used)| *used);
                Verdict::Unsat(core.map(|(lit, _)| *lit).collect())
            }
            Ok(true) => {
                let assignment = self.decode();
                evaluate("z3:integers", self.writer.csp, &assignment);
                Verdict::Sat(assignment)
            }
        }
    }
}

impl IntegersSession<'_> {
    fn decode(&self) -> Assignment {
        let model =
            Model::of_solver(&self.solver).unwrap_or_else(|| bug!("Z3 has no model after `sat`"));
        self.writer.vars[..self.writer.csp.vars.len()]
            .iter()
            .map(|var| {
                model
                    .eval(var, true)
                    .and_then(|value| value.as_i64())
                    .unwrap_or_else(|| bug!("a variable has no value in Z3's model"))
            })
            .collect()
    }
}
