//! The engines, each one file (or folder) and one line in [`ENGINES`]. Only the outermost packages link this crate, and
//! hand the list to what asks.

use puzgen_base::bug;

pub mod auto;
pub mod batsat;
pub mod brute;
mod dimacs;
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
use puzgen_engine::Engines;

/// All engines: the default first, the others as hard questions are put to them.
pub const ENGINES: Engines = Engines::new(
    &[
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
    ],
    &search::SearchEngine,
    &dimacs::Dimacs,
    &[
        #[cfg(not(feature = "sat"))]
        ("sat", "sat"),
        #[cfg(not(feature = "z3"))]
        ("z3:booleans", "z3"),
        #[cfg(not(feature = "z3"))]
        ("z3:integers", "z3"),
    ],
);

/// Checks a solution against the meaning of the problem, in builds with debug assertions.
fn evaluate(engine: &str, csp: &Csp, assignment: &[i64]) {
    if cfg!(debug_assertions) && !eval::holds(csp, assignment) {
        let broken = eval::first_broken(csp, assignment);
        bug!("{engine} found a solution that breaks statement {broken:?}: {assignment:?}");
    }
}
