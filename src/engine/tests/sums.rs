//! Sums whose terms differ: engines against brute force, on random small problems.

use super::*;

/// Returns a problem with groups of different numbers whose sums are known, or variables, or bounded.
fn problem(seed: u64) -> Csp {
    let mut rng = Rng::from_seed(seed);
    let rng = &mut rng;
    let mut csp = Csp::new();
    let most = 3 + rng.below(2) as i64;
    for number in 0..4 {
        let domain = match rng.below(4) {
            0 => Domain::Range(0, most),
            1 => Domain::from_values([1, most]).unwrap(),
            _ => Domain::Range(1, most),
        };
        csp.var(format!("x{number}"), domain);
    }
    let mut numbers: Vec<VarId> = (0..4).map(VarId).collect();
    for _ in 0..1 + rng.below(2) {
        rng.shuffle(&mut numbers);
        let group: Vec<IntExpr> =
            numbers[..2 + rng.below(3)].iter().copied().map(IntExpr::Var).collect();
        csp.hold(BoolExpr::Distinct(group.clone()), TEST);
        let lowest = (1..=group.len() as i64).sum::<i64>();
        let near = lowest + rng.below(6) as i64 - 1;
        let sum = IntExpr::Linear(group.into_iter().map(|term| (1, term)).collect(), 0);
        let truth = match rng.below(4) {
            0 => BoolExpr::compare(OPS[rng.below(OPS.len())], sum, IntExpr::Const(near)),
            1 => BoolExpr::compare(CompareOp::Eq, IntExpr::Const(near), sum),
            _ if csp.vars.len() == 4 => {
                let total = csp.var("total".to_owned(), Domain::Range(near - 1, near + 1));
                BoolExpr::compare(CompareOp::Eq, IntExpr::Var(total), sum)
            }
            _ => BoolExpr::compare(CompareOp::Eq, IntExpr::Var(VarId(4)), sum),
        };
        csp.hold(truth, TEST);
    }
    csp.answers = (0..csp.vars.len() as u32).map(VarId).collect();
    csp
}

#[test]
fn search_agrees_on_sums_of_different_numbers() {
    let mut solved = 0;
    for seed in 0..400 {
        let csp = problem(seed);
        let engine = &crate::engine::search::Search;
        let result = catch_unwind(AssertUnwindSafe(|| agree_on_one(seed, &csp, engine)));
        assert!(result.is_ok(), "search fails on seed {seed}\n{csp}");
        let verdict = engine.open(&csp).check(&[], &mut Budget::unlimited());
        solved += u32::from(matches!(verdict, Verdict::Sat(_)));
    }
    assert!(solved > 160, "{solved}");
}
