//! Symmetric copies of a puzzle are equally hard: the same score, tier, hardest step, measures and
//! level.
//!
//! That holds for maps that take the rules onto themselves. It need not for those that keep the
//! solutions alone, because what is easily seen follows the rules; and not for those that exchange
//! places and values, because looking at a place and looking for a value are different measures.

use std::fs;

use puzgen::appraise::Appraiser;
use puzgen::library;
use puzgen::lower::{Lowered, Purpose, lower};
use puzgen::model::instance::Instance;
use puzgen::model::puzzle::FactValue;
use puzgen::prove::{self, Proof};
use puzgen::rng::Rng;
use puzgen::source::Sources;
use puzgen::symmetry::Symmetry;

use super::rounds;
use super::transforms::random_board;
use crate::case::root;
use crate::define::{budget, define, engines, report, settings};

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

/// Returns the facts of a random puzzle with one solution: given facts are hidden in random order as
/// long as the others are enough, and not always all that could be.
fn random_puzzle(instance: &Instance<'_>, lowered: &Lowered, rng: &mut Rng) -> Vec<FactValue> {
    let engine = engines(lowered).next().unwrap();
    let (_, solution) = random_board(instance, lowered, rng);
    let mut board = puzgen::model::puzzle::facts_of(instance, &solution).unwrap();
    let mut solver = puzgen::solve::Solver::new(lowered, engine);
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
        if !matches!(solver.check(&lits, &mut budget()), puzgen::engine::Verdict::Unsat(_)) {
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
        let proofs = prove::transforms(&instance, &lowered, &mut budget()).proofs;
        let holds = proofs.iter().map(|proof| matches!(proof, Proof::Holds(None)));
        holds.collect::<Vec<bool>>()
    };
    let mut proofs = proofs.into_iter();
    definition
        .transforms
        .retain(|transform| proofs.next() == Some(true) && transform.name != "conjugate");
    let instance = Instance::new(&definition, &settings).unwrap();
    let lowered = lower(&instance, Purpose::Solve).unwrap();
    let proved = prove::transforms(&instance, &lowered, &mut budget());
    body(&instance, &lowered, &proved.orbit.unwrap().symmetry);
}

#[test]
fn symmetric_copies_are_equally_hard() {
    rounds("steps", RUNS.len() as u64, |number, rng| {
        let (name, params) = RUNS[number as usize % RUNS.len()];
        println!("round {number}: {name} {params:?}");
        with_group(name, params, |instance, lowered, symmetry| {
            let engine = engines(lowered).next().unwrap();
            let mut appraiser = Appraiser::new(instance, lowered, engine, None);
            let mut appraise = |board: &[FactValue]| {
                let given: Vec<(usize, i64)> = shown(board).collect();
                appraiser.appraise(&given, None, &mut budget()).unwrap()
            };
            let board = random_puzzle(instance, lowered, rng);
            let told = appraise(&board);
            assert_eq!(told.solutions, Some(1));
            assert!(told.steps.is_some(), "nothing to compare");
            for _ in 0..3 {
                let action = symmetry.draw(rng).next().unwrap();
                let image = symmetry.board(&action, &board).unwrap();
                let copy = appraise(&image);
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
