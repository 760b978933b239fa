//! `puzgen schema`: the JSON Schemas of what is printed for programs.

use clap::Args;

use crate::ExitStatus;
use crate::output::Console;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_wire::{SCHEMAS, by_name};

/// Print the JSON Schema of a format, or list the formats
#[derive(Debug, Args)]
pub(super) struct Schema {
    /// The name of a format, such as `puzzle` or `puzgen.puzzle/1`; all are listed without one
    name: Option<String>,
}

impl Schema {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let Some(name) = &self.name else {
            let width = SCHEMAS.iter().map(|schema| schema.name.len()).max().unwrap_or(0);
            let line = |schema: &puzgen_wire::Schema| {
                format!("{:width$}  {}\n", schema.name, schema.about)
            };
            console.print(&SCHEMAS.iter().map(line).collect::<String>())?;
            return Ok(0);
        };
        let Some(schema) = by_name(name) else {
            let names: Vec<&str> = SCHEMAS.iter().map(puzgen_wire::Schema::short_name).collect();
            return Err(Problem::bare(Code::Usage, format!("there is no format `{name}`"))
                .help(format!("use one of {}", names.join(", ")))
                .did_you_mean(name, names)
                .into());
        };
        console.print(&format!("{:#}\n", schema.json()))?;
        Ok(0)
    }
}
