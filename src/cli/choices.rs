//! What `--help` and messages say can be chosen: read off the registries, so that nothing is left out.

use crate::batch::symmetries;
use crate::export::FORMATS;
use crate::features;
use crate::learn::LEARNERS;
use crate::verify::engine_names;

/// The forms of commands that do not print puzzles, the default first.
pub(super) const REPORTS: [&str; 2] = ["text", "json"];

/// Returns the names of all forms that puzzles are printed in.
pub(super) fn forms() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.name()).collect()
}

/// Returns the names of all learners, the default first.
pub(super) fn learners() -> Vec<&'static str> {
    LEARNERS.iter().map(|learner| learner.name()).collect()
}

/// Returns what `--format` takes, for commands that print puzzles.
pub(super) fn form_help() -> String {
    format!("The form: {}", forms().join(", "))
}

/// Returns the same for those that do not.
pub(super) fn report_help() -> String {
    format!("The form: {}", REPORTS.join(" or "))
}

/// Returns what `--engine` takes.
pub(super) fn engine_help() -> String {
    format!("The engine that answers: {}", engine_names().join(", "))
}

/// Returns what `--symmetry` takes.
pub(super) fn symmetry_help() -> String {
    format!(
        "Hide clues so that those left are symmetric, by one or several of: {}",
        symmetries().join(", ")
    )
}

/// Returns what `--learner` takes.
pub(super) fn learner_help() -> String {
    format!("How to learn: {}", learners().join(" or "))
}

/// Returns what `--features` takes, beside `steps`.
pub(super) fn features_help(steps: &str) -> String {
    let sets: Vec<String> = features::SETS.iter().map(|set| format!("`{}`", set.name)).collect();
    format!(
        "What to learn from: `{steps}` (what the steps of a solution measure), a set of the definition, {}, \
         or names of features with commas between",
        sets.join(", ")
    )
}
