//! `puzgen solve`: solves a board, or says why it has no solution.

use clap::Args;

use crate::board::shelf::{Prepared, Shelf};
use crate::budget::{Budget, GaveUp};
use crate::cli::choices::{REPORTS, report_help};
use crate::cli::output::Console;
use crate::cli::position::{Position, is_json, positions};
use crate::cli::stop::Stop;
use crate::cli::{DefinitionArgs, Ended, EngineArgs, Failure};
use crate::csp::Lit;
use crate::diagnostics::{Code, Problem};
use crate::engine::Engine;
use crate::export::{Context, answer_text, conflict_json, solution_json};
use crate::lower::{Lowered, Purpose, gave_up_problem, lower};
use crate::model::instance::Instance;
use crate::solve::{Solver, conflict};
use crate::source::Span;

/// Solve a board
#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The board: a path, `-` for standard input, or the board itself
    board: String,
    /// Count the solutions, up to K
    #[arg(long, value_name = "K", conflicts_with = "all")]
    count_solutions: Option<usize>,
    /// List up to K solutions
    #[arg(long, value_name = "K")]
    all: Option<usize>,
    #[arg(long, short, help = report_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Solve {
    pub(super) fn run(&self, console: &mut Console) -> Ended {
        let as_json = is_json("solve", &self.format)?;
        if self.all == Some(0) || self.count_solutions == Some(0) {
            let message = "no solution is asked for";
            return Err(Problem::bare(Code::Usage, message).help("ask for one at least").into());
        }
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let positions = positions(console, &self.definition, &shelf, &[&self.board])?;
        let [Position { prepared, input }] = positions.as_slice() else {
            crate::bug!("one board was asked for");
        };
        let Prepared { instance, lowered, .. } = prepared;
        let givens = input.board.givens(instance);
        let assumptions: Vec<Lit> =
            givens.iter().map(|(fact, value, _)| lowered.fact_lit(*fact, *value)).collect();
        let engine = self.engine.engine(&lowered.csp)?;
        let stop = Stop::watch(self.engine.timeout)?;
        let mut budget = Budget::new(self.engine.budget, stop.flag.clone());
        let context = Context { instance, fact_domains: &lowered.fact_domains, with_answers: true };
        let mut solver = Solver::new(lowered, engine);
        if let Some(most) = self.count_solutions {
            let count = solver.find(&assumptions, most, &mut budget).map_err(spent)?;
            let found = count.solutions.len();
            let is_complete = count.is_complete;
            let text = if as_json {
                let object = serde_json::json!({
                    "schema": "puzgen.count/1", "solutions": found, "complete": is_complete,
                });
                format!("{object}\n")
            } else if is_complete {
                format!("{found}\n")
            } else {
                format!("at least {found}\n")
            };
            console.print(&text)?;
            return Ok(u8::from(found != 1 || !is_complete));
        }
        let most = self.all.unwrap_or(2).max(1);
        let count = solver.first(&assumptions, most, &mut budget).map_err(spent)?;
        if count.solutions.is_empty() && most > 0 {
            return self.no_solution(
                console,
                instance,
                engine,
                lowered,
                &givens,
                as_json,
                &mut budget,
            );
        }
        let is_unique = count.solutions.len() == 1 && count.is_complete;
        if as_json {
            let status = if is_unique { "unique" } else { "several" };
            let object = solution_json(&context, status, &count.solutions);
            console.print(&format!("{object}\n"))?;
        } else {
            let mut text = String::new();
            match (is_unique, self.all) {
                (true, _) => {}
                (false, None) => text.push_str("# at least two solutions\n"),
                (false, Some(_)) => {
                    let found = count.solutions.len();
                    let more = if count.is_complete { "" } else { ", and there are more" };
                    text.push_str(&format!("# {found} solutions{more}\n"));
                }
            }
            for (number, solution) in count.solutions.iter().enumerate() {
                if number > 0 {
                    text.push('\n');
                }
                text.push_str(&answer_text(&context, solution));
            }
            console.print(&text)?;
        }
        Ok(u8::from(!is_unique))
    }

    #[expect(clippy::too_many_arguments, reason = "the tail of `run`, called once")]
    fn no_solution(
        &self,
        console: &mut Console,
        instance: &Instance<'_>,
        engine: &dyn Engine,
        solved: &Lowered,
        givens: &[(usize, i64, Span)],
        as_json: bool,
        budget: &mut Budget,
    ) -> Ended {
        let lowered = lower(instance, Purpose::Explain)?;
        debug_assert_eq!(lowered.fact_vars.len(), solved.fact_vars.len());
        let assumptions = assumptions_of(&lowered, givens);
        let culprits = conflict(&lowered, engine, &assumptions, budget)
            .map_err(spent)?
            .unwrap_or_else(|| crate::bug!("no solution, and no conflict"));
        let found =
            crate::explain::Conflict::new(instance, &lowered.fact_domains, &culprits, givens)
                .map_err(|at| crate::model::instance::fault_problem(&at))?;
        if as_json {
            let object = conflict_json(&found.rules, &found.givens);
            console.print(&format!("{object}\n"))?;
        } else {
            console.print("no solution\n")?;
            let mut solver = Solver::new(solved, engine);
            let found =
                found.with_mends(&culprits, &mut solver, &assumptions_of(solved, givens), budget);
            console.problems(found.problem().into());
        }
        Ok(1)
    }
}

/// Returns what givens say.
fn assumptions_of(lowered: &Lowered, givens: &[(usize, i64, Span)]) -> Vec<Lit> {
    givens.iter().map(|(fact, value, _)| lowered.fact_lit(*fact, *value)).collect()
}

fn spent(reason: GaveUp) -> Failure {
    Failure::Problems(gave_up_problem(&reason).into(), 3)
}
