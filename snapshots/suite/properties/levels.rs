//! Levels on request: the puzzle is valid, has the level, and has it again when its printed form is
//! rated; any engine gives the same; puzzles of a bank are brought to the level, too.

use puzgen_base::source::Sources;
use puzgen_engines::ENGINES;
use puzgen_export::{self as export, Context};
use puzgen_generate::rate::Rater;
use puzgen_generate::{BankEntry, FromBank, GenerationOutcome, Generator, Options};
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_solve::prove;
use puzgen_vocabulary::lower::{Lowered, Purpose, lower};

use super::built_in::built_in;
use super::rounds;
use crate::define::{budget, define, engines, read_board, settings};
use crate::stages::{puzzles, recount};

/// Name and parameters. Of the levels, all must be reached but those that are named here, which not
/// every board of this size has.
const RUNS: &[(&str, &[&str], &[&str])] = &[
    ("sudoku", &[], &[]),
    ("futoshiki", &["n=4"], &["medium", "hard"]),
    ("latin_square", &["n=4"], &["medium", "hard"]),
    ("fillomino", &["height=4", "width=5"], &["challenging", "super_difficult"]),
    ("paired", &[], &["hard"]),
];

/// Clues go by pairs, and every row and column must show two.
const PAIRED: &str = "
puzzle paired \"Paired\" {
  board grid(4, 4)
  answer x[cells]: 1..4
  rule row(r in rows): distinct(x[r])
  rule column(c in columns): distinct(x[c])
  clue given[c in cells] = x[c]
  remove given {
    by orbits(half_turn)
    keep solutions == 1
    keep shown_in(r) >= 1 for r in rows
  }
  transform rotate
  feature empties, minimal
  levels easy < medium < hard {
    easy   when empties <= 4
    medium when empties <= 8
    hard   otherwise
  }
}";

fn definition(sources: &mut Sources, name: &str) -> Definition {
    match name {
        "paired" => define(sources, name, PAIRED, None).unwrap_or_else(|problems| {
            let messages: Vec<&str> = problems.iter().map(|problem| problem.message()).collect();
            panic!("{messages:?}")
        }),
        _ => built_in(sources, name),
    }
}

/// Returns the level that the printed puzzle has, as `puzgen rate` finds it.
fn rated(instance: &Instance<'_>, lowered: &Lowered, puzzle: &GeneratedPuzzle) -> Option<usize> {
    let context = Context::new(instance, &lowered.fact_domains, false);
    let text = export::by_name("line").unwrap().puzzle(&context, puzzle).unwrap();
    let mut sources = Sources::new();
    let board = read_board(&mut sources, instance, &lowered.fact_domains, text.trim());
    let givens: Vec<(usize, i64)> = board
        .unwrap()
        .board
        .givens(instance)
        .iter()
        .map(|(fact, value, _)| (*fact, *value))
        .collect();
    let engine = engines(lowered).next().unwrap();
    let mut rater = Rater::new(instance, lowered, engine, None);
    let rating = rater.rate(&givens, None, &mut budget()).unwrap();
    assert_eq!(rating.solutions, Some(1));
    rating.level
}

#[test]
fn levels_are_reached_and_are_rated_the_same() {
    rounds("levels", RUNS.len() as u64, |number, _| {
        let (name, params, rare) = RUNS[number as usize % RUNS.len()];
        println!("round {number}: {name} {params:?}");
        let mut sources = Sources::new();
        let definition = definition(&mut sources, name);
        let instance = Instance::new(&definition, &settings(&mut sources, params)).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        let names = &definition.levels.as_ref().unwrap().names;
        for (level, level_name) in names.iter().enumerate() {
            let options = Options { level: Some(level), ..Options::new(ENGINES) };
            let run = |engine| puzzles(&instance, &lowered, engine, &options, number, 0..3);
            let mut engines = engines(&lowered);
            let found = run(engines.next().unwrap()).unwrap();
            for (made, outcome) in &found {
                let [puzzle] = made.as_slice() else { panic!("{} puzzles", made.len()) };
                recount(&instance, &lowered, puzzle);
                assert_eq!(rated(&instance, &lowered, puzzle), puzzle.level);
                match outcome {
                    GenerationOutcome::Done => {
                        assert_eq!(puzzle.level, Some(level), "{level_name}")
                    }
                    GenerationOutcome::TargetMissed(_) if rare.contains(&level_name.as_str()) => {
                        assert_ne!(puzzle.level, Some(level), "{level_name}");
                    }
                    other => panic!("{level_name}: {other:?}"),
                }
                assert_eq!(puzzle.verified.len(), 2);
                if name == "paired" {
                    let is_paired = (0..16).all(|c| puzzle.shown[c] == puzzle.shown[15 - c]);
                    assert!(is_paired, "a clue without its partner");
                    assert!(puzzle.shown.chunks(4).all(|row| row.contains(&true)));
                }
            }
            let other = engines.next().unwrap();
            let shown = |run: &[(Vec<GeneratedPuzzle>, GenerationOutcome)]| -> Vec<Vec<bool>> {
                run.iter().flat_map(|(made, _)| made).map(|puzzle| puzzle.shown.clone()).collect()
            };
            assert_eq!(shown(&found), shown(&run(other).unwrap()), "`{}`", other.name());
        }
    });
}

#[test]
fn puzzles_of_a_bank_reach_every_level_and_are_moved() {
    let mut sources = Sources::new();
    let definition = built_in(&mut sources, "sudoku");
    let instance = Instance::new(&definition, &[]).unwrap();
    let lowered = lower(&instance, Purpose::Solve).unwrap();
    let engine = engines(&lowered).next().unwrap();
    let symmetry = prove::transforms(&instance, &lowered, ENGINES, &mut budget())
        .equivalents
        .unwrap()
        .symmetry;
    rounds("bank", 2, |number, _| {
        let hard = Options { level: Some(3), ..Options::new(ENGINES) };
        let run = puzzles(&instance, &lowered, engine, &hard, number, 0..1).unwrap();
        let original = &run[0].0[0];
        let facts = original.facts.iter().zip(&original.shown);
        let facts = facts.map(|(value, is_shown)| value.filter(|_| *is_shown)).collect();
        let (shown, answers) = (original.shown.clone(), original.solutions.clone());
        let entry = BankEntry { line: 7, facts, shown, answers };
        for level in 0..4 {
            let options = Options { level: Some(level), is_unique: true, ..Options::new(ENGINES) };
            let mut generator = Generator::new(&instance, &lowered, engine, options).unwrap();
            let mut make = |symmetry| {
                let mut made = Vec::new();
                let mut emit = |puzzle| made.push(puzzle);
                let from = (number, 0);
                let outcome =
                    generator.generate_from(&entry, symmetry, from, &mut budget(), &mut emit);
                assert!(
                    matches!(outcome, Ok(FromBank::Made(GenerationOutcome::Done))),
                    "{outcome:?}"
                );
                made.remove(0)
            };
            let (moved, unmoved) = (make(Some(&symmetry)), make(None));
            for puzzle in [&moved, &unmoved] {
                recount(&instance, &lowered, puzzle);
                assert_eq!(puzzle.level, Some(level));
                assert_eq!(rated(&instance, &lowered, puzzle), Some(level));
                assert_eq!(puzzle.bank_line, Some(7));
            }
            assert_eq!(unmoved.solutions, original.solutions);
            assert!(unmoved.transform.is_none() && moved.transform.is_some());
            assert_ne!(moved.solutions, original.solutions);
        }
    });
}
