//! The text in which a puzzle is handed in at GMPuzzles, with its solution where that is known.

use std::collections::BTreeMap;

use crate::exported::{no_genre, not_said, said};
use crate::puzzlink::size;
use crate::pzpr::rows;
use crate::{Context, FamilyBlock, Format, FormatHead};
use puzgen_base::diagnostics::Problem;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::{Grid, Place, PlaceKind};
use puzgen_model::value::Key;
use puzgen_vocabulary::links::gmpuzzles::{Solved, of_genre};

pub(super) struct GmPuzzles;

const FORM: &str = "gmpuzzles";

impl Format for GmPuzzles {
    fn head(&self) -> FormatHead {
        FormatHead {
            holds_one: true,
            ..FormatHead::link(
                FORM,
                "the text in which puzzles are handed in at GMPuzzles, which Penpa+ writes as well",
            )
        }
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let (export, blocks) = said(context, puzzle, "puzzlink")?;
        let Some(genre) = of_genre(&export.genre) else {
            return Err(no_genre(FORM, "text", export));
        };
        let instance = context.instance;
        let lines = || {
            let grid = instance.grid.as_ref().ok_or("it has no board")?;
            let lines = rows(instance, export, &blocks)?;
            let mut text = genre.write(size(instance, export, grid)?, &lines)?;
            if let [solution] = puzzle.solutions.as_slice()
                && let [block] = context.answer_blocks(solution).as_slice()
            {
                text.extend(solved(grid, block, genre.solved));
            }
            Ok(text.join("\n") + "\n")
        };
        lines().map_err(|why: String| not_said(FORM, export, &why))
    }
}

/// Returns the rows of a solution.
fn solved(grid: &Grid, block: &FamilyBlock<'_>, solved: Solved) -> Vec<String> {
    let value = |cell: usize| {
        let position = block.index.position_of(&Key::Place(Place::cell(cell)))?;
        block.value(position)
    };
    let squares = |word: &dyn Fn(usize) -> String, between: &str| -> Vec<String> {
        let row = |row: usize| {
            let words: Vec<String> =
                (0..grid.columns).map(|column| word(row * grid.columns + column)).collect();
            words.join(between)
        };
        (0..grid.rows).map(row).collect()
    };
    match solved {
        Solved::Numbers(is_spaced) => {
            let word = |cell: usize| value(cell).map_or(".".to_owned(), |it| it.to_string());
            squares(&word, if is_spaced { " " } else { "" })
        }
        Solved::Filled => {
            let is_filled = |cell: usize| value(cell).is_some_and(|value| value != 0);
            squares(&|cell| if is_filled(cell) { "X" } else { "." }.to_owned(), "")
        }
        Solved::Loop => way(grid, block),
    }
}

/// Returns for each place of a loop the way on, from the first one to the right.
fn way(grid: &Grid, block: &FamilyBlock<'_>) -> Vec<String> {
    let (mut next, mut is_along_sides) = (BTreeMap::<u32, Vec<u32>>::new(), false);
    for (position, key) in block.index.keys().iter().enumerate() {
        let ends = match key {
            Key::Place(edge) if edge.kind == PlaceKind::Edge => {
                is_along_sides = true;
                grid.ends(*edge)
            }
            Key::Tuple(parts) => match parts[..] {
                [Key::Place(a), Key::Place(b)] => [a, b],
                _ => continue,
            },
            _ => continue,
        };
        if block.value(position) == Some(1) {
            let [a, b] = ends.map(|end| end.index);
            next.entry(a).or_default().push(b);
            next.entry(b).or_default().push(a);
        }
    }
    let more = usize::from(is_along_sides);
    let (rows, columns) = (grid.rows + more, grid.columns + more);
    let mut letters = vec!['.'; rows * columns];
    let first = next.keys().next().copied();
    let mut at = first.map(|first| (first, first + 1));
    while let Some((from, to)) = at {
        letters[from as usize] = match i64::from(to) - i64::from(from) {
            1 => 'R',
            -1 => 'L',
            2.. => 'D',
            _ => 'U',
        };
        let on = next.get(&to).into_iter().flatten().find(|other| **other != from);
        at = on.filter(|_| Some(to) != first).map(|on| (to, *on));
    }
    letters.chunks(columns).map(|row| row.iter().collect()).collect()
}
