//! Problems as editors show them.

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Position, Range,
};

use super::addresses::uri_of_page;
use super::workspace::Known;
use puzgen_base::diagnostics::render::labels;
use puzgen_base::diagnostics::{Label, Problem, Severity};
use puzgen_base::source::Span;
use puzgen_syntax::ast::UseTarget;

/// What the server calls itself.
pub(super) const NAME: &str = "puzgen";

/// Returns the problems of a file by place, as the editor shows them.
pub(super) fn diagnostics(known: &Known) -> Vec<Diagnostic> {
    let problems = known.found.problems.clone().sorted();
    problems.iter().map(|problem| diagnostic(known, problem)).collect()
}

/// Returns a problem as the editor shows it.
pub(super) fn diagnostic(known: &Known, problem: &Problem) -> Diagnostic {
    let labels = labels(problem, &known.sources);
    let main = labels.iter().position(|label| label.span.file == known.file);
    let others = labels.iter().enumerate().filter(|(index, _)| Some(*index) != main);
    let (mut related, mut elsewhere) = (Vec::new(), String::new());
    for (_, label) in others {
        match known.location(label.span) {
            Some(location) => {
                let message = words(label);
                related.push(DiagnosticRelatedInformation { location, message });
            }
            // What is built in has no address.
            None => {
                let (line, column) = known.sources.line_column(label.span);
                let name = known.sources.name(label.span.file);
                elsewhere += &format!("\n{} at {name}:{line}:{column}", words(label));
            }
        }
    }
    let own = main.map(|main| &labels[main]);
    let label = own.filter(|label| !label.text.is_empty());
    let label = label.map_or_else(String::new, |label| format!(" ({})", label.text));
    let help = problem.help_text().map_or_else(String::new, |help| format!("\nhelp: {help}"));
    Diagnostic {
        range: own.map_or_else(|| range_of_use(known, &labels), |label| known.range(label.span)),
        severity: Some(match problem.severity() {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Note => DiagnosticSeverity::Information,
        }),
        code: Some(problem.code().as_str().to_owned().into()),
        code_description: uri_of_page(problem.code(), known.reads_texts)
            .map(|href| CodeDescription { href }),
        source: Some(NAME.to_owned()),
        message: format!("{}{label}{elsewhere}{help}", problem.message()).into(),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    }
}

fn words(label: &Label) -> String {
    if label.text.is_empty() { "here".to_owned() } else { label.text.clone() }
}

/// Returns the place of a problem that is in another file: where that file is used, if this one names
/// it, else the begin of the text.
fn range_of_use(known: &Known, labels: &[Label]) -> Range {
    let start = Range { start: Position::new(0, 0), end: Position::new(0, 0) };
    let Some(source) = known.source() else { return start };
    let names: Vec<&str> = labels.iter().map(|label| known.sources.name(label.span.file)).collect();
    let uses = source.file.uses.iter();
    let spans: Vec<(Span, bool)> = uses
        .map(|used| match &used.target {
            UseTarget::BuiltIn(name) => (used.span, {
                let own = puzgen_check::load::built_in_name(&name.name);
                names.iter().any(|name| *name == own)
            }),
            UseTarget::Path(path) => {
                let end = path.text.trim_start_matches(['.', '/']);
                (used.span, names.iter().any(|name| name.ends_with(end)))
            }
        })
        .collect();
    let named = spans.iter().find(|(_, is_named)| *is_named).or(spans.first());
    named.map_or(start, |(span, _)| known.range(*span))
}
