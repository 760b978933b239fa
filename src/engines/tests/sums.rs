//! Sums whose terms differ: engines against brute force, on random small problems.

use super::*;
use puzgen_csp::samples::{OPS, of_sums};

#[test]
fn search_agrees_on_sums_of_different_numbers() {
    let mut solved = 0;
    for seed in 0..400 {
        let csp = of_sums(seed);
        let engine = &crate::search::SearchEngine;
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

/// Returns a problem of two numbers with many values, their sum and their product.
fn of_many_values(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let mut csp = Csp::new();
    let number = IntExpr::Var;
    let x = csp.var("x".to_owned(), Domain::Range(0, 79));
    let y = csp.var("y".to_owned(), Domain::from_values((0..80).map(|y| 3 * y % 97)).unwrap());
    let sum = csp.var("sum".to_owned(), Domain::Range(0, 400));
    let terms = [x, y].map(|var| (1 + rng.below(3) as i64, number(var)));
    let total = IntExpr::Linear(terms.to_vec(), rng.below(9) as i64 - 4);
    csp.hold(BoolExpr::compare(CompareOp::Eq, number(sum), total), TEST);
    let product = IntExpr::Product(Box::new(number(x)), Box::new(number(y)));
    let limit = IntExpr::Const(rng.below(6_000) as i64);
    csp.hold(BoolExpr::compare(OPS[rng.below(OPS.len())], product, limit), TEST);
    let rest = IntExpr::Mod(Box::new(number(y)), Box::new(IntExpr::Const(7)));
    csp.hold(BoolExpr::compare(CompareOp::Ne, rest, IntExpr::Const(rng.below(7) as i64)), TEST);
    csp.answers = vec![x, y, sum];
    csp
}

#[test]
fn cores_of_numbers_with_many_values_are_cores() {
    let mut contradictions = 0;
    for seed in 0..60 {
        let csp = of_many_values(seed);
        let (search, brute) = (&crate::search::SearchEngine, ENGINES.by_name("brute").unwrap());
        let (mut session, mut reference) = (search.open(&csp), brute.open(&csp));
        let mut rng = Rng::from_seed(!seed);
        for _ in 0..12 {
            let mut given: Vec<Lit> = (0..4).map(|_| lit(&csp, &mut rng)).collect();
            let sum = csp.answers[2];
            given.push(Lit::is(sum, rng.below(400) as i64));
            let found = session.solve(&given, &mut Budget::unlimited());
            let expected = reference.solve(&given, &mut Budget::unlimited());
            match (found, expected) {
                (Verdict::Sat(_), Verdict::Sat(_)) => {}
                (Verdict::Unsat(core), Verdict::Unsat(_)) => {
                    contradictions += 1;
                    assert!(core.iter().all(|lit| given.contains(lit)), "{core:?}");
                    let again = reference.solve(&core, &mut Budget::unlimited());
                    assert!(matches!(again, Verdict::Unsat(_)), "{seed}: {core:?} of {given:?}");
                }
                (found, expected) => panic!("{seed}: {found:?}, not {expected:?}"),
            }
        }
    }
    assert!(contradictions > 200, "{contradictions}");
}

/// Returns a problem of three numbers with so many values that "at most one of them" is no list of pairs; a literal says
/// what one of them is.
fn of_long_domains(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let mut csp = Csp::new();
    let number = IntExpr::Var;
    let [x, y, z] = ["x", "y", "z"]
        .map(|name| csp.var(name.to_owned(), Domain::Range(0, 34 + rng.below(8) as i64)));
    csp.hold(BoolExpr::Lit(Lit::is(z, rng.below(45) as i64)), TEST);
    let shifted = IntExpr::Linear(vec![(1, number(x)), (1, number(z))], -(rng.below(30) as i64));
    csp.hold(BoolExpr::compare(CompareOp::Eq, number(y), shifted), TEST);
    csp.hold(BoolExpr::compare(CompareOp::Ne, number(x), number(z)), TEST);
    csp.answers = vec![x, y, z];
    csp
}

#[test]
fn at_most_one_of_many_values() {
    agree_with_brute_force(of_long_domains, &[("sat", 30), ("batsat", 10), ("z3:booleans", 4)]);
}
