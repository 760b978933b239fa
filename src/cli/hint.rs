//! `puzgen hint`: the next step, and no more of it than is asked for.

use clap::{Args, ValueEnum};

use crate::choices::{REPORTS, report_help};
use crate::explain::unexplained;
use crate::host::engines;
use crate::mark::verdict;
use crate::output::Console;
use crate::position::{attempt, is_json, one_from_stdin, positions};
use crate::stop::StopWatcher;
use crate::{DefinitionArgs, EngineArgs, ExitStatus, Failure};
use puzgen_api::mark::Faults;
use puzgen_api::reports::hint::{MistakeHint, NextStep, Tell, progress};
use puzgen_api::reports::steps::no_step;
use puzgen_base::budget::Budget;
use puzgen_board::position::{Entered, PreparedBoard};
use puzgen_board::shelf::Shelf;
use puzgen_explain::marks;
use puzgen_wire as wire;

/// Give a hint for a board, without giving more away than asked for
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The puzzle, or the board as far as it is filled: a path, `-` for standard input, or the board itself
    board: String,
    /// The puzzle as far as it was filled in: a path, `-`, or the board itself. Mistakes come first
    attempt: Option<String>,
    /// How much to tell
    #[arg(long, value_enum, default_value = "place", value_name = "WHAT")]
    tell: Amount,
    #[arg(long, short, help = report_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
    #[command(flatten)]
    engine: EngineArgs,
}

/// How much a hint tells.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Amount {
    /// Where to look
    Place,
    /// What kind of reason there is, with which rules and clues, too
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
        let boards = [Some(&self.definition.file), Some(&self.board), self.attempt.as_ref()];
        one_from_stdin(&boards.into_iter().flatten().map(String::as_str).collect::<Vec<_>>())?;
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let positions = positions(console, &self.definition, &shelf, &[&self.board])?;
        let [position] = positions.as_slice() else { puzgen_base::bug!("one board was asked for") };
        let tell = self.tell.into();
        let entered = match &self.attempt {
            None => Vec::new(),
            Some(board) => {
                let attempt = attempt(console, position, board)?;
                let faults = self.faults(position, &attempt)?;
                if !faults.is_right() {
                    let hint = MistakeHint {
                        faults: &faults,
                        words: marks(definition.language.as_deref()),
                    };
                    console.print(&match as_json {
                        true => wire::line(&hint.object(tell)),
                        false => hint.text(tell),
                    })?;
                    return Ok(0);
                }
                progress(position, &attempt)
            }
        };
        let hint = match NextStep::of(position, &entered, engines().default_engine())
            .map_err(unexplained)?
        {
            NextStep::Hint(hint) => hint,
            NextStep::None { is_solved } => {
                console.remark(no_step(position, engines().default_engine(), is_solved));
                return Ok(1);
            }
        };
        console.print(&match as_json {
            true => wire::line(&hint.object(tell)),
            false => hint.text(tell),
        })?;
        Ok(0)
    }

    fn faults(
        &self,
        position: &PreparedBoard<'_, '_>,
        attempt: &Entered,
    ) -> Result<Faults, Failure> {
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let mut budget = Budget::new(self.engine.budget, stop.flag.clone());
        let engine = self.engine.engine(&position.prepared.lowered.csp)?;
        verdict(position, attempt, engine, &mut budget)
    }
}
