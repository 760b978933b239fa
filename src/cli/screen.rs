//! Puzzles on a terminal: drawn, with what is given and what is entered in colours of their own.
//!
//! Only where standard output is a terminal and no `--format` was asked for: pipes and files get the
//! text form, which is read back.

use std::io::{IsTerminal as _, stdout};

use anstyle::{AnsiColor, Style};
use terminal_size::{Width, terminal_size_of};

use crate::Failure;
use crate::choices::forms;
use crate::drawing::DrawingArgs;
use crate::input::format_named;
use crate::output::wants_color;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_export::{self as export, Characters, Context, Format, Ink, Inked, characters};
use puzgen_model::generated::GeneratedPuzzle;

/// The terminal behind standard output.
#[derive(Debug, Clone, Copy)]
pub(super) struct Screen {
    /// How wide it is, where it says so.
    columns: Option<usize>,
    pub(super) has_color: bool,
}

/// How puzzles are printed.
#[derive(Clone, Copy)]
pub(super) struct Form<'s> {
    pub(super) format: &'static dyn Format,
    /// Where they are drawn, and in this form only where a drawing does not fit.
    pub(super) screen: Option<Screen>,
    /// How drawings look.
    pub(super) style: export::Style,
    /// Whether a remark with its link stands below each puzzle.
    pub(super) has_links: bool,
    /// The site that links lead to, where it is not puzz.link.
    pub(super) site: Option<&'s str>,
}

/// The form of links that stand below puzzles.
const LINK: &str = "puzzlink";

impl Screen {
    /// Returns the terminal, where standard output is one.
    pub(super) fn of_stdout() -> Option<Self> {
        let out = stdout();
        if !out.is_terminal() {
            return None;
        }
        let columns = terminal_size_of(&out).map(|(Width(columns), _)| usize::from(columns));
        // One that does not know its size says 0.
        Some(Self { columns: columns.filter(|columns| *columns > 0), has_color: wants_color() })
    }

    /// Returns why a drawing is not for this terminal, if it is not.
    pub(super) fn too_narrow(&self, drawing: &Characters) -> Option<String> {
        let (needed, columns) = (drawing.width(), self.columns?);
        (needed > columns).then(|| {
            format!("# as text: a drawing takes {needed} columns, the terminal has {columns}\n")
        })
    }

    /// Returns the board of a drawing.
    pub(super) fn board(&self, drawing: &Characters) -> String {
        drawing.lines.iter().map(|line| format!("{}\n", self.line(line))).collect()
    }

    /// Returns a line, with an escape where the colour changes.
    fn line(&self, line: &[Inked]) -> String {
        let mut text = String::new();
        for part in line.chunk_by(|(_, a), (_, b)| a == b) {
            let style = match part.first() {
                Some((_, Some(ink))) if self.has_color => style(*ink),
                _ => Style::new(),
            };
            text.push_str(&style.render().to_string());
            text.extend(part.iter().map(|(symbol, _)| symbol));
            text.push_str(&style.render_reset().to_string());
        }
        text
    }
}

/// Colours that are read on dark and on light grounds.
fn style(ink: Ink) -> Style {
    match ink {
        Ink::Given => AnsiColor::Cyan.on_default().bold(),
        Ink::Entered => AnsiColor::Green.on_default(),
    }
}

impl<'s> Form<'s> {
    /// Returns the form that `--format` names; without it the default one, and a drawing where the puzzles
    /// go to a terminal.
    pub(super) fn of(
        name: Option<&str>,
        to_stdout: bool,
        drawing: &DrawingArgs,
    ) -> Result<Self, Failure> {
        let screen = match name {
            None if to_stdout => Screen::of_stdout(),
            _ => None,
        };
        let format = format_named(name.unwrap_or(forms()[0]))?;
        if format.is_binary() && to_stdout && stdout().is_terminal() {
            let message = format!("a terminal cannot show `{}`", format.name());
            return Err(Problem::bare(Code::Usage, message)
                .help("write it to a file: `--out FILE`, or to a pipe")
                .into());
        }
        Ok(Self { format, screen, style: drawing.style(format)?, has_links: false, site: None })
    }

    /// Returns the same form with a link below each puzzle, where that is asked for: to a site, or to puzz.link.
    ///
    /// # Errors
    /// `usage` where the form has no remarks.
    pub(super) fn with_links(
        self,
        has_links: bool,
        site: Option<&'s str>,
    ) -> Result<Self, Problem> {
        let (name, default) = (self.format.name(), forms()[0]);
        if has_links && name != default {
            let message = format!("the form `{name}` has no place for links");
            let help = format!(
                "`--links` is for `--format {default}`; `--format {LINK}` prints links alone"
            );
            return Err(Problem::bare(Code::Usage, message).help(help));
        }
        Ok(Self { has_links, site, ..self })
    }

    /// Returns a puzzle as it is written: one that was generated, or one that was `moved` and not solved.
    pub(super) fn print(
        &self,
        context: &Context<'_>,
        puzzle: &GeneratedPuzzle,
        is_moved: bool,
    ) -> Result<Vec<u8>, Problem> {
        if self.format.is_binary() {
            return self.format.bytes(&Context { style: self.style, ..*context }, puzzle);
        }
        self.text(context, puzzle, is_moved).map(String::into_bytes)
    }

    /// Returns the same for a form that is text.
    pub(super) fn text(
        &self,
        context: &Context<'_>,
        puzzle: &GeneratedPuzzle,
        is_moved: bool,
    ) -> Result<String, Problem> {
        let text = self.unlinked(context, puzzle, is_moved)?;
        let Some(form) = export::by_name(LINK).filter(|_| self.has_links) else { return Ok(text) };
        let link = match self.site {
            Some(site) => export::site_address(context, puzzle, site)? + "\n",
            None => form.puzzle(context, puzzle)?,
        };
        Ok(format!("{text}# {link}"))
    }

    fn unlinked(
        &self,
        context: &Context<'_>,
        puzzle: &GeneratedPuzzle,
        is_moved: bool,
    ) -> Result<String, Problem> {
        let context = &Context { style: self.style, ..*context };
        let drawing = match self.screen {
            Some(screen) => characters(context, puzzle)?.map(|drawing| (screen, drawing)),
            None => None,
        };
        let remark = match drawing {
            Some((screen, drawing)) => match screen.too_narrow(&drawing) {
                Some(remark) => remark,
                None => return Ok(format!("{}{}", drawing.head(), screen.board(&drawing))),
            },
            None => String::new(),
        };
        let text = match is_moved {
            true => self.format.jumbled(context, puzzle)?,
            false => self.format.puzzle(context, puzzle)?,
        };
        Ok(format!("{remark}{text}"))
    }
}
