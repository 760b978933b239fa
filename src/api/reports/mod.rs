//! What is said of given puzzles: of each a report, for people as text and for programs as an object of
//! [`wire`].
//!
//! Engines, steps and measures are asked below; this folder puts their answers together. It prints nothing.

pub mod drawn_steps;
pub mod hint;
pub mod marking;
pub mod others;
pub mod rating;
pub mod solving;
pub mod steps;
pub mod verification;
pub mod what_if;

use puzgen_base::diagnostics::Problem;
use puzgen_base::source::Sources;
use puzgen_wire as wire;

/// Returns a problem as an object.
pub(crate) fn problem_object(problem: &Problem, sources: &Sources) -> wire::Problem {
    let main = problem.labels().first();
    let place = main.map(|label| sources.line_column(label.span));
    wire::Problem {
        code: problem.code().as_str().to_owned(),
        message: problem.message().to_owned(),
        line: place.map(|(line, _)| line),
        column: place.map(|(_, column)| column),
        label: main.map(|label| label.text.clone()),
        help: problem.help_text().map(str::to_owned),
    }
}

/// Returns the cases of rules as objects.
fn rule_objects(rules: &[(String, String)]) -> Vec<wire::Rule> {
    let rule = |(rule, sentence): &(String, String)| wire::Rule {
        rule: rule.clone(),
        sentence: sentence.clone(),
    };
    rules.iter().map(rule).collect()
}
