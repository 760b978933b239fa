//! Banks by the command line: the same content whatever the number of threads and however often a build is killed;
//! damage is found.
//!
//! `make bank-test` runs all of it on PostgreSQL, too: where `PUZGEN_TEST_POSTGRES` names a server, each bank is a
//! database of its own there, which the script has made.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use puzgen_bank::{Bank, Entry};
use puzgen_base::diagnostics::Problem;
use puzgen_base::rng::{Rng, Stream};

use crate::command::{Ran, Setup, run, scratch, words};
use crate::properties::is_soak;

/// What is built: some hundred puzzles, most of them with several solutions.
const BUILD: &str = "bank build sudoku --set box_rows=2 --set box_columns=3 --count 150 \
                     --empties 1..30 --solutions 1..9";

/// Returns where a bank of this name is.
fn place(folder: &Path, name: &str) -> String {
    match std::env::var("PUZGEN_TEST_POSTGRES") {
        Ok(url) => format!("{}/{name}", url.rsplit_once('/').unwrap().0),
        Err(_) => folder.join(format!("{name}.sqlite")).to_string_lossy().into_owned(),
    }
}

fn ask(folder: &Path, line: &str) -> Ran {
    run(folder, &words(line), &Setup::default())
}

/// Returns all that a bank has, in order.
fn content(url: &str) -> Vec<Entry> {
    let mut all = Vec::new();
    let take = |entry| {
        all.push(entry);
        Ok::<(), Problem>(())
    };
    Bank::open(url).unwrap().each(None, take).unwrap();
    all
}

/// Starts a build and kills it after a while; returns how many puzzles were there before.
fn kill_a_build(folder: &Path, url: &str, rng: &mut Rng) -> usize {
    let line = format!("{BUILD} --resume --jobs 2 --to {url}");
    let mut child = Command::new(env!("CARGO_BIN_EXE_puzgen"))
        .args(words(&line))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let most = if cfg!(debug_assertions) { 900_000 } else { 120_000 };
    std::thread::sleep(Duration::from_micros(rng.below(most) as u64));
    // What another connection sees was acknowledged.
    let there = Bank::open(url).map_or(0, |mut bank| {
        bank.counts(None).unwrap().iter().map(|bucket| bucket.puzzles as usize).sum()
    });
    child.kill().unwrap();
    child.wait().unwrap();
    there
}

#[test]
fn content_depends_neither_on_threads_nor_on_kills() {
    let folder = scratch("banks_same");
    let mut contents = Vec::new();
    for jobs in [1, 3] {
        let url = place(&folder, &format!("jobs_{jobs}"));
        let ran = ask(&folder, &format!("{BUILD} --jobs {jobs} --to {url}"));
        assert!(ran.status.success(), "{}", ran.stderr);
        contents.push(content(&url));
    }
    assert!(contents[0] == contents[1], "other puzzles with three threads");
    assert_eq!(contents[0].len(), 150);
    let (mut rng, kills) = (Stream::Test("banks").keyed(&[]), if is_soak() { 1000 } else { 4 });
    let (mut killed, mut round) = (0, 0);
    while killed < kills {
        round += 1;
        let url = place(&folder, &format!("killed_{}", if is_server() { 1 } else { round }));
        if is_server() && round > 1 {
            // One database is enough there: it is the server that keeps what is acknowledged.
            break;
        }
        let mut before = 0;
        while before < 150 && killed < kills {
            before = before.max(kill_a_build(&folder, &url, &mut rng));
            killed += 1;
            let Ok(mut bank) = Bank::open(&url) else { continue };
            assert_eq!(bank.faults().unwrap(), Vec::<String>::new());
            let found = content(&url);
            assert!(found.len() >= before, "{before} puzzles were there, {} are", found.len());
            assert!(found[..] == contents[0][..found.len()], "other puzzles after a kill");
            before = found.len();
        }
        let ran = ask(&folder, &format!("{BUILD} --resume --to {url}"));
        assert!(ran.status.success(), "{}", ran.stderr);
        assert!(content(&url) == contents[0], "other puzzles after kills");
    }
}

fn is_server() -> bool {
    std::env::var_os("PUZGEN_TEST_POSTGRES").is_some()
}

/// Every command does on a server what it does on a file.
#[test]
fn commands_do_the_same_everywhere() {
    let folder = scratch("banks_everywhere");
    let (url, file) = (place(&folder, "commands"), folder.join("file.sqlite"));
    let (url, file) = (url.as_str(), file.to_str().unwrap());
    let lines = [
        "bank build latin_square --set n=4 --count 8 --to BANK",
        "bank build latin_square --set n=4 --count 8 --to BANK",
        "bank add BANK latin_square --set n=3 '1 2 . / . . 1 / . . .'",
        "bank stats BANK",
        "bank list BANK",
        "bank pick BANK latin_square --seed 5 --count 3 --format line",
        "bank pick BANK latin_square --seed 5 --score 0..99 --exclude 1,2,3 --format line",
        "bank pick BANK latin_square --empties 1",
        "bank export BANK",
        "bank merge BANK BANK",
        "bank verify BANK",
        "bank vacuum BANK --quiet",
    ];
    for line in lines {
        let told = [url, file].map(|place| {
            let Ran { stdout, stderr, status } = ask(&folder, &line.replace("BANK", place));
            let text = format!("{}\n{stdout}\n{stderr}", status.code().unwrap());
            // Where lines are wrapped depends on the length of the name.
            let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "│").collect();
            words.join(" ").replace(place, "BANK")
        });
        assert_eq!(told[0], told[1], "{line}");
    }
}

/// Replaces a text by another of the same length wherever it is in a file.
fn replace(path: &Path, from: &[u8], to: &[u8]) -> usize {
    let mut bytes = fs::read(path).unwrap();
    let mut found = 0;
    for at in 0..bytes.len().saturating_sub(from.len()) {
        if bytes[at..].starts_with(from) {
            bytes[at..at + to.len()].copy_from_slice(to);
            found += 1;
        }
    }
    fs::write(path, bytes).unwrap();
    found
}

fn small_bank(folder: &Path) -> PathBuf {
    let path = folder.join("bank.sqlite");
    let _ = fs::remove_file(&path);
    let ran = ask(folder, "bank build latin_square --set n=4 --count 8 --to bank.sqlite");
    assert!(ran.status.success(), "{}", ran.stderr);
    path
}

#[test]
fn damage_is_found() {
    let folder = scratch("banks_damaged");
    let path = small_bank(&folder);
    assert!(replace(&path, b"latin_square{", b"latin_sqxare{") > 0);
    let ran = ask(&folder, "bank verify bank.sqlite --quick");
    assert_eq!(ran.status.code(), Some(1), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stderr.contains("puzgen::bank::damaged"), "{}", ran.stderr);
    // Another solution in the place of the stored one: only a proof sees that.
    let path = small_bank(&folder);
    let entry = &content(path.to_str().unwrap())[0];
    assert!(entry.is_consistent());
    let moved = Entry { answers: entry.answers.replace('1', "2"), ..entry.clone() };
    let mut bank = Bank::open_or_make(folder.join("wrong.sqlite").to_str().unwrap()).unwrap();
    let mut writer = bank.write().unwrap();
    writer.add(&moved.into()).unwrap();
    writer.commit().unwrap();
    let ran = ask(&folder, "bank verify wrong.sqlite");
    assert_eq!(ran.stdout, "1 puzzle checked, 0 proved, 1 fault\n");
}

/// Whatever page of a file is overwritten, that is an error or is found; nothing panics.
#[test]
fn damaged_pages_are_told() {
    let folder = scratch("banks_pages");
    let path = small_bank(&folder);
    let whole = content(path.to_str().unwrap());
    let bytes = fs::read(&path).unwrap();
    let mut codes = BTreeSet::new();
    for page in 0..bytes.len() / 4096 {
        let mut damaged = bytes.clone();
        damaged[page * 4096..][..4096].fill(0xaa);
        let path = folder.join(format!("{page}.sqlite"));
        fs::write(&path, damaged).unwrap();
        let told = Bank::open(path.to_str().unwrap()).and_then(|mut bank| {
            let mut found = Vec::new();
            bank.each(None, |entry| {
                found.push(entry);
                Ok::<(), Problem>(())
            })?;
            let faults = bank.faults()?;
            assert!(!faults.is_empty() || found == whole, "page {page}: nobody noticed");
            Ok(())
        });
        codes.extend(told.err().map(|problem| problem.code().as_str()));
    }
    let expected = BTreeSet::from(["puzgen::bank::failed", "puzgen::bank::no_bank"]);
    assert_eq!(codes, expected);
}

/// A database of another program is neither a bank nor changed.
#[test]
fn other_databases_stay_as_they_are() {
    let folder = scratch("banks_other");
    let path = small_bank(&folder);
    // Other names of tables make it another database. Bytes 18 and 19 say how it is journaled: not as banks are.
    assert!(replace(&path, b"bank_", b"shop_") > 0);
    let mut bytes = fs::read(&path).unwrap();
    bytes[18..20].fill(1);
    fs::write(&path, bytes).unwrap();
    let before = fs::read(&path).unwrap();
    let ran = ask(&folder, "bank build latin_square --set n=4 --count 1 --to bank.sqlite");
    assert!(ran.stderr.contains("puzgen::bank::no_bank"), "{}", ran.stderr);
    assert!(ran.stderr.contains("it is a database of something"), "{}", ran.stderr);
    assert!(fs::read(&path).unwrap() == before, "the file is changed");
}
