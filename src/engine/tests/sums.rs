//! Sums whose terms differ: engines against brute force, on random small problems.

use super::*;
use crate::csp::samples::of_sums;

#[test]
fn search_agrees_on_sums_of_different_numbers() {
    let mut solved = 0;
    for seed in 0..400 {
        let csp = of_sums(seed);
        let engine = &crate::engine::search::SearchEngine;
        let result = catch_unwind(AssertUnwindSafe(|| agree_on_one(seed, &csp, engine)));
        assert!(result.is_ok(), "search fails on seed {seed}\n{csp}");
        let verdict = engine.open(&csp).solve(&[], &mut Budget::unlimited());
        solved += u32::from(matches!(verdict, Verdict::Sat(_)));
    }
    assert!(solved > 160, "{solved}");
}

#[test]
fn sums_of_different_numbers_in_clauses() {
    agree_with_brute_force(of_sums, &[("sat", 400), ("batsat", 100), ("z3:booleans", 40)]);
}
