//! Statements: what must hold, and where that comes from.

use crate::expr::BoolExpr;
use crate::forms::{FlatForm, Global};
use puzgen_base::source::Span;

/// What must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stmt {
    /// This truth.
    Hold(BoolExpr),
    /// A form that is a statement of its own.
    Global(Global),
}

impl Stmt {
    /// Returns whether formulas say it.
    pub fn has_formulas(&self) -> bool {
        match self {
            Self::Hold(_) => true,
            Self::Global(global) => global.form().has_formulas(),
        }
    }

    /// Returns whether it compares two numbers.
    pub fn is_comparison(&self) -> bool {
        matches!(self, Self::Hold(BoolExpr::Compare(..)))
    }

    /// Returns whether an engine may say it little by little, once something breaks it: groups, graphs and
    /// what is run.
    pub fn is_lazy(&self) -> bool {
        match self {
            Self::Hold(BoolExpr::Graph(graph)) => graph.is_lazy(),
            Self::Hold(_) => false,
            Self::Global(global) => global.form().is_lazy(),
        }
    }
}

/// Where a statement comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The `case`-th case of the definition's `rule`-th rule, written at `span`.
    Rule {
        /// Position among the rules.
        rule: u32,
        /// Position among the rule's quantified cases.
        case: u32,
        /// The rule's text.
        span: Span,
    },
    /// No rule of the user: made by a pass, for this reason.
    Introduced(&'static str),
}
