//! `puzgen solve`: solves a board, or says why it has no solution.

use clap::Args;
use serde_json::Value as Json;

use crate::choices::{REPORTS, drawn_report_help};
use crate::output::Console;
use crate::position::{is_json, positions};
use crate::screen::Screen;
use crate::stop::StopWatcher;
use crate::what_if::Question;
use crate::{DefinitionArgs, EngineArgs, ExitStatus, Failure};
use puzgen_api::jumble::moved;
use puzgen_api::reports::solving::assumptions;
use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_board::shelf::{Prepared, Shelf};
use puzgen_export::{Context, answer_object, answer_text, characters};
use puzgen_model::puzzle::ParsedBoard;
use puzgen_solve::{InOrder, Listing, Solver};
use puzgen_vocabulary::lower::gave_up_problem;
use puzgen_wire::{self as wire, Outcome, Solution};

/// Solve a board
#[derive(Debug, Args)]
pub(super) struct Solve {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The board: a path, `-` for standard input, or the board itself
    board: String,
    /// Count the solutions, up to K
    #[arg(long, value_name = "K", conflicts_with = "all")]
    count_solutions: Option<usize>,
    /// Print the values that each place has in some solution
    #[arg(long, conflicts_with_all = ["all", "count_solutions"])]
    candidates: bool,
    /// Say why no solution has this value at this place, such as `7@r1c2`, or print the first that has
    #[arg(
        long,
        value_name = "VALUE@PLACE",
        conflicts_with_all = ["all", "count_solutions", "candidates"],
    )]
    why_not: Option<String>,
    /// List up to K solutions
    #[arg(long, value_name = "K")]
    all: Option<usize>,
    #[arg(long, short, help = drawn_report_help(), value_name = "NAME")]
    format: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Solve {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let as_json = is_json("solve", self.format.as_deref().unwrap_or(REPORTS[0]))?;
        if self.all == Some(0) || self.count_solutions == Some(0) {
            let message = "no solution is asked for";
            return Err(Problem::bare(Code::Usage, message).help("ask for one at least").into());
        }
        let definition = self.definition.load(console)?;
        let shelf = Shelf::new(&definition);
        let positions = positions(console, &self.definition, &shelf, &[&self.board])?;
        let [position] = positions.as_slice() else { puzgen_base::bug!("one board was asked for") };
        let Prepared { instance, lowered, .. } = position.prepared;
        let assumptions = assumptions(lowered, &position.input.board.givens(instance));
        let engine = self.engine.engine(&lowered.csp)?;
        let stop = StopWatcher::watch(self.engine.timeout)?;
        let mut budget = Budget::new(self.engine.budget, stop.flag.clone());
        let question = Question { position, engine, as_json };
        if self.candidates {
            return question.candidates(console, &mut budget);
        }
        if let Some(asked) = &self.why_not {
            return question.why_not(console, asked, &mut budget);
        }
        let context = Context::new(instance, &lowered.fact_domains, true);
        let mut solver = Solver::new(lowered, engine);
        if let Some(most) = self.count_solutions {
            let found = solver.count(&assumptions, most, &mut budget).map_err(spent)?;
            return counted(console, found, found < most, as_json);
        }
        let listing = solver.list(&assumptions, self.most(), &mut budget).map_err(spent)?;
        let screen = if self.format.is_none() { Screen::of_stdout() } else { None };
        let board = &position.input.board;
        let printer = Printer { console, context, board, as_json, screen, stop: &stop, printed: 0 };
        match listing {
            Listing::All(solutions) if solutions.is_empty() => {
                question.no_solution(printer.console, &mut budget)
            }
            Listing::All(solutions) => self.all_of_them(printer, &solutions),
            Listing::More(found, rest) => self.some_of_them(printer, found, rest, &mut budget),
        }
    }

    /// Returns how many solutions are listed at most.
    fn most(&self) -> usize {
        self.all.unwrap_or(2).max(1)
    }

    /// Prints solutions that are all there are.
    fn all_of_them(&self, mut printer: Printer<'_>, solutions: &[Vec<i64>]) -> ExitStatus {
        if let [only] = solutions {
            printer.unique(only)?;
            return Ok(0);
        }
        printer.begin(&match self.all {
            None => "at least two solutions".to_owned(),
            Some(_) => format!("{} solutions", solutions.len()),
        })?;
        for solution in solutions {
            printer.solution(solution)?;
        }
        printer.end(None)?;
        Ok(1)
    }

    /// Prints some of more than `found` solutions as they come.
    fn some_of_them(
        &self,
        mut printer: Printer<'_>,
        found: usize,
        mut rest: InOrder<'_, '_>,
        budget: &mut Budget,
    ) -> ExitStatus {
        let most = self.most();
        printer.begin(&match self.all {
            None => "at least two solutions".to_owned(),
            Some(most) if most <= found => more(most),
            Some(_) => format!("more than {found} solutions"),
        })?;
        let mut next = rest.next(budget);
        while let (Ok(Some(solution)), true) = (&next, printer.printed < most) {
            printer.solution(solution)?;
            next = match most <= found && printer.printed == most {
                // It was said that there are more.
                true => Ok(None),
                false => rest.next(budget),
            };
        }
        let printed = printer.printed;
        printer.end(match &next {
            _ if most <= found => None,
            Ok(None) => Some(format!("{printed} solutions")),
            Ok(Some(_)) => Some(more(printed)),
            Err(_) => None,
        })?;
        next.map_err(spent)?;
        Ok(1)
    }
}

/// Prints how many solutions were found, and whether these are all.
fn counted(console: &mut Console, found: usize, is_complete: bool, as_json: bool) -> ExitStatus {
    let text = if as_json {
        let schema = wire::Count::SCHEMA;
        wire::line(&wire::Count { schema, solutions: found, complete: is_complete })
    } else if is_complete {
        format!("{found}\n")
    } else {
        format!("at least {found}\n")
    };
    console.print(&text)?;
    Ok(u8::from(found != 1 || !is_complete))
}

/// Returns that there are more than those printed.
fn more(printed: usize) -> String {
    format!("{printed} solutions, and there are more")
}

/// Prints solutions one after the other, each at once and as a whole.
struct Printer<'p> {
    console: &'p mut Console,
    context: Context<'p>,
    /// What is known of the puzzle.
    board: &'p ParsedBoard,
    as_json: bool,
    /// Where solutions are drawn.
    screen: Option<Screen>,
    stop: &'p StopWatcher,
    printed: usize,
}

impl Printer<'_> {
    /// Prints what belongs together.
    fn print(&mut self, text: &str) -> Result<(), Failure> {
        let gate = self.stop.gate();
        let printed = self.console.print(text);
        drop(gate);
        Ok(printed?)
    }

    /// Prints the only solution.
    fn unique(&mut self, solution: &[i64]) -> Result<(), Failure> {
        let text = match self.as_json {
            true => {
                let answer = answer_object(&self.context, solution);
                wire::line(&Solution::new(Outcome::Unique { answer }))
            }
            false => self.shown(solution)?,
        };
        self.print(&text)
    }

    /// Begins a list, of which this is said.
    fn begin(&mut self, remark: &str) -> Result<(), Failure> {
        let text = match self.as_json {
            true => Solution::several().0,
            false => format!("# {remark}\n"),
        };
        self.print(&text)
    }

    /// Prints a solution of a list.
    fn solution(&mut self, solution: &[i64]) -> Result<(), Failure> {
        let is_first = self.printed == 0;
        self.printed += 1;
        let text = match (self.as_json, is_first) {
            (true, true) => self.answer(solution),
            (true, false) => format!(",{}", self.answer(solution)),
            (false, true) => self.shown(solution)?,
            (false, false) => format!("\n{}", self.shown(solution)?),
        };
        self.print(&text)
    }

    /// Returns a solution for people: drawn into the puzzle, where that fits on the terminal.
    fn shown(&self, solution: &[i64]) -> Result<String, Problem> {
        let text = answer_text(&self.context, solution);
        let Some(screen) = self.screen else { return Ok(text) };
        let (told, shown) = (self.board.told(), self.board.shown());
        let puzzle = moved((0, 0), told, shown, vec![solution.to_vec()], None);
        Ok(match characters(&self.context, &puzzle)? {
            Some(drawing) if !drawing.lines.is_empty() => match screen.too_narrow(&drawing) {
                Some(remark) => format!("{remark}{text}"),
                None => format!("{}{}", drawing.captions_text(), screen.board(&drawing)),
            },
            _ => text,
        })
    }

    fn answer(&self, solution: &[i64]) -> String {
        Json::Object(answer_object(&self.context, solution)).to_string()
    }

    /// Ends a list, of which this is said in the end.
    fn end(&mut self, remark: Option<String>) -> Result<(), Failure> {
        match (self.as_json, remark) {
            (true, _) => self.print(&Solution::several().1),
            (false, Some(remark)) => self.print(&format!("\n# {remark}\n")),
            (false, None) => Ok(()),
        }
    }
}

fn spent(reason: GaveUp) -> Failure {
    Failure::Problems(gave_up_problem(&reason).into(), 3)
}
