//! Puzzles of the built-in definitions: the number of solutions and `minimal` are true.

use puzgen_base::source::Sources;
use puzgen_engines::ENGINES;
use puzgen_engines::auto::Auto;
use puzgen_generate::{GenerationOutcome, Generator, Layouts, Options};
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::{Instance, Setting};
use puzgen_puzzles as library;
use puzgen_vocabulary::lower::{Purpose, ReadyRef, lower};

use super::rounds;
use crate::define::{budget, engines, settings, small};
use crate::stages::{puzzles, recount};

/// Name and parameters of what is tried besides the sizes of first examples.
const MORE: &[(&str, &[&str])] = &[
    ("latin_square", &["n=1"]),
    ("futoshiki", &[]),
    ("sudoku", &["box_rows=2", "box_columns=3"]),
    ("sudoku", &[]),
    ("fillomino", &["height=1", "width=5"]),
    ("fillomino", &["height=5", "width=5", "givens_per_group=1"]),
    ("fillomino", &[]),
    ("slitherlink", &["height=6", "width=5"]),
    ("knight_sudoku", &[]),
    ("nonogram", &[]),
    ("skyscrapers", &[]),
    ("quadratic", &["roots=1"]),
    ("jigsaw", &[]),
    ("killer", &["box_rows=2"]),
    ("star_battle", &["n=8"]),
];

/// Every puzzle with a layout of its own.
fn on_layouts(definition: &Definition, settings: &[Setting], seed: u64) {
    let layouts = Layouts::new(definition, settings).unwrap();
    let mut made = 0;
    for index in 0..2 {
        let mut take = |generator: &mut Generator<'_>, found: Vec<GeneratedPuzzle>| {
            let ReadyRef { instance, lowered } = generator.problem();
            for puzzle in found {
                assert_eq!(puzzle.solutions.len(), 1);
                recount(instance, lowered, &puzzle);
                made += 1;
            }
            Ok(())
        };
        let number = (seed, index);
        let outcome =
            layouts.generate(&Auto, &Options::new(ENGINES), number, &mut budget(), &mut take);
        assert!(matches!(outcome, Ok(GenerationOutcome::Done)), "{outcome:?}");
    }
    assert_eq!(made, 2);
}

/// Returns the checked definition of a built-in puzzle.
pub(crate) fn built_in(sources: &mut Sources, name: &str) -> Definition {
    let text = library::text(name).unwrap();
    let file = sources.add(puzgen_check::load::built_in_name(name), text);
    let program =
        puzgen_check::load::load(file, sources, &mut puzgen_check::reach::no_files).unwrap();
    let puzzle = program.choose(Some(name), name, file).unwrap();
    program.check(puzzle, sources).unwrap().definition
}

#[test]
fn every_built_in_puzzle_is_what_it_claims() {
    let small = library::names().into_iter().map(|name| (name, small(name)));
    let texts = |params: &[&str]| params.iter().map(|set| (*set).to_owned()).collect();
    let more = MORE.iter().map(|(name, params)| (*name, texts(params)));
    let runs: Vec<(&str, Vec<String>)> = small.chain(more).collect();
    rounds("built-in", runs.len() as u64, |number, _| {
        let (name, params) = &runs[number as usize % runs.len()];
        println!("round {number}: {name} {params:?}");
        let mut sources = Sources::new();
        let definition = built_in(&mut sources, name);
        let params: Vec<&str> = params.iter().map(String::as_str).collect();
        let settings = settings(&mut sources, &params);
        if !definition.layouts.is_empty() {
            on_layouts(&definition, &settings, number);
            return;
        }
        let instance = Instance::new(&definition, &settings).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        let engine = engines(&lowered).next().unwrap();
        let run = puzzles(&instance, &lowered, engine, &Options::new(ENGINES), number, 0..1);
        for (found, outcome) in run.unwrap() {
            assert!(matches!(outcome, GenerationOutcome::Done), "{outcome:?}");
            for puzzle in found {
                assert_eq!(puzzle.solutions.len(), 1);
                recount(&instance, &lowered, &puzzle);
            }
        }
    });
}
