//! The form for lists: one puzzle a line, rows joined by `/`, blocks by `;`.

use crate::{Context, FamilyBlock, Format, FormatHead};
use puzgen_base::diagnostics::Problem;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;

pub(super) struct LineFormat;

impl Format for LineFormat {
    fn head(&self) -> FormatHead {
        FormatHead {
            shows_rating: false,
            ..FormatHead::new("line", "one puzzle a line, rows joined by `/`", "txt")
        }
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        let blocks = context.clue_blocks(puzzle);
        let layouts = context.layout_blocks();
        let with_headers = blocks.len() > 1 || !layouts.is_empty();
        let mut parts = lines_of(context.instance, &layouts, Some("layout"));
        parts.extend(lines_of(context.instance, &blocks, with_headers.then_some("clue")));
        if context.with_answers {
            for solution in &puzzle.solutions {
                let blocks = context.answer_blocks(solution);
                parts.extend(lines_of(context.instance, &blocks, Some("answer")));
            }
        }
        Ok(format!("{}\n", parts.join("; ")))
    }
}

fn lines_of(
    instance: &Instance<'_>,
    blocks: &[FamilyBlock<'_>],
    header: Option<&str>,
) -> Vec<String> {
    let mut parts = Vec::new();
    for block in blocks {
        let separator = if block.is_compact(instance) { "" } else { " " };
        let rows: Vec<String> =
            block.rows(instance).iter().map(|row| row.join(separator)).collect();
        let rows = rows.join("/");
        parts.push(match header {
            _ if block.is_one_value(instance, header.is_some()) => {
                format!("{} = {rows}", block.name)
            }
            Some(header) => format!("{header} {} {rows}", block.name),
            None => rows,
        });
    }
    parts
}
