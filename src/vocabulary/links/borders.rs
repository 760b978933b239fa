//! Lines between squares, five a character: `encodeBorder` of pzpr.

use crate::links::{bits, family, rows};
use puzgen_base::heads::Signed;
use puzgen_model::grid::Grid;
use puzgen_model::link::{
    Arguments, Border, Content, FileLines, LinkCode, LinkFamily, LinkText, borders,
};

/// `borders(rooms)`, `borders(clue)`.
#[derive(Debug)]
pub(super) struct Borders;

impl LinkCode for Borders {
    fn head(&self) -> Signed {
        Signed {
            name: "borders",
            signature: "borders(layout)",
            about: "The lines between rooms, or those sides of squares where a clue or layout is true.",
        }
    }

    fn write(&self, arguments: &Arguments<'_>) -> Result<String, String> {
        let (family, grid) = (family(arguments), arguments.grid);
        let (across, down) = parts(grid);
        let truths = |part: &[Border], from: usize| -> Vec<bool> {
            let is_line = |(at, border): (usize, &Border)| match family.is_rooms {
                true => room(family, border, 0) != room(family, border, 1),
                false => family.content(family.positions(grid)[from + at]).value() == Some(1),
            };
            part.iter().enumerate().map(is_line).collect()
        };
        let across_count = across.len();
        let (across, down) = (truths(&across, 0), truths(&down, across_count));
        Ok([across, down].map(|part| bits::write(&part)).concat())
    }

    fn read(&self, text: &mut LinkText<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        let grid = into.grid;
        let (across, down) = parts(grid);
        let mut truths = bits::read(text, across.len())?;
        truths.extend(bits::read(text, down.len())?);
        let Some(family) = into.families_mut().next() else { return Ok(()) };
        if family.is_rooms {
            let all: Vec<Border> = across.into_iter().chain(down).collect();
            let open: Vec<[usize; 2]> = all
                .iter()
                .zip(&truths)
                .filter(|(_, is_line)| !**is_line)
                .map(|(border, _)| border.cells.map(|cell| cell.index as usize))
                .collect();
            let rooms = joined(grid.cell_count(), &open);
            for (at, cell) in grid.all(puzgen_model::grid::PlaceKind::Cell).into_iter().enumerate()
            {
                let content = Content::Value(rooms[cell.index as usize]);
                family.contents[at] = content;
            }
            return Ok(());
        }
        let positions = family.positions(grid);
        for (position, is_line) in positions.into_iter().zip(truths) {
            let Some(position) = position else { continue };
            family.contents[position] = Content::Value(i64::from(is_line));
        }
        Ok(())
    }

    fn lines(&self, arguments: &Arguments<'_>) -> Result<Vec<String>, String> {
        let family = family(arguments);
        if !family.is_rooms {
            let word = |content: Content| content.value().filter(|value| *value != 0);
            return rows::write(arguments, 0..1, |it| Ok(word(it).map(|_| "1".to_owned())));
        }
        let rooms = || family.contents.iter().filter_map(|room| room.value());
        let first = rooms().min().unwrap_or_default();
        let count = rooms().max().map_or(0, |last| last + 1 - first).to_string();
        let rows = rows::write(arguments, 0..1, |room| {
            Ok(room.value().map(|room| (room - first).to_string()))
        })?;
        Ok(std::iter::once(count).chain(rows).collect())
    }

    fn read_lines(&self, file: &mut FileLines<'_>, into: &mut Arguments<'_>) -> Result<(), String> {
        if family(into).is_rooms {
            file.take(1)?;
            return rows::read(file, into, 0..1, rows::read_number);
        }
        rows::read(file, into, 0..1, |_| Ok(Content::Value(1)))?;
        let Some(family) = into.families_mut().next() else { return Ok(()) };
        let told = |it: &mut Content| *it = Content::Value(it.value().unwrap_or_default());
        family.contents.iter_mut().for_each(told);
        Ok(())
    }
}

/// Returns the borders between left and right, and those between top and bottom.
fn parts(grid: &Grid) -> (Vec<Border>, Vec<Border>) {
    let is_across = |border: &Border| border.cells[1].index == border.cells[0].index + 1;
    borders(grid).into_iter().partition(is_across)
}

fn room(family: &LinkFamily<'_>, border: &Border, side: usize) -> Option<i64> {
    let key = puzgen_model::value::Key::Place(border.cells[side]);
    family.content(family.index.position_of(&key)).value()
}

/// Returns for each cell the number of its room, from 0 in the order of the rooms' first cells.
fn joined(count: usize, open: &[[usize; 2]]) -> Vec<i64> {
    let mut neighbours = vec![Vec::new(); count];
    for [a, b] in open {
        neighbours[*a].push(*b);
        neighbours[*b].push(*a);
    }
    let mut rooms = vec![-1; count];
    let mut next = 0;
    for first in 0..count {
        if rooms[first] >= 0 {
            continue;
        }
        let mut waiting = vec![first];
        while let Some(cell) = waiting.pop() {
            if rooms[cell] < 0 {
                rooms[cell] = next;
                waiting.extend(&neighbours[cell]);
            }
        }
        next += 1;
    }
    rooms
}
