//! Several numbers beside each line of a board, from the nearest one to the farthest: `encodeNumber16ExCell` of pzpr.

use crate::links::in_order::{InOrder, Values};
use crate::links::numbers::NUMBERS;
use crate::links::{Places, families};
use puzgen_base::heads::Signed;
use puzgen_model::grid::Grid;
use puzgen_model::link::{Content, LinkArgument, LinkCode, LinkText};
use puzgen_model::value::Key;

/// `numbers_in_turn(near, far, …)`.
#[derive(Debug)]
pub(super) struct NumbersInTurn;

/// `run_lengths(down, across)`.
#[derive(Debug)]
pub(super) struct RunLengths;

/// What `numbers` is told of values; it does not look at it.
const ANY: Values = Values { is_truth: false, is_whole: false };

/// Returns the places of clues of which two stand beside the same lines, by turns.
fn in_turn(grid: &Grid, arguments: &[LinkArgument<'_>]) -> Places {
    let mut at = Vec::new();
    for number in (0..arguments.len()).step_by(2) {
        let of = |number: usize| Places::of(grid, &arguments[number..=number]).at;
        for ((_, near), (_, far)) in of(number).into_iter().zip(of(number + 1)) {
            at.extend([(number, near), (number + 1, far)]);
        }
    }
    Places { at }
}

impl LinkCode for NumbersInTurn {
    fn head(&self) -> Signed {
        Signed {
            name: "numbers_in_turn",
            signature: "numbers_in_turn(near, far, …)",
            about: "As `numbers`, of clues that stand in twos beside the same lines: the nearer one first.",
        }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families.is_some_and(|count| count > 0 && count % 2 == 0)
    }

    fn write(&self, grid: &Grid, arguments: &[LinkArgument<'_>]) -> Result<String, String> {
        InOrder::write(&NUMBERS, &in_turn(grid, arguments).contents(arguments), ANY)
    }

    fn read(
        &self,
        grid: &Grid,
        text: &mut LinkText<'_>,
        arguments: &mut [LinkArgument<'_>],
    ) -> Result<(), String> {
        let places = in_turn(grid, arguments);
        let found = InOrder::read(&NUMBERS, text, places.at.len(), ANY)?;
        places.fill(&found, arguments)
    }
}

/// Returns how many places each line has, line by line: those of keys that begin alike.
fn lines(arguments: &[LinkArgument<'_>]) -> Vec<usize> {
    let mut lines = Vec::new();
    for family in families(arguments) {
        let line = |key: &Key| match key {
            Key::Tuple(parts) => parts.first().cloned(),
            other => Some(other.clone()),
        };
        let same = |one: &Key, other: &Key| line(one) == line(other);
        lines.extend(family.index.keys().chunk_by(same).map(<[Key]>::len));
    }
    lines
}

impl LinkCode for RunLengths {
    fn head(&self) -> Signed {
        Signed {
            name: "run_lengths",
            signature: "run_lengths(columns, rows)",
            about: "As `numbers`, of the runs of every column and row: the last run first, 0 for none.",
        }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        families == Some(2)
    }

    fn write(&self, grid: &Grid, arguments: &[LinkArgument<'_>]) -> Result<String, String> {
        let contents = Places::of(grid, arguments).contents(arguments);
        let mut turned = Vec::new();
        let mut rest = contents.as_slice();
        for count in lines(arguments) {
            let (line, behind) = rest.split_at(count);
            rest = behind;
            if line.iter().any(|run| run.value().is_none()) {
                return Err("a run is missing, and all are shown".to_owned());
            }
            let runs = line.iter().rev().filter(|run| run.value() != Some(0));
            let empty = std::iter::repeat(&Content::Empty);
            turned.extend(runs.chain(empty).take(count).copied());
        }
        InOrder::write(&NUMBERS, &turned, ANY)
    }

    fn read(
        &self,
        grid: &Grid,
        text: &mut LinkText<'_>,
        arguments: &mut [LinkArgument<'_>],
    ) -> Result<(), String> {
        let places = Places::of(grid, arguments);
        let mut found = InOrder::read(&NUMBERS, text, places.at.len(), ANY)?;
        found.resize(places.at.len(), Content::Empty);
        let mut turned = Vec::new();
        let mut rest = found.as_slice();
        for count in lines(arguments) {
            let (line, behind) = rest.split_at(count);
            rest = behind;
            let runs = line.iter().rev().filter(|run| **run != Content::Empty);
            let none = std::iter::repeat(&Content::Value(0));
            turned.extend(runs.chain(none).take(count).copied());
        }
        places.fill(&turned, arguments)
    }
}
