//! `--symmetry`: the clues left lie in the symmetry that was asked for, and are enough.

use puzgen_base::source::Sources;
use puzgen_engines::ENGINES;
use puzgen_generate::{GenerationOutcome, Options};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::BoardSymmetry;
use puzgen_model::instance::Instance;
use puzgen_model::value::Key;
use puzgen_vocabulary::lower::{Purpose, lower};

use super::built_in::built_in;
use crate::define::{engines, settings};
use crate::stages::{puzzles, recount};

/// Where a symmetry takes a row and a column; the first number is that of the first and the last row together.
type Image = fn(i64, i64, i64) -> (i64, i64);

/// A puzzle, its parameters, and the symmetries that are asked for, with what they do told once more.
type Tried = (&'static str, &'static [&'static str], &'static [(BoardSymmetry, Image)]);

/// Puzzles of square boards.
const TRIED: &[Tried] = &[
    ("sudoku", &[], &[(BoardSymmetry::HalfTurn, |n, r, c| (n - r, n - c))]),
    ("fillomino", &["height=6", "width=6"], &[(BoardSymmetry::LeftRight, |n, r, c| (r, n - c))]),
    (
        "mosaic",
        &["height=6", "width=6"],
        &[
            (BoardSymmetry::Diagonal, |_, r, c| (c, r)),
            (BoardSymmetry::UpDown, |n, r, c| (n - r, c)),
        ],
    ),
    (
        "slitherlink",
        &["height=5", "width=5"],
        &[(BoardSymmetry::QuarterTurn, |n, r, c| (c, n - r))],
    ),
    ("masyu", &["height=6", "width=6"], &[(BoardSymmetry::HalfTurn, |n, r, c| (n - r, n - c))]),
    ("snake", &["height=5", "width=5"], &[(BoardSymmetry::HalfTurn, |n, r, c| (n - r, n - c))]),
    ("futoshiki", &[], &[(BoardSymmetry::Antidiagonal, |n, r, c| (n - c, n - r))]),
];

/// Returns the rows and columns of a key's places, in order of these.
fn places(instance: &Instance<'_>, key: &Key) -> Vec<(i64, i64)> {
    let grid = instance.grid.as_ref().unwrap();
    let at = |place| {
        let (row, column) = grid.row_column(place);
        (row as i64, column as i64)
    };
    let mut places: Vec<_> = key.places().into_iter().map(at).collect();
    places.sort_unstable();
    places
}

/// Fails unless each removable clue that is shown has one at its image, in the same family.
fn is_symmetric(instance: &Instance<'_>, puzzle: &GeneratedPuzzle, image: Image) {
    let cells = instance.grid.as_ref().unwrap().rows();
    let row = |line: &Vec<_>| instance.grid.as_ref().unwrap().row_column(line[0]).0 as i64;
    let sum = row(cells.first().unwrap()) + row(cells.last().unwrap());
    for clue in instance.clues.iter().filter(|clue| clue.is_droppable) {
        let all: Vec<_> = clue.index.keys().iter().map(|key| places(instance, key)).collect();
        for (position, places) in all.iter().enumerate() {
            let mut images: Vec<_> = places.iter().map(|(r, c)| image(sum, *r, *c)).collect();
            images.sort_unstable();
            let other = all.iter().position(|other| *other == images).unwrap();
            let [here, there] = [position, other].map(|at| puzzle.shown[clue.offset + at]);
            assert_eq!(here, there, "{places:?} and {images:?}");
        }
    }
}

#[test]
fn clues_that_are_left_are_symmetric() {
    for (name, set, symmetries) in TRIED {
        let mut sources = Sources::new();
        let mut definition = built_in(&mut sources, name);
        definition.remove.symmetry = symmetries.iter().map(|(symmetry, _)| *symmetry).collect();
        let settings = settings(&mut sources, set);
        let instance = Instance::new(&definition, &settings).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        let engine = engines(&lowered).next().unwrap();
        let run = puzzles(&instance, &lowered, engine, &Options::new(ENGINES), 1, 0..2);
        for (found, outcome) in run.unwrap() {
            assert!(matches!(outcome, GenerationOutcome::Done), "{name}: {outcome:?}");
            assert_eq!(found.len(), 1);
            for puzzle in found {
                recount(&instance, &lowered, &puzzle);
                symmetries.iter().for_each(|(_, image)| is_symmetric(&instance, &puzzle, *image));
            }
        }
    }
}
