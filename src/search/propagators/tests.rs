//! Tests that what runs remember changes no conclusion, whatever is decided and taken back.

use super::*;
use crate::csp::Stmt;
use crate::csp::samples::{of_formulas, of_graphs, of_sums};
use crate::rng::Rng;

/// Takes a value away from a variable that has several.
fn restrict(store: &mut Store, vars: &[VarId], rng: &mut Rng) {
    let open: Vec<VarId> = vars.iter().copied().filter(|var| store.size(*var) > 1).collect();
    if let Some(var) = open.get(rng.below(open.len().max(1))) {
        let value = store.nth(*var, rng.below(store.size(*var))).unwrap();
        store.remove(*var, value).unwrap();
    }
}

/// Returns the domains in the end; `None` where there is a contradiction.
fn end(store: &mut Store, vars: &[VarId], propagator: &Propagator) -> Option<Vec<Vec<i64>>> {
    let domains = |store: &Store| vars.iter().map(|var| store.values(*var).collect()).collect();
    loop {
        let before: Vec<Vec<i64>> = domains(store);
        propagator.propagate(store).ok()?;
        if domains(store) == before {
            return Some(before);
        }
    }
}

#[test]
fn what_runs_remember_changes_no_conclusion() {
    let (mut compared, mut contradictions) = (0, 0);
    for seed in 0..1_500 {
        let csp = [of_formulas, of_graphs, of_sums][seed as usize % 3](seed);
        let mut rng = Rng::from_seed(seed);
        for (stmt, _) in &csp.stmts {
            let Stmt::Hold(truth) = stmt else { continue };
            let vars = truth.vars();
            let mut store = Store::new(csp.vars.iter().map(|var| &var.domain)).unwrap();
            let plain = Propagator::of_truth(truth);
            let remembering = plain.clone().with_memory(&mut store);
            for _ in 0..4 {
                let mark = store.mark();
                for _ in 0..8 {
                    restrict(&mut store, &vars, &mut rng);
                    let expected = end(&mut store.clone(), &vars, &plain);
                    let found = end(&mut store, &vars, &remembering);
                    assert_eq!(found, expected, "seed {seed}: {truth:?}");
                    compared += 1;
                    contradictions += usize::from(found.is_none());
                    if found.is_none() {
                        break;
                    }
                }
                store.undo(mark);
            }
        }
    }
    assert!(compared > 10_000 && contradictions > 500, "{compared} {contradictions}");
}
