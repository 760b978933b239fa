//! Puzzles of the built-in definitions: the number of solutions and `minimal` are true.

use puzgen::generate::{Options, Outcome};
use puzgen::library;
use puzgen::lower::{Purpose, lower};
use puzgen::model::instance::Instance;
use puzgen::source::Sources;

use super::rounds;
use crate::define::{engines, settings};
use crate::stages::{puzzles, recount};

/// Name and parameters; the first ones are small, the last one of each name is the default.
const RUNS: &[(&str, &[&str])] = &[
    ("latin_square", &["n=1"]),
    ("latin_square", &["n=4"]),
    ("latin_square", &[]),
    ("futoshiki", &["n=3"]),
    ("futoshiki", &["n=4"]),
    ("futoshiki", &[]),
    ("sudoku", &["box_rows=2", "box_columns=2"]),
    ("sudoku", &["box_rows=2", "box_columns=3"]),
    ("sudoku", &[]),
    ("fillomino", &["height=1", "width=5"]),
    ("fillomino", &["height=4", "width=3"]),
    ("fillomino", &["height=5", "width=5", "givens_per_group=1"]),
    ("fillomino", &[]),
    ("slitherlink", &["height=2", "width=4"]),
    ("slitherlink", &["height=6", "width=5"]),
    ("slitherlink", &[]),
    ("knight_sudoku", &["box_rows=2", "box_columns=3"]),
    ("knight_sudoku", &[]),
];

/// Returns the checked definition of a built-in puzzle.
pub(crate) fn built_in(sources: &mut Sources, name: &str) -> puzgen::model::definition::Definition {
    let text = library::text(name).unwrap();
    let file = sources.add(puzgen::load::built_in_name(name), text);
    let mut reader = |_: &str, _: &str| Err("built-in puzzles use no files".to_owned());
    let program = puzgen::load::load(file, sources, &mut reader).unwrap();
    let puzzle = program.choose(Some(name), name, file).unwrap();
    program.check(puzzle, sources).unwrap().definition
}

#[test]
fn every_built_in_puzzle_is_what_it_claims() {
    for name in library::names() {
        assert!(RUNS.iter().any(|(other, _)| *other == name), "add `{name}` to this test");
    }
    rounds("built-in", RUNS.len() as u64, |number, _| {
        let (name, params) = RUNS[number as usize % RUNS.len()];
        println!("round {number}: {name} {params:?}");
        let mut sources = Sources::new();
        let definition = built_in(&mut sources, name);
        let instance = Instance::new(&definition, &settings(&mut sources, params)).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        let engine = engines(&lowered).next().unwrap();
        let run = puzzles(&instance, &lowered, engine, &Options::default(), number, 0..1);
        for (found, outcome) in run.unwrap() {
            assert!(matches!(outcome, Outcome::Done), "{outcome:?}");
            for puzzle in found {
                assert_eq!(puzzle.solutions.len(), 1);
                recount(&instance, &lowered, &puzzle);
            }
        }
    });
}
