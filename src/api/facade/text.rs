//! What can be asked of the text of a definition, right or wrong.

use super::error::guarded;
use super::{Error, Files};
use crate::reports::problem_object;
use puzgen_base::source::Sources;
use puzgen_check::load;
use puzgen_syntax::fmt;
use puzgen_wire as wire;

/// Returns all that is wrong with a definition, several problems of a damaged one; nothing where it can be
/// used. Messages call the text `name`; what it uses is read through `files`.
///
/// # Errors
/// A bug of puzgen.
pub fn problems(
    name: &str,
    text: &str,
    files: &mut dyn Files,
) -> Result<Vec<wire::Problem>, Error> {
    guarded(|| {
        let mut sources = Sources::new();
        let file = sources.add(name, text);
        let mut reader = |from: &str, path: &str| files.read(from, path);
        let found = load::survey(file, &mut sources, &mut reader).problems.sorted();
        Ok(found.iter().map(|problem| problem_object(problem, &sources)).collect())
    })
}

/// Returns a definition laid out as `puzgen fmt` does.
///
/// # Errors
/// What is wrong with the notation.
pub fn format(name: &str, text: &str) -> Result<String, Error> {
    guarded(|| {
        let mut sources = Sources::new();
        let file = sources.add(name, text);
        fmt::format(file, &sources).map_err(|problems| Error::new(problems, &sources))
    })
}
