//! Cases: files in a stage's folder, their headers and their snapshots.
//!
//! # Header
//! Lines at the top of a case that start with `#! ` are settings of its test, `#! name: value`; to
//! the language they are comments. A name may be repeated. The stages know:
//!
//! - `set: n=4` sets a parameter; `puzzle: name` chooses one where the file has several;
//! - solve: `board: 1 . / . .` is the board; several such lines are its lines;
//! - generate and render: `seed: 1`, `count: 2`, `solutions: 2..3`, `until: empties=4`, `all_steps: yes`,
//!   `answers: yes`, `format: text`.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use puzgen_engines::ENGINES;

/// Returns the folder of the package.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// One case.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) path: PathBuf,
    /// The name of the file, which is what problems show.
    pub(crate) file: String,
    pub(crate) text: String,
    header: Vec<(String, String)>,
}

impl Case {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let header = text
            .lines()
            .map_while(|line| line.strip_prefix("#! "))
            .map(|line| {
                let (name, value) = line.split_once(':').expect("`#! name: value`");
                (name.trim().to_owned(), value.trim().to_owned())
            })
            .collect();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        Self { path: path.to_path_buf(), file, text, header }
    }

    /// Returns all values of a setting.
    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        let matching = self.header.iter().filter(|(other, _)| other == name);
        matching.map(|(_, value)| value.as_str()).collect()
    }

    /// Returns the value of a setting that is there at most once.
    pub(crate) fn one(&self, name: &str) -> Option<&str> {
        let all = self.all(name);
        assert!(all.len() <= 1, "{}: `{name}` is set twice", self.file);
        all.first().copied()
    }

    /// Fails where the header has a setting that the stage does not know.
    fn know(&self, names: &[&str]) {
        for (name, _) in &self.header {
            assert!(names.contains(&name.as_str()), "{}: unknown setting `{name}`", self.file);
        }
    }
}

/// Returns the files of a folder with this ending, sorted by name; none where there is no folder.
pub(crate) fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|other| other == ending))
        .collect();
    paths.sort();
    paths
}

/// Runs `body` for every item; fails at the end with the names of those that failed.
pub(crate) fn each<T>(
    items: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> String,
    mut body: impl FnMut(&T),
) {
    let mut failed = Vec::new();
    for item in items {
        if catch_unwind(AssertUnwindSafe(|| body(&item))).is_err() {
            failed.push(name(&item));
        }
    }
    assert!(failed.is_empty(), "failed: {}", failed.join(", "));
}

/// Returns whether a text speaks of something that this build leaves out: an engine, or a command.
pub(crate) fn is_left_out(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':'));
    let is_engine = |word: &str| {
        ENGINES
            .left_out()
            .iter()
            .any(|(name, _)| *name == word || name.split(':').next() == Some(word))
    };
    let is_command = |word: &str| {
        word == "watch" && !cfg!(feature = "watch")
            || ["book", "pdf"].contains(&word) && !cfg!(feature = "book")
            || word == "serve" && !cfg!(feature = "site")
            || word == "png" && !cfg!(feature = "png")
    };
    let is_bank = text.contains("puzgen bank ") && !cfg!(feature = "bank");
    is_bank || words.any(|word| is_engine(word) || is_command(word))
}

/// Compares what `result` makes of every case of a stage with the case's snapshot.
pub(crate) fn stage(
    stage: &str,
    ending: &str,
    settings: &[&str],
    mut result: impl FnMut(&Case) -> String,
) {
    let folder = root().join("snapshots").join(stage);
    let mut paths = files(&folder, ending);
    assert!(!paths.is_empty(), "no case of stage `{stage}`");
    paths.retain(|path| {
        let result = fs::read_to_string(path.with_extension("snap")).unwrap_or_default();
        !is_left_out(&result) && !is_left_out(&fs::read_to_string(path).unwrap())
    });
    each(
        paths,
        |path| format!("{stage}/{}", path.file_stem().unwrap().to_string_lossy()),
        |path| {
            let case = Case::read(path);
            case.know(settings);
            let text = result(&case);
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path(path.parent().unwrap());
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            settings.bind(|| insta::assert_snapshot!(name, text));
        },
    );
}

/// Returns whether a built-in puzzle is like another one but for the programs that it is made of, so that long runs alone
/// go through it.
pub(crate) fn is_one_of_many(name: &str) -> bool {
    name.starts_with("python_") && !["python_conditions", "python_for_loops"].contains(&name)
}
