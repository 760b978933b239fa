//! Functions that the solver can decide: one file each, with its types, its plain meaning and the
//! flat constraints it becomes.
//!
//! A new one is a file here and a line in [`CONSTRAINTS`].

mod abs;
mod all_equal;
mod angles;
mod auxiliary;
mod connected;
mod count;
mod distinct;
mod distinct_except;
mod division;
mod equivalent;
mod exists;
mod extreme;
mod first;
mod forall;
mod forest;
mod graph;
mod increasing;
mod inside;
mod leading;
mod length;
mod line_shape;
mod matches;
mod product;
mod regular;
mod reversed;
mod ring_run_length;
mod runs;
mod single_loop;
mod single_path;
mod sum;
mod table;
mod term;
mod visible;

pub use auxiliary::{Auxiliary, Introduced};
pub use table::lower_table;
pub use term::Term;

use puzgen_csp::IntExpr;
use puzgen_model::function::{Fault, Function};
use puzgen_model::value::Value;

/// A function with a lowering. Its [`Function::eval`] is the meaning that the lowering must have.
pub trait Constraint: Function {
    /// Returns the flat form of the function of these terms. At least one is not known. Of a
    /// function that [takes keys](Function::takes_keys), each value is known or a literal. What terms
    /// share can be named by variables.
    ///
    /// # Errors
    /// Where there is none: an overflow, an empty list.
    fn lower(&self, arguments: Vec<Term>, aux: &mut Auxiliary<'_>) -> Result<Term, Fault>;

    /// Returns what the function makes of a list where solving decides which of its elements are
    /// there; `None` where it cannot take one.
    fn gathered(&self) -> Option<Gathered> {
        None
    }
}

/// A function of a list as a sum with one part for each element.
#[derive(Debug, Clone)]
pub struct Gathered {
    /// An element that changes nothing, whatever the others are.
    pub neutral: Value,
    /// What an element adds where it is there.
    pub weight: fn(Term) -> IntExpr,
    /// The function of the sum.
    pub result: fn(IntExpr) -> Term,
}

/// All functions that the solver can decide.
pub const CONSTRAINTS: &[&dyn Constraint] = &[
    &distinct::Distinct,
    &distinct_except::DistinctExcept,
    &all_equal::AllEqual,
    &increasing::INCREASING,
    &increasing::STRICTLY_INCREASING,
    &sum::Sum,
    &product::Product,
    &count::Count,
    &length::Length,
    &extreme::MIN,
    &extreme::MAX,
    &abs::Abs,
    &angles::SIN,
    &angles::COS,
    &angles::TAN,
    &forall::ForAll,
    &exists::Exists,
    &first::Position,
    &first::FirstExcept,
    &visible::Visible,
    &leading::Leading,
    &runs::Runs,
    &runs::RunLength,
    &ring_run_length::RingRunLength,
    &matches::Matches,
    &reversed::Reversed,
    &connected::Connected,
    &single_loop::SINGLE_LOOP,
    &single_path::SINGLE_PATH,
    &forest::FOREST,
    &division::Division,
    &inside::Inside,
    &equivalent::Equivalent,
];

/// Returns the function of this name.
pub fn by_name(name: &str) -> Option<&'static dyn Constraint> {
    CONSTRAINTS.iter().copied().find(|constraint| constraint.name() == name)
}
