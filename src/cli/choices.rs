//! What `--help` and messages say can be chosen: read off the registries, so that nothing is left out.

use crate::host::engines;
use puzgen_api::batch::symmetries;
use puzgen_board::foreign;
use puzgen_export::{FORMATS, STYLES};

/// The forms of commands that do not print puzzles, the default first.
pub(super) const REPORTS: [&str; 2] = ["text", "json"];

/// The forms of steps.
pub(super) const STEP_FORMS: [&str; 5] = [REPORTS[0], REPORTS[1], "html", "svg", "drawing"];

/// Returns what `--format` takes for steps.
pub(super) fn step_help() -> String {
    format!(
        "The form: {} (json: one step a line; html: a page; svg: one step)",
        STEP_FORMS.join(", ")
    )
}

/// Returns the names of all forms that puzzles are printed in.
pub(super) fn forms() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.name()).collect()
}

/// Returns the names of all forms that are read beside puzgen's own.
pub(super) fn input_forms() -> Vec<&'static str> {
    let foreign = foreign::FORMS.iter().map(|form| form.name());
    ["puzzlink", "penpa", "pzpr", "gmpuzzles"].into_iter().chain(foreign).collect()
}

/// Returns what `--input-format` of `convert` takes.
pub(super) fn input_help() -> String {
    format!("The form that is read, where it does not show: {}", input_forms().join(", "))
}

/// Returns what `--format` of `convert` takes.
pub(super) fn output_help() -> String {
    with_documents(format!("The form: {}", forms().join(", ")))
}

/// Returns the names of all styles of drawings.
pub(super) fn styles() -> Vec<&'static str> {
    STYLES.iter().map(|style| style.name).collect()
}

/// Returns what `--style` takes.
pub(super) fn style_help() -> String {
    let styles: Vec<String> =
        STYLES.iter().map(|style| format!("{} ({})", style.name, style.about)).collect();
    format!("How drawings look: {} [default: {}]", styles.join("; "), STYLES[0].name)
}

/// Returns what `--format` takes, for commands that print puzzles.
pub(super) fn form_help() -> String {
    format!("The form: {} [default: {}, on a terminal drawing]", forms().join(", "), forms()[0])
}

/// Returns what it takes for `run`, which writes documents of all puzzles, too.
pub(super) fn run_form_help() -> String {
    with_documents(form_help())
}

/// Adds the forms of documents to a list of forms.
pub(super) fn with_documents(help: String) -> String {
    match documents().as_slice() {
        [] => help,
        names => format!("{help}; documents of all puzzles: {}", names.join(", ")),
    }
}

/// Returns the names of papers.
pub(super) fn papers() -> Vec<&'static str> {
    #[cfg(feature = "book")]
    return puzgen_book::PAPERS.iter().map(|paper| paper.name).collect();
    #[cfg(not(feature = "book"))]
    Vec::new()
}

/// Returns the names of the forms of documents.
pub(super) fn documents() -> Vec<&'static str> {
    #[cfg(feature = "book")]
    return puzgen_book::DOCUMENTS.iter().map(|document| document.name()).collect();
    #[cfg(not(feature = "book"))]
    Vec::new()
}

/// Returns what `--format` of `book` takes.
#[cfg(feature = "book")]
pub(super) fn document_help() -> String {
    let about = puzgen_book::DOCUMENTS.iter().map(|it| format!("{} ({})", it.name(), it.about()));
    format!("The form: {}", about.collect::<Vec<_>>().join("; "))
}

/// Returns what it takes for `solve`, which draws on terminals, too.
pub(super) fn drawn_report_help() -> String {
    format!("{} [default: {}, on a terminal a drawing]", report_help(), REPORTS[0])
}

/// Returns the same for those that do not.
pub(super) fn report_help() -> String {
    format!("The form: {}", REPORTS.join(" or "))
}

/// Returns what `--engine` takes.
pub(super) fn engine_help() -> String {
    format!("The engine that answers: {}", engines().names().join(", "))
}

/// Returns what `--verify` takes.
pub(super) fn pair_help() -> String {
    format!("The two engines, such as `{}`", engines().pair_example())
}

/// Returns what `--symmetry` takes.
pub(super) fn symmetry_help() -> String {
    format!(
        "Hide clues so that those left are symmetric, by one or several of: {}",
        symmetries().join(", ")
    )
}
