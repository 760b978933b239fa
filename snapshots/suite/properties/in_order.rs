//! All solutions in order: with every engine the same, and as many as are counted.

use puzgen_base::source::Sources;
use puzgen_engine::Engine;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::Solution;
use puzgen_puzzles as library;
use puzgen_solve::{Listing, Solver};
use puzgen_vocabulary::lower::Ready;

use crate::define::{budget, engines, settings, small};
use crate::properties::built_in::built_in;
use crate::properties::is_soak;

/// The solutions that are looked at.
const MOST: usize = 60;

/// Returns the first solutions of a problem without givens, and whether these are all.
fn listed(ready: &Ready<'_>, engine: &dyn Engine) -> (Vec<Solution>, bool) {
    let mut solver = Solver::new(&ready.lowered, engine);
    let mut budget = budget();
    match solver.list(&[], MOST, &mut budget).unwrap() {
        Listing::All(solutions) => (solutions, true),
        Listing::More(_, mut rest) => {
            let mut found = Vec::new();
            while found.len() < MOST {
                match rest.next(&mut budget).unwrap() {
                    Some(solution) => found.push(solution),
                    None => return (found, true),
                }
            }
            (found, false)
        }
    }
}

#[test]
fn solutions_are_listed_in_order_with_every_engine() {
    let mut several = 0;
    for name in library::names() {
        let mut sources = Sources::new();
        let definition = built_in(&mut sources, name);
        let params = small(name);
        let params: Vec<&str> = params.iter().map(String::as_str).collect();
        if !definition.layouts.is_empty() {
            continue;
        }
        let settings = settings(&mut sources, &params);
        let ready = Ready::new(Instance::new(&definition, &settings).unwrap()).unwrap();
        let mut first: Option<(Vec<Solution>, bool)> = None;
        for engine in engines(&ready.lowered).take(if is_soak() { usize::MAX } else { 2 }) {
            let found = listed(&ready, engine);
            assert!(found.0.is_sorted_by(|a, b| a < b), "{name} with {}", engine.name());
            match &first {
                Some(first) => assert_eq!(found, *first, "{name} with {}", engine.name()),
                None => {
                    several += usize::from(found.0.len() > 20);
                    if found.1 {
                        let mut solver = Solver::new(&ready.lowered, engine);
                        let all = solver.find(&[], MOST + 1, &mut budget()).unwrap();
                        assert_eq!(found.0, all.solutions, "{name}");
                    }
                    first = Some(found);
                }
            }
        }
    }
    assert!(several > 20, "{several}");
}

#[test]
fn no_solution_is_left_out() {
    let runs: &[(&str, &[&str], usize)] = &[
        ("latin_square", &["n=4"], 576),
        ("sudoku", &["box_rows=2", "box_columns=2"], 288),
        ("slitherlink", &["height=2", "width=3"], 40),
        ("net", &["height=2", "width=2"], 4),
        ("hidato", &["height=3", "width=2"], 96),
    ];
    for (name, params, count) in runs {
        let mut sources = Sources::new();
        let definition = built_in(&mut sources, name);
        let settings = settings(&mut sources, params);
        let ready = Ready::new(Instance::new(&definition, &settings).unwrap()).unwrap();
        let engine = engines(&ready.lowered).next().unwrap();
        let all = Solver::new(&ready.lowered, engine).find(&[], 5_000, &mut budget()).unwrap();
        assert!(
            all.is_complete && all.solutions.len() == *count,
            "{name}: {}",
            all.solutions.len()
        );
        let mut solver = Solver::new(&ready.lowered, engine);
        let mut budget = budget();
        match solver.list(&[], 5_000, &mut budget).unwrap() {
            Listing::All(solutions) => assert_eq!(solutions, all.solutions, "{name}"),
            Listing::More(_, mut rest) => {
                let next = || rest.next(&mut budget).unwrap();
                assert_eq!(std::iter::from_fn(next).collect::<Vec<_>>(), all.solutions, "{name}");
            }
        }
    }
}
