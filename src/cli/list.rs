//! `puzgen list` and `puzgen show`: the built-in puzzles.

use clap::Args;

use crate::ExitStatus;
use crate::input::load_built_in;
use crate::output::Console;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_puzzles as library;

/// List the built-in puzzles
#[derive(Debug, Args)]
pub(super) struct List {}

impl List {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let names = library::names();
        let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
        let mut out = String::new();
        for name in names {
            let Some(loaded) = load_built_in(console, name)? else { continue };
            let (definition, _) = loaded.definition(console, None)?;
            let title = definition.title.unwrap_or_default();
            let params: Vec<&str> = definition
                .constants
                .iter()
                .filter(|constant| constant.domain.is_some())
                .map(|constant| constant.name.as_str())
                .collect();
            let params = match params.as_slice() {
                [] => String::new(),
                params => format!(" ({})", params.join(", ")),
            };
            out.push_str(&format!("{name:width$}  {title}{params}\n"));
        }
        console.print(&out)?;
        Ok(0)
    }
}

/// Print a built-in definition, or a file that one names
#[derive(Debug, Args)]
pub(super) struct Show {
    /// The name of a built-in puzzle, or the path in its text, such as `models/sudoku.yaml`
    name: String,
}

impl Show {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        match library::text(&self.name).or_else(|| library::file(&self.name)) {
            Some(text) => {
                console.print(text)?;
                Ok(0)
            }
            None => Err(Problem::bare(
                Code::Usage,
                format!("there is no built-in puzzle `{}`", self.name),
            )
            .help("`puzgen list` names them")
            .did_you_mean(&self.name, library::names())
            .into()),
        }
    }
}
