//! `puzgen explain`: the steps of a solution in words.

use clap::Args;

use crate::choices::{REPORTS, STEP_FORMS, step_help};
use crate::host::engines;
use crate::output::Console;
use crate::position::positions;
use crate::{DefinitionArgs, ExitStatus, Failure};
use puzgen_api::reports::drawn_steps::StepBoard;
use puzgen_api::reports::solving::solution_behind;
use puzgen_api::reports::steps::{
    BriefSteps, ToldSteps, no_step, told_steps, words_of, words_of_program,
};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_board::shelf::Shelf;
use puzgen_explain::endings;
use puzgen_wire as wire;

/// Explain how a board is solved, step by step
#[derive(Debug, Args)]
pub(super) struct Explain {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The board: a path, `-` for standard input, or the board itself
    board: String,
    #[arg(long, short, help = step_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
    /// Tell only in which order values are found, without reasons
    #[arg(long)]
    brief: bool,
    /// Tell only the step of this number
    #[arg(long, value_name = "NUMBER")]
    step: Option<usize>,
}

impl Explain {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let form = self.form()?;
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let positions = positions(console, &self.definition, &shelf, &[&self.board])?;
        let [position] = positions.as_slice() else { puzgen_base::bug!("one board was asked for") };
        let ToldSteps { steps, is_solved } =
            told_steps(position, engines().default_engine()).map_err(unexplained)?;
        let words = words_of(position);
        let behind = match form {
            "html" | "svg" | "drawing" => solution_behind(position, engines().default_engine()),
            _ => Vec::new(),
        };
        let mut board = StepBoard::new(position, behind);
        let (count, mut drawn) = (steps.len(), Vec::new());
        let mut brief = BriefSteps::default();
        if let Some(step) = self.step.filter(|step| !(1..=count).contains(step)) {
            return Err(no_such_step(step, count).into());
        }
        for report in steps {
            let step = board.step(&words, &report);
            if self.step.is_some_and(|asked| asked != report.number) {
                continue;
            }
            match form {
                "json" => console.print(&wire::line(&report.object()))?,
                "html" => drawn.push(step),
                "svg" => console.print(&board.svg(&step.whole())?)?,
                "drawing" => {
                    if let Some(heading) = &report.heading {
                        console.print(&format!("{heading}\n\n"))?;
                    }
                    for line in &step.lines {
                        let (number, picture) = (step.number, board.characters(line)?);
                        console.print(&format!("{number}. {}\n{picture}\n", line.sentence))?;
                    }
                }
                _ if self.brief => {
                    brief.add(&report, &words).map_or(Ok(()), |line| console.print(&line))?;
                }
                _ => console.print(&report.text())?,
            }
        }
        brief.end().map_or(Ok(()), |line| console.print(&line))?;
        let is_whole = form == REPORTS[0] && !self.brief && self.step.is_none();
        let said = if is_whole {
            words_of_program(position, &words, engines().default_engine())
        } else {
            Default::default()
        };
        if !said.forced.is_empty() {
            let headings = endings(definition.language.as_deref());
            let parts =
                [(headings.each_blank, said.forced), (headings.never_blank, said.never_blank)];
            for (heading, lines) in parts.iter().filter(|(_, lines)| !lines.is_empty()) {
                console.print(&format!("\n{heading}\n  {}\n", lines.join("\n  ")))?;
            }
            return Ok(0);
        }
        let end = (count == 0 || !is_solved)
            .then(|| no_step(position, engines().default_engine(), is_solved));
        match (form, end) {
            ("html", end) => console.print(&board.page(&drawn, end)?)?,
            (form, Some(end)) if form == REPORTS[0] => console.print(&format!("{end}\n"))?,
            (_, end) => end.into_iter().for_each(|end| console.remark(end)),
        }
        Ok(u8::from(!is_solved))
    }

    /// Returns the form, checked against the other options.
    fn form(&self) -> Result<&'static str, Problem> {
        let usage = |message: String| Problem::bare(Code::Usage, message);
        let form = STEP_FORMS.into_iter().find(|form| *form == self.format).ok_or_else(|| {
            usage(format!("`explain` has no format `{}`", self.format))
                .help(format!("use {}", STEP_FORMS.join(", ")))
        })?;
        if self.brief && form != REPORTS[0] {
            return Err(usage(format!("`--brief` and `--format {form}` do not go together"))
                .help("what is brief is text"));
        }
        if form == "svg" && self.step.is_none() {
            return Err(usage("a drawing in SVG is of one step".to_owned())
                .help("name it with `--step`, or use `--format html`, which has all"));
        }
        Ok(form)
    }
}

/// Returns how the command ends where there are no steps: that a board contradicts the rules is an answer.
pub(super) fn unexplained(problem: Problem) -> Failure {
    match problem.code() {
        Code::Conflict => Failure::negative(problem),
        _ => problem.into(),
    }
}

/// Returns what is wrong with the number of a step.
fn no_such_step(step: usize, count: usize) -> Problem {
    let problem = Problem::bare(Code::Usage, format!("there is no step {step}"));
    match count {
        0 => problem.help("the puzzle has no step that could be told"),
        1 => problem.help("the puzzle has one step: use `--step 1`"),
        count => problem.help(format!("its steps have the numbers 1 to {count}")),
    }
}
