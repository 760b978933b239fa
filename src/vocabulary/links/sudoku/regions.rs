//! Regions: boxes, or those of a layout.

use crate::links::family;
use crate::links::sudoku::{by_cell, fill_cells};
use puzgen_base::heads::Signed;
use puzgen_model::link::{Arguments, Content, LinkArgument};
use puzgen_model::sudoku::{Sudoku, SudokuCode, boxes};
use puzgen_model::value::Value;

/// `boxes(rows, columns)`.
#[derive(Debug)]
pub(super) struct Boxes;

/// `regions(rooms)`.
#[derive(Debug)]
pub(super) struct Regions;

impl SudokuCode for Boxes {
    fn head(&self) -> Signed {
        Signed {
            name: "boxes",
            signature: "boxes(rows, columns)",
            about: "The regions are boxes of so many rows and columns.",
        }
    }

    fn takes(&self, families: usize, values: usize) -> bool {
        (families, values) == (0, 2)
    }

    fn write(&self, arguments: &Arguments<'_>, sudoku: &mut Sudoku) -> Result<(), String> {
        let [rows, columns] = sides(arguments)?;
        sudoku.regions = Some(boxes(rows, columns));
        Ok(())
    }

    fn read(&self, sudoku: &mut Sudoku, into: &mut Arguments<'_>) -> Result<(), String> {
        let expected = sides(into)?;
        match sudoku.boxes() {
            Some(found) if found == expected => {
                sudoku.regions = None;
                Ok(())
            }
            Some([rows, columns]) => Err(format!("its boxes have {rows} × {columns} squares")),
            None => Err("its regions are no boxes".to_owned()),
        }
    }

    fn values(&self, sudoku: &Sudoku) -> Vec<i64> {
        sudoku.boxes().map(|sides| sides.map(|side| side as i64).to_vec()).unwrap_or_default()
    }
}

fn sides(arguments: &Arguments<'_>) -> Result<[usize; 2], String> {
    let side = |argument: &LinkArgument<'_>| match argument {
        LinkArgument::Value(value) => Value::as_int(value).and_then(|it| usize::try_from(it).ok()),
        LinkArgument::Family(_) => None,
    };
    match arguments.list.iter().map(side).collect::<Vec<_>>()[..] {
        [Some(rows), Some(columns)] => Ok([rows, columns]),
        _ => Err("its boxes have no size".to_owned()),
    }
}

impl SudokuCode for Regions {
    fn head(&self) -> Signed {
        Signed {
            name: "regions",
            signature: "regions(layout)",
            about: "The regions are the rooms of a layout.",
        }
    }

    fn write(&self, arguments: &Arguments<'_>, sudoku: &mut Sudoku) -> Result<(), String> {
        sudoku.regions = rooms(&by_cell(arguments.grid, family(arguments)));
        Ok(())
    }

    fn read(&self, sudoku: &mut Sudoku, into: &mut Arguments<'_>) -> Result<(), String> {
        let regions = sudoku.regions.take().ok_or("it has no regions")?;
        let contents: Vec<Content> =
            regions.into_iter().map(|region| Content::Value(region as i64)).collect();
        into.families_mut().try_for_each(|family| fill_cells(family, &contents))
    }
}

/// Returns the numbers of rooms from 0 in the order of their first squares.
pub(super) fn rooms(contents: &[Content]) -> Option<Vec<usize>> {
    let values: Vec<i64> = contents.iter().map(|it| it.value()).collect::<Option<_>>()?;
    let mut known: Vec<i64> = Vec::new();
    let mut number = |value: i64| {
        known.iter().position(|other| *other == value).unwrap_or_else(|| {
            known.push(value);
            known.len() - 1
        })
    };
    Some(values.into_iter().map(&mut number).collect())
}
