//! A scene as Scalable Vector Graphics (SVG 1.1), one document a puzzle.
//!
//! Letters are outlines, each defined once, so that a drawing is the same in every renderer and needs no font.
//! Colours and strokes are attributes, so that every renderer and converter sees them.

use std::collections::BTreeSet;

use ::svg::Document;
use ::svg::node::element::{
    Circle, Definitions, Group, Line, Path, Polygon, Rectangle, Text, Title, Use,
};

use crate::drawing::letters::{self, Glyph, Weight};
use crate::drawing::picture::{picture, step};
use crate::drawing::scene::{Mark, Scene, scene};
use crate::drawing::style::Colour;
use crate::{Context, Format, FormatHead, StepOnBoard};
use puzgen_base::diagnostics::Problem;
use puzgen_model::generated::GeneratedPuzzle;

pub(crate) struct Svg;

impl Format for Svg {
    fn head(&self) -> FormatHead {
        FormatHead {
            is_drawing: true,
            has_style: true,
            holds_one: true,
            ..FormatHead::new("svg", "a drawing to print or to put on a page", "svg")
        }
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let picture = picture(context, puzzle)?;
        let scene = scene(&picture, &context.style);
        Ok(format!("{}\n", document(&scene, context.style.side)))
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
    let scene = scene(&step(context, puzzle, on_board)?, &context.style);
    Ok(format!("{}\n", document(&scene, context.style.side)))
}

/// Returns a scene as a document, with so many pixels to the side of a square.
pub fn document(scene: &Scene, side: f64) -> Document {
    groups(&scene.marks, side).into_iter().fold(begun(scene, &[], side), Document::add)
}

/// Returns a scene as a document that also defines the letters of other marks, with an empty group of the class
/// `lines` where the lines of a player go.
pub(super) fn to_play(scene: &Scene, others: &[Mark], side: f64) -> Document {
    let (under, over) = scene.marks.split_at(scene.under_lines);
    let lines = Group::new().set("class", "lines");
    let all = groups(under, side).into_iter().chain([lines]).chain(groups(over, side));
    all.fold(begun(scene, others, side), Document::add)
}

/// Returns a document without marks, with the letters of those of a scene and others.
fn begun(scene: &Scene, others: &[Mark], side: f64) -> Document {
    let px = scale(side);
    let mut document = Document::new()
        .set("viewBox", (0, 0, px(scene.width), px(scene.height)))
        .set("width", px(scene.width))
        .set("height", px(scene.height))
        .set("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .set("role", "img")
        .add(Title::new(&scene.title));
    let glyphs = definitions(scene.marks.iter().chain(others));
    if !glyphs.is_empty() {
        document = document.add(glyphs.into_iter().fold(Definitions::new(), Definitions::add));
    }
    if let Some(colour) = scene.background {
        let all = Rectangle::new().set("width", "100%").set("height", "100%");
        document = document.add(all.set("fill", colour.hex()));
    }
    document
}

fn scale(side: f64) -> impl Fn(f64) -> f64 + Copy {
    move |squares| (squares * side * 100.0).round() / 100.0
}

/// Returns marks as elements. Neighbours of a kind share a group, which has what they have in common.
pub(super) fn groups(marks: &[Mark], side: f64) -> Vec<Group> {
    let px = scale(side);
    let runs = marks.chunk_by(|a, b| Kind::of(a) == Kind::of(b));
    runs.map(|run| {
        let group = Kind::of(&run[0]).group(px);
        run.iter().fold(group, |group, mark| element(group, mark, px))
    })
    .collect()
}

/// Returns the name of a glyph's outline in the document.
fn name(glyph: Glyph) -> String {
    let weight = match glyph.weight {
        Weight::Regular => "r",
        Weight::Bold => "b",
        Weight::Mono => "m",
    };
    format!("{weight}{}", glyph.id)
}

/// Returns the outlines of all glyphs that are used.
fn definitions<'m>(marks: impl Iterator<Item = &'m Mark>) -> Vec<Path> {
    let mut glyphs = BTreeSet::new();
    for mark in marks {
        let Mark::Text { text, weight, .. } = mark else { continue };
        if letters::has_all(text, *weight) {
            let seen =
                letters::glyphs(text, *weight).into_iter().filter(|it| !it.1.is_whitespace());
            glyphs.extend(seen.map(|(glyph, ..)| glyph));
        }
    }
    let path = |glyph: Glyph| Path::new().set("id", name(glyph)).set("d", letters::outline(glyph));
    glyphs.into_iter().map(path).collect()
}

/// What marks side by side have in common.
#[derive(PartialEq)]
enum Kind {
    Area(Colour),
    Line(Colour, f64, bool),
    Circle(Option<(Colour, f64)>),
    Text(Colour),
}

impl Kind {
    fn of(mark: &Mark) -> Self {
        match mark {
            Mark::Area { fill, .. } => Self::Area(*fill),
            Mark::Line { width, colour, is_dashed, .. } => Self::Line(*colour, *width, *is_dashed),
            Mark::Circle { line, .. } => Self::Circle(*line),
            Mark::Text { colour, .. } => Self::Text(*colour),
        }
    }

    fn group(&self, px: impl Fn(f64) -> f64) -> Group {
        let group = Group::new();
        match *self {
            Self::Area(colour) | Self::Text(colour) => group.set("fill", colour.hex()),
            Self::Line(colour, width, is_dashed) => {
                let group = group.set("stroke", colour.hex()).set("stroke-width", px(width));
                match is_dashed {
                    true => group.set("stroke-dasharray", (px(DASH), px(DASH))),
                    false => group.set("stroke-linecap", "round"),
                }
            }
            Self::Circle(None) => group,
            Self::Circle(Some((colour, width))) => {
                group.set("stroke", colour.hex()).set("stroke-width", px(width))
            }
        }
    }
}

/// How long dashes and the gaps between them are, in squares.
pub const DASH: f64 = 0.1;

fn element(group: Group, mark: &Mark, px: impl Fn(f64) -> f64) -> Group {
    match mark {
        Mark::Area { points, .. } => {
            let points: Vec<String> =
                points.iter().map(|(x, y)| format!("{},{}", px(*x), px(*y))).collect();
            group.add(Polygon::new().set("points", points.join(" ")))
        }
        Mark::Line { from, to, .. } => {
            let line = Line::new().set("x1", px(from.0)).set("y1", px(from.1));
            group.add(line.set("x2", px(to.0)).set("y2", px(to.1)))
        }
        Mark::Circle { at, radius, fill, .. } => {
            let circle = Circle::new().set("cx", px(at.0)).set("cy", px(at.1));
            group.add(circle.set("r", px(*radius)).set("fill", fill.hex()))
        }
        Mark::Text { at, text, size, weight, .. } if letters::has_all(text, *weight) => {
            // What is read aloud; the outlines are none of it.
            let mut word = Group::new().set("aria-label", text.as_str());
            for (glyph, symbol, along, _) in letters::glyphs(text, *weight) {
                if symbol.is_whitespace() {
                    continue;
                }
                let (x, y, scale) = (px(at.0 + along * size), px(at.1), px(*size) / 1000.0);
                let place = format!("translate({x} {y}) scale({scale})");
                word = word.add(
                    Use::new()
                        .set("xlink:href", format!("#{}", name(glyph)))
                        .set("transform", place),
                );
            }
            group.add(word)
        }
        // The font lacks some of it: the reader's own fonts must do.
        Mark::Text { at, text, size, weight, .. } => {
            let text = Text::new(text.as_str()).set("x", px(at.0)).set("y", px(at.1));
            let text = text.set("font-family", "sans-serif").set("font-size", px(*size));
            let bold = (*weight == Weight::Bold).then_some("bold");
            group.add(text.set("font-weight", bold.unwrap_or("normal")))
        }
    }
}
