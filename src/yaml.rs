//! The only user of `serde_yaml`, so that its successor can be changed in one place.

/// Returns the value as a YAML document without its `---`.
pub(crate) fn write(value: &serde_json::Value) -> String {
    serde_yaml::to_string(value).unwrap_or_else(|error| crate::bug!("no YAML for JSON: {error}"))
}
