//! Problems shown with their source texts, as reports of miette.

use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};
use textwrap::WordSeparator;

use super::{Label, Problem, Severity};
use crate::source::{FileId, Sources, TextOrigin};

/// The lines of a file around what is said of it, with the number of those that come before them: no more,
/// as each report looks at all of its text.
struct Part {
    name: String,
    text: String,
    /// How many lines of the file's text come before.
    cut: usize,
    /// How many lines of the file come before its text.
    lines_before: usize,
}

impl SourceCode for Part {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_above: usize,
        lines_below: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = SourceCode::read_span(&self.text, span, lines_above, lines_below)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            found.data(),
            *found.span(),
            found.line() + self.cut + self.lines_before,
            found.column(),
            // miette counts from the beginning of the text, and joins what is near each other by it.
            found.line_count() + self.cut,
        )))
    }
}

/// A problem with the text of its first label's file; labels in other files become related notes.
struct Report {
    code: &'static str,
    severity: Severity,
    message: String,
    help: Option<String>,
    source: Option<Part>,
    labels: Vec<LabeledSpan>,
    related: Vec<Report>,
}

impl Report {
    fn new(problem: &Problem, sources: &Sources) -> Self {
        let mut files: Vec<FileId> = Vec::new();
        let labels = labels(problem, sources);
        for label in &labels {
            if !files.contains(&label.span.file) {
                files.push(label.span.file);
            }
        }
        let part = |file: FileId, first: bool| {
            let own: Vec<&Label> = labels.iter().filter(|label| label.span.file == file).collect();
            let start = own.iter().map(|label| label.span.start as usize).min().unwrap_or(0);
            let end = own.iter().map(|label| label.span.end as usize).max().unwrap_or(0);
            let (at, text, cut) = sources.lines_around(file, start..end, LINES_AROUND);
            Self {
                code: if first { problem.code().as_str() } else { "" },
                severity: if first { problem.severity() } else { Severity::Note },
                message: if first {
                    problem.message().to_owned()
                } else {
                    format!("… and in {}", sources.name(file))
                },
                help: first.then(|| problem.help_text().map(str::to_owned)).flatten(),
                source: Some(Part {
                    name: sources.name(file).to_owned(),
                    text: text.to_owned(),
                    cut,
                    lines_before: sources.lines_before(file),
                }),
                labels: own
                    .iter()
                    .map(|label| {
                        let text = (!label.text.is_empty()).then(|| label.text.clone());
                        LabeledSpan::new(text, label.span.start as usize - at, label.span.len())
                    })
                    .collect(),
                related: Vec::new(),
            }
        };
        let Some((first, others)) = files.split_first() else {
            return Self {
                code: problem.code().as_str(),
                severity: problem.severity(),
                message: problem.message().to_owned(),
                help: problem.help_text().map(str::to_owned),
                source: None,
                labels: Vec::new(),
                related: Vec::new(),
            };
        };
        let mut report = part(*first, true);
        report.related = others.iter().map(|file| part(*file, false)).collect();
        report
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        (!self.code.is_empty()).then(|| Box::new(self.code) as _)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Note => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as _)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty()).then(|| Box::new(self.labels.iter().cloned()) as _)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        (!self.related.is_empty())
            .then(|| Box::new(self.related.iter().map(|report| report as &dyn Diagnostic)) as _)
    }
}

/// Returns the places of a problem. One in a text that a script made is where the script says so;
/// what was computed is shown, too, and the call.
pub fn labels(problem: &Problem, sources: &Sources) -> Vec<Label> {
    let mut labels: Vec<Label> = Vec::new();
    for label in problem.labels() {
        let (place, is_shown) = match sources.origin(label.span) {
            None => (label.span, false),
            Some(TextOrigin::Written(place)) => (place, false),
            Some(TextOrigin::Computed(place)) => (place, true),
        };
        let main = Label { span: place, text: label.text.clone() };
        // Several parts of what one call made are at one place.
        let is_new = !is_shown || labels.iter().all(|other| other.span != place);
        labels.extend([main].into_iter().filter(|_| is_new));
        labels.extend(is_shown.then(|| label.clone()));
        let call = sources.called(label.span).filter(|_| is_shown);
        let call = call.filter(|call| labels.iter().all(|other| other.span != *call));
        labels.extend(call.map(|span| Label { span, text: "called here".to_owned() }));
    }
    labels
}

/// Returns the problem with its first place in words.
fn without_source(problem: &Problem, sources: &Sources) -> Problem {
    let place = labels(problem, sources).first().map(|label| {
        let (line, column) = sources.line_column(label.span);
        let name = sources.name(label.span.file);
        format!(" ({} at {name}:{line}:{column})", label.text)
    });
    let message = format!("{}{}", problem.message(), place.unwrap_or_default());
    let mut plain = Problem::bare(problem.code(), message);
    plain = match problem.severity() {
        Severity::Error => plain,
        Severity::Warning => plain.warning(),
        Severity::Note => plain.note(),
    };
    match problem.help_text() {
        Some(help) => plain.help(help),
        None => plain,
    }
}

/// How a report is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Whether ANSI colours may be used.
    pub color: bool,
    /// Columns of the screen.
    pub width: usize,
}

impl Style {
    /// No colours, 80 columns: files, pipes and snapshots.
    pub const PLAIN: Self = Self { color: false, width: 80 };
}

/// The longest line that is drawn, in bytes: marks below a longer one help nobody, and miette fails
/// beyond 65,535 columns.
const MAX_DRAWN: usize = 10_000;

/// How many lines around the marked ones a report has at hand: it shows one.
const LINES_AROUND: usize = 3;

/// Returns the problem as a report for people.
pub fn render(problem: &Problem, sources: &Sources, style: Style) -> String {
    let is_long = |file: FileId| sources.longest_line(file) > MAX_DRAWN;
    if labels(problem, sources).iter().any(|label| is_long(label.span.file)) {
        return render(&without_source(problem, sources), sources, style);
    }
    let theme =
        if style.color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(style.width)
        .with_word_separator(WordSeparator::UnicodeBreakProperties)
        .with_links(false)
        .with_context_lines(1);
    let mut out = String::new();
    if handler.render_report(&mut out, &Report::new(problem, sources)).is_err() {
        out = format!("{}: {}", problem.code().as_str(), problem.message());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Code;
    use crate::source::Span;

    #[test]
    fn tells_the_place_in_a_line_too_long_to_draw() {
        let mut sources = Sources::new();
        let file = sources.add("long", "");
        sources.show_part(file, format!("{}x", "é".repeat(70_000)), 4);
        let span = Span::new(file, 140_000, 140_001);
        let problem = Problem::error(Code::BoardToken, "`x` is no value", span, "expected 1..9");
        let text = render(&problem.help("write `.`"), &sources, Style::PLAIN);
        assert!(text.contains("`x` is no value (expected 1..9 at long:5:70001)"), "{text}");
        assert!(text.contains("help: write `.`"), "{text}");
    }
}
