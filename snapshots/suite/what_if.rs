//! True candidates are the values of all solutions, whatever engine is asked, and a spent budget takes none away.

use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::rng::Rng;
use puzgen_base::source::Sources;
use puzgen_csp::Lit;
use puzgen_engines::ENGINES;
use puzgen_model::instance::Instance;
use puzgen_puzzles as library;
use puzgen_solve::{Candidates, Solver, candidates};
use puzgen_vocabulary::lower::{Lowered, Purpose, lower};

use crate::define::{budget, define, settings};

/// Returns the values that each answer has in one of these solutions.
fn values(lowered: &Lowered, solutions: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let answers = 0..lowered.csp.answers.len();
    let of = |at: usize| {
        let mut values: Vec<i64> = solutions.iter().map(|solution| solution[at]).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    answers.map(of).collect()
}

/// Asks about boards of a puzzle, on which some clues of random solutions are shown.
fn holds(name: &str, sizes: &[&str]) {
    let mut sources = Sources::new();
    let definition = define(&mut sources, name, library::text(name).unwrap(), None).unwrap();
    let settings = settings(&mut sources, sizes);
    let instance = Instance::new(&definition, &settings).unwrap();
    let lowered = lower(&instance, Purpose::Solve).unwrap();
    let all = |given: &[Lit]| {
        let mut solver = Solver::new(&lowered, ENGINES.by_name("search").unwrap());
        solver.find(given, usize::MAX, &mut budget()).unwrap().solutions
    };
    let boards = all(&[]);
    let mut rng = Rng::from_seed(11);
    for shown in [0, 1, 2, 4] {
        let board = &boards[rng.below(boards.len())];
        let mut places: Vec<usize> = (0..board.len()).collect();
        rng.shuffle(&mut places);
        let given = places.iter().take(shown);
        let given: Vec<Lit> =
            given.map(|at| Lit::is(lowered.csp.answers[*at], board[*at])).collect();
        let expected = values(&lowered, &all(&given));
        for engine in ENGINES.all().filter(|engine| engine.accepts(&lowered.csp)) {
            let found = candidates(&lowered, engine, &given, &mut budget()).unwrap().unwrap();
            assert_eq!(found.values, expected, "{name} by {}", engine.name());
            assert!(found.gave_up.is_none() && found.unknown.iter().all(Vec::is_empty));
        }
        for steps in [1, 3, 10, 30, 100] {
            let mut few = Budget::new(Some(steps), StopFlag::new());
            let found = candidates(&lowered, ENGINES.by_name("batsat").unwrap(), &given, &mut few);
            let Ok(Some(Candidates { values, unknown, gave_up })) = found else { continue };
            for ((values, unknown), expected) in values.iter().zip(&unknown).zip(&expected) {
                assert!(values.iter().all(|value| expected.contains(value)), "{name}");
                let is_kept = |value: &i64| values.contains(value) || unknown.contains(value);
                assert!(expected.iter().all(is_kept), "{name}, {steps} steps");
            }
            assert!(gave_up.is_some() || values == expected, "{name}, {steps} steps");
        }
    }
}

#[test]
fn candidates_are_the_values_of_all_solutions() {
    holds("latin_square", &["n=4"]);
    holds("fillomino", &["height=2", "width=3"]);
    holds("slitherlink", &["height=2", "width=3"]);
    holds("yajilin", &["height=3", "width=3"]);
}
