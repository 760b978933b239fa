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
mod fits;
mod graphs;
mod integers;

use std::collections::BTreeSet;

use z3::ast::{Ast as _, Bool};

pub use booleans::Booleans;
pub use integers::Integers;

/// Returns for each formula whether Z3 `named` it in its core; of several with the same formula,
/// only the first.
fn core(named: &[Bool], formulas: &[Bool]) -> Vec<bool> {
    let mut named: BTreeSet<_> = named.iter().map(Bool::get_z3_ast).collect();
    formulas.iter().map(|formula| named.remove(&formula.get_z3_ast())).collect()
}
