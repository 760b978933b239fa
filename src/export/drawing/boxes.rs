//! A picture as text, in the box-drawing characters of Unicode, for boards of squares.
//!
//! Every point at a whole or half square is a character, and so is what lies between two such
//! points of a line: a square is four characters wide and two lines high. Other boards are
//! written as [`Text`](super::super::text::Text).

use std::collections::BTreeMap;

use crate::diagnostics::Problem;
use crate::export::drawing::picture::picture;
use crate::export::drawing::{Beside, Ink, Picture, Point, Side, Stroke};
use crate::export::text::{Text, remark};
use crate::export::{Context, Format};
use crate::generate::Puzzle;
use crate::grid::{Grid, Shape};

pub(in crate::export) struct Boxes;

impl Format for Boxes {
    fn name(&self) -> &'static str {
        "drawing"
    }

    fn about(&self) -> &'static str {
        "a drawing in characters, to look at; not read back"
    }

    fn extension(&self) -> &'static str {
        "txt"
    }

    fn separator(&self) -> &'static str {
        "\n"
    }

    fn is_drawing(&self) -> bool {
        true
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &Puzzle) -> Result<String, Problem> {
        let is_squares = |grid: &Grid| matches!(grid.shape, Shape::Squares);
        if !context.instance.grid.as_ref().is_some_and(is_squares) {
            return Text.puzzle(context, puzzle);
        }
        let picture = picture(context, puzzle)?;
        let mut out = remark(context, puzzle);
        for caption in &picture.captions {
            out.push_str(&format!("# {caption}\n"));
        }
        out.push_str(&Canvas::new(&picture).write());
        Ok(out)
    }
}

/// How strong a line is: none, light, heavy.
type Weight = usize;

/// The box-drawing character with these weights up, right, down and left.
///
/// `up + 3·right + 9·down + 27·left` is the position.
const BOXES: &str = concat!(
    " ╵╹╶└┖╺┕┗╷│╿┌├┞┍┝┡╻╽┃┎┟┠┏┢┣",
    "╴┘┚─┴┸╼┶┺┐┤┦┬┼╀┮┾╄┒┧┨┰╁╂┲╆╊",
    "╸┙┛╾┵┹━┷┻┑┥┩┭┽╃┯┿╇┓┪┫┱╅╉┳╈╋"
);

/// Characters at half squares.
#[derive(Default)]
struct Canvas {
    /// The weights of the four ways at each point `(row, column)`: up, right, down, left.
    ways: BTreeMap<(i64, i64), [Weight; 4]>,
    /// Texts in the middle of points.
    texts: BTreeMap<(i64, i64), String>,
    /// Points of filled squares.
    filled: Vec<(i64, i64)>,
    /// Texts beside the board.
    beside: Vec<Beside>,
    rows: i64,
    columns: i64,
}

fn point(at: Point) -> (i64, i64) {
    ((at.1 * 2.0).round() as i64, (at.0 * 2.0).round() as i64)
}

impl Canvas {
    fn new(picture: &Picture) -> Self {
        let mut canvas = Self { beside: picture.beside.clone(), ..Self::default() };
        for (corners, fill) in &picture.cells {
            for corner in corners {
                let (row, column) = point(*corner);
                canvas.rows = canvas.rows.max(row);
                canvas.columns = canvas.columns.max(column);
            }
            if let (Some(_), Some(corner)) = (fill, corners.first()) {
                let (row, column) = point(*corner);
                canvas.filled.push((row + 1, column + 1));
            }
        }
        for segment in &picture.segments {
            let weight = if segment.stroke == Stroke::Thin { 1 } else { 2 };
            canvas.line(point(segment.from), point(segment.to), weight);
        }
        for dot in &picture.dots {
            canvas.texts.insert(point(*dot), "·".to_owned());
        }
        for circle in &picture.circles {
            let mark = if circle.is_filled { "●" } else { "○" };
            canvas.texts.insert(point(circle.at), mark.to_owned());
        }
        for label in &picture.labels {
            let at = point(label.at);
            let is_free = !canvas.texts.contains_key(&at) || label.ink == Ink::Given;
            if is_free {
                canvas.texts.insert(at, label.text.clone());
            }
        }
        canvas
    }

    /// Draws a horizontal or vertical line.
    fn line(&mut self, from: (i64, i64), to: (i64, i64), weight: Weight) {
        let (from, to) = (from.min(to), from.max(to));
        let is_horizontal = from.0 == to.0;
        let (forth, back) = if is_horizontal { (1, 3) } else { (2, 0) };
        let length = if is_horizontal { to.1 - from.1 } else { to.0 - from.0 };
        if from.0 != to.0 && from.1 != to.1 {
            return;
        }
        for step in 0..=length {
            let at = if is_horizontal { (from.0, from.1 + step) } else { (from.0 + step, from.1) };
            let ways = self.ways.entry(at).or_default();
            if step < length {
                ways[forth] = ways[forth].max(weight);
            }
            if step > 0 {
                ways[back] = ways[back].max(weight);
            }
        }
    }

    fn write(&self) -> String {
        let left = self.texts_of(Side::Left);
        let right = self.texts_of(Side::Right);
        let indent = left.values().map(|text| text.chars().count() + 1).max().unwrap_or(0);
        let mut lines = self.above(Side::Top, indent);
        for row in 0..=self.rows {
            let mut line: Vec<char> = Vec::new();
            let before = left.get(&row).map(|text| format!("{text} ")).unwrap_or_default();
            line.extend(format!("{before:>indent$}").chars());
            for column in 0..=self.columns {
                self.character(row, column, &mut line);
            }
            self.write_texts(row, indent, &mut line);
            if let Some(after) = right.get(&row) {
                line.extend(format!(" {after}").chars());
            }
            lines.push(line.into_iter().collect::<String>().trim_end().to_owned());
        }
        lines.extend(self.above(Side::Bottom, indent));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Adds the characters of a point, and of what lies between it and the next one.
    fn character(&self, row: i64, column: i64, line: &mut Vec<char>) {
        let ways = self.ways.get(&(row, column)).copied().unwrap_or_default();
        let is_filled = |column: i64| self.filled.contains(&(row, column));
        let position = ways[0] + 3 * ways[1] + 9 * ways[2] + 27 * ways[3];
        let symbol = BOXES.chars().nth(position).unwrap_or(' ');
        line.push(if is_filled(column) && position == 0 { '█' } else { symbol });
        if column < self.columns {
            line.push(match ways[1] {
                0 if is_filled(column) || is_filled(column + 1) => '█',
                0 => ' ',
                1 => '─',
                _ => '━',
            });
        }
    }

    /// Writes the texts of a line over it, each around the middle of its point.
    fn write_texts(&self, row: i64, indent: usize, line: &mut [char]) {
        for ((_, column), text) in self.texts.range((row, i64::MIN)..=(row, i64::MAX)) {
            let count = text.chars().count();
            let Ok(middle) = usize::try_from(column * 2) else { continue };
            let start = (indent + middle).saturating_sub(count / 2);
            for (offset, symbol) in text.chars().enumerate() {
                if let Some(slot) = line.get_mut(start + offset) {
                    *slot = symbol;
                }
            }
        }
    }

    /// Returns what stands before or behind each row, by line.
    fn texts_of(&self, side: Side) -> BTreeMap<i64, String> {
        let here = self.beside.iter().filter(|beside| beside.side == side);
        here.map(|beside| (point(beside.at).0, beside.texts.join(" "))).collect()
    }

    /// Returns the lines above or below the columns.
    fn above(&self, side: Side, indent: usize) -> Vec<String> {
        let here: Vec<&Beside> = self.beside.iter().filter(|b| b.side == side).collect();
        let height = here.iter().map(|beside| beside.texts.len()).max().unwrap_or(0);
        let mut lines = vec![vec![' '; indent + 2 * self.columns as usize + 4]; height];
        for beside in here {
            // Next to the board, whichever side it is.
            let start = if side == Side::Top { height - beside.texts.len() } else { 0 };
            for (number, text) in beside.texts.iter().enumerate() {
                let middle = indent + 2 * usize::try_from(point(beside.at).1).unwrap_or(0);
                let first = middle.saturating_sub(text.chars().count() / 2);
                for (offset, symbol) in text.chars().enumerate() {
                    if let Some(slot) = lines[start + number].get_mut(first + offset) {
                        *slot = symbol;
                    }
                }
            }
        }
        lines
            .into_iter()
            .map(|line| line.into_iter().collect::<String>().trim_end().to_owned())
            .collect()
    }
}
