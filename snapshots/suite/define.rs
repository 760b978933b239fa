//! From a case to a lowered instance, by the library's own functions, and problems as people see
//! them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::render::{Style, render};
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::source::{FileId, Sources, Span};
use puzgen_board::read::{BoardInput, BoardReader, BoardText};
use puzgen_check::load::{LoadedFiles, load};
use puzgen_check::reach::Unread;
use puzgen_csp::{Domain, Lit};
use puzgen_engine::Engine;
use puzgen_engines::ENGINES;
use puzgen_generate::any_instance;
use puzgen_model::definition::Definition;
use puzgen_model::instance::{Instance, Setting};
use puzgen_model::puzzle::Solution;
use puzgen_solve::Solver;
use puzgen_vocabulary::lower::Lowered;
use puzgen_vocabulary::lower::Ready;

use crate::case::{Case, root};

/// The steps that a question of a test may take.
pub(crate) const STEPS: u64 = 50_000_000;

/// Returns a budget that no question of a test needs.
pub(crate) fn budget() -> Budget {
    Budget::new(Some(STEPS), StopFlag::new())
}

/// Parses a text and all that it uses, relative to `folder` of `snapshots/`.
pub(crate) fn program(
    sources: &mut Sources,
    folder: &str,
    name: &str,
    text: &str,
) -> Result<(FileId, LoadedFiles), Diagnostics> {
    let file = sources.add(name, text);
    let folder = root().join("snapshots").join(folder);
    let mut reader = |_: &str, path: &str| {
        let text = fs::read_to_string(folder.join(path))
            .map_err(|_| Unread::Failed("not found".to_owned()))?;
        Ok((path.to_owned(), text))
    };
    let program = load(file, sources, &mut reader)?;
    Ok((file, program))
}

/// Checks one puzzle of a text that uses no files.
pub(crate) fn define(
    sources: &mut Sources,
    name: &str,
    text: &str,
    puzzle: Option<&str>,
) -> Result<Definition, Diagnostics> {
    let (file, program) = program(sources, "", name, text)?;
    let chosen = program.choose(puzzle, name, file)?;
    Ok(program.check(chosen, sources)?.definition)
}

/// Returns the parameters that `NAME=VALUE` texts set.
pub(crate) fn settings(sources: &mut Sources, texts: &[&str]) -> Vec<Setting> {
    let parse = |text: &&str| {
        let (name, value) = text.split_once('=').expect("name=value");
        let file = sources.add("settings", *text);
        let span = Span::new(file, 0, text.len());
        Setting { name: name.trim().to_owned(), text: value.trim().to_owned(), span }
    };
    texts.iter().map(parse).collect()
}

/// Calls `body` with the lowered instance of a case, or returns its problems.
pub(crate) fn with_case(
    case: &Case,
    sources: &mut Sources,
    body: impl FnOnce(&mut Sources, &Instance<'_>, &Lowered) -> String,
) -> String {
    let folder = case.path.parent().and_then(|path| path.file_name()).unwrap().to_string_lossy();
    let result = (|sources: &mut Sources| {
        let (file, program) = program(sources, &folder, &case.file, &case.text)?;
        let puzzle = program.choose(case.one("puzzle"), "", file)?;
        let definition = program.check(puzzle, sources)?.definition;
        let settings = settings(sources, &case.all("set"));
        let Ready { instance, lowered } =
            any_instance(&definition, &settings, ENGINES, &Budget::unlimited())?;
        Ok::<_, Diagnostics>(body(sources, &instance, &lowered))
    })(sources);
    result.unwrap_or_else(|problems| report(problems, sources))
}

/// Returns problems as a terminal without colours shows them.
pub(crate) fn report(problems: Diagnostics, sources: &Sources) -> String {
    let mut out = String::new();
    for problem in problems.sorted() {
        let text = render(&problem, sources, Style::PLAIN);
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let _ = writeln!(out, "{}\n", lines.join("\n").trim_end());
    }
    out.trim_end().to_owned() + "\n"
}

/// Returns one problem as it is shown.
pub(crate) fn report_one(problem: Problem, sources: &Sources) -> String {
    report(problem.into(), sources)
}

/// Returns the engines that take a problem, the default first.
pub(crate) fn engines(lowered: &Lowered) -> impl Iterator<Item = &'static dyn Engine> {
    ENGINES.all().filter(|engine| engine.accepts(&lowered.csp))
}

/// Reads a board that has a text of its own.
pub(crate) fn read_board(
    sources: &mut Sources,
    instance: &Instance<'_>,
    domains: &[Domain],
    text: &str,
) -> Result<BoardInput, Diagnostics> {
    let file = sources.add("board", text);
    BoardReader::new(instance, domains).board(BoardText { text, file, offset: 0 })
}

/// Returns up to `limit` solutions under assumptions, and whether these are all.
pub(crate) fn solutions(
    lowered: &Lowered,
    engine: &dyn Engine,
    given: &[Lit],
    limit: usize,
) -> (Vec<Solution>, bool) {
    let count = Solver::new(lowered, engine).find(given, limit, &mut budget()).unwrap();
    (count.solutions, count.is_complete)
}

/// Returns the one result that all named runs gave; fails where two differ.
pub(crate) fn agreed(results: BTreeMap<&str, String>) -> String {
    let mut results = results.into_iter();
    let (first, expected) = results.next().expect("at least one engine");
    for (name, result) in results {
        assert_eq!(expected, result, "`{first}` (left) and `{name}` (right) disagree");
    }
    expected
}

/// Returns the parameters that the first example of a built-in puzzle sets, as `name=value`: a small
/// size.
pub(crate) fn small(name: &str) -> Vec<String> {
    let text = puzgen_puzzles::text(name).expect("a built-in puzzle");
    let example = text.split("\n  example ").nth(1).unwrap_or_default();
    let set = |line: &str| Some(line.trim().strip_prefix("set ")?.replace(' ', ""));
    example.lines().filter_map(set).collect()
}
