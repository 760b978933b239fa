//! From a text to a checked definition, with everything that it uses.
//!
//! Files are read through a function of the caller, so that this has no input or output itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ast::{self, BoardShape, ItemKind, LevelsBy, Use, UseTarget};
use crate::check::{Checked, Graphs, Models, Scripts, check, is_own};
use crate::diagnostics::{Code, Diagnostics, Problem};
use crate::grid::Graph;
use crate::learn::Model;
use crate::library;
use crate::script::{self, Script};
use crate::source::{FileId, Sources};
use crate::syntax;

/// Reads a used file: given the name of the file that uses it and the path as written, returns the
/// name to show and the text.
pub type Reader<'r> = dyn FnMut(&str, &str) -> Result<(String, String), String> + 'r;

/// The puzzles of a file and of all that it uses.
#[derive(Debug)]
pub struct Program {
    /// The puzzles of the file itself, in order.
    pub own: Vec<ast::Puzzle>,
    /// Those of used files.
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
/// Syntax problems in any of them; `unknown_file`, `use_cycle`.
pub fn load(
    file: FileId,
    sources: &mut Sources,
    reader: &mut Reader<'_>,
) -> Result<Program, Diagnostics> {
    let mut tree = parse(file, sources)?;
    for (position, puzzle) in tree.puzzles.iter().enumerate() {
        let before = tree.puzzles[..position].iter().find(|b| b.name.name == puzzle.name.name);
        if let Some(before) = before {
            return Err(Problem::error(
                Code::Duplicate,
                format!("the file has two puzzles `{}`", puzzle.name.name),
                puzzle.name.span,
                "again here",
            )
            .label(before.name.span, "first here")
            .help("rename one of them")
            .into());
        }
    }
    let mut used = Vec::new();
    let mut seen = BTreeMap::new();
    seen.insert(sources.name(file).to_owned(), ());
    follow(&tree.uses, sources, reader, &mut seen, &mut used)?;
    let models = models(tree.puzzles.iter().chain(&used), sources, reader);
    let graphs = graphs(tree.puzzles.iter().chain(&used), sources, reader);
    let scripts = scripts(tree.puzzles.iter().chain(&used), sources, reader);
    let in_sight: Vec<Vec<Arc<Script>>> = {
        let puzzles: Vec<&ast::Puzzle> = tree.puzzles.iter().chain(&used).collect();
        puzzles.iter().map(|puzzle| scripts_of(puzzle, &puzzles, &scripts)).collect()
    };
    for (puzzle, scripts) in tree.puzzles.iter_mut().chain(&mut used).zip(&in_sight) {
        script::expand(puzzle, scripts, &is_own, sources)?;
    }
    Ok(Program { own: tree.puzzles, used, models, graphs, scripts })
}

/// Returns the tree of a file, by the front end that reads files of its ending.
fn parse(file: FileId, sources: &mut Sources) -> Result<ast::File, Diagnostics> {
    match sources.name(file).ends_with(script::ENDING) {
        true => script::define(file, sources),
        false => syntax::parse(file, sources),
    }
}

fn follow(
    uses: &[Use],
    sources: &mut Sources,
    reader: &mut Reader<'_>,
    seen: &mut BTreeMap<String, ()>,
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
            UseTarget::Path(path) => named(path, sources, reader).map_err(|reason| {
                Problem::error(
                    Code::UnknownFile,
                    format!("`{}` cannot be read: {reason}", path.text),
                    path.span,
                    "used here",
                )
                .help("the path is relative to the file that uses it")
            })?,
        };
        // A file that is used twice, or in a circle, counts once.
        if seen.insert(name.clone(), ()).is_some() {
            continue;
        }
        let file = sources.add(name, text);
        let tree = parse(file, sources)?;
        follow(&tree.uses, sources, reader, seen, used)?;
        used.extend(tree.puzzles);
    }
    Ok(())
}

/// Reads the scripts whose functions the puzzles call, each once.
fn scripts<'p>(
    puzzles: impl Iterator<Item = &'p ast::Puzzle>,
    sources: &mut Sources,
    reader: &mut Reader<'_>,
) -> Scripts {
    let (mut scripts, mut known) = (Scripts::new(), BTreeMap::new());
    for item in puzzles.flat_map(|puzzle| &puzzle.items) {
        let ItemKind::Script(path) = &item.kind else { continue };
        let read = named(path, sources, reader).map_err(|reason| {
            let message = format!("the script `{}` cannot be read: {reason}", path.text);
            Problem::error(Code::UnknownFile, message, path.span, "named here")
                .help("the path is relative to the file that names it")
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
    in_sight: &[&ast::Puzzle],
    scripts: &Scripts,
) -> Vec<Arc<Script>> {
    let (mut found, mut next, mut seen) = (Vec::new(), Some(puzzle), Vec::new());
    // `check` reports a circle.
    while let Some(puzzle) = next.filter(|puzzle| !seen.contains(&puzzle.name.span)) {
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
        next = base.and_then(|base| in_sight.iter().copied().find(|p| p.name.name == base.name));
    }
    found
}

/// Reads the models that the puzzles name. What cannot be read is reported once it is needed.
fn models<'p>(
    puzzles: impl Iterator<Item = &'p ast::Puzzle>,
    sources: &mut Sources,
    reader: &mut Reader<'_>,
) -> Models {
    let mut models = Models::new();
    for item in puzzles.flat_map(|puzzle| &puzzle.items) {
        if let ItemKind::Levels { by: LevelsBy::Model(path), .. } = &item.kind {
            models.insert(path.span, model(path, sources, reader));
        }
    }
    models
}

fn model(
    path: &ast::Text,
    sources: &mut Sources,
    reader: &mut Reader<'_>,
) -> Result<Arc<Model>, Problem> {
    let (name, text) = named(path, sources, reader).map_err(|reason| {
        let message = format!("the model `{}` cannot be read: {reason}", path.text);
        Problem::error(Code::UnknownFile, message, path.span, "named here").help(elsewhere(
            path,
            "the path is relative to the file that names it; `puzgen train` makes the model",
        ))
    })?;
    let model = Model::read(&text).map_err(|reason| {
        let message = format!("`{}` is no model that can be used: {reason}", path.text);
        Problem::error(Code::BadModel, message, path.span, "named here")
            .help("make it again with `puzgen train`")
    })?;
    // A model decides what is printed, so its text is one of those that tell a run from others.
    sources.add(name, text);
    Ok(Arc::new(model))
}

/// Reads the graphs that are boards. What cannot be read is reported once it is needed.
fn graphs<'p>(
    puzzles: impl Iterator<Item = &'p ast::Puzzle>,
    sources: &mut Sources,
    reader: &mut Reader<'_>,
) -> Graphs {
    let mut graphs = Graphs::new();
    for item in puzzles.flat_map(|puzzle| &puzzle.items) {
        if let ItemKind::Board(ast::Board { shape: BoardShape::Graph(path), .. }) = &item.kind {
            graphs.insert(path.span, graph(path, sources, reader));
        }
    }
    graphs
}

fn graph(
    path: &ast::Text,
    sources: &mut Sources,
    reader: &mut Reader<'_>,
) -> Result<Arc<Graph>, Problem> {
    let (name, text) = named(path, sources, reader).map_err(|reason| {
        let message = format!("the graph `{}` cannot be read: {reason}", path.text);
        Problem::error(Code::UnknownFile, message, path.span, "named here")
            .help(elsewhere(path, "the path is relative to the file that names it"))
    })?;
    let graph = Graph::read(&text).map_err(|reason| {
        let message = format!("`{}` is no graph that can be used: {reason}", path.text);
        Problem::error(Code::BadGraph, message, path.span, "named here")
            .help("it has `nodes: [a, b]`, `links: [[a, b]]` and perhaps `groups: {name: [a]}`")
    })?;
    sources.add(name, text);
    Ok(Arc::new(graph))
}

/// Reads the file that a text names. What a built-in puzzle names is built in as well.
fn named(
    path: &ast::Text,
    sources: &Sources,
    reader: &mut Reader<'_>,
) -> Result<(String, String), String> {
    let from = sources.name(sources.written_in(path.span));
    if from.starts_with(BUILT_IN) {
        let text = library::file(&path.text).ok_or("there is no such built-in file")?;
        return Ok((built_in_name(&path.text), text.to_owned()));
    }
    reader(from, &path.text)
}

/// Returns the way out where a file is not there: a copy of a built-in puzzle has only the puzzle.
fn elsewhere(path: &ast::Text, otherwise: &str) -> String {
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

impl Program {
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
                    let start = crate::source::Span::new(file, 0, 0);
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
