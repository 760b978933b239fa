//! The engines. [`install`] hands them to those that ask only for the trait.

use puzgen_base::bug;

pub mod auto;
pub mod batsat;
pub mod brute;
pub mod dimacs;
mod onehot;
#[cfg(feature = "sat")]
pub mod sat;
pub mod search;
mod sums;
#[cfg(test)]
mod tests;
#[cfg(feature = "z3")]
pub mod z3;

use puzgen_csp::{Csp, eval};
use puzgen_engine::Engine;

/// All engines: the default first, the others as hard questions are put to them.
pub const ENGINES: &[&dyn Engine] = &[
    &auto::Auto,
    &search::SearchEngine,
    #[cfg(feature = "sat")]
    &sat::Sat,
    &batsat::Batsat,
    #[cfg(feature = "z3")]
    &z3::Booleans,
    #[cfg(feature = "z3")]
    &z3::Integers,
    &brute::Brute,
];

/// The engines that are left out of this build, each with the feature that brings it.
pub const LEFT_OUT: &[(&str, &str)] = &[
    #[cfg(not(feature = "sat"))]
    ("sat", "sat"),
    #[cfg(not(feature = "z3"))]
    ("z3:booleans", "z3"),
    #[cfg(not(feature = "z3"))]
    ("z3:integers", "z3"),
];

/// Checks a solution against the meaning of the problem, in builds with debug assertions.
fn evaluate(engine: &str, csp: &Csp, assignment: &[i64]) {
    if cfg!(debug_assertions) && !eval::holds(csp, assignment) {
        let broken = eval::first_broken(csp, assignment);
        bug!("{engine} found a solution that breaks statement {broken:?}: {assignment:?}");
    }
}

/// Makes the engines known to all that ask for one.
pub fn install() {
    puzgen_engine::install(ENGINES, LEFT_OUT);
}

#[cfg(test)]
fn by_name(name: &str) -> Option<&'static dyn Engine> {
    install();
    puzgen_engine::by_name(name)
}
