//! Problems: what is wrong with a text, where, and one way out.
//!
//! A [`Problem`] holds spans and plain words, no source text; [`render`] attaches the texts when
//! problems are shown. Passes collect problems in a [`Diagnostics`].

mod codes;
mod pages;
pub mod render;

pub use codes::Code;

use crate::source::Span;

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing can be done with the text.
    Error,
    /// Probably a mistake, but usable.
    Warning,
    /// Worth knowing.
    Note,
}

/// A place and what is to be said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The smallest place that the words are about.
    pub span: Span,
    /// A short noun phrase.
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    code: Code,
    severity: Severity,
    message: String,
    labels: Vec<Label>,
    help: Option<String>,
}

/// One problem; a single pointer wide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem(Box<Inner>);

impl Problem {
    /// Returns an error with a message (lower case, no full stop, names in backticks) and its main
    /// place, labelled with the noun phrase `label`.
    pub fn error(
        code: Code,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        Self::bare(code, message).label(span, label)
    }

    /// Returns an error that has no place in any text.
    pub fn bare(code: Code, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: Vec::new(),
            help: None,
        }))
    }

    /// Makes it a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.0.severity = Severity::Warning;
        self
    }

    /// Makes it a note.
    #[must_use]
    pub fn note(mut self) -> Self {
        self.0.severity = Severity::Note;
        self
    }

    /// Adds a place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.0.labels.push(Label { span, text: text.into() });
        self
    }

    /// Sets the way out: one action.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = Some(help.into());
        self
    }

    /// Sets "did you mean `x`?" where one of `known` is close to `name`; keeps the help otherwise.
    #[must_use]
    pub fn did_you_mean<'a>(self, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match closest(name, known) {
            Some(near) => {
                let help = format!("did you mean `{near}`?");
                self.help(help)
            }
            None => self,
        }
    }

    /// Returns the code.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// Returns the severity.
    pub fn severity(&self) -> Severity {
        self.0.severity
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the places, the main one first.
    pub fn labels(&self) -> &[Label] {
        &self.0.labels
    }

    /// Returns the way out.
    pub fn help_text(&self) -> Option<&str> {
        self.0.help.as_deref()
    }
}

/// Returns the known name nearest to `name`, if one is near enough to be meant.
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match name.chars().count() {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, candidate)| {
            *distance <= limit && *distance < candidate.chars().count().max(name.chars().count())
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// All problems that a pass found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Problem>);

impl Diagnostics {
    /// Returns an empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a problem.
    pub fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Returns whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.0.iter().any(|problem| problem.severity() == Severity::Error)
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Points at one more place in all that were reported since there were `before`.
    pub fn label_since(&mut self, before: usize, span: Span, text: &str) {
        for problem in self.0.iter_mut().skip(before) {
            problem.0.labels.push(Label { span, text: text.to_owned() });
        }
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the problems by place in the text, duplicates dropped.
    pub fn sorted(mut self) -> Vec<Problem> {
        self.0.sort_by_key(|problem| {
            (problem.labels().first().map(|label| label.span), problem.severity(), problem.code())
        });
        self.0.dedup();
        self.0
    }

    /// Returns the problems in the order found.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }
}

impl From<Problem> for Diagnostics {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

/// Reports a state that must not be reachable: a bug of ours, never of the user.
#[macro_export]
macro_rules! bug {
    ($($arg:tt)*) => {
        panic!(
            "internal error at {}:{}: {} (please report this)",
            file!(), line!(), format_args!($($arg)*)
        )
    };
}

pub use bug;
