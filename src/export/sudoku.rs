//! Sudokus as other programs read them; what of a definition is which part of one, its `export sudoku` says.

use crate::exported::{arguments, not_said, said};
use crate::{Context, Format, FormatHead};
use puzgen_base::diagnostics::Problem;
use puzgen_board::foreign::ForeignForm;
use puzgen_model::export::ExportCode;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::PlaceKind;
use puzgen_model::sudoku::Sudoku;
use puzgen_model::value::Key;

/// One of the forms of `foreign/`.
pub(super) struct SudokuFormat(pub(super) &'static dyn ForeignForm);

impl Format for SudokuFormat {
    fn head(&self) -> FormatHead {
        FormatHead {
            extension: self.0.extension(),
            holds_one: self.0.holds_one(),
            ..FormatHead::link(self.0.name(), self.0.about())
        }
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        written(self.0, context, puzzle)
    }
}

/// Returns the text of a puzzle in a form.
///
/// # Errors
/// `export::no_link` where the puzzle is no sudoku, or none that the form can say.
pub(super) fn written(
    form: &'static dyn ForeignForm,
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
) -> Result<String, Problem> {
    let (export, blocks) = said(context, puzzle, "sudoku")?;
    let failed = |why: String| not_said(form.name(), export, &why);
    let instance = context.instance;
    let definition = instance.definition;
    let square = instance.grid.as_ref().filter(|grid| grid.rows == grid.columns);
    let grid = square.ok_or_else(|| failed("its board is no square".to_owned()))?;
    let mut sudoku = Sudoku::new(grid.rows);
    sudoku.title = definition.title.clone().unwrap_or_default();
    sudoku.rules =
        definition.about.as_ref().map(|about| instance.scope().fill(about)).unwrap_or_default();
    for part in &export.parts {
        if let ExportCode::Sudoku(code) = part.code {
            let arguments = arguments(instance, grid, part, &blocks).map_err(failed)?;
            code.write(&arguments, &mut sudoku).map_err(failed)?;
        }
    }
    sudoku.solution = solution(context, puzzle);
    form.write(&sudoku).map_err(failed)
}

/// Returns the only solution square by square, where the definition has one answer and this has a number for
/// each square.
fn solution(context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Option<Vec<i64>> {
    let [solution] = puzzle.solutions.as_slice() else { return None };
    let blocks = context.answer_blocks(solution);
    let [block] = blocks.as_slice() else { return None };
    let grid = context.instance.grid.as_ref()?;
    let cells = grid.all(PlaceKind::Cell).into_iter();
    cells.map(|cell| block.value(block.index.position_of(&Key::Place(cell))?)).collect()
}
