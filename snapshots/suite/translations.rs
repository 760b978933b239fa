//! Translations: every built-in puzzle speaks German, and what is generated stays the same.

use std::fs;

use puzgen_base::source::Sources;
use puzgen_model::definition::{Definition, Template, TemplatePart};
use puzgen_puzzles as library;

use crate::case::{files, root};
use crate::properties::built_in::built_in;

/// Returns the expressions that a sentence fills in, in alphabetical order.
fn filled_in(sentence: &Template) -> Vec<String> {
    let text = |part: &TemplatePart| match part {
        TemplatePart::Text(_) => None,
        TemplatePart::Expr { text, .. } => Some(text.clone()),
    };
    let mut found: Vec<String> = sentence.parts.iter().filter_map(text).collect();
    found.sort();
    found.dedup();
    found
}

fn spoken(name: &str, language: &str) -> Definition {
    let mut definition = built_in(&mut Sources::new(), name);
    definition.speak(language);
    definition
}

#[test]
fn every_built_in_program_has_a_german_title() {
    for path in files(&root().join("puzzles/python"), "py") {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (title, below) in lines.iter().zip(&lines[1..]) {
            let is_titled = below.starts_with("# puzgen: title de ");
            assert!(!title.starts_with("# %%") || is_titled, "{}: {title}", path.display());
        }
    }
}

#[test]
fn every_built_in_puzzle_speaks_german() {
    for name in library::names() {
        let (own, german) = (built_in(&mut Sources::new(), name), spoken(name, "de"));
        let translation = german.translations.iter().find(|it| it.language == "de").expect(name);
        assert!(translation.title.is_some(), "{name} has no title");
        assert_eq!(own.about.is_some(), translation.about.is_some(), "{name}: about");
        assert_eq!(own.show.text.is_some(), translation.text.is_some(), "{name}: text");
        for (rule, said) in own.rules.iter().zip(&german.rules) {
            let (Some(sentence), Some(said)) = (&rule.sentence, &said.sentence) else { continue };
            assert!(
                translation.rules.iter().any(|(name, _)| *name == rule.name),
                "{name}: {}",
                rule.name
            );
            assert_eq!(filled_in(sentence), filled_in(said), "{name}: {}", rule.name);
        }
        for sentence in &own.show.sentences {
            let is_said = translation.sentences.iter().any(|it| it.clue == sentence.clue);
            assert!(is_said, "{name}: a sentence of a clue");
        }
        assert_eq!(own.identity, german.identity, "{name}");
    }
}
