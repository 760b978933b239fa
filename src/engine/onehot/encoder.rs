//! What was said of a problem so far: its variables as cases, and the solver that is told.

use super::numbers::OneHotNumber;
use super::{Backend, Literal, Sink};
use crate::csp::{GraphTruth, Lit, VarId};

/// The variables of a problem as cases, and the solver that is told about them.
#[derive(Debug)]
pub(in crate::engine) struct Encoder<B> {
    pub(in crate::engine) sink: Sink<B>,
    pub(in crate::engine) vars: Vec<OneHotNumber>,
    /// What was said of graphs.
    pub(super) graphs: Vec<GraphClaim>,
    /// The statements, by position, that are said where a model breaks them.
    pub(super) left_out: Vec<usize>,
    /// For each variable, later ones that were said to differ from it: a row and a box have pairs in common.
    pub(super) apart: Vec<Vec<VarId>>,
}

/// A graph and what it is claimed to be.
#[derive(Debug)]
pub(super) struct GraphClaim {
    pub(super) graph: GraphTruth,
    /// Holds where the graph is as it says.
    pub(super) literal: Literal,
    /// Whether it holds only there. Otherwise it may be false in any case.
    pub(super) is_exact: bool,
}

impl<B: Backend> Encoder<B> {
    /// Returns an encoder of a problem of which only the variables are said.
    pub(in crate::engine) fn new(sink: Sink<B>, vars: Vec<OneHotNumber>) -> Self {
        let apart = vec![Vec::new(); vars.len()];
        Self { sink, vars, graphs: Vec::new(), left_out: Vec::new(), apart }
    }

    /// Returns the literal of "`var` is, or is not, a value"; values outside the domain are never
    /// taken.
    pub(in crate::engine) fn lit(&self, lit: Lit) -> Literal {
        let is = self.vars[lit.var.index()].at(lit.value);
        if lit.is { is } else { !is }
    }

    /// Says a literal, or one of `unless`.
    pub(in crate::engine) fn hold_literal(&mut self, literal: Literal, unless: &[Literal]) {
        let mut clause = unless.to_vec();
        clause.push(literal);
        self.sink.clause(&clause);
    }
}
