//! The only user of `serde_yaml`, so that its successor can be changed in one place.

/// Returns the value of a YAML document.
///
/// # Errors
/// What is wrong with it, in words.
pub(crate) fn read(text: &str) -> Result<serde_json::Value, String> {
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

/// Returns the value as a YAML document without its `---`.
pub(crate) fn write(value: &serde_json::Value) -> String {
    serde_yaml::to_string(value).unwrap_or_else(|error| crate::bug!("no YAML for JSON: {error}"))
}
