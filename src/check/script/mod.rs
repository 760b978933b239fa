//! Scripts: the other front end, and functions that puzzles call.
//!
//! Given a `.rhai` file, [`define`] runs it and gives the same [`ast::File`] that a `.pz` file gives:
//! each call of one of [`ITEM_FUNCTIONS`] says one item, which the grammar reads. [`read`] gives a
//! [`Script`] whose functions puzzles call; [`expand`] puts what they say in the place of calls in
//! rules. The only user of rhai.
//! Scripts compute and nothing else; `sandbox` has their bounds.

mod account;
mod builder;
mod item_functions;
mod library;
mod macros;
mod marks;
mod place;
mod plugin;
mod problems;
mod random;
mod sandbox;
#[cfg(test)]
mod tests;
mod view;

pub use item_functions::{ITEM_FUNCTIONS, ItemFunction};
pub use macros::expand;
pub use plugin::{Function, Script, read};

use std::sync::Arc;

use builder::Builder;
use place::Places;
use puzgen_base::diagnostics::{Code, Diagnostics, Problem};
use puzgen_base::source::{FileId, Sources, Span};
use puzgen_syntax::ast;

/// What the names of scripts end in.
pub const ENDING: &str = ".rhai";

/// Runs a definition and returns the tree of what it says.
///
/// # Errors
/// One problem, the first: those under `puzgen::script::`, or of the notation of an item.
pub fn define(file: FileId, sources: &mut Sources) -> Result<ast::File, Diagnostics> {
    let text = sources.text(file);
    check_size(file, &text)?;
    let places = Arc::new(Places::new(file, Arc::clone(&text)));
    let builder = builder::shared(Arc::clone(&places), std::mem::take(sources));
    let mut engine = sandbox::engine();
    builder::register(&mut engine, &builder);
    account::begin();
    let ended = match engine.compile(&*text) {
        Ok(script) => engine.run_ast(&script),
        Err(error) => Err(error.into()),
    };
    drop(engine);
    let Builder { sources: own, file: tree, problem, .. } = builder::take(&builder);
    *sources = own;
    match (problem, ended) {
        (None, Ok(())) => Ok(tree),
        (Some(problem), Ok(())) => Err(problem.into()),
        (Some(problem), Err(error)) => Err(problems::calls(problem, &error, &places).into()),
        (None, Err(error)) => Err(problems::problem(&error, &places).into()),
    }
}

fn check_size(file: FileId, text: &str) -> Result<(), Problem> {
    if text.len() <= sandbox::MAX_SCRIPT {
        return Ok(());
    }
    let message = format!("a script of {} bytes is too large", text.len());
    let most = format!("at most {} bytes", sandbox::MAX_SCRIPT);
    Err(Problem::error(Code::ScriptLimit, message, Span::new(file, 0, 0), most)
        .help("compute what repeats, or use several files"))
}
