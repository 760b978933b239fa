//! `workspace/executeCommand`: a puzzle is made, or a definition checked, as far as bounded work goes.

use lsp_types::{
    ExecuteCommandOptions, ExecuteCommandParams, ExecuteCommandRequest, ServerCapabilities, Uri,
};
use serde_json::Value;

use super::answer::{Answer, Answered, Refusal};
use super::work::{Job, Task};
use super::workspace::Workspace;
use puzgen_api::examine::examine;
use puzgen_api::facade::{self, Family, Files, Limits, Plugins, Request};
use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::render::{Style, render};
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::source::Sources;
use puzgen_check::Checked;
use puzgen_check::load::{FileReader, load};
use puzgen_check::reach::Unread;
use puzgen_engine::Engines;
use puzgen_export::solved_text;
use puzgen_generate::{Sampled, sampled};
use puzgen_solve::prove;
use puzgen_vocabulary::lower::{Ready, ReadyRef};

/// The command that makes a puzzle: given the address of a file and the name of a puzzle in it, and
/// perhaps a seed.
pub(super) const GENERATE: &str = "puzgen.generate";

/// The command that checks a definition by solving; the same is given.
pub(super) const CHECK: &str = "puzgen.check";

/// How much work a command does before it gives up: some seconds.
const STEPS: u64 = 100_000;

/// Does what a lens offers, on a thread of its own, and shows people the result.
pub(super) struct Commands;

impl Answer for Commands {
    type Request = ExecuteCommandRequest;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.execute_command_provider = Some(ExecuteCommandOptions {
            commands: vec![GENERATE.to_owned(), CHECK.to_owned()],
            ..ExecuteCommandOptions::default()
        });
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: ExecuteCommandParams,
    ) -> Answered<ExecuteCommandRequest> {
        let ExecuteCommandParams { command, arguments, .. } = params;
        let arguments = arguments.unwrap_or_default();
        let Some(prepare) = [(GENERATE, generate as Prepare), (CHECK, check as Prepare)]
            .into_iter()
            .find(|(name, _)| *name == command)
            .map(|(_, prepare)| prepare)
        else {
            return Err(Refusal::because(format!("there is no command `{command}`")));
        };
        let text = |index: usize| arguments.get(index).and_then(Value::as_str);
        let uri = text(0).map(Uri::from);
        let (Some(uri), Some(puzzle)) = (uri, text(1)) else {
            let needed = "the address of a file and the name of a puzzle in it are needed";
            return Err(Refusal::because(needed));
        };
        let seed = arguments.get(2).and_then(Value::as_u64);
        let seed = match seed {
            None if command == GENERATE => workspace.next_seed(),
            seed => seed.unwrap_or(0),
        };
        let task = prepare(workspace, &uri, puzzle, seed)?;
        let title = command.trim_start_matches("puzgen.").to_owned();
        workspace.answer_later(Job { title, name: puzzle.to_owned(), task });
        Ok(None)
    }
}

/// What a command does: reads a file now, and gives what is to be done with a puzzle in it.
type Prepare = fn(&Workspace<'_>, &Uri, &str, u64) -> Result<Task, Refusal>;

/// Files as the facade reads them.
struct Reading<'a, 'r>(&'a mut FileReader<'r>);

impl Files for Reading<'_, '_> {
    fn read(&mut self, from: &str, path: &str) -> Result<(String, String), Unread> {
        (self.0)(from, path)
    }
}

fn not_shown() -> Refusal {
    Refusal::because("the file is not shown")
}

fn generate(
    workspace: &Workspace<'_>,
    uri: &Uri,
    puzzle: &str,
    seed: u64,
) -> Result<Task, Refusal> {
    let host = workspace.host()?;
    let family = workspace.with_files(uri, |name, text, files| {
        Family::load(host, name, text, Some(puzzle), &mut Reading(files), Plugins::new())
    });
    let refused = |error: facade::Error| Refusal::because(error.to_string());
    let family = family.ok_or_else(not_shown)?.map_err(refused)?;
    Ok(Box::new(move |stop| {
        let limits = Limits { steps: Some(STEPS), stop: stop.clone() };
        let made = family.generate_one(&Request { seed, limits, ..Request::default() });
        made.and_then(|made| made.print("text")).map_err(refused)
    }))
}

fn check(workspace: &Workspace<'_>, uri: &Uri, puzzle: &str, _seed: u64) -> Result<Task, Refusal> {
    let puzzle = puzzle.to_owned();
    let loaded = workspace.with_files(uri, |name, text, files| {
        let mut sources = Sources::new();
        let file = sources.add(name, text);
        let checked = load(file, &mut sources, files)
            .and_then(|program| program.check(program.choose(Some(&puzzle), "", file)?, &sources));
        (sources, checked)
    });
    let (sources, checked) = loaded.ok_or_else(not_shown)?;
    let engines = workspace.host()?.engines();
    Ok(Box::new(move |stop| {
        let found = checked.and_then(|checked| examined(checked, engines, stop));
        let (problems, is_complete) = found.unwrap_or_else(|problems| (problems, true));
        let problems = problems.sorted();
        let told = |problem: &Problem| render(problem, &sources, Style::PLAIN);
        Ok(match problems.as_slice() {
            [] if is_complete => format!("{puzzle}: ok"),
            [] => format!("{puzzle}: not examined to the end"),
            problems => problems.iter().map(told).collect::<Vec<String>>().join("\n"),
        })
    }))
}

/// Returns what `puzgen check` finds, and whether that is all.
fn examined(
    checked: Checked,
    engines: Engines,
    stop: &StopFlag,
) -> Result<(Diagnostics, bool), Diagnostics> {
    let mut budget = Budget::new(Some(STEPS), stop.clone());
    let found = sampled(&checked.definition, &[], engines, stop)?;
    let Sampled { ready: Ready { instance, lowered }, problem } = found;
    let (found, is_complete) = examine(
        &instance,
        &lowered,
        (engines.default_engine(), engines),
        &solved_text,
        &mut budget,
    );
    let transforms = prove::transforms(&instance, &lowered, engines, &mut budget);
    let mut problems = checked.warnings;
    problem.into_iter().for_each(|problem| problems.push(problem));
    problems.extend(found);
    let of = ReadyRef { instance: &instance, lowered: &lowered };
    problems.extend(prove::problems(of, &transforms.proofs, &solved_text));
    Ok((problems, is_complete))
}
