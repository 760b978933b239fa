//! A checked definition with its parameters.

use std::fmt;
use std::sync::Arc;

use self_cell::self_cell;

use super::error::guarded;
use super::{Board, Error, Plugins};
use crate::Host;
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::source::{FileId, Sources, Span};
use puzgen_board::position::PreparedBoard;
use puzgen_board::read::BoardText;
use puzgen_board::shelf::Shelf;
use puzgen_check::load::{self, LoadedFiles};
use puzgen_check::reach::{self, Unread};
use puzgen_csp::Csp;
use puzgen_engine::Engine;
use puzgen_model::definition::Definition;
use puzgen_model::frame::Frame;
use puzgen_model::instance::Setting;
use puzgen_model::value::Value;
use puzgen_puzzles as library;

/// Where a definition's other files come from.
pub trait Files {
    /// Reads a file: given the name of the file that uses it and the path as written there, returns the name
    /// to show for it and its text.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn read(&mut self, from: &str, path: &str) -> Result<(String, String), Unread>;
}

/// No files: a definition may use what is built in.
#[derive(Debug, Clone, Copy)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, from: &str, path: &str) -> Result<(String, String), Unread> {
        reach::no_files(from, path)
    }
}

self_cell!(
    /// Instances of a definition, with the definition.
    struct Instances {
        owner: Arc<Definition>,

        #[not_covariant]
        dependent: Shelf,
    }
);

/// A family of puzzles: a checked definition with the parameters that were set.
#[derive(Clone)]
pub struct Family(Arc<Inner>);

pub(super) struct Inner {
    program: Arc<LoadedFiles>,
    /// The name of the puzzle in the program.
    puzzle: String,
    pub(super) definition: Arc<Definition>,
    pub(super) sources: Sources,
    pub(super) settings: Vec<Setting>,
    pub(super) host: Host,
    pub(super) plugins: Plugins,
    /// Instances that were made so far, where boards have no layouts of their own.
    instances: Instances,
}

impl Inner {
    /// Returns the engine of this name, of the plug-ins or of the host, for a problem.
    pub(super) fn engine_for(&self, name: &str, csp: &Csp) -> Result<&'static dyn Engine, Problem> {
        match self.plugins.own_engine(name).filter(|engine| engine.accepts(csp)) {
            Some(engine) => Ok(engine),
            None => self.host.engines().accepting(name, csp),
        }
    }

    /// Returns the default engine for a problem.
    pub(super) fn default_engine(&self, csp: &Csp) -> Result<&'static dyn Engine, Problem> {
        self.engine_for(self.host.engines().default_engine().name(), csp)
    }
}

/// A parameter of a family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = self.0.settings.iter().map(|it| format!("{}={}", it.name, it.text));
        let settings: Vec<String> = settings.collect();
        write!(f, "Family({} {})", self.name(), settings.join(" "))
    }
}

impl Family {
    /// Returns the built-in puzzle of this name.
    ///
    /// # Errors
    /// `usage` where there is none.
    pub fn built_in(host: Host, name: &str) -> Result<Self, Error> {
        let Some(text) = library::text(name) else {
            let message = format!("there is no built-in puzzle `{name}`");
            return Err(Error::usage(message, "`Family::built_in_names` names them"));
        };
        Self::load(host, &load::built_in_name(name), text, None, &mut NoFiles, Plugins::new())
    }

    /// Returns the names of the built-in puzzles.
    pub fn built_in_names() -> Vec<&'static str> {
        library::names()
    }

    /// Returns the only puzzle of a definition that uses no files. Messages call the text `name`; one that
    /// ends in `.rhai` is a script.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(host: Host, name: &str, text: &str) -> Result<Self, Error> {
        Self::load(host, name, text, None, &mut NoFiles, Plugins::new())
    }

    /// Returns a puzzle of a definition: the one called `puzzle`, or the only one. What it uses is read
    /// through `files`.
    ///
    /// # Errors
    /// What is wrong with the texts; `usage` where an engine of `plugins` has the name of one of the host.
    pub fn load(
        host: Host,
        name: &str,
        text: &str,
        puzzle: Option<&str>,
        files: &mut dyn Files,
        plugins: Plugins,
    ) -> Result<Self, Error> {
        plugins.are_new(host.engines())?;
        guarded(|| {
            let mut sources = Sources::new();
            let file = sources.add(name, text);
            let mut reader = |from: &str, path: &str| files.read(from, path);
            let found = load::load_with(file, &mut sources, &mut reader, plugins.learners());
            let found = found.and_then(|program| {
                let stem = name.rsplit(['/', ' ']).next().unwrap_or(name);
                let stem = stem.split('.').next().unwrap_or(stem);
                let puzzle = program.choose(puzzle, stem, file)?;
                let definition = program.check(puzzle, &sources)?.definition;
                let puzzle = puzzle.name.name.clone();
                Ok((program, puzzle, definition))
            });
            let (program, puzzle, definition) =
                found.map_err(|problems| Error::new(problems, &sources))?;
            let definition = Arc::new(definition);
            let program = (Arc::new(program), puzzle);
            Ok(Self::new(program, definition, sources, Vec::new(), (host, plugins)))
        })
    }

    fn new(
        (program, puzzle): (Arc<LoadedFiles>, String),
        definition: Arc<Definition>,
        sources: Sources,
        settings: Vec<Setting>,
        (host, plugins): (Host, Plugins),
    ) -> Self {
        let instances = Instances::new(Arc::clone(&definition), |owner| Shelf::new(owner));
        Self(Arc::new(Inner {
            program,
            puzzle,
            definition,
            sources,
            settings,
            host,
            plugins,
            instances,
        }))
    }

    /// Returns the family with a parameter set.
    ///
    /// # Errors
    /// Where there is no such parameter, or it cannot have the value.
    pub fn with(&self, name: &str, value: &str) -> Result<Self, Error> {
        guarded(|| {
            let inner = &self.0;
            let (mut sources, mut settings) = (inner.sources.clone(), inner.settings.clone());
            let text = format!("{name}={value}");
            let span = Span::new(sources.add("settings", text.clone()), 0, text.len());
            settings.retain(|setting| setting.name != name);
            let (name, text) = (name.to_owned(), value.to_owned());
            settings.push(Setting { name, text, span });
            Frame::new(&inner.definition, &settings)
                .map_err(|problems| Error::new(problems, &sources))?;
            let definition = Arc::clone(&inner.definition);
            let program = (Arc::clone(&inner.program), inner.puzzle.clone());
            let supplied = (inner.host, inner.plugins.clone());
            Ok(Self::new(program, definition, sources, settings, supplied))
        })
    }

    /// Returns the family that speaks a language, as far as its definition and explanations do. Its puzzles are
    /// the same.
    #[must_use]
    pub fn in_language(&self, code: &str) -> Self {
        let inner = &self.0;
        // It was checked without problems before.
        let Ok(mut definition) = self.fresh_definition() else { return self.clone() };
        definition.speak(code);
        let program = (Arc::clone(&inner.program), inner.puzzle.clone());
        let (sources, settings) = (inner.sources.clone(), inner.settings.clone());
        let supplied = (inner.host, inner.plugins.clone());
        Self::new(program, Arc::new(definition), sources, settings, supplied)
    }

    /// Returns the name of the definition.
    pub fn name(&self) -> &str {
        &self.0.definition.name
    }

    /// Returns the name for people.
    pub fn title(&self) -> Option<&str> {
        self.0.definition.title.as_deref()
    }

    /// Returns the parameters with their values.
    ///
    /// # Errors
    /// Where they cannot be evaluated.
    pub fn parameters(&self) -> Result<Vec<Parameter>, Error> {
        guarded(|| {
            let frame = Frame::new(&self.0.definition, &self.0.settings);
            let frame = frame.map_err(|problems| Error::new(problems, &self.0.sources))?;
            let params = frame.known().params();
            let parameter = |(name, value): (&str, &Value)| Parameter {
                name: name.to_owned(),
                value: value.to_string(),
            };
            Ok(params.map(parameter).collect())
        })
    }

    /// Returns the levels, the easiest first.
    pub fn levels(&self) -> &[String] {
        self.0.definition.levels.as_ref().map_or(&[], |levels| levels.names.as_slice())
    }

    /// Reads a board: text as people write it, one line, or the JSON of a puzzle. The parameters that come
    /// with it are used where the family has none of its own.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn board(&self, text: &str) -> Result<Board, Error> {
        let board = Board::new(self.clone(), text);
        guarded(|| self.at(&[text], |_, _| Ok(())))?;
        Ok(board)
    }

    /// Returns the definition anew, to be changed.
    pub(super) fn fresh_definition(&self) -> Result<Definition, Diagnostics> {
        let Inner { program, puzzle, sources, .. } = &*self.0;
        let tree = program.own.iter().find(|tree| tree.name.name == *puzzle);
        let tree = tree.unwrap_or_else(|| puzgen_base::bug!("the puzzle of a family is gone"));
        Ok(program.check(tree, sources)?.definition)
    }

    pub(super) fn inner(&self) -> &Inner {
        &self.0
    }

    /// Reads boards of one instance, which the first one decides, and calls `body` with the first and the
    /// files that their texts are.
    pub(super) fn at<T>(
        &self,
        texts: &[&str],
        body: impl FnOnce(&PreparedBoard<'_, '_>, &[(FileId, &str)]) -> Result<T, Diagnostics>,
    ) -> Result<T, Error> {
        let inner = &*self.0;
        let mut sources = inner.sources.clone();
        let files: Vec<(FileId, &str)> =
            texts.iter().map(|text| (sources.add("board", *text), *text)).collect();
        let (file, text) = files[0];
        let board = BoardText { text, file, offset: 0 };
        let mut settings = inner.settings.clone();
        puzgen_board::object::add_settings(&inner.definition, board, &mut settings);
        // Instances with a layout of the board's own are not kept: boards from anywhere would fill the memory.
        let is_own = inner.definition.layouts.is_empty() && settings.len() == inner.settings.len();
        let found = match is_own {
            true => inner.instances.with_dependent(|_, shelf| {
                body(&PreparedBoard::with(shelf, &settings, board)?, &files)
            }),
            false => {
                let shelf = Shelf::new(&inner.definition);
                PreparedBoard::with(&shelf, &settings, board).and_then(|it| body(&it, &files))
            }
        };
        found.map_err(|problems| Error::new(problems, &sources))
    }
}
