//! Lists the built-in puzzles for `library.rs`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// What files end in that `puzgen test` keeps beside the puzzles: for those who change them, not for users.
const NOT_EMBEDDED: &str = "seen";

fn main() {
    directive("rerun-if-changed=build.rs");
    list_puzzles();
}

/// Writes the list of the files in `puzzles/`: the path of each from there, and its text.
fn list_puzzles() {
    directive("rerun-if-changed=../../puzzles");
    let mut paths = Vec::new();
    collect(Path::new("../../puzzles"), &mut paths);
    let mut names: Vec<String> = paths
        .iter()
        .filter(|path| path.extension().is_none_or(|ending| ending != NOT_EMBEDDED))
        .map(|path| path.to_string_lossy().replace('\\', "/"))
        .collect();
    names.sort_unstable();
    let entry = |name: &String| {
        let short = name.trim_start_matches("../../puzzles/");
        format!("({short:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{name}\"))),\n")
    };
    let list = format!("&[\n{}]\n", names.iter().map(entry).collect::<String>());
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    fs::write(folder.join("puzzles.rs"), list).expect("OUT_DIR can be written");
}

/// Adds the files in a folder and in those below it.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("puzzles/ can be read") {
        let path = entry.expect("puzzles/ can be read").path();
        if path.is_dir() { collect(&path, paths) } else { paths.push(path) }
    }
}

/// Hands one instruction to Cargo.
fn directive(text: &str) {
    println!("cargo::{text}");
}
