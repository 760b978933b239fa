//! The address under which puzz.link and pzpr open a puzzle; what each genre writes into it is said by the
//! definition's `export`.

use crate::exported::{arguments, not_said, said};
use crate::{Context, FamilyBlock, Format, FormatHead};
use puzgen_base::diagnostics::Problem;
use puzgen_model::export::{Export, ExportCode};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::grid::Grid;
use puzgen_model::instance::Instance;

pub(super) struct Puzzlink;

const FORM: &str = "puzzlink";

/// What stands before the genre.
const BEFORE: &str = "https://puzz.link/p?";

impl Format for Puzzlink {
    fn head(&self) -> FormatHead {
        FormatHead::link(FORM, "the address of the puzzle at puzz.link, which pzpr knows as well")
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        Ok(format!("{}\n", address(context, puzzle)?.1))
    }
}

/// Returns the genre and the address.
///
/// # Errors
/// `export::no_link` where there is none.
pub(super) fn address<'a>(
    context: &Context<'a>,
    puzzle: &GeneratedPuzzle,
) -> Result<(&'a str, String), Problem> {
    let (export, blocks) = said(context, puzzle, FORM)?;
    let text = write(context.instance, export, &blocks);
    let text = text.map_err(|why| not_said(FORM, export, &why))?;
    Ok((&export.genre, format!("{BEFORE}{text}")))
}

fn write(
    instance: &Instance<'_>,
    export: &Export,
    blocks: &[FamilyBlock<'_>],
) -> Result<String, String> {
    let grid = instance.grid.as_ref().ok_or("it has no board")?;
    let (rows, columns) = size(instance, export, grid)?;
    let mut text = format!("{}/{columns}/{rows}/", export.genre);
    for part in &export.parts {
        if let ExportCode::Link(code) = part.code {
            text.push_str(&code.write(&arguments(instance, grid, part, blocks)?)?);
        }
    }
    // Programs that find addresses in a text leave out what is no letter or digit at the end.
    if !text.ends_with(|last: char| last.is_ascii_alphanumeric() || last == '/') {
        text.push('/');
    }
    Ok(text)
}

/// Returns rows and columns as the other program counts them.
pub(super) fn size(
    instance: &Instance<'_>,
    export: &Export,
    grid: &Grid,
) -> Result<(i64, i64), String> {
    let side = |expr| instance.scope().eval_int(expr).map_err(|at| at.fault.to_string());
    match &export.size {
        Some([rows, columns]) => Ok((side(rows)?, side(columns)?)),
        None => Ok((grid.rows as i64, grid.columns as i64)),
    }
}
