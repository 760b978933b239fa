//! `puzgen rate`: features, score, tier and level of given puzzles.

use std::num::NonZeroUsize;

use clap::Args;

use crate::choices::{REPORTS, report_help};
use crate::host::engines;
use crate::input::jobs;
use crate::output::Console;
use crate::position::{is_json, one_from_stdin};
use crate::puzzles::Puzzles;
use crate::stop::StopWatcher;
use crate::{DefinitionArgs, EngineArgs, ExitStatus, Failure};
use puzgen_api::batch::{BATCH, RatingRun};
use puzgen_api::reports::rating::{self, RatingTotals};
use puzgen_board::shelf::Shelf;
use puzgen_wire::{self as wire, Rated};

/// Print features, score, tier and level of puzzles
#[derive(Debug, Args)]
pub(super) struct Rate {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The puzzles: a path, `-` for standard input, or the text itself. One board a line, one JSON
    /// object a line, or one board of several lines
    puzzles: String,
    #[arg(long, short, help = report_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
    /// How many threads; the result is the same [default: one for each core]
    #[arg(long, short, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Rate {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let as_json = is_json("rate", &self.format)?;
        one_from_stdin(&[&self.definition.file, &self.puzzles])?;
        let definition = self.definition.load(console)?;
        let settings = self.definition.settings(console)?;
        let shelf = Shelf::new(&definition);
        let mut puzzles = Puzzles::open(console, &self.puzzles, &definition, settings, &shelf)?;
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let run = RatingRun {
            engines: engines(),
            engine: &self.engine.engine,
            steps: self.engine.budget,
            stop: &stop.flag,
            jobs: jobs(self.jobs),
            inputs: None,
        };
        let name = puzzles.name().to_owned();
        let mut totals = RatingTotals::default();
        loop {
            let mut batch = Vec::new();
            while batch.len() < BATCH
                && let Some(entry) = puzzles.entry()?
            {
                batch.push(entry);
            }
            if batch.is_empty() {
                break;
            }
            let reader = puzzles.reader().clone();
            let taken = run.run(&reader, &batch, |entry, result| {
                let status = rating::status(&result);
                totals.add(status);
                let line = entry.lines_before + 1;
                console.sources.show_part(reader.file, entry.text.as_str(), entry.lines_before);
                let text = if as_json {
                    let key = (totals.puzzles(), line);
                    wire::line(&rating::object(&definition, key, &result, &console.sources))
                } else {
                    format!("{name}:{line}: {}\n", rating::text(&definition, status, &result))
                };
                console.print(&text)?;
                console.problems(result.problems);
                Ok::<(), Failure>(())
            })?;
            if taken < batch.len() {
                console.remark(&format!("stopped after {}", totals.describe()));
                return Ok(totals.code().max(rating::exit_status(Rated::GaveUp)));
            }
        }
        if totals.puzzles() == 0 {
            return Err(Failure::from(puzzles.none()));
        }
        console.remark(&totals.describe());
        Ok(totals.code())
    }
}
