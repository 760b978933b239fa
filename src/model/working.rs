//! The lines of worked solutions that a definition has.

use crate::expr::{Binders, Expr};
use crate::template::Template;
use puzgen_base::source::Span;

/// A line of a worked solution.
#[derive(Debug)]
pub struct Working {
    /// The name.
    pub name: String,
    /// Where the name stands.
    pub span: Span,
    /// The cases that it stands for.
    pub binders: Option<Binders>,
    /// Where it applies; none for everywhere.
    pub condition: Option<Expr>,
    /// The value of the answer that is found.
    pub place: Expr,
    /// What it is.
    pub value: Expr,
    /// What is said of it.
    pub sentence: Template,
}
