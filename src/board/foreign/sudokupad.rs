//! Links of SudokuPad: sudokus as f-puzzles has them, and drawings with numbers in them, of which those without
//! drawn constraints are read.

use serde_json::Value as Json;

use crate::foreign::fpuzzles::{object_of, sudoku_of};
use crate::foreign::json::{Object, list, number, number_of, side, square};
use crate::foreign::packed::{pack, unpack};
use crate::foreign::{ForeignForm, is_address};
use puzgen_base::heads::FileHead;
use puzgen_model::sudoku::{Cage, Sudoku};

/// The address of a puzzle at SudokuPad.
#[derive(Debug)]
pub struct Sudokupad;

const BEFORE: &str = "https://sudokupad.app/fpuzzles";

/// What puzzles begin with that are packed as those of f-puzzles, and those that are packed as drawings.
const FPUZZLES: [&str; 2] = ["fpuzzles", "fpuz"];
const DRAWN: [&str; 2] = ["scl", "ctc"];

/// Parts of drawings that may say anything.
const DRAWINGS: [&str; 6] = ["lines", "arrows", "underlays", "overlays", "foglight", "global"];

impl ForeignForm for Sudokupad {
    fn head(&self) -> FileHead {
        FileHead::new(
            "sudokupad",
            "the address of the puzzle at SudokuPad: a sudoku with its constraints, any other puzzle as a drawing",
            "txt",
        )
    }

    fn begins(&self, start: &str) -> bool {
        is_address(
            start,
            &["sudokupad.app/", "sudokupad.svencodes.com/", "app.crackingthecryptic.com/"],
        )
    }

    fn write(&self, sudoku: &Sudoku) -> Result<String, String> {
        Ok(format!("{BEFORE}{}\n", pack(&object_of(sudoku).to_string())))
    }

    fn read(&self, text: &str) -> Result<Vec<Sudoku>, String> {
        let text = text.trim();
        let packed = |prefixes: &[&str]| {
            let starts = prefixes
                .iter()
                .flat_map(|prefix| [format!("/{prefix}"), format!("puzzleid={prefix}")]);
            let mut found = starts.filter_map(|start| text.split_once(&start));
            found.next().map(|(_, rest)| rest.split(['&', '#', '?']).next().unwrap_or_default())
        };
        if let Some(packed) = packed(&FPUZZLES) {
            return Ok(vec![sudoku_of(&unpack(packed)?)?]);
        }
        let packed =
            packed(&DRAWN).ok_or("it names a puzzle that SudokuPad keeps, and has none")?;
        Ok(vec![drawn(&unpack(packed)?)?])
    }
}

/// Reads a sudoku that is drawn.
fn drawn(object: &Object) -> Result<Sudoku, String> {
    let is_drawn = |name: &&&str| list(object, name).is_some_and(|list| !list.is_empty());
    if let Some(name) = DRAWINGS.iter().find(is_drawn) {
        return Err(format!("it has drawings (`{name}`), which are not read"));
    }
    let cells = square(object, "cells")?;
    let size = side(cells.len());
    let mut sudoku = Sudoku::new(size);
    for (at, cell) in cells.iter().enumerate() {
        if let Some(value) = cell.get("value").filter(|value| !value.is_null()) {
            sudoku.givens[at] = Some(number_of(value, size)?);
        }
    }
    let mut regions = vec![None; size * size];
    for (number, region) in list(object, "regions").into_iter().flatten().enumerate() {
        for cell in cells_of(region, size)? {
            regions[cell] = Some(number);
        }
    }
    sudoku.regions = regions.into_iter().collect();
    for cage in list(object, "cages").into_iter().flatten() {
        let cells = cells_of(&cage["cells"], size)?;
        if !cells.is_empty() {
            sudoku.cages.push(Cage { cells, sum: number(&cage["value"]) });
        } else if let Some((_, rules)) =
            cage["value"].as_str().and_then(|it| it.split_once("rules:"))
        {
            sudoku.rules = rules.trim().to_owned();
        }
    }
    Ok(sudoku)
}

/// Reads squares as pairs of row and column from 0.
fn cells_of(cells: &Json, size: usize) -> Result<Vec<usize>, String> {
    let cell = |pair: &Json| {
        let part =
            |at: usize| usize::try_from(pair.get(at)?.as_u64()?).ok().filter(|it| *it < size);
        Some(part(0)? * size + part(1)?)
    };
    let cells = cells.as_array().map(Vec::as_slice).unwrap_or_default();
    cells.iter().map(|pair| cell(pair).ok_or(format!("{pair} is no square"))).collect()
}
