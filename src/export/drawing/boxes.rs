//! A picture as text, in the box-drawing characters of Unicode, for boards of squares.
//!
//! Every point at a whole or half square is a character, and so is what lies between two such
//! points of a line: a square is four characters wide and two lines high. Other boards are
//! written as [`TextFormat`].

use std::collections::BTreeMap;

use crate::drawing::picture::{picture, step};
use crate::drawing::{Anchor, Beside, Circle, Highlight, Ink, Picture, Point, Side, Stroke};
use crate::text::{TextFormat, remark};
use crate::{Context, Format, FormatHead, StepOnBoard};
use puzgen_base::diagnostics::Problem;
use puzgen_explain::Part;
use puzgen_model::formula;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::{Grid, Shape};

pub(crate) struct Boxes;

impl Format for Boxes {
    fn head(&self) -> FormatHead {
        FormatHead {
            separator: "\n",
            is_drawing: true,
            ..FormatHead::new(
                "drawing",
                "a drawing in characters, to look at; not read back",
                "txt",
            )
        }
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let Some(drawing) = characters(context, puzzle)? else {
            return TextFormat.puzzle(context, puzzle);
        };
        let lines = drawing.lines.iter().map(|line| {
            let symbols: String = line.iter().map(|(symbol, _)| symbol).collect();
            format!("{symbols}\n")
        });
        Ok(format!("{}{}", drawing.head(), lines.collect::<String>()))
    }
}

/// A character, and who put it there: none for the board itself.
pub type Inked = (char, Option<Ink>);

/// A drawing in characters, for those who show its inks.
#[derive(Debug, Clone)]
pub struct Characters {
    /// Which puzzle it is, as the remark of the text form, with a line end.
    pub remark: String,
    /// What stands above the board.
    pub captions: Vec<String>,
    /// The board, without blanks at the ends of lines.
    pub lines: Vec<Vec<Inked>>,
}

impl Characters {
    /// Returns what stands above the board, as remarks.
    pub fn head(&self) -> String {
        format!("{}{}", self.remark, self.captions_text())
    }

    /// Returns what stands above the board but the remark, as remarks.
    pub fn captions_text(&self) -> String {
        self.captions.iter().map(|caption| format!("# {caption}\n")).collect()
    }

    /// Returns how many columns the board takes.
    pub fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// Draws a puzzle in characters; `None` where its board has other cells than squares.
///
/// # Errors
/// Those of the script that draws it.
pub fn characters(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
) -> Result<Option<Characters>, Problem> {
    drawn(context, puzzle, || picture(context, puzzle))
}

/// Draws a step of a solution in characters: what follows in `[ ]`, what its reason rests on in `( )`;
/// `None` where the board has other cells than squares.
///
/// # Errors
/// Those of the script that draws it.
pub fn step_characters(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
    on_board: &StepOnBoard<'_>,
) -> Result<Option<Characters>, Problem> {
    drawn(context, puzzle, || step(context, puzzle, on_board))
}

fn drawn(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
    picture: impl FnOnce() -> Result<Picture, Problem>,
) -> Result<Option<Characters>, Problem> {
    let is_other = |grid: &Grid| !matches!(grid.shape, Shape::Squares);
    let grid = context.instance.grid.as_ref();
    if grid.is_some_and(is_other) {
        return Ok(None);
    }
    let picture = picture()?;
    let lines = if grid.is_some() { Canvas::new(&picture).write() } else { Vec::new() };
    let sentence = formula::plain(&picture.sentence);
    // A figure cannot be drawn in characters, and needs no word on its scale.
    let captions = if picture.figure.is_some() { Vec::new() } else { picture.captions };
    let captions = sentence.lines().map(str::to_owned).chain(captions).collect();
    Ok(Some(Characters { remark: remark(context, puzzle), captions, lines }))
}

/// How strong a line is: none, light, heavy, double.
type LineWeight = usize;

const HEAVY: LineWeight = 2;
const DOUBLE: LineWeight = 3;

/// The box-drawing character with these weights up, right, down and left.
///
/// `up + 3·right + 9·down + 27·left` is the position.
const BOXES: &str = concat!(
    " ╵╹╶└┖╺┕┗╷│╿┌├┞┍┝┡╻╽┃┎┟┠┏┢┣",
    "╴┘┚─┴┸╼┶┺┐┤┦┬┼╀┮┾╄┒┧┨┰╁╂┲╆╊",
    "╸┙┛╾┵┹━┷┻┑┥┩┭┽╃┯┿╇┓┪┫┱╅╉┳╈╋"
);

/// A text, which part of it stands at its point, and who put it there.
type PlacedText = (String, Anchor, Option<Ink>);

/// Characters at half squares.
#[derive(Default)]
struct Canvas {
    /// The weights of the four ways at each point `(row, column)`: up, right, down, left.
    ways: BTreeMap<(i64, i64), [LineWeight; 4]>,
    /// Texts at points.
    texts: BTreeMap<(i64, i64), Vec<PlacedText>>,
    /// The points of lines that the puzzle or its solution draws.
    inks: BTreeMap<(i64, i64), Ink>,
    /// Points of filled squares.
    filled: BTreeMap<(i64, i64), Ink>,
    /// Brackets around points.
    brackets: BTreeMap<(i64, i64), [char; 2]>,
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
            if let (Some(ink), Some(corner)) = (fill, corners.first()) {
                let (row, column) = point(*corner);
                canvas.filled.insert((row + 1, column + 1), *ink);
            }
        }
        let has_cages = picture.segments.iter().any(|segment| segment.stroke == Stroke::Cage);
        let mut drawn: BTreeMap<[(i64, i64); 2], (usize, Ink)> = BTreeMap::new();
        for segment in &picture.segments {
            let (from, to) = (point(segment.from), point(segment.to));
            match segment.stroke {
                // Between the squares of a cage there is nothing, so that its border is seen.
                Stroke::Thin if has_cages => {}
                // Half squares are whole characters: the line within the squares moves to their sides.
                Stroke::Thin | Stroke::Cage => canvas.line(from, to, 1),
                Stroke::Diagonal => {}
                Stroke::Thick => canvas.line(from, to, HEAVY),
                Stroke::Drawn(ink) => {
                    let (count, last) = drawn.entry([from, to]).or_insert((0, ink));
                    (*count, *last) = (*count + 1, ink.max(*last));
                }
            }
        }
        for dot in &picture.dots {
            canvas.text(point(*dot), Anchor::Middle, "·", None);
        }
        for ([from, to], (count, ink)) in drawn {
            let middle = (i64::midpoint(from.0, to.0), i64::midpoint(from.1, to.1));
            if from.0 != to.0 && from.1 != to.1 {
                let is_falling = (from.0 < to.0) == (from.1 < to.1);
                let mark = if is_falling { "╲" } else { "╱" };
                canvas.text(middle, Anchor::Middle, mark, Some(ink));
            }
            canvas.line(from, to, if count == 1 { HEAVY } else { DOUBLE });
            canvas.ink(from, to, ink);
            if count > 2 {
                canvas.text(middle, Anchor::Middle, &count.to_string(), Some(ink));
            }
        }
        let mark = |circle: &Circle| if circle.is_filled { "●" } else { "○" };
        for circle in &picture.circles {
            canvas.text(point(circle.at), Anchor::Middle, mark(circle), Some(circle.ink));
        }
        for Highlight { shape, part } in &picture.highlights {
            let brackets = match part {
                // Brackets around lines beside a square would be read as its own.
                Part::Reason if shape.len() > 2 => ['(', ')'],
                Part::Area | Part::Reason => continue,
                Part::Concluded => ['[', ']'],
            };
            let count = shape.len() as f64;
            let sum = shape.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
            canvas.brackets.insert(point((sum.0 / count, sum.1 / count)), brackets);
        }
        for label in &picture.labels {
            // A circle that is told apart from others stands before what is written in it.
            let around = picture.circles.iter().find(|it| it.at == label.at && !it.has_text);
            let text = format!("{}{}", around.map_or("", mark), label.text);
            canvas.text(point(label.at), label.anchor, &text, Some(label.ink));
        }
        canvas
    }

    /// Writes a text over the one that is there.
    fn text(&mut self, at: (i64, i64), anchor: Anchor, text: &str, ink: Option<Ink>) {
        let here = self.texts.entry(at).or_default();
        here.retain(|(_, other, _)| *other != anchor);
        here.push((text.to_owned(), anchor, ink));
    }

    /// Says whose a horizontal or vertical line is.
    fn ink(&mut self, from: (i64, i64), to: (i64, i64), ink: Ink) {
        let (from, to) = (from.min(to), from.max(to));
        if from.0 != to.0 && from.1 != to.1 {
            return;
        }
        for row in from.0..=to.0 {
            for column in from.1..=to.1 {
                self.inks.insert((row, column), ink);
            }
        }
    }

    /// Draws a horizontal or vertical line.
    fn line(&mut self, from: (i64, i64), to: (i64, i64), weight: LineWeight) {
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

    fn write(&self) -> Vec<Vec<Inked>> {
        let left = self.texts_of(Side::Left);
        let right = self.texts_of(Side::Right);
        let indent = left.values().map(|text| text.chars().count() + 1).max().unwrap_or(0);
        let given = |symbol: char| (symbol, Some(Ink::Given));
        let mut lines = self.above(Side::Top, indent);
        for row in 0..=self.rows {
            let mut line: Vec<Inked> = Vec::new();
            let before = left.get(&row).map(|text| format!("{text} ")).unwrap_or_default();
            line.extend(format!("{before:>indent$}").chars().map(given));
            for column in 0..=self.columns {
                self.character(row, column, &mut line);
            }
            self.write_texts(row, indent, &mut line);
            self.write_brackets(row, indent, &mut line);
            if let Some(after) = right.get(&row) {
                line.extend(format!(" {after}").chars().map(given));
            }
            lines.push(line);
        }
        lines.extend(self.above(Side::Bottom, indent));
        for line in &mut lines {
            let end = line.iter().rposition(|(symbol, _)| !symbol.is_whitespace());
            line.truncate(end.map_or(0, |end| end + 1));
        }
        lines
    }

    /// Adds the characters of a point, and of what lies between it and the next one.
    fn character(&self, row: i64, column: i64, line: &mut Vec<Inked>) {
        let ways = self.ways.get(&(row, column)).copied().unwrap_or_default();
        let filled = |column: i64| self.filled.get(&(row, column)).copied();
        let ink = |column: i64| self.inks.get(&(row, column)).copied();
        let symbol = match ways {
            [DOUBLE, 0, DOUBLE, 0] => '║',
            [0, DOUBLE, 0, DOUBLE] => '═',
            // No character has a double and a heavy line.
            _ => {
                let [up, right, down, left] = ways.map(|weight| weight.min(HEAVY));
                BOXES.chars().nth(up + 3 * right + 9 * down + 27 * left).unwrap_or(' ')
            }
        };
        line.push(match filled(column) {
            Some(ink) if ways == [0; 4] => ('█', Some(ink)),
            _ => (symbol, ink(column)),
        });
        if column < self.columns {
            let on_line = ink(column).filter(|_| ink(column + 1).is_some());
            line.push(match (ways[1], filled(column).or_else(|| filled(column + 1))) {
                (0, Some(ink)) => ('█', Some(ink)),
                (0, None) => (' ', None),
                (1, _) => ('─', None),
                (HEAVY, _) => ('━', on_line),
                _ => ('═', on_line),
            });
        }
    }

    /// Writes the texts of a line over it, each around the middle of its point or beside it.
    fn write_texts(&self, row: i64, indent: usize, line: &mut [Inked]) {
        let here = self.texts.range((row, i64::MIN)..=(row, i64::MAX));
        for ((_, column), (text, anchor, ink)) in
            here.flat_map(|(at, all)| all.iter().map(move |text| (at, text)))
        {
            let count = text.chars().count();
            let Ok(middle) = usize::try_from(column * 2) else { continue };
            let start = match anchor {
                Anchor::Start => indent + middle + 1,
                Anchor::Middle => (indent + middle).saturating_sub(count / 2),
                Anchor::End => (indent + middle).saturating_sub(count),
            };
            for (offset, symbol) in text.chars().enumerate() {
                if let Some(slot) = line.get_mut(start + offset) {
                    *slot = (symbol, *ink);
                }
            }
        }
    }

    /// Writes the brackets of a line.
    fn write_brackets(&self, row: i64, indent: usize, line: &mut [Inked]) {
        for ((_, column), [open, close]) in self.brackets.range((row, i64::MIN)..=(row, i64::MAX)) {
            let middle = indent + usize::try_from(column * 2).unwrap_or_default();
            for (at, bracket) in [(middle.wrapping_sub(1), *open), (middle + 1, *close)] {
                let free = |slot: &&mut Inked| matches!(slot.0, ' ' | '─' | '━');
                if let Some(slot) = line.get_mut(at).filter(free) {
                    *slot = (bracket, Some(Ink::Entered));
                }
            }
        }
    }

    /// Returns what stands before or behind each row, by line; one below the other what is as far from the
    /// board.
    fn texts_of(&self, side: Side) -> BTreeMap<i64, String> {
        let mut rows: BTreeMap<i64, BTreeMap<usize, &str>> = BTreeMap::new();
        let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
        for beside in self.beside.iter().filter(|beside| beside.side == side) {
            let row = rows.entry(point(beside.at).0).or_default();
            for (number, text) in beside.texts.iter().enumerate() {
                row.insert(beside.place(number), text);
                let width = widths.entry(beside.place(number)).or_default();
                *width = (*width).max(text.chars().count());
            }
        }
        let line = |row: BTreeMap<usize, &str>| {
            let texts = widths.iter().map(|(place, width)| {
                let text = row.get(place).copied().unwrap_or_default();
                format!("{text:>width$}")
            });
            let mut texts: Vec<String> = texts.collect();
            if side == Side::Left {
                texts.reverse();
            }
            texts.join(" ").trim_end().to_owned()
        };
        rows.into_iter().map(|(at, row)| (at, line(row))).collect()
    }

    /// Returns the lines above or below the columns.
    fn above(&self, side: Side, indent: usize) -> Vec<Vec<Inked>> {
        let here: Vec<&Beside> = self.beside.iter().filter(|b| b.side == side).collect();
        let reach = |beside: &&Beside| beside.depth + beside.texts.len();
        let height = here.iter().map(reach).max().unwrap_or(0);
        let mut lines = vec![vec![(' ', None); indent + 2 * self.columns as usize + 4]; height];
        for beside in here {
            for (number, text) in beside.texts.iter().enumerate() {
                let place = beside.place(number);
                let row = if side == Side::Top { height - 1 - place } else { place };
                let middle = indent + 2 * usize::try_from(point(beside.at).1).unwrap_or(0);
                let first = middle.saturating_sub(text.chars().count() / 2);
                for (offset, symbol) in text.chars().enumerate() {
                    if let Some(slot) = lines[row].get_mut(first + offset) {
                        *slot = (symbol, Some(beside.ink));
                    }
                }
            }
        }
        lines
    }
}
