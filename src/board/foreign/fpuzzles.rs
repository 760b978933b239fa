//! Links of f-puzzles, which SudokuPad opens as well: sudokus with constraints.

use serde_json::{Value as Json, json};

use crate::foreign::json::{Object, list, number, number_of, rows, side, solution, square, text};
use crate::foreign::packed::{pack, unpack};
use crate::foreign::{ForeignForm, is_address};
use puzgen_base::heads::FileHead;
use puzgen_model::sudoku::{Cage, Sudoku};

/// The address of a sudoku at f-puzzles.
#[derive(Debug)]
pub struct Fpuzzles;

const BEFORE: &str = "https://www.f-puzzles.com/?load=";

/// Fields that say nothing of the rules.
const SILENT: &[&str] = &[
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "successMessage",
    "disabledlogic",
    "truecandidatesoptions",
];

/// Fields that are read.
const READ: &[&str] = &["diagonal+", "diagonal-", "antiknight", "killercage", "thermometer"];

impl ForeignForm for Fpuzzles {
    fn head(&self) -> FileHead {
        FileHead::new(
            "fpuzzles",
            "the address of the sudoku, with its constraints, at f-puzzles",
            "txt",
        )
    }

    fn begins(&self, start: &str) -> bool {
        is_address(start, &["f-puzzles.com/"])
    }

    fn write(&self, sudoku: &Sudoku) -> Result<String, String> {
        Ok(format!("{BEFORE}{}\n", pack(&object_of(sudoku).to_string())))
    }

    fn read(&self, text: &str) -> Result<Vec<Sudoku>, String> {
        let (_, packed) = text.split_once("load=").ok_or("the address has no puzzle")?;
        let packed = packed.split(['&', '#']).next().unwrap_or_default();
        Ok(vec![sudoku_of(&unpack(packed)?)?])
    }
}

/// Returns the object that f-puzzles has for a sudoku.
pub(super) fn object_of(sudoku: &Sudoku) -> Json {
    let default = Sudoku::with_default_boxes(sudoku.size).regions;
    let cell = |at: usize| {
        let mut cell = Object::new();
        if let Some(given) = sudoku.givens[at] {
            cell.insert("value".to_owned(), given.into());
            cell.insert("given".to_owned(), true.into());
        }
        if sudoku.regions != default {
            let region = sudoku.regions.as_ref().map(|regions| regions[at]);
            cell.insert("region".to_owned(), region.into());
        }
        cell.into()
    };
    let mut object = json!({
        "size": sudoku.size,
        "title": sudoku.title,
        "author": "puzgen",
        "ruleset": sudoku.rules,
        "grid": rows(sudoku, cell),
    });
    let name = |cell: &usize| format!("R{}C{}", cell / sudoku.size + 1, cell % sudoku.size + 1);
    let names = |cells: &[usize]| -> Vec<String> { cells.iter().map(name).collect() };
    if sudoku.has_diagonals {
        object["diagonal+"] = true.into();
        object["diagonal-"] = true.into();
    }
    if sudoku.is_antiknight {
        object["antiknight"] = true.into();
    }
    if !sudoku.cages.is_empty() {
        let value = |cage: &Cage| cage.sum.map(|sum| sum.to_string()).unwrap_or_default();
        let cages = sudoku.cages.iter();
        object["killercage"] = cages
            .map(|cage| json!({ "cells": names(&cage.cells), "value": value(cage) }))
            .collect();
    }
    if !sudoku.thermometers.is_empty() {
        let paths = sudoku.thermometers.iter();
        object["thermometer"] = paths.map(|path| json!({ "lines": [names(path)] })).collect();
    }
    if let Some(solution) = &sudoku.solution {
        object["solution"] = solution.clone().into();
    }
    object
}

/// Reads the sudoku of such an object.
pub(super) fn sudoku_of(object: &Object) -> Result<Sudoku, String> {
    let other = object.iter().find(|(name, value)| {
        let name = name.as_str();
        !SILENT.contains(&name) && !READ.contains(&name) && !is_nothing(value)
    });
    if let Some((name, _)) = other {
        return Err(format!("it has `{name}`, which is not read"));
    }
    let cells = square(object, "grid")?;
    let size = side(cells.len());
    let mut sudoku = Sudoku::with_default_boxes(size);
    sudoku.title = text(object, "title");
    sudoku.rules = text(object, "ruleset");
    let regions = sudoku.regions.take().unwrap_or_default();
    let mut found = Vec::new();
    for (at, cell) in cells.iter().enumerate() {
        if cell["given"] == Json::Bool(true) {
            sudoku.givens[at] = Some(number_of(&cell["value"], size)?);
        }
        found.push(match cell.get("region") {
            None => Some(regions[at]),
            Some(region) => number(region)
                .and_then(|region| usize::try_from(region).ok())
                .filter(|region| *region < size),
        });
    }
    sudoku.regions = match found.iter().any(Option::is_some) {
        true => Some(found.into_iter().collect::<Option<_>>().ok_or("a square has no region")?),
        false => None,
    };
    let is_set = |name: &str| object.get(name) == Some(&Json::Bool(true));
    sudoku.has_diagonals = is_set("diagonal+") && is_set("diagonal-");
    if is_set("diagonal+") != is_set("diagonal-") {
        return Err("it has one diagonal, and two are read".to_owned());
    }
    sudoku.is_antiknight = is_set("antiknight");
    for cage in list(object, "killercage").into_iter().flatten() {
        let cells = cells_of(&cage["cells"], size)?;
        sudoku.cages.push(Cage { cells, sum: number(&cage["value"]) });
    }
    for line in list(object, "thermometer").into_iter().flatten() {
        let lines = line["lines"].as_array().ok_or("a thermometer has no `lines`")?;
        for line in lines {
            sudoku.thermometers.push(cells_of(line, size)?);
        }
    }
    let values: Vec<&Json> = list(object, "solution").into_iter().flatten().collect();
    sudoku.solution = solution(&values, size);
    Ok(sudoku)
}

/// Returns whether a field says nothing.
fn is_nothing(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => true,
        Json::Array(list) => list.is_empty(),
        Json::Object(object) => object.is_empty(),
        Json::String(text) => text.is_empty(),
        Json::Bool(true) | Json::Number(_) => false,
    }
}

/// Reads names such as `R1C9`.
fn cells_of(names: &Json, size: usize) -> Result<Vec<usize>, String> {
    let cell = |name: &Json| {
        let (row, column) = name.as_str()?.strip_prefix('R')?.split_once('C')?;
        let place = |text: &str| text.parse::<usize>().ok().filter(|it| (1..=size).contains(it));
        Some((place(row)? - 1) * size + place(column)? - 1)
    };
    let names = names.as_array().map(Vec::as_slice).unwrap_or_default();
    let cells = names.iter().map(|name| cell(name).ok_or(format!("{name} is no square")));
    cells.collect()
}
