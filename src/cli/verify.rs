//! `puzgen verify`: proves anyone's puzzles with two engines.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::PathBuf;

use clap::Args;

use crate::certificate::{Certificates, Proved};
use crate::choices::{REPORTS, pair_help, report_help};
use crate::host::engines;
use crate::input::parse_bounds;
use crate::output::Console;
use crate::pair::{Pair, parse_pair};
use crate::position::{is_json, one_from_stdin};
use crate::puzzles::{NextPuzzle, Puzzles};
use crate::stop::StopWatcher;
use crate::{DefinitionArgs, ExitStatus, Failure};
use puzgen_api::pair::chosen;
use puzgen_api::reports::verification::{
    CountProof, ProofOptions, VerificationReport, VerificationTotals, exit_status, expected,
};
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_board::position::PreparedBoard;
use puzgen_board::shelf::{Prepared, Shelf};
use puzgen_solve::verify::Verifier;
use puzgen_wire::{self as wire, Verified};

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
    /// For each given, show the other solution that the puzzle has without it; of a puzzle with
    /// several solutions, show where the first two differ
    #[arg(long)]
    other_solution: bool,
    #[arg(long, help = pair_help(), value_name = "PAIR")]
    verify: Option<String>,
    #[arg(long, short, help = report_help(), default_value = REPORTS[0], value_name = "NAME")]
    format: String,
    /// Write a certificate of each puzzle with one solution into a folder: a problem in DIMACS, `NAME-NUMBER.cnf`, that has a
    /// solution exactly where the puzzle has another one
    #[arg(long, value_name = "FOLDER")]
    certify: Option<PathBuf>,
    /// Have a program write the proof beside it that there is none, `NAME-NUMBER.lrat`: CaDiCaL, or what takes its options
    #[arg(long, value_name = "PROGRAM", requires = "certify")]
    prover: Option<String>,
    /// Check that the problems in a folder are those of the puzzles; what proves them is for other programs
    #[arg(long, value_name = "FOLDER", conflicts_with = "certify")]
    certificate: Option<PathBuf>,
    /// Bound the work of each engine on a puzzle, in solver steps
    #[arg(long, value_name = "STEPS")]
    budget: Option<u64>,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
}

impl Verify {
    pub(super) fn run(&self, console: &mut Console) -> ExitStatus {
        let as_json = is_json("verify", &self.format)?;
        one_from_stdin(&[&self.definition.file, &self.puzzles])?;
        let pair = self.verify.as_deref().map(parse_pair).transpose()?;
        let asked = self.solutions.as_deref().map(|text| parse_bounds(text, 0)).transpose()?;
        let definition = self.definition.load(console)?;
        let settings = self.definition.settings(console)?;
        let shelf = Shelf::new(&definition);
        let mut puzzles = Puzzles::open(console, &self.puzzles, &definition, settings, &shelf)?;
        let stop = StopWatcher::watch(self.timeout)?;
        // By the number of the instance.
        let mut verifiers: BTreeMap<usize, Verifier<'_>> = BTreeMap::new();
        let mut totals = VerificationTotals::default();
        while let Some(given) = puzzles.next(console)? {
            if stop.flag.is_set() {
                console.remark(&format!("stopped after {}", totals.describe()));
                return Ok(totals.code().max(exit_status(Verified::GaveUp)));
            }
            let NextPuzzle { line, span, read } = given;
            let report = match read {
                Ok(position) => {
                    let verifier = match verifiers.entry(position.prepared.number) {
                        Entry::Occupied(open) => open.into_mut(),
                        Entry::Vacant(place) => {
                            place.insert(open(position.prepared, pair.as_ref())?)
                        }
                    };
                    totals.prove_with(&verifier.engines());
                    verifier.begin(&Budget::new(self.budget, stop.flag.clone()));
                    let expected = expected(asked, position.input.solutions);
                    let options =
                        ProofOptions { redundant: self.redundant, others: self.other_solution };
                    let proof = CountProof::of(verifier, &position, expected, options);
                    let engines = verifier.engines();
                    let mut report =
                        VerificationReport::proved(&position, expected, engines, proof, span);
                    let number = totals.puzzles() + 1;
                    if report.status == Verified::AsExpected
                        && let Err(problem) = self.certified(verifier, &position, number, &stop)
                    {
                        report.refuse(problem.label(span, "this puzzle"));
                    }
                    report
                }
                Err(problems) => VerificationReport::unreadable(problems),
            };
            totals.add(report.status);
            let number = totals.puzzles();
            console.print(&if as_json {
                wire::line(&report.object(number, line, &console.sources))
            } else {
                format!("{}:{line}: {}\n{}", puzzles.name(), report.text(), report.boards())
            })?;
            console.problems(report.problems);
        }
        if totals.puzzles() == 0 {
            return Err(puzzles.none().into());
        }
        console.remark(&totals.describe());
        Ok(totals.code())
    }
}

impl Verify {
    /// Writes or checks the certificate of a puzzle with one solution.
    fn certified(
        &self,
        verifier: &mut Verifier<'_>,
        position: &PreparedBoard<'_, '_>,
        number: usize,
        stop: &StopWatcher,
    ) -> Result<(), Problem> {
        let Some(folder) = self.certify.as_ref().or(self.certificate.as_ref()) else {
            return Ok(());
        };
        let certificates = Certificates { folder: folder.clone(), prover: self.prover.clone() };
        let mut budget = Budget::new(self.budget, stop.flag.clone());
        verifier.begin(&budget);
        match verifier.count(&position.givens(), 1) {
            Ok(count) if count.is_complete => {
                let Some(solution) = count.solutions.first() else { return Ok(()) };
                let proved = Proved { position, solution, number };
                match self.certify {
                    Some(_) => certificates.write(&proved, &mut budget),
                    None => certificates.check(&proved, &mut budget),
                }
            }
            // What was proved just now has several solutions, as is expected of it.
            Ok(_) | Err(_) => Ok(()),
        }
    }
}

/// Opens the sessions for an instance.
fn open<'s>(prepared: &'s Prepared<'s>, pair: Option<&Pair>) -> Result<Verifier<'s>, Failure> {
    let csp = &prepared.lowered.csp;
    let engines = match pair {
        Some(names) => chosen(names, engines(), csp)?,
        None => engines().pair(csp),
    };
    if engines.is_empty() {
        let message = "no engine can take this puzzle: its numbers are too large";
        return Err(Problem::bare(Code::Usage, message)
            .help("give smaller ranges, or smaller products and sums")
            .into());
    }
    Ok(Verifier::new(prepared.borrowed(), &engines))
}
