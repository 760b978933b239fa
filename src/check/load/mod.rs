//! From a text to a checked definition, with everything that it uses.
//!
//! Files are read through a function of the caller, so that this has no input or output itself. Which
//! files there are for a definition is that function's business (see [`reach`](crate::reach) for
//! definitions that are not trusted); how much is read in all is bounded here.

mod survey;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::checked::{Checked, check};
use crate::flatten::LONGEST_CHAIN;
use crate::inputs::{Graphs, Models};
use crate::reach::{MAX_BYTES, MAX_FILES, Unread};
use crate::script::{self, Script};
use crate::scripts::{Scripts, is_own};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{FileId, Sources, Span};
use puzgen_model::grid::Graph;
use puzgen_model::learn::{Learner, Model};
use puzgen_program::ProgramSet;
use puzgen_puzzles as library;
use puzgen_syntax as syntax;
use puzgen_syntax::ast::{self, BoardShape, ItemKind, LevelsBy, Use, UseTarget};
pub use survey::{Surveyed, survey};

/// Reads a used file: given the name of the file that uses it and the path as written, returns the
/// name to show and the text. [`reach::no_files`](crate::reach::no_files) is one, a
/// a folder that confines the definition is behind another.
pub type FileReader<'r> = dyn FnMut(&str, &str) -> Result<(String, String), Unread> + 'r;

/// Reads files as long as a definition may have more.
struct BoundedReader<'a, 'r> {
    reader: &'a mut FileReader<'r>,
    /// How many bytes are left.
    left: usize,
}

impl BoundedReader<'_, '_> {
    fn read(&mut self, from: &str, path: &str) -> Result<(String, String), Unread> {
        let (name, text) = (self.reader)(from, path)?;
        // A file that is read again counts again: it costs as much as the first time.
        let Some(left) = self.left.checked_sub(text.len()) else {
            let most = MAX_BYTES >> 20;
            let reason = format!("a definition and its files have at most {most} MiB together");
            return Err(Unread::Failed(reason));
        };
        self.left = left;
        Ok((name, text))
    }
}

/// The puzzles of a file and of all that it uses.
#[derive(Debug)]
pub struct LoadedFiles {
    /// The puzzles of the file itself, in order.
    pub own: Vec<ast::Puzzle>,
    /// The puzzles of the files that it uses.
    pub used: Vec<ast::Puzzle>,
    /// The models that they name.
    models: Models,
    /// The scripts whose functions they call.
    scripts: Scripts,
    /// The graphs that are their boards.
    graphs: Graphs,
}

/// Parses a file and all that it uses.
///
/// # Errors
/// Syntax problems in any of them; `unknown_file`, `outside`, `use_cycle`.
pub fn load(
    file: FileId,
    sources: &mut Sources,
    reader: &mut FileReader<'_>,
) -> Result<LoadedFiles, Diagnostics> {
    load_with(file, sources, reader, &[])
}

/// Does the same where models may have been learnt by these learners, too.
///
/// # Errors
/// As [`load`].
pub fn load_with(
    file: FileId,
    sources: &mut Sources,
    reader: &mut FileReader<'_>,
    learners: &[&'static dyn Learner],
) -> Result<LoadedFiles, Diagnostics> {
    let mut tree = parse(file, sources)?;
    let twice = twice(&tree.puzzles);
    if twice.has_errors() {
        return Err(twice);
    }
    let mut used = Vec::new();
    let mut seen = BTreeSet::from([sources.name(file).to_owned()]);
    let left = MAX_BYTES.saturating_sub(sources.text(file).len());
    let files = &mut BoundedReader { reader, left };
    follow(&tree.uses, 1, sources, files, &mut seen, &mut used)?;
    let models = models(tree.puzzles.iter().chain(&used), sources, files, learners);
    let graphs = graphs(tree.puzzles.iter().chain(&used), sources, files);
    let scripts = scripts(tree.puzzles.iter().chain(&used), sources, files);
    let in_sight: Vec<Vec<Arc<Script>>> = {
        let puzzles: Vec<&ast::Puzzle> = tree.puzzles.iter().chain(&used).collect();
        // The first of a name is the one that is meant.
        let named = puzzles.iter().rev().map(|puzzle| (puzzle.name.name.as_str(), *puzzle));
        let named: BTreeMap<&str, &ast::Puzzle> = named.collect();
        puzzles.iter().map(|puzzle| scripts_of(puzzle, &named, &scripts)).collect()
    };
    for (puzzle, scripts) in tree.puzzles.iter_mut().chain(&mut used).zip(&in_sight) {
        script::expand(puzzle, scripts, &is_own, sources)?;
    }
    Ok(LoadedFiles { own: tree.puzzles, used, models, graphs, scripts })
}

/// Returns the problem of the first puzzle whose name another one of its file has.
fn twice(puzzles: &[ast::Puzzle]) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let mut seen = BTreeMap::new();
    // A name that is missing is reported by `syntax`.
    for puzzle in puzzles.iter().filter(|puzzle| !puzzle.name.name.is_empty()) {
        let before = seen.insert(puzzle.name.name.as_str(), puzzle);
        if let Some(before) = before {
            problems.push(
                Problem::error(
                    Code::Duplicate,
                    format!("the file has two puzzles `{}`", puzzle.name.name),
                    puzzle.name.span,
                    "again here",
                )
                .label(before.name.span, "first here")
                .help("rename one of them"),
            );
            break;
        }
    }
    problems
}

/// Returns the tree of a file, by the front end that reads files of its ending.
fn parse(file: FileId, sources: &mut Sources) -> Result<ast::File, Diagnostics> {
    match sources.name(file).ends_with(script::ENDING) {
        true => script::define(file, sources),
        false => syntax::parse(file, sources),
    }
}

/// Reads what a file uses; `length` files each used the next.
fn follow(
    uses: &[Use],
    length: usize,
    sources: &mut Sources,
    files: &mut BoundedReader<'_, '_>,
    seen: &mut BTreeSet<String>,
    used: &mut Vec<ast::Puzzle>,
) -> Result<(), Diagnostics> {
    for item in uses {
        let (name, text) = match &item.target {
            UseTarget::BuiltIn(name) => {
                let Some(text) = library::text(&name.name) else {
                    let names = library::names();
                    return Err(Problem::error(
                        Code::UnknownPuzzle,
                        format!("there is no built-in puzzle `{}`", name.name),
                        name.span,
                        "unknown puzzle",
                    )
                    .help("a file is used by its path: `use \"other.pz\"`")
                    .did_you_mean(&name.name, names)
                    .into());
                };
                (built_in_name(&name.name), text.to_owned())
            }
            UseTarget::Path(path) => named(path, sources, files).map_err(|unread| {
                let help = "the path is relative to the file that uses it";
                unreadable(("", "used here"), path, &unread, help)
            })?,
        };
        // A file that is used twice, or in a circle, counts once.
        if !seen.insert(name.clone()) {
            continue;
        }
        if seen.len() > MAX_FILES {
            let place = match &item.target {
                UseTarget::BuiltIn(name) => name.span,
                UseTarget::Path(path) => path.span,
            };
            let message = format!("the definition uses more than {MAX_FILES} files");
            let problem = Problem::error(Code::UnknownFile, message, place, "one too many");
            return Err(problem.help("put the puzzles into fewer files").into());
        }
        if length > LONGEST_CHAIN {
            let text = format!("more than {LONGEST_CHAIN} files that each use the next");
            let problem =
                Problem::error(Code::TooLong, text, item.span, "too long a chain from here on");
            return Err(problem.help("let this file stand on its own").into());
        }
        let file = sources.add(name, text);
        let tree = parse(file, sources)?;
        follow(&tree.uses, length + 1, sources, files, seen, used)?;
        used.extend(tree.puzzles);
    }
    Ok(())
}

/// Reads the scripts whose functions the puzzles call, each once.
fn scripts<'p>(
    puzzles: impl Iterator<Item = &'p ast::Puzzle>,
    sources: &mut Sources,
    files: &mut BoundedReader<'_, '_>,
) -> Scripts {
    let (mut scripts, mut known) = (Scripts::new(), BTreeMap::new());
    for item in puzzles.flat_map(|puzzle| &puzzle.items) {
        let ItemKind::Script(path) = &item.kind else { continue };
        let read = named(path, sources, files).map_err(|unread| {
            let help = "the path is relative to the file that names it";
            unreadable(("the script ", "named here"), path, &unread, help)
        });
        let script = read.and_then(|(name, text)| match known.get(&name) {
            Some(script) => Ok(Arc::clone(script)),
            None => {
                let file = sources.add(name.clone(), text);
                let script = Arc::new(script::read(file, sources)?);
                known.insert(name, Arc::clone(&script));
                Ok(script)
            }
        });
        scripts.insert(path.span, script);
    }
    scripts
}

/// Returns the scripts of a puzzle and of those that it extends, the last first.
fn scripts_of(
    puzzle: &ast::Puzzle,
    in_sight: &BTreeMap<&str, &ast::Puzzle>,
    scripts: &Scripts,
) -> Vec<Arc<Script>> {
    let (mut found, mut next, mut seen) = (Vec::new(), Some(puzzle), Vec::new());
    // `check` reports a circle, and a chain that is too long.
    while let Some(puzzle) = next.filter(|puzzle| !seen.contains(&puzzle.name.span)) {
        if seen.len() > LONGEST_CHAIN {
            break;
        }
        seen.push(puzzle.name.span);
        for item in puzzle.items.iter().rev() {
            if let ItemKind::Script(path) = &item.kind {
                found.extend(
                    scripts.get(&path.span).and_then(|script| script.as_ref().ok()).cloned(),
                );
            }
        }
        let drops = |item: &ast::Item| matches!(&item.kind, ItemKind::Without { kind, .. } if kind.name == "script");
        let base = puzzle.extends.as_ref().filter(|_| !puzzle.items.iter().any(drops));
        next = base.and_then(|base| in_sight.get(base.name.as_str()).copied());
    }
    found
}

/// Reads the models that the puzzles name. What cannot be read is reported once it is needed.
fn models<'p>(
    puzzles: impl Iterator<Item = &'p ast::Puzzle>,
    sources: &mut Sources,
    files: &mut BoundedReader<'_, '_>,
    learners: &[&'static dyn Learner],
) -> Models {
    let mut models = Models::new();
    for item in puzzles.flat_map(|puzzle| &puzzle.items) {
        if let ItemKind::Levels { by: LevelsBy::Model(path), .. } = &item.kind {
            models.insert(path.span, model(path, sources, files, learners));
        }
    }
    models
}

fn model(
    path: &ast::TextLiteral,
    sources: &mut Sources,
    files: &mut BoundedReader<'_, '_>,
    learners: &[&'static dyn Learner],
) -> Result<Arc<Model>, Problem> {
    let (name, text) = named(path, sources, files).map_err(|unread| {
        let help = "the path is relative to the file that names it; `puzgen train` makes the model";
        unreadable(("the model ", "named here"), path, &unread, help)
    })?;
    let model = Model::read_with(&text, learners).map_err(|reason| {
        let message = format!("`{}` is no model that can be used: {reason}", path.text);
        Problem::error(Code::BadModel, message, path.span, "named here")
            .help("make it again with `puzgen train`")
    })?;
    // A model decides what is printed, so its text belongs to the identity of a run.
    sources.add(name, text);
    Ok(Arc::new(model))
}

/// Reads the graphs that are boards. What cannot be read is reported once it is needed.
fn graphs<'p>(
    puzzles: impl Iterator<Item = &'p ast::Puzzle>,
    sources: &mut Sources,
    files: &mut BoundedReader<'_, '_>,
) -> Graphs {
    let mut graphs = Graphs::new();
    for item in puzzles.flat_map(|puzzle| &puzzle.items) {
        let ItemKind::Board(board) = &item.kind else { continue };
        match &board.shape {
            BoardShape::Graph(path) => {
                graphs.insert(path.span, graph(path, sources, files));
            }
            BoardShape::Programs(path) => {
                graphs.insert(path.span, programs(path, sources, files));
            }
            BoardShape::Sides(..) => {}
        }
    }
    graphs
}

fn graph(
    path: &ast::TextLiteral,
    sources: &mut Sources,
    files: &mut BoundedReader<'_, '_>,
) -> Result<Arc<Graph>, Problem> {
    let (name, text) = named(path, sources, files).map_err(|unread| {
        let help = "the path is relative to the file that names it";
        unreadable(("the graph ", "named here"), path, &unread, help)
    })?;
    let graph = Graph::read(&text).map_err(|reason| {
        let message = format!("`{}` is no graph that can be used: {reason}", path.text);
        Problem::error(Code::BadGraph, message, path.span, "named here")
            .help("it has `nodes: [a, b]`, `links: [[a, b]]` and perhaps `groups: {name: [a]}`")
    })?;
    sources.add(name, text);
    Ok(Arc::new(graph))
}

/// Reads programs, those of a file or those that stand in the text itself.
fn programs(
    path: &ast::TextLiteral,
    sources: &mut Sources,
    files: &mut BoundedReader<'_, '_>,
) -> Result<Arc<Graph>, Problem> {
    let (text, file, start) = if path.text.contains('\n') {
        (path.text.clone(), path.inner.file, path.inner.start as usize)
    } else {
        let (name, text) = named(path, sources, files).map_err(|unread| {
            let help = "the path is relative to the file that names it";
            unreadable(("the programs ", "named here"), path, &unread, help)
        })?;
        let file = sources.add(name, text.clone());
        (text, file, 0)
    };
    let programs = ProgramSet::read(&text).map_err(|found| {
        let span = Span::new(file, start + found.span.start, start + found.span.end);
        Problem::error(Code::BadPrograms, found.what, span, "here").help(found.help)
    })?;
    Ok(Arc::new(Graph::of_programs(programs)))
}

/// Reads the file that a text names. What a built-in puzzle names is built in as well.
fn named(
    path: &ast::TextLiteral,
    sources: &Sources,
    files: &mut BoundedReader<'_, '_>,
) -> Result<(String, String), Unread> {
    let from = sources.name(sources.written_in(path.span));
    if from.starts_with(BUILT_IN) {
        let missing = || Unread::Failed("there is no such built-in file".to_owned());
        let text = library::file(&path.text).ok_or_else(missing)?;
        return Ok((built_in_name(&path.text), text.to_owned()));
    }
    files.read(from, &path.text)
}

/// Returns the problem of a file that a definition names.
fn unreadable(
    (what, label): (&str, &str),
    path: &ast::TextLiteral,
    unread: &Unread,
    otherwise: &str,
) -> Problem {
    let (name, place) = (&path.text, path.span);
    let (code, message, help) = match unread {
        Unread::Failed(reason) => {
            let message = format!("{what}`{name}` cannot be read: {reason}");
            (Code::UnknownFile, message, elsewhere(path, otherwise))
        }
        Unread::Outside => {
            let message = format!("{what}`{name}` is outside of the folder of the definition");
            let help = "this definition is confined: copy the file into its folder".to_owned();
            (Code::Outside, message, help)
        }
        Unread::NoFiles => {
            let message = format!("{what}`{name}` is a file, and this definition has no folder");
            let help = "this definition is confined: it may use what is built in".to_owned();
            (Code::Outside, message, help)
        }
    };
    Problem::error(code, message, place, label).help(help)
}

/// Returns the way out where a file is not there: a copy of a built-in puzzle has only the puzzle.
fn elsewhere(path: &ast::TextLiteral, otherwise: &str) -> String {
    match library::file(&path.text) {
        Some(_) => format!("`puzgen show {}` prints the built-in one, to be saved here", path.text),
        None => otherwise.to_owned(),
    }
}

/// What the names of built-in texts begin with.
const BUILT_IN: &str = "built-in ";

/// Returns the name that messages show for a built-in text.
pub fn built_in_name(name: &str) -> String {
    format!("{BUILT_IN}{name}")
}

impl LoadedFiles {
    /// Returns the puzzle that is meant: the named one, else the only one, else the one whose name
    /// is `stem`.
    ///
    /// # Errors
    /// `unknown_puzzle`, where it is not clear which.
    pub fn choose(
        &self,
        name: Option<&str>,
        stem: &str,
        file: FileId,
    ) -> Result<&ast::Puzzle, Problem> {
        let names = || self.own.iter().map(|puzzle| puzzle.name.name.as_str());
        let found = match (name, self.own.as_slice()) {
            (Some(name), _) => self.own.iter().find(|puzzle| puzzle.name.name == name),
            (None, [only]) => Some(only),
            (None, _) => self.own.iter().find(|puzzle| puzzle.name.name == stem),
        };
        found.ok_or_else(|| {
            let listed: Vec<&str> = names().collect();
            let message = match (name, listed.is_empty()) {
                (_, true) => "the file has no puzzle".to_owned(),
                (Some(name), _) => format!("the file has no puzzle `{name}`"),
                (None, _) => "the file has several puzzles".to_owned(),
            };
            let help = match listed.as_slice() {
                [] => "write `puzzle name \"Title\" { … }`".to_owned(),
                names => format!("choose one with `--puzzle`: {}", names.join(", ")),
            };
            let problem = match self.own.first() {
                Some(first) => {
                    Problem::error(Code::UnknownPuzzle, message, first.name.span, "the first")
                }
                None => {
                    let start = Span::new(file, 0, 0);
                    Problem::error(Code::UnknownPuzzle, message, start, "nothing here")
                }
            };
            problem.help(help)
        })
    }

    /// Checks one of the puzzles.
    ///
    /// # Errors
    /// As [`check`].
    pub fn check(&self, puzzle: &ast::Puzzle, sources: &Sources) -> Result<Checked, Diagnostics> {
        let in_sight: Vec<&ast::Puzzle> = self.own.iter().chain(&self.used).collect();
        check(puzzle, &in_sight, sources, &self.graphs, Some(&self.models), &self.scripts)
    }

    /// Checks one of the puzzles for the one who is about to train its model.
    ///
    /// # Errors
    /// As [`check`].
    pub fn check_untrained(
        &self,
        puzzle: &ast::Puzzle,
        sources: &Sources,
    ) -> Result<Checked, Diagnostics> {
        let in_sight: Vec<&ast::Puzzle> = self.own.iter().chain(&self.used).collect();
        check(puzzle, &in_sight, sources, &self.graphs, None, &self.scripts)
    }
}
