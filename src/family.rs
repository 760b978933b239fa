//! Families with the engines of this package and the threads of the operating system.

use std::ops::Deref;

use puzgen_api::Host;
use puzgen_engines::ENGINES;
use puzgen_system::SystemThreads;

use crate::{Error, Files, Plugins};

/// A family of puzzles: a checked definition with the parameters that were set.
///
/// All that can be asked of it is in [`puzgen_api::facade::Family`], which it stands for.
#[derive(Debug, Clone)]
pub struct Family(puzgen_api::facade::Family);

impl Deref for Family {
    type Target = puzgen_api::facade::Family;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl Family {
    /// Returns the built-in puzzle of this name.
    ///
    /// # Errors
    /// `usage` where there is none.
    pub fn built_in(name: &str) -> Result<Self, Error> {
        puzgen_api::facade::Family::built_in(host(), name).map(Self)
    }

    /// Returns the names of the built-in puzzles.
    pub fn built_in_names() -> Vec<&'static str> {
        puzgen_api::facade::Family::built_in_names()
    }

    /// Returns the only puzzle of a definition that uses no files. Messages call the text `name`; one that
    /// ends in `.rhai` is a script.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        puzgen_api::facade::Family::parse(host(), name, text).map(Self)
    }

    /// Returns a puzzle of a definition: the one called `puzzle`, or the only one. What it uses is read
    /// through `files`.
    ///
    /// # Errors
    /// What is wrong with the texts; `usage` where an engine of `plugins` has the name of one that is built in.
    pub fn load(
        name: &str,
        text: &str,
        puzzle: Option<&str>,
        files: &mut dyn Files,
        plugins: Plugins,
    ) -> Result<Self, Error> {
        puzgen_api::facade::Family::load(host(), name, text, puzzle, files, plugins).map(Self)
    }

    /// Returns the family with a parameter set.
    ///
    /// # Errors
    /// Where there is no such parameter, or it cannot have the value.
    pub fn with(&self, name: &str, value: &str) -> Result<Self, Error> {
        self.0.with(name, value).map(Self)
    }

    /// Returns the family that speaks a language, as far as its definition and explanations do. Its puzzles are
    /// the same.
    #[must_use]
    pub fn in_language(&self, code: &str) -> Self {
        Self(self.0.in_language(code))
    }
}

/// Returns what this package supplies.
fn host() -> Host {
    Host::new(ENGINES, &SystemThreads)
}
