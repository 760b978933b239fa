//! What is seen of the built-in puzzles is what was seen before: `puzzles/NAME.seen`, which `make seen` compares for
//! all of them by a release build. The short run takes a few, the long run all.

use std::collections::BTreeSet;

use puzgen_puzzles as library;

use crate::case::{each, files, root};
use crate::command::{Setup, run};
use crate::properties::is_soak;

/// Puzzles that are quick without optimisation, of different kinds.
const QUICK: &[&str] = &["creek", "kakurasu", "latin_square", "linear_system", "net", "zebra"];

#[test]
fn every_built_in_puzzle_has_what_was_seen_and_does_not_embed_it() {
    let stem = |path: &std::path::PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    let kept: BTreeSet<String> = files(&root().join("puzzles"), "seen").iter().map(stem).collect();
    let named: BTreeSet<String> = library::names().into_iter().map(str::to_owned).collect();
    let differing: Vec<&String> = kept.symmetric_difference(&named).collect();
    assert!(differing.is_empty(), "`make seen ARGS=--accept` writes what is seen: {differing:?}");
    assert_eq!(library::file("zebra.seen"), None);
    assert!(library::file("models/sudoku.yaml").is_some());
}

#[test]
fn built_in_puzzles_are_seen_as_before() {
    let names = if is_soak() { library::names() } else { QUICK.to_vec() };
    each(
        names,
        |name| (*name).to_owned(),
        |name| {
            let line = ["test".to_owned(), format!("{name}.pz")];
            let ran = run(&root().join("puzzles"), &line, &Setup::default());
            assert!(ran.status.success(), "{}{}", ran.stdout, ran.stderr);
        },
    );
}
