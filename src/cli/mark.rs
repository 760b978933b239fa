//! `puzgen mark`: where an attempt is wrong, without giving a value away.

use clap::Args;
use serde_json::json;

use crate::board::position::Entered;
use crate::board::shelf::{Prepared, Shelf};
use crate::budget::Budget;
use crate::cli::choices::{REPORTS, report_help};
use crate::cli::output::Console;
use crate::cli::position::{attempt, is_json, one_from_stdin, positions};
use crate::cli::stop::Stop;
use crate::cli::{DefinitionArgs, Ended, EngineArgs, Failure};
use crate::diagnostics::{Code, Problem};
use crate::lower::gave_up_problem;
use crate::mark::{Unmarked, Verdict, mark};

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
    pub(super) fn run(&self, console: &mut Console) -> Ended {
        let as_json = is_json("mark", &self.format)?;
        one_from_stdin(&[&self.definition.file, &self.given, &self.attempt])?;
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let positions = positions(console, &self.definition, &shelf, &[&self.given])?;
        let [puzzle] = positions.as_slice() else { crate::bug!("one board was asked for") };
        let Prepared { instance, lowered, .. } = puzzle.prepared;
        let verdict = match attempt(console, puzzle, &self.attempt)? {
            Entered::Values(attempt) => {
                let stop = Stop::watch(self.engine.timeout)?;
                let mut budget = Budget::new(self.engine.budget, stop.flag.clone());
                let engine = self.engine.engine(&lowered.csp)?;
                let board = &puzzle.input.board;
                match mark(instance, lowered, engine, board, &attempt, &mut budget) {
                    Ok(verdict) => verdict,
                    Err(Unmarked::GaveUp(reason)) => {
                        return Err(Failure::Problems(gave_up_problem(&reason).into(), 3));
                    }
                    Err(Unmarked::Problems(problems)) => return Err(problems.into()),
                }
            }
            Entered::Elsewhere(layouts) => Verdict {
                changed: layouts.into_iter().map(|name| format!("layout {name}")).collect(),
                open: instance.answer_count,
                ..Verdict::default()
            },
        };
        if verdict.is_unsolvable {
            let problem = Problem::bare(Code::Conflict, "the puzzle itself has no solution");
            let problem =
                problem.help("`puzgen solve` says why; perhaps a given was copied wrongly");
            return Err(Failure::Problems(problem.into(), 1));
        }
        console.print(&match as_json {
            true => verdict_json(&verdict),
            false => verdict.lines(),
        })?;
        Ok(u8::from(!verdict.is_right()))
    }
}

fn verdict_json(verdict: &Verdict) -> String {
    let broken: Vec<&str> = verdict.broken.iter().map(|fault| fault.sentence.as_str()).collect();
    let object = json!({
        "schema": "puzgen.mark/1",
        "right": verdict.is_right(),
        "complete": verdict.open == 0,
        "broken": broken,
        "changed": verdict.changed,
        "wrong": verdict.wrong,
        "at_odds": verdict.are_at_odds,
    });
    format!("{object}\n")
}
