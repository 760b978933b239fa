//! Every command on every built-in puzzle, run as people run them: no command panics, what one prints
//! the others take in every form, and the exit status is the documented one.
//!
//! The short run takes the size of each first example and gives each command one of two forms, others
//! for each puzzle; the long run takes all forms, the default size too, and several seeds.

use std::path::Path;

use puzgen_export::FORMATS;
use puzgen_puzzles as library;
use serde_json::Value;

use crate::case::{each, is_one_of_many};
use crate::command::{Ran, Setup, run, scratch};
use crate::define::small;
use crate::properties::is_soak;

/// A built-in puzzle with the parameters of a run, and the folder that its commands run in.
struct Built<'a> {
    name: &'a str,
    params: Vec<String>,
    seed: u64,
    folder: &'a Path,
    /// Where among the forms the short run begins.
    turn: usize,
}

/// Puzzles whose steps take many seconds to tell without optimisation, which the short run leaves out.
const DEAR: &[&str] = &["balance_loop", "masyu", "pentominous"];

/// Names of the forms that can be read back.
fn readable() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().filter(|format| format.says_all()).map(|format| format.name())
}

impl Built<'_> {
    /// Runs a command; fails unless its status is one of these.
    fn ask(&self, command: &str, boards: &[&str], options: &[&str], fine: &[i32]) -> Ran {
        let mut line = vec![command.to_owned(), self.name.to_owned()];
        line.extend(boards.iter().map(|board| (*board).to_owned()));
        line.extend(self.params.iter().flat_map(|set| ["--set".to_owned(), set.clone()]));
        line.extend(options.iter().map(|option| (*option).to_owned()));
        let ran = run(self.folder, &line, &Setup::default());
        let status = ran.status.code();
        assert!(
            status.is_some_and(|status| fine.contains(&status)),
            "`puzgen {}` in {} ended with {:?}, not with one of {fine:?}\n{}{}",
            line.join(" "),
            self.folder.display(),
            ran.status,
            ran.stdout,
            ran.stderr,
        );
        ran
    }

    /// Writes what a command printed into a file of this name.
    fn keep(&self, file: &str, text: &str) {
        std::fs::write(self.folder.join(file), text).unwrap();
    }

    /// Returns the forms that a command is to be tried with.
    fn forms(&self, shift: usize) -> Vec<&'static str> {
        let all: Vec<&str> = readable().collect();
        match is_soak() {
            true => all,
            false => vec![all[(self.turn + shift % 2) % all.len()]],
        }
    }

    /// Prints the puzzle in each form, alone and with its answer, and reads the forms back.
    fn print(&self) -> Value {
        let seed = self.seed.to_string();
        let print = |form: &str, more: &[&str]| {
            let options = [&["--seed", &seed, "--quiet", "--format", form], more].concat();
            self.ask("run", &[], &options, &[0]).stdout
        };
        // What the short run reads: JSON, and each form that it gives to a command.
        let read: Vec<&str> = (0..2).flat_map(|shift| self.forms(shift)).chain(["json"]).collect();
        let drawings: Vec<_> =
            FORMATS.iter().filter(|format| format.is_drawing() && !format.is_binary()).collect();
        let drawn = drawings[self.turn % drawings.len()].name();
        for format in FORMATS.iter().filter(|format| !format.is_binary()) {
            let form = format.name();
            if read.contains(&form) {
                self.keep(form, &print(form, &[]));
            }
            let is_all = is_soak() && !format.is_link();
            if is_all || form == drawn || self.forms(1).contains(&form) {
                let shown = print(form, &["--answers"]);
                assert!(!shown.trim().is_empty(), "{form} shows nothing");
                self.keep(&format!("{form}.answers"), &shown);
            }
        }
        let text = std::fs::read_to_string(self.folder.join("json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    /// What is asked about a puzzle that is given.
    fn read(&self, has_steps: bool) {
        for form in self.forms(0) {
            let solved = self.ask("solve", &[form], &[], &[0]).stdout;
            self.keep("solved", &solved);
            self.ask("solve", &[form], &["--format", "json", "--all", "3"], &[0]);
            // Of one solution, each place has one candidate.
            let found = self.ask("solve", &[form], &["--candidates", "--format", "json"], &[0]);
            let found: Value = serde_json::from_str(&found.stdout).unwrap();
            assert_eq!(found["complete"], true);
            if is_soak() {
                self.ask("verify", &[form], &["--other-solution"], &[0]);
                self.ask("solve", &[form], &["--count-solutions", "3"], &[0]);
            }
        }
        for form in self.forms(1) {
            let proved = self.ask("verify", &[form], &["--format", "json", "--redundant"], &[0]);
            let report: Value = serde_json::from_str(&proved.stdout).unwrap();
            assert_eq!(report["status"], "as_expected");
        }
        for form in self.forms(2) {
            let way = ["text", "json"][self.turn % 2];
            self.ask("rate", &[form], &["--format", way], &[0]);
        }
        if DEAR.contains(&self.name) && !is_soak() {
            return;
        }
        for form in self.forms(3) {
            let ways = if has_steps { &["text", "json"][..] } else { &["text"] };
            let ways = if is_soak() { ways } else { &ways[self.turn % ways.len()..][..1] };
            for way in ways {
                self.ask("explain", &[form], &["--format", way], &[0, 1]);
                self.ask("hint", &[form], &["--format", way, "--tell", "value"], &[0, 1]);
            }
        }
    }

    /// Attempts at the puzzle: the solution in each form, nothing, and one entry changed.
    fn mark(&self, puzzle: &Value) {
        for form in self.forms(1) {
            let right = self.ask("mark", &[form, &format!("{form}.answers")], &[], &[0]).stdout;
            assert_eq!(right, "solved\n", "{form}");
            let empty = self.ask("mark", &[form, form], &[], &[0]).stdout;
            assert!(["no mistake so far\n", "solved\n"].contains(&empty.as_str()), "{empty}");
        }
        let right = self.ask("mark", &["json", "solved"], &[], &[0]).stdout;
        assert_eq!(right, "solved\n", "what `solve` prints");
        if let Some(blanks) = puzzle["program"]["blanks"].as_array() {
            let words = puzzle["answer"].as_object().and_then(|answers| answers.values().next());
            let word = |blank: &Value| words.unwrap()[blank["place"].as_str().unwrap()].clone();
            let told = blanks.iter().map(|blank| {
                format!("{}: {}", blank["number"], word(blank).as_str().unwrap_or_default())
            });
            let told: Vec<String> = told.collect();
            self.keep("numbered", &told.join(["   ", "\n"][self.turn % 2]));
            let right = self.ask("mark", &["json", "numbered"], &[], &[0]).stdout;
            assert_eq!(right, "solved\n", "words by the numbers of blanks");
        }
        let mut wrong = puzzle.clone();
        if spoil(&mut wrong["answer"]) {
            self.keep("wrong", &wrong.to_string());
            // 2: the value is one of another place, which has others.
            let marked = self.ask("mark", &["json", "wrong"], &["--format", "json"], &[1, 2]);
            if marked.status.code() == Some(1) {
                let verdict: Value = serde_json::from_str(&marked.stdout).unwrap();
                assert_eq!(verdict["right"], false);
                let told = self.ask("mark", &["json", "wrong"], &[], &[1]).stdout;
                assert!(told.lines().count() <= 20, "one wrong entry:\n{told}");
            }
        }
    }

    /// What makes other puzzles of a puzzle. Objects say their parameters, which a turned puzzle has
    /// changed; for lines and texts these are the ones of the run, and so only they are moved back.
    fn remake(&self) {
        let seed = self.seed.to_string();
        for form in self.forms(2) {
            let options = ["--seed", &seed, "--count", "2", "--format", "json"];
            // 1: fewer are different. 2: no transform holds with these parameters.
            let jumbled = self.ask("jumble", &[form], &options, &[0, 1, 2]);
            let moves = jumbled.status.code() != Some(2);
            assert_eq!(moves, !jumbled.stderr.contains("no transform of"), "{}", jumbled.stderr);
            if moves {
                self.keep("jumbled", &jumbled.stdout);
                self.with_own_params().ask("verify", &["jumbled"], &[], &[0]);
                self.ask("jumble", &[form], &["--seed", &seed, "--format", form], &[0, 1]);
                // 1: there are too many maps for a canonical form.
                self.ask("jumble", &[form], &["--canonical", "--format", form], &[0, 1]);
            }
            let mut options = vec!["--seed", &seed, "--from", form, "--format", form, "--answers"];
            if self.has_layout() {
                options.extend(["--layout", form]);
            }
            let status = if moves { &[0][..] } else { &[2] };
            let remade = self.ask("run", &[], &options, status);
            if moves {
                self.keep("remade", &remade.stdout);
                self.ask("verify", &["remade"], &[], &[0]);
            }
        }
    }

    /// Returns the same without parameters, for what says its own.
    fn with_own_params(&self) -> Built<'_> {
        Built { params: Vec::new(), ..*self }
    }

    /// Returns whether layouts are drawn with the puzzle.
    fn has_layout(&self) -> bool {
        library::text(self.name).is_some_and(|text| text.contains("\n  layout "))
    }
}

/// Gives one value of the answer that of another place in the same list; says whether there was one.
fn spoil(answer: &mut Value) -> bool {
    match answer {
        Value::Array(items) => {
            let simple = |item: &Value| !item.is_array() && !item.is_object() && !item.is_null();
            let first = items.iter().position(simple);
            let other = first.and_then(|first| {
                items.iter().find(|item| simple(item) && **item != items[first]).cloned()
            });
            match (first, other) {
                (Some(first), Some(other)) => {
                    items[first] = other;
                    true
                }
                _ => items.iter_mut().any(spoil),
            }
        }
        Value::Object(fields) => fields.values_mut().any(spoil),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Tries every command with one size and seed of a built-in puzzle.
fn try_all(name: &str, params: Vec<String>, seed: u64, turn: usize) {
    let folder = scratch(&format!("every_command_{name}_{}_{seed}", params.len()));
    let built = Built { name, params, seed, folder: &folder, turn };
    let puzzle = built.print();
    built.read(!puzzle["score"].is_null());
    built.mark(&puzzle);
    built.remake();
}

#[test]
fn every_command_takes_every_built_in_puzzle() {
    let mut names: Vec<&str> = library::names();
    names.retain(|name| is_soak() || !is_one_of_many(name));
    let only = std::env::var("PUZGEN_ONLY").ok();
    let chosen = |name: &&(usize, &str)| only.as_deref().is_none_or(|only| only == name.1);
    let numbered: Vec<(usize, &str)> = names.into_iter().enumerate().collect();
    each(
        numbered.iter().filter(chosen),
        |(_, name)| (*name).to_owned(),
        |(turn, name)| {
            println!("{name}");
            try_all(name, small(name), 1, *turn);
            if is_soak() {
                try_all(name, small(name), 2, *turn);
                try_all(name, Vec::new(), 3, *turn);
            }
        },
    );
}
