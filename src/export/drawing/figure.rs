//! The figure of a puzzle, placed by its solution and scaled to a drawing, with labels where they hide nothing.

use crate::Context;
use crate::drawing::labels::{DOT, Label, LabelBox, Laid};
use crate::drawing::mark::{Mark, of_formula, stroke};
use crate::drawing::style::Style;
use crate::drawing::{Ink, Point};
use crate::text::Told;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::definition::Show;
use puzgen_model::eval::Scope;
use puzgen_model::expr::Expr;
use puzgen_model::figure::{Drawn, FigureMark};
use puzgen_model::formula::{self, Piece};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::ty::Phase;

/// How wide and how high figures are at most, in squares, without their labels.
const WIDTH: f64 = 6.4;
const HEIGHT: f64 = 4.6;

/// How many times larger a figure is drawn where its labels have no room otherwise.
const SCALES: [f64; 7] = [1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2];

/// A figure without colours and sizes of letters.
#[derive(Debug, Clone)]
pub(crate) struct Figure {
    /// The length of a unit in squares.
    unit: f64,
    parts: Vec<Part>,
}

/// A mark with its points in squares, and its label.
#[derive(Debug, Clone)]
struct Part {
    mark: &'static FigureMark,
    points: Vec<Point>,
    numbers: Vec<f64>,
    label: Option<Label>,
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
    let mut parts = Vec::new();
    for mark in &figure.marks {
        let points: Vec<Point> = mark.points.iter().map(|at| places[*at]).collect();
        let numbers =
            numbers(&mark.numbers, &mut scope).ok_or_else(|| nowhere(mark.mark.name, mark.span))?;
        let label = mark.label.as_ref().map(|template| {
            let (text, ink) = told.label(&mut scope, template);
            let pieces = formula::read(&text).unwrap_or_else(|_| vec![Piece::Text(text)]);
            Label { pieces, ink }
        });
        parts.push(Part { mark: mark.mark, points, numbers, label });
    }
    Ok(Some(Figure { unit, parts }))
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
            puzgen_model::figure::length(puzgen_model::figure::minus(places[on], places[centre])),
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

/// Returns the labels of a puzzle's figure.
///
/// # Errors
/// Where a point has no place.
pub fn label_boxes(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
) -> Result<Vec<LabelBox>, Problem> {
    let Some(figure) = figure(context, puzzle)? else { return Ok(Vec::new()) };
    let laid = figure.laid(context.style.sizes[3]);
    Ok((0..laid.labels.len()).filter_map(|number| laid.label_box(number)).collect())
}

impl Figure {
    /// Returns the figure with its labels: as large as it has to be, so that they have room.
    fn laid(&self, size: f64) -> Laid {
        let mut best = self.laid_in(SCALES[0], size);
        for scale in &SCALES[1..] {
            if best.hidden == 0 {
                break;
            }
            let laid = self.laid_in(*scale, size);
            if laid.hidden < best.hidden {
                best = laid;
            }
        }
        best
    }

    fn laid_in(&self, scale: f64, size: f64) -> Laid {
        let drawn = |part: &Part| {
            let points: Vec<Point> =
                part.points.iter().map(|(x, y)| (x * scale, y * scale)).collect();
            (part.mark.draw)(&points, &part.numbers, self.unit * scale)
        };
        let drawn: Vec<Drawn> = self.parts.iter().map(drawn).collect();
        let labels: Vec<_> = self.parts.iter().map(|part| part.label.as_ref()).collect();
        Laid::new(&drawn, &labels, size)
    }

    /// Returns the marks of the figure, and its rectangle.
    pub(super) fn marks(&self, style: &Style) -> (Vec<Mark>, (Point, Point)) {
        let Laid { drawn, labels, .. } = self.laid(style.sizes[3]);
        let mut marks = Vec::new();
        let ground = style.background.unwrap_or(style.paper);
        for (centre, radius) in drawn.iter().flat_map(|drawn| &drawn.circles) {
            let line = Some((style.given, style.widths[1]));
            marks.push(Mark::Circle { at: *centre, radius: *radius, fill: ground, line });
        }
        for drawn in &drawn {
            let (colour, width) = match (drawn.is_ground, drawn.is_fine) {
                (true, _) => (style.grid, style.widths[0] * 0.6),
                (false, true) => (style.given, style.widths[0]),
                (false, false) => (style.given, style.widths[1]),
            };
            for (from, to) in &drawn.lines {
                marks.push(stroke(*from, *to, width, colour));
            }
        }
        for at in drawn.iter().flat_map(|drawn| &drawn.dots) {
            marks.push(Mark::Circle { at: *at, radius: DOT, fill: style.given, line: None });
        }
        for label in labels.iter().flatten() {
            let colour = match label.ink {
                Ink::Given => style.given,
                Ink::Entered => style.entered,
            };
            marks.extend(label.strokes.iter().map(|it| of_formula(it, colour)));
        }
        let lines = drawn.iter().flat_map(|drawn| &drawn.lines);
        let ends = lines.flat_map(|(from, to)| [*from, *to]);
        let rings = drawn
            .iter()
            .flat_map(|drawn| &drawn.circles)
            .flat_map(|((x, y), radius)| [(x - radius, y - radius), (x + radius, y + radius)]);
        let dots = drawn.iter().flat_map(|drawn| drawn.dots.iter().copied());
        let labels = labels.iter().flatten().flat_map(|label| [label.low, label.high]);
        (marks, bounds(ends.chain(rings).chain(dots).chain(labels)))
    }
}
