//! `puzgen mark`: where an attempt is wrong, without giving a value away.

use clap::Args;

use crate::choices::{REPORTS, report_help};
use crate::output::Console;
use crate::position::{attempt, is_json, one_from_stdin, positions};
use crate::stop::StopWatcher;
use crate::{DefinitionArgs, EngineArgs, ExitStatus, Failure};
use puzgen_api::mark::Faults;
use puzgen_api::reports::marking::{marked, object, unsolvable};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_board::position::{Entered, PreparedBoard};
use puzgen_board::shelf::Shelf;
use puzgen_engine::Engine;
use puzgen_explain::marks;
use puzgen_wire as wire;

/// Say where an attempt at a puzzle is wrong
#[derive(Debug, Args)]
pub(super) struct Mark {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The puzzle: a path, `-` for standard input, or the board itself
    given: String,
    /// The board as far as it was filled in: a path, `-`, or the board itself
    attempt: String,
    #[arg(long, short, help = report_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Mark {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let as_json = is_json("mark", &self.format)?;
        one_from_stdin(&[&self.definition.file, &self.given, &self.attempt])?;
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let positions = positions(console, &self.definition, &shelf, &[&self.given])?;
        let [puzzle] = positions.as_slice() else { puzgen_base::bug!("one board was asked for") };
        let attempt = attempt(console, puzzle, &self.attempt)?;
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let mut budget = Budget::new(self.engine.budget, stop.flag.clone());
        let engine = self.engine.engine(&puzzle.prepared.lowered.csp)?;
        let verdict = verdict(puzzle, &attempt, engine, &mut budget)?;
        console.print(&match as_json {
            true => wire::line(&object(&verdict)),
            false => verdict.lines(marks(definition.language.as_deref())),
        })?;
        Ok(u8::from(!verdict.is_right()))
    }
}

/// Says where an attempt at a puzzle that has a solution is wrong.
pub(super) fn verdict(
    puzzle: &PreparedBoard<'_, '_>,
    attempt: &Entered,
    engine: &dyn Engine,
    budget: &mut Budget,
) -> Result<Faults, Failure> {
    let faults = marked(puzzle, attempt, engine, budget).map_err(Diagnostics::from)?;
    match faults.is_unsolvable {
        true => Err(Failure::negative(unsolvable())),
        false => Ok(faults),
    }
}
