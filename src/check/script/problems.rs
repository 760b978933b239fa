//! From errors of rhai to problems with places in the script.

use rhai::{EvalAltResult, ParseErrorType, Position};

use super::place::Places;
use super::{account, sandbox};
use puzgen_base::diagnostics::{Code, Problem};

/// How many calls that led to an error are shown.
const SHOWN_CALLS: usize = 3;

/// Returns the problem that an error stands for.
pub(super) fn problem(error: &EvalAltResult, places: &Places) -> Problem {
    let inner = error.unwrap_inner();
    let (code, label, help) = kind(inner);
    let mut problem = Problem::error(code, message(inner), places.token(inner.position()), label);
    if let Some(help) = help {
        problem = problem.help(help);
    }
    calls(problem, error, places)
}

/// Adds the calls that led to an error, the last first.
pub(super) fn calls(mut problem: Problem, error: &EvalAltResult, places: &Places) -> Problem {
    let mut trace = Vec::new();
    let mut current = error;
    while let EvalAltResult::ErrorInFunctionCall(name, _, inner, at) = current {
        trace.push((name, *at));
        current = inner;
    }
    let known = |at: &Position| !at.is_none();
    for (name, at) in trace.iter().rev().filter(|(_, at)| known(at)).take(SHOWN_CALLS) {
        let span = places.token(*at);
        if problem.labels().iter().all(|label| label.span != span) {
            problem = problem.label(span, format!("in this call of `{name}`"));
        }
    }
    problem
}

/// Returns the code, what to call the place, and a way out.
fn kind(error: &EvalAltResult) -> (Code, &'static str, Option<String>) {
    match error {
        EvalAltResult::ErrorParsing(kind, _) => match kind {
            ParseErrorType::ExprTooDeep
            | ParseErrorType::LiteralTooLarge(..)
            | ParseErrorType::TooManyFunctions => {
                (Code::ScriptLimit, "too much", Some("split it into smaller parts".to_owned()))
            }
            _ => (Code::ScriptSyntax, "here", None),
        },
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => {
            let help = format!(
                "a script may take {} steps; large values cost more than one",
                sandbox::MAX_STEPS
            );
            (Code::ScriptLimit, "still running", Some(help))
        }
        EvalAltResult::ErrorStackOverflow(_) => {
            (Code::ScriptLimit, "calls too deep", Some("use a loop instead".to_owned()))
        }
        EvalAltResult::ErrorDataTooLarge(..) => {
            let help = format!(
                "texts may have {} bytes, arrays and maps {} elements with all within them",
                account::MAX_TEXT,
                account::MAX_ELEMENTS
            );
            (Code::ScriptLimit, "grows too large", Some(help))
        }
        EvalAltResult::ErrorTooManyVariables(_) => (Code::ScriptLimit, "too many variables", None),
        EvalAltResult::ErrorMismatchDataType(..)
        | EvalAltResult::ErrorMismatchOutputType(..)
        | EvalAltResult::ErrorIndexingType(..)
        | EvalAltResult::ErrorFor(_) => (Code::ScriptType, "wrong type", None),
        _ => (Code::ScriptFailed, "failed here", None),
    }
}

/// Returns what rhai says, in our own style.
fn message(error: &EvalAltResult) -> String {
    let text = match error {
        EvalAltResult::ErrorRuntime(value, _) if value.is_string() => {
            format!("the script threw `{value}`")
        }
        EvalAltResult::ErrorRuntime(value, _) => {
            format!("the script threw a value of type {}", value.type_name())
        }
        EvalAltResult::ErrorTerminated(..) => "too many steps".to_owned(),
        EvalAltResult::ErrorParsing(kind, _) => kind.to_string(),
        other => {
            let text = other.to_string();
            let end = text.rfind(" (line ").unwrap_or(text.len());
            text[..end].to_owned()
        }
    };
    let text: String = text.trim_end_matches('.').chars().take(300).collect();
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => "the script failed".to_owned(),
    }
}
