//! A puzzle as a drawing of Penpa+ itself, with what is entered as the solution that it checks.
//!
//! # Units
//! Penpa+ numbers the points of a board of squares: first the middles of all squares row by row, then their lower
//! right corners, the middles of their lower and of their right sides, and four points within each. There are two
//! squares around the board that nothing is drawn on.
//!
//! # Source
//! `maketext_solve`, `make_solution` and `load` of Penpa+ 3.2 (`docs/js/class_p.js`, `general.js`), whose options
//! have the numbers that are written here.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use serde_json::{Map, Value as Json, json};

use crate::Context;
use crate::drawing::{Anchor, Ink, Picture, Point, Segment, Side, Stroke, picture};
use puzgen_base::diagnostics::Problem;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::Grid;

/// What stands before the puzzle, and before its solution.
const BEFORE: &str = "https://swaroopg92.github.io/penpa-edit/#m=solve&p=";
const SOLUTION: &str = "&a=";
/// The version whose texts these are.
const VERSION: [u32; 3] = [3, 2, 3];
/// The pixels of a side.
const SIDE: usize = 38;
/// The squares around a board.
const AROUND: i64 = 2;
/// How strongly it is packed, from 0 to 10.
const PACKED: u8 = 9;

/// Colours of squares, and styles of lines: dark grey; thick, thin, grey, green, and the border of a cage.
const DARK: u32 = 1;
const THICK: u32 = 2;
const GREEN: u32 = 3;
const GREY: u32 = 5;
const CAGE: u32 = 10;
const THIN: u32 = 80;

/// Returns the address of a puzzle on squares.
///
/// # Errors
/// Where it cannot be drawn.
pub(super) fn address(
    context: &Context<'_>,
    grid: &Grid,
    puzzle: &GeneratedPuzzle,
) -> Result<String, Problem> {
    let open = picture(&Context { with_answers: false, ..*context }, puzzle)?;
    let board = Board::around(grid, &open);
    let drawn = board.drawn(&open);
    let solution = match puzzle.solutions.as_slice() {
        [_] => {
            board.entered(&picture(&Context { with_answers: true, ..*context }, puzzle)?, &drawn)
        }
        _ => None,
    };
    let text = board.text(context, &open, drawn, solution.as_ref());
    // Every `z` is doubled, as the program takes `z` with another letter for a word.
    let mut address = format!("{BEFORE}{}", packed(&text.replace('z', "zZ")));
    if let Some(solution) = solution {
        address.push_str(SOLUTION);
        address.push_str(&packed(&json!(solution.lists).to_string()));
    }
    Ok(address)
}

fn packed(text: &str) -> String {
    BASE64_STANDARD_NO_PAD.encode(compress_to_vec(text.as_bytes(), PACKED))
}

/// What is drawn on a board, by the lists of the program.
#[derive(Debug, Default)]
struct Drawn {
    surface: Map<String, Json>,
    number: Map<String, Json>,
    corner: Map<String, Json>,
    symbol: Map<String, Json>,
    line: Map<String, Json>,
    edge: Map<String, Json>,
    cage: Map<String, Json>,
}

/// What has to be entered.
#[derive(Debug, Default)]
struct Solution {
    /// Squares, lines between squares, lines along their sides, walls, numbers, symbols.
    lists: [Vec<String>; 6],
}

/// The options that say which lists are compared, and how each is entered.
const COMPARED: [Option<(&str, &str)>; 6] = [
    Some(("sol_surface", "surface")),
    Some(("sol_loopline", "line")),
    Some(("sol_loopedge", "lineE")),
    None,
    Some(("sol_number", "number")),
    None,
];

/// The kinds of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Middle,
    Corner,
    Below,
    Right,
}

/// A board with the room beside it.
#[derive(Debug)]
struct Board {
    rows: i64,
    columns: i64,
    /// Squares above, below, left and right of it.
    room: [i64; 4],
    /// The middles of its squares.
    cells: Vec<Point>,
}

impl Board {
    fn around(grid: &Grid, picture: &Picture) -> Self {
        let mut room = [0; 4];
        for beside in &picture.beside {
            let side = match beside.side {
                Side::Top => 0,
                Side::Bottom => 1,
                Side::Left => 2,
                Side::Right => 3,
            };
            let farthest = (0..beside.texts.len()).map(|number| beside.place(number) as i64 + 1);
            room[side] = farthest.fold(room[side], i64::max);
        }
        let middle = |corners: &[Point]| {
            let sum = corners.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
            (sum.0 / corners.len() as f64, sum.1 / corners.len() as f64)
        };
        let cells = picture.cells.iter().map(|(corners, _)| middle(corners)).collect();
        Self { rows: grid.rows as i64, columns: grid.columns as i64, room, cells }
    }

    /// Returns how many squares a row has, with all that lie beside it.
    fn width(&self) -> i64 {
        self.columns + self.room[2] + self.room[3] + 2 * AROUND
    }

    fn height(&self) -> i64 {
        self.rows + self.room[0] + self.room[1] + 2 * AROUND
    }

    fn all(&self) -> i64 {
        self.width() * self.height()
    }

    /// Returns the number of the square at a row and a column.
    fn square(&self, row: i64, column: i64) -> i64 {
        (row + self.room[0] + AROUND) * self.width() + column + self.room[2] + AROUND
    }

    /// Returns the point of the program that is nearest, with its kind: halves of sides, counted from the board.
    fn nearest(&self, (x, y): Point) -> (i64, Kind) {
        let (x, y) = ((2.0 * x).round() as i64, (2.0 * y).round() as i64);
        let (kind, number) = match (x.rem_euclid(2), y.rem_euclid(2)) {
            (1, 1) => (Kind::Middle, 0),
            (0, 0) => (Kind::Corner, 1),
            (1, _) => (Kind::Below, 2),
            _ => (Kind::Right, 3),
        };
        // A point is numbered with the square that it is below or right of.
        let square = self.square((y + 1).div_euclid(2) - 1, (x + 1).div_euclid(2) - 1);
        (number * self.all() + square, kind)
    }

    /// Returns the point within a square that is nearest.
    fn within(&self, (x, y): Point) -> i64 {
        let part = |at: f64| i64::from(at - at.floor() >= 0.5);
        let square = self.square(y.floor() as i64, x.floor() as i64);
        4 * self.all() + 4 * square + 2 * part(y) + part(x)
    }

    /// Returns what the puzzle shows.
    fn drawn(&self, picture: &Picture) -> Drawn {
        let mut drawn = Drawn::default();
        for ((_, ink), at) in picture.cells.iter().zip(&self.cells) {
            if ink.is_some() {
                drawn.surface.insert(self.nearest(*at).0.to_string(), json!(DARK));
            }
        }
        for segment in &picture.segments {
            match segment.stroke {
                Stroke::Thin => {}
                Stroke::Thick => self.pieces(segment, THICK, &mut drawn),
                Stroke::Diagonal => self.pieces(segment, THIN, &mut drawn),
                Stroke::Drawn(_) => self.pieces(segment, GREY, &mut drawn),
                Stroke::Cage => {
                    let ends = [segment.from, segment.to].map(|end| self.within(end));
                    drawn.cage.insert(between(ends), json!(CAGE));
                }
            }
        }
        for circle in &picture.circles {
            let size = match (circle.is_small, circle.has_text) {
                (false, _) => "circle_M",
                (true, true) => "circle_S",
                (true, false) => "circle_SS",
            };
            let (at, _) = self.nearest(circle.at);
            let style = if circle.is_filled { 2 } else { 1 };
            drawn.symbol.insert(at.to_string(), json!([style, size, 2]));
        }
        for dot in &picture.dots {
            let (at, _) = self.nearest(*dot);
            drawn.symbol.insert(at.to_string(), json!([2, "circle_SS", 2]));
        }
        for ship in &picture.ships {
            let (at, _) = self.nearest(ship.at);
            drawn.symbol.insert(at.to_string(), json!([ship.number(), "battleship_B", 2]));
        }
        for label in &picture.labels {
            let (at, kind) = self.nearest(label.at);
            let is_apart = |at: f64| (0.15..0.4).contains(&(at - at.floor() - 0.5).abs());
            let is_apart = is_apart(label.at.0) && is_apart(label.at.1);
            let is_in_corner = is_apart || label.anchor != Anchor::Middle;
            let is_dark = drawn.surface.contains_key(&at.to_string())
                || picture.circles.iter().any(|circle| circle.is_filled && circle.at == label.at);
            let colour = if is_dark { 4 } else { 1 };
            if is_in_corner {
                let at = self.within(label.at).to_string();
                drawn.corner.insert(at, json!([label.text, colour]));
            } else {
                let size = match (kind, label.is_small, label.text.chars().count()) {
                    (Kind::Middle, false, ..=3) => "1",
                    _ => "6",
                };
                drawn.number.insert(at.to_string(), json!([label.text, colour, size]));
            }
        }
        for beside in &picture.beside {
            for (number, text) in beside.texts.iter().enumerate() {
                let away = beside.place(number) as f64 + 1.0;
                let (x, y) = beside.at;
                let at = match beside.side {
                    Side::Top => (x, y - away),
                    Side::Left => (x - away, y),
                    Side::Bottom => (x, y + away),
                    Side::Right => (x + away, y),
                };
                drawn.number.insert(self.nearest(at).0.to_string(), json!([text, 1, "1"]));
            }
        }
        drawn
    }

    /// Adds a line piece by piece: between middles of squares, or along their sides.
    fn pieces(&self, segment: &Segment, style: u32, drawn: &mut Drawn) {
        for ends in pieces_of(segment) {
            let [(a, kind), (b, _)] = ends.map(|end| self.nearest(end));
            let list = match kind {
                Kind::Middle => &mut drawn.line,
                _ => &mut drawn.edge,
            };
            list.insert(between([a, b]), json!(style));
        }
    }

    /// Returns what is to be entered; none where the program has no way to enter it that it compares.
    fn entered(&self, picture: &Picture, drawn: &Drawn) -> Option<Solution> {
        let mut lists: [Vec<String>; 6] = Default::default();
        let is_entered = |ink: Ink| ink == Ink::Entered;
        if picture.circles.iter().any(|circle| is_entered(circle.ink))
            || picture.ships.iter().any(|ship| is_entered(ship.ink))
            || picture.beside.iter().any(|beside| is_entered(beside.ink))
        {
            return None;
        }
        for ((_, ink), at) in picture.cells.iter().zip(&self.cells) {
            if ink.is_some_and(is_entered) {
                lists[0].push(self.nearest(*at).0.to_string());
            }
        }
        let (right, below) = (self.columns as f64, self.rows as f64);
        for segment in &picture.segments {
            if segment.stroke != Stroke::Drawn(Ink::Entered) {
                continue;
            }
            for [from, to] in pieces_of(segment) {
                let [(a, kind), (b, other)] = [from, to].map(|end| self.nearest(end));
                let is_outline = |of: fn(Point) -> f64, end: f64| {
                    of(from) == of(to) && (of(from) == 0.0 || of(from) == end)
                };
                match (kind, other) {
                    (Kind::Middle, Kind::Middle) => lists[1].push(format!("{},1", between([a, b]))),
                    (Kind::Corner, Kind::Corner) => {
                        // What runs along the frame, or along a given line, is not compared.
                        let is_given = drawn.edge.get(&between([a, b])) == Some(&json!(THICK));
                        if !is_given
                            && !is_outline(|at| at.0, right)
                            && !is_outline(|at| at.1, below)
                        {
                            lists[2].push(format!("{},1", between([a, b])));
                        }
                    }
                    _ => return None,
                }
            }
        }
        for label in picture.labels.iter().filter(|label| is_entered(label.ink)) {
            let (at, kind) = self.nearest(label.at);
            let is_word = label.text.chars().all(|char| char.is_ascii_alphanumeric());
            if kind != Kind::Middle || !is_word {
                return None;
            }
            lists[4].push(format!("{at},{}", label.text));
        }
        lists.iter_mut().for_each(|list| list.sort());
        lists.iter().any(|list| !list.is_empty()).then_some(Solution { lists })
    }

    /// Returns the text that the address packs.
    fn text(
        &self,
        context: &Context<'_>,
        picture: &Picture,
        drawn: Drawn,
        solution: Option<&Solution>,
    ) -> String {
        let is_compared = |list: usize| solution.is_some_and(|it| !it.lists[list].is_empty());
        let compared = COMPARED.iter().enumerate().filter(|(list, _)| is_compared(*list));
        let compared: Vec<(&str, &str)> = compared.filter_map(|(_, option)| *option).collect();
        let mode = compared.first().map_or("number", |(_, mode)| mode);
        let settings: Map<String, Json> =
            compared.iter().map(|(option, _)| ((*option).to_owned(), json!(true))).collect();
        let mut modes = json!({ "qa": "pu_a", "grid": ["1", "2", "1"] });
        for (layer, style) in [("pu_q", THICK), ("pu_a", GREEN)] {
            modes[layer] = json!({
                "edit_mode": mode, "surface": ["", 1], "multicolor": ["", 1], "line": ["1", style],
                "lineE": ["1", style], "wall": ["", style], "cage": ["1", CAGE],
                "number": ["1", if layer == "pu_a" { 2 } else { 1 }], "symbol": ["circle_M", 1],
                "special": ["thermo", ""], "board": ["", ""], "move": ["1", ""],
                "combi": ["battleship", 3], "sudoku": ["1", 9],
            });
        }
        let mut cells: Vec<i64> = self.cells.iter().map(|at| self.nearest(*at).0).collect();
        cells.sort_unstable();
        let steps = cells.iter().scan(0, |last, cell| Some(cell - std::mem::replace(last, *cell)));
        let colours = layer(Drawn::default());
        let mode = format!("[\"1\",\"2\",\"1\"]~\"{mode}\"~{}", modes["pu_a"][mode]);
        let lines = [
            self.header(context, picture),
            json!(self.room).to_string(),
            mode,
            layer(drawn).to_string(),
            String::new(),
            json!(Vec::from_iter(steps)).to_string(),
            "[]".to_owned(),
            Json::Object(settings).to_string(),
            "\"x\"".to_owned(),
            "\"x\"".to_owned(),
            json!(VERSION).to_string(),
            modes.to_string(),
            "\"x\"".to_owned(),
            "0".to_owned(),
            colours.to_string(),
            "x".to_owned(),
            "{}".to_owned(),
            "[]".to_owned(),
            "false".to_owned(),
        ];
        lines.join("\n")
    }

    /// Returns the first line: the size, where the middle is, title and rules.
    fn header(&self, context: &Context<'_>, picture: &Picture) -> String {
        let (columns, rows) = (self.width() - 2 * AROUND, self.height() - 2 * AROUND);
        // In halves of squares from the outermost corner.
        let (x, y) = (columns as f64 / 2.0, rows as f64 / 2.0);
        let (middle, _) = self.nearest((x - self.room[2] as f64, y - self.room[0] as f64));
        let definition = context.instance.definition;
        let title = definition.title.as_ref().unwrap_or(&definition.name);
        let about = definition.about.as_ref().map(|about| context.instance.scope().fill(about));
        let rules: Vec<String> =
            about.into_iter().chain(picture.captions.iter().cloned()).collect();
        let escaped = |text: &str| {
            let text = text.replace('\n', "%2D").replace(',', "%2C");
            text.replace('&', "%2E").replace('=', "%2F")
        };
        let (right, below) = ((columns as usize + 1) * SIDE, (rows as usize + 1) * SIDE);
        format!(
            "square,{columns},{rows},{SIDE},0,1,1,{right},{below},{middle},{middle},0,0,0,0,\
             Title: {},Author: ,,{},OFF,false",
            title.replace(',', "%2C"),
            escaped(&rules.join("\n"))
        )
    }
}

/// Returns the pieces of a line from one side or middle to the next.
fn pieces_of(segment: &Segment) -> Vec<[Point; 2]> {
    let (from, to) = (segment.from, segment.to);
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let count = right.abs().max(down.abs()).round().max(1.0);
    let at = |number: f64| (from.0 + right * number / count, from.1 + down * number / count);
    (0..count as u32).map(|number| [at(number.into()), at(f64::from(number) + 1.0)]).collect()
}

/// Returns what a line between two points is called.
fn between([a, b]: [i64; 2]) -> String {
    format!("{},{}", a.min(b), a.max(b))
}

/// Returns a layer of a drawing.
fn layer(drawn: Drawn) -> Json {
    let empty = || json!({ "__a": [] });
    json!({
        "command_redo": empty(), "command_undo": empty(), "command_replay": empty(),
        "surface": drawn.surface, "number": drawn.number, "numberS": drawn.corner,
        "symbol": drawn.symbol, "thermo": [], "arrows": [], "direction": [], "squareframe": [],
        "polygon": [], "line": drawn.line, "lineE": drawn.edge, "wall": {}, "cage": drawn.cage,
        "deletelineE": {}, "killercages": [], "nobulbthermo": [],
    })
}
