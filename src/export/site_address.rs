//! The address under which a site of `puzgen serve` opens a puzzle, which stands in the address itself.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use crate::json::params_object;
use crate::line::LineFormat;
use crate::{Context, Format};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_model::generated::GeneratedPuzzle;

/// Returns the address of a puzzle of a built-in definition at a site.
///
/// # Errors
/// Where the puzzle cannot be said on one line.
pub fn site_address(
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
    site: &str,
) -> Result<String, Problem> {
    let instance = context.instance;
    let board = LineFormat.puzzle(&Context { with_answers: false, ..*context }, puzzle)?;
    let (name, params) = (&instance.definition.name, params_object(instance));
    let asked = json!({ "puzzle": name, "params": params, "board": board.trim_end() });
    let packed = URL_SAFE_NO_PAD.encode(asked.to_string());
    Ok(format!("{}/play#puzzle={packed}", site.trim_end_matches('/')))
}

/// Checks that a text is the address of a site.
///
/// # Errors
/// `usage` where it is none.
pub fn must_be_site(text: &str) -> Result<(), Problem> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_site = rest.is_some_and(|rest| {
        !rest.is_empty() && !rest.contains(['#', '?']) && !rest.contains(char::is_whitespace)
    });
    match is_site {
        true => Ok(()),
        false => Err(Problem::bare(Code::Usage, format!("`{text}` is no address of a site"))
            .help("write one such as `https://puzzles.example`, where `puzgen serve` answers")),
    }
}
