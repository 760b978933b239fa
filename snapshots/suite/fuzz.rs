//! The functions of the fuzz targets, each once over its committed inputs, and that no target is left out
//! anywhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::case::{each, root};

#[path = "../fuzz/targets.rs"]
mod targets;

use targets::TARGETS;

fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// What fuzzing starts from, and what once failed.
#[test]
fn committed_inputs_do_not_fail() {
    thread::scope(|scope| {
        for (name, body) in TARGETS {
            scope.spawn(move || {
                each(
                    paths(&root().join("snapshots/fuzz/seeds").join(name)),
                    |path| path.display().to_string(),
                    |path| body(&fs::read(path).unwrap()),
                );
            });
        }
    });
}

#[test]
fn every_target_has_a_program_and_inputs() {
    let folder = root().join("snapshots/fuzz");
    let names: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let stems = |part: &str| -> BTreeSet<String> {
        let stem = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
        paths(&folder.join(part)).into_iter().map(stem).collect()
    };
    assert_eq!(stems("seeds"), names);
    assert_eq!(stems("fuzz_targets"), names);
    let package = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let programs = package.split("[[bin]]\nname = \"").skip(1);
    let programs: BTreeSet<String> =
        programs.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect();
    assert_eq!(programs, names);
}
