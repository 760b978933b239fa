//! The state of the encoding of a problem: its variables as one-hot literals, and the solver.

use std::collections::BTreeMap;

use super::forms::RunCuts;
use super::numbers::OneHotNumber;
use super::{Backend, Literal, Sink};
use puzgen_csp::{GraphTruth, Lit, VarId};

/// The one-hot literals of the variables of a problem, and the solver.
#[derive(Debug)]
pub(crate) struct Encoder<B> {
    pub(crate) sink: Sink<B>,
    pub(crate) vars: Vec<OneHotNumber>,
    /// The claims about graphs, which are enforced by lazy cuts.
    pub(super) graphs: Vec<GraphClaim>,
    /// The statements, by position, that are enforced by lazy cuts.
    pub(super) left_out: Vec<usize>,
    /// What is run for cuts, by the position of its statement.
    pub(super) runs: BTreeMap<usize, RunCuts>,
    /// For each variable, later ones with a disequality already asserted: a row and a box have pairs in common.
    pub(super) apart: Vec<Vec<VarId>>,
}

/// A graph and what it is claimed to be.
#[derive(Debug)]
pub(super) struct GraphClaim {
    pub(super) graph: GraphTruth,
    /// Holds where the graph is as claimed.
    pub(super) literal: Literal,
    /// Whether it holds only there. Otherwise it may be false in any case.
    pub(super) is_exact: bool,
}

impl<B: Backend> Encoder<B> {
    /// Returns an encoder with the variables of a problem and none of its statements.
    pub(crate) fn new(sink: Sink<B>, vars: Vec<OneHotNumber>) -> Self {
        let apart = vec![Vec::new(); vars.len()];
        Self { sink, vars, graphs: Vec::new(), left_out: Vec::new(), runs: BTreeMap::new(), apart }
    }

    /// Returns the literal of "`var` is, or is not, a value"; values outside the domain are never
    /// taken.
    pub(crate) fn lit(&self, lit: Lit) -> Literal {
        let is = self.vars[lit.var.index()].at(lit.value);
        if lit.is { is } else { !is }
    }

    /// Asserts a literal, or one of `unless`.
    pub(crate) fn hold_literal(&mut self, literal: Literal, unless: &[Literal]) {
        let mut clause = unless.to_vec();
        clause.push(literal);
        self.sink.clause(&clause);
    }
}
