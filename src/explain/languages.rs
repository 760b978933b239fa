//! The languages that steps are told in: a table of sentences each.

use super::english::ENGLISH;
use super::german::GERMAN;
use super::sentences::{Ends, Marks, Sentences};

/// The tables: the first one is taken where a definition speaks no language of these.
static LANGUAGES: &[&Sentences] = &[&ENGLISH, &GERMAN];

/// Returns the table of a language; the first one where there is none.
pub(super) fn in_language(code: Option<&str>) -> &'static Sentences {
    let found = LANGUAGES.iter().find(|sentences| Some(sentences.code) == code);
    found.unwrap_or(&LANGUAGES[0])
}

/// Returns what is said in a language where there are no more steps.
pub fn endings(code: Option<&str>) -> &'static Ends {
    &in_language(code).ends
}

/// Returns what is said of attempts in a language.
pub fn marks(code: Option<&str>) -> &'static Marks {
    &in_language(code).marks
}

/// Returns the codes of the languages that steps are told in.
pub fn languages() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|sentences| sentences.code)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sentences of a table with the names of their parts, without what the table alone says.
    fn parts(sentences: &Sentences) -> Vec<String> {
        let text = format!("{sentences:#?}");
        let named = |line: &str| {
            let pieces = line.split('{').skip(1).filter_map(|piece| piece.split_once('}'));
            let mut names: Vec<&str> = pieces.map(|(name, _)| name).collect();
            names.sort_unstable();
            let field = line.split_once(": \"").map_or("", |(field, _)| field.trim());
            format!("{field} {}", names.join(" "))
        };
        text.lines().filter(|line| line.contains('"')).map(named).collect()
    }

    #[test]
    fn each_language_fills_in_the_same_parts() {
        let english = parts(&ENGLISH);
        for table in &LANGUAGES[1..] {
            assert_eq!(parts(table), english, "{}", table.code);
        }
    }

    #[test]
    fn each_language_speaks_of_the_same_functions() {
        for table in LANGUAGES {
            let functions = table.functions.iter().map(|(name, _)| *name);
            assert!(functions.eq(ENGLISH.functions.iter().map(|(name, _)| *name)));
        }
    }
}
