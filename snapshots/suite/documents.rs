//! What the documents show is true: blocks of README.md and docs/, and the files of examples/.
//!
//! - ` ```pz ` is a whole file that has no errors; ` ```pz,error ` one that has; ` ```pz NAME.pz ` is saved under
//!   this name for the sessions below it, which run in one folder then;
//! - ` ```rhai ` and ` ```rhai,error ` are the same of scripts;
//! - ` ```console ` has lines `$ puzgen …`, each with exactly what it prints below it, errors after
//!   results, trailing blanks aside. A line `…` stands for any number of lines. Commands run in a
//!   copy of examples/, each block in one of its own;
//! - ` ```text NAME ` is saved, too.

use std::fs;
use std::path::{Path, PathBuf};

use puzgen_base::budget::StopFlag;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::Sources;
use puzgen_check::load::load;
use puzgen_check::reach::Unread;
use puzgen_engines::ENGINES;
use puzgen_generate::sampled;
use puzgen_model::ty::Phase;
use puzgen_puzzles as library;
use puzgen_syntax::ast::{ExamplePart, ItemKind};
use puzgen_vocabulary::lower::Ready;

use crate::case::{each, files, is_left_out, root};
use crate::command::{Setup, run, scratch, words};
use crate::define::{budget, engines, program, report, settings, small};
use crate::facts;

/// A block between fences.
#[derive(Debug)]
struct Block {
    place: String,
    tag: String,
    text: String,
}

impl Block {
    /// Returns what it is.
    fn kind(&self) -> &str {
        self.tag.split(' ').next().unwrap_or_default()
    }

    /// Returns the name of the file that it is saved as.
    fn file(&self) -> Option<&str> {
        self.tag.split_once(' ').map(|(_, name)| name)
    }
}

fn blocks(path: &Path) -> Vec<Block> {
    let text = fs::read_to_string(path).unwrap();
    let name = path.strip_prefix(root()).unwrap().display().to_string();
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(tag), None) => {
                let place = format!("{name}:{}", number + 1);
                open = Some(Block { place, tag: tag.trim().to_owned(), text: String::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{name}: a block without its end");
    blocks
}

fn documents() -> Vec<PathBuf> {
    let mut all = files(&root().join("docs"), "md");
    // Its examples are run as suite/problems.rs says.
    all.retain(|path| !path.ends_with("problems.md"));
    all.extend([root().join("README.md")].into_iter().filter(|path| path.exists()));
    all
}

/// Returns the blocks of all documents that have this tag: where they stand, and their texts.
pub(crate) fn blocks_of(tag: &str) -> Vec<(String, String)> {
    let blocks = documents().into_iter().flat_map(|path| blocks(&path));
    blocks.filter(|block| block.kind() == tag).map(|block| (block.place, block.text)).collect()
}

/// Returns the problems of a file's puzzles with these parameters, and whether they have errors.
fn checked(name: &str, text: &str, folder: &Path, set: &[&str]) -> (bool, String) {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let mut reader = |_: &str, path: &str| {
        let text = fs::read_to_string(folder.join(path)).map_err(Unread::from)?;
        Ok((path.to_owned(), text))
    };
    let settings = settings(&mut sources, set);
    let mut problems = Diagnostics::new();
    match load(file, &mut sources, &mut reader) {
        Err(found) => problems.extend(found),
        Ok(program) => {
            for puzzle in &program.own {
                let found = program.check(puzzle, &sources).and_then(|checked| {
                    let found = sampled(&checked.definition, &settings, ENGINES, &StopFlag::new())?;
                    problems.extend(found.problem.map(Diagnostics::from).unwrap_or_default());
                    let Ready { instance, lowered } = found.ready;
                    let engine = engines(&lowered).next().expect("an engine");
                    let examined = puzgen_api::examine::examine(
                        &instance,
                        &lowered,
                        (engine, ENGINES),
                        &puzgen_export::solved_text,
                        &mut budget(),
                    );
                    Ok(examined.0)
                });
                problems.extend(found.unwrap_or_else(|problems| problems));
            }
        }
    }
    (problems.has_errors(), report(problems, &sources))
}

#[test]
fn definitions_in_documents_are_right() {
    let blocks = documents().into_iter().flat_map(|path| blocks(&path));
    let definitions =
        blocks.filter(|block| matches!(block.kind(), "pz" | "pz,error" | "rhai" | "rhai,error"));
    each(
        definitions,
        |block| block.place.clone(),
        |block| {
            let ending = block.kind().trim_end_matches(",error");
            let name = format!("{}.{ending}", block.place);
            let (has_errors, problems) = checked(&name, &block.text, &root().join("docs"), &[]);
            assert_eq!(has_errors, block.kind().ends_with("error"), "{}:\n{problems}", block.place);
        },
    );
}

#[test]
fn examples_are_right() {
    let folder = root().join("examples");
    each(
        files(&folder, "pz").into_iter().chain(files(&folder, "rhai")),
        |path| path.display().to_string(),
        |path| {
            let text = fs::read_to_string(path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy();
            let (has_errors, problems) = checked(&name, &text, &folder, &[]);
            assert!(!has_errors, "{problems}");
        },
    );
}

/// Small sizes: an example has its own.
#[test]
fn examples_of_built_in_puzzles_are_right() {
    each(
        library::names(),
        |name| (*name).to_owned(),
        |name| {
            let text = library::text(name).unwrap();
            let set = small(name);
            let set: Vec<&str> = set.iter().map(String::as_str).collect();
            let (has_errors, problems) = checked(name, text, &root().join("puzzles"), &set);
            assert!(!has_errors, "{problems}");
        },
    );
}

/// A rule that no example breaks might say nothing, or something else. Inherited rules are shown by the
/// file that they are from; a puzzle without rules has its clues.
#[test]
fn every_rule_of_a_built_in_puzzle_is_broken_by_an_example() {
    let mut missing = Vec::new();
    for name in library::names() {
        let mut sources = Sources::new();
        let (_, program) =
            program(&mut sources, "../puzzles", name, library::text(name).unwrap()).unwrap();
        for puzzle in &program.own {
            // A clue that only parameters decide cannot be broken.
            let checked = program.check(puzzle, &sources).unwrap().definition;
            let known = checked.clues.iter().filter(|clue| clue.value.phase == Phase::Known);
            let known: Vec<&str> = known.map(|clue| clue.name.as_str()).collect();
            let (mut rules, mut clues, mut broken) = (Vec::new(), Vec::new(), Vec::new());
            for item in &puzzle.items {
                match &item.kind {
                    // What follows from other rules is not broken alone.
                    ItemKind::Rule { implied: true, .. } => {}
                    ItemKind::Rule { name, .. } => rules.push(&name.name),
                    ItemKind::Clue { name, .. } if known.contains(&name.name.as_str()) => {}
                    ItemKind::Clue { name, .. } => clues.push(&name.name),
                    ItemKind::Example { parts, .. } => {
                        broken.extend(parts.iter().flat_map(|part| {
                            let names = match part {
                                ExamplePart::Breaks(names) => names.as_slice(),
                                _ => &[],
                            };
                            names.iter().map(|name| &name.name)
                        }))
                    }
                    _ => {}
                }
            }
            let shown = if rules.is_empty() { clues } else { rules };
            let unbroken = shown.into_iter().filter(|rule| !broken.contains(rule));
            missing.extend(unbroken.map(|rule| format!("{name}: {rule}")));
        }
    }
    assert!(missing.is_empty(), "no example breaks these:\n{}", missing.join("\n"));
}

/// Returns whether the lines are as expected, where `…` stands for any lines.
fn agrees(expected: &[&str], found: &[&str]) -> bool {
    match expected {
        [] => found.is_empty(),
        ["…", rest @ ..] => (0..=found.len()).any(|skip| agrees(rest, &found[skip..])),
        [line, rest @ ..] => found.first() == Some(line) && agrees(rest, &found[1..]),
    }
}

/// Returns a folder with the examples.
fn with_examples(name: &str) -> PathBuf {
    let folder = scratch(name);
    let examples = root().join("examples");
    for path in files(&examples, "pz").into_iter().chain(files(&examples, "rhai")) {
        fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    folder
}

/// Runs the commands of a block; fails where one prints something else.
fn session(block: &Block, folder: &Path) {
    for session in block.text.split("$ ").skip(1) {
        let mut lines = session.lines().map(str::trim_end);
        let command = lines.next().unwrap_or_default();
        let expected: Vec<&str> = lines.collect();
        let Some(arguments) = command.strip_prefix("puzgen") else {
            panic!("{}: only `puzgen` is run, found `{command}`", block.place);
        };
        let ran = run(folder, &words(arguments), &Setup::default());
        let found = format!("{}{}", ran.stdout, ran.stderr);
        let found: Vec<&str> = found.lines().map(str::trim_end).collect();
        let expected = match expected.as_slice() {
            [start @ .., ""] => start,
            all => all,
        };
        assert!(
            agrees(expected, &found),
            "{}: `{command}` prints\n{}\ninstead of\n{}",
            block.place,
            found.join("\n"),
            expected.join("\n"),
        );
    }
}

#[test]
fn sessions_in_documents_are_right() {
    let documents = documents().into_iter().map(|path| blocks(&path)).enumerate();
    each(
        documents.filter(|(_, blocks)| blocks.iter().any(|block| block.tag == "console")),
        |(_, blocks)| blocks[0].place.clone(),
        |(number, blocks)| {
            let has_files = blocks.iter().any(|block| block.file().is_some());
            let mut folder = None;
            for (part, block) in blocks.iter().enumerate() {
                let is_session = block.tag == "console" && !is_left_out(&block.text);
                if !is_session && block.file().is_none() {
                    continue;
                }
                let fresh = || with_examples(&format!("console_{number}_{part}"));
                let folder = match &mut folder {
                    Some(folder) if has_files => &*folder,
                    other => &*other.insert(fresh()),
                };
                match block.file() {
                    Some(name) => fs::write(folder.join(name), &block.text).unwrap(),
                    None => session(block, folder),
                }
            }
        },
    );
}

/// What docs/puzzles.md says of the files is what `make puzzles` would say of them; the rest of a row
/// is measured.
#[test]
fn the_table_lists_every_built_in_puzzle() {
    let text = fs::read_to_string(root().join("docs/puzzles.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| [")).map(str::to_owned);
    let listed: Vec<String> = rows.collect();
    let names = library::names();
    assert_eq!(listed.len(), names.len(), "`make puzzles` makes docs/puzzles.md anew");
    for (row, name) in listed.iter().zip(&names) {
        let columns = facts::columns(name).unwrap();
        assert!(row.starts_with(&columns), "{row}\ninstead of\n{columns}");
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let said = format!("There are {} built-in puzzles", names.len());
    assert!(readme.contains(&said), "README.md does not say: {said}");
    let bounds: Vec<String> = names.iter().filter_map(|name| facts::bounds(name)).collect();
    let listed: Vec<&str> = text.lines().filter(|line| line.starts_with("* ")).collect();
    assert_eq!(listed, bounds);
}

#[test]
fn definitions_are_short() {
    assert!(facts::median_lines() <= 30, "{} lines in the median", facts::median_lines());
}

/// Returns all documents in Markdown.
fn pages() -> Vec<PathBuf> {
    let folders = ["", "docs", "docs/decisions", "docs/experiments"];
    folders.iter().flat_map(|folder| files(&root().join(folder), "md")).collect()
}

#[test]
fn links_lead_to_files() {
    let mut broken = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            let is_local = !path.is_empty() && !path.contains("://") && !path.contains(' ');
            if is_local && !page.parent().unwrap().join(path).exists() {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_map_is_short_and_the_changelog_has_short_lines() {
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    assert!(map.len() <= 12_000, "ARCHITECTURE.md has {} bytes", map.len());
    let changes = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let long: Vec<&str> = changes.lines().filter(|line| line.chars().count() > 120).collect();
    assert!(long.is_empty(), "CHANGELOG.md: {long:#?}");
}

#[test]
fn the_index_of_decisions_has_every_page() {
    let folder = root().join("docs/decisions");
    let index = fs::read_to_string(folder.join("README.md")).unwrap();
    for page in files(&folder, "md") {
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name == "README.md" || index.contains(&name), "{name} is not in the index");
    }
}
