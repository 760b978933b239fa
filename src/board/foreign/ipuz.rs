//! Files in ipuz, an open format for puzzles of several kinds: the kinds that are sudokus.
//!
//! Squares are pairs of column and row from 0.

use serde_json::{Value as Json, json};

use crate::foreign::ForeignForm;
use crate::foreign::json::{list, number, number_of, object, rows, side, solution, square, text};
use puzgen_base::heads::FileHead;
use puzgen_model::sudoku::{Cage, Sudoku};

/// A file with one sudoku.
#[derive(Debug)]
pub struct Ipuz;

/// What the names of kinds begin with.
const KIND: &str = "http://ipuz.org/sudoku";

impl ForeignForm for Ipuz {
    fn head(&self) -> FileHead {
        FileHead::new(
            "ipuz",
            "a file in ipuz, with one sudoku, Latin square or a variant that ipuz has",
            "ipuz",
        )
    }

    fn holds_one(&self) -> bool {
        true
    }

    fn begins(&self, start: &str) -> bool {
        let start = start.get(..400).unwrap_or(start);
        start.starts_with("ipuz(") || (start.starts_with('{') && start.contains("ipuz.org/v"))
    }

    fn write(&self, sudoku: &Sudoku) -> Result<String, String> {
        let kind = kind(sudoku)?;
        let pair = |cell: &usize| json!([cell % sudoku.size, cell / sudoku.size]);
        let cells = |cells: &[usize]| -> Json { cells.iter().map(pair).collect() };
        let given = |at: usize| sudoku.givens[at].unwrap_or_default().into();
        let mut file = json!({
            "version": "http://ipuz.org/v2",
            "kind": [format!("{KIND}{kind}#1")],
            "title": sudoku.title,
            "intro": sudoku.rules,
            "boxes": sudoku.regions.is_some() && sudoku.regions == square_boxes(sudoku.size),
            "puzzle": rows(sudoku, given),
        });
        if sudoku.size == 9 {
            file["charset"] = "123456789".into();
        }
        if let Some(regions) =
            sudoku.regions.as_ref().filter(|it| Some(*it) != square_boxes(sudoku.size).as_ref())
        {
            let squares = |region: usize| -> Vec<usize> {
                (0..regions.len()).filter(|at| regions[*at] == region).collect()
            };
            let count = regions.iter().max().map_or(0, |last| last + 1);
            let zones = (0..count).map(|region| json!({ "cells": cells(&squares(region)) }));
            file["zones"] = zones.collect();
        }
        if !sudoku.cages.is_empty() {
            let cage = |cage: &Cage| match cage.sum {
                Some(sum) => json!({ "cells": cells(&cage.cells), "value": sum, "operator": "+" }),
                None => json!({ "cells": cells(&cage.cells) }),
            };
            file["cages"] = sudoku.cages.iter().map(cage).collect();
        }
        if let Some(solution) = &sudoku.solution {
            file["solution"] = rows(sudoku, |at| solution[at].into());
        }
        Ok(format!("{file}\n"))
    }

    fn read(&self, file: &str) -> Result<Vec<Sudoku>, String> {
        let file = file.trim();
        let file = file.strip_prefix("ipuz(").and_then(|it| it.strip_suffix(')')).unwrap_or(file);
        let file = object(file)?;
        let kinds = list(&file, "kind").map(Vec::as_slice).unwrap_or_default();
        let kinds = kinds.iter().filter_map(Json::as_str).filter_map(|it| it.strip_prefix(KIND));
        let kind = kinds.map(|kind| kind.split('#').next().unwrap_or_default()).next();
        let kind = kind.ok_or("its kind is not sudoku")?;
        if !matches!(
            kind,
            "" | "/latinsquare" | "/diagonalsudoku" | "/jigsawsudoku" | "/killersudoku"
        ) {
            return Err(format!("its kind is `sudoku{kind}`, which is not read"));
        }
        let squares = square(&file, "puzzle")?;
        let size = side(squares.len());
        let mut sudoku = Sudoku::new(size);
        sudoku.title = text(&file, "title");
        sudoku.rules = text(&file, "intro");
        sudoku.has_diagonals = kind == "/diagonalsudoku";
        for (at, value) in squares.into_iter().enumerate() {
            let value = value.get("given").unwrap_or(value);
            if !value.is_null() && number(value) != Some(0) {
                sudoku.givens[at] = Some(number_of(value, size)?);
            }
        }
        let has_boxes = file.get("boxes") != Some(&Json::Bool(false));
        sudoku.regions = match list(&file, "zones") {
            Some(zones) => Some(regions(zones, size)?),
            None if kind == "/latinsquare" || !has_boxes => None,
            None => Some(square_boxes(size).ok_or("its boxes are not said")?),
        };
        for cage in list(&file, "cages").into_iter().flatten() {
            if cage.get("operator").is_some_and(|operator| operator != "+") {
                return Err("a cage has an operator that is not read".to_owned());
            }
            sudoku.cages.push(Cage { cells: cells_of(cage, size)?, sum: number(&cage["value"]) });
        }
        if file.contains_key("solution") {
            sudoku.solution = solution(&square(&file, "solution")?, size);
        }
        Ok(vec![sudoku])
    }
}

/// Returns the name of the kind behind `sudoku`.
fn kind(sudoku: &Sudoku) -> Result<&'static str, String> {
    match sudoku.constraints()[..] {
        [] => Ok(""),
        ["no boxes"] => Ok("/latinsquare"),
        ["irregular regions"] => Ok("/jigsawsudoku"),
        ["diagonals"] => Ok("/diagonalsudoku"),
        ["cages"] => Ok("/killersudoku"),
        ref all => Err(format!("it has {}, and no kind of ipuz has that", all.join(" and "))),
    }
}

/// Returns the regions of a board with square boxes.
fn square_boxes(size: usize) -> Option<Vec<usize>> {
    let sudoku = Sudoku::with_default_boxes(size);
    let is_square = matches!(sudoku.boxes(), Some([rows, columns]) if rows == columns);
    sudoku.regions.filter(|_| is_square)
}

fn regions(zones: &[Json], size: usize) -> Result<Vec<usize>, String> {
    let mut regions = vec![None; size * size];
    for (number, zone) in zones.iter().enumerate() {
        for cell in cells_of(zone, size)? {
            if regions[cell].replace(number).is_some() {
                return Err("two zones share a square".to_owned());
            }
        }
    }
    regions.into_iter().collect::<Option<_>>().ok_or("a square is in no zone".to_owned())
}

/// Reads the squares of a group, which is a list of them or a rectangle.
fn cells_of(group: &Json, size: usize) -> Result<Vec<usize>, String> {
    let wrong = || format!("{group} is no group of squares");
    let part = |value: &Json| {
        number(value)
            .and_then(|it| usize::try_from(it).ok())
            .filter(|it| *it < size)
            .ok_or_else(wrong)
    };
    if let Some(rect) = group["rect"].as_array() {
        let sides = rect.iter().map(part).collect::<Result<Vec<_>, _>>()?;
        let [left, top, right, bottom] = sides[..] else { return Err(wrong()) };
        return Ok((top..=bottom)
            .flat_map(|r| (left..=right).map(move |c| r * size + c))
            .collect());
    }
    let cells = group["cells"].as_array().ok_or_else(wrong)?;
    let cell = |pair: &Json| match pair.as_array().map(Vec::as_slice) {
        Some([column, row]) => Ok(part(row)? * size + part(column)?),
        _ => Err(wrong()),
    };
    cells.iter().map(cell).collect()
}
