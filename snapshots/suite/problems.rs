//! docs/problems.md: a page for every code, whose examples are run.
//!
//! A page is the sentence of its code, then text, then `#### Wrong` and `#### Right`. A block of code
//! is a file: `my.pz`, or as the line before it names it. A block ` ```console ` has the commands,
//! `$ puzgen …`; without one, `puzgen check my.pz` is run. What stands before `#### Wrong` holds for
//! both. The wrong example reports this code and no other, the right one none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use puzgen_base::diagnostics::Code;

use crate::case::{each, is_left_out, root};
use crate::command::{Setup, run, scratch, words};

/// Codes whose pages have no example that can be run, and why.
const NOT_RUN: &[(Code, &str)] = &[
    (Code::NotText, "a document in Markdown has no bytes that are no text"),
    (Code::Disagreement, "a bug of puzgen: suite/verify.rs has an engine that lies"),
    (Code::Bug, "a bug of puzgen: suite/embedding.rs has an engine that panics"),
    (Code::BankFailed, "a document has no damaged database: suite/banks.rs makes one"),
    (Code::DamagedShard, "a document has no damaged shard: suite/shards.rs makes one"),
    (Code::BankDamaged, "a document has no damaged database: suite/banks.rs makes one"),
];

/// What a part of a page needs to be run.
#[derive(Debug, Clone, Default)]
struct Example {
    files: BTreeMap<String, String>,
    commands: Vec<String>,
}

impl Example {
    /// Returns the blocks of a text, in addition to or instead of these.
    fn and(&self, text: &str) -> Self {
        let (mut all, mut own) = (self.clone(), Vec::new());
        let mut file = "my.pz";
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(tag) = line.strip_prefix("```") {
                let block = lines.by_ref().take_while(|line| *line != "```");
                let block: String = block.map(|line| format!("{line}\n")).collect();
                match tag {
                    "console" => own.extend(block.lines().map(|line| {
                        line.strip_prefix("$ puzgen ").expect("`$ puzgen …`").to_owned()
                    })),
                    _ => drop(all.files.insert(file.to_owned(), block)),
                }
                file = "my.pz";
            } else if let Some(name) = line.strip_prefix('`').and_then(|l| l.strip_suffix("`:")) {
                file = name;
            }
        }
        if !own.is_empty() {
            all.commands = own;
        }
        all
    }

    /// Returns the codes that its commands report.
    fn reported(&self, name: &str) -> BTreeSet<String> {
        let folder = scratch(name);
        for (file, text) in &self.files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let default = ["check my.pz".to_owned()];
        let commands = if self.commands.is_empty() { &default[..] } else { &self.commands };
        let mut codes = BTreeSet::new();
        for command in commands {
            let ran = run(&folder, &words(command), &Setup::default());
            let lines = ran.stderr.lines().map(str::trim_end);
            codes.extend(lines.filter(|line| line.starts_with("puzgen::")).map(str::to_owned));
            assert!(!ran.stderr.contains("error:"), "`{command}`: {}", ran.stderr);
        }
        codes
    }
}

#[test]
fn every_code_has_a_page_in_its_order() {
    let text = fs::read_to_string(root().join("docs/problems.md")).unwrap();
    let headings = text.lines().filter_map(|line| line.strip_prefix("### `"));
    let listed: Vec<&str> = headings.map(|line| line.trim_end_matches('`')).collect();
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(listed, codes, "the pages of docs/problems.md, and the codes");
    for code in Code::ALL {
        let page = code.page().unwrap();
        assert!(page.starts_with(code.about()), "{} begins otherwise", code.as_str());
        assert!(!page.contains("]("), "{}: a link leads nowhere on a terminal", code.as_str());
        let is_run = page.contains("\n#### Wrong\n") && page.contains("\n#### Right\n");
        let is_listed = NOT_RUN.iter().any(|(other, _)| other == code);
        assert!(is_run != is_listed, "{}: `#### Wrong` and `#### Right`", code.as_str());
    }
}

#[test]
fn examples_of_pages_report_their_codes() {
    let run = Code::ALL.iter().filter(|code| {
        let page = code.page().unwrap_or_default();
        page.contains("#### Wrong") && !is_left_out(page)
    });
    each(
        run,
        |code| code.as_str().to_owned(),
        |code| {
            let (before, examples) = code.page().unwrap().split_once("#### Wrong").unwrap();
            let (wrong, right) = examples.split_once("#### Right").unwrap();
            let shared = Example::default().and(before);
            let folder = format!("problems_{}", code.short().replace("::", "_"));
            let found = shared.and(wrong).reported(&folder);
            assert_eq!(found, BTreeSet::from([code.as_str().to_owned()]), "the wrong example");
            let found = shared.and(wrong).and(right).reported(&folder);
            assert_eq!(found, BTreeSet::new(), "the right example");
        },
    );
}
