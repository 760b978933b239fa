//! The file that pzpr saves a puzzle in, with what the puzzle shows and nothing that is entered; what each genre writes
//! into it is said by the definition's `export puzzlink`.
//!
//! # Source
//! `src/puzzle/FileData.js` and `src/variety-common/FileData.js` of pzpr 0.10.1.

use crate::exported::{arguments, no_genre, not_said, said};
use crate::puzzlink::size;
use crate::{Context, FamilyBlock, Format, FormatHead};
use puzgen_base::diagnostics::Problem;
use puzgen_board::link::SUDOKU;
use puzgen_model::export::{Export, ExportCode};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;

pub(super) struct Pzpr;

const FORM: &str = "pzpr";

/// The genres whose files were compared with those of pzpr 0.10.1.
#[rustfmt::skip]
const GENRES: &[&str] = &[
    "akari", "box", "country", "creek", "fillomino", "fivecells", "fourcells", "gokigen", "hashi", "heyawake", "hitori",
    "kakuro", "kropki", "kurodoko", "lits", "mashu", "minarism", "nanro", "norinori", "numlin", "nurikabe", "ripple",
    "shikaku", "slither", "starbattle", "sudoku", "tapa", "tentaisho", "yajilin", "yinyang",
];

impl Format for Pzpr {
    fn head(&self) -> FormatHead {
        FormatHead {
            holds_one: true,
            ..FormatHead::link(FORM, "the file in which pzpr and puzz.link save the puzzle")
        }
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let (export, blocks) = said(context, puzzle, "puzzlink")?;
        if !GENRES.contains(&export.genre.as_str()) {
            return Err(no_genre(FORM, "files", export));
        }
        let lines = lines(context.instance, export, &blocks);
        let lines = lines.map_err(|why| not_said(FORM, export, &why))?;
        Ok(lines.join("\n") + "\n")
    }
}

fn lines(
    instance: &Instance<'_>,
    export: &Export,
    blocks: &[FamilyBlock<'_>],
) -> Result<Vec<String>, String> {
    let grid = instance.grid.as_ref().ok_or("it has no board")?;
    let (height, width) = size(instance, export, grid)?;
    let mut lines = vec!["pzprv3".to_owned(), export.genre.clone(), height.to_string()];
    if export.genre != SUDOKU {
        lines.push(width.to_string());
    }
    lines.extend(rows(instance, export, blocks)?);
    Ok(lines)
}

/// Returns the lines behind the size.
pub(super) fn rows(
    instance: &Instance<'_>,
    export: &Export,
    blocks: &[FamilyBlock<'_>],
) -> Result<Vec<String>, String> {
    let grid = instance.grid.as_ref().ok_or("it has no board")?;
    let mut lines = Vec::new();
    for part in &export.parts {
        if let ExportCode::Link(code) = part.code {
            lines.extend(code.lines(&arguments(instance, grid, part, blocks)?)?);
        }
    }
    Ok(lines)
}
