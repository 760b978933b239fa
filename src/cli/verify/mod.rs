//! `puzgen verify`: proves anyone's puzzles with two engines.

pub(super) mod report;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use clap::Args;

use crate::board::position::Position;
use crate::board::read::Input;
use crate::board::shelf::{Prepared, Shelf};
use crate::budget::Budget;
use crate::cli::choices::{REPORTS, report_help};
use crate::cli::input::parse_bounds;
use crate::cli::output::Console;
use crate::cli::pair::{Pair, chosen, parse_pair};
use crate::cli::position::{is_json, one_from_stdin};
use crate::cli::puzzles::{Given, Puzzles};
use crate::cli::stop::Stop;
use crate::cli::{DefinitionArgs, Ended, Failure};
use crate::diagnostics::{Code, Problem};
use crate::generate::Bounds;
use crate::verify::{Counted, Unproved, Verifier, default_engines};
use report::{Proof, Report, Status, Totals, WrongAnswer};

/// Prove puzzles with two engines
#[derive(Debug, Args)]
pub(super) struct Verify {
    #[command(flatten)]
    definition: DefinitionArgs,
    /// The puzzles: a path, `-` for standard input, or the text itself. One board a line, one JSON
    /// object a line, or one board of several lines
    puzzles: String,
    /// How many solutions are right: a number, or `A..B` with both ends included; without it what
    /// comes with the puzzle, otherwise one
    #[arg(long, value_name = "N|A..B")]
    solutions: Option<String>,
    /// Name the givens that can go, each alone
    #[arg(long)]
    redundant: bool,
    /// The two engines, such as `z3:booleans,z3:integers`
    #[arg(long, value_name = "PAIR")]
    verify: Option<String>,
    #[arg(long, short, help = report_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
    /// Bound the work of each engine on a puzzle, in solver steps
    #[arg(long, value_name = "STEPS")]
    budget: Option<u64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

impl Verify {
    pub(super) fn run(&self, console: &mut Console) -> Ended {
        let as_json = is_json("verify", &self.format)?;
        one_from_stdin(&[&self.definition.file, &self.puzzles])?;
        let pair = self.verify.as_deref().map(parse_pair).transpose()?;
        let asked = self.solutions.as_deref().map(|text| parse_bounds(text, 0)).transpose()?;
        let definition = self.definition.load(console)?;
        let settings = self.definition.settings(console)?;
        let shelf = Shelf::new(&definition);
        let mut puzzles = Puzzles::open(console, &self.puzzles, &definition, settings, &shelf)?;
        let stop = Stop::watch(self.timeout)?;
        // By the number of the instance.
        let mut verifiers: BTreeMap<usize, Verifier<'_>> = BTreeMap::new();
        let mut totals = Totals::default();
        while let Some(given) = puzzles.next(console)? {
            if stop.flag.is_set() {
                console.remark(&format!("stopped after {}", totals.describe()));
                return Ok(totals.code().max(Status::GaveUp.code()));
            }
            let Given { line, span, read } = given;
            let report = match read {
                Ok(Position { prepared, input }) => {
                    let verifier = match verifiers.entry(prepared.number) {
                        Entry::Occupied(open) => open.into_mut(),
                        Entry::Vacant(place) => place.insert(open(prepared, pair.as_ref())?),
                    };
                    totals.prove_with(&verifier.engines());
                    verifier.begin(&Budget::new(self.budget, stop.flag.clone()));
                    let expected = expected(asked, input.solutions);
                    let proof = self.prove(verifier, prepared, &input, expected);
                    Report::proved(prepared, &input, expected, verifier.engines(), proof, span)
                }
                Err(problems) => Report::unreadable(problems),
            };
            totals.add(report.status);
            let number = totals.puzzles();
            console.print(&if as_json {
                format!("{}\n", report.json(number, line, &console.sources))
            } else {
                format!("{}:{line}: {}\n", puzzles.name(), report.text())
            })?;
            console.problems(report.problems);
        }
        if totals.puzzles() == 0 {
            return Err(puzzles.none().into());
        }
        console.remark(&totals.describe());
        Ok(totals.code())
    }

    fn prove(
        &self,
        verifier: &mut Verifier<'_>,
        prepared: &Prepared<'_>,
        input: &Input,
        expected: Bounds,
    ) -> Result<Proof, Unproved> {
        let givens = input.board.givens(&prepared.instance);
        let givens: Vec<(usize, i64)> = givens.iter().map(|(fact, v, _)| (*fact, *v)).collect();
        let count = verifier.count(&givens, expected.at_most)?;
        let mut wrong_answer = None;
        for answer in input.answers() {
            if wrong_answer.is_none() {
                wrong_answer = self.wrong(verifier, prepared, &givens, &count, answer)?;
            }
        }
        let redundant = match self.redundant && count.is_complete && count.number > 0 {
            true => Some(verifier.redundant(&givens)?),
            false => None,
        };
        Ok(Proof { number: count.number, is_complete: count.is_complete, wrong_answer, redundant })
    }

    /// Compares an answer that comes with the puzzle.
    fn wrong(
        &self,
        verifier: &mut Verifier<'_>,
        prepared: &Prepared<'_>,
        givens: &[(usize, i64)],
        count: &Counted,
        answer: &[Option<i64>],
    ) -> Result<Option<WrongAnswer>, Unproved> {
        let is_allowed = if count.is_complete {
            let agrees = |solution: &Vec<i64>| {
                answer.iter().zip(solution).all(|(value, right)| value.is_none_or(|v| v == *right))
            };
            count.solutions.iter().any(agrees)
        } else {
            verifier.allows(givens, answer)?
        };
        if is_allowed {
            return Ok(None);
        }
        let [only] = count.solutions.as_slice() else { return Ok(Some(WrongAnswer::Somewhere)) };
        let differs = answer.iter().zip(only).position(|(v, right)| v.is_some_and(|v| v != *right));
        Ok(Some(differs.map_or(WrongAnswer::Somewhere, |position| WrongAnswer::At {
            place: prepared.lowered.csp.vars[position].name.clone(),
            is: answer[position].unwrap_or_default(),
            must_be: only[position],
        })))
    }
}

/// Opens the sessions for an instance.
fn open<'s>(prepared: &'s Prepared<'s>, pair: Option<&Pair>) -> Result<Verifier<'s>, Failure> {
    let csp = &prepared.lowered.csp;
    let engines = match pair {
        Some(names) => chosen(names, csp)?,
        None => default_engines(csp),
    };
    if engines.is_empty() {
        let message = "no engine can take this puzzle: its numbers are too large";
        return Err(Problem::bare(Code::Usage, message)
            .help("give smaller ranges, or smaller products and sums")
            .into());
    }
    Ok(Verifier::new(&prepared.instance, &prepared.lowered, &engines))
}

/// Returns the number of solutions that is right: what was asked for, else what comes with the
/// puzzle, else one.
fn expected(asked: Option<Bounds>, claimed: Option<u64>) -> Bounds {
    let claimed = claimed.map_or(1, |number| usize::try_from(number).unwrap_or(usize::MAX));
    asked.unwrap_or(Bounds { at_least: claimed, at_most: claimed })
}
