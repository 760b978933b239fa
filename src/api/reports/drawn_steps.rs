//! The steps of a solution as pictures: each line beside a board that shows what is known so far, what follows
//! and what its reason rests on.

use crate::jumble::moved;
use crate::reports::steps::StepReport;
use puzgen_base::diagnostics::Problem;
use puzgen_board::position::PreparedBoard;
use puzgen_board::shelf::Prepared;
use puzgen_csp::VarId;
use puzgen_explain::{Part, StepWords, Words};
use puzgen_export::{Context, StepOnBoard, step_characters, step_svg};
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::value::Key;

/// How a page looks; it prints without breaking a picture off its sentence.
const STYLE: &str = include_str!("drawn_steps.css");

/// A line of a step, and what the board shows with it.
#[derive(Debug)]
pub struct DrawnLine {
    /// What follows, and why.
    pub sentence: String,
    /// The values of the answer that are known by then.
    known: Vec<Option<i64>>,
    points: Vec<(Key, Part)>,
}

/// A step with its lines.
#[derive(Debug)]
pub struct DrawnStep {
    /// The number, from 1.
    pub number: usize,
    /// What has to be done.
    pub kind: String,
    /// What stands above it, where something does.
    pub heading: Option<String>,
    /// What follows.
    pub lines: Vec<DrawnLine>,
}

/// What steps are drawn on.
#[derive(Debug)]
pub struct StepBoard<'p> {
    prepared: &'p Prepared<'p>,
    puzzle: GeneratedPuzzle,
    known: Vec<Option<i64>>,
}

impl<'p> StepBoard<'p> {
    /// Returns the board of a position before the first step; sentences and figures take their numbers from
    /// `solutions`.
    pub fn new(position: &PreparedBoard<'p, 'p>, solutions: Vec<Vec<i64>>) -> Self {
        let board = &position.input.board;
        let puzzle = moved((0, 0), board.told(), board.shown(), solutions, None);
        let known = vec![None; position.prepared.instance.answer_count];
        Self { prepared: position.prepared, puzzle, known }
    }

    fn context(&self) -> Context<'_> {
        let Prepared { instance, lowered, .. } = self.prepared;
        Context::new(instance, &lowered.fact_domains, false)
    }

    /// Returns a step on the board; what follows from it is known after it.
    pub fn step(&mut self, words: &Words<'_>, report: &StepReport) -> DrawnStep {
        let before = self.known.clone();
        let lines = StepWords::groups(&report.told).into_iter().map(|(sentence, members)| {
            let mut known = before.clone();
            for at in &members {
                let deduction = &report.stage.deductions[*at];
                let found = match deduction.is {
                    true => Some(deduction.value),
                    false => words.other_of_two(deduction.var, deduction.value),
                };
                if let (Some(value), Some(at)) = (found, self.position(deduction.var)) {
                    known[at] = Some(value);
                    self.known[at] = Some(value);
                }
            }
            let all = members.iter().flat_map(|at| report.told[*at].points.clone());
            DrawnLine { sentence, known, points: all.collect() }
        });
        let lines = lines.collect();
        let StepReport { number, kind, heading, .. } = report;
        DrawnStep { number: *number, kind: kind.clone(), heading: heading.clone(), lines }
    }

    fn position(&self, var: VarId) -> Option<usize> {
        self.prepared.lowered.csp.answers.iter().position(|answer| *answer == var)
    }

    /// Returns the picture of a line as SVG.
    ///
    /// # Errors
    /// Where a script is to draw the puzzle and fails.
    pub fn svg(&self, line: &DrawnLine) -> Result<String, Problem> {
        step_svg(&self.context(), &self.puzzle, &line.on_board())
    }

    /// Returns the picture of a line in characters; nothing where the board has other cells than squares.
    ///
    /// # Errors
    /// Where a script is to draw the puzzle and fails.
    pub fn characters(&self, line: &DrawnLine) -> Result<String, Problem> {
        let drawing = step_characters(&self.context(), &self.puzzle, &line.on_board())?;
        let lines = drawing.into_iter().flat_map(|drawing| drawing.lines);
        let text = |line: Vec<(char, _)>| {
            let symbols: String = line.into_iter().map(|(symbol, _)| symbol).collect();
            format!("{symbols}\n")
        };
        Ok(lines.map(text).collect())
    }

    /// Returns a page with all steps: each sentence beside its picture.
    ///
    /// # Errors
    /// Where a script is to draw the puzzle and fails.
    pub fn page(&self, steps: &[DrawnStep], end: Option<&str>) -> Result<String, Problem> {
        let definition = self.prepared.instance.definition;
        let title = escaped(definition.title.as_deref().unwrap_or(&definition.name));
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n<h1>{title}</h1>\n"
        );
        for DrawnStep { number, heading, lines, .. } in steps {
            if let Some(heading) = heading {
                page.push_str(&format!("<h2>{}</h2>\n", escaped(heading)));
            }
            for line in lines {
                let (picture, sentence) = (self.svg(line)?, escaped(&line.sentence));
                page.push_str(&format!(
                    "<figure>\n{picture}<figcaption>{number}. {sentence}</figcaption>\n</figure>\n"
                ));
            }
        }
        if let Some(end) = end {
            page.push_str(&format!("<p>{}</p>\n", escaped(end)));
        }
        Ok(page)
    }
}

impl DrawnStep {
    /// Returns all lines as one.
    pub fn whole(&self) -> DrawnLine {
        let sentences: Vec<&str> = self.lines.iter().map(|line| line.sentence.as_str()).collect();
        let width = self.lines.first().map_or(0, |line| line.known.len());
        let known = (0..width).map(|at| self.lines.iter().find_map(|line| line.known[at]));
        let points = self.lines.iter().flat_map(|line| line.points.clone());
        DrawnLine {
            sentence: sentences.join("\n"),
            known: known.collect(),
            points: points.collect(),
        }
    }
}

impl DrawnLine {
    fn on_board(&self) -> StepOnBoard<'_> {
        StepOnBoard { known: &self.known, points: &self.points }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
