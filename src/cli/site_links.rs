//! `--site`: links to a site of `puzgen serve`, which knows built-in puzzles by their names.

use crate::Failure;
use crate::input::load_built_in;
use crate::output::Console;
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_export::must_be_site;
use puzgen_model::definition::Definition;

/// Checks that a site can be linked to for the puzzles of a definition.
///
/// # Errors
/// `usage` where the site is no address, or the definition is not the built-in one.
pub(super) fn must_open(
    console: &mut Console,
    site: Option<&str>,
    definition: &Definition,
) -> Result<(), Failure> {
    let Some(site) = site else { return Ok(()) };
    must_be_site(site)?;
    let name = &definition.name;
    if let Some(loaded) = load_built_in(console, name)?
        && loaded.definition(console, None)?.0.identity == definition.identity
    {
        return Ok(());
    }
    let message = format!("a site knows built-in puzzles, and `{name}` is none");
    Err(Problem::bare(Code::Usage, message).help("leave `--site` out").into())
}
