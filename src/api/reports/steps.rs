//! The steps of a solution.

use crate::reports::rule_objects;
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_board::position::PreparedBoard;
use puzgen_board::shelf::Prepared;
use puzgen_csp::Lit;
use puzgen_engine::{Engine, Verdict};
use puzgen_explain::{StepWords, Words, endings};
use puzgen_solve::Solver;
use puzgen_stepwise::{Deduction, Explained, Stage, StepKind, Stepwise};
use puzgen_wire as wire;

/// The steps that the question whether a board has a solution may take.
const STEPS: u64 = 100_000;

/// Returns what solves the puzzle of a position step by step.
///
/// # Errors
/// `usage` where its numbers are too far apart.
pub(crate) fn stepwise<'s>(position: &PreparedBoard<'s, '_>) -> Result<Stepwise<'s>, Problem> {
    let Prepared { instance, lowered, .. } = position.prepared;
    let too_far = || {
        let message = "the numbers of this puzzle are too far apart to be looked at one by one";
        Problem::bare(Code::Usage, message).help("`puzgen solve` solves it")
    };
    let mut stepwise = Stepwise::new(instance, lowered).ok_or_else(too_far)?;
    stepwise.see(words_of(position).shown_at_once());
    Ok(stepwise)
}

/// Returns what the steps of a board are told with.
pub fn words_of<'p>(position: &PreparedBoard<'p, '_>) -> Words<'p> {
    let Prepared { instance, lowered, .. } = position.prepared;
    Words::new(instance, lowered).with_given(&position.givens())
}

/// Returns the way from a position to the end.
///
/// # Errors
/// `conflict` where the position contradicts the rules.
pub(crate) fn explained<'s>(
    stepwise: &'s Stepwise<'_>,
    position: &PreparedBoard<'_, '_>,
    engine: &dyn Engine,
) -> Result<Explained<'s>, Problem> {
    let explained =
        stepwise.explain(&position.givens(), &[]).filter(|_| has_solution(position, engine));
    explained.ok_or_else(contradiction)
}

/// The steps of a solution in words.
#[derive(Debug)]
pub struct ToldSteps {
    /// The steps, in order.
    pub steps: Vec<StepReport>,
    /// Whether they lead to the end.
    pub is_solved: bool,
}

/// Returns the steps from a position to the end: the worked solution that the definition tells, or what the stepwise
/// solver finds.
///
/// # Errors
/// `conflict` where the position contradicts the rules; `usage` where its numbers are too far apart.
pub fn told_steps(
    position: &PreparedBoard<'_, '_>,
    engine: &dyn Engine,
) -> Result<ToldSteps, Problem> {
    let words = words_of(position);
    if let Some(steps) = worked(position, &words, &[], engine) {
        return Ok(ToldSteps { steps, is_solved: true });
    }
    let stepwise = stepwise(position)?;
    let explained = explained(&stepwise, position, engine)?;
    let stages = words.stages(&explained).into_iter().enumerate();
    let steps = stages.map(|(number, stage)| StepReport::new(&words, number + 1, stage));
    Ok(ToldSteps { steps: steps.collect::<Result<_, _>>()?, is_solved: explained.is_solved() })
}

/// Returns the worked solution that the definition tells, from a position and what was entered beside it; `None` where it
/// tells none, or it does not lead to the end, or there is more than one solution.
pub(crate) fn worked(
    position: &PreparedBoard<'_, '_>,
    words: &Words<'_>,
    entered: &[Lit],
    engine: &dyn Engine,
) -> Option<Vec<StepReport>> {
    if position.prepared.instance.definition.working.is_empty() {
        return None;
    }
    let lines = words.worked(&position.givens(), entered, &only_answer(position, engine)?)?;
    let step = |(at, (deduction, told)): (usize, (Deduction, StepWords))| StepReport {
        number: at + 1,
        kind: words.worked_kind(),
        heading: (at == 0).then(|| words.worked_kind()),
        stage: Stage { kind: StepKind::Simple, deductions: vec![deduction] },
        told: vec![told],
    };
    Some(lines.into_iter().enumerate().map(step).collect())
}

/// What is said of the words of a program.
#[derive(Debug, Default)]
pub struct WordsOfProgram {
    /// Why each blank is the word that it is, where the other blanks are right.
    pub forced: Vec<String>,
    /// The words that are shown because others would do as well.
    pub never_blank: Vec<String>,
}

/// Returns what is said of the words of a program; nothing where there is none, or more than one solution.
pub fn words_of_program(
    position: &PreparedBoard<'_, '_>,
    words: &Words<'_>,
    engine: &dyn Engine,
) -> WordsOfProgram {
    let only = if words.has_blanks() { only_answer(position, engine) } else { None };
    let said = |assignment: Vec<i64>| WordsOfProgram {
        forced: words.forced(&assignment),
        never_blank: words.never_blank(&assignment),
    };
    only.map(said).unwrap_or_default()
}

/// Returns the assignment of the only solution, where an engine finds within some steps that there is just one.
pub(crate) fn only_answer(
    position: &PreparedBoard<'_, '_>,
    engine: &dyn Engine,
) -> Option<Vec<i64>> {
    let (lowered, given) = (&position.prepared.lowered, given(position));
    let mut solver = Solver::new(lowered, engine);
    let mut budget = Budget::unlimited().part(STEPS);
    let Verdict::Sat(assignment) = solver.solve(&given, &mut budget) else { return None };
    let answer = lowered.csp.project(&assignment);
    match solver.solve_other_than(&given, &answer, &mut budget) {
        Verdict::Unsat(_) => Some(assignment),
        Verdict::Sat(_) | Verdict::GaveUp(_) => None,
    }
}

fn given(position: &PreparedBoard<'_, '_>) -> Vec<Lit> {
    let lit = |(fact, value)| position.prepared.lowered.fact_lit(fact, value);
    position.givens().into_iter().map(lit).collect()
}

/// Returns the problem of a position that has no solution.
pub(crate) fn contradiction() -> Problem {
    let problem = Problem::bare(Code::Conflict, "the board contradicts the rules");
    problem.help("`puzgen solve` says which of its values cannot hold together")
}

/// Returns whether no engine says that the board has no solution: a wrong entry need not be against a
/// rule yet, and steps from it would lead nowhere.
fn has_solution(position: &PreparedBoard<'_, '_>, engine: &dyn Engine) -> bool {
    let lowered = &position.prepared.lowered;
    if !engine.accepts(&lowered.csp) {
        return true;
    }
    let given = given(position);
    let mut budget = Budget::unlimited().part(STEPS);
    !matches!(Solver::new(lowered, engine).solve(&given, &mut budget), Verdict::Unsat(_))
}

/// Returns why there is no step, or no further one, as far as an engine knows within some steps.
pub fn no_step(
    position: &PreparedBoard<'_, '_>,
    engine: &dyn Engine,
    is_solved: bool,
) -> &'static str {
    let ends = endings(position.prepared.instance.definition.language.as_deref());
    if is_solved {
        return ends.filled;
    }
    let lowered = &position.prepared.lowered;
    let mut budget = Budget::unlimited().part(STEPS);
    let count = || Solver::new(lowered, engine).count(&given(position), 2, &mut budget);
    match engine.accepts(&lowered.csp).then(count) {
        Some(Ok(1)) => ends.search,
        Some(Ok(_)) => ends.several,
        None | Some(Err(_)) => ends.unknown,
    }
}

/// What is told in brief: values in the order in which they are found, those that take no more than single rules in one
/// line.
#[derive(Debug, Default)]
pub struct BriefSteps {
    /// The numbers of the first and the last step of the line, and what it says.
    line: Option<(usize, usize, Vec<String>)>,
}

impl BriefSteps {
    /// Adds a step. Returns a line that is complete before it.
    pub fn add(&mut self, report: &StepReport, words: &Words<'_>) -> Option<String> {
        let said = report.brief(words);
        let is_simple = report.stage.kind == StepKind::Simple;
        match &mut self.line {
            Some((_, last, line)) if is_simple => {
                *last = report.number;
                line.extend(said);
                None
            }
            _ => {
                let complete = self.end();
                self.line = Some((report.number, report.number, said));
                complete
            }
        }
    }

    /// Returns the last line.
    pub fn end(&mut self) -> Option<String> {
        let (first, last, said) = self.line.take().filter(|(.., said)| !said.is_empty())?;
        let number = if first == last { first.to_string() } else { format!("{first}–{last}") };
        Some(format!("{number}. {}\n", said.join(", ")))
    }
}

/// A step in words.
#[derive(Debug)]
pub struct StepReport {
    /// The number, from 1.
    pub number: usize,
    /// What it takes, in words.
    pub kind: String,
    /// What stands above it, where something does.
    pub heading: Option<String>,
    /// What follows.
    pub stage: Stage,
    /// The same in words.
    pub told: Vec<StepWords>,
}

impl StepReport {
    /// Puts a step into words; `number` is from 1.
    ///
    /// # Errors
    /// Where a rule's cases cannot be listed.
    pub(crate) fn new(words: &Words<'_>, number: usize, stage: Stage) -> Result<Self, Problem> {
        let told = stage.deductions.iter().map(|deduction| words.tell(deduction));
        let told = told.collect::<Result<_, _>>().map_err(Problem::from)?;
        Ok(Self { number, kind: words.kind(stage.kind), heading: None, stage, told })
    }

    /// Returns lines for people.
    pub fn text(&self) -> String {
        let heading = self.heading.iter().map(|heading| format!("{heading}:\n"));
        let number = format!("{}.", self.number);
        let lines = StepWords::groups(&self.told).into_iter().enumerate();
        let lines = lines.map(|(at, (line, _))| {
            let number = if at == 0 { number.as_str() } else { "" };
            format!("{number:>5} {line}\n")
        });
        heading.chain(lines).collect()
    }

    /// Returns the values that are found and drawn, without reasons; where a step that takes more than single rules finds
    /// none, what has to be done.
    pub(crate) fn brief(&self, words: &Words<'_>) -> Vec<String> {
        let both = self.told.iter().zip(&self.stage.deductions);
        let found = both.filter(|(_, deduction)| words.is_drawn(deduction));
        let found: Vec<String> = found.map(|(told, _)| told.what.clone()).collect();
        match found.is_empty() && self.stage.kind != StepKind::Simple {
            true => vec![format!("({})", self.kind)],
            false => found,
        }
    }

    /// Returns the step as an object.
    pub fn object(&self) -> wire::Step {
        let both = self.told.iter().zip(&self.stage.deductions);
        let deductions = both.map(|(told, deduction)| wire::Deduction {
            place: told.place.clone(),
            value: deduction.value,
            is: deduction.is,
            what: told.what.clone(),
            how: told.how.clone(),
            given: told.facts.clone(),
            rules: rule_objects(&told.rules),
            because: told.reason(),
        });
        wire::Step {
            schema: wire::Step::SCHEMA,
            step: self.number,
            kind: self.kind.clone(),
            deductions: deductions.collect(),
        }
    }
}
