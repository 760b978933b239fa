//! The two engines that prove, by their names.

use puzgen_base::diagnostics::{Code, Problem};
use puzgen_csp::Csp;
use puzgen_engine::{Engine, EngineRole, Engines, shared};

/// Returns the engines that two names mean for a problem.
///
/// # Errors
/// `usage` where they are no two independent witnesses for it.
pub fn chosen(
    names: &[String; 2],
    engines: Engines,
    csp: &Csp,
) -> Result<Vec<&'static dyn Engine>, Problem> {
    let mut found: Vec<&'static dyn Engine> = Vec::new();
    for name in names {
        let Some(engine) = engines.named(name, csp) else { return Err(unknown(name, engines)) };
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
                engines.pair_example()
            )));
        }
        found.push(engine);
    }
    Ok(found)
}

/// Returns why a name is none of a witness; `None` where it is one.
pub fn fault_of(name: &str, engines: Engines) -> Option<Problem> {
    let is_witness =
        engines.named(name, &Csp::new()).is_some_and(|engine| engine.role() != EngineRole::Chooses);
    (!is_witness).then(|| unknown(name, engines))
}

fn unknown(name: &str, engines: Engines) -> Problem {
    match engines.by_name(name) {
        Some(_) => Problem::bare(Code::Usage, format!("`{name}` is no engine of its own"))
            .help(format!("name two of {}", engines.witness_names().join(", "))),
        None => engines.unknown(name, "name two", engines.witness_names()),
    }
}
