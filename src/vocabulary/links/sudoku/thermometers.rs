//! Thermometers, as a layout of sides says them: on which side of each pair it is warmer.

use crate::links::family;
use puzgen_base::heads::Signed;
use puzgen_model::grid::Place;
use puzgen_model::link::{Arguments, Content, LinkFamily};
use puzgen_model::sudoku::{Sudoku, SudokuCode};
use puzgen_model::value::Key;

/// `thermometers(warmer)`.
#[derive(Debug)]
pub(super) struct Thermometers;

impl SudokuCode for Thermometers {
    fn head(&self) -> Signed {
        Signed {
            name: "thermometers",
            signature: "thermometers(layout)",
            about: "For two squares side by side 1 where the second one is warmer, 2 where the first one is, 0 elsewhere.",
        }
    }

    fn write(&self, arguments: &Arguments<'_>, sudoku: &mut Sudoku) -> Result<(), String> {
        let warmer = family(arguments);
        let mut next: Vec<Option<usize>> = vec![None; arguments.grid.cell_count()];
        let mut is_reached = vec![false; arguments.grid.cell_count()];
        for (position, (a, b)) in pairs(warmer) {
            let (from, to) = match warmer.contents[position] {
                Content::Value(1) => (a, b),
                Content::Value(2) => (b, a),
                _ => continue,
            };
            if next[from].replace(to).is_some() || std::mem::replace(&mut is_reached[to], true) {
                return Err("thermometers meet".to_owned());
            }
        }
        for bulb in (0..next.len()).filter(|cell| next[*cell].is_some() && !is_reached[*cell]) {
            sudoku
                .thermometers
                .push(std::iter::successors(Some(bulb), |cell| next[*cell]).collect());
        }
        Ok(())
    }

    fn read(&self, sudoku: &mut Sudoku, into: &mut Arguments<'_>) -> Result<(), String> {
        let Some(warmer) = into.families_mut().next() else { return Ok(()) };
        warmer.contents.fill(Content::Value(0));
        for path in std::mem::take(&mut sudoku.thermometers) {
            for step in path.windows(2) {
                let is_step = |(a, b): &(usize, usize)| (*a.min(b), *a.max(b));
                let wanted = is_step(&(step[0], step[1]));
                let found = pairs(warmer).find(|(_, pair)| is_step(pair) == wanted);
                let (position, (a, _)) =
                    found.ok_or("a thermometer leaves the sides of its squares")?;
                let warm = if a == step[0] { 1 } else { 2 };
                if warmer.contents[position] != Content::Value(0) {
                    return Err("thermometers meet".to_owned());
                }
                warmer.contents[position] = Content::Value(warm);
            }
        }
        Ok(())
    }
}

/// Returns the positions of a family with the two squares of each.
fn pairs<'f>(
    family: &'f LinkFamily<'_>,
) -> impl Iterator<Item = (usize, (usize, usize))> + use<'f> {
    let pair = |key: &Key| match key {
        Key::Tuple(parts) => match parts[..] {
            [Key::Place(Place { index: a, .. }), Key::Place(Place { index: b, .. })] => {
                Some((a as usize, b as usize))
            }
            _ => None,
        },
        _ => None,
    };
    let keys = family.index.keys().iter().enumerate();
    keys.filter_map(move |(position, key)| Some((position, pair(key)?)))
}
