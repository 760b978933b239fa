//! The built-in puzzles and the files that they name: the folder `puzzles/`, embedded. A new puzzle is
//! a file there; `build.rs` lists them.

/// The files, by their paths from the folder, in alphabetical order.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// Returns the names of the built-in puzzles in alphabetical order.
pub fn names() -> Vec<&'static str> {
    let stems = FILES.iter().filter_map(|(path, _)| path.strip_suffix(".pz"));
    let mut names: Vec<&'static str> = stems.filter(|name| !name.contains('/')).collect();
    names.sort_unstable();
    names
}

/// Returns the text of a built-in puzzle.
pub fn text(name: &str) -> Option<&'static str> {
    file(&format!("{name}.pz"))
}

/// Returns the text of a file that built-in puzzles name, such as a model, by its path from them.
pub fn file(path: &str) -> Option<&'static str> {
    let at = FILES.binary_search_by_key(&path, |(name, _)| name).ok()?;
    Some(FILES[at].1)
}
