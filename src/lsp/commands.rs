//! `workspace/executeCommand`: a puzzle is made, or a definition checked, as far as bounded work goes.

use lsp_types::request::ExecuteCommand;
use lsp_types::{ExecuteCommandOptions, ExecuteCommandParams, ServerCapabilities, Uri};
use serde_json::Value;

use super::answer::{Answer, Answered, Refusal};
use super::workspace::Workspace;
use crate::budget::{Budget, StopFlag};
use crate::diagnostics::Problem;
use crate::diagnostics::render::{Style, render};
use crate::engine::default_engine;
use crate::examine::examine;
use crate::export::solved_text;
use crate::facade::{Family, Files, Limits, Plugins, Request};
use crate::generate::{Sampled, sampled};
use crate::load::{FileReader, load};
use crate::lower::Ready;
use crate::prove;
use crate::reach::Unread;
use crate::source::Sources;

/// The command that makes a puzzle: given the address of a file and the name of a puzzle in it, and
/// perhaps a seed.
pub(super) const GENERATE: &str = "puzgen.generate";

/// The command that checks a definition by solving; the same is given.
pub(super) const CHECK: &str = "puzgen.check";

/// How much work a command does before it gives up: some seconds, in which nothing else is answered.
const STEPS: u64 = 100_000;

/// Does what a lens offers, and tells people the result.
pub(super) struct Commands;

impl Answer for Commands {
    type Request = ExecuteCommand;

    fn declare(capabilities: &mut ServerCapabilities) {
        capabilities.execute_command_provider = Some(ExecuteCommandOptions {
            commands: vec![GENERATE.to_owned(), CHECK.to_owned()],
            ..ExecuteCommandOptions::default()
        });
    }

    fn answer(
        workspace: &mut Workspace<'_>,
        params: ExecuteCommandParams,
    ) -> Answered<ExecuteCommand> {
        let ExecuteCommandParams { command, arguments, .. } = params;
        let Some(run) = [(GENERATE, generate as Run), (CHECK, check as Run)]
            .into_iter()
            .find(|(name, _)| *name == command)
            .map(|(_, run)| run)
        else {
            return Err(Refusal::because(format!("there is no command `{command}`")));
        };
        let text = |index: usize| arguments.get(index).and_then(Value::as_str);
        let uri = text(0).and_then(|uri| uri.parse::<Uri>().ok());
        let (Some(uri), Some(puzzle)) = (uri, text(1)) else {
            let needed = "the address of a file and the name of a puzzle in it are needed";
            return Err(Refusal::because(needed));
        };
        let seed = arguments.get(2).and_then(Value::as_u64).unwrap_or(0);
        let told = run(workspace, &uri, puzzle, seed)?;
        workspace.tell(told.clone());
        Ok(Some(Value::String(told)))
    }
}

/// What a command does: gives what is told of a puzzle in a file.
type Run = fn(&Workspace<'_>, &Uri, &str, u64) -> Result<String, Refusal>;

/// Files as the facade reads them.
struct Reading<'a, 'r>(&'a mut FileReader<'r>);

impl Files for Reading<'_, '_> {
    fn read(&mut self, from: &str, path: &str) -> Result<(String, String), Unread> {
        (self.0)(from, path)
    }
}

fn generate(
    workspace: &Workspace<'_>,
    uri: &Uri,
    puzzle: &str,
    seed: u64,
) -> Result<String, Refusal> {
    let made = workspace.with_files(uri, |name, text, files| {
        let family = Family::load(name, text, Some(puzzle), &mut Reading(files), Plugins::new())?;
        let limits = Limits { steps: Some(STEPS), ..Limits::default() };
        let made = family.generate_one(&Request { seed, limits, ..Request::default() })?;
        made.print("text")
    });
    let made = made.ok_or_else(|| Refusal::because("the file is not shown"))?;
    made.map_err(|error| Refusal::because(error.to_string()))
}

fn check(
    workspace: &Workspace<'_>,
    uri: &Uri,
    puzzle: &str,
    _seed: u64,
) -> Result<String, Refusal> {
    let found = workspace.with_files(uri, |name, text, files| {
        let mut sources = Sources::new();
        let file = sources.add(name, text);
        let found = load(file, &mut sources, files).and_then(|program| {
            let checked = program.check(program.choose(Some(puzzle), "", file)?, &sources)?;
            let mut budget = Budget::new(Some(STEPS), StopFlag::default());
            let found = sampled(&checked.definition, &[], &StopFlag::default())?;
            let Sampled { ready: Ready { instance, lowered }, problem } = found;
            let (found, is_complete) =
                examine(&instance, &lowered, default_engine(), &solved_text, &mut budget);
            let transforms = prove::transforms(&instance, &lowered, &mut budget);
            let mut problems = checked.warnings;
            problem.into_iter().for_each(|problem| problems.push(problem));
            problems.extend(found);
            let of = (&instance, &lowered);
            problems.extend(prove::problems(of, &transforms.proofs, &solved_text));
            Ok((problems, is_complete))
        });
        let (problems, is_complete) = found.unwrap_or_else(|problems| (problems, true));
        let problems = problems.sorted();
        let told = |problem: &Problem| render(problem, &sources, Style::PLAIN);
        match problems.as_slice() {
            [] if is_complete => format!("{puzzle}: ok"),
            [] => format!("{puzzle}: not examined to the end"),
            problems => problems.iter().map(told).collect::<Vec<String>>().join("\n"),
        }
    });
    found.ok_or_else(|| Refusal::because("the file is not shown"))
}
