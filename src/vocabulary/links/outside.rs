//! Several numbers beside each line of a board, from the nearest one to the farthest: `encodeNumber16ExCell` of pzpr.

use crate::links::in_order::{InOrder, Values};
use crate::links::numbers::NUMBERS;
use crate::links::{Places, all};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Arguments, Content, LinkCode, LinkText};
use puzgen_model::value::Key;

/// `numbers_in_turn(near, far, …)`.
#[derive(Debug)]
pub(super) struct NumbersInTurn;

/// `run_lengths(down, across)`.
#[derive(Debug)]
pub(super) struct RunLengths;

/// Writes contents as `numbers` does.
fn write(contents: &[Content]) -> Result<String, String> {
    InOrder::write(&NUMBERS, contents, values(contents.len()))
}

/// Returns what `numbers` is told of values: of these, it looks at their count alone.
fn values(count: usize) -> Values {
    Values { count, is_truth: false, is_whole: false }
}

/// Returns the places of clues of which two stand beside the same lines, by turns.
fn in_turn(arguments: &Arguments<'_>) -> Places {
    let of = |number: usize| Places::of(arguments, number..number + 1).at;
    let pairs = all(arguments).step_by(2).flat_map(|near| of(near).into_iter().zip(of(near + 1)));
    Places { at: pairs.flat_map(|(near, far)| [near, far]).collect() }
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

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        write(&in_turn(arguments).contents(arguments))
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let places = in_turn(into);
        let found = InOrder::read(&NUMBERS, text, values(places.at.len()))?;
        places.fill(&found, into)
    }
}

/// Returns how many places each line has, line by line: those of keys that begin alike.
fn lines(arguments: &Arguments<'_>) -> Vec<usize> {
    let mut lines = Vec::new();
    for family in arguments.families() {
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

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        let contents = Places::all(arguments).contents(arguments);
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
        write(&turned)
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let places = Places::all(into);
        let mut found = InOrder::read(&NUMBERS, text, values(places.at.len()))?;
        found.resize(places.at.len(), Content::Empty);
        let mut turned = Vec::new();
        let mut rest = found.as_slice();
        for count in lines(into) {
            let (line, behind) = rest.split_at(count);
            rest = behind;
            let runs = line.iter().rev().filter(|run| **run != Content::Empty);
            let none = std::iter::repeat(&Content::Value(0));
            turned.extend(runs.chain(none).take(count).copied());
        }
        places.fill(&turned, into)
    }
}
