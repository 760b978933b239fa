//! Dots in squares, on sides and on corners: `encodeDot` of pzpr.

use crate::links::runs::FROM_G;
use crate::links::{Places, digit, too_long, value_of};
use puzgen_base::heads::Signed;
use puzgen_model::grid::{Place, PlaceKind};
use puzgen_model::link::{
    Arguments, Content, FileLines, LinkArgument, LinkCode, LinkText, Position, borders,
};
use puzgen_model::value::Key;

/// `dots(in_squares, on_sides, on_corners)`.
#[derive(Debug)]
pub(super) struct Dots;

impl LinkCode for Dots {
    fn head(&self) -> Signed {
        Signed {
            name: "dots",
            signature: "dots(squares, sides, corners)",
            about: "Dots where these clues are true: in squares, between two, and on corners within the board; a clue behind them is \
         their number.",
        }
    }

    fn takes(&self, families: Option<usize>) -> bool {
        matches!(families, Some(3 | 4))
    }

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        let dots = dots(arguments);
        // A digit says how many of the next six places are empty before the next dot; from `e` on, seven are.
        let mut kept = Vec::new();
        let mut at = 0;
        while at < dots.len() {
            let next = (1..=7).find(|next| dots.get(at + next) == Some(&true));
            let own = dots[at].then(|| next.map_or(14, |next| 2 * (next as u32 - 1)));
            kept.push(own);
            at += if dots[at] { next.map_or(8, |next| next) } else { 1 };
        }
        let contents: Vec<Content> = kept
            .iter()
            .map(|own| own.map_or(Content::Empty, |own| Content::Value(i64::from(own))))
            .collect();
        FROM_G.write(&contents, |at| {
            Ok(kept[at].map(|own| digit(own, 16).to_string()).unwrap_or_default())
        })
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let slots = slots(into);
        let (mut at, mut count) = (0, 0);
        while at < slots.len() {
            let Some(char) = text.take() else { break };
            if ('g'..='z').contains(&char) {
                at += value_of(char, 36)? as usize - 15;
                continue;
            }
            let value = value_of(char, 16)?;
            if value % 2 == 1 {
                return Err("it has a black dot, and galaxies have one kind".to_owned());
            }
            let (family, position) = *slots.get(at).ok_or_else(too_long)?;
            if let (LinkArgument::Family(family), Some(position)) =
                (&mut into.list[family], position)
            {
                family.contents[position] = Content::Value(1);
                count += 1;
            }
            at += value as usize / 2 + 1;
        }
        fill_total(count, into);
        Ok(())
    }

    fn lines(&self, arguments: &Arguments<'_>) -> Result<Vec<String>, String> {
        let dots = dots(arguments);
        let rows = dots.chunks(2 * arguments.grid.columns - 1);
        let row = |row: &[bool]| row.iter().map(|is_dot| if *is_dot { '1' } else { '.' }).collect();
        Ok(rows.map(row).collect())
    }

    fn read_lines(&self, file: &mut FileLines<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let slots = slots(into);
        let mut count = 0;
        for row in slots.chunks(2 * into.grid.columns - 1) {
            let line = file.take(1)?.concat();
            if line.chars().count() != row.len() {
                return Err(format!("`{line}` does not have {} places", row.len()));
            }
            for ((family, position), char) in row.iter().zip(line.chars()) {
                match (char, &mut into.list[*family], position) {
                    ('.', ..) => {}
                    ('1', LinkArgument::Family(family), Some(position)) => {
                        family.contents[*position] = Content::Value(1);
                        count += 1;
                    }
                    _ => return Err(format!("`{char}` is no dot of a galaxy")),
                }
            }
        }
        fill_total(count, into);
        Ok(())
    }
}

/// Says how many dots there are, where a clue is their number: what is no dot is none.
fn fill_total(count: i64, into: &mut Arguments<'_>) {
    if let Some(total) = into.families_mut().nth(3) {
        total.contents.fill(Content::Value(count));
    }
}

/// Returns for the places of dots whether a dot is there.
fn dots(arguments: &Arguments<'_>) -> Vec<bool> {
    let contents = Places { at: slots(arguments) }.contents(arguments);
    contents.iter().map(|content| content.value() == Some(1)).collect()
}

/// Returns the places of dots row by row, half a square apart: the family, and the position in it.
fn slots(arguments: &Arguments<'_>) -> Vec<(usize, Position)> {
    let grid = arguments.grid;
    let families: Vec<_> = arguments.families().collect();
    let sides = borders(grid);
    let side = |a: Place, b: Place| {
        let at = sides.iter().position(|side| side.cells == [a, b]);
        at.and_then(|at| families[1].positions(grid)[at])
    };
    let cell = |row: usize, column: usize| Place::cell(row * grid.columns + column);
    let mut slots = Vec::new();
    for i in 0..2 * grid.rows - 1 {
        for j in 0..2 * grid.columns - 1 {
            let (row, column) = (i / 2, j / 2);
            let own = cell(row, column);
            slots.push(match (i % 2, j % 2) {
                (0, 0) => (0, families[0].index.position_of(&Key::Place(own))),
                (0, _) => (1, side(own, cell(row, column + 1))),
                (_, 0) => (1, side(own, cell(row + 1, column))),
                _ => {
                    let index = ((row + 1) * (grid.columns + 1) + column + 1) as u32;
                    let corner = Place { kind: PlaceKind::Vertex, index };
                    (2, families[2].index.position_of(&Key::Place(corner)))
                }
            });
        }
    }
    slots
}
