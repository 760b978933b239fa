//! The same bytes whatever the number of threads, the engine and the count, and from one release to
//! the next.
//!
//! The hashes are in `snapshots/same_bytes/`. Where a change of the generator is meant to change
//! them, `INSTA_UPDATE=always cargo test --test suite golden` writes the new ones.

use std::path::Path;

use puzgen_engines::ENGINES;
use sha2::{Digest as _, Sha256};

use crate::case::{each, root};
use crate::command::{Ran, Setup, run, scratch, words};
use crate::properties::is_soak;

/// What is run; all kinds of definitions and options that change how a puzzle is made.
const RUNS: &[&str] = &[
    "sudoku --set box_rows=2 --set box_columns=2 --count 30",
    "sudoku --set box_rows=2 --count 10",
    "sudoku --count 4",
    "knight_sudoku --count 1",
    "latin_square --set n=4 --all-steps --count 6",
    "latin_square --set n=3 --solutions 2..3 --count 8",
    "latin_square --set n=5 --until empties=12 --count 6",
    "futoshiki --set n=4 --count 6",
    "futoshiki --count 3",
    "fillomino --set height=5 --set width=5 --count 8",
    "fillomino --set height=4 --set width=6 --set ghosts=false --count 5",
    "binairo --set n=6 --count 3",
    "jigsaw --set n=5 --count 4",
    "killer --set box_rows=2 --set box_columns=2 --count 4",
    "kakuro --set height=5 --set width=5 --count 3",
    "slitherlink --set height=5 --set width=4 --count 6",
];

/// What the long run goes through, 200 seeds with each engine.
const MANY: &[&str] = &[
    "sudoku --set box_rows=2 --set box_columns=2 --count 9",
    "latin_square --set n=4 --count 9",
    "futoshiki --set n=3 --count 9",
    "fillomino --set height=4 --set width=3 --count 9",
    "jigsaw --set n=4 --count 3",
    "slitherlink --set height=3 --set width=4 --count 9",
];

fn generate(folder: &Path, line: &str) -> Ran {
    run(folder, &words(&format!("run {line} --format json --quiet")), &Setup::default())
}

/// Returns the output without the names of the engines.
fn nameless(ran: &Ran) -> String {
    let strip = |line: &str| {
        let mut object: serde_json::Map<_, _> = serde_json::from_str(line).unwrap();
        object.shift_remove("verified").expect("the engines are named");
        format!("{}\n", serde_json::Value::Object(object))
    };
    ran.stdout.lines().map(strip).collect()
}

fn done(ran: &Ran) -> String {
    assert_eq!((ran.status.code(), ran.stderr.as_str()), (Some(0), ""));
    nameless(ran)
}

#[test]
fn golden() {
    let mut hashes = String::new();
    each(
        RUNS,
        |line| (**line).to_owned(),
        |line| {
            let text = done(&generate(&root(), &format!("{line} --seed 7 --jobs 1")));
            for jobs in [2, 3] {
                let other = done(&generate(&root(), &format!("{line} --seed 7 --jobs {jobs}")));
                assert_eq!(text, other, "with {jobs} threads");
            }
            // Whatever is asked for: the first ones are the first ones of all.
            let one = line.split(" --count").next().unwrap();
            let first = done(&generate(&root(), &format!("{one} --seed 7")));
            assert!(text.starts_with(&first) && !first.is_empty(), "the first differs");
            let hash: String =
                Sha256::digest(&text).iter().map(|byte| format!("{byte:02x}")).collect();
            hashes.push_str(&format!("{line}\n  {hash}\n"));
        },
    );
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("snapshots/same_bytes"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("golden", hashes));
}

/// The engines that take it must agree; at least two do.
fn any_engine_and_number_of_threads(line: &str, seed: u64, jobs: &[usize]) {
    let expected = done(&generate(&root(), &format!("{line} --seed {seed} --jobs 1")));
    let mut takers = 0;
    for engine in ["auto"].into_iter().chain(ENGINES.all().map(|engine| engine.name())) {
        for (number, jobs) in jobs.iter().enumerate() {
            let line = format!("{line} --seed {seed} --engine {engine} --jobs {jobs}");
            let ran = generate(&root(), &line);
            if ran.stderr.contains("cannot take this puzzle") {
                assert!(engine != "auto" && ran.status.code() == Some(2), "{line}");
                break;
            }
            assert!(done(&ran) == expected, "{line}");
            takers += usize::from(number == 0);
        }
    }
    assert!(takers >= 2, "{line}: nothing was compared");
}

#[test]
fn same_bytes_with_any_engine() {
    let seeds = if is_soak() { 200 } else { 1 };
    let jobs: &[usize] = if is_soak() { &[1, 2, 8] } else { &[2] };
    let runs = MANY.iter().flat_map(|line| (0..seeds).map(move |seed| (*line, seed)));
    each(
        runs,
        |(line, seed)| format!("{line} --seed {seed}"),
        |(line, seed)| any_engine_and_number_of_threads(line, *seed, jobs),
    );
}

/// What a budget allows depends on the puzzle alone, too, not on what was learnt from others.
#[test]
fn same_bytes_with_any_number_of_threads_under_a_budget() {
    let folder = scratch("budget");
    let line =
        "run fillomino --set height=5 --set width=5 --seed 3 --count 8 --format json --stats";
    for budget in [1, BUDGET] {
        let ran = [1, 2, 3].map(|jobs| {
            let line = format!("{line} --budget {budget} --jobs {jobs}");
            run(&folder, &words(&line), &Setup::default())
        });
        let [one, two, three] = ran.map(|ran| (ran.stdout, ran.stderr, ran.status.code()));
        assert_eq!(one, two);
        assert_eq!(one, three);
        assert_eq!(one.2, Some(3), "the budget {budget} was enough");
        // What was refused is counted.
        let refused = |line: &str| {
            let puzzle: serde_json::Value = serde_json::from_str(line).unwrap();
            puzzle["gave_up"].as_u64().unwrap()
        };
        let sum: u64 = one.0.lines().map(refused).sum();
        assert!(one.1.contains(&format!("{sum} of them for lack of budget")), "{}", one.1);
        assert_eq!(sum > 0, budget > 1);
    }
}

/// A budget that allows some removals and not others.
const BUDGET: u64 = 30;

/// All before the first puzzle that cannot be made are there, and the same problem is told.
#[test]
fn a_fault_ends_it_at_the_same_puzzle() {
    let folder = scratch("fault");
    std::fs::copy(root().join("snapshots/cli/files/faulty.pz"), folder.join("faulty.pz")).unwrap();
    for seed in 0..if is_soak() { 100 } else { 5 } {
        let ran = [1, 2, 8].map(|jobs| {
            let line =
                format!("run faulty.pz --seed {seed} --count 500 --format json --jobs {jobs}");
            let ran = run(&folder, &words(&line), &Setup::default());
            (ran.stdout, ran.stderr, ran.status.code())
        });
        assert_eq!(ran[0].2, Some(2));
        assert!(ran[0].1.contains("division by zero"));
        assert_eq!(ran[0], ran[1]);
        assert_eq!(ran[0], ran[2]);
    }
}
