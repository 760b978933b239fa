//! The files that colour definitions in editors have the words that the language has.
//!
//! Each list of words in `grammars/vscode` and `grammars/vim` is made from the grammar and the registries:
//! a comment `words: items going_on` names the lists of the next line, in the order of its groups
//! `(?:…)` or `%(…)` that hold words alone. `INSTA_UPDATE=always cargo test --test suite editors` writes
//! them anew. That the files colour as they should is asked of real editors: `make editors`.

use std::collections::BTreeSet;
use std::fs;

use puzgen_model::function::Function;
use puzgen_model::grid::{BoardSymmetry, DIRECTIONS};
use puzgen_syntax::ast::{Behind, FIRST_WORDS};
use puzgen_syntax::{OPERATORS, PARTS, RESERVED};
use puzgen_vocabulary::constraints::CONSTRAINTS;
use puzgen_vocabulary::features::{MEASURES, STATISTICS};
use puzgen_vocabulary::layouts::SAMPLERS;
use puzgen_vocabulary::places::PLACES;
use puzgen_vocabulary::transforms::TRANSFORMS;
use serde_json::Value;

use crate::case::root;

/// The files with lists.
const COLOURED: &[&str] = &["grammars/vscode/pz.tmLanguage.json", "grammars/vim/syntax/pz.vim"];

/// The words at the top of a file; the patterns have these themselves.
const TOP: &[&str] = &["use", "puzzle", "extends"];

/// Words that only an operand begins with, though expressions reserve them.
const STARTERS: &[&str] = &["not", "if", "true", "false"];

type Words = BTreeSet<String>;

/// The text of the grammar.
fn grammar() -> String {
    fs::read_to_string(root().join("grammars/pz.pest")).unwrap()
}

/// Returns the keywords in a piece of the grammar: `board_kw` is the word `board`.
fn keywords(piece: &str) -> Words {
    let words = piece.split(|c: char| !c.is_ascii_alphabetic() && c != '_');
    words.filter_map(|word| word.strip_suffix("_kw")).map(str::to_owned).collect()
}

/// Returns the keywords in what a rule of the grammar says.
fn keywords_of(rule: &str) -> Words {
    let text = grammar();
    let body = text.split(&format!("\n{rule} = {{")).nth(1).expect("a rule of the grammar");
    keywords(body.split('}').next().unwrap_or_default())
}

/// Returns the keywords behind which a bracket stands, as in `model("file.yaml")`.
fn calling() -> Words {
    let text = grammar();
    let pieces: Vec<&str> = text.split(" ~ open_paren").collect();
    let before = pieces[..pieces.len() - 1].iter().filter_map(|piece| piece.split(' ').next_back());
    before.flat_map(keywords).collect()
}

fn owned<'w>(words: impl IntoIterator<Item = &'w str>) -> Words {
    words.into_iter().map(str::to_owned).collect()
}

fn without(mut words: Words, others: &[&Words]) -> Words {
    words.retain(|word| others.iter().all(|other| !other.contains(word)));
    words
}

/// Returns the names that a call has, and those that are values as they stand.
fn built_in() -> (Words, Words) {
    let functions = CONSTRAINTS.iter().map(|it| *it as &dyn Function);
    let functions = functions.chain(PLACES.iter().map(|it| *it as &dyn Function));
    let functions = functions.chain(STATISTICS.iter().copied());
    let signed = functions.map(|it| (it.name(), it.signature()));
    let signed = signed.chain(SAMPLERS.iter().map(|it| (it.name(), it.signature())));
    let signed = signed.chain(MEASURES.iter().map(|it| (it.name, it.signature)));
    let (calls, values): (Vec<_>, Vec<_>) = signed.partition(|(_, used)| used.contains('('));
    let boards = ["grid", "hexagon", "hex", "shown", "grow", "value"];
    let calls = calls.into_iter().map(|(name, _)| name).chain(boards);
    let turns = TRANSFORMS.iter().flat_map(|it| it.name().split(' '));
    let symmetries = BoardSymmetry::ALL.iter().map(|(name, _)| *name);
    let values = values.into_iter().map(|(name, _)| name).chain(turns).chain(symmetries);
    let values = values.chain(DIRECTIONS.iter().map(|(name, _)| *name)).chain(["bool", "solver"]);
    (
        owned(calls),
        without(owned(values), &[&keywords(&grammar()), &owned(RESERVED.iter().copied())]),
    )
}

/// Returns the words of a list.
fn words(list: &str) -> Words {
    let items = owned(FIRST_WORDS.iter().map(|first| first.word));
    let lines = owned(PARTS.iter().flat_map(|(_, words)| *words).copied());
    let reserved = owned(RESERVED.iter().copied());
    let (calling, joining) = (calling(), keywords_of("joining"));
    let choices = without(keywords_of("choose"), &[&owned(["choose", "when"])]);
    match list {
        "items" => items,
        "declaring" => {
            let declaring = FIRST_WORDS.iter().filter(|first| first.behind == Behind::Declared);
            without(owned(declaring.map(|first| first.word)), &[&owned(["rule"])])
        }
        "lines" => without(lines, &[&words("looks")]),
        "looks" => keywords_of("look"),
        "operators" => owned(OPERATORS.iter().copied()),
        "reserved" => without(reserved, &[&words("operators"), &owned(["true", "false"])]),
        "going_on" => without(reserved, &[&owned(STARTERS.iter().copied())]),
        "choices" => choices,
        "joining" => joining,
        "calling" => calling,
        "inner" => {
            let top = owned(TOP.iter().copied());
            let others = [&items, &lines, &reserved, &choices, &joining, &calling, &top];
            without(keywords(&grammar()), &others)
        }
        "calls" => built_in().0,
        "values" => built_in().1,
        _ => panic!("there is no list `{list}`"),
    }
}

/// Returns a line with these lists in its groups of words, the first list in the first group.
fn with_words(line: &str, lists: &str) -> String {
    let mut made = String::new();
    let mut rest = line;
    for list in lists.split_whitespace() {
        // The next group that holds words alone.
        let group = ["(?:", "%("].iter().flat_map(|open| {
            rest.match_indices(open).filter_map(|(at, open)| {
                let start = at + open.len();
                let end = start + rest[start..].find(')')?;
                let is_words = |c: char| c.is_ascii_lowercase() || c == '_' || c == '|';
                rest[start..end].chars().all(is_words).then_some((start, end))
            })
        });
        let (start, end) = group.min().unwrap_or_else(|| panic!("no group for `{list}`: {line}"));
        let words: Vec<String> = words(list).into_iter().collect();
        made = made + &rest[..start] + words.join("|").as_str();
        rest = &rest[end..];
    }
    made + rest
}

#[test]
fn lists_of_words_are_those_of_the_language() {
    let is_update = std::env::var("INSTA_UPDATE").is_ok_and(|value| value == "always");
    for name in COLOURED {
        let text = fs::read_to_string(root().join(name)).unwrap();
        let (mut made, mut lists) = (String::new(), None);
        for line in text.lines() {
            let named = ["\" words: ", "\"comment\": \"words: "].iter().find_map(|open| {
                let (before, rest) = line.split_once(open)?;
                before.chars().all(|c| " {".contains(c)).then(|| rest.split('"').next())?
            });
            // In JSON, a comment may stand on the line that it is about.
            let about = match (named, line.contains("match\":")) {
                (Some(named), false) => {
                    lists = Some(named);
                    None
                }
                (None, _) if line.contains("match") => lists.take(),
                (named, _) => named,
            };
            made += &about.map_or_else(|| line.to_owned(), |lists| with_words(line, lists));
            made.push('\n');
        }
        assert!(!made.contains("(?:)") && !made.contains("%()"), "{name}: a list is empty");
        if is_update && made != text {
            fs::write(root().join(name), &made).unwrap();
        } else {
            let way = "INSTA_UPDATE=always cargo test --test suite editors";
            assert!(made == text, "{name} has other words than the language: `{way}`");
        }
    }
}

/// Every keyword is in one of the lists, or at the top.
#[test]
fn every_keyword_has_its_list() {
    let lists = [
        "items",
        "lines",
        "looks",
        "reserved",
        "operators",
        "choices",
        "joining",
        "calling",
        "inner",
    ];
    let listed: Words =
        lists.into_iter().flat_map(words).chain(owned(TOP.iter().copied())).collect();
    assert_eq!(without(keywords(&grammar()), &[&listed]), Words::new());
}

/// What the extension for Visual Studio Code declares is JSON, and its files are there.
#[test]
fn the_extension_is_whole() {
    let folder = root().join("grammars/vscode");
    let read = |name: &str| -> Value {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let package = read("package.json");
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let contributed = &package["contributes"];
    for path in [&contributed["grammars"][0]["path"], &contributed["languages"][0]["configuration"]]
    {
        let path = path.as_str().expect("a path").trim_start_matches("./");
        assert!(read(path).is_object(), "{path}");
    }
    let scope = &read("pz.tmLanguage.json")["scopeName"];
    assert_eq!(scope, &contributed["grammars"][0]["scopeName"]);
}
