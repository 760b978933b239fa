//! What a script draws in place of clues and answers.

use crate::Context;
use crate::drawing::{Anchor, Circle, Ink, Picture, Segment, Stroke, TextLabel};
use puzgen_base::diagnostics::Problem;
use puzgen_base::source::Span;
use puzgen_model::eval::FaultAt;
use puzgen_model::function::{DrawnMark, PlainView, ScriptFunction};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::{Grid, PlaceKind};

/// Adds what a function draws of a puzzle and, where that is to be shown, of its solution. Of the puzzle
/// it sees what is told, and no more.
pub(super) fn draw(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
    function: &dyn ScriptFunction,
    span: Span,
    picture: &mut Picture,
) -> Result<(), Problem> {
    let Some(grid) = &context.instance.grid else { return Ok(()) };
    let facts = puzzle.values_told();
    let view = PlainView {
        outline: context.instance.outline(),
        facts: &facts,
        shown: &puzzle.shown,
        values: None,
    };
    let failed = |fault| Problem::from(FaultAt { fault, span });
    for mark in function.marks(view, false).map_err(failed)? {
        add(grid, mark, Ink::Given, picture);
    }
    if let Some(solution) = puzzle.solutions.first().filter(|_| context.with_answers) {
        let view = PlainView { values: Some(solution), ..view };
        for mark in function.marks(view, true).map_err(failed)? {
            add(grid, mark, Ink::Entered, picture);
        }
    }
    Ok(())
}

fn add(grid: &Grid, mark: DrawnMark, ink: Ink, picture: &mut Picture) {
    match mark {
        DrawnMark::Label { at, text, is_small } => {
            let at = grid.centre(at);
            picture.labels.push(TextLabel {
                at,
                text,
                ink,
                anchor: Anchor::Middle,
                is_small,
                is_name: false,
            });
        }
        DrawnMark::Line(from, to) => {
            let (from, to) = (grid.centre(from), grid.centre(to));
            picture.segments.push(Segment { from, to, stroke: Stroke::Drawn(ink) });
        }
        DrawnMark::Circle { at, is_filled } => {
            let is_small = at.kind != PlaceKind::Cell;
            let at = grid.centre(at);
            picture.circles.push(Circle { at, ink, is_filled, is_small, has_text: false });
        }
        // What lies between squares cannot be filled.
        DrawnMark::Shade(cell) if cell.kind == PlaceKind::Cell => {
            let corners = grid.outline(cell);
            let mut cells = picture.cells.iter_mut();
            let cell = cells.find(|cell| cell.0 == corners);
            cell.into_iter().for_each(|cell| cell.1 = Some(ink));
        }
        DrawnMark::Shade(_) => {}
    }
}
