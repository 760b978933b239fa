//! What `puzgen verify` says of a puzzle, as text and as JSON, and of all of them together.

use serde_json::{Map, Value as Json, json};

use crate::board::read::Input;
use crate::board::shelf::Prepared;
use crate::diagnostics::{Code, Diagnostics, Problem};
use crate::generate::Bounds;
use crate::lower::gave_up_problem;
use crate::source::{Sources, Span};
use crate::verify::{Unproved, describe_count};

/// The schema of reports.
const VERIFICATION: &str = "puzgen.verification/1";

/// How a puzzle did, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Status {
    AsExpected,
    NotAsExpected,
    Unreadable,
    GaveUp,
    Disagreement,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Self::AsExpected => "as_expected",
            Self::NotAsExpected => "not_as_expected",
            Self::Unreadable => "unreadable",
            Self::GaveUp => "gave_up",
            Self::Disagreement => "disagreement",
        }
    }

    /// Returns the exit status that says so.
    pub(super) fn code(self) -> u8 {
        match self {
            Self::AsExpected => 0,
            Self::NotAsExpected => 1,
            Self::Unreadable => 2,
            Self::GaveUp => 3,
            Self::Disagreement => 101,
        }
    }
}

/// Where an answer that comes with a puzzle is wrong.
#[derive(Debug, Clone)]
pub(super) enum WrongAnswer {
    /// The first wrong value, where there is one solution.
    At { place: String, is: i64, must_be: i64 },
    /// No solution has these values together.
    Somewhere,
}

/// What was proved of a puzzle.
#[derive(Debug)]
pub(super) struct Proof {
    pub(super) number: usize,
    pub(super) is_complete: bool,
    pub(super) wrong_answer: Option<WrongAnswer>,
    /// The facts that can go, if that was asked for.
    pub(super) redundant: Option<Vec<usize>>,
}

/// All that is said of a puzzle.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) status: Status,
    pub(super) problems: Diagnostics,
    expected: Option<Bounds>,
    proof: Option<Proof>,
    claimed: Option<u64>,
    has_answer: bool,
    givens: Option<usize>,
    /// Those that can go, in words.
    redundant: Option<Vec<String>>,
    verified: Vec<&'static str>,
}

impl Report {
    /// Returns what is said of a puzzle that could not be read.
    pub(super) fn unreadable(problems: Diagnostics) -> Self {
        Self {
            status: Status::Unreadable,
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
    pub(super) fn proved(
        prepared: &Prepared<'_>,
        input: &Input,
        expected: Bounds,
        engines: Vec<&'static str>,
        proof: Result<Proof, Unproved>,
        span: Span,
    ) -> Self {
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
                let status = if is_right { Status::AsExpected } else { Status::NotAsExpected };
                (status, Some(proof))
            }
            Err(Unproved::GaveUp { engine, reason }) => {
                let label = format!("`{engine}` gave up on this puzzle");
                problems.push(gave_up_problem(&reason).label(span, label));
                (Status::GaveUp, None)
            }
            Err(Unproved::Disagreement(message)) => {
                problems.push(disagreement(&prepared.instance, message, span));
                (Status::Disagreement, None)
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

    /// Returns one line for people.
    pub(super) fn text(&self) -> String {
        let Some(proof) = &self.proof else {
            return match self.status {
                Status::Unreadable => "unreadable".to_owned(),
                Status::Disagreement => "the engines disagree".to_owned(),
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
    pub(super) fn json(&self, number: usize, line: usize, sources: &Sources) -> Json {
        let mut object = Map::new();
        let mut put = |name: &str, value: Json| {
            object.insert(name.to_owned(), value);
        };
        let proof = self.proof.as_ref();
        put("schema", VERIFICATION.into());
        put("number", number.into());
        put("line", line.into());
        put("status", self.status.name().into());
        put("solutions", proof.map(|proof| proof.number).into());
        put("complete", proof.map(|proof| proof.is_complete).into());
        put("expected", self.expected.map(|bounds| [bounds.at_least, bounds.at_most]).into());
        put("givens", self.givens.into());
        put("minimal", self.redundant.as_ref().map(Vec::is_empty).into());
        put("redundant", self.redundant.clone().into());
        let answer = proof.filter(|_| self.has_answer).map(|proof| proof.wrong_answer.is_none());
        put("answer_is_right", answer.into());
        put("verified", self.verified.clone().into());
        let problems = self.problems.iter().map(|problem| problem_json(problem, sources));
        put("problems", problems.collect());
        Json::Object(object)
    }
}

/// Returns a problem as an object.
pub(in crate::cli) fn problem_json(problem: &Problem, sources: &Sources) -> Json {
    let place = problem.labels().first().map(|label| sources.line_column(label.span));
    json!({
        "code": problem.code().as_str(),
        "message": problem.message(),
        "line": place.map(|(line, _)| line),
        "column": place.map(|(_, column)| column),
        "label": problem.labels().first().map(|label| label.text.clone()),
        "help": problem.help_text(),
    })
}

/// Returns the report of a bug that the user is asked to pass on.
fn disagreement(
    instance: &crate::model::instance::Instance<'_>,
    message: String,
    span: Span,
) -> Problem {
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
pub(super) struct Totals {
    by_status: std::collections::BTreeMap<Status, usize>,
    engines: std::collections::BTreeSet<String>,
}

impl Totals {
    /// Counts a puzzle.
    pub(super) fn add(&mut self, status: Status) {
        *self.by_status.entry(status).or_default() += 1;
    }

    /// Notes which engines proved a puzzle.
    pub(super) fn prove_with(&mut self, engines: &[&str]) {
        self.engines.insert(match engines {
            [only] => format!("{only} alone, as no other engine takes the problem"),
            names => names.join(" and "),
        });
    }

    /// Returns the number of puzzles.
    pub(super) fn puzzles(&self) -> usize {
        self.by_status.values().sum()
    }

    /// Returns the exit status.
    pub(super) fn code(&self) -> u8 {
        self.by_status.keys().next_back().map_or(0, |status| status.code())
    }

    /// Returns the summary.
    pub(super) fn describe(&self) -> String {
        let all = self.puzzles();
        let of = |status| self.by_status.get(&status).copied().unwrap_or(0);
        let mut words = vec![format!("{} as expected", of(Status::AsExpected))];
        for (status, what) in [
            (Status::NotAsExpected, "not"),
            (Status::Unreadable, "unreadable"),
            (Status::GaveUp, "without an answer"),
            (Status::Disagreement, "on which the engines disagree"),
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
