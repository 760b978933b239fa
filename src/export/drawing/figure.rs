//! The figure of a puzzle, placed by its solution and scaled to a drawing, with labels where they hide nothing.

use crate::diagnostics::{Code, Problem};
use crate::export::Context;
use crate::export::drawing::formulas::{Boxed, Stroke, lines};
use crate::export::drawing::mark::{Mark, of_formula, stroke};
use crate::export::drawing::style::Style;
use crate::export::drawing::{Ink, Point};
use crate::export::text::Told;
use crate::figure::{Drawn, Room};
use crate::formula::{self, Piece};
use crate::generate::GeneratedPuzzle;
use crate::model::definition::Show;
use crate::model::eval::Scope;
use crate::model::expr::Expr;
use crate::model::ty::Phase;

/// How wide and how high figures are at most, in squares, without their labels.
const WIDTH: f64 = 6.4;
const HEIGHT: f64 = 4.6;

/// A figure without colours and sizes of letters.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    drawn: Vec<Drawn>,
    labels: Vec<Label>,
}

/// A label that is not placed yet.
#[derive(Debug, Clone)]
struct Label {
    pieces: Vec<Piece>,
    rooms: Vec<Room>,
    ink: Ink,
}

/// A label in its place: its box by two corners.
#[derive(Debug, Clone)]
struct Placed {
    strokes: Vec<Stroke>,
    ink: Ink,
    low: Point,
    high: Point,
}

/// Returns whether the figure of a definition, where it has one, depends on what is to be found.
pub(super) fn is_to_scale(context: &Context<'_>) -> Option<bool> {
    let figure = &context.instance.definition.show.figure;
    let mut numbers = figure.points.iter().flat_map(|point| &point.numbers);
    (!figure.is_empty()).then(|| numbers.any(|number| number.phase != Phase::Known))
}

/// Returns the figure of a puzzle, where it has one and its solution is known.
///
/// # Errors
/// Where a point has no place.
pub(super) fn figure(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
) -> Result<Option<Figure>, Problem> {
    let figure = &context.instance.definition.show.figure;
    let Some(own) = puzzle.solutions.first().filter(|_| !figure.is_empty()) else {
        return Ok(None);
    };
    let mut scope = Scope::new(context.instance).with_values(own);
    let nowhere = |name: &str, span| {
        let message = format!("the figure has no place for `{name}`");
        Problem::error(Code::BadShow, message, span, "no place with these numbers")
    };
    let places = places(&context.instance.definition.show, &mut scope).map_err(|position| {
        let point = &figure.points[position];
        nowhere(&point.name, point.span)
    })?;
    let (unit, places) = scaled(context, &places);
    let told = Told::of(context, puzzle);
    let (mut all, mut labels) = (Vec::new(), Vec::new());
    for mark in &figure.marks {
        let points: Vec<Point> = mark.points.iter().map(|at| places[*at]).collect();
        let numbers =
            numbers(&mark.numbers, &mut scope).ok_or_else(|| nowhere(mark.mark.name, mark.span))?;
        let drawn = (mark.mark.draw)(&points, &numbers, unit);
        if let Some(template) = &mark.label {
            let (text, ink) = told.label(&mut scope, template);
            let pieces = formula::read(&text).unwrap_or_else(|_| vec![Piece::Text(text)]);
            labels.push(Label { pieces, rooms: drawn.rooms.clone(), ink });
        }
        all.push(drawn);
    }
    Ok(Some(Figure { drawn: all, labels }))
}

/// Returns where the points are, y growing upwards.
///
/// # Errors
/// The position of the first one that has no place.
fn places(show: &Show, scope: &mut Scope<'_>) -> Result<Vec<Point>, usize> {
    let mut places: Vec<Point> = Vec::new();
    for (position, point) in show.figure.points.iter().enumerate() {
        let from: Vec<Point> = point.points.iter().map(|at| places[*at]).collect();
        let numbers = numbers(&point.numbers, scope).ok_or(position)?;
        places.push((point.construction.place)(&from, &numbers).ok_or(position)?);
    }
    Ok(places)
}

/// Returns the values of expressions, where all have one.
fn numbers(exprs: &[Expr], scope: &mut Scope<'_>) -> Option<Vec<f64>> {
    exprs.iter().map(|expr| scope.eval_int(expr).ok().map(|value| value as f64)).collect()
}

/// Returns the length of a unit in squares, and points in squares, y growing downwards.
fn scaled(context: &Context<'_>, places: &[Point]) -> (f64, Vec<Point>) {
    let mut corners = places.to_vec();
    let circles = context.instance.definition.show.figure.marks.iter();
    for circle in circles.filter(|mark| mark.mark.name == "circle") {
        let [centre, on] = circle.points[..] else { continue };
        let ((x, y), radius) = (
            places[centre],
            crate::figure::length(crate::figure::minus(places[on], places[centre])),
        );
        corners.extend([(x - radius, y - radius), (x + radius, y + radius)]);
    }
    let (low, high) = bounds(corners);
    let fit = (WIDTH / (high.0 - low.0).max(1e-9)).min(HEIGHT / (high.1 - low.1).max(1e-9));
    let place = |at: &Point| ((at.0 - low.0) * fit, (high.1 - at.1) * fit);
    (fit, places.iter().map(place).collect())
}

fn bounds(points: impl IntoIterator<Item = Point>) -> (Point, Point) {
    let far = f64::INFINITY;
    points.into_iter().fold(((far, far), (-far, -far)), |(low, high), (x, y)| {
        ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
    })
}

/// Returns the boxes of the labels of a puzzle's figure, each by its left, upper, right and lower side, and how many
/// lines go through one.
///
/// # Errors
/// Where a point has no place.
pub fn label_boxes(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
) -> Result<Vec<([f64; 4], usize)>, Problem> {
    let Some(figure) = figure(context, puzzle)? else { return Ok(Vec::new()) };
    let lines = figure.lines();
    let sides = |label: &Placed| [label.low.0, label.low.1, label.high.0, label.high.1];
    let crossed = |label: &Placed| lines.iter().filter(|line| crosses(label, line)).count();
    let placed = figure.placed(context.style.sizes[3]);
    Ok(placed.iter().map(|label| (sides(label), crossed(label))).collect())
}

impl Figure {
    /// Returns all lines that labels should not stand on, circles as lines.
    fn lines(&self) -> Vec<(Point, Point)> {
        let obstacles = self.drawn.iter().filter(|drawn| !drawn.is_ground);
        obstacles.flat_map(|drawn| drawn.lines.iter().copied().chain(rings(drawn))).collect()
    }

    /// Returns the marks of the figure, and its rectangle.
    pub(super) fn marks(&self, style: &Style) -> (Vec<Mark>, (Point, Point)) {
        let placed = self.placed(style.sizes[3]);
        let mut marks = Vec::new();
        let ground = style.background.unwrap_or(style.paper);
        for (centre, radius) in self.drawn.iter().flat_map(|drawn| &drawn.circles) {
            let line = Some((style.given, style.widths[1]));
            marks.push(Mark::Circle { at: *centre, radius: *radius, fill: ground, line });
        }
        for drawn in &self.drawn {
            let (colour, width) = match (drawn.is_ground, drawn.is_fine) {
                (true, _) => (style.grid, style.widths[0] * 0.6),
                (false, true) => (style.given, style.widths[0]),
                (false, false) => (style.given, style.widths[1]),
            };
            for (from, to) in &drawn.lines {
                marks.push(stroke(*from, *to, width, colour));
            }
        }
        for at in self.drawn.iter().flat_map(|drawn| &drawn.dots) {
            marks.push(Mark::Circle { at: *at, radius: 0.07, fill: style.given, line: None });
        }
        for label in &placed {
            let colour = match label.ink {
                Ink::Given => style.given,
                Ink::Entered => style.entered,
            };
            marks.extend(label.strokes.iter().map(|it| of_formula(it, colour)));
        }
        let lines = self.drawn.iter().flat_map(|drawn| &drawn.lines);
        let ends = lines.flat_map(|(from, to)| [*from, *to]);
        let rings = self
            .drawn
            .iter()
            .flat_map(|drawn| &drawn.circles)
            .flat_map(|((x, y), radius)| [(x - radius, y - radius), (x + radius, y + radius)]);
        let dots = self.drawn.iter().flat_map(|drawn| drawn.dots.iter().copied());
        let labels = placed.iter().flat_map(|label| [label.low, label.high]);
        (marks, bounds(ends.chain(rings).chain(dots).chain(labels)))
    }

    /// Returns the labels, each at the first of its places that is free, or the one that hides least.
    fn placed(&self, size: f64) -> Vec<Placed> {
        let lines = self.lines();
        let dots: Vec<Point> = self.drawn.iter().flat_map(|drawn| drawn.dots.clone()).collect();
        let mut placed: Vec<Placed> = Vec::new();
        for label in &self.labels {
            let Some(content) = lines_of(label, size) else { continue };
            let mut best: Option<(usize, Placed)> = None;
            for room in &label.rooms {
                let found = at_room(&content, room, label.ink);
                let hidden = hides(&found, &placed, &lines, &dots);
                if best.as_ref().is_none_or(|(least, _)| hidden < *least) {
                    best = Some((hidden, found));
                }
                if hidden == 0 {
                    break;
                }
            }
            placed.extend(best.map(|(_, found)| found));
        }
        placed
    }
}

fn lines_of(label: &Label, size: f64) -> Option<Boxed> {
    lines(&label.pieces, size, f64::INFINITY).into_iter().next()
}

/// Returns circles as lines, to see what lies on them.
fn rings(drawn: &Drawn) -> Vec<(Point, Point)> {
    let on = |centre: Point, radius: f64, step: usize| {
        let to = crate::figure::direction(step as f64 * 10.0);
        crate::figure::along(centre, to, radius)
    };
    let ring = |(centre, radius): &(Point, f64)| -> Vec<(Point, Point)> {
        (0..36).map(|step| (on(*centre, *radius, step), on(*centre, *radius, step + 1))).collect()
    };
    drawn.circles.iter().flat_map(ring).collect()
}

/// Returns a label that touches a point from a direction.
fn at_room(content: &Boxed, room: &Room, ink: Ink) -> Placed {
    let (half, tall) = (content.width / 2.0, (content.ascent + content.descent) / 2.0);
    let (right, down) = room.towards;
    // So far that the nearest corner or side of the box is the gap away from the point.
    let reach = half * right.abs() + tall * down.abs();
    let is_there = right != 0.0 || down != 0.0;
    let far = if is_there { reach + room.gap } else { 0.0 };
    let middle = (room.at.0 + right * far, room.at.1 + down * far);
    let (low, high) = ((middle.0 - half, middle.1 - tall), (middle.0 + half, middle.1 + tall));
    let mut strokes = content.strokes.clone();
    let baseline = (low.0, low.1 + content.ascent);
    strokes.iter_mut().for_each(|stroke| stroke.shift(baseline.0, baseline.1));
    Placed { strokes, ink, low, high }
}

/// Returns how much a label hides: other labels count most.
fn hides(own: &Placed, placed: &[Placed], lines: &[(Point, Point)], dots: &[Point]) -> usize {
    let labels = placed.iter().filter(|other| overlap(own, other)).count();
    let lines = lines.iter().filter(|line| crosses(own, line)).count();
    let is_on = |at: &&Point| {
        own.low.0 < at.0 + 0.07
            && at.0 - 0.07 < own.high.0
            && own.low.1 < at.1 + 0.07
            && at.1 - 0.07 < own.high.1
    };
    labels * 1000 + (lines + dots.iter().filter(is_on).count()) * 10
}

fn overlap(a: &Placed, b: &Placed) -> bool {
    a.low.0 < b.high.0 && b.low.0 < a.high.0 && a.low.1 < b.high.1 && b.low.1 < a.high.1
}

/// Returns whether a line has a part in the box of a label.
fn crosses(own: &Placed, (from, to): &(Point, Point)) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    let way = (to.0 - from.0, to.1 - from.1);
    for (start, step, low, high) in
        [(from.0, way.0, own.low.0, own.high.0), (from.1, way.1, own.low.1, own.high.1)]
    {
        if step.abs() < 1e-9 {
            if start <= low || start >= high {
                return false;
            }
            continue;
        }
        let (a, b) = ((low - start) / step, (high - start) / step);
        first = first.max(a.min(b));
        last = last.min(a.max(b));
    }
    first < last
}
