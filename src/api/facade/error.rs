//! The one error of the facade.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::reports::problem_object;
use puzgen_base::diagnostics::render::{Style, render};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::Sources;
use puzgen_wire as wire;

/// What went wrong, with the texts that it points into.
#[derive(Clone)]
pub struct Error {
    problems: Vec<Problem>,
    sources: Sources,
}

impl Error {
    pub(super) fn new(problems: impl Into<Diagnostics>, sources: &Sources) -> Self {
        Self { problems: problems.into().sorted(), sources: sources.clone() }
    }

    pub(super) fn usage(message: impl Into<String>, help: &str) -> Self {
        Self::new(Problem::bare(Code::Usage, message).help(help), &Sources::new())
    }

    fn first(&self) -> Option<&Problem> {
        self.problems.first()
    }

    /// Returns the code of the first problem, such as `puzgen::check::unknown_name`.
    pub fn code(&self) -> &'static str {
        self.first().map_or(Code::Bug, Problem::code).as_str()
    }

    /// Returns whether there is no answer because the budget was spent or the work was stopped; it says
    /// nothing about the puzzle.
    pub fn gave_up(&self) -> bool {
        self.problems.iter().any(|problem| problem.code() == Code::GaveUp)
    }

    /// Returns all problems, by place.
    pub fn problems(&self) -> Vec<wire::Problem> {
        self.problems.iter().map(|problem| problem_object(problem, &self.sources)).collect()
    }

    /// Returns all problems with their places in the texts, as the command line prints them without
    /// colours.
    pub fn report(&self) -> String {
        let text = |problem: &Problem| render(problem, &self.sources, Style::PLAIN);
        self.problems.iter().map(text).collect::<Vec<String>>().join("\n")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.first() else { return f.write_str("no problem is known") };
        f.write_str(first.message())?;
        if let Some(label) = first.labels().first() {
            let (line, column) = self.sources.line_column(label.span);
            write!(f, " at {}:{line}:{column}", self.sources.name(label.span.file))?;
        }
        match self.problems.len() {
            0 | 1 => Ok(()),
            all => write!(f, " (and {} more)", all - 1),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.code())
    }
}

impl std::error::Error for Error {}

/// Calls `body`; a panic, which is a bug of puzgen, becomes an error.
pub(super) fn guarded<T>(body: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    // What a panic leaves behind is dropped with the call: a handle has nothing that is half done.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        let problem = Problem::bare(Code::Bug, text.to_owned())
            .help("please report this with the definition and the board");
        Err(Error::new(problem, &Sources::new()))
    })
}
