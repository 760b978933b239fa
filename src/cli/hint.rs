//! `puzgen hint`: the next step, and no more of it than is asked for.

use clap::{Args, ValueEnum};

use crate::board::shelf::Shelf;
use crate::cli::choices::{REPORTS, report_help};
use crate::cli::output::Console;
use crate::cli::position::{is_json, positions};
use crate::cli::{DefinitionArgs, ExitStatus, Failure};
use crate::reports::steps::{Hint, Tell, explained, no_step, stepwise};
use crate::wire;

/// Give a hint for a board, without giving more away than asked for
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The board as far as it is filled: a path, `-` for standard input, or the board itself
    board: String,
    /// How much to tell
    #[arg(long, value_enum, default_value = "place", value_name = "WHAT")]
    tell: Amount,
    #[arg(long, short, help = report_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
}

/// How much a hint tells.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Amount {
    /// Where to look
    Place,
    /// Which rule to use, too
    Rule,
    /// What follows, too
    Value,
}

impl From<Amount> for Tell {
    fn from(amount: Amount) -> Self {
        match amount {
            Amount::Place => Self::Place,
            Amount::Rule => Self::Rule,
            Amount::Value => Self::Value,
        }
    }
}

impl Arguments {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let as_json = is_json("hint", &self.format)?;
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let positions = positions(console, &self.definition, &shelf, &[&self.board])?;
        let [position] = positions.as_slice() else { crate::bug!("one board was asked for") };
        let stepwise = stepwise(position)?;
        let explained = explained(&stepwise, position).map_err(Failure::negative)?;
        let Some(hint) = Hint::next(position, &explained)? else {
            console.remark(no_step(explained.is_solved()));
            return Ok(1);
        };
        let tell = self.tell.into();
        console.print(&match as_json {
            true => wire::line(&hint.object(tell)),
            false => hint.text(tell),
        })?;
        Ok(0)
    }
}
