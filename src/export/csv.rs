//! Rows for spreadsheets: a comma between two places, and nothing in a place without a clue.

use crate::listing::Printed;
use crate::text::TextFormat;
use crate::{Context, FamilyBlock, Format, FormatHead};
use puzgen_base::diagnostics::Problem;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;
use puzgen_model::tokens::EMPTY;

pub(super) struct Csv;

impl Format for Csv {
    fn head(&self) -> FormatHead {
        FormatHead {
            shows_rating: false,
            holds_one: true,
            ..FormatHead::new("csv", "rows with commas, for spreadsheets", "csv")
        }
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        if Printed::new(context, puzzle).is_some() {
            // The lines of a program are no rows of places.
            return TextFormat.puzzle(context, puzzle);
        }
        let (clues, layouts) = (context.clue_blocks(puzzle), context.layout_blocks());
        let header = (clues.len() > 1 || !layouts.is_empty()).then_some("clue");
        let mut out = String::new();
        write(&mut out, context.instance, &layouts, Some("layout"));
        write(&mut out, context.instance, &clues, header);
        if context.with_answers {
            for solution in &puzzle.solutions {
                let answers = context.answer_blocks(solution);
                write(&mut out, context.instance, &answers, Some("answer"));
            }
        }
        Ok(out)
    }
}

/// Writes blocks, each under its name where there is a header.
fn write(
    out: &mut String,
    instance: &Instance<'_>,
    blocks: &[FamilyBlock<'_>],
    header: Option<&str>,
) {
    for block in blocks {
        let rows = block.rows(instance);
        if block.is_one_value(instance, header.is_some()) {
            out.push_str(&format!("{} = {}\n", block.name, rows.concat().concat()));
            continue;
        }
        if let Some(header) = header {
            out.push_str(&format!("{header} {}\n", block.name));
        }
        for row in rows {
            // A row of one place would be an empty line, which says nothing.
            let is_one = row.len() == 1;
            let place =
                |token: String| if token == EMPTY && !is_one { String::new() } else { token };
            let places: Vec<String> = row.into_iter().map(place).collect();
            out.push_str(&places.join(","));
            out.push('\n');
        }
    }
}
