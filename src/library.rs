//! The built-in puzzles and the files that they name: the folder `puzzles/`, embedded. A new puzzle is
//! a file there.

use include_dir::{Dir, include_dir};

static PUZZLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// Returns the names of the built-in puzzles in alphabetical order.
pub fn names() -> Vec<&'static str> {
    let stems = PUZZLES.files().filter_map(|file| {
        let path = file.path();
        (path.extension()? == "pz").then(|| path.file_stem()?.to_str()).flatten()
    });
    let mut names: Vec<&'static str> = stems.collect();
    names.sort_unstable();
    names
}

/// Returns the text of a built-in puzzle.
pub fn text(name: &str) -> Option<&'static str> {
    file(&format!("{name}.pz"))
}

/// Returns the text of a file that built-in puzzles name, such as a model, by its path from them.
pub fn file(path: &str) -> Option<&'static str> {
    PUZZLES.get_file(path)?.contents_utf8()
}
