//! Learning levels from puzzles that another program made and labelled.
//!
//! What is learnt must depend on nothing but the table; the numbers that the 2014 paper used say next
//! to nothing about these labels, and the steps of a solution say nearly all.

use std::path::PathBuf;

use crate::case::root;
use crate::command::{Ran, Setup, run, scratch};

/// The part of the table that has the size of the paper's.
const PART: &[&str] =
    &["--order", "simple,easy,intermediate,expert", "--take", "52,52,51,51", "--repeats", "1"];

fn train(folder: &str, more: &[&str]) -> (PathBuf, Ran) {
    let folder = scratch(folder);
    let table = root().join("snapshots/data/sudoku_qqwing_generated.csv");
    let table = table.display().to_string();
    let mut arguments: Vec<String> = vec!["train".into(), "sudoku".into(), table];
    arguments.extend(PART.iter().chain(more).map(|word| (*word).to_owned()));
    let ran = run(&folder, &arguments, &Setup::default());
    assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
    (folder, ran)
}

/// Returns the share of puzzles whose level was told, of all parts together.
fn accuracy(ran: &Ran, learner: &str) -> f64 {
    let lines: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with(learner)).collect();
    let [line] = lines.as_slice() else { panic!("no line of {learner}:\n{}", ran.stdout) };
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn counts_of_givens_say_next_to_nothing_about_qqwings_levels() {
    let (_, ran) = train("learn_counts", &["--features", "paper15", "--learner", "svm"]);
    let found = accuracy(&ran, "svm");
    assert!((0.15..0.40).contains(&found), "{}", ran.stdout);
}

#[test]
fn steps_say_nearly_all_about_qqwings_levels() {
    let (_, ran) = train("learn_steps", &[]);
    assert!(accuracy(&ran, "logistic") > 0.9, "{}", ran.stdout);
}

/// The score of skyscrapers, with nothing learnt but where to cut it: what can be seen along a line is looked at
/// together with the heights of the line differing.
#[test]
fn the_score_alone_orders_skyscrapers_as_towers_does() {
    let folder = scratch("learn_towers");
    let table = root().join("snapshots/data/skyscrapers_sgt.csv").display().to_string();
    let levels = ["--order", "easy,hard,extreme,unreasonable", "--features", "score"];
    let start = ["train", "skyscrapers", &table, "--repeats", "1"];
    let arguments: Vec<String> = start.iter().chain(&levels).map(|s| (*s).to_owned()).collect();
    let ran = run(&folder, &arguments, &Setup::default());
    assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
    let mut lines = ran.stdout.lines().rev();
    let line = lines.find(|line| line.starts_with("one feature")).unwrap();
    let spearman: f64 = line.split_whitespace().last().unwrap().parse().unwrap();
    assert!(spearman > 0.88, "{}", ran.stdout);
}

/// The same model and report with any number of threads, and in every run.
#[test]
fn the_same_table_gives_the_same_model() {
    for learner in ["logistic", "svm"] {
        let results: Vec<(String, String)> = ["1", "3"]
            .iter()
            .map(|jobs| {
                let more = ["--learner", learner, "--jobs", *jobs, "-o", "model.yaml"];
                let (folder, ran) = train(&format!("learn_{learner}_{jobs}"), &more);
                (ran.stdout, std::fs::read_to_string(folder.join("model.yaml")).unwrap())
            })
            .collect();
        assert_eq!(results[0], results[1]);
    }
}
