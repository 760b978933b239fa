//! The two engines that ask Z3; no other module names the `z3` crate.
//!
//! [`Booleans`] gives Z3 a SAT problem and is the default. [`Integers`] gives it integers and
//! arithmetic, as the problem is written; it takes problems whose domains are too large for
//! literals, and the other one is compared with it.
//!
//! Z3 keeps one context for each thread: sessions of one thread share it, and a session must stay
//! on the thread that opened it.

mod arithmetic;
mod ask;
mod booleans;
mod clauses;
mod cuts;
mod fits;
mod integers;
mod numbers;
mod sums;
mod trees;
mod truths;

use std::collections::BTreeSet;

use z3::ast::{Ast as _, Bool};

use crate::bug;
use crate::csp::{Csp, Lit, eval};

pub use booleans::Booleans;
pub use integers::Integers;

/// Checks a solution against the meaning of the problem, in builds with debug assertions.
fn recheck(engine: &str, csp: &Csp, assignment: &[i64]) {
    if cfg!(debug_assertions) && !eval::holds(csp, assignment) {
        let broken = eval::first_broken(csp, assignment);
        bug!("{engine} found a solution that breaks statement {broken:?}: {assignment:?}");
    }
}

/// Returns the assumptions whose formulas Z3 `named` in its core, in the order given; of several
/// with the same formula, the first.
fn core(named: &[Bool], formulas: &[Bool], lits: &[Lit]) -> Vec<Lit> {
    let mut named: BTreeSet<_> = named.iter().map(Bool::get_z3_ast).collect();
    formulas
        .iter()
        .zip(lits)
        .filter(|(formula, _)| named.remove(&formula.get_z3_ast()))
        .map(|(_, lit)| *lit)
        .collect()
}
