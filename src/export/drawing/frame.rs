//! What is drawn of the board itself: squares, the lines between them, and borders of regions.

use std::collections::BTreeMap;

use crate::Context;
use crate::drawing::cages;
use crate::drawing::{Anchor, Ink, Picture, Point, Segment, Stroke, TextLabel};
use puzgen_model::definition::Shown;
use puzgen_model::eval::Scope;
use puzgen_model::expr::Expr;
use puzgen_model::grid::{Graph, Grid, Place, PlaceKind};
use puzgen_model::value::{Key, Value};

/// Returns the point between two.
pub(super) fn middle(a: Point, b: Point) -> Point {
    ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
}

/// The ends of a side, rounded.
pub(super) type SideEnds = [(i64, i64); 2];

/// A side of a cell, the same from both cells.
pub(super) fn side(a: Point, b: Point) -> SideEnds {
    let rounded = |(x, y): Point| ((x * 1000.0).round() as i64, (y * 1000.0).round() as i64);
    let mut ends = [rounded(a), rounded(b)];
    ends.sort_unstable();
    ends
}

/// Returns the line between two nodes, from circle to circle.
fn link(a: Point, b: Point) -> Segment {
    let (right, down) = (b.0 - a.0, b.1 - a.1);
    let share = 0.5 / libm::hypot(right, down);
    let (right, down) = (right * share, down * share);
    let (from, to) = ((a.0 + right, a.1 + down), (b.0 - right, b.1 - down));
    Segment { from, to, stroke: Stroke::Thin }
}

/// Draws the board: dots where an answer is lines along all of its edges; the net of the centres of squares
/// where an answer is lines between squares that meet in a corner; otherwise the squares.
pub(super) fn frame(context: &Context<'_>, grid: &Grid, picture: &mut Picture) {
    let mut sides: BTreeMap<SideEnds, (Point, Point, Vec<Place>)> = BTreeMap::new();
    for cell in grid.all(PlaceKind::Cell) {
        let corners = grid.outline(cell);
        for (position, &from) in corners.iter().enumerate() {
            let to = corners[(position + 1) % corners.len()];
            sides.entry(side(from, to)).or_insert((from, to, Vec::new())).2.push(cell);
        }
        picture.cells.push((corners, None));
    }
    if let Some(graph) = grid.as_graph() {
        graph_frame(grid, graph, picture);
    }
    let show = &context.instance.definition.show;
    let regions = regions(context, &show.thick);
    for cages in self::regions(context, &show.cages) {
        cages::draw(grid, &cages, picture);
    }
    let is_thick = |beside: &[Place]| match beside {
        [a, b] => regions.iter().any(|region_of| region_of.get(a) != region_of.get(b)),
        _ => true,
    };
    // Regions are seen even where squares are not drawn.
    let borders = sides.values().filter(|(_, _, beside)| beside.len() == 2 && is_thick(beside));
    let borders =
        borders.map(|(from, to, _)| Segment { from: *from, to: *to, stroke: Stroke::Thick });
    if draws(context, |key| is_diagonal(grid, key)) {
        for (a, b) in grid.adjacent() {
            let (from, to) = (grid.centre(a), grid.centre(b));
            picture.segments.push(Segment { from, to, stroke: Stroke::Thin });
        }
        picture.segments.extend(borders);
        return;
    }
    // Where all edges of an answer are inside of the board, its lines divide the board: then squares are
    // drawn, and the border with them.
    let is_edge = |key: &Key| matches!(key, Key::Place(place) if place.kind == PlaceKind::Edge);
    let has_rim = |key: &Key| matches!(key, Key::Place(e) if grid.cells_beside(*e).len() == 1);
    if draws(context, is_edge) && !draws(context, |key| is_edge(key) && !has_rim(key)) {
        let mut dots: Vec<Point> = Vec::new();
        for (from, to, _) in sides.values() {
            dots.extend([*from, *to]);
        }
        dots.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
        dots.dedup();
        picture.dots = dots;
        picture.segments.extend(borders);
        return;
    }
    for (from, to, beside) in sides.values() {
        let stroke = if is_thick(beside) { Stroke::Thick } else { Stroke::Thin };
        picture.segments.push(Segment { from: *from, to: *to, stroke });
    }
}

/// Draws the links of a graph, the names of its nodes below them, and its groups: dashed lines from the middle of
/// a group, where its name stands, to its nodes.
fn graph_frame(grid: &Grid, graph: &Graph, picture: &mut Picture) {
    let cells = grid.all(PlaceKind::Cell);
    for (name, members) in graph.groups.iter().filter(|(_, members)| members.len() > 1) {
        let is_member = |cell: &&Place| members.contains(&cell.index);
        let points: Vec<Point> =
            cells.iter().filter(is_member).map(|cell| grid.centre(*cell)).collect();
        let count = points.len() as f64;
        let sum = points.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
        let hub = free_near((sum.0 / count, sum.1 / count), grid, &cells);
        let spokes = points.into_iter().map(|at| Segment { stroke: Stroke::Cage, ..link(hub, at) });
        picture.segments.extend(spokes);
        picture.labels.push(graph_name(hub, name.replace('_', " ")));
    }
    for (a, b) in grid.adjacent() {
        picture.segments.push(link(grid.centre(a), grid.centre(b)));
    }
    for cell in grid.all(PlaceKind::Cell) {
        let (x, y) = grid.centre(cell);
        picture.labels.push(graph_name((x, y + 0.68), graph.names[cell.index as usize].clone()));
    }
}

/// Returns a point near another one that is far from nodes and their names.
fn free_near((x, y): Point, grid: &Grid, cells: &[Place]) -> Point {
    const ASIDE: [Point; 7] =
        [(0.0, 0.0), (0.0, -0.6), (0.0, 0.6), (-0.8, 0.0), (0.8, 0.0), (0.0, -1.2), (0.0, 1.2)];
    let free = |at: &Point| {
        let nodes = cells.iter().map(|cell| grid.centre(*cell));
        let taken = nodes.flat_map(|(x, y)| [(x, y), (x, y + 0.68)]);
        // Names are wider than high.
        let away = taken.map(|(x, y)| libm::hypot((x - at.0) * 0.4, y - at.1));
        away.fold(f64::INFINITY, f64::min)
    };
    let points = ASIDE.map(|(right, down)| (x + right, y + down));
    // The first of those that are as good.
    points.into_iter().rev().max_by(|a, b| free(a).total_cmp(&free(b))).unwrap_or((x, y))
}

fn graph_name(at: Point, text: String) -> TextLabel {
    let anchor = Anchor::Middle;
    TextLabel { at, text, ink: Ink::Given, is_small: true, is_name: true, anchor }
}

/// Returns whether lines are drawn for an answer, all of whose elements are such.
fn draws(context: &Context<'_>, is_such: impl Fn(&Key) -> bool) -> bool {
    let instance = context.instance;
    let show = &instance.definition.show;
    instance.definition.answers().any(|id| {
        let keys = instance.families[id.0 as usize].index.keys();
        let is_plain = !show.symbols.iter().any(|s| s.family == Shown::Answer(id))
            && !show.labels.iter().any(|label| label.family == Shown::Answer(id))
            && !show.looks.iter().any(|drawn| drawn.family == Shown::Answer(id));
        let is_line = instance.definition.family(id).is_truth && is_plain;
        is_line && !keys.is_empty() && keys.iter().all(&is_such)
    })
}

/// Returns whether a key is two squares that meet in a corner alone.
fn is_diagonal(grid: &Grid, key: &Key) -> bool {
    let Key::Tuple(parts) = key else { return false };
    let [Key::Place(a), Key::Place(b)] = parts.as_slice() else { return false };
    let is_cell = |place: &Place| place.kind == PlaceKind::Cell;
    let is_apart = |(a, b): (Place, Place)| !grid.neighbours(a).contains(&b);
    is_cell(a) && is_cell(b) && grid.around(*a).contains(b) && is_apart((*a, *b))
}

/// Returns for each list of regions the region of every square in one.
fn regions(context: &Context<'_>, lists: &[Expr]) -> Vec<BTreeMap<Place, usize>> {
    let mut all = Vec::new();
    for regions in lists {
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
