//! JSON: objects whose names are not fixed, and values in one line.

use serde_json::Value as Json;

/// An object whose names a definition decides.
pub type Object = serde_json::Map<String, Json>;

/// Returns a value as one line of JSON, with its end.
pub fn line(value: &impl serde::Serialize) -> String {
    let text = serde_json::to_string(value);
    let mut text =
        text.unwrap_or_else(|error| puzgen_base::bug!("no JSON for a wire type: {error}"));
    text.push('\n');
    text
}
