//! Tests that what runs remember changes no conclusion, whatever is decided and taken back.

use super::*;
use puzgen_base::rng::Rng;
use puzgen_csp::samples::{of_formulas, of_graphs, of_groups, of_sums};
use puzgen_csp::{Components, Csp, Stmt};

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
    end_of(store, vars, |store| propagator.propagate(store))
}

/// Returns the same for what `run` takes away.
pub(super) fn end_of(
    store: &mut Store,
    vars: &[VarId],
    run: impl Fn(&mut Store) -> Consistency,
) -> Option<Vec<Vec<i64>>> {
    let domains = |store: &Store| vars.iter().map(|var| store.values(*var).collect()).collect();
    loop {
        let before: Vec<Vec<i64>> = domains(store);
        run(store).ok()?;
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

/// Returns a problem about groups, its statement about them, and the variables of that.
fn groups(seed: u64) -> (Csp, Components, Vec<VarId>) {
    let csp = of_groups(seed);
    let Stmt::Global(Global::Components(groups)) = &csp.stmts[0].0 else { panic!("no groups") };
    let (groups, vars) = (groups.clone(), groups.vars());
    (csp, groups, vars)
}

#[test]
fn what_groups_remember_changes_no_conclusion() {
    let (mut compared, mut contradictions) = (0, 0);
    for seed in 0..2_000 {
        let (csp, groups, vars) = groups(seed);
        let mut rng = Rng::from_seed(seed);
        let mut store = Store::new(csp.vars.iter().map(|var| &var.domain)).unwrap();
        let plain = ComponentsPropagator::new(&store, &groups);
        let remembering = Propagator::Components(plain.clone().with_memory(&mut store));
        let plain = Propagator::Components(plain);
        for _ in 0..4 {
            let mark = store.mark();
            for _ in 0..8 {
                restrict(&mut store, &vars, &mut rng);
                let expected = end(&mut store.clone(), &vars, &plain);
                let found = end(&mut store, &vars, &remembering);
                assert_eq!(found, expected, "seed {seed}: {groups:?}");
                compared += 1;
                contradictions += usize::from(found.is_none());
                if found.is_none() {
                    break;
                }
            }
            store.undo(mark);
        }
    }
    assert!(compared > 5_000 && contradictions > 500, "{compared} {contradictions}");
}

#[test]
fn what_is_kept_of_a_state_changes_no_conclusion_below_it() {
    let (mut compared, mut contradictions) = (0, 0);
    for seed in 0..4_000 {
        let (csp, groups, vars) = groups(seed);
        let mut rng = Rng::from_seed(seed);
        let mut store = Store::new(csp.vars.iter().map(|var| &var.domain)).unwrap();
        let plain = Propagator::Components(ComponentsPropagator::new(&store, &groups));
        (0..rng.below(4)).for_each(|_| restrict(&mut store, &vars, &mut rng));
        if end(&mut store, &vars, &plain).is_none() {
            continue;
        }
        let Some(kept) = plain.kept(&store) else { continue };
        for _ in 0..6 {
            let mark = store.mark();
            (0..1 + rng.below(4)).for_each(|_| restrict(&mut store, &vars, &mut rng));
            let expected = end(&mut store.clone(), &vars, &plain);
            let run = |store: &mut Store| plain.propagate_below(store, mark, &kept);
            let found = end_of(&mut store, &vars, run);
            assert_eq!(found, expected, "seed {seed}: {groups:?}");
            compared += 1;
            contradictions += usize::from(found.is_none());
            store.undo(mark);
        }
    }
    assert!(compared > 2_000 && contradictions > 200, "{compared} {contradictions}");
}
