//! What pages say, in several languages: a file of sentences each, a line of [`LANGUAGES`] each. The first one is
//! taken where a reader understands none of them, and where another lacks a sentence.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axum::http::{HeaderMap, header};

/// The sentences of a language, by name.
#[derive(Debug)]
pub(super) struct Words {
    /// Its code.
    pub(super) code: &'static str,
    /// Its name for those who speak it.
    pub(super) name: &'static str,
    text: &'static str,
    sentences: OnceLock<BTreeMap<String, String>>,
}

const fn language(code: &'static str, name: &'static str, text: &'static str) -> Words {
    Words { code, name, text, sentences: OnceLock::new() }
}

/// All languages.
pub(super) static LANGUAGES: [Words; 2] = [
    language("en", "English", include_str!("words/en.json")),
    language("de", "Deutsch", include_str!("words/de.json")),
];

impl Words {
    /// Returns all sentences.
    pub(super) fn all(&self) -> &BTreeMap<String, String> {
        self.sentences.get_or_init(|| {
            serde_json::from_str(self.text)
                .unwrap_or_else(|error| puzgen_base::bug!("the words of {}: {error}", self.code))
        })
    }

    /// Returns a sentence.
    pub(super) fn say(&self, name: &str) -> &str {
        let first = LANGUAGES[0].all();
        self.all().get(name).or_else(|| first.get(name)).map_or("", String::as_str)
    }
}

/// Returns the language that a reader wants: the one that the address names, or the first one that the browser
/// names and that is there.
pub(super) fn wanted(named: Option<&str>, asked: &HeaderMap) -> &'static Words {
    let of = |code: &str| LANGUAGES.iter().find(|words| words.code == code);
    if let Some(words) = named.and_then(of) {
        return words;
    }
    let accepted = asked.get(header::ACCEPT_LANGUAGE).and_then(|list| list.to_str().ok());
    let codes = accepted.unwrap_or_default().split(',');
    let codes = codes.map(|entry| entry.split([';', '-']).next().unwrap_or_default().trim());
    codes.filter_map(of).next().unwrap_or(&LANGUAGES[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_all_sentences() {
        for words in &LANGUAGES {
            let names = |words: &Words| words.all().keys().cloned().collect::<Vec<String>>();
            assert_eq!(names(words), names(&LANGUAGES[0]), "{}", words.code);
        }
    }
}
