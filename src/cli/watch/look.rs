//! One look at a definition: what `check` says of it, and a puzzle of it, drawn and rated.
//!
//! Given what the command line asks for, on a thread of its own; tells what is seen in two parts, so
//! that mistakes are shown before the puzzle is made. Prints nothing. Ends early where its flag is set.

use std::path::PathBuf;

use crate::check::{CheckedPuzzle, Checks, Figures};
use crate::host::{engines, host};
use crate::input::load_or_survey;
use crate::output::Console;
use crate::screen::{Form, Screen};
use crate::{DefinitionArgs, EngineArgs, Failure};
use puzgen_api::Request;
use puzgen_api::batch::{IndexEnd, Maker, Presented, PuzzleSource};
use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::render::Style;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_export::{self as export, Context, Format};
use puzgen_generate::any_instance;
use puzgen_model::definition::Definition;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Setting;
use puzgen_vocabulary::lower::{Ready, ReadyRef};

/// What a look is to see.
#[derive(Debug)]
pub(super) struct Wanted<'a> {
    pub(super) definition: &'a DefinitionArgs,
    pub(super) engine: &'a EngineArgs,
    pub(super) seed: u64,
    pub(super) is_confined: bool,
    pub(super) language: Option<String>,
    /// The terminal, where there is one.
    pub(super) screen: Option<Screen>,
    /// Whether a page is to show it, too.
    pub(super) has_page: bool,
}

/// A text as the terminal shows it, and without colours.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) shown: String,
    pub(super) plain: String,
}

/// The first part: the definition.
#[derive(Debug)]
pub(super) struct Checked {
    /// What is wrong with it, and what it is.
    pub(super) said: Text,
    /// The files that were read.
    pub(super) files: Vec<PathBuf>,
    /// Whether a file that it names was not there, so that any new file may be that one.
    pub(super) lacks_file: bool,
    /// Whether a puzzle is made of it.
    pub(super) goes_on: bool,
}

/// The second part: a puzzle.
#[derive(Debug, Default)]
pub(super) struct Made {
    pub(super) said: Text,
    /// The drawing for the page.
    pub(super) svg: Option<String>,
}

impl Presented for Made {
    fn bytes(&self) -> usize {
        let svg = self.svg.as_ref().map_or(0, String::len);
        self.said.shown.len() + self.said.plain.len() + svg
    }
}

/// The definition of which a puzzle is made, with the parameters that were set.
type Chosen = (Definition, Vec<Setting>);

/// A part of what is seen.
#[derive(Debug)]
pub(super) enum Seen {
    Checked(Checked),
    Made(Made),
}

impl Text {
    fn of(shown: String, plain: String) -> Self {
        Self { shown, plain }
    }

    fn add(&mut self, other: &str) {
        self.shown.push_str(other);
        self.plain.push_str(other);
    }
}

impl Wanted<'_> {
    /// Looks at the definition; calls `tell` with each part.
    pub(super) fn look(&self, stop: &StopFlag, tell: &dyn Fn(Seen)) {
        let mut console = Console::new(true, self.is_confined);
        console.language.clone_from(&self.language);
        let (checked, definition) = match self.checked(&mut console, stop) {
            Ok((checked, definition)) => (checked, definition),
            Err(failure) => (self.failed(&console, failure), None),
        };
        let is_made = checked.goes_on;
        tell(Seen::Checked(checked));
        let Some((definition, settings)) = definition.filter(|_| is_made) else { return };
        let made = self.made(&console, (&definition, &settings), stop);
        let made = made
            .unwrap_or_else(|problems| Made { said: self.problems(&console, problems), svg: None });
        tell(Seen::Made(made));
    }

    /// Returns what is said of the definition, and the definition where a puzzle can be made of it.
    fn checked(
        &self,
        console: &mut Console,
        stop: &StopFlag,
    ) -> Result<(Checked, Option<Chosen>), Failure> {
        let asked = self.definition;
        let loaded = load_or_survey(console, &asked.file)?;
        let settings = asked.settings(console)?;
        let name = asked.puzzle.as_deref();
        let checks = Checks {
            settings: &settings,
            max_size: asked.max_size,
            engine: self.engine,
            stop,
            figures: Figures::default(),
        };
        let CheckedPuzzle { mut problems, report, .. } = checks.one(console, &loaded, name)?;
        let is_wrong = problems.has_errors();
        // A look that a save has ended is not shown.
        if !is_wrong && stop.is_set() {
            problems.push(out_of_time());
        }
        let mut said = self.problems(console, problems);
        said.add(&report.unwrap_or_default());
        let goes_on = !is_wrong && !stop.is_set();
        let files = std::mem::take(&mut console.read);
        let checked = Checked { said, files, lacks_file: false, goes_on };
        if !goes_on {
            return Ok((checked, None));
        }
        let (mut definition, _) = loaded.definition(console, name)?;
        definition.allow_size(asked.max_size);
        Ok((checked, Some((definition, settings))))
    }

    /// Returns what is said of a definition that cannot be read.
    fn failed(&self, console: &Console, failure: Failure) -> Checked {
        let problems = match failure {
            Failure::Problems(problems, _) => problems,
            Failure::Closed => Diagnostics::new(),
        };
        let is_missing = |problem: &Problem| {
            matches!(problem.code(), Code::UnknownFile | Code::Io | Code::Usage)
        };
        let lacks_file = problems.iter().any(is_missing);
        Checked {
            lacks_file,
            said: self.problems(console, problems),
            files: console.read.clone(),
            goes_on: false,
        }
    }

    /// Returns problems as they are shown.
    fn problems(&self, console: &Console, problems: Diagnostics) -> Text {
        let color = self.screen.is_some_and(|screen| screen.has_color);
        let sorted = problems.sorted();
        let shown = console.rendered(&sorted, Style { color, ..Style::PLAIN });
        let plain = console.rendered(&sorted, Style::PLAIN);
        Text::of(shown, plain)
    }

    /// Makes a puzzle.
    fn made(
        &self,
        console: &Console,
        (definition, settings): (&Definition, &[Setting]),
        stop: &StopFlag,
    ) -> Result<Made, Diagnostics> {
        let steps = self.engine.budget;
        let budget = Budget::new(steps, stop.clone());
        let Ready { instance, lowered } = any_instance(definition, settings, engines(), &budget)?;
        let engine = self.engine.engine(&lowered.csp)?;
        let request = Request::default();
        let options = request.options(definition, &lowered.csp, engines(), definition.span)?;
        let source = PuzzleSource::new(
            (definition, settings),
            ReadyRef { instance: &instance, lowered: &lowered },
            !definition.layouts.is_empty(),
            (engine, options),
            (None, 0),
        )?;
        let present = |ReadyRef { instance, lowered }: ReadyRef<'_>, puzzle: &GeneratedPuzzle| {
            let fact_domains = &lowered.fact_domains;
            self.presented(&Context::new(instance, fact_domains, false), puzzle)
        };
        let maker =
            Maker { source, present: &present, seed: self.seed, steps, stop, jobs: host().jobs(1) };
        let mut ended = maker.worker()(0);
        let remarks = match ended.end {
            IndexEnd::Finished(remarks) | IndexEnd::Unfinished(remarks) => remarks,
            IndexEnd::Fault(problems) => return Err(problems),
        };
        let mut made = ended.puzzles.pop().unwrap_or_default();
        let remarks = self.problems(console, remarks);
        made.said.shown.push_str(&remarks.shown);
        made.said.plain.push_str(&remarks.plain);
        Ok(made)
    }

    /// Returns how puzzles are shown.
    fn form(&self) -> Form<'static> {
        Form {
            format: form("text"),
            screen: self.screen,
            style: export::STYLES[0],
            has_links: false,
            site: None,
        }
    }

    /// Returns a puzzle as it is shown: on a terminal drawn where it fits.
    fn presented(&self, context: &Context<'_>, puzzle: &GeneratedPuzzle) -> Result<Made, Problem> {
        let text = form("text");
        let shown = self.form().text(context, puzzle, false)?;
        let plain = text.puzzle(context, puzzle)?;
        let svg = match self.has_page {
            true => Some(form("svg").puzzle(context, puzzle)?),
            false => None,
        };
        Ok(Made { said: Text::of(shown, plain), svg })
    }
}

/// Says that there was no time for a puzzle.
fn out_of_time() -> Problem {
    Problem::bare(Code::GaveUp, "no puzzle is made: the time is over")
        .help("give a smaller size by `--set NAME=VALUE`, or more time by `--timeout SECONDS`")
        .warning()
}

/// Returns a form that is there.
fn form(name: &str) -> &'static dyn Format {
    export::by_name(name).unwrap_or_else(|| puzgen_base::bug!("there is no form `{name}`"))
}
