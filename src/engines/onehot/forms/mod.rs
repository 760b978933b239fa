//! The forms as clauses, one file each: encoded at once, or by lazy cuts where a model violates them.
//!
//! A form that is not named here is encoded by its formulas
//! ([`FlatForm::formulas`](puzgen_csp::FlatForm::formulas)).

mod cuts;
mod graphs;
mod reading;
mod simulation;

pub(super) use simulation::RunCuts;

use super::Backend;
use super::encoder::Encoder;
use puzgen_csp::{Csp, Global, Stmt};

/// What a model breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Correction {
    /// Nothing.
    None,
    /// Statements of which clauses were added.
    Cuts,
    /// The same, and runs were made, which took so many units of work.
    Runs(usize),
}

impl<B: Backend> Encoder<B> {
    /// Asserts the statement at this position.
    pub(super) fn state(&mut self, csp: &Csp, position: usize) {
        match &csp.stmts[position].0 {
            Stmt::Hold(truth) => self.hold(truth, &[]),
            Stmt::Global(Global::Components(_) | Global::Simulation(_)) => {
                self.left_out.push(position)
            }
            Stmt::Global(Global::Reading(reading)) => self.read(csp, reading),
        }
    }

    /// Adds clauses that hold and that a model breaks.
    pub(super) fn correct(&mut self, csp: &Csp, assignment: &[i64]) -> Correction {
        // First, as this still asks the solver for its model, which a new clause ends.
        let mut clauses = self.broken_graphs(assignment);
        let mut work = None;
        for position in &self.left_out {
            let cuts = match &csp.stmts[*position].0 {
                Stmt::Global(Global::Components(groups)) => cuts::cuts(csp, groups, assignment),
                Stmt::Global(Global::Simulation(simulation)) => {
                    let new = || RunCuts::new(csp, simulation);
                    let runs = self.runs.entry(*position).or_insert_with(new);
                    *work.get_or_insert(0) += simulation.simulator.cost();
                    runs.cuts(simulation, assignment)
                }
                _ => continue,
            };
            for cut in cuts {
                clauses.push(cut.iter().map(|lit| self.lit(*lit)).collect());
            }
        }
        clauses.iter().for_each(|clause| self.sink.clause(clause));
        match work {
            _ if clauses.is_empty() => Correction::None,
            None => Correction::Cuts,
            Some(work) => Correction::Runs(work),
        }
    }
}
