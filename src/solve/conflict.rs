//! Why there is no solution: the rules and givens that cannot hold together, as labels on the
//! user's own lines and squares.

use std::collections::BTreeMap;

use crate::quick_xplain::Culprit;
use crate::solver::Solver;
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::domain::Domain;
use puzgen_base::source::Span;
use puzgen_csp::{Lit, Origin};
use puzgen_engine::Verdict;
use puzgen_model::eval::{FaultAt, Scope};
use puzgen_model::instance::Instance;
use puzgen_model::rules::{sentence_of, unnamed};

/// The steps for the question whether it would be enough to change one given.
const STEPS: u64 = 10_000;

/// Of how many givens that is asked.
const MOST_MENDS: usize = 20;

/// A conflict in words.
#[derive(Debug)]
pub struct Conflict {
    /// Name and sentence of each rule case.
    pub rules: Vec<(String, String)>,
    /// Each given, such as `given at r2c5 = 7`.
    pub givens: Vec<String>,
    labels: Vec<(Span, String)>,
    /// For each given, whether there is a solution without it; empty where that was not asked.
    mends: Vec<bool>,
}

impl Conflict {
    /// Puts the culprits into words. `givens` are those that the question was about, `domains` the
    /// values of each clue fact.
    ///
    /// # Errors
    /// Where a rule's cases cannot be listed.
    pub fn new(
        instance: &Instance<'_>,
        domains: &[Domain],
        culprits: &[Culprit],
        givens: &[(usize, i64, Span)],
    ) -> Result<Self, FaultAt> {
        let mut conflict =
            Self { rules: Vec::new(), givens: Vec::new(), labels: Vec::new(), mends: Vec::new() };
        let mut by_span: BTreeMap<Span, Vec<String>> = BTreeMap::new();
        for culprit in culprits {
            match culprit {
                Culprit::Rule(Origin::Rule { rule, case, span }) => {
                    let rule = &instance.definition.rules[*rule as usize];
                    let sentence = sentence_of(Scope::new(instance), rule, *case as usize)?;
                    by_span.entry(*span).or_default().push(sentence.clone());
                    conflict.rules.push((rule.name.clone(), sentence));
                }
                Culprit::Rule(Origin::Introduced(_)) => {}
                Culprit::Given(position) => {
                    let (given, value, span) = givens[*position];
                    let text = instance.describe_given(domains, given, value);
                    conflict.labels.push((span, text.clone()));
                    conflict.givens.push(text);
                }
            }
        }
        for (span, sentences) in by_span {
            let text = match sentences.as_slice() {
                [only] => only.clone(),
                [first, _] => format!("{first}; and one more case"),
                [first, rest @ ..] => format!("{first}; and {} more cases", rest.len()),
                [] => String::new(),
            };
            conflict.labels.push((span, text));
        }
        Ok(conflict)
    }

    /// Asks which of the givens it would be enough to change, with `solver` under all that is
    /// `assumed`. Where a question is not answered, nothing is said of that.
    #[must_use]
    pub fn with_mends(
        mut self,
        culprits: &[Culprit],
        solver: &mut Solver<'_>,
        assumed: &[Lit],
        budget: &Budget,
    ) -> Self {
        let given = culprits.iter().filter_map(|culprit| match culprit {
            Culprit::Given(position) => Some(*position),
            Culprit::Rule(_) => None,
        });
        for position in given.take(MOST_MENDS) {
            let others = assumed.iter().enumerate().filter(|(at, _)| *at != position);
            let others: Vec<Lit> = others.map(|(_, lit)| *lit).collect();
            self.mends.push(match solver.solve(&others, &mut budget.part(STEPS)) {
                Verdict::Sat(_) => true,
                Verdict::Unsat(_) => false,
                Verdict::GaveUp(_) => break,
            });
        }
        if self.mends.len() < self.givens.len() {
            self.mends.clear();
        }
        self
    }

    /// Returns what to do about the givens.
    fn change(&self) -> String {
        let enough: Vec<&str> = self
            .givens
            .iter()
            .zip(&self.mends)
            .filter(|(_, is_enough)| **is_enough)
            .map(|(given, _)| given.as_str())
            .collect();
        let one = if self.givens.len() == 1 { "the given" } else { "one of the givens" };
        match enough.len() {
            _ if self.mends.is_empty() => format!("change {one}"),
            0 => format!("change {one}, and then others: no single one is enough"),
            all if all == self.givens.len() => format!("change {one}"),
            _ => format!("change {}: no other is enough by itself", enough.join(", or ")),
        }
    }

    /// Lets a problem point at all of it.
    pub fn label(&self, problem: Problem) -> Problem {
        self.labels.iter().fold(problem, |p, (span, text)| p.label(*span, text.clone()))
    }

    /// Returns the problem that points at all of it.
    pub fn problem(&self) -> Problem {
        let message = match (self.rules.len(), self.givens.len()) {
            (_, 0) => "the rules cannot hold together".to_owned(),
            (0, _) => "these givens cannot hold together".to_owned(),
            _ => "these givens cannot hold together under the rules".to_owned(),
        };
        let problem = self.label(Problem::bare(Code::Conflict, message));
        let mut sentences: Vec<String> = Vec::new();
        for (rule, sentence) in &self.rules {
            let sentence = match *sentence == unnamed(rule) {
                true => sentence.clone(),
                false => format!("{rule}: {sentence}"),
            };
            // Cases that differ in what their sentence does not say are told once.
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        let more = sentences.len().saturating_sub(5);
        sentences.truncate(5);
        let more = if more > 0 { format!("; or {more} more") } else { String::new() };
        if self.givens.is_empty() {
            problem.help("drop or loosen one of them")
        } else if sentences.is_empty() {
            problem.help(self.change())
        } else {
            // Each sentence says that a case is broken: if the givens stay, one of them is.
            let all = sentences.join("; or ");
            problem.help(format!("{}; otherwise: {all}{more}", self.change()))
        }
    }
}
