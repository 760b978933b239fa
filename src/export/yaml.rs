//! The same object as JSON, as a YAML document.

use crate::{
    Context, Format, FormatHead,
    json::{jumbled_object, puzzle_object},
};
use puzgen_base::diagnostics::Problem;
use puzgen_base::yaml;
use puzgen_model::generated::GeneratedPuzzle;

pub(super) struct Yaml;

impl Format for Yaml {
    fn head(&self) -> FormatHead {
        FormatHead::new("yaml", "one YAML document a puzzle, with the fields of JSON", "yaml")
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        Ok(format!("---\n{}", yaml::write(&puzzle_object(context, puzzle))))
    }

    fn jumbled(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        Ok(format!("---\n{}", yaml::write(&jumbled_object(context, puzzle))))
    }
}
