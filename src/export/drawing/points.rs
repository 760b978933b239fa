//! What a step of a solution points at, as shapes in a picture; and what is known not to be there.

use crate::drawing::frame::middle;
use crate::drawing::{Anchor, Highlight, Ink, Picture, Point, TextLabel};
use crate::{Context, FamilyBlock};
use puzgen_board::spots::Spot;
use puzgen_explain::Part;
use puzgen_model::grid::{Grid, Place, PlaceKind};
use puzgen_model::value::Key;

/// Adds the shapes of these places to a picture.
pub(super) fn highlight(context: &Context<'_>, points: &[(Key, Part)], picture: &mut Picture) {
    let Some(grid) = &context.instance.grid else { return };
    let cells = grid.all(PlaceKind::Cell);
    for (key, part) in points {
        for shape in shapes(grid, &cells, key, picture) {
            picture.highlights.push(Highlight { shape, part: *part });
        }
    }
    picture.highlights.sort_by_key(|highlight| highlight.part);
}

/// Returns areas by their corners, lines by their ends, and points.
fn shapes(grid: &Grid, cells: &[Place], key: &Key, picture: &Picture) -> Vec<Vec<Point>> {
    let shape = |place: Place| match place.kind {
        PlaceKind::Cell => {
            let position = cells.iter().position(|cell| *cell == place);
            let corners = position.and_then(|at| picture.cells.get(at)).map(|cell| cell.0.clone());
            corners.unwrap_or_else(|| vec![grid.centre(place)])
        }
        PlaceKind::Edge => grid.ends(place).map(|end| grid.centre(end)).to_vec(),
        PlaceKind::Vertex => vec![grid.centre(place)],
    };
    match key {
        Key::Place(place) => vec![shape(*place)],
        Key::List(_) => key.places().into_iter().map(shape).collect(),
        Key::Tuple(parts) => match parts.as_slice() {
            [Key::Place(a), Key::Place(b)] if a.kind == b.kind => {
                vec![vec![grid.centre(*a), grid.centre(*b)]]
            }
            parts => parts.iter().take(2).flat_map(|part| shapes_of(part, &shape)).collect(),
        },
        Key::Int(_) | Key::Word(_) | Key::Variable(_) => Vec::new(),
    }
}

/// Returns the shapes of a part of a key: of a square with one of its sides, the square is enough.
fn shapes_of(key: &Key, shape: &impl Fn(Place) -> Vec<Point>) -> Vec<Vec<Point>> {
    match key {
        Key::Place(place) if place.kind == PlaceKind::Cell => vec![shape(*place)],
        Key::List(_) => key.places().into_iter().map(shape).collect(),
        _ => Vec::new(),
    }
}

/// Writes a cross where a line is known not to be, and a dot in squares that are known to be blank.
pub(super) fn absences(context: &Context<'_>, known: &[FamilyBlock<'_>], picture: &mut Picture) {
    let Some(grid) = &context.instance.grid else { return };
    for block in known {
        let is_mark = block.is_truth && !block.has_symbols();
        for (position, key) in block.index.keys().iter().enumerate() {
            let is_none = is_mark && block.value(position) == Some(0)
                || block.is_blank(context.instance, position);
            let Some(spot) = Spot::new(grid, key).filter(|_| is_none) else { continue };
            let (at, text) = match spot {
                Spot::Between(from, to) => (middle(from, to), "×"),
                Spot::At(place) if place.kind == PlaceKind::Cell => (grid.centre(place), "·"),
                Spot::At(place) | Spot::Corner(place) => (grid.centre(place), "×"),
            };
            if picture.labels.iter().all(|label| label.at != at) {
                picture.labels.push(TextLabel {
                    at,
                    text: text.to_owned(),
                    ink: Ink::Entered,
                    anchor: Anchor::Middle,
                    is_small: true,
                    is_name: false,
                });
            }
        }
    }
}
