//! Random tests: definitions, boards, and the puzzles of the built-in definitions.
//!
//! Every random choice comes from the number of the round, which is printed where one fails.

pub(crate) mod boards;
mod budgets;
pub(crate) mod built_in;
mod chains;
mod definitions;
mod formatted;
mod in_order;
mod levels;
mod shows;
mod steps;
mod symmetric;
mod transforms;
mod writer;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use puzgen_base::rng::{Rng, Stream};

/// Returns whether this is a long run.
pub(crate) fn is_soak() -> bool {
    std::env::var_os("PUZGEN_SOAK").is_some_and(|value| value == "1")
}

/// Runs `round` with the random streams of `count` numbers (fifty times as many in a long run);
/// fails with all numbers that failed.
fn rounds(name: &'static str, count: u64, round: impl FnMut(u64, &mut Rng)) {
    let count = if is_soak() { count * 50 } else { count };
    rounds_of(name, 0..count, round);
}

/// Runs `round` with the random streams of these numbers; fails with all numbers that failed.
fn rounds_of(name: &'static str, numbers: Range<u64>, mut round: impl FnMut(u64, &mut Rng)) {
    let mut failed = Vec::new();
    for number in numbers {
        let mut rng = Stream::Test(name).keyed(&[&number.to_le_bytes()]);
        if catch_unwind(AssertUnwindSafe(|| round(number, &mut rng))).is_err() {
            failed.push(number);
        }
    }
    assert!(failed.is_empty(), "`{name}` failed in rounds {failed:?}");
}
