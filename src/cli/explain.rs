//! `puzgen explain`: the steps of a solution in words.

use clap::Args;

use crate::board::shelf::Shelf;
use crate::cli::choices::{REPORTS, report_help};
use crate::cli::output::Console;
use crate::cli::position::{is_json, positions};
use crate::cli::{DefinitionArgs, ExitStatus, Failure};
use crate::explain::Words;
use crate::reports::steps::{StepReport, explained, no_step, stepwise};
use crate::wire;

/// Explain how a board is solved, step by step
#[derive(Debug, Args)]
pub(super) struct Explain {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The board: a path, `-` for standard input, or the board itself
    board: String,
    #[arg(
        long,
        short,
        help = format!("{} (one step a line)", report_help()),
        default_value = REPORTS[0],
        value_name = "NAME"
    )]
    format: String,
}

impl Explain {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let as_json = is_json("explain", &self.format)?;
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let positions = positions(console, &self.definition, &shelf, &[&self.board])?;
        let [position] = positions.as_slice() else { crate::bug!("one board was asked for") };
        let stepwise = stepwise(position)?;
        let explained = explained(&stepwise, position).map_err(Failure::negative)?;
        let is_solved = explained.is_solved();
        let words = Words::new(&position.prepared.instance, &position.prepared.lowered);
        let mut is_empty = true;
        for (number, stage) in words.stages(&explained).into_iter().enumerate() {
            is_empty = false;
            let report = StepReport::new(&words, number + 1, stage)?;
            console.print(&match as_json {
                true => wire::line(&report.object()),
                false => report.text(),
            })?;
        }
        if is_empty || !is_solved {
            console.remark(no_step(is_solved));
        }
        Ok(u8::from(!is_solved))
    }
}
