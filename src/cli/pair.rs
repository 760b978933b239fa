//! `--verify A,B`: the two engines that prove.

use crate::host::engines;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_csp::Csp;
use puzgen_engine::{Engine, EngineRole, shared};

/// The names of two engines.
pub(super) type Pair = [String; 2];

/// Returns the engines that two names mean for a problem.
pub(super) fn chosen(names: &Pair, csp: &Csp) -> Result<Vec<&'static dyn Engine>, Problem> {
    let mut found: Vec<&'static dyn Engine> = Vec::new();
    for name in names {
        let Some(engine) = engines().named(name, csp) else { return Err(unknown(name)) };
        if !engine.accepts(csp) {
            let message = format!("`{}` cannot take this puzzle", engine.name());
            return Err(Problem::bare(Code::Usage, message).help("leave `--verify` out"));
        }
        if found.iter().any(|other| other.name() == engine.name()) {
            let message = format!("`--verify {}` names one engine twice", names.join(","));
            return Err(Problem::bare(Code::Usage, message).help("name two different ones"));
        }
        let share = |other: &&'static dyn Engine| Some((other.name(), shared(engine, *other)?));
        if let Some((other, what)) = found.iter().find_map(share) {
            let name = engine.name();
            let message = format!("`{other}` and `{name}` are no two witnesses: they share {what}");
            return Err(Problem::bare(Code::Usage, message).help(format!(
                "name two that share nothing, such as `{}`",
                engines().pair_example()
            )));
        }
        found.push(engine);
    }
    Ok(found)
}

/// Reads `A,B`.
pub(super) fn parse_pair(text: &str) -> Result<Pair, Problem> {
    let Some((first, second)) = text.split_once(',') else {
        let message = format!("`--verify {text}` names no two engines");
        return Err(Problem::bare(Code::Usage, message).help(format!(
            "write two names with a comma, such as `{}`",
            engines().pair_example()
        )));
    };
    let pair = [first.trim().to_owned(), second.trim().to_owned()];
    match pair.iter().find(|name| !is_witness(name)) {
        Some(name) => Err(unknown(name)),
        None => Ok(pair),
    }
}

fn is_witness(name: &str) -> bool {
    engines().named(name, &Csp::new()).is_some_and(|engine| engine.role() != EngineRole::Chooses)
}

fn unknown(name: &str) -> Problem {
    match engines().by_name(name) {
        Some(_) => Problem::bare(Code::Usage, format!("`{name}` is no engine of its own"))
            .help(format!("name two of {}", engines().witness_names().join(", "))),
        None => engines().unknown(name, "name two", engines().witness_names()),
    }
}
