//! Lists the files of this folder that `lib.rs` embeds.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Endings of files that are not embedded: what `puzgen test` keeps beside the puzzles, for those who change them,
/// and the files of the crate itself.
const NOT_EMBEDDED: [&str; 3] = ["seen", "rs", "toml"];

fn main() {
    println!("cargo::rerun-if-changed=.");
    let root =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo sets CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    let is_embedded = |path: &&PathBuf| {
        path.extension().is_none_or(|ending| NOT_EMBEDDED.iter().all(|other| ending != *other))
    };
    let short = |path: &PathBuf| {
        let path = path.strip_prefix(&root).expect("a file of the folder");
        path.to_string_lossy().replace('\\', "/")
    };
    let mut names: Vec<String> = paths.iter().filter(is_embedded).map(short).collect();
    names.sort_unstable();
    let entry = |name: &String| {
        format!("({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{name}\"))),\n")
    };
    let list = format!("&[\n{}]\n", names.iter().map(entry).collect::<String>());
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR"));
    fs::write(folder.join("puzzles.rs"), list).expect("OUT_DIR can be written");
}

/// Adds the files in a folder and in those below it.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() { collect(&path, paths) } else { paths.push(path) }
    }
}
