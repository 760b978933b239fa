//! How drawings look: the options of all commands that draw.

use std::num::NonZeroUsize;

use clap::Args;

use crate::choices::{documents, style_help, styles};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_export::{Colour, Format, STYLES, Style};

/// What can be said of drawings.
#[derive(Debug, Clone, Args)]
pub(super) struct DrawingArgs {
    #[arg(long, help = style_help(), value_name = "NAME")]
    style: Option<String>,
    /// What is painted under drawings: `white`, `black` or `#rrggbb`; without it the page is seen
    #[arg(long, value_name = "COLOUR")]
    background: Option<String>,
}

/// What can be said of sheets: documents that hold all puzzles of a run.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct SheetArgs {
    /// In documents: the paper, `a4` or `letter`, or a trim of print services: `8.5x11`, `8x10`, `6x9`
    #[arg(long, value_name = "NAME")]
    pub(super) paper: Option<String>,
    /// In documents: how many puzzles to a page
    #[arg(long, value_name = "N")]
    pub(super) per_page: Option<NonZeroUsize>,
    /// In documents: the title, in place of the puzzle's own
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// In documents: so many versions of each puzzle (A, B, …), the same under proved transforms
    #[arg(long, value_name = "N")]
    pub(super) versions: Option<NonZeroUsize>,
    /// With `--versions`: each version has puzzles of its own, for families without transforms
    #[arg(long, requires = "versions")]
    pub(super) fresh: bool,
    /// In documents: a line for name and date on each page
    #[arg(long)]
    pub(super) name_line: bool,
    /// In documents: a QR code beside each puzzle with its link, where its genre has one
    #[arg(long)]
    pub(super) codes: bool,
    /// With `--codes` or `--links`: link to the site of `puzgen serve` at this address, in place of puzz.link
    #[arg(long, value_name = "URL")]
    pub(super) site: Option<String>,
    /// In documents: make no puzzle that is in this file or bank, nor one that transforms make of it
    #[arg(long, value_name = "FILE|BANK")]
    pub(super) exclude: Option<String>,
    /// In documents: leave the solutions out
    #[arg(long)]
    pub(super) no_solutions: bool,
    /// In documents: solutions as the puzzle's `working` tells them, in place of drawings, where it does
    #[arg(long, conflicts_with = "no_solutions")]
    pub(super) worked: bool,
}

impl SheetArgs {
    /// Returns how many puzzles of its own each number of a document has: one for each version, or one.
    #[cfg(feature = "book")]
    pub(super) fn own_puzzles(&self) -> usize {
        self.versions.filter(|_| self.fresh).map_or(1, NonZeroUsize::get)
    }

    /// Returns how many versions are variants of the first one, where versions are asked for.
    pub(super) fn variants(&self) -> Option<usize> {
        let versions = self.versions?.get();
        Some(if self.fresh { 0 } else { versions - 1 })
    }

    /// Returns the problems of a family without transforms: where versions are asked for, with the other way to
    /// have them.
    pub(super) fn without_versions(&self, name: &str, problems: Diagnostics) -> Diagnostics {
        let is_usage = problems.iter().all(|problem| problem.code() == Code::Usage);
        if self.versions.is_none() || !is_usage {
            return problems;
        }
        let message = format!("`{name}` has no transforms that make other versions");
        let help = "give each version puzzles of its own: `--fresh`, in a book `fresh: true`";
        Problem::bare(Code::Usage, message).help(help).into()
    }

    /// Refuses what quizzes have not: they are read on screens, and are their own key.
    ///
    /// # Errors
    /// `usage` where something of it was asked for.
    #[cfg(feature = "book")]
    pub(super) fn must_fit_quizzes(&self, form: &str) -> Result<(), Problem> {
        let used = [
            ("--paper", self.paper.is_some()),
            ("--per-page", self.per_page.is_some()),
            ("--name-line", self.name_line),
            ("--codes", self.codes),
            ("--site", self.site.is_some()),
            ("--no-solutions", self.no_solutions),
            ("--worked", self.worked),
        ];
        let Some((name, _)) = used.iter().find(|(_, is_used)| *is_used) else { return Ok(()) };
        let message = format!("`{form}` has no pages, and `{name}` is about them");
        Err(Problem::bare(Code::Usage, message).help(format!("leave `{name}` out")))
    }

    /// Refuses a site that no link leads to.
    ///
    /// # Errors
    /// `usage`.
    pub(super) fn must_link(&self, has_links: bool) -> Result<(), Problem> {
        match self.site.is_some() && !has_links {
            false => Ok(()),
            true => {
                Err(Problem::bare(Code::Usage, "`--site` is where links lead, and there are none")
                    .help("ask for `--codes` in a document, or for `--links` in text"))
            }
        }
    }

    /// Refuses what only documents have.
    ///
    /// # Errors
    /// `usage` where something of it was asked for.
    pub(super) fn must_be_unused(&self) -> Result<(), Problem> {
        let used = [
            ("--paper", self.paper.is_some()),
            ("--per-page", self.per_page.is_some()),
            ("--title", self.title.is_some()),
            ("--versions", self.versions.is_some()),
            ("--fresh", self.fresh),
            ("--name-line", self.name_line),
            ("--codes", self.codes),
            ("--no-solutions", self.no_solutions),
            ("--worked", self.worked),
            ("--exclude", self.exclude.is_some()),
        ];
        match used.iter().find(|(_, is_used)| *is_used) {
            None => Ok(()),
            Some((name, _)) => {
                let message = format!("`{name}` is for documents that hold all puzzles of a run");
                let help = match documents().is_empty() {
                    true => "this program was built without documents, the feature `book`",
                    false => "ask for `--format pdf`",
                };
                Err(Problem::bare(Code::Usage, message).help(help))
            }
        }
    }
}

impl DrawingArgs {
    /// Returns what was asked for, in words, if anything was.
    pub(super) fn named(&self) -> Option<String> {
        let parts = [&self.style, &self.background].map(|part| part.as_deref().unwrap_or_default());
        (parts != ["", ""]).then(|| parts.join(" "))
    }

    /// Returns the style of drawings in a form.
    ///
    /// # Errors
    /// `usage` where there is no such style or colour, and where the form has neither.
    pub(super) fn style(&self, format: &dyn Format) -> Result<Style, Problem> {
        if self.named().is_some() && !format.has_style() {
            let message = format!("the form `{}` has no style", format.name());
            return Err(Problem::bare(Code::Usage, message).help("ask for `--format svg`"));
        }
        self.any_style()
    }

    /// Returns the style that was asked for.
    ///
    /// # Errors
    /// `usage` where there is no such style or colour.
    pub(super) fn any_style(&self) -> Result<Style, Problem> {
        let name = self.style.as_deref().unwrap_or(STYLES[0].name);
        let style = Style::named(name).ok_or_else(|| {
            let problem = Problem::bare(Code::Usage, format!("there is no style `{name}`"));
            let help = format!("use one of {}", styles().join(", "));
            problem.help(help).did_you_mean(name, styles())
        })?;
        let Some(text) = &self.background else { return Ok(style) };
        let colour = Colour::parse(text).ok_or_else(|| {
            Problem::bare(Code::Usage, format!("`{text}` is no colour"))
                .help("write `white`, `black`, or six hexadecimal digits: `#f5f0e6`")
        })?;
        Ok(Style { background: Some(colour), ..style })
    }
}
