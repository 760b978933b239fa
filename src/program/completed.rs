//! A program with a word at each token, which can be run.

use crate::limits::Limits;
use crate::machine;
use crate::run::Run;
use crate::tree::Tree;
use crate::value::Value;

/// A program with a word at each token.
#[derive(Debug, Clone)]
pub struct Completed {
    pub(crate) tree: Tree,
}

impl Completed {
    /// Calls the last function with copies of the arguments.
    #[must_use]
    pub fn run(&self, arguments: &[Value], limits: &Limits) -> Run {
        machine::run(&self.tree, arguments, limits)
    }
}
