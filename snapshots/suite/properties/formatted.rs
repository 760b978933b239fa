//! What `puzgen fmt` lays out is the same definition, with all comments, and stays as it is when it is laid
//! out again: all texts of the project, random ones, and both with other blanks and line breaks.

use std::fs;
use std::path::PathBuf;

use puzgen_base::rng::Rng;
use puzgen_base::source::Sources;
use puzgen_syntax::fmt::format;
use puzgen_syntax::{ParsedSource, TriviaKind, parse, read_source};

use super::rounds;
use super::writer::Writer;
use crate::case::{each, files, root};
use crate::documents::blocks_of;

/// Returns a text laid out; nothing if it has mistakes.
fn laid_out(text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", text);
    format(file, &sources).ok()
}

fn read(text: &str) -> ParsedSource {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", text);
    read_source(file, &sources)
}

/// Returns the tree of a text as canonical text.
fn tree(text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", text);
    parse(file, &sources).expect("a text without mistakes").to_string()
}

fn comments(source: &ParsedSource) -> Vec<&str> {
    let comments = source.trivia.iter().filter(|it| it.kind == TriviaKind::Comment);
    comments.map(|it| source.slice(it.span).trim_end()).collect()
}

/// Fails unless a text stays the same definition; returns it laid out.
fn keeps(text: &str) -> String {
    let once = laid_out(text).expect("a text without mistakes");
    assert_eq!(tree(&once), tree(text), "the tree changes:\n{once}");
    assert_eq!(comments(&read(&once)), comments(&read(text)), "comments change:\n{once}");
    let twice = laid_out(&once).expect("a text without mistakes");
    assert_eq!(twice, once, "it is laid out in another way the second time");
    once
}

/// Returns the same tokens and comments with other blanks and line breaks between them.
fn shaken(text: &str, rng: &mut Rng) -> String {
    let source = read(text);
    let tokens = source.tokens.iter().map(|token| (token.span, false));
    let comments = source.trivia.iter().filter(|it| it.kind == TriviaKind::Comment);
    let mut pieces: Vec<_> = tokens.chain(comments.map(|it| (it.span, true))).collect();
    pieces.sort_by_key(|(span, _)| span.start);
    let mut out = String::new();
    for (span, is_comment) in pieces {
        out.push_str(source.slice(span));
        if rng.below(40) == 0 && !is_comment {
            out.push_str(" # why");
            out.push('\n');
        }
        let gaps =
            if is_comment { ["\n", "\n\n", "\n   ", "\r\n"] } else { [" ", "\n", "  ", "\n\n\n"] };
        // Most stand in one line, as people write.
        out.push_str(if is_comment || rng.below(4) == 0 { gaps[rng.below(4)] } else { " " });
    }
    out
}

/// The texts of the project: files with mistakes are left out.
fn texts() -> Vec<(String, String)> {
    let folders = [
        "puzzles",
        "examples",
        "src/cli/skeletons",
        "snapshots/check",
        "snapshots/generate",
        "snapshots/lower",
        "snapshots/parse",
        "snapshots/solve",
        "snapshots/cli/files",
    ];
    let paths = folders.iter().flat_map(|folder| files(&root().join(folder), "pz"));
    // Some cases are no text on purpose.
    let text = |path: PathBuf| Some((path.display().to_string(), fs::read_to_string(path).ok()?));
    let blocks = blocks_of("pz").into_iter();
    let all = paths.filter_map(text).chain(blocks);
    all.filter(|(_, text)| laid_out(text).is_some()).collect()
}

#[test]
fn the_project_s_texts_stay_what_they_are() {
    let texts = texts();
    assert!(texts.len() > 200, "{}", texts.len());
    each(
        &texts,
        |(name, _)| name.clone(),
        |(_, text)| {
            keeps(text);
        },
    );
}

#[test]
fn shaken_texts_are_laid_out_alike() {
    let texts = texts();
    rounds("shaken texts", 150, |number, rng| {
        let (name, text) = &texts[number as usize % texts.len()];
        println!("round {number}: {name}");
        let other = shaken(text, rng);
        assert_eq!(tree(&other), tree(text));
        keeps(&other);
    });
}

#[test]
fn random_definitions_stay_what_they_are() {
    rounds("laid out", 100, |number, rng| {
        println!("round {number}");
        let text = Writer::new(rng).definition();
        keeps(&shaken(&keeps(&text), rng));
    });
}

/// All definitions that people read are in the project's format: `puzgen fmt puzzles/*.pz` and so on.
#[test]
fn definitions_are_laid_out() {
    let folders = ["puzzles", "examples", "src/cli/skeletons"];
    let paths = folders.iter().flat_map(|folder| files(&root().join(folder), "pz"));
    each(
        paths,
        |path| path.display().to_string(),
        |path| {
            let text = fs::read_to_string(path).unwrap();
            assert_eq!(laid_out(&text).as_deref(), Some(text.as_str()), "run `puzgen fmt` on it");
        },
    );
}
