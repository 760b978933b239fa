//! What names stand for that no definition declares: the registries of the language.

use puzgen_model::figure::{Argument, CONSTRUCTIONS, FIGURE_MARKS};
use puzgen_model::function::{Function, Measure};
use puzgen_vocabulary::constraints::CONSTRAINTS;
use puzgen_vocabulary::features;
use puzgen_vocabulary::layouts;
use puzgen_vocabulary::links;
use puzgen_vocabulary::places;
use puzgen_vocabulary::transforms;

/// Something that the language has, or a file that a definition names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltIn {
    /// What it is, as a noun: `constraint`, `place`, `measure` …
    pub what: &'static str,
    /// Its name.
    pub name: String,
    /// How it is used.
    pub signature: Option<&'static str>,
    /// What it means.
    pub about: Option<&'static str>,
}

impl BuiltIn {
    /// Returns something that has no more to be said of.
    pub(super) fn bare(what: &'static str, name: &str) -> Self {
        Self { what, name: name.to_owned(), signature: None, about: None }
    }

    fn function(what: &'static str, function: &dyn Function) -> Self {
        let (signature, about) = (Some(function.signature()), Some(function.about()));
        Self { what, name: function.name().to_owned(), signature, about }
    }

    fn measure(measure: &Measure) -> Self {
        let (signature, about) = (Some(measure.signature), Some(measure.about));
        Self { what: "measure", name: measure.name.to_owned(), signature, about }
    }
}

/// Returns the function of this name, as calls find it.
pub(super) fn function(name: &str) -> Option<BuiltIn> {
    if name == "shown" {
        return Some(BuiltIn {
            what: "function",
            name: name.to_owned(),
            signature: Some("shown(clue)"),
            about: Some("Whether a clue is shown."),
        });
    }
    let measure = features::measure(name).map(BuiltIn::measure);
    let constraint = || CONSTRAINTS.iter().find(|function| function.name() == name);
    measure
        .or_else(|| constraint().map(|function| BuiltIn::function("constraint", *function)))
        .or_else(|| places::by_name(name).map(|function| BuiltIn::function("place", function)))
        .or_else(|| features::statistic(name).map(|it| BuiltIn::function("statistic", it)))
}

/// Returns what a name that nothing declares stands for in an expression.
pub(super) fn value(name: &str) -> Option<BuiltIn> {
    if places::is_word(name) {
        return Some(BuiltIn::bare("direction or symmetry", name));
    }
    if name == "bool" {
        return Some(BuiltIn::bare("type", name));
    }
    let place = places::by_name(name).map(|function| BuiltIn::function("place", function));
    place.or_else(|| features::measure(name).map(BuiltIn::measure))
}

/// Returns a construction of points or a mark of figures, and what it takes.
pub(super) fn of_figures(name: &str) -> Option<(BuiltIn, &'static [Argument])> {
    let found = |what, name: &str, signature, about, takes| {
        let (name, signature, about) = (name.to_owned(), Some(signature), Some(about));
        (BuiltIn { what, name, signature, about }, takes)
    };
    let construction = CONSTRUCTIONS.iter().find(|it| it.name == name);
    let mark = || FIGURE_MARKS.iter().find(|it| it.name == name);
    construction
        .map(|it| found("construction", it.name, it.signature, it.about, it.takes))
        .or_else(|| mark().map(|it| found("mark", it.name, it.signature, it.about, it.takes)))
}

/// Returns a transform of the language.
pub(super) fn transform(name: &str) -> Option<BuiltIn> {
    transforms::by_name(name).map(|family| BuiltIn {
        what: "transform",
        name: family.name().to_owned(),
        signature: None,
        about: Some(family.about()),
    })
}

/// Returns a sampler of layouts.
pub(super) fn sampler(name: &str) -> Option<BuiltIn> {
    layouts::by_name(name).map(|sampler| BuiltIn {
        what: "sampler",
        name: sampler.name().to_owned(),
        signature: Some(sampler.signature()),
        about: Some(sampler.about()),
    })
}

/// Returns a code of links.
pub(super) fn link_code(name: &str) -> Option<BuiltIn> {
    links::by_name(name).map(|code| BuiltIn {
        what: "code of links",
        name: code.name().to_owned(),
        signature: Some(code.signature()),
        about: Some(code.about()),
    })
}

/// Returns a measure that every definition has.
pub(super) fn measure(name: &str) -> Option<BuiltIn> {
    features::measure(name).map(BuiltIn::measure)
}
