//! CONTRIBUTING's table of what to touch, held against entries that exist: the files of a row have
//! the entry, and no other file of `src/` has it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::case::root;

/// An entry that a row of the table is true of.
struct Example {
    /// The row, as its first cell begins.
    row: &'static str,
    /// What the entry is called, in any of these ways.
    words: &'static [&'static str],
    /// What stands for `<name>` in the row.
    name: &'static str,
    /// The files that the row names, the name left open.
    files: &'static [&'static str],
    /// Files of `src/` that have the word for another reason: users of the entry, other words.
    besides: &'static [&'static str],
}

const EXAMPLES: &[Example] = &[
    Example {
        row: "a constraint",
        words: &["ring_run_length", "RingRunLength"],
        name: "ring_run_length",
        files: &[
            "src/vocabulary/constraints/<name>.rs",
            "src/vocabulary/constraints/mod.rs",
            "docs/language.md",
        ],
        besides: &[],
    },
    Example {
        row: "a list or function of places",
        words: &["placements"],
        name: "",
        files: &["src/vocabulary/places/mod.rs", "docs/language.md"],
        // The geometry of it.
        besides: &["src/model/grid/"],
    },
    Example {
        row: "a transform",
        words: &["quarter_turn", "QUARTER_TURN"],
        name: "geometry",
        files: &[
            "src/vocabulary/transforms/<name>.rs",
            "src/vocabulary/transforms/mod.rs",
            "docs/language.md",
            "snapshots/suite/properties/transforms.rs",
        ],
        // A set of cells that a symmetry maps onto each other is named alike.
        besides: &["src/model/grid/symmetry.rs", "src/vocabulary/places/mod.rs"],
    },
    Example {
        row: "a sampler of rooms",
        words: &["rectangles", "Rectangles"],
        name: "rectangles",
        files: &[
            "src/vocabulary/layouts/<name>.rs",
            "src/vocabulary/layouts/mod.rs",
            "docs/language.md",
        ],
        // Shapes of cells.
        besides: &["src/vocabulary/places/mod.rs"],
    },
    Example {
        row: "a statistic",
        words: &["stddev"],
        name: "",
        files: &["src/vocabulary/features/statistics.rs", "docs/language.md"],
        // What foreign names are called here.
        besides: &["src/syntax/"],
    },
    Example {
        row: "a measure",
        words: &["liberties"],
        name: "",
        files: &["src/vocabulary/features/measures.rs", "docs/language.md"],
        // Where it is computed, and the set that has it.
        besides: &["src/vocabulary/features/ease.rs", "src/vocabulary/features/sets.rs"],
    },
    Example {
        row: "a set of measures",
        words: &["wnef_linear"],
        name: "",
        files: &["src/vocabulary/features/sets.rs", "docs/difficulty.md"],
        // The measure of this set.
        besides: &["src/vocabulary/features/measures.rs", "src/generate/rate/levels.rs"],
    },
    Example {
        row: "a learner",
        words: &["svm", "Svm"],
        name: "svm",
        files: &["src/model/learn/<name>.rs", "src/model/learn/mod.rs", "docs/difficulty.md"],
        besides: &["src/cli/train/mod.rs"],
    },
    Example {
        row: "a function that scripts say items with",
        words: &["\"free_aux\"", "free_aux("],
        name: "",
        files: &[
            "src/check/script/item_functions.rs",
            "docs/scripts.md",
            "snapshots/script/everything.rhai",
        ],
        besides: &[],
    },
    Example {
        row: "an engine",
        words: &["brute::Brute", "impl Engine for Brute"],
        name: "brute",
        files: &["src/engines/<name>.rs", "src/engines/lib.rs"],
        besides: &[],
    },
    Example {
        row: "an export format",
        words: &["yaml::Yaml", "impl Format for Yaml"],
        name: "yaml",
        files: &["src/export/<name>.rs", "src/export/lib.rs"],
        besides: &[],
    },
    Example {
        row: "a kind of `puzgen new`",
        words: &["shading"],
        name: "shading",
        files: &["src/cli/new.rs", "snapshots/cli/new.cli"],
        besides: &[],
    },
    Example {
        row: "a mark that scripts draw",
        words: &["\"disc\"", "disc("],
        name: "",
        files: &["src/check/script/marks.rs", "docs/scripts.md"],
        besides: &[],
    },
    Example {
        row: "a format for programs",
        words: &["schema::<Mark>", "puzgen.mark/1"],
        name: "mark",
        files: &["src/wire/<name>.rs", "src/wire/lib.rs"],
        besides: &[],
    },
    Example {
        row: "a subcommand",
        words: &["hint::Arguments", "puzgen hint"],
        name: "hint",
        files: &["src/cli/<name>.rs", "src/cli/lib.rs", "README.md"],
        besides: &[],
    },
    Example {
        row: "a kind of request of editors",
        words: &["hover::AtPlace", "struct AtPlace"],
        name: "hover",
        files: &["src/lsp/<name>.rs", "src/lsp/handlers.rs"],
        besides: &[],
    },
    Example {
        row: "a flat form",
        words: &[
            "Global::Reading",
            "Reading(Reading)",
            "Form for Reading",
            "Propagate for Reader",
            "reading: &Reading",
            "fn of_readings",
        ],
        name: "reading",
        files: &[
            "src/csp/forms/<name>.rs",
            "src/csp/forms/mod.rs",
            "src/csp/samples.rs",
            "src/search/propagators/<name>.rs",
            "src/search/propagators/mod.rs",
            "src/engines/onehot/forms/<name>.rs",
            "src/engines/onehot/forms/mod.rs",
        ],
        // How maps of the board move what is read off a list.
        besides: &["src/symmetry/"],
    },
    Example {
        row: "an item of the language",
        words: &[
            "ItemKind::Sample",
            "Self::Sample",
            "Rule::sample",
            "sample_kw",
            "struct Sample",
            "mod sample",
            "\"sample\" [",
        ],
        name: "sample",
        files: &[
            "grammars/pz.pest",
            "src/syntax/ast/items.rs",
            "src/syntax/items.rs",
            "src/check/<name>.rs",
            "src/check/lib.rs",
            "src/model/definition.rs",
            "src/check/script/item_functions.rs",
        ],
        // `solver` and `grow` are words of this item alone.
        besides: &["src/check/knowledge/items.rs"],
    },
];

/// Returns the files of a folder and of those in it.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { collect(&path, found) } else { found.push(path) }
    }
}

fn has_any(text: &str, words: &[&str]) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    words.iter().any(|word| {
        text.match_indices(word).any(|(at, _)| {
            let (before, behind) = (&text[..at], &text[at + word.len()..]);
            // A word that ends in a sign ends by itself.
            let goes_on = word.starts_with(is_part) && before.ends_with(is_part)
                || word.ends_with(is_part) && behind.starts_with(is_part);
            !goes_on
        })
    })
}

#[test]
fn the_rows_are_true_of_entries() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let mut files = Vec::new();
    collect(&root().join("src"), &mut files);
    // Puzzles name what they were made of.
    files.retain(|file| file.extension().is_none_or(|ending| ending != "jsonl"));
    // Unit tests name what they test.
    files.retain(|file| !file.components().any(|part| part.as_os_str() == "tests"));
    files.retain(|file| file.file_name().is_none_or(|name| name != "tests.rs"));
    files.sort();
    let mut wrong = Vec::new();
    for Example { row, words, name, files: named, besides } in EXAMPLES {
        let start = format!("| {row}");
        let Some(line) = text.lines().find(|line| line.starts_with(&start)) else {
            wrong.push(format!("there is no row of {row}"));
            continue;
        };
        let paths: Vec<String> = named.iter().map(|path| path.replace("<name>", name)).collect();
        for (path, template) in paths.iter().zip(*named) {
            if !line.contains(&format!("`{template}`")) {
                wrong.push(format!("the row of {row} does not name {template}"));
            }
            let has = fs::read_to_string(root().join(path)).is_ok_and(|text| has_any(&text, words));
            if !has {
                wrong.push(format!("{path} has nothing of {words:?}"));
            }
        }
        for file in &files {
            let path = file.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
            let is_known = paths.contains(&path) || besides.iter().any(|at| path.starts_with(at));
            let has = || fs::read_to_string(file).is_ok_and(|text| has_any(&text, words));
            if !is_known && has() {
                wrong.push(format!("{path} has {words:?}, and the row of {row} does not name it"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
