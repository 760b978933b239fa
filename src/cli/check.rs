//! `puzgen check`: everything that can be said of a definition without generating.

use clap::Args;

use crate::budget::Budget;
use crate::cli::input::load_or_survey;
use crate::cli::output::Console;
use crate::cli::stop::StopWatcher;
use crate::cli::{DefinitionArgs, EngineArgs, ExitStatus, Failure};
use crate::diagnostics::{Code, Diagnostics};
use crate::examine::examine;
use crate::export::solved_text;
use crate::generate::{Sampled, sampled};
use crate::lower::Ready;
use crate::model::instance::Instance;
use crate::prove::{self, Transforms};

/// Check a definition: names, types, ranges, examples, transforms
#[derive(Debug, Args)]
pub(super) struct Check {
    #[command(flatten)]
    definition: DefinitionArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Check {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let loaded = load_or_survey(console, &self.definition.file).map_err(negative)?;
        let settings = self.definition.settings(console)?;
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let names: Vec<Option<String>> = match &self.definition.puzzle {
            Some(name) => vec![Some(name.clone())],
            None if loaded.program.own.is_empty() => vec![None],
            None => loaded.program.own.iter().map(|p| Some(p.name.name.clone())).collect(),
        };
        let mut status = 0;
        let mut reports = Vec::new();
        for name in names {
            let (mut definition, mut problems) = match loaded.definition(console, name.as_deref()) {
                Ok(found) => found,
                Err(Failure::Problems(problems, _)) => {
                    console.problems(problems);
                    status = 1;
                    continue;
                }
                Err(other) => return Err(other),
            };
            definition.allow_size(self.definition.max_size);
            let mut budget = Budget::new(self.engine.budget, stop.flag.clone());
            let found = match sampled(&definition, &settings, &stop.flag) {
                Ok(found) => found,
                Err(found) => {
                    // Where no layout was found, nothing is proved: that is no negative answer.
                    status = if found.has_errors() || status == 1 { 1 } else { 3 };
                    console.problems(found);
                    continue;
                }
            };
            let Sampled { ready: Ready { instance, lowered }, problem } = found;
            let has_layout = problem.is_none();
            problem.into_iter().for_each(|problem| problems.push(problem));
            let engine = self.engine.engine(&lowered.csp)?;
            let (found, is_complete) =
                examine(&instance, &lowered, engine, &solved_text, &mut budget);
            let is_complete = is_complete && has_layout;
            problems.extend(found);
            let transforms = prove::transforms(&instance, &lowered, &mut budget);
            let problem = (&instance, &lowered);
            problems.extend(prove::problems(problem, &transforms.proofs, &solved_text));
            if problems.has_errors() {
                status = 1;
            } else if !is_complete && status != 1 {
                status = 3;
            }
            if !problems.has_errors() {
                // Without a board, whatever is said of all boards would be true.
                let group = if has_layout { group(&transforms) } else { String::new() };
                reports.push(summary(&instance, is_complete) + group.as_str());
            }
            console.problems(problems);
        }
        for report in reports {
            console.print(&report)?;
        }
        Ok(status)
    }
}

/// Returns the end of a command that found mistakes in a definition: a negative answer (exit status 1). A
/// file that cannot be read is none.
fn negative(failure: Failure) -> Failure {
    let is_found = |problems: &Diagnostics| {
        problems.iter().all(|p| !matches!(p.code(), Code::Usage | Code::Io))
    };
    match failure {
        Failure::Problems(problems, _) if is_found(&problems) => Failure::Problems(problems, 1),
        Failure::Problems(problems, status) => Failure::Problems(problems, status),
        Failure::Closed => Failure::Closed,
    }
}

/// Returns what is said of proved transforms.
fn group(transforms: &Transforms) -> String {
    let Some(equivalents) = &transforms.equivalents else { return String::new() };
    let (held, order) = (transforms.held(), equivalents.order());
    let ending = if held == 1 { "" } else { "s" };
    match equivalents.is_onto_itself() {
        true => format!("  {held} transform{ending} proved, a group of {order}\n"),
        false => {
            format!(
                "  {held} transform{ending} proved, {order} maps, also to other layouts or parameters\n"
            )
        }
    }
}

fn summary(instance: &Instance<'_>, is_complete: bool) -> String {
    let definition = instance.definition;
    let count = |number: usize, what: &str| {
        let ending = if number == 1 { "" } else { "s" };
        format!("{number} {what}{ending}")
    };
    format!(
        "{}: {} ({}, {}, {}, {})\n",
        definition.name,
        if is_complete { "ok" } else { "not examined to the end" },
        count(instance.answer_count, "value"),
        count(definition.rules.len(), "rule"),
        count(instance.fact_count, "clue"),
        count(definition.examples.len(), "example"),
    )
}
