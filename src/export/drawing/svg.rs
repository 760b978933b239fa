//! A picture as Scalable Vector Graphics (SVG 1.1), one document a puzzle.
//!
//! # Units
//! 40 to the side of a square. Colours and strokes are attributes, so that every renderer and
//! converter sees them; what belongs to the solution is blue.

use ::svg::node::element::{Circle, Group, Line, Polygon, Text, Title};
use ::svg::{Document, Node};

use crate::diagnostics::Problem;
use crate::explain::Part;
use crate::export::drawing::picture::{picture, step};
use crate::export::drawing::{
    Anchor, Beside, Circle as RoundMark, Highlight, Ink, Picture, Point, Side, Stroke,
};
use crate::export::{Context, Format, StepOnBoard};
use crate::generate::GeneratedPuzzle;

pub(in crate::export) struct Svg;

/// The side of a square.
const SIDE: f64 = 40.0;
/// White around everything, in squares.
const MARGIN: f64 = 0.25;
/// The height of large and of small letters, in squares.
const LARGE: f64 = 0.6;
const SMALL: f64 = 0.32;
/// How far texts beside the board are apart, in squares.
const STEP: f64 = 0.55;

impl Format for Svg {
    fn name(&self) -> &'static str {
        "svg"
    }

    fn about(&self) -> &'static str {
        "a drawing to print or to put on a page"
    }

    fn extension(&self) -> &'static str {
        "svg"
    }

    fn holds_one(&self) -> bool {
        true
    }

    fn is_drawing(&self) -> bool {
        true
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        Ok(format!("{}\n", document(&picture(context, puzzle)?)))
    }
}

/// Returns a step of a solution as a drawing.
///
/// # Errors
/// Where a script is to draw the puzzle and fails.
pub fn step_svg(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
    on_board: &StepOnBoard<'_>,
) -> Result<String, Problem> {
    Ok(format!("{}\n", document(&step(context, puzzle, on_board)?)))
}

fn document(picture: &Picture) -> Document {
    let (top_left, bottom_right) = extent(picture);
    let (width, height) = (bottom_right.0 - top_left.0, bottom_right.1 - top_left.1);
    let mut document = Document::new()
        .set("viewBox", (px(top_left.0), px(top_left.1), px(width), px(height)))
        .set("width", px(width))
        .set("height", px(height))
        .set("font-family", "sans-serif")
        .set("role", "img")
        .add(Title::new(&picture.title));
    if !picture.highlights.is_empty() {
        document = document.add(highlights(picture, false));
    }
    document = document
        .add(cells(picture))
        .add(segments(picture, Stroke::Thin))
        .add(segments(picture, Stroke::Thick))
        .add(circles(picture, false))
        .add(segments(picture, Stroke::Drawn(Ink::Given)))
        .add(segments(picture, Stroke::Drawn(Ink::Entered)))
        .add(circles(picture, true));
    if !picture.highlights.is_empty() {
        document = document.add(highlights(picture, true));
    }
    document.add(texts(picture, bottom_right.1))
}

/// Returns a length in the drawing's unit, to two places.
fn px(squares: f64) -> f64 {
    (squares * SIDE * 100.0).round() / 100.0
}

fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Given => "black",
        Ink::Entered => "#1a5fb4",
    }
}

/// Returns where a text beside the board stands: the `number`-th of so many, in reading order.
fn beside_at(beside: &Beside, number: usize) -> Point {
    let (x, y) = beside.at;
    let away = 0.85 + beside.place(number) as f64 * STEP;
    match beside.side {
        Side::Top => (x, y - away),
        Side::Left => (x - away, y),
        Side::Bottom => (x, y + away),
        Side::Right => (x + away, y),
    }
}

/// How many characters of the usual size fit into a circle, and between the board and the next number beside it.
const NARROW: f64 = 1.6;

/// How wide a letter of a caption is, about: fonts differ.
const LETTER: f64 = 0.45 * 0.58;

/// How wide captions may be under a board that is narrower.
const CAPTIONS: f64 = 10.0;

/// Returns the captions, those broken into lines that are wider than the board.
fn lines(picture: &Picture) -> Vec<String> {
    let ((left, _), (right, _)) = board(picture);
    let most = ((right - left).max(CAPTIONS) / LETTER) as usize;
    let mut lines = Vec::new();
    for caption in &picture.captions {
        let mut line = String::new();
        for word in caption.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > most {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Returns the rectangle that holds everything, with captions under the board.
fn extent(picture: &Picture) -> (Point, Point) {
    let (low, mut high) = board(picture);
    for line in lines(picture) {
        high.0 = high.0.max(low.0 + line.chars().count() as f64 * LETTER);
        high.1 += 0.7;
    }
    ((low.0 - MARGIN, low.1 - MARGIN), (high.0 + MARGIN, high.1 + MARGIN))
}

/// Returns the rectangle that holds the board and what stands beside it.
fn board(picture: &Picture) -> (Point, Point) {
    let mut points: Vec<Point> = picture.cells.iter().flat_map(|cell| cell.0.clone()).collect();
    points.extend(picture.segments.iter().flat_map(|segment| [segment.from, segment.to]));
    for beside in &picture.beside {
        for number in 0..beside.texts.len() {
            let (x, y) = beside_at(beside, number);
            points.extend([(x - 0.3, y - 0.3), (x + 0.3, y + 0.3)]);
        }
    }
    for name in picture.labels.iter().filter(|label| label.is_name) {
        let ((x, y), half) = (name.at, name.text.chars().count() as f64 * SMALL * 0.25);
        points.extend([(x - half, y), (x + half, y + SMALL)]);
    }
    for circle in &picture.circles {
        let ((x, y), room) = (circle.at, radius(circle) + 0.04);
        points.extend([(x - room, y - room), (x + room, y + room)]);
    }
    let (mut low, mut high) = ((0.0_f64, 0.0_f64), (0.0_f64, 0.0_f64));
    for (x, y) in points {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    (low, high)
}

fn cells(picture: &Picture) -> Group {
    let mut group = Group::new().set("stroke", "none");
    for (corners, fill) in &picture.cells {
        let Some(ink) = fill else { continue };
        let points: Vec<String> =
            corners.iter().map(|(x, y)| format!("{},{}", px(*x), px(*y))).collect();
        let fill = match ink {
            Ink::Given => "black",
            Ink::Entered => "#5e7fa8",
        };
        group = group.add(Polygon::new().set("points", points.join(" ")).set("fill", fill));
    }
    group
}

/// Draws what a step points at: tints under everything, and outlines of what follows over it. In black and
/// white, they are still told apart.
fn highlights(picture: &Picture, over: bool) -> Group {
    let mut group = Group::new();
    for Highlight { shape, part } in &picture.highlights {
        let is_concluded = *part == Part::Concluded;
        if over && !is_concluded {
            continue;
        }
        let (tint, width) = match part {
            Part::Area => ("#f0f0f0", 8.0),
            Part::Reason => ("#cfe0f3", 10.0),
            Part::Concluded => ("#ffd866", 12.0),
        };
        group = match shape.as_slice() {
            [at] if !over => {
                let circle = Circle::new().set("cx", px(at.0)).set("cy", px(at.1));
                group.add(circle.set("r", px(0.3)).set("fill", tint))
            }
            [from, to] if !over => group.add(
                Line::new()
                    .set("x1", px(from.0))
                    .set("y1", px(from.1))
                    .set("x2", px(to.0))
                    .set("y2", px(to.1))
                    .set("stroke", tint)
                    .set("stroke-width", width),
            ),
            [] | [_] | [_, _] => group,
            corners => {
                let points: Vec<String> =
                    corners.iter().map(|(x, y)| format!("{},{}", px(*x), px(*y))).collect();
                let area = Polygon::new().set("points", points.join(" "));
                group.add(match over {
                    true => {
                        area.set("fill", "none").set("stroke", "#c64600").set("stroke-width", 3)
                    }
                    false => area.set("fill", tint),
                })
            }
        };
    }
    group
}

fn segments(picture: &Picture, stroke: Stroke) -> Group {
    let (colour, width) = match stroke {
        Stroke::Thin => ("#777777", 1.0),
        Stroke::Thick => ("black", 3.0),
        // Light, so that numbers can be read over it.
        Stroke::Drawn(Ink::Given) => ("#999999", 5.0),
        Stroke::Drawn(Ink::Entered) => (colour(Ink::Entered), 5.0),
    };
    let mut group = Group::new()
        .set("stroke", colour)
        .set("stroke-width", width)
        .set("stroke-linecap", "round")
        .set("fill", "none");
    for segment in picture.segments.iter().filter(|segment| segment.stroke == stroke) {
        let line = Line::new()
            .set("x1", px(segment.from.0))
            .set("y1", px(segment.from.1))
            .set("x2", px(segment.to.0))
            .set("y2", px(segment.to.1));
        group = group.add(line);
    }
    group
}

fn radius(circle: &RoundMark) -> f64 {
    match (circle.is_small, circle.has_text) {
        (false, true) => 0.36,
        (false, false) => 0.32,
        (true, true) => 0.22,
        (true, false) => 0.13,
    }
}

/// Draws dots and circles: large ones without a text under lines, which go through them, the others over
/// lines.
fn circles(picture: &Picture, over_lines: bool) -> Group {
    let mut group = Group::new().set("stroke-width", 1.5);
    let circle = |at: Point, radius: f64, fill: &str| {
        Circle::new().set("cx", px(at.0)).set("cy", px(at.1)).set("r", px(radius)).set("fill", fill)
    };
    for dot in picture.dots.iter().filter(|_| over_lines) {
        group = group.add(circle(*dot, 0.05, "black").set("stroke", "none"));
    }
    let is_over = |mark: &&RoundMark| mark.has_text || mark.is_small;
    for mark in picture.circles.iter().filter(|mark| is_over(mark) == over_lines) {
        let colour = colour(mark.ink);
        let fill = if mark.is_filled { colour } else { "white" };
        group = group.add(circle(mark.at, radius(mark), fill).set("stroke", colour));
    }
    group
}

/// Returns whether a point is in a square that the puzzle fills.
fn is_on_black(picture: &Picture, (x, y): Point) -> bool {
    picture.cells.iter().filter(|cell| cell.1 == Some(Ink::Given)).any(|(corners, _)| {
        // Corners go clockwise, so what is inside is right of each side.
        let is_right = |(number, (from_x, from_y)): (usize, &Point)| {
            let (to_x, to_y) = corners[(number + 1) % corners.len()];
            (to_x - from_x) * (y - from_y) >= (to_y - from_y) * (x - from_x)
        };
        corners.iter().enumerate().all(is_right)
    })
}

/// Returns the size of a text with room for so many letters: long ones get smaller letters.
fn fitting(size: f64, room: f64, text: &str) -> f64 {
    size * (room / text.chars().count() as f64).min(1.0)
}

fn texts(picture: &Picture, bottom: f64) -> Group {
    let mut group = Group::new().set("text-anchor", "middle").set("dominant-baseline", "central");
    let mut write = |at: Point, text: &str, colour: &str, size: f64, anchor: Anchor| {
        let text = Text::new(text)
            .set("x", px(at.0))
            .set("y", px(at.1))
            .set("font-size", px(size))
            .set("fill", colour);
        group.append(match anchor {
            Anchor::Start => text.set("text-anchor", "start"),
            Anchor::Middle => text,
            Anchor::End => text.set("text-anchor", "end"),
        });
    };
    for label in &picture.labels {
        let size = if label.is_small { SMALL } else { LARGE };
        let is_round =
            picture.circles.iter().any(|circle| circle.has_text && circle.at == label.at);
        let room = match label.anchor {
            Anchor::Middle if is_round => NARROW,
            Anchor::Middle => 2.2,
            Anchor::Start | Anchor::End => 5.0,
        };
        let size = if label.is_name { size } else { fitting(size, room, &label.text) };
        let colour = match label.ink {
            _ if label.is_name || !is_on_black(picture, label.at) => colour(label.ink),
            Ink::Given => "white",
            Ink::Entered => "#99c1f1",
        };
        write(label.at, &label.text, colour, size, label.anchor);
    }
    for beside in &picture.beside {
        let size = if beside.texts.len() == 1 { LARGE } else { 0.45 };
        for (number, text) in beside.texts.iter().enumerate() {
            let (at, size) = (beside_at(beside, number), fitting(size, NARROW, text));
            write(at, text, colour(beside.ink), size, Anchor::Middle);
        }
    }
    let lines = lines(picture);
    let count = lines.len() as f64;
    for (number, caption) in lines.iter().enumerate() {
        let y = bottom - MARGIN - (count - number as f64) * 0.7 + 0.4;
        let text = Text::new(caption.as_str())
            .set("x", 0)
            .set("y", px(y))
            .set("font-size", px(0.45))
            .set("text-anchor", "start");
        group.append(text);
    }
    group
}
