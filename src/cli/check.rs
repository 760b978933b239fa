//! `puzgen check`: everything that can be said of a definition without generating.

use clap::Args;

use crate::host::engines;
use crate::input::{Loaded, jobs, load_or_survey};
use crate::output::Console;
use crate::stop::StopWatcher;
use crate::{DefinitionArgs, EngineArgs, ExitStatus, Failure};
use puzgen_api::batch::RuleExamination;
use puzgen_api::examine::examine;
use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_export::{Context, answer_text, solved_text};
use puzgen_generate::{Bias, Sampled, sampled};
use puzgen_model::definition::Definition;
use puzgen_model::instance::{Instance, Setting};
use puzgen_solve::prove::{self, Transforms};
use puzgen_vocabulary::lower::Ready;

/// Check a definition: names, types, ranges, examples, transforms
#[derive(Debug, Args)]
pub(super) struct Check {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// Make so many puzzles, and say how many of them need each rule
    #[arg(long, value_name = "N")]
    rules: Option<u64>,
    /// Draw full boards of a small size, and compare how often each of all boards was drawn
    #[arg(long, value_name = "DRAWS", num_args = 0..=1, require_equals = true)]
    bias: Option<Option<usize>>,
    #[command(flatten)]
    engine: EngineArgs,
}

/// What can be said of one puzzle.
pub(super) struct CheckedPuzzle {
    pub(super) problems: Diagnostics,
    /// What it is, where it has no errors.
    pub(super) report: Option<String>,
    /// Whether everything was examined.
    is_complete: bool,
}

impl CheckedPuzzle {
    /// Returns the exit status that says how it went.
    pub(super) fn status(&self) -> u8 {
        match (self.problems.has_errors(), self.is_complete) {
            (true, _) => 1,
            (false, false) => 3,
            (false, true) => 0,
        }
    }
}

/// With what puzzles are checked.
pub(super) struct Checks<'a> {
    pub(super) settings: &'a [Setting],
    pub(super) max_size: u64,
    pub(super) engine: &'a EngineArgs,
    pub(super) stop: &'a StopFlag,
    pub(super) figures: Figures,
}

/// What is counted beside.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Figures {
    /// Over how many puzzles it is counted which rules are needed.
    rules: Option<u64>,
    /// Whether draws are compared with all boards, and how many.
    bias: Option<Option<usize>>,
}

impl Check {
    fn figures(&self) -> Result<Figures, Problem> {
        if self.rules == Some(0) || self.bias == Some(Some(0)) {
            let message = "nothing is to be counted";
            return Err(Problem::bare(Code::Usage, message).help("ask for one at least"));
        }
        Ok(Figures { rules: self.rules, bias: self.bias })
    }

    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let loaded = load_or_survey(console, &self.definition.file).map_err(negative)?;
        let settings = self.definition.settings(console)?;
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let names = match &self.definition.puzzle {
            Some(name) => vec![Some(name.clone())],
            None => own_names(&loaded),
        };
        let checks = Checks {
            settings: &settings,
            max_size: self.definition.max_size,
            engine: &self.engine,
            stop: &stop.flag,
            figures: self.figures()?,
        };
        let mut status = 0;
        let mut reports = Vec::new();
        for name in names {
            let checked = checks.one(console, &loaded, name.as_deref())?;
            // A mistake says more than that not everything was examined.
            status = match (status, checked.status()) {
                (1, _) | (_, 1) => 1,
                (before, now) => before.max(now),
            };
            reports.extend(checked.report);
            console.problems(checked.problems);
        }
        for report in reports {
            console.print(&report)?;
        }
        Ok(status)
    }
}

impl Checks<'_> {
    /// Checks the puzzle of this name.
    pub(super) fn one(
        &self,
        console: &mut Console,
        loaded: &Loaded,
        name: Option<&str>,
    ) -> Result<CheckedPuzzle, Failure> {
        let (mut definition, problems) = match loaded.definition(console, name) {
            Ok(found) => found,
            Err(Failure::Problems(problems, _)) => {
                return Ok(CheckedPuzzle { problems, report: None, is_complete: true });
            }
            Err(other) => return Err(other),
        };
        definition.allow_size(self.max_size);
        self.examined(&definition, problems)
    }

    /// Examines a definition that has these `problems` so far.
    fn examined(
        &self,
        definition: &Definition,
        mut problems: Diagnostics,
    ) -> Result<CheckedPuzzle, Failure> {
        let mut budget = Budget::new(self.engine.budget, self.stop.clone());
        let Sampled { ready, problem } =
            match sampled(definition, self.settings, engines(), self.stop) {
                Ok(found) => found,
                Err(found) => {
                    problems.extend(found);
                    // Where no layout was found, nothing is proved: that is no negative answer.
                    return Ok(CheckedPuzzle { problems, report: None, is_complete: false });
                }
            };
        let Ready { instance, lowered } = &ready;
        let has_layout = problem.is_none();
        problem.into_iter().for_each(|problem| problems.push(problem));
        let engine = self.engine.engine(&lowered.csp)?;
        let (found, is_complete) =
            examine(instance, lowered, (engine, engines()), &solved_text, &mut budget);
        let is_complete = is_complete && has_layout;
        problems.extend(found);
        let transforms = prove::transforms(instance, lowered, engines(), &mut budget);
        problems.extend(prove::problems(ready.borrowed(), &transforms.proofs, &solved_text));
        if problems.has_errors() {
            return Ok(CheckedPuzzle { problems, report: None, is_complete });
        }
        // Without a board, whatever is said of all boards would be true.
        let group = if has_layout { group(&transforms) } else { String::new() };
        let mut report = summary(instance, is_complete) + group.as_str();
        let is_counted = self.count(definition, &ready, &mut report, &mut problems)?;
        Ok(CheckedPuzzle { problems, report: Some(report), is_complete: is_complete && is_counted })
    }

    /// Adds the figures that are asked for to a report; returns whether all of them are known.
    ///
    /// # Errors
    /// Why something cannot be counted.
    fn count(
        &self,
        definition: &Definition,
        ready: &Ready<'_>,
        report: &mut String,
        problems: &mut Diagnostics,
    ) -> Result<bool, Diagnostics> {
        let mut is_complete = true;
        if let Some(count) = self.figures.rules {
            let examination = RuleExamination {
                engines: engines(),
                settings: self.settings,
                engine: &self.engine.engine,
                steps: self.engine.budget,
                stop: self.stop,
                jobs: jobs(None),
            };
            let found = examination.run(definition, count)?;
            report.push_str(&found.text());
            is_complete = found.is_complete(count);
            problems.extend(found.remarks);
        }
        if let Some(draws) = self.figures.bias {
            let Ready { instance, lowered } = ready;
            let fact_domains = lowered.fact_domains.as_slice();
            let context = Context::new(instance, fact_domains, true);
            let mut budget = Budget::new(self.engine.budget, self.stop.clone());
            let found = Bias::of(ready, engines().default_engine(), draws, &mut budget)?;
            report.push_str(&found.text(&|board| answer_text(&context, board)));
        }
        Ok(is_complete)
    }
}

/// Returns the names of the puzzles of a file; one without a name where it has none.
pub(super) fn own_names(loaded: &Loaded) -> Vec<Option<String>> {
    match loaded.program.own.as_slice() {
        [] => vec![None],
        own => own.iter().map(|puzzle| Some(puzzle.name.name.clone())).collect(),
    }
}

/// Returns the end of a command that found mistakes in a definition: a negative answer (exit status 1). A
/// file that cannot be read is none.
fn negative(failure: Failure) -> Failure {
    let is_found = |problems: &Diagnostics| {
        problems.iter().all(|p| !matches!(p.code(), Code::Usage | Code::Io))
    };
    match failure {
        Failure::Problems(problems, _) if is_found(&problems) => Failure::Problems(problems, 1),
        Failure::Problems(problems, status) => Failure::Problems(problems, status),
        Failure::Closed => Failure::Closed,
    }
}

/// Returns what is said of proved transforms.
fn group(transforms: &Transforms) -> String {
    let Some(equivalents) = &transforms.equivalents else { return String::new() };
    let (held, order) = (transforms.held(), equivalents.order());
    let ending = if held == 1 { "" } else { "s" };
    match equivalents.is_onto_itself() {
        true => format!("  {held} transform{ending} proved, a group of {order}\n"),
        false => {
            format!(
                "  {held} transform{ending} proved, {order} maps, also to other layouts or parameters\n"
            )
        }
    }
}

fn summary(instance: &Instance<'_>, is_complete: bool) -> String {
    let definition = instance.definition;
    let count = |number: usize, what: &str| {
        let ending = if number == 1 { "" } else { "s" };
        format!("{number} {what}{ending}")
    };
    format!(
        "{}: {} ({}, {}, {}, {})\n",
        definition.name,
        if is_complete { "ok" } else { "not examined to the end" },
        count(instance.answer_count, "value"),
        count(definition.rules.len(), "rule"),
        count(instance.fact_count, "clue"),
        count(definition.examples.len(), "example"),
    )
}
