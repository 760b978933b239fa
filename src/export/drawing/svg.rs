//! A picture as Scalable Vector Graphics (SVG 1.1), one document a puzzle.
//!
//! # Units
//! 40 to the side of a square. Colours and strokes are attributes, so that every renderer and
//! converter sees them; what belongs to the solution is blue.

use ::svg::node::element::{Circle, Group, Line, Polygon, Text, Title};
use ::svg::{Document, Node};

use crate::diagnostics::Problem;
use crate::export::drawing::picture::picture;
use crate::export::drawing::{Beside, Ink, Picture, Point, Side, Stroke};
use crate::export::{Context, Format};
use crate::generate::Puzzle;

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

    fn puzzle(&self, context: &Context<'_>, puzzle: &Puzzle) -> Result<String, Problem> {
        Ok(format!("{}\n", document(&picture(context, puzzle)?)))
    }
}

fn document(picture: &Picture) -> Document {
    let (top_left, bottom_right) = extent(picture);
    let (width, height) = (bottom_right.0 - top_left.0, bottom_right.1 - top_left.1);
    Document::new()
        .set("viewBox", (px(top_left.0), px(top_left.1), px(width), px(height)))
        .set("width", px(width))
        .set("height", px(height))
        .set("font-family", "sans-serif")
        .set("role", "img")
        .add(Title::new(&picture.title))
        .add(cells(picture))
        .add(segments(picture, Stroke::Thin))
        .add(segments(picture, Stroke::Thick))
        .add(segments(picture, Stroke::Drawn))
        .add(marks(picture))
        .add(texts(picture, bottom_right.1))
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
    let (from_board, from_start) =
        ((beside.texts.len() - 1 - number) as f64 * STEP, number as f64 * STEP);
    match beside.side {
        Side::Top => (x, y - 0.85 - from_board),
        Side::Left => (x - 0.85 - from_board, y),
        Side::Bottom => (x, y + 0.85 + from_start),
        Side::Right => (x + 0.85 + from_start, y),
    }
}

/// Returns the rectangle that holds everything, with captions under the board.
fn extent(picture: &Picture) -> (Point, Point) {
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
        let (x, y) = circle.at;
        points.extend([(x - 0.4, y - 0.4), (x + 0.4, y + 0.4)]);
    }
    let (mut low, mut high) = ((0.0_f64, 0.0_f64), (0.0_f64, 0.0_f64));
    for (x, y) in points {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    // A letter of a caption is about half as wide as high.
    for caption in &picture.captions {
        high.0 = high.0.max(low.0 + caption.chars().count() as f64 * 0.45 * 0.5);
        high.1 += 0.7;
    }
    ((low.0 - MARGIN, low.1 - MARGIN), (high.0 + MARGIN, high.1 + MARGIN))
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

fn segments(picture: &Picture, stroke: Stroke) -> Group {
    let (colour, width) = match stroke {
        Stroke::Thin => ("#777777", 1.0),
        Stroke::Thick => ("black", 3.0),
        Stroke::Drawn => (colour(Ink::Entered), 5.0),
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

fn marks(picture: &Picture) -> Group {
    let mut group = Group::new().set("stroke", "black").set("stroke-width", 1.5);
    let circle = |at: Point, radius: f64, fill: &str| {
        Circle::new().set("cx", px(at.0)).set("cy", px(at.1)).set("r", px(radius)).set("fill", fill)
    };
    for dot in &picture.dots {
        group = group.add(circle(*dot, 0.05, "black").set("stroke", "none"));
    }
    for mark in &picture.circles {
        group = group.add(circle(mark.at, 0.36, if mark.is_filled { "black" } else { "white" }));
    }
    group
}

/// Returns the size of a text within a square: long ones get smaller letters.
fn fitting(size: f64, text: &str) -> f64 {
    size * (2.2 / text.chars().count() as f64).min(1.0)
}

fn texts(picture: &Picture, bottom: f64) -> Group {
    let mut group = Group::new().set("text-anchor", "middle").set("dominant-baseline", "central");
    let mut write = |at: Point, text: &str, ink: Ink, size: f64| {
        let text = Text::new(text)
            .set("x", px(at.0))
            .set("y", px(at.1))
            .set("font-size", px(size))
            .set("fill", colour(ink));
        group.append(text);
    };
    for label in &picture.labels {
        let size = if label.is_small { SMALL } else { LARGE };
        let size = if label.is_name { size } else { fitting(size, &label.text) };
        write(label.at, &label.text, label.ink, size);
    }
    for beside in &picture.beside {
        let size = if beside.texts.len() == 1 { LARGE } else { 0.45 };
        for (number, text) in beside.texts.iter().enumerate() {
            write(beside_at(beside, number), text, beside.ink, fitting(size, text));
        }
    }
    let count = picture.captions.len() as f64;
    for (number, caption) in picture.captions.iter().enumerate() {
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
