//! A puzzle proved by two engines: what is said of it, and of many together.

use std::collections::{BTreeMap, BTreeSet};

use crate::reports::others::OtherSolutions;
use crate::reports::problem_object;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{Sources, Span};
use puzgen_board::position::PreparedBoard;
use puzgen_board::shelf::Prepared;
use puzgen_generate::Bounds;
use puzgen_model::instance::Instance;
use puzgen_solve::verify::{SolutionCount, Unproved, Verifier, describe_count};
use puzgen_vocabulary::lower::gave_up_problem;
use puzgen_wire::{self as wire, Verified};

/// Where an answer that comes with a puzzle is wrong.
#[derive(Debug, Clone)]
pub enum WrongAnswer {
    /// The first wrong value, where there is one solution.
    At {
        /// Where it is.
        place: String,
        /// What it says there.
        is: i64,
        /// What it must say.
        must_be: i64,
    },
    /// No solution has these values together.
    Somewhere,
}

/// What was proved of a puzzle.
#[derive(Debug)]
pub struct CountProof {
    /// How many solutions were found.
    pub number: usize,
    /// Whether these are all.
    pub is_complete: bool,
    /// What is wrong with the answer that comes with it.
    pub wrong_answer: Option<WrongAnswer>,
    /// The facts that can go, if that was asked for.
    pub redundant: Option<Vec<usize>>,
    /// Other solutions, if they were asked for.
    pub others: Option<OtherSolutions>,
}

/// What is proved beside the number of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProofOptions {
    /// Whether the givens are named that can go.
    pub redundant: bool,
    /// Whether other solutions are shown.
    pub others: bool,
}

impl CountProof {
    /// Proves how many solutions a puzzle has, up to one more than may be, what it says of itself, and what is
    /// asked for by `options`.
    ///
    /// # Errors
    /// Where an engine gave up, or they disagree.
    pub fn of(
        verifier: &mut Verifier<'_>,
        position: &PreparedBoard<'_, '_>,
        expected: Bounds,
        options: ProofOptions,
    ) -> Result<Self, Unproved> {
        let givens = position.givens();
        let count = verifier.count(&givens, expected.at_most)?;
        let mut wrong_answer = None;
        for answer in position.input.answers() {
            if wrong_answer.is_none() {
                wrong_answer = wrong(verifier, position.prepared, &givens, &count, answer)?;
            }
        }
        let redundant = match options.redundant && count.is_complete && count.number > 0 {
            true => Some(verifier.redundant(&givens)?),
            false => None,
        };
        let others = match options.others {
            true => Some(OtherSolutions::of(verifier, position, &count)?),
            false => None,
        };
        let SolutionCount { number, is_complete, .. } = count;
        Ok(Self { number, is_complete, wrong_answer, redundant, others })
    }
}

/// Compares an answer that comes with the puzzle.
fn wrong(
    verifier: &mut Verifier<'_>,
    prepared: &Prepared<'_>,
    givens: &[(usize, i64)],
    count: &SolutionCount,
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

/// Returns the number of solutions that is right: what was asked for, else what comes with the
/// puzzle, else one.
pub fn expected(asked: Option<Bounds>, claimed: Option<u64>) -> Bounds {
    let claimed = claimed.map_or(1, |number| usize::try_from(number).unwrap_or(usize::MAX));
    asked.unwrap_or(Bounds { at_least: claimed, at_most: claimed })
}

/// All that is said of a puzzle.
#[derive(Debug)]
pub struct VerificationReport {
    /// How it did.
    pub status: Verified,
    /// What is wrong.
    pub problems: Diagnostics,
    expected: Option<Bounds>,
    proof: Option<CountProof>,
    claimed: Option<u64>,
    has_answer: bool,
    givens: Option<usize>,
    /// Those that can go, in words.
    redundant: Option<Vec<String>>,
    verified: Vec<&'static str>,
}

impl VerificationReport {
    /// Returns what is said of a puzzle that could not be read.
    pub fn unreadable(problems: Diagnostics) -> Self {
        Self {
            status: Verified::Unreadable,
            problems,
            expected: None,
            proof: None,
            claimed: None,
            has_answer: false,
            givens: None,
            redundant: None,
            verified: Vec::new(),
        }
    }

    /// Returns what is said of a puzzle that engines were asked about. `span` is its text.
    pub fn proved(
        position: &PreparedBoard<'_, '_>,
        expected: Bounds,
        engines: Vec<&'static str>,
        proof: Result<CountProof, Unproved>,
        span: Span,
    ) -> Self {
        let PreparedBoard { prepared, input } = position;
        let mut problems = Diagnostics::new();
        let (status, proof) = match proof {
            Ok(proof) => {
                let claims = input.solutions.map(|number| number.to_string());
                let is_claimed = !proof.is_complete
                    || claims.is_none_or(|claim| claim == proof.number.to_string());
                let is_right = (expected.at_least..=expected.at_most).contains(&proof.number)
                    && proof.is_complete
                    && is_claimed
                    && proof.wrong_answer.is_none();
                let status = if is_right { Verified::AsExpected } else { Verified::NotAsExpected };
                (status, Some(proof))
            }
            Err(Unproved::GaveUp { engine, reason }) => {
                let label = format!("`{engine}` gave up on this puzzle");
                problems.push(gave_up_problem(&reason).label(span, label));
                (Verified::GaveUp, None)
            }
            Err(Unproved::Disagreement(message)) => {
                problems.push(disagreement(&prepared.instance, message, span));
                (Verified::Disagreement, None)
            }
        };
        let describe = |fact: &usize| prepared.instance.describe_fact(*fact);
        let redundant = proof.as_ref().and_then(|proof| proof.redundant.as_ref());
        Self {
            status,
            problems,
            expected: Some(expected),
            redundant: redundant.map(|facts| facts.iter().map(describe).collect()),
            verified: if proof.is_some() { engines } else { Vec::new() },
            proof,
            claimed: input.solutions,
            has_answer: input.answers().next().is_some(),
            givens: Some(input.board.shown().iter().filter(|is_shown| **is_shown).count()),
        }
    }

    /// Adds what is wrong with something that belongs to a puzzle which is right itself.
    pub fn refuse(&mut self, problem: Problem) {
        let gave_up = problem.code() == Code::GaveUp;
        self.status = if gave_up { Verified::GaveUp } else { Verified::NotAsExpected };
        self.problems.push(problem);
    }

    /// Returns what is shown of other solutions, as lines for people.
    pub fn boards(&self) -> &str {
        let others = self.proof.as_ref().and_then(|proof| proof.others.as_ref());
        others.map_or("", OtherSolutions::text)
    }

    /// Returns one line for people.
    pub fn text(&self) -> String {
        let Some(proof) = &self.proof else {
            return match self.status {
                Verified::Unreadable => "unreadable".to_owned(),
                Verified::Disagreement => "the engines disagree".to_owned(),
                _ => "no answer".to_owned(),
            };
        };
        let mut words = vec![describe_count(proof.number, proof.is_complete)];
        if let Some(expected) = self.expected
            && !(proof.is_complete
                && (expected.at_least..=expected.at_most).contains(&proof.number))
        {
            words.push(format!("expected {}", describe_bounds(expected)));
        }
        let is_all = |claim: &u64| proof.is_complete && usize::try_from(*claim) == Ok(proof.number);
        if let Some(claim) = self.claimed.filter(|claim| proof.is_complete && !is_all(claim)) {
            words.push(format!("but it says {claim}"));
        }
        match &proof.wrong_answer {
            None => {}
            Some(WrongAnswer::At { place, is, must_be }) => {
                words.push(format!("its answer is wrong: {place} is {must_be}, not {is}"));
            }
            Some(WrongAnswer::Somewhere) => words.push("its answer is wrong".to_owned()),
        }
        match self.redundant.as_deref() {
            None => {}
            Some([]) => words.push("minimal".to_owned()),
            Some([only]) => words.push(format!("1 given can go: {only}")),
            Some(several) => words.push(format!(
                "{} givens can go, each alone: {}",
                several.len(),
                several.join(", ")
            )),
        }
        words.join(", ")
    }

    /// Returns the report as an object.
    pub fn object(&self, number: usize, line: usize, sources: &Sources) -> wire::Verification {
        let proof = self.proof.as_ref();
        let answer = proof.filter(|_| self.has_answer).map(|proof| proof.wrong_answer.is_none());
        wire::Verification {
            schema: wire::Verification::SCHEMA,
            number,
            line,
            status: self.status,
            solutions: proof.map(|proof| proof.number),
            complete: proof.map(|proof| proof.is_complete),
            expected: self.expected.map(|bounds| [bounds.at_least, bounds.at_most]),
            givens: self.givens,
            minimal: self.redundant.as_ref().map(Vec::is_empty),
            redundant: self.redundant.clone(),
            answer_is_right: answer,
            verified: self.verified.clone(),
            problems: self.problems.iter().map(|it| problem_object(it, sources)).collect(),
            other_solutions: proof
                .and_then(|proof| proof.others.as_ref())
                .map(OtherSolutions::objects),
        }
    }
}

/// Returns the report of a bug that the user is asked to pass on.
fn disagreement(instance: &Instance<'_>, message: String, span: Span) -> Problem {
    let params: Vec<String> =
        instance.params().map(|(name, value)| format!("{name}={value}")).collect();
    let with = if params.is_empty() { String::new() } else { format!(" ({})", params.join(" ")) };
    Problem::error(Code::Disagreement, message, span, "about this puzzle").help(format!(
        "this is a bug in puzgen {}: please report it with this puzzle, the definition{with} and \
         these names of engines",
        env!("CARGO_PKG_VERSION")
    ))
}

fn describe_bounds(bounds: Bounds) -> String {
    match (bounds.at_least, bounds.at_most) {
        (0, 0) => "none".to_owned(),
        (1, 1) => "one".to_owned(),
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least}..{most}"),
    }
}

/// All puzzles so far.
#[derive(Debug, Default)]
pub struct VerificationTotals {
    by_status: BTreeMap<Verified, usize>,
    engines: BTreeSet<String>,
}

impl VerificationTotals {
    /// Counts a puzzle.
    pub fn add(&mut self, status: Verified) {
        *self.by_status.entry(status).or_default() += 1;
    }

    /// Notes which engines proved a puzzle.
    pub fn prove_with(&mut self, engines: &[&str]) {
        self.engines.insert(match engines {
            [only] => format!("{only} alone, as no other engine takes the problem"),
            names => names.join(" and "),
        });
    }

    /// Returns the number of puzzles.
    pub fn puzzles(&self) -> usize {
        self.by_status.values().sum()
    }

    /// Returns the exit status that says how the worst of them did.
    pub fn code(&self) -> u8 {
        self.by_status.keys().next_back().map_or(0, |status| exit_status(*status))
    }

    /// Returns the summary.
    pub fn describe(&self) -> String {
        let all = self.puzzles();
        let of = |status| self.by_status.get(&status).copied().unwrap_or(0);
        let mut words = vec![format!("{} as expected", of(Verified::AsExpected))];
        for (status, what) in [
            (Verified::NotAsExpected, "not"),
            (Verified::Unreadable, "unreadable"),
            (Verified::GaveUp, "without an answer"),
            (Verified::Disagreement, "on which the engines disagree"),
        ] {
            if of(status) > 0 {
                words.push(format!("{} {what}", of(status)));
            }
        }
        let engines: Vec<&str> = self.engines.iter().map(String::as_str).collect();
        let by = match engines.as_slice() {
            [] => String::new(),
            names => format!("; engines: {}", names.join("; ")),
        };
        let ending = if all == 1 { "" } else { "s" };
        format!("{all} puzzle{ending}: {}{by}", words.join(", "))
    }
}

/// Returns the exit status that says how a puzzle did.
pub fn exit_status(status: Verified) -> u8 {
    match status {
        Verified::AsExpected => 0,
        Verified::NotAsExpected => 1,
        Verified::Unreadable => 2,
        Verified::GaveUp => 3,
        Verified::Disagreement => 101,
    }
}
