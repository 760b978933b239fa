//! The words that the grammar knows, by where they stand: for messages and for borders.

use crate::ast::{FIRST_WORDS, FirstWord};

/// Returns the words that items begin with.
pub(super) fn items() -> impl Iterator<Item = &'static str> + Clone {
    FIRST_WORDS.iter().map(|first| first.word)
}

/// Returns what is known of a word that items begin with.
pub(super) fn item(word: &str) -> Option<FirstWord> {
    FIRST_WORDS.iter().find(|first| first.word == word).copied()
}

/// The keywords that the lines of `remove` begin with.
pub const LINES_OF_REMOVE: &[&str] = &["by", "choose", "keep", "accept", "until", "effort"];

/// The keywords that the lines of `translation` begin with.
pub const LINES_OF_TRANSLATION: &[&str] = &["about", "rule", "working", "name", "text", "sentence"];

/// The lines within items, by the rule that stands for any of them.
pub const PARTS: &[(&str, &[&str])] = &[
    ("a line such as `keep`", LINES_OF_REMOVE),
    (
        "`symbols`, `shade` or the like",
        &[
            "symbols", "thick", "cages", "text", "script", "label", "sentence", "point", "figure",
            "shade", "circles", "corner", "diagonal", "lines", "borders", "ships", "hidden", "top",
            "bottom", "left", "right",
        ],
    ),
    ("a line such as `given`", &["set", "breaks", "solutions"]),
    ("a line such as `rule`", LINES_OF_TRANSLATION),
];

/// Returns the item whose lines begin with a word.
pub(super) fn block_of(line: &str) -> Option<&'static str> {
    let items = ["remove", "show", "example", "translation"];
    let of_line = |((_, lines), item): (&(_, &[&str]), _)| lines.contains(&line).then_some(item);
    PARTS.iter().zip(items).find_map(of_line)
}

/// The words that are never names.
pub const RESERVED: &[&str] = &[
    "and", "or", "not", "implies", "iff", "in", "for", "where", "if", "then", "else", "true",
    "false", "div", "mod",
];

/// The words that expressions go on with.
pub const OPERATORS: &[&str] = &["and", "or", "implies", "iff", "in", "not", "div", "mod"];
