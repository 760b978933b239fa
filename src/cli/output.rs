//! Standard output and standard error.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;

use crate::ExitStatus;
use puzgen_base::diagnostics::render::{Style, render};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::Sources;

/// Why nothing more can be printed.
#[derive(Debug)]
pub(super) enum Closed {
    /// The reader of standard output is gone: a quiet end.
    ByReader,
    /// Writing failed.
    Failed(Problem),
}

/// Tells how writing to standard output ended.
fn written(result: io::Result<()>) -> Result<(), Closed> {
    result.map_err(|error| {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Closed::ByReader;
        }
        let message = format!("standard output cannot be written: {error}");
        Closed::Failed(
            Problem::bare(Code::Io, message).help("make room, or write to another place"),
        )
    })
}

/// Writes a line to standard error. If that is closed, too, there is nowhere to report it.
pub(super) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Returns whether terminals are to be coloured: not where `NO_COLOR` says so.
pub(super) fn wants_color() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Where a command writes to, and the texts that problems point into.
#[derive(Debug)]
pub(super) struct Console {
    pub(super) sources: Sources,
    /// Whether definitions may read nothing outside of their own folders.
    pub(super) is_confined: bool,
    /// The language that definitions are to speak; their own where there is none.
    pub(super) language: Option<String>,
    /// The files that were read: what is written must not take their places.
    pub(super) read: Vec<PathBuf>,
    is_quiet: bool,
    style: Style,
    /// The codes of the problems that were shown.
    shown: Vec<Code>,
}

impl Console {
    pub(super) fn new(is_quiet: bool, is_confined: bool) -> Self {
        let color = io::stderr().is_terminal() && wants_color();
        let style = Style { color, ..Style::PLAIN };
        Self {
            sources: Sources::new(),
            is_confined,
            language: None,
            read: Vec::new(),
            is_quiet,
            style,
            shown: Vec::new(),
        }
    }

    /// Writes results.
    pub(super) fn print(&mut self, text: &str) -> Result<(), Closed> {
        self.print_bytes(text.as_bytes())
    }

    /// Writes results that may be no text.
    pub(super) fn print_bytes(&mut self, bytes: &[u8]) -> Result<(), Closed> {
        let mut out = io::stdout().lock();
        written(out.write_all(bytes).and_then(|()| out.flush()))
    }

    /// Writes what there is to tell instead of a command: help and version, which are results, or what
    /// is wrong with the arguments.
    pub(super) fn tell(&mut self, told: &clap::Error) -> ExitStatus {
        let out = told.print().and_then(|()| io::stdout().flush());
        if !told.use_stderr() {
            written(out)?;
        }
        Ok(u8::from(told.use_stderr()) * 2)
    }

    /// Writes a remark to standard error, unless it is to be quiet.
    pub(super) fn remark(&mut self, text: &str) {
        if !self.is_quiet {
            say(text);
        }
    }

    /// Returns whether progress may be drawn.
    pub(super) fn may_draw(&self) -> bool {
        !self.is_quiet && io::stderr().is_terminal()
    }

    /// Shows problems, sorted by place.
    pub(super) fn problems(&mut self, problems: Diagnostics) {
        let problems = problems.sorted();
        self.shown.extend(problems.iter().map(Problem::code));
        let text = self.rendered(&problems, self.style);
        if !text.is_empty() {
            say(text.trim_end());
        }
    }

    /// Returns problems as they are shown.
    pub(super) fn rendered(&self, problems: &[Problem], style: Style) -> String {
        let one = |problem| render(problem, &self.sources, style).trim_end().to_owned() + "\n";
        let all: Vec<String> = problems.iter().map(one).collect();
        all.join("\n")
    }

    /// Says at the end where more is told about the problems that were shown: to people, as programs
    /// read the codes.
    pub(super) fn point_to_pages(&mut self) {
        if self.may_draw()
            && let Some(text) = pointer(std::mem::take(&mut self.shown))
        {
            say(&text);
        }
    }
}

/// Returns the line that names the command for the pages of these codes.
fn pointer(mut codes: Vec<Code>) -> Option<String> {
    codes.sort_unstable();
    codes.dedup();
    let commands: Vec<String> =
        codes.iter().take(3).map(|code| format!("`puzgen help {}`", code.short())).collect();
    (!commands.is_empty()).then(|| format!("\nexplained by {}", commands.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_to_each_page_once() {
        assert_eq!(pointer(Vec::new()), None);
        let codes = vec![Code::UnknownName, Code::Syntax, Code::UnknownName];
        let text = "\nexplained by `puzgen help parse::syntax`, `puzgen help check::unknown_name`";
        assert_eq!(pointer(codes).as_deref(), Some(text));
    }
}
