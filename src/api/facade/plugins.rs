//! What an embedding program adds: forms, engines and learners of its own.

use crate::facade::Error;
use puzgen_csp::Csp;
use puzgen_engine::{Engine, Engines};
use puzgen_export::{self as export, Format};
use puzgen_model::learn::{self, Learner};
use puzgen_wire as wire;

/// A form that puzzles are printed in.
pub trait Form: Sync {
    /// Returns the name.
    fn name(&self) -> &'static str;

    /// Returns the puzzle in this form.
    ///
    /// # Errors
    /// Why it cannot be printed, in words.
    fn print(&self, puzzle: &wire::Puzzle) -> Result<String, String>;
}

/// Entries beside those that are built in. A family that is loaded with them knows their names.
#[derive(Clone, Default)]
pub struct Plugins {
    forms: Vec<&'static dyn Form>,
    engines: Vec<&'static dyn Engine>,
    learners: Vec<&'static dyn Learner>,
}

impl std::fmt::Debug for Plugins {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let forms: Vec<&str> = self.forms.iter().map(|form| form.name()).collect();
        let engines: Vec<&str> = self.engines.iter().map(|engine| engine.name()).collect();
        let learners: Vec<&str> = self.learners.iter().map(|learner| learner.name()).collect();
        write!(f, "Plugins {{ forms: {forms:?}, engines: {engines:?}, learners: {learners:?} }}")
    }
}

impl Plugins {
    /// Returns none.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a form.
    ///
    /// # Errors
    /// `usage` where there is a form of this name.
    pub fn form(mut self, form: &'static dyn Form) -> Result<Self, Error> {
        let name = form.name();
        free("form", name, export::by_name(name).is_some() || self.own_form(name).is_some())?;
        self.forms.push(form);
        Ok(self)
    }

    /// Adds an engine. What it finds is proved again by two of the built-in ones. A built-in engine of this name is
    /// found out when a family is loaded.
    ///
    /// # Errors
    /// `usage` where there is an engine of this name.
    pub fn engine(mut self, engine: &'static dyn Engine) -> Result<Self, Error> {
        let name = engine.name();
        free("engine", name, self.own_engine(name).is_some())?;
        self.engines.push(engine);
        Ok(self)
    }

    /// Adds a learner; models that name it can be used.
    ///
    /// # Errors
    /// `usage` where there is a learner of this name.
    pub fn learner(mut self, learner: &'static dyn Learner) -> Result<Self, Error> {
        let name = learner.name();
        let is_taken = self.learners.iter().any(|other| other.name() == name);
        free("learner", name, learn::learner(name).is_some() || is_taken)?;
        self.learners.push(learner);
        Ok(self)
    }

    pub(super) fn own_form(&self, name: &str) -> Option<&'static dyn Form> {
        self.forms.iter().copied().find(|form| form.name() == name)
    }

    /// Refuses an engine that has the name of one of these, or of a family of them.
    pub(super) fn are_new(&self, engines: Engines) -> Result<(), Error> {
        let is_taken = |name: &str| engines.named(name, &Csp::new()).is_some();
        let mut names = self.engines.iter().map(|engine| engine.name());
        names.try_for_each(|name| free("engine", name, is_taken(name)))
    }

    pub(super) fn own_engine(&self, name: &str) -> Option<&'static dyn Engine> {
        self.engines.iter().copied().find(|engine| engine.name() == name)
    }

    pub(super) fn learners(&self) -> &[&'static dyn Learner] {
        &self.learners
    }

    /// Returns the learner of this name, built in or not.
    pub(super) fn learner_named(&self, name: &str) -> Option<&'static dyn Learner> {
        let own = self.learners.iter().copied().find(|learner| learner.name() == name);
        own.or_else(|| learn::learner(name))
    }

    /// Returns the form whose texts are read back with all that they say.
    pub(super) fn json() -> &'static dyn Format {
        export::by_name("json").unwrap_or_else(|| puzgen_base::bug!("there is no JSON"))
    }

    /// Returns the built-in form of this name.
    pub(super) fn built_in_form(name: &str) -> Result<&'static dyn Format, Error> {
        export::by_name(name).ok_or_else(|| {
            let names: Vec<&str> = export::FORMATS.iter().map(|form| form.name()).collect();
            let message = format!("there is no format `{name}`");
            Error::usage(message, &format!("use one of {}", names.join(", ")))
        })
    }
}

fn free(kind: &str, name: &str, is_taken: bool) -> Result<(), Error> {
    match is_taken {
        true => {
            Err(Error::usage(format!("there is already a {kind} `{name}`"), "give it another name"))
        }
        false => Ok(()),
    }
}
