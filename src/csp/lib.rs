//! Flat, solver-neutral constraints over finite integer variables.
//!
//! Given a puzzle with its parameters fixed, `lower/` writes its rules in this form; engines read
//! it. There are no names of the language here, no quantifiers and no places: only variables,
//! expressions and a few forms that are no formula ([`FlatForm`]), each with the [`Origin`] it came from. Nothing here
//! knows `model/`.

pub mod bounds;
mod build;
pub mod eval;
mod expr;
mod forms;
mod lit;
mod print;
mod problem;
#[cfg(any(test, feature = "samples"))]
pub mod samples;
mod size;
mod stmt;
mod var;
mod walk;

pub use expr::{BoolExpr, IntExpr};
pub use forms::*;
pub use lit::Lit;
pub use problem::{Assignment, Csp};
pub use puzgen_base::domain::Domain;
pub use stmt::{Origin, Stmt};
pub use var::{Var, VarId};
pub use walk::ExprPart;
