//! What the compiler does not check: the order of crates, who may use what, registries, cases and snapshots.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use puzgen_base::diagnostics::Code;
use puzgen_base::source::Sources;
use puzgen_engines::ENGINES;
use puzgen_export::FORMATS;
use puzgen_generate::rate;
use puzgen_model::function::Function;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::constraints::CONSTRAINTS;
use puzgen_vocabulary::features::{MEASURES, STATISTICS};
use puzgen_vocabulary::places::PLACES;

use crate::case::{files, root};
use crate::define::{define, report};

/// Dependencies that take long to build or that one place is to know, each with the only crate that may depend on it.
const ONE_USER: &[(&str, &str)] = &[
    ("axum", "site"),
    ("cadical", "engines"),
    ("clap", "cli"),
    ("krilla", "book"),
    ("lsp-server", "lsp"),
    ("miette", "base"),
    ("notify", "cli"),
    ("parquet", "cli"),
    ("pest_derive", "grammar"),
    ("postgres", "bank"),
    ("quick-xml", "board"),
    ("rand", "base"),
    ("rand_chacha", "base"),
    ("resvg", "export"),
    ("rhai", "check"),
    ("ruff_python_parser", "program"),
    ("rusqlite", "bank"),
    ("serde_yaml", "base"),
    ("tokio", "site"),
    ("z3", "engines"),
    ("zip", "book"),
];

/// Crates whose files import each other in circles still.
const CIRCULAR: &[&str] = &["search"];

/// Words in the code that only these files may have.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("pest::", &["syntax/"]),
    ("rhai::", &["check/script/"]),
    ("serde_yaml::", &["base/yaml.rs"]),
    ("rand::", &["base/rng.rs"]),
    ("rand_chacha::", &["base/rng.rs"]),
    ("rusqlite::", &["bank/sqlite.rs"]),
    ("postgres::", &["bank/server.rs"]),
    ("parquet::", &["cli/columns.rs"]),
    ("rustix::", &["cli/shard/mod.rs", "site/workers.rs"]),
    ("miette::", &["base/diagnostics/render.rs"]),
    ("println!", &["cli/", "engines/build.rs"]),
    ("eprintln!", &["cli/"]),
    ("print!(", &["cli/"]),
    ("dbg!", &[]),
    ("Instant::", &["cli/"]),
    ("SystemTime", &["cli/"]),
    ("std::env", &["cli/", "engines/build.rs"]),
    ("std::fs", &["cli/", "engines/build.rs"]),
    ("std::process", &["cli/", "main.rs", "site/workers.rs"]),
    ("std::thread", &["cli/", "engines/z3/ask.rs", "lsp/work.rs", "site/preview/", "system/"]),
    ("io::std", &["cli/"]),
    ("cap_std::", &["cli/", "system/"]),
    ("ambient_authority", &["cli/"]),
    ("HashMap", &[]),
    ("HashSet", &[]),
    ("unsafe", &[]),
];

/// Uses of such a word that are right.
const MAY_USE: &[(&str, &str)] = &[("cli/input.rs", "std::collections::hash_map::RandomState")];

/// Codes that no case can show, with the test that does.
const CODES_ELSEWHERE: &[(Code, &str)] = &[
    (Code::Disagreement, "suite/verify.rs: an engine that lies"),
    (Code::Bug, "suite/embedding.rs: an engine that panics"),
    (Code::BankFailed, "suite/banks.rs: a file with wrong bytes"),
    (Code::BankDamaged, "suite/banks.rs: a file with wrong bytes"),
    (Code::DamagedShard, "suite/shards.rs: a file with wrong bytes"),
];

/// A file of `src/`.
#[derive(Debug)]
struct Source {
    /// The path in `src/`.
    name: String,
    text: String,
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            paths.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let folder = root().join("src");
    let mut paths = Vec::new();
    collect(&folder, &mut paths);
    paths.sort();
    let read = |path: &PathBuf| Source {
        name: path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/"),
        text: fs::read_to_string(path).unwrap(),
    };
    paths.iter().map(read).collect()
}

impl Source {
    /// Returns the lines of code: no remarks, and nothing behind `#[cfg(test)]` at the margin.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().take_while(|line| *line != "#[cfg(test)]");
        let code = lines.enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
        code.map(|(number, line)| (number + 1, line))
    }

    fn is_test(&self) -> bool {
        self.name.contains("tests")
    }

    /// Returns the crate that the file is in; of the root package the name of the file.
    fn owner(&self) -> &str {
        let end = self.name.find(['/', '.']).unwrap_or(self.name.len());
        &self.name[..end]
    }
}

/// Fails with all lines, if there are any.
fn none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

/// A crate below the root.
struct Member {
    name: String,
    /// What it depends on outside of tests, as its manifest calls it.
    dependencies: Vec<String>,
}

/// Returns the crates with what they depend on.
fn members() -> Vec<Member> {
    let mut manifests: Vec<PathBuf> = ["grammars", "puzzles"].map(|it| root().join(it)).into();
    manifests.extend(fs::read_dir(root().join("src")).unwrap().map(|entry| entry.unwrap().path()));
    manifests.sort();
    let texts = manifests.iter().filter_map(|at| fs::read_to_string(at.join("Cargo.toml")).ok());
    texts
        .map(|text| {
            let name = text.lines().find_map(|line| line.strip_prefix("name = \"puzgen-"));
            let section = text.split("\n[dependencies]\n").nth(1).unwrap_or_default();
            let lines = section.lines().take_while(|line| !line.starts_with('['));
            let named = lines.filter_map(|line| line.split(['.', ' ']).next());
            Member {
                name: name.unwrap().trim_end_matches('"').to_owned(),
                dependencies: named.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            }
        })
        .collect()
}

/// ARCHITECTURE.md has a row for each crate, and each depends only on crates of rows above its own.
#[test]
fn crates_depend_on_rows_above() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let table = text.split("\n## Crates, from the bottom\n").nth(1).expect("a table of crates");
    let rows = table.lines().take_while(|line| !line.starts_with("## "));
    let listed: Vec<&str> =
        rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next()).collect();
    let place = |name: &str| listed.iter().position(|row| *row == name);
    let members = members();
    let mut wrong: Vec<String> = Vec::new();
    for Member { name, dependencies } in &members {
        let Some(own) = place(name) else {
            wrong.push(format!("ARCHITECTURE.md has no row of `{name}`"));
            continue;
        };
        let ours = dependencies.iter().filter_map(|it| it.strip_prefix("puzgen-"));
        let above = ours.filter(|other| place(other).is_none_or(|theirs| theirs >= own));
        wrong.extend(above.map(|other| format!("`{name}` depends on `{other}`, not above it")));
    }
    let is_member = |row: &&str| members.iter().any(|member| member.name == **row);
    let gone = listed.iter().filter(|row| !is_member(row));
    wrong.extend(gone.map(|row| format!("there is no crate `{row}`")));
    none("crates and their rows", &wrong);
}

#[test]
fn each_large_dependency_has_one_user() {
    let mut wrong = Vec::new();
    for Member { name, dependencies } in members() {
        for (library, user) in ONE_USER {
            if name != *user && dependencies.iter().any(|it| it == library) {
                wrong.push(format!("`{name}` depends on {library}, which only `{user}` may"));
            }
        }
    }
    for (library, user) in ONE_USER {
        let uses = |member: &Member| {
            member.name == *user && member.dependencies.iter().any(|it| it == library)
        };
        if !members().iter().any(uses) {
            wrong.push(format!("`{user}` does not depend on {library}"));
        }
    }
    none("dependencies", &wrong);
}

/// Returns the files that a file imports; those that hold the module of a folder aside.
fn imported<'s>(source: &Source, names: &BTreeSet<&'s str>) -> BTreeSet<&'s str> {
    let folder = Path::new(&source.name).parent().unwrap().to_string_lossy().into_owned();
    // From the crate's own root, as `crate::` says it.
    let inside = folder.split_once('/').map_or(String::new(), |(_, inside)| format!("{inside}/"));
    let inside = inside.replace('/', "::");
    let owner = source.owner();
    let code = source.code().map(|(_, line)| line.replace("super::", &format!("crate::{inside}")));
    let mut found = BTreeSet::new();
    for line in code {
        for path in line.split("crate::").skip(1) {
            let mut parts = path.split("::").map(|part| part.trim_matches(['{', '}', ';', ' ']));
            let mut name = format!("{owner}/{}", parts.next().unwrap_or_default());
            for part in parts {
                found.extend(names.get(format!("{name}.rs").as_str()));
                name = format!("{name}/{part}");
            }
            found.extend(names.get(format!("{name}.rs").as_str()));
        }
    }
    found.remove(source.name.as_str());
    found
}

#[test]
fn files_import_each_other_in_no_circle() {
    let sources = sources();
    let names: BTreeSet<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    let is_meant = |source: &&Source| !CIRCULAR.contains(&source.owner()) && !source.is_test();
    let mut left: Vec<(&str, BTreeSet<&str>)> = sources
        .iter()
        .filter(is_meant)
        .map(|source| (source.name.as_str(), imported(source, &names)))
        .collect();
    // What imports nothing that is left is in no circle.
    loop {
        let open: BTreeSet<&str> = left.iter().map(|(name, _)| *name).collect();
        let count = left.len();
        left.retain(|(_, imports)| imports.iter().any(|name| open.contains(name)));
        if left.len() == count {
            break;
        }
    }
    let open: BTreeSet<&str> = left.iter().map(|(name, _)| *name).collect();
    let in_words = left.iter().map(|(name, imports)| {
        let own: Vec<&str> = imports.intersection(&open).copied().collect();
        format!("src/{name} imports {}", own.join(", "))
    });
    none("circles of files, and what leads to them", &in_words.collect::<Vec<String>>());
}

#[test]
fn what_is_confined_stays_there() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| !source.is_test()) {
        for (number, line) in source.code() {
            for (word, places) in ONLY_IN {
                let is_word = line.match_indices(word).any(|(at, _)| {
                    let before = line[..at].chars().next_back();
                    !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':'))
                });
                let is_place = places.iter().any(|place| source.name.starts_with(place));
                let is_listed =
                    MAY_USE.iter().any(|(file, text)| source.name == *file && line.contains(text));
                if is_word && !is_place && !is_listed {
                    wrong.push(format!("src/{}:{number}: `{word}`", source.name));
                }
            }
        }
    }
    none("used outside of its place", &wrong);
}

#[test]
fn files_open_with_what_they_are_and_stay_short() {
    let mut wrong = Vec::new();
    for source in sources() {
        if !source.text.starts_with("//!") && !source.is_test() {
            wrong.push(format!("src/{}: no `//!` at the top", source.name));
        }
        let lines = source.text.lines().count();
        let says_why = source
            .text
            .lines()
            .take_while(|line| line.starts_with("//"))
            .any(|line| line.contains("long"));
        if lines > 600 && !says_why {
            wrong.push(format!(
                "src/{}: {lines} lines; split it, or say at the top why it is long",
                source.name
            ));
        }
    }
    none("files", &wrong);
}

/// The reference lists the codes with their sentences, all of them and no other.
#[test]
fn the_reference_lists_every_code() {
    let Ok(text) = fs::read_to_string(root().join("docs/language.md")) else { return };
    let listed: BTreeSet<&str> =
        text.lines().filter(|line| line.starts_with("| `puzgen::")).collect();
    let lines: Vec<String> = Code::ALL
        .iter()
        .map(|code| format!("| `{}` | {} |", code.as_str(), code.about()))
        .collect();
    let known: BTreeSet<&str> = lines.iter().map(String::as_str).collect();
    let differing: Vec<String> =
        listed.symmetric_difference(&known).map(|line| (*line).to_owned()).collect();
    none("codes that are listed otherwise in docs/language.md", &differing);
}

/// The document on scripts lists every function that says an item, and no other.
#[test]
fn the_document_lists_every_form() {
    let text = fs::read_to_string(root().join("docs/scripts.md")).unwrap();
    let section = text.split("\n## Functions\n").nth(1).map(str::trim_start);
    let table = section.and_then(|section| section.split("\n\n").next());
    let rows = table.expect("a table of functions").lines().skip(2);
    let cells = rows.filter_map(|row| row.split(" | ").next());
    let listed: BTreeSet<String> = cells
        .flat_map(|cell| cell.trim_start_matches("| ").split("`, `"))
        .map(|form| form.trim_matches('`').to_owned())
        .collect();
    let known: BTreeSet<String> =
        puzgen_check::script::ITEM_FUNCTIONS.iter().map(|form| form.signature()).collect();
    let differing: Vec<String> = listed.symmetric_difference(&known).cloned().collect();
    none("functions that docs/scripts.md lists otherwise", &differing);
}

fn describe(wrong: &mut Vec<String>, registry: &str, entries: &[(&str, &str, Option<&str>)]) {
    let mut names = BTreeSet::new();
    for (name, about, signature) in entries {
        if name.is_empty() || !names.insert(*name) {
            wrong.push(format!("{registry}: the name `{name}` is empty or there twice"));
        }
        if about.is_empty() || signature.is_some_and(str::is_empty) {
            wrong.push(format!("{registry}: `{name}` is not described"));
        }
    }
}

/// Returns all functions, the name of each one's registry first.
fn functions() -> Vec<(&'static str, &'static dyn Function)> {
    let constraints = CONSTRAINTS.iter().map(|f| ("CONSTRAINTS", *f as &dyn Function));
    let places = PLACES.iter().map(|f| ("PLACES", *f as &dyn Function));
    let statistics = STATISTICS.iter().map(|f| ("STATISTICS", *f));
    constraints.chain(places).chain(statistics).collect()
}

#[test]
fn registries_describe_their_entries() {
    let mut wrong = Vec::new();
    let all: Vec<_> =
        functions().iter().map(|(_, f)| (f.name(), f.about(), Some(f.signature()))).collect();
    describe(&mut wrong, "functions", &all);
    let measures: Vec<_> = MEASURES.iter().map(|m| (m.name, m.about, Some(m.signature))).collect();
    describe(&mut wrong, "MEASURES", &measures);
    let engines: Vec<_> = ENGINES.all().map(|e| (e.name(), e.about(), None)).collect();
    describe(&mut wrong, "ENGINES", &engines);
    let formats: Vec<_> = FORMATS.iter().map(|f| (f.name(), f.about(), None)).collect();
    describe(&mut wrong, "FORMATS", &formats);
    none("registries", &wrong);
}

#[test]
fn examples_of_functions_are_right() {
    let values = [1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3];
    let mut wrong = Vec::new();
    for (registry, function) in functions() {
        let text = format!(
            "puzzle example \"Example\" {{
              board grid(4, 4)
              let first = cell(1, 1)
              answer x[cells]: 1..4
              feature value[edge in edges, vertex in ends(edge)] = {}
            }}",
            function.example()
        );
        let mut sources = Sources::new();
        let name = function.name();
        if !function.example().contains(name) {
            wrong.push(format!("{registry}: the example of `{name}` does not use it"));
        }
        match define(&mut sources, "example", &text, None) {
            Err(problems) => {
                wrong.push(format!("{registry}: `{name}`\n{}", report(problems, &sources)));
            }
            Ok(definition) => {
                let instance = Instance::new(&definition, &[]).unwrap();
                let state = puzgen_model::puzzle::PuzzleState {
                    instance: &instance,
                    facts: &[],
                    shown: &[],
                    told: &[],
                    solutions: None,
                    is_minimal: None,
                    steps: None,
                };
                match rate::features(&state, Some(&values), |_| true) {
                    Ok(values) if values.iter().all(Option::is_some) => {}
                    Ok(_) => wrong.push(format!("{registry}: `{name}` cannot be said")),
                    Err(at) => {
                        wrong.push(format!("{registry}: the example of `{name}`: {}", at.fault));
                    }
                }
            }
        }
    }
    none("examples", &wrong);
}

#[test]
fn every_code_has_a_case() {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for code in Code::ALL {
        let path = code.as_str().trim_start_matches("puzgen::");
        let (stage, name) = path.split_once("::").unwrap();
        if !seen.insert(code.as_str()) || code.about().is_empty() {
            wrong.push(format!("{path}: twice, or not explained"));
        }
        if CODES_ELSEWHERE.iter().any(|(other, _)| other == code) {
            continue;
        }
        // Boards are read where something is solved; the command line has cases of its own.
        let folders: &[&str] = match stage {
            "board" => &["solve", "cli"],
            "generate" => &["generate", "cli"],
            "solve" => &["solve", "check", "cli"],
            "check" => &["check", "generate", "cli"],
            stage => &[stage, "cli"],
        };
        let snapshots = folders
            .iter()
            .map(|folder| root().join("snapshots").join(folder).join(format!("{name}.snap")));
        let shows =
            |path: PathBuf| fs::read_to_string(path).is_ok_and(|text| text.contains(code.as_str()));
        if !snapshots.into_iter().any(shows) {
            wrong.push(format!("{path}: no case `{name}` in {}", folders.join(" or ")));
        }
    }
    none("codes without a case", &wrong);
}

#[test]
fn every_snapshot_has_its_case() {
    let mut wrong = Vec::new();
    let folders = ["parse", "script", "check", "lower", "solve", "generate", "render", "cli"];
    for folder in folders {
        let path = root().join("snapshots").join(folder);
        let ending = match folder {
            "cli" => "cli",
            "script" => "rhai",
            _ => "pz",
        };
        let stem = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
        let cases: BTreeSet<String> = files(&path, ending).iter().map(stem).collect();
        let snapshots: BTreeSet<String> = files(&path, "snap").iter().map(stem).collect();
        for name in cases.symmetric_difference(&snapshots) {
            wrong.push(format!("snapshots/{folder}/{name}: a case or its snapshot is missing"));
        }
        for name in &snapshots {
            let text = fs::read_to_string(path.join(format!("{name}.snap"))).unwrap();
            let home = root().display().to_string();
            if text.contains(&home) || text.contains("panicked") {
                wrong
                    .push(format!("snapshots/{folder}/{name}: a path of this machine, or a panic"));
            }
        }
    }
    none("snapshots", &wrong);
}
