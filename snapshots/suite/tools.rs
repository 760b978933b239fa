//! What tools are given of a text: trivia, the tree of what can be read, and what is known by place.

use std::collections::{BTreeMap, BTreeSet};

use puzgen_base::source::{Sources, Span};
use puzgen_check::load::{Surveyed, survey};
use puzgen_check::reach::no_files;
use puzgen_check::{DeclarationKind, NameMeaning};
use puzgen_puzzles as library;
use puzgen_syntax::{ParsedSource, TokenKind, is_keyword, parse, read_source};

/// Calls `body` with the text of each built-in puzzle.
fn each_built_in(mut body: impl FnMut(&str, &str)) {
    for name in library::names() {
        body(name, library::text(name).expect("a text for every name"));
    }
}

fn surveyed(name: &str, text: &str) -> (Sources, Surveyed) {
    let mut sources = Sources::new();
    let file = sources.add(puzgen_check::load::built_in_name(name), text.to_owned());
    let found = survey(file, &mut sources, &mut no_files);
    (sources, found)
}

fn read(text: &str) -> ParsedSource {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", text.to_owned());
    read_source(file, &sources)
}

/// Fails where tokens and trivia are not the whole text.
fn reproduces(source: &ParsedSource) {
    let tokens = source.tokens.iter().map(|token| token.span);
    let mut pieces: Vec<Span> = tokens.chain(source.trivia.iter().map(|it| it.span)).collect();
    pieces.sort_by_key(|span| span.start);
    let again: String = pieces.into_iter().map(|span| source.slice(span)).collect();
    assert_eq!(again, *source.text);
}

/// Every word of every built-in puzzle is a declaration, a use, something of the language or a keyword.
#[test]
fn every_name_is_known() {
    let mut unknown = Vec::new();
    each_built_in(|name, text| {
        let (_, found) = surveyed(name, text);
        let source = found.source.expect("a tree");
        reproduces(&source);
        assert!(!found.problems.has_errors(), "{name}: {:?}", found.problems);
        let names: BTreeMap<Span, NameMeaning> =
            found.knowledge.names().map(|name| (name.span, name.meaning.clone())).collect();
        for token in source.tokens.iter().filter(|token| token.kind == TokenKind::Word) {
            let word = source.slice(token.span);
            if !names.contains_key(&token.span) && !is_keyword(word) {
                let line = source.text[..token.span.start as usize].matches('\n').count() + 1;
                unknown.push(format!("{name}:{line}: `{word}`"));
            }
        }
        for (id, declaration) in found.knowledge.declarations() {
            if declaration.name_span.file == token_file(&source) {
                assert_eq!(source.slice(declaration.name_span), declaration.name, "{name}");
            }
            for place in found.knowledge.uses_of(id) {
                assert_ne!(place, declaration.name_span);
            }
            let has_type = !matches!(
                declaration.kind,
                DeclarationKind::Puzzle
                    | DeclarationKind::FeatureSet
                    | DeclarationKind::Level
                    | DeclarationKind::Transform
            );
            let is_own = declaration.name_span.file == token_file(&source);
            if has_type && is_own && declaration.ty.is_none() {
                unknown.push(format!("{name}: `{}` has no type", declaration.name));
            }
        }
    });
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

fn token_file(source: &ParsedSource) -> puzgen_base::source::FileId {
    source.tokens[0].span.file
}

/// Whatever line is missing, and wherever a text ends, there is a tree and little is said. With all
/// lines in their places, the tree is the one that is run.
#[test]
fn a_missing_line_costs_little() {
    let is_soak = std::env::var_os("PUZGEN_SOAK").is_some();
    let mut number = 0;
    let mut noisy = Vec::new();
    each_built_in(|name, text| {
        let mut sources = Sources::new();
        let file = sources.add("whole.pz", text.to_owned());
        let whole = parse(file, &sources).expect("a built-in puzzle");
        assert_eq!(read(text).file.to_string(), whole.to_string());
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        for at in 0..lines.len() {
            number += 1;
            if !is_soak && number % 16 != 0 {
                continue;
            }
            let cut = lines[..at].concat();
            let source = read(&cut);
            reproduces(&source);
            let without = format!("{cut}{}", lines[at + 1..].concat());
            let rest = read(&without);
            reproduces(&rest);
            for (what, source) in [("ends", &source), ("without", &rest)] {
                // A block of `translation` that lacks its first line has lines of four kinds that miss something.
                if source.problems.len() > 4 {
                    let count = source.problems.len();
                    noisy.push(format!("{name}:{} {what}: {count} problems", at + 1));
                }
            }
            if number % 64 == 0 {
                let (_, found) = surveyed(name, &without);
                // What one line declares is missed wherever it is used, in several ways: each name counts once.
                let said = found.problems.iter().map(|it| it.message().to_owned());
                let named = |said: &String| said.split('`').nth(1).map(str::to_owned);
                let said: BTreeSet<String> =
                    said.map(|said| named(&said).unwrap_or(said)).collect();
                if said.len() > 8 {
                    noisy.push(format!("{name}:{} in all: {said:#?}", at + 1));
                }
            }
        }
    });
    assert!(noisy.is_empty(), "{}", noisy.join("\n"));
}

/// A puzzle whose name is missing is read like any other.
#[test]
fn a_puzzle_without_a_name_is_checked() {
    let text = "puzzle {\n  answer a: 1..3\n  rule r: a > 1\n}\n";
    let (_, found) = surveyed("nameless", text);
    let said: Vec<&str> = found.problems.iter().map(|it| it.message()).collect();
    assert_eq!(said, ["expected a name, found `{`"]);
    let named: Vec<&str> =
        found.knowledge.declarations().map(|(_, declared)| declared.name.as_str()).collect();
    assert_eq!(named, ["a", "r"]);
}

/// Of a damaged file is known what could be read, and nothing is said that only follows.
#[test]
fn a_damaged_file_is_checked() {
    let text = "# A pair.\npuzzle pair {\n  param n: 1..9 = 3\n  param m: 1..9 = = 3\n  # Two numbers.\n  answer a, b: 1..n\n  \
                rule order: a < b and n > m\n  rule odd: a mod 2 == c\n  clue sum = total(a, b\n  \
                remove sum\n  example \"e\" { breaks order sum }\n}\n";
    let (sources, found) = surveyed("pair", text);
    let problems = found.problems.sorted();
    let said: Vec<String> = problems
        .iter()
        .map(|it| format!("{} [{}]", it.message(), sources.slice(it.labels()[0].span)))
        .collect();
    assert_eq!(
        said,
        [
            "expected an expression, found `=` [=]",
            "there is nothing called `c` here [c]",
            "expected `,` or `)`, found `remove` [remove]",
            "expected a text in quotes, found `}` [}]",
        ]
    );
    let file = token_file(found.source.as_ref().expect("a tree"));
    let at = |word: &str| {
        let offset = text.find(word).expect("a word of the text") as u32;
        found.knowledge.at(file, offset)
    };
    let Some(NameMeaning::Declared(a)) = at("a < b").name.map(|name| name.meaning.clone()) else {
        panic!("`a` is not known")
    };
    let declared = found.knowledge.declaration(a);
    assert_eq!(
        (declared.kind, declared.comment.as_deref()),
        (DeclarationKind::Answer, Some("Two numbers."))
    );
    assert_eq!(found.knowledge.uses_of(a).count(), 3);
    assert_eq!(at("a mod 2").ty.map(|(_, ty)| ty.to_string()).as_deref(), Some("a number"));
}
