//! The only user of `serde_yaml`, so that its successor can be changed in one place.

/// How deep lists and objects in brackets may be: the parser takes a time that grows with the square.
const DEEPEST: usize = 1_000;

/// Returns the value of a YAML document.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read(text: &str) -> Result<serde_json::Value, String> {
    if is_deep(text) {
        return Err(format!("brackets are nested more than {DEEPEST} deep"));
    }
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

/// What is wrong with a document, and where: the position in bytes.
pub type Misread = (String, Option<usize>);

/// Returns a document as a type of its own.
///
/// # Errors
/// What is wrong with it, in words, and where.
pub fn typed<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Misread> {
    if is_deep(text) {
        return Err((format!("brackets are nested more than {DEEPEST} deep"), None));
    }
    serde_yaml::from_str(text).map_err(|error| {
        let at = error.location().map(|at| at.index());
        (error.to_string(), at)
    })
}

/// Returns the value as a YAML document without its `---`.
pub fn write(value: &impl serde::Serialize) -> String {
    serde_yaml::to_string(value).unwrap_or_else(|error| crate::bug!("no YAML for JSON: {error}"))
}

/// Returns whether so many brackets are open at a time, those in texts counted.
fn is_deep(text: &str) -> bool {
    let mut open: usize = 0;
    text.bytes().any(|byte| {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open > DEEPEST
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_the_depth() {
        for (open, close) in [("[", "]"), ("{a: ", "}")] {
            let deep = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
            assert!(read(&deep).is_err_and(|reason| reason.contains("nested")));
        }
        assert!(read(&format!("[{}]", "[1, [2]], ".repeat(2_000))).is_ok());
    }
}
