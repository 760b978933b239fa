//! The same object as JSON, as a YAML document.

use crate::{
    Context, Format,
    json::{jumbled_object, puzzle_object},
};
use puzgen_base::diagnostics::Problem;
use puzgen_base::yaml;
use puzgen_model::generated::GeneratedPuzzle;

pub(super) struct Yaml;

impl Format for Yaml {
    fn name(&self) -> &'static str {
        "yaml"
    }

    fn about(&self) -> &'static str {
        "one YAML document a puzzle, with the fields of JSON"
    }

    fn extension(&self) -> &'static str {
        "yaml"
    }

    fn puzzle(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        Ok(format!("---\n{}", yaml::write(&puzzle_object(context, puzzle))))
    }

    fn jumbled(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<String, Problem> {
        Ok(format!("---\n{}", yaml::write(&jumbled_object(context, puzzle))))
    }
}
