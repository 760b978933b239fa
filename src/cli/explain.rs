//! `puzgen explain`: the steps of a solution in words.

use clap::Args;
use serde_json::json;

use crate::board::position::Position;
use crate::board::shelf::{Prepared, Shelf};
use crate::budget::Budget;
use crate::cli::choices::{REPORTS, report_help};
use crate::cli::output::Console;
use crate::cli::position::{is_json, positions};
use crate::cli::{DefinitionArgs, Ended, Failure};
use crate::csp::Lit;
use crate::diagnostics::{Code, Problem};
use crate::engine::Verdict;
use crate::explain::{Told, Words};
use crate::solve::Solver;
use crate::stepwise::{Explained, Stage, Stepwise};
use crate::verify::engine_named;

/// The steps that the question whether a board has a solution may take.
const STEPS: u64 = 100_000;

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
    pub(super) fn run(&self, console: &mut Console) -> Ended {
        let as_json = is_json("explain", &self.format)?;
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let positions = positions(console, &self.definition, &shelf, &[&self.board])?;
        let [position] = positions.as_slice() else { crate::bug!("one board was asked for") };
        let stepwise = stepwise(position)?;
        let explained = explained(&stepwise, position)?;
        let is_solved = explained.is_solved();
        let words = Words::new(&position.prepared.instance, &position.prepared.lowered);
        let mut is_empty = true;
        for (number, stage) in explained.stages().enumerate() {
            is_empty = false;
            let tell = |deduction| words.tell(deduction).map_err(Problem::from);
            let told: Vec<Told> = stage.deductions.iter().map(tell).collect::<Result<_, _>>()?;
            console.print(&match as_json {
                true => stage_json(number + 1, &stage, &told),
                false => format!("{}. {}\n{}", number + 1, stage.kind, Told::lines(&told)),
            })?;
        }
        if is_empty || !is_solved {
            console.remark(no_step(is_solved));
        }
        Ok(u8::from(!is_solved))
    }
}

/// Returns why there is no step, or no further one.
pub(super) fn no_step(is_solved: bool) -> &'static str {
    match is_solved {
        true => "everything is filled in",
        false => "no step leads further: there are several solutions, or only search helps",
    }
}

fn stage_json(number: usize, stage: &Stage, told: &[Told]) -> String {
    let deductions: Vec<_> = told
        .iter()
        .zip(&stage.deductions)
        .map(|(told, deduction)| {
            let rules: Vec<_> = told
                .rules
                .iter()
                .map(|(rule, sentence)| json!({"rule": rule, "sentence": sentence}))
                .collect();
            json!({
                "place": told.place,
                "value": deduction.value,
                "is": deduction.is,
                "what": told.what,
                "how": told.how,
                "given": told.facts,
                "rules": rules,
            })
        })
        .collect();
    let object = json!({
        "schema": "puzgen.step/1",
        "step": number,
        "kind": stage.kind,
        "deductions": deductions,
    });
    format!("{object}\n")
}

/// Returns what solves the puzzle of a position step by step.
pub(super) fn stepwise<'s>(position: &Position<'s, '_>) -> Result<Stepwise<'s>, Failure> {
    let Prepared { instance, lowered, .. } = position.prepared;
    Stepwise::new(instance, lowered).ok_or_else(|| {
        let message = "the numbers of this puzzle are too far apart to be looked at one by one";
        Problem::bare(Code::Usage, message).help("`puzgen solve` solves it").into()
    })
}

/// Returns the way from a position to the end.
pub(super) fn explained<'s>(
    stepwise: &'s Stepwise<'_>,
    position: &Position<'_, '_>,
) -> Result<Explained<'s>, Failure> {
    let explained = stepwise.explain(&position.givens()).filter(|_| has_solution(position));
    explained.ok_or_else(|| {
        let problem = Problem::bare(Code::Conflict, "the board contradicts the rules");
        Failure::Problems(
            problem.help("`puzgen solve` says which of its values cannot hold together").into(),
            1,
        )
    })
}

/// Returns whether no engine says that the board has no solution: a wrong entry need not be against a
/// rule yet, and steps from it would lead nowhere.
fn has_solution(position: &Position<'_, '_>) -> bool {
    let lowered = &position.prepared.lowered;
    let Some(engine) = engine_named("auto", &lowered.csp).filter(|e| e.accepts(&lowered.csp))
    else {
        return true;
    };
    let given = position.givens().into_iter();
    let given: Vec<Lit> = given.map(|(fact, value)| lowered.fact_lit(fact, value)).collect();
    let mut budget = Budget::unlimited().part(STEPS);
    !matches!(Solver::new(lowered, engine).check(&given, &mut budget), Verdict::Unsat(_))
}
