//! What is drawn of the board itself: squares, the lines between them, and borders of regions.

use std::collections::BTreeMap;

use crate::export::Context;
use crate::export::drawing::{Picture, Point, Segment, Stroke};
use crate::grid::{Grid, Place, PlaceKind};
use crate::model::definition::Shown;
use crate::model::eval::Scope;
use crate::model::value::{Key, Value};

/// Returns the corners of a square in order.
pub(super) fn outline(grid: &Grid, cell: Place) -> Vec<Point> {
    let (row, column) = grid.row_column(cell);
    let (x, y) = (column as f64, row as f64);
    vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)]
}

/// Returns the middle of a place.
pub(super) fn centre(grid: &Grid, place: Place) -> Point {
    let (row, column) = grid.row_column(place);
    let (x, y) = (column as f64, row as f64);
    match place.kind {
        PlaceKind::Cell => (x + 0.5, y + 0.5),
        PlaceKind::Vertex => (x, y),
        PlaceKind::Edge => {
            let [a, b] = grid.ends(place).map(|end| centre(grid, end));
            middle(a, b)
        }
    }
}

/// Returns the point between two.
pub(super) fn middle(a: Point, b: Point) -> Point {
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

/// A side of a square, the same from both squares.
fn side(a: Point, b: Point) -> [(i64, i64); 2] {
    let rounded = |(x, y): Point| ((x * 1000.0).round() as i64, (y * 1000.0).round() as i64);
    let mut ends = [rounded(a), rounded(b)];
    ends.sort_unstable();
    ends
}

/// Draws the board. Where lines are drawn along its edges, it is dots; otherwise squares.
pub(super) fn frame(context: &Context<'_>, grid: &Grid, picture: &mut Picture) {
    let cells = grid.all(PlaceKind::Cell);
    let mut sides: BTreeMap<[(i64, i64); 2], (Point, Point, Vec<Place>)> = BTreeMap::new();
    for &cell in &cells {
        let corners = outline(grid, cell);
        for (position, &from) in corners.iter().enumerate() {
            let to = corners[(position + 1) % corners.len()];
            sides.entry(side(from, to)).or_insert((from, to, Vec::new())).2.push(cell);
        }
        picture.cells.push((corners, None));
    }
    if lines_along_edges(context) {
        let mut dots: Vec<Point> = Vec::new();
        for (from, to, _) in sides.values() {
            dots.extend([*from, *to]);
        }
        dots.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
        dots.dedup();
        picture.dots = dots;
        return;
    }
    let regions = thick_regions(context);
    for (from, to, beside) in sides.into_values() {
        let is_thick = match beside[..] {
            [a, b] => regions.iter().any(|region_of| region_of.get(&a) != region_of.get(&b)),
            _ => true,
        };
        let stroke = if is_thick { Stroke::Thick } else { Stroke::Thin };
        picture.segments.push(Segment { from, to, stroke });
    }
}

/// Returns whether a family of truths is drawn along the edges of the board.
fn lines_along_edges(context: &Context<'_>) -> bool {
    let instance = context.instance;
    instance.definition.answers().any(|id| {
        let keys = instance.families[id.0 as usize].index.keys();
        let is_edge = |key: &Key| matches!(key, Key::Place(place) if place.kind == PlaceKind::Edge);
        let is_plain =
            !instance.definition.show.symbols.iter().any(|s| s.family == Shown::Answer(id));
        instance.definition.family(id).is_truth && is_plain && keys.iter().all(is_edge)
    })
}

/// Returns for each `thick` the region of every square in one.
fn thick_regions(context: &Context<'_>) -> Vec<BTreeMap<Place, usize>> {
    let mut all = Vec::new();
    for regions in &context.instance.definition.show.thick {
        let Ok(regions) = Scope::new(context.instance).eval_list(regions) else { continue };
        let mut region_of = BTreeMap::new();
        for (number, region) in regions.items.iter().enumerate() {
            let cells = region.as_list().unwrap_or_default().iter();
            region_of.extend(cells.filter_map(Value::as_place).map(|cell| (cell, number)));
        }
        all.push(region_of);
    }
    all
}
