//! Checks a puzzle, and the puzzle of drawing its layouts where it has one.

use crate::checker::Checker;
use crate::flatten;
use crate::inputs::{Graphs, Models};
use crate::scripts::Scripts;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::Sources;
use puzgen_model::definition::Definition;
use puzgen_syntax::ast;

/// A checked definition with what is worth a warning.
#[derive(Debug)]
pub struct Checked {
    /// The definition.
    pub definition: Definition,
    /// Warnings and notes.
    pub warnings: Diagnostics,
}

/// Checks `puzzle`; `in_sight` are the puzzles that it may extend, `graphs` the boards read. Without `models`, puzzles have no
/// level where a model decides: for the one who is about to train it.
///
/// # Errors
/// Everything under `puzgen::check::` that does not depend on parameters.
pub(crate) fn check(
    puzzle: &ast::Puzzle,
    in_sight: &[&ast::Puzzle],
    sources: &Sources,
    graphs: &Graphs,
    models: Option<&Models>,
    scripts: &Scripts,
) -> Result<Checked, Diagnostics> {
    let mut problems = Diagnostics::new();
    let flat = flatten::flatten(puzzle, in_sight, &mut problems);
    let mut checker = Checker::new(sources, puzzle.span, &flat, models, graphs);
    checker.problems = problems;
    checker.take_scripts(&flat, scripts);
    let definition = checker.definition(puzzle, &flat);
    if checker.problems.has_errors() {
        return Err(checker.problems);
    }
    let mut definition =
        definition.unwrap_or_else(|| puzgen_base::bug!("no definition and no problem reported"));
    if let Some(items) = checker.shape_items(&flat, &definition) {
        let mut shaper = Checker::new(sources, puzzle.span, &items, None, graphs);
        shaper.is_shape = true;
        let shape = shaper.definition(puzzle, &items);
        if shaper.problems.has_errors() {
            return Err(shaper.problems);
        }
        definition.shape = shape.map(Box::new);
    }
    Ok(Checked { definition, warnings: checker.problems })
}
