//! Symmetric copies of a puzzle are equally hard: the same score, tier, hardest step, measures and
//! level.
//!
//! That holds for maps that take the rules onto themselves, or onto those of other parameters or another
//! layout. It need not for those that keep the solutions alone, because what is easily seen follows the
//! rules; and not for those that exchange places and values, because looking at a place and looking for a
//! value are different measures.

use std::collections::BTreeSet;
use std::fs;

use puzgen_base::budget::Budget;
use puzgen_base::rng::Rng;
use puzgen_base::source::Sources;
use puzgen_engines::ENGINES;
use puzgen_engines::auto::Auto;
use puzgen_generate::rate::Rater;
use puzgen_generate::{Generator, Layouts, Options, any_instance};
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::{Instance, Setting};
use puzgen_model::puzzle::FactValue;
use puzgen_puzzles as library;
use puzgen_solve::prove::{self, Proof};
use puzgen_symmetry::Symmetry;
use puzgen_vocabulary::lower::{Lowered, Purpose, Ready, ReadyRef, lower};

use super::transforms::random_board;
use super::{is_soak, rounds};
use crate::case::root;
use crate::define::{budget, define, engines, report, settings, small};

/// Definitions with transforms, in the library or in examples/, and parameters.
const RUNS: &[(&str, &[&str])] = &[
    ("sudoku", &["box_rows=2", "box_columns=2"]),
    ("sudoku", &["box_rows=2", "box_columns=3"]),
    ("sudoku", &[]),
    ("latin_square", &["n=4"]),
    ("latin_square", &["n=5"]),
    ("futoshiki", &["n=4"]),
    ("futoshiki", &[]),
    ("fillomino", &["height=4", "width=5"]),
    ("fillomino", &["height=5", "width=5"]),
    ("knight_sudoku", &["box_rows=2", "box_columns=3"]),
    ("knight_sudoku", &[]),
    ("binairo", &[]),
    ("diagonal_sudoku", &[]),
    ("kropki", &[]),
    ("magic_square", &[]),
    ("non_consecutive", &[]),
];

/// Built-in puzzles that are looked at in every run, too: those whose clues are written in one direction, and
/// others with lines, shading, groups, layouts, numbers, and statements that are seen together with differences.
const QUICK: &[&str] = &[
    "net",
    "tapa",
    "masyu",
    "akari",
    "binairo",
    "fillomino",
    "jigsaw",
    "kropki",
    "slant",
    "skyscrapers",
];

/// Returns the facts of a random puzzle with one solution: given facts are hidden in random order as
/// long as the others are enough, and not always all that could be.
fn random_puzzle(instance: &Instance<'_>, lowered: &Lowered, rng: &mut Rng) -> Vec<FactValue> {
    let engine = engines(lowered).next().unwrap();
    let (_, solution) = random_board(instance, lowered, rng);
    let mut board = puzgen_model::rules::facts_of(instance, &solution).unwrap();
    let mut solver = puzgen_solve::Solver::new(lowered, engine);
    let mut order: Vec<usize> = (0..board.len()).collect();
    rng.shuffle(&mut order);
    // One in four is left with more than it needs.
    let least = if rng.below(4) == 0 { rng.below(board.len()) } else { 0 };
    for fact in order {
        if board.iter().flatten().count() <= least {
            break;
        }
        let Some(value) = board[fact].take() else { continue };
        let mut lits: Vec<_> = shown(&board).map(|(f, v)| lowered.fact_lit(f, v)).collect();
        lits.push(!lowered.fact_lit(fact, value));
        if !matches!(solver.solve(&lits, &mut budget()), puzgen_engine::Verdict::Unsat(_)) {
            board[fact] = Some(value);
        }
    }
    board
}

fn shown(board: &[FactValue]) -> impl Iterator<Item = (usize, i64)> + '_ {
    board.iter().enumerate().filter_map(|(fact, value)| Some((fact, (*value)?)))
}

/// Calls `body` with an instance of a built-in puzzle or an example, and the group of the maps that
/// take its rules onto themselves and do not mix places and values.
fn with_group(name: &str, params: &[&str], body: impl FnOnce(&Instance<'_>, &Lowered, &Symmetry)) {
    let mut sources = Sources::new();
    let mut definition = match library::text(name) {
        Some(_) => super::built_in::built_in(&mut sources, name),
        None => {
            let path = root().join("examples").join(format!("{name}.pz"));
            let text = fs::read_to_string(path).unwrap();
            define(&mut sources, name, &text, Some(name))
                .unwrap_or_else(|problems| panic!("{}", report(problems, &sources)))
        }
    };
    let settings = settings(&mut sources, params);
    let proofs = {
        let instance = Instance::new(&definition, &settings).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        let proofs = prove::transforms(&instance, &lowered, ENGINES, &mut budget()).proofs;
        let holds = proofs.iter().map(|proof| matches!(proof, Proof::Holds(None)));
        holds.collect::<Vec<bool>>()
    };
    let mut proofs = proofs.into_iter();
    definition
        .transforms
        .retain(|transform| proofs.next() == Some(true) && transform.name != "conjugate");
    let instance = Instance::new(&definition, &settings).unwrap();
    let lowered = lower(&instance, Purpose::Solve).unwrap();
    let proved = prove::transforms(&instance, &lowered, ENGINES, &mut budget());
    body(&instance, &lowered, &proved.equivalents.unwrap().symmetry);
}

#[test]
fn symmetric_copies_are_equally_hard() {
    rounds("steps", RUNS.len() as u64, |number, rng| {
        let (name, params) = RUNS[number as usize % RUNS.len()];
        println!("round {number}: {name} {params:?}");
        with_group(name, params, |instance, lowered, symmetry| {
            let engine = engines(lowered).next().unwrap();
            let mut rater = Rater::new(instance, lowered, engine, None);
            let mut rate = |board: &[FactValue]| {
                let given: Vec<(usize, i64)> = shown(board).collect();
                rater.rate(&given, None, &mut budget()).unwrap()
            };
            let board = random_puzzle(instance, lowered, rng);
            let told = rate(&board);
            assert_eq!(told.solutions, Some(1));
            assert!(told.steps.is_some(), "nothing to compare");
            for _ in 0..3 {
                let action = symmetry.draw(rng).next().unwrap();
                let image = symmetry.board(&action, &board).unwrap();
                let copy = rate(&image);
                let what = format!("{name} {params:?}:\n{board:?}\n{image:?}");
                assert_eq!(
                    (told.steps.as_ref(), told.level),
                    (copy.steps.as_ref(), copy.level),
                    "{what}"
                );
            }
        });
    });
}

/// Returns the checked definition of a built-in puzzle with those of its transforms that take the rules onto
/// rules and do not mix places and values.
fn with_plain_transforms(sources: &mut Sources, name: &str, settings: &[Setting]) -> Definition {
    let mut definition = super::built_in::built_in(sources, name);
    let ready = any_instance(&definition, settings, ENGINES, &Budget::unlimited()).unwrap();
    let proofs = prove::transforms(&ready.instance, &ready.lowered, ENGINES, &mut budget()).proofs;
    let holds: Vec<bool> = proofs.iter().map(|proof| matches!(proof, Proof::Holds(None))).collect();
    drop(proofs);
    drop(ready);
    let mut holds = holds.into_iter();
    definition
        .transforms
        .retain(|transform| holds.next() == Some(true) && transform.name != "conjugate");
    definition
}

/// Returns what is found out of a puzzle that shows these facts.
fn rated(
    instance: &Instance<'_>,
    lowered: &Lowered,
    told: &[FactValue],
    shown: &[bool],
) -> puzgen_generate::rate::Rating {
    let engine = engines(lowered).next().unwrap();
    let given = instance.given(told, shown);
    Rater::new(instance, lowered, engine, None).rate(&given, None, &mut budget()).unwrap()
}

/// In a long run every built-in puzzle that has proved transforms, several of each, and in other proportions,
/// too.
#[test]
fn symmetric_copies_of_built_in_puzzles_are_equally_hard() {
    let names: Vec<&str> = library::names();
    let mut compared = BTreeSet::new();
    rounds("copies", names.len() as u64, |number, rng| {
        let name = names[number as usize % names.len()];
        let turn = number as usize / names.len();
        if !is_soak() && !QUICK.contains(&name) {
            return;
        }
        println!("round {number}: {name}");
        let mut sources = Sources::new();
        let mut params = small(name);
        // The other way round.
        if turn % 3 == 1 {
            for param in &mut params {
                let (name, value) = param.split_once('=').unwrap();
                let name = match name {
                    "height" => "width",
                    "width" => "height",
                    other => other,
                };
                *param = format!("{name}={value}");
            }
        }
        let params: Vec<&str> = params.iter().map(String::as_str).collect();
        let settings = settings(&mut sources, &params);
        if super::built_in::built_in(&mut sources, name).transforms.is_empty() {
            return;
        }
        let definition = with_plain_transforms(&mut sources, name, &settings);
        let layouts = Layouts::new(&definition, &settings).unwrap();
        let mut take = |generator: &mut Generator<'_>, found: Vec<GeneratedPuzzle>| {
            let ReadyRef { instance, lowered } = generator.problem();
            let proved = prove::transforms(instance, lowered, ENGINES, &mut budget());
            let Some(equivalents) = proved.equivalents else { return Ok(()) };
            for puzzle in found {
                let (told, shown) = (puzzle.values_told(), puzzle.shown.clone());
                let own = rated(instance, lowered, &told, &shown);
                for member in equivalents.draw(rng, &budget()).take(4) {
                    let Some(image) = equivalents.board(&member, &told) else { continue };
                    let Some(shown) = equivalents.shown(&member, &shown, &told) else { continue };
                    let copy = match &member.proved {
                        None => rated(instance, lowered, &image, &shown),
                        Some(proved) => {
                            let Ready { instance, lowered } = &*proved.ready;
                            rated(instance, lowered, &image, &shown)
                        }
                    };
                    compared.insert(name);
                    let what = format!("{name} {params:?}:\n{told:?}\n{image:?}");
                    assert_eq!(
                        (own.steps.as_ref(), own.level),
                        (copy.steps.as_ref(), copy.level),
                        "{what}"
                    );
                }
            }
            Ok(())
        };
        let made =
            layouts.generate(&Auto, &Options::new(ENGINES), (number, 0), &mut budget(), &mut take);
        made.unwrap();
    });
    let least = if is_soak() { 40 } else { QUICK.len() };
    assert!(compared.len() >= least, "only {compared:?} were compared");
}
