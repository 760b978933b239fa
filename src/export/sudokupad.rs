//! The address under which SudokuPad opens a puzzle: sudokus with their constraints, as f-puzzles has them, and every
//! other puzzle on squares as a drawing with its rules and, where squares have digits, its solution.
//!
//! # Units
//! Points are rows and columns from the board's corner; strokes and letters are in pixels, 64 to a square.

use serde_json::{Value as Json, json};

use crate::drawing::letters;
use crate::drawing::picture;
use crate::drawing::scene::{Mark, Scene, scene};
use crate::exported::squares;
use crate::sudoku::written;
use crate::{Context, Format, FormatHead};
use puzgen_base::diagnostics::Problem;
use puzgen_board::foreign::{self, ForeignForm as _, pack};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::{Grid, PlaceKind};
use puzgen_model::value::Key;

pub(super) struct Sudokupad;

const FORM: &str = "sudokupad";
const BEFORE: &str = "https://sudokupad.app/scl";

/// How many pixels the side of a square has there.
const SIDE: f64 = 64.0;

impl Format for Sudokupad {
    fn head(&self) -> FormatHead {
        FormatHead::link(FORM, foreign::Sudokupad.about())
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let exports = &context.instance.definition.exports;
        if exports.iter().any(|export| export.form == "sudoku") {
            return written(&foreign::Sudokupad, context, puzzle);
        }
        let grid = squares(context, FORM)?;
        Ok(format!("{BEFORE}{}\n", pack(&drawing(context, grid, puzzle)?.to_string())))
    }
}

fn drawing(context: &Context<'_>, grid: &Grid, puzzle: &GeneratedPuzzle) -> Result<Json, Problem> {
    let open = Context { with_answers: false, ..*context };
    let scene = scene(&picture(&open, puzzle)?, &context.style);
    let (mut underlays, mut lines, mut overlays) = (Vec::new(), Vec::new(), Vec::new());
    for mark in &scene.marks {
        match mark {
            // The program draws the squares itself.
            Mark::Line { from, to, colour, width, is_dashed: false }
                if (*colour, *width) == (context.style.grid, context.style.widths[0])
                    && (is_same(from.0, to.0) || is_same(from.1, to.1)) => {}
            Mark::Area { .. } => underlays.push(placed(&scene, mark)),
            Mark::Line { .. } => lines.push(placed(&scene, mark)),
            Mark::Circle { .. } | Mark::Text { .. } => overlays.push(placed(&scene, mark)),
        }
    }
    let row = |_| (0..grid.columns).map(|_| json!({})).collect::<Json>();
    let cells: Json = (0..grid.rows).map(row).collect();
    Ok(json!({
        "cellSize": 50,
        "cells": cells,
        "regions": [],
        "cages": told(context, grid, puzzle),
        "lines": lines,
        "arrows": [],
        "underlays": underlays,
        "overlays": overlays,
    }))
}

/// Returns title, rules and solution, which are cages without squares there.
fn told(context: &Context<'_>, grid: &Grid, puzzle: &GeneratedPuzzle) -> Vec<Json> {
    let definition = context.instance.definition;
    let title = definition.title.as_ref().unwrap_or(&definition.name);
    let about = definition.about.as_ref();
    let rules = about.map(|about| context.instance.scope().fill(about));
    let mut told = vec![json!({ "value": format!("title: {title}") })];
    told.extend(rules.map(|rules| json!({ "value": format!("rules: {rules}") })));
    let solution = solution(context, grid, puzzle);
    told.extend(solution.map(|solution| json!({ "value": format!("solution: {solution}") })));
    told
}

/// Returns the digits of the only solution, where each square has one and nothing else is asked for.
fn solution(context: &Context<'_>, grid: &Grid, puzzle: &GeneratedPuzzle) -> Option<String> {
    let [solution] = puzzle.solutions.as_slice() else { return None };
    let blocks = context.answer_blocks(solution);
    let [block] = blocks.as_slice() else { return None };
    if block.is_truth || block.has_symbols() || grid.cell_count() != grid.rows * grid.columns {
        return None;
    }
    let digit = |cell| {
        let value = block.value(block.index.position_of(&Key::Place(cell))?)?;
        char::from_digit(u32::try_from(value).ok()?, 10)
    };
    grid.all(PlaceKind::Cell).into_iter().map(digit).collect()
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Rounds to what is seen.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// Returns a mark with its place.
fn placed(scene: &Scene, mark: &Mark) -> Json {
    let at = |(x, y): (f64, f64)| json!([rounded(y - scene.board.1), rounded(x - scene.board.0)]);
    match mark {
        Mark::Area { points, fill } => {
            let ends = |part: fn(&(f64, f64)) -> f64| {
                let values = points.iter().map(part);
                let low = values.clone().fold(f64::INFINITY, f64::min);
                (low, values.fold(f64::NEG_INFINITY, f64::max))
            };
            let ((left, right), (top, bottom)) = (ends(|it| it.0), ends(|it| it.1));
            json!({
                "center": at(((left + right) / 2.0, (top + bottom) / 2.0)),
                "width": rounded(right - left),
                "height": rounded(bottom - top),
                "backgroundColor": fill.hex(),
            })
        }
        Mark::Line { from, to, width, colour, is_dashed } => {
            let mut line = json!({
                "wayPoints": [at(*from), at(*to)],
                "color": colour.hex(),
                "thickness": rounded(width * SIDE),
            });
            if *is_dashed {
                line["stroke-dasharray"] = json!("6,6");
            }
            line
        }
        Mark::Circle { at: centre, radius, fill, line } => {
            let mut circle = json!({
                "center": at(*centre),
                "width": rounded(radius * 2.0),
                "height": rounded(radius * 2.0),
                "rounded": true,
                "backgroundColor": fill.hex(),
            });
            if let Some((colour, width)) = line {
                circle["borderColor"] = json!(colour.hex());
                circle["borderSize"] = json!(rounded(width * SIDE));
            }
            circle
        }
        Mark::Text { at: start, text, size, weight, colour } => {
            let width = letters::width(text, *weight) * size;
            // Digits are 0.73 of the size high.
            let centre = (start.0 + width / 2.0, start.1 - size * 0.365);
            json!({
                "center": at(centre),
                "width": rounded(width),
                "height": rounded(*size),
                "text": text,
                "fontSize": rounded(size * SIDE),
                "color": colour.hex(),
            })
        }
    }
}
