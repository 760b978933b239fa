//! What is run, as clauses: those that a model breaks.

use std::sync::Arc;

use puzgen_csp::{Csp, Lit, Runs, Simulation, VarId};

/// The most clauses of one assignment: those that exclude most others.
const MOST_CUTS: usize = 2;

/// The runs of a simulation, made with the values of models.
#[derive(Debug)]
pub(in crate::onehot) struct RunCuts {
    values: Vec<Vec<i64>>,
    runs: Box<dyn Runs>,
}

impl RunCuts {
    /// Returns the runs of a simulation.
    pub(super) fn new(csp: &Csp, simulation: &Simulation) -> Self {
        let values: Vec<Vec<i64>> =
            simulation.vars.iter().map(|var| csp.domain(*var).iter().collect()).collect();
        let runs = Arc::clone(&simulation.simulator).runs(&values);
        Self { values, runs }
    }

    /// Returns clauses for wrong runs of an assignment: a variable that the run depends on has a value with which it would do
    /// something else.
    pub(super) fn cuts(&mut self, simulation: &Simulation, assignment: &[i64]) -> Vec<Vec<Lit>> {
        let rank = |(var, values): (&VarId, &Vec<i64>)| {
            values.binary_search(&assignment[var.index()]).ok().map(|rank| rank as u16)
        };
        let ranks: Option<Vec<u16>> = simulation.vars.iter().zip(&self.values).map(rank).collect();
        let Some(ranks) = ranks else { puzgen_base::bug!("a model has a value that is none") };
        let mut cuts: Vec<(f64, Vec<Lit>)> = Vec::new();
        for number in 0..self.runs.count() {
            let Some(alike) = self.runs.wrong_with(number, &ranks) else { continue };
            let (mut cut, mut share) = (Vec::new(), 1.0);
            for (at, alike) in alike {
                share *= alike.len() as f64 / self.values[at].len() as f64;
                for (rank, value) in self.values[at].iter().enumerate() {
                    if !alike.contains(&(rank as u16)) {
                        cut.push(Lit::is(simulation.vars[at], *value));
                    }
                }
            }
            if !cuts.iter().any(|(_, known)| *known == cut) {
                cuts.push((share, cut));
            }
        }
        // Clauses that exclude little slow everything that comes later.
        cuts.sort_by(|a, b| b.0.total_cmp(&a.0));
        cuts.truncate(MOST_CUTS);
        cuts.into_iter().map(|(_, cut)| cut).collect()
    }
}
