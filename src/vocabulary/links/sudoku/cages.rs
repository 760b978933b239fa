//! Cages with their sums.

use crate::links::sudoku::regions::rooms;
use crate::links::sudoku::{by_cell, fill_cells};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Arguments, Content, LinkArgument, LinkFamily};
use puzgen_model::sudoku::{Cage, Sudoku, SudokuCode};
use puzgen_model::value::{Key, Value};

/// `cages(rooms, sum)`.
#[derive(Debug)]
pub(super) struct Cages;

impl SudokuCode for Cages {
    fn head(&self) -> Signed {
        Signed {
            name: "cages",
            signature: "cages(layout, sum)",
            about: "The rooms of a layout are cages without repetition, each with a sum.",
        }
    }

    fn takes(&self, families: usize, values: usize) -> bool {
        (families, values) == (2, 0)
    }

    fn write(&self, arguments: &Arguments<'_>, sudoku: &mut Sudoku) -> Result<(), String> {
        let [LinkArgument::Family(layout), LinkArgument::Family(sums)] = &arguments.list[..] else {
            return Err("it has no cages".to_owned());
        };
        let rooms = rooms(&by_cell(arguments.grid, layout)).ok_or("a square is in no cage")?;
        let count = rooms.iter().max().map_or(0, |last| last + 1);
        for room in 0..count {
            let cells: Vec<usize> = (0..rooms.len()).filter(|cell| rooms[*cell] == room).collect();
            let sum = sums.content(position_of(sums, &cells)).value();
            sudoku.cages.push(Cage { cells, sum });
        }
        Ok(())
    }

    fn read(&self, sudoku: &mut Sudoku, into: &mut Arguments<'_>) -> Result<(), String> {
        let [LinkArgument::Family(layout), LinkArgument::Family(sums)] = &mut into.list[..] else {
            return Err("it has no cages".to_owned());
        };
        let mut cages = std::mem::take(&mut sudoku.cages);
        cages.iter_mut().for_each(|cage| cage.cells.sort_unstable());
        cages.sort_by_key(|cage| cage.cells.first().copied());
        let mut contents = vec![Content::Empty; into.grid.cell_count()];
        for (number, cage) in cages.iter().enumerate() {
            for cell in &cage.cells {
                match contents.get_mut(*cell) {
                    Some(free @ Content::Empty) => *free = Content::Value(number as i64),
                    _ => return Err("two cages share a square".to_owned()),
                }
            }
        }
        if contents.contains(&Content::Empty) {
            return Err("a square is in no cage".to_owned());
        }
        fill_cells(layout, &contents)?;
        for cage in &cages {
            let sum = cage.sum.ok_or("a cage has no sum")?;
            // Where the layout is not known yet, cages have no place.
            if let Some(position) = position_of(sums, &cage.cells) {
                sums.contents[position] = Content::Value(sum);
            }
        }
        Ok(())
    }
}

/// Returns the position of the cage of these squares.
fn position_of(sums: &LinkFamily<'_>, cells: &[usize]) -> Option<usize> {
    let first = *cells.first()?;
    sums.index.keys().iter().position(|key| match key {
        Key::List(_) => match key.to_value() {
            Value::List(list) => list
                .items
                .iter()
                .any(|item| matches!(item, Value::Place(place) if place.index as usize == first)),
            _ => false,
        },
        _ => false,
    })
}
