//! `puzgen mark`: where an attempt is wrong, without giving a value away.

use clap::Args;
use serde_json::json;

use crate::board::shelf::{Prepared, Shelf};
use crate::budget::Budget;
use crate::cli::output::Console;
use crate::cli::position::{Position, is_json, positions};
use crate::cli::stop::Stop;
use crate::cli::{DefinitionArgs, Ended, EngineArgs, Failure};
use crate::diagnostics::{Code, Problem};
use crate::lower::gave_up_problem;
use crate::mark::{Verdict, mark};
use crate::model::instance::fault_problem;

/// Say where an attempt at a puzzle is wrong
#[derive(Debug, Args)]
pub(super) struct Mark {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The puzzle: a path, `-` for standard input, or the board itself
    given: String,
    /// The board as far as it was filled in: a path, `-`, or the board itself
    attempt: String,
    /// The form: text or json
    #[arg(long, short, default_value = "text", value_name = "NAME")]
    format: String,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Mark {
    pub(super) fn run(&self, console: &mut Console) -> Ended {
        let as_json = is_json("mark", &self.format)?;
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let boards = [self.given.as_str(), self.attempt.as_str()];
        let positions = positions(console, &self.definition, &shelf, &boards)?;
        let [puzzle, attempt] = positions.as_slice() else {
            crate::bug!("two boards were asked for")
        };
        let Prepared { instance, lowered, .. } = puzzle.prepared;
        let stop = Stop::watch(self.engine.timeout)?;
        let mut budget = Budget::new(self.engine.budget, stop.flag.clone());
        let engine = self.engine.engine(&lowered.csp)?;
        let entries = entries(attempt);
        let givens = puzzle.givens();
        let verdict = match mark(instance, lowered, engine, &givens, &entries, &mut budget) {
            Ok(verdict) => verdict.map_err(|at| fault_problem(&at))?,
            Err(reason) => return Err(Failure::Problems(gave_up_problem(&reason).into(), 3)),
        };
        if verdict.is_unsolvable {
            let problem = Problem::bare(Code::Conflict, "the puzzle itself has no solution");
            let problem =
                problem.help("`puzgen solve` says why; perhaps a given was copied wrongly");
            return Err(Failure::Problems(problem.into(), 1));
        }
        console.print(&match as_json {
            true => verdict_json(&verdict),
            false => verdict_text(&verdict),
        })?;
        Ok(u8::from(!verdict.is_right()))
    }
}

/// Returns what was entered: clues and values of the answer.
fn entries(attempt: &Position<'_, '_>) -> crate::mark::Entries {
    crate::mark::Entries { facts: attempt.givens(), answer: attempt.input.answer.clone() }
}

fn verdict_text(verdict: &Verdict) -> String {
    let mut text = String::new();
    for sentence in &verdict.broken {
        text.push_str(&format!("broken: {sentence}\n"));
    }
    for place in &verdict.changed {
        text.push_str(&format!("{place}: not what the puzzle gives\n"));
    }
    for place in &verdict.wrong {
        text.push_str(&format!("{place}: no solution has this entry\n"));
    }
    if verdict.are_at_odds {
        text.push_str("each entry is right in some solution, but not all of them in one\n");
    }
    if text.is_empty() {
        text.push_str(match verdict.open {
            0 => "solved\n",
            _ => "no mistake so far\n",
        });
    }
    text
}

fn verdict_json(verdict: &Verdict) -> String {
    let object = json!({
        "schema": "puzgen.mark/1",
        "right": verdict.is_right(),
        "complete": verdict.open == 0,
        "broken": verdict.broken,
        "changed": verdict.changed,
        "wrong": verdict.wrong,
        "at_odds": verdict.are_at_odds,
    });
    format!("{object}\n")
}
