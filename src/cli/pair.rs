//! `--verify A,B`: the two engines that prove.

use crate::csp::Csp;
use crate::diagnostics::{Code, Problem};
use crate::engine::Engine;
use crate::verify::{engine_named, engine_names};

/// The names of two engines.
pub(super) type Pair = [String; 2];

/// Returns the engines that two names mean for a problem.
pub(super) fn chosen(names: &Pair, csp: &Csp) -> Result<Vec<&'static dyn Engine>, Problem> {
    let mut engines: Vec<&'static dyn Engine> = Vec::new();
    for name in names {
        let Some(engine) = engine_named(name, csp) else { return Err(unknown(name)) };
        if !engine.accepts(csp) {
            let message = format!("`{}` cannot take this puzzle", engine.name());
            return Err(Problem::bare(Code::Usage, message).help("leave `--verify` out"));
        }
        if engines.iter().any(|other| other.name() == engine.name()) {
            let message = format!("`--verify {}` names one engine twice", names.join(","));
            return Err(Problem::bare(Code::Usage, message).help("name two different ones"));
        }
        engines.push(engine);
    }
    Ok(engines)
}

/// Reads `A,B`.
pub(super) fn parse_pair(text: &str) -> Result<Pair, Problem> {
    let Some((first, second)) = text.split_once(',') else {
        let message = format!("`--verify {text}` names no two engines");
        return Err(Problem::bare(Code::Usage, message)
            .help("write two names with a comma, such as `search,sat`"));
    };
    let pair = [first.trim().to_owned(), second.trim().to_owned()];
    let empty = Csp::new();
    match pair.iter().find(|name| engine_named(name, &empty).is_none() || *name == "auto") {
        Some(name) => Err(unknown(name)),
        None => Ok(pair),
    }
}

fn unknown(name: &str) -> Problem {
    let message = match name {
        "auto" => "`auto` is no engine of its own".to_owned(),
        other => format!("there is no engine `{other}`"),
    };
    let all: Vec<&str> = engine_names().into_iter().filter(|name| *name != "auto").collect();
    Problem::bare(Code::Usage, message)
        .help(format!("name two of {}", all.join(", ")))
        .did_you_mean(name, all)
}
