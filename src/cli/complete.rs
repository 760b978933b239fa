//! What fits on the command line, for shells that ask at a press of the tab key.
//!
//! The scripts of `puzgen completions` know nothing themselves: they run the program with
//! `PUZGEN_COMPLETE` set, and it says what fits, from the registries and from the definition that the
//! line names. So they need not be made anew where something is added.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::Path;

use clap::builder::StyledStr;
use clap::{Arg, Args, Command, CommandFactory as _, ValueEnum, ValueHint};
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _,
};
use clap_complete::env::{EnvCompleter as _, Fish, Powershell};

use crate::choices::{REPORTS, STEP_FORMS, documents, forms, input_forms, papers, styles};
use crate::host::engines;
use crate::input::{Loaded, load_file};
use crate::output::Console;
use crate::{Cli, ExitStatus, help, new};
use puzgen_api::batch::symmetries;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_check::script;
use puzgen_model::definition::{Definition, Feature, ParamDomain};
use puzgen_model::function::{Measure, Needs};
use puzgen_model::learn::LEARNERS;
use puzgen_puzzles as library;
use puzgen_vocabulary::features::{MEASURES, SETS};
use puzgen_wire::SCHEMAS;

/// The variable that a shell sets where it asks; its value is the name of the shell.
const ASKED: &str = "PUZGEN_COMPLETE";

/// Print the script that completes command lines in a shell
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// A shell that can ask.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
}

impl Completions {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let mut script = Vec::new();
        let name = "puzgen";
        let written = match self.shell {
            // Those that come with the library split words at `=` and `:`, and add a blank after `=`.
            Shell::Bash => script.write_all(include_bytes!("completions/puzgen.bash")),
            Shell::Zsh => script.write_all(include_bytes!("completions/_puzgen")),
            Shell::Fish => Fish.write_registration(ASKED, name, name, name, &mut script),
            Shell::Powershell => {
                Powershell.write_registration(ASKED, name, name, name, &mut script)
            }
        };
        written.map_err(|error| Problem::bare(Code::Io, error.to_string()))?;
        console.print(&String::from_utf8_lossy(&script))?;
        Ok(0)
    }
}

/// Answers a shell; returns whether one has asked.
pub(super) fn answer() -> Result<bool, clap::Error> {
    let folder = std::env::current_dir().ok();
    CompleteEnv::with_factory(command)
        .var(ASKED)
        .try_complete(std::env::args_os(), folder.as_deref())
}

/// Returns the command line with what fits in each place.
pub(super) fn command() -> Command {
    let mut command = Cli::command();
    let names: Vec<String> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
    for name in names {
        command = command
            .mut_subcommand(&name, |subcommand| subcommand.mut_args(|arg| with_values(&name, arg)));
    }
    command
}

/// Says what the values of an argument are.
fn with_values(command: &str, arg: Arg) -> Arg {
    let fixed = |list: fn() -> Vec<CompletionCandidate>| ArgValueCandidates::new(list);
    let file = |arg: Arg| arg.value_hint(ValueHint::FilePath);
    match (command, arg.get_id().as_str()) {
        (_, "file" | "files" | "texts") => arg.add(ArgValueCompleter::new(definitions)),
        (_, "settings") => arg.add(ArgValueCompleter::new(settings)),
        (_, "puzzle") => arg.add(fixed(puzzles)),
        (_, "engine") => arg.add(fixed(|| plain(engines().names()))),
        (_, "style") => arg.add(fixed(|| plain(styles()))),
        (_, "verify") => {
            arg.add(ArgValueCompleter::new(|typed: &OsStr| listed(typed, engines().names())))
        }
        (_, "symmetry") => arg.add(fixed(|| plain(symmetries()))),
        (_, "level") => arg.add(fixed(levels)),
        (_, "order") => arg.add(fixed(levels)),
        (_, "until") => arg.add(fixed(targets)),
        (_, "features") => arg.add(ArgValueCompleter::new(feature_sets)),
        (_, "learner") => arg.add(fixed(|| plain(LEARNERS.iter().map(|it| it.name())))),
        ("explain", "format") => arg.add(fixed(|| plain(STEP_FORMS))),
        ("run", "format") => arg.add(fixed(|| plain(forms().into_iter().chain(documents())))),
        ("book", "format") => arg.add(fixed(|| plain(documents()))),
        (_, "paper") => arg.add(fixed(|| plain(papers()))),
        ("jumble" | "convert", "format") => arg.add(fixed(|| plain(forms()))),
        (_, "format") => arg.add(fixed(|| plain(REPORTS))),
        (_, "input_format") => arg.add(fixed(|| plain(input_forms()))),
        ("new", "kind") => arg.add(fixed(|| plain(new::kinds()))),
        ("schema", "name") => arg.add(fixed(|| plain(SCHEMAS.iter().map(|it| it.short_name())))),
        ("help", "topic") => arg.add(fixed(|| plain(help::topics()))),
        ("show", "name") => arg.add(fixed(|| plain(library::names()))),
        (_, "board" | "puzzles" | "given" | "attempt" | "labels" | "from" | "layout") => file(arg),
        _ => arg,
    }
}

fn plain(names: impl IntoIterator<Item = impl Into<OsString>>) -> Vec<CompletionCandidate> {
    names.into_iter().map(CompletionCandidate::new).collect()
}

/// Returns what is after the last comma, completed to one of some names that are not there yet.
fn listed(typed: &OsStr, names: Vec<&str>) -> Vec<CompletionCandidate> {
    let Some(typed) = typed.to_str() else { return Vec::new() };
    let (before, last) = match typed.rfind(',') {
        Some(comma) => typed.split_at(comma + 1),
        None => ("", typed),
    };
    let is_new = |name: &&str| name.starts_with(last) && !before.split(',').any(|it| it == *name);
    plain(names.into_iter().filter(is_new).map(|name| format!("{before}{name}")))
}

/// Returns built-in puzzles, and files and folders that may hold definitions.
fn definitions(typed: &OsStr) -> Vec<CompletionCandidate> {
    let start = typed.to_string_lossy();
    let mut found: Vec<CompletionCandidate> = Vec::new();
    for name in library::names().into_iter().filter(|name| name.starts_with(&*start)) {
        found.push(CompletionCandidate::new(name).help(title(name)));
    }
    let files = PathCompleter::file()
        .filter(|path| path.is_dir() || is_definition(&path.to_string_lossy()));
    found.extend(files.complete(typed));
    found
}

/// Returns whether a file is called as definitions are.
fn is_definition(name: &str) -> bool {
    name.ends_with(".pz") || name.ends_with(script::ENDING)
}

/// Returns what a built-in puzzle is called, as its text says in the line `title "…"`.
fn title(name: &str) -> Option<StyledStr> {
    let line = library::text(name)?.lines().find_map(|line| line.trim().strip_prefix("title "))?;
    Some(StyledStr::from(line.trim_matches('"').to_owned()))
}

/// What the line names so far.
struct Named {
    console: Console,
    loaded: Loaded,
    puzzle: Option<String>,
}

impl Named {
    /// Reads the definition that is on the line. It need not be trusted: a press of a key is no command.
    fn read() -> Option<Self> {
        let mut line: Vec<String> =
            std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let words = line.split_off(line.iter().position(|word| word == "--")? + 1);
        let is_one = |word: &&String| {
            library::text(word).is_some() || is_definition(word) && Path::new(word).is_file()
        };
        let file = words.iter().skip(2).find(is_one)?;
        let at = words.iter().position(|word| word == "--puzzle");
        let puzzle = at.and_then(|at| words.get(at + 1)).cloned();
        let mut console = Console::new(true, true);
        let loaded = load_file(&mut console, file).ok()?;
        Some(Self { console, loaded, puzzle })
    }

    fn definition(mut self) -> Option<Definition> {
        let puzzle = self.puzzle.as_deref();
        Some(self.loaded.definition(&mut self.console, puzzle).ok()?.0)
    }
}

/// Returns the puzzles of the file.
fn puzzles() -> Vec<CompletionCandidate> {
    let Some(named) = Named::read() else { return Vec::new() };
    plain(named.loaded.program.own.iter().map(|puzzle| puzzle.name.name.to_string()))
}

/// Returns the levels of the definition.
fn levels() -> Vec<CompletionCandidate> {
    let levels = Named::read().and_then(Named::definition).and_then(|it| it.levels);
    plain(levels.into_iter().flat_map(|levels| levels.names))
}

/// Returns the features of the definition, and the measures of all.
fn targets() -> Vec<CompletionCandidate> {
    let features = Named::read().and_then(Named::definition).map(|it| it.features);
    let is_number = |feature: &Feature| feature.index.is_none() && feature.value.ty.is_number();
    let own = features.into_iter().flatten().filter(is_number).map(|it| it.name.to_string());
    // Removal cannot aim at what is known only when it is over.
    let is_target =
        |measure: &&Measure| !matches!(measure.needs, Needs::Solutions | Needs::Minimality);
    let general = MEASURES.iter().filter(is_target).map(|measure| measure.name.to_owned());
    let names: BTreeSet<String> = own.chain(general).collect();
    plain(names.into_iter().map(|name| format!("{name}=")))
}

/// Returns sets of features.
fn feature_sets(typed: &OsStr) -> Vec<CompletionCandidate> {
    let definition = Named::read().and_then(Named::definition);
    let own = definition.iter().flat_map(|it| it.sets.iter().map(|set| set.name.as_str()));
    let general = SETS.iter().map(|set| set.name);
    listed(typed, own.chain(general).chain([puzgen_check::STEPS]).collect())
}

/// Returns the parameters of the definition, and of one with few values these.
fn settings(typed: &OsStr) -> Vec<CompletionCandidate> {
    let Some(definition) = Named::read().and_then(Named::definition) else { return Vec::new() };
    let typed = typed.to_string_lossy();
    let parameters = definition.constants.iter().filter_map(|constant| {
        constant.domain.as_ref().map(|domain| (constant.name.as_str(), domain))
    });
    let Some((name, _)) = typed.split_once('=') else {
        let names = parameters.filter(|(name, _)| name.starts_with(&*typed));
        return plain(names.map(|(name, _)| format!("{name}=")));
    };
    let values: Vec<String> = match parameters.clone().find(|(other, _)| *other == name) {
        Some((_, ParamDomain::Truth)) => vec!["true".to_owned(), "false".to_owned()],
        Some((_, ParamDomain::Words(words))) => words.iter().map(ToString::to_string).collect(),
        Some((_, ParamDomain::Numbers(_))) | None => Vec::new(),
    };
    let whole = values.into_iter().map(|value| format!("{name}={value}"));
    plain(whole.filter(|whole| whole.starts_with(&*typed)))
}
