//! Names of lists and places in other languages than English, in which the code makes them.

/// What a label looks like: in English, with `{}` for each part, and in the other language. The first that fits counts.
type Pattern = [&'static str; 2];

/// The languages.
const LANGUAGES: &[(&str, &[Pattern])] = &[(
    "de",
    &[
        ["row {}", "Zeile {}"],
        ["column {}", "Spalte {}"],
        ["diagonal {}", "Diagonale {}"],
        ["block {}", "Block {}"],
        ["orbit {}", "Bahn {}"],
        ["placement {}", "Lage {}"],
        ["program {}", "Programm {}"],
        ["line {} column {}", "Zeile {} Spalte {}"],
        ["line {}", "Linie {}"],
        ["edge {}", "Kante {}"],
        ["vertex {}", "Punkt {}"],
        ["cell {}", "Feld {}"],
        ["the group of {}", "Gruppe von {}"],
        ["the {} of {}", "{} von {}"],
        ["the {} at {}", "{}-Bereich ab {}"],
        ["{} to {}", "{} bis {}"],
    ],
)];

/// Returns a label in a language, where `name` says the names in it; what no pattern fits stays as it is.
pub(super) fn translated(label: &str, language: &str, name: &dyn Fn(&str) -> String) -> String {
    let patterns = LANGUAGES.iter().find(|(code, _)| *code == language);
    let fits = |[own, other]: &Pattern| Some((*other, parts_of(label, own)?));
    let Some((other, parts)) = patterns.and_then(|(_, all)| all.iter().find_map(fits)) else {
        return name(label);
    };
    parts.into_iter().fold(other.to_owned(), |text, part| {
        text.replacen("{}", &translated(part, language, name), 1)
    })
}

/// Returns what stands for each `{}` of a pattern.
fn parts_of<'t>(label: &'t str, pattern: &str) -> Option<Vec<&'t str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = label.strip_prefix(pieces.next()?)?;
    let mut parts = Vec::new();
    for piece in pieces {
        let end = if piece.is_empty() { rest.len() } else { rest.find(piece)? };
        parts.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    parts.iter().all(|part| !part.is_empty()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::translated;

    #[test]
    fn labels_are_told_in_a_language_that_is_known() {
        let name = |name: &str| if name == "cage" { "Käfig" } else { name }.to_owned();
        let german = |label: &str| translated(label, "de", &name);
        assert_eq!(german("row 3"), "Zeile 3");
        assert_eq!(german("the cage of r3c1"), "Käfig von r3c1");
        assert_eq!(german("the 2×2 at r6c2"), "2×2-Bereich ab r6c2");
        assert_eq!(german("r2c4 to r2c7"), "r2c4 bis r2c7");
        assert_eq!(german("line 2 column 13"), "Zeile 2 Spalte 13");
        assert_eq!(german("r1c1"), "r1c1");
        assert_eq!(translated("row 3", "fr", &name), "row 3");
    }
}
