//! Runs that are killed and gone on with: nothing that was finished is lost, and in the end the
//! bytes are those of a run that nobody disturbed.
//!
//! Nothing here depends on how fast the machine is: when a run is killed follows from how far it
//! has got and from chance, and what is checked holds at every moment.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use puzgen_base::rng::{Rng, Stream};

use crate::case::{each, root};
use crate::command::{Setup, run, scratch, words};
use crate::properties::is_soak;

/// A run that is killed again and again.
#[derive(Debug)]
struct Scenario {
    line: &'static str,
    count: u64,
    /// A file, or a folder where it ends in `/`.
    out: &'static str,
}

const SCENARIOS: &[Scenario] = &[
    Scenario {
        line: "sudoku --set box_rows=2 --set box_columns=2 --jobs 3 --format text",
        count: 60,
        out: "puzzles.txt",
    },
    Scenario { line: "latin_square --set n=4 --jobs 2 --format json", count: 60, out: "folder/" },
    Scenario {
        line: "latin_square --set n=4 --jobs 1 --format yaml --all-steps",
        count: 40,
        out: "steps.yaml",
    },
    Scenario {
        line: "fillomino --set height=3 --set width=4 --jobs 2 --budget 400 --format line",
        count: 40,
        out: "budget/",
    },
];

/// How long the hurried one waits, in microseconds at most.
const HASTE: usize = 30_000;

struct Run<'a> {
    scenario: &'a Scenario,
    folder: PathBuf,
    seed: u64,
}

impl Run<'_> {
    fn command(&self, more: &str) -> Vec<String> {
        let Scenario { line, count, .. } = self.scenario;
        words(&format!("run {line} --count {count} --stats {more}"))
    }

    fn journal(&self) -> PathBuf {
        let out = self.scenario.out;
        let name = if out.ends_with('/') { "puzgen.journal" } else { ".journal" };
        self.folder.join(format!("{out}{name}"))
    }

    /// Returns how many indexes the journal says are finished.
    fn finished(&self) -> usize {
        let text = fs::read_to_string(self.journal()).unwrap_or_default();
        entries(&text).count()
    }

    /// Returns whether the journal says that these are all.
    fn has_ended(&self) -> bool {
        let text = fs::read_to_string(self.journal()).unwrap_or_default();
        text.ends_with(&format!("{{\"complete\":{}}}\n", self.scenario.count))
    }

    /// Returns whether nothing is left to do but to tidy up.
    fn is_complete(&self, expected: &BTreeMap<String, Vec<u8>>) -> bool {
        let is_open = self.scenario.out.ends_with('/') && !self.has_ended();
        !is_open && self.files(&self.folder) == *expected
    }

    /// Returns what there is, by name; unfinished files aside in a folder.
    fn files(&self, folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let is_folder = self.scenario.out.ends_with('/');
        let mut found = BTreeMap::new();
        let folder = if is_folder { folder.join(self.scenario.out) } else { folder.to_owned() };
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_unfinished = is_folder && name.ends_with(".part");
            if !name.ends_with("journal") && !is_unfinished {
                found.insert(name, fs::read(path).unwrap());
            }
        }
        found
    }
}

/// Returns the lines of a journal that speak of finished indexes.
fn entries(journal: &str) -> impl Iterator<Item = &str> {
    let lines = journal.split_inclusive('\n').filter(|line| line.ends_with('\n')).skip(1);
    lines.filter(|line| line.starts_with("{\"index\":"))
}

fn start(folder: &Path, arguments: &[String]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_puzgen"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends a signal, unless the child has ended.
fn send(child: &mut Child, signal: Signal) {
    if child.try_wait().unwrap().is_none() {
        kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
    }
}

/// Waits until the run has got far enough, or has ended; then a little more.
fn wait_for(run: &Run<'_>, child: &mut Child, finished: usize, rng: &mut Rng) {
    while run.finished() < finished && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_micros(200));
    }
    std::thread::sleep(Duration::from_micros(rng.below(3000) as u64));
}

/// Kills one scenario so many times, with one seed after the other.
fn torment(number: usize, scenario: &Scenario, kills: usize) {
    let mut rng = Stream::Test("kill").keyed(&[&number.to_le_bytes()]);
    let (mut killed, mut seed) = (0, 0);
    while killed < kills {
        let folder = scratch(&format!("kill_{number}"));
        let run_ = Run { scenario, folder: folder.join("killed"), seed };
        let (seed_, out) = (run_.seed, scenario.out);
        for name in ["killed", "whole"] {
            fs::create_dir(folder.join(name)).unwrap();
        }
        let arguments = run_.command(&format!("--seed {seed_} --out {out}"));
        let whole = run(&folder.join("whole"), &arguments, &Setup::default());
        let expected = run_.files(&folder.join("whole"));
        assert!(!expected.is_empty(), "{}", whole.stderr);
        let (mut finished, mut is_complete) = (0, false);
        while killed < kills && !is_complete {
            // The seed is remembered once a run has begun.
            let seed = if finished == 0 { format!("--seed {seed_}") } else { String::new() };
            let arguments = run_.command(&format!("{seed} --out {out} --resume"));
            let mut child = start(&run_.folder, &arguments);
            if rng.below(4) == 0 {
                std::thread::sleep(Duration::from_micros(rng.below(HASTE) as u64));
            } else {
                wait_for(&run_, &mut child, finished + 1 + rng.below(20), &mut rng);
            }
            let signal = [Signal::SIGKILL, Signal::SIGINT][rng.below(2)];
            send(&mut child, signal);
            let output = child.wait_with_output().unwrap();
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(!stderr.contains("panicked"), "{stderr}");
            is_complete = run_.is_complete(&expected);
            if is_complete {
                // It was faster, or killed between its last two steps.
                break;
            }
            killed += 1;
            let now = run_.finished();
            assert!(now >= finished, "{finished} were finished, now {now}");
            finished = now;
            check(&run_, &expected, finished);
            match (signal, output.status.code()) {
                (Signal::SIGINT, Some(code)) => assert_eq!(code, 3, "{stderr}"),
                (_, code) => assert_eq!(code, None, "{stderr}"),
            }
        }
        let arguments = run_.command(&format!("--seed {seed_} --out {out} --resume"));
        let last = run(&run_.folder, &arguments, &Setup::default());
        assert!(run_.files(&run_.folder) == expected, "other bytes: {}", last.stderr);
        assert!(run_.has_ended());
        if !is_complete {
            assert_eq!(last.status.code(), whole.status.code(), "{}", last.stderr);
            let told = format!("{finished} of {} puzzles are finished", scenario.count);
            assert!(finished == 0 || last.stderr.contains(&told), "{told}: {}", last.stderr);
            assert_eq!(last.stderr.lines().last(), whole.stderr.lines().last(), "--stats");
        }
        seed += 1;
    }
}

/// Checks that what the journal says is there, and nothing torn under a final name.
fn check(run: &Run<'_>, expected: &BTreeMap<String, Vec<u8>>, finished: usize) {
    let files = run.files(&run.folder);
    if run.scenario.out.ends_with('/') {
        for (name, text) in &files {
            assert_eq!(expected.get(name), Some(text), "{name}");
        }
        assert!(files.len() >= finished, "{finished} finished, {} there", files.len());
        return;
    }
    let whole = expected.values().next().unwrap();
    let journal = fs::read_to_string(run.journal()).unwrap_or_default();
    let bytes = entries(&journal).map(|line| {
        let entry: serde_json::Value = serde_json::from_str(line).unwrap();
        usize::try_from(entry["bytes"].as_u64().unwrap()).unwrap()
    });
    let length: usize = bytes.sum();
    let part = files.get(&format!("{}.part", run.scenario.out));
    assert!(finished == 0 || part.is_some_and(|part| part[..length] == whole[..length]));
}

#[test]
fn what_is_killed_goes_on() {
    let kills = if is_soak() { 1000 } else { 20 } / SCENARIOS.len();
    each(
        SCENARIOS.iter().enumerate(),
        |(_, scenario)| scenario.line.to_owned(),
        |(number, scenario)| torment(*number, scenario, kills),
    );
}

/// Returns a run that is stuck: it writes more than a pipe takes, and nobody reads.
fn stuck(folder: &Path, more: &str) -> Child {
    let line = format!("run sudoku --all-steps --format yaml --seed 1 --count 9 {more}");
    start(folder, &words(&line))
}

/// What does not look up is ended nevertheless, and says so.
#[test]
fn what_is_stuck_ends() {
    let folder = scratch("stuck");
    let timed = stuck(&folder, "--timeout 0.1");
    let interrupted = {
        let mut child = stuck(&folder, "");
        // Once something is written, the rest does not fit.
        child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
        send(&mut child, Signal::SIGINT);
        child
    };
    for mut child in [timed, interrupted] {
        // The pipe is kept open and not read.
        let stdout = child.stdout.take();
        let output = child.wait_with_output().unwrap();
        drop(stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{stderr}");
        assert!(stderr.contains("stopped"), "{stderr}");
    }
    let mut child = stuck(&folder, "");
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    send(&mut child, Signal::SIGINT);
    // Two at once are taken for one: the first must have been seen.
    std::thread::sleep(Duration::from_millis(300));
    send(&mut child, Signal::SIGINT);
    let stdout = child.stdout.take();
    let output = child.wait_with_output().unwrap();
    drop(stdout);
    assert_eq!(output.status.code(), Some(130));
}

fn leave(folder: &Path, out: &str) {
    let line = format!("run latin_square --set n=3 --seed 5 --count 4 --format line --out {out}");
    let ran = run(folder, &words(&format!("{line} --timeout 0")), &Setup::default());
    assert_eq!(ran.status.code(), Some(3), "{}", ran.stderr);
}

/// What was changed since, in the file or in its journal, is made again, and said.
#[test]
fn what_was_changed_since_is_made_again() {
    let folder = scratch("changed");
    let line = "run latin_square --set n=4 --seed 5 --count 60 --format line --jobs 1";
    let whole = run(&folder, &words(line), &Setup::default()).stdout;
    let resume = words(&format!("{line} --out p.txt --resume"));
    type Change = fn(&mut Vec<u8>);
    let changes: [(&str, Change); 4] = [
        ("p.txt.part", |text| text[3] = b'x'),
        ("p.txt.part", |text| text.truncate(text.len() / 2)),
        ("p.txt.part", |text| text.extend(b"torn")),
        ("p.txt.journal", |text| text.truncate(text.len() - 5)),
    ];
    for (file, change) in changes {
        let run_ = Run {
            scenario: &Scenario { line: "", count: 60, out: "p.txt" },
            folder: folder.clone(),
            seed: 5,
        };
        let mut child = start(&folder, &words(&format!("{line} --out p.txt")));
        wait_for(&run_, &mut child, 10, &mut Rng::from_seed(1));
        send(&mut child, Signal::SIGKILL);
        child.wait().unwrap();
        if folder.join("p.txt.part").exists() {
            let mut text = fs::read(folder.join(file)).unwrap();
            change(&mut text);
            fs::write(folder.join(file), text).unwrap();
        }
        let ran = run(&folder, &resume, &Setup::default());
        assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
        assert_eq!(fs::read_to_string(folder.join("p.txt")).unwrap(), whole);
        fs::remove_file(folder.join("p.txt")).unwrap();
    }
}

/// Returns a run of four puzzles that was stopped after it had finished some.
fn begun(folder: &Path, out: &str) -> String {
    let line = format!("run latin_square --set n=3 --seed 5 --format line --jobs 1 --out {out}");
    let scenario = Scenario { line: "", count: 0, out: "p.txt" };
    let run_ = Run { scenario: &scenario, folder: folder.to_owned(), seed: 5 };
    let mut child = start(folder, &words(&format!("{line} --count 1000000")));
    wait_for(&run_, &mut child, 3, &mut Rng::from_seed(1));
    send(&mut child, Signal::SIGKILL);
    child.wait().unwrap();
    format!("{line} --count {} --resume", run_.finished())
}

/// What a journal says of a run is believed only where a run can have said it: the exit status is that of
/// what was done.
#[test]
fn a_changed_journal_decides_no_status() {
    for (from, to) in [
        ("\"status\":0", "\"status\":255"),
        ("\"status\":0", "\"status\":101"),
        ("\"status\":0", "\"status\":1"),
        ("\"status\":0", "\"status\":3"),
        ("\"puzzles\":1", "\"puzzles\":18446744073709551615"),
        ("\"bytes\":12", "\"bytes\":18446744073709551615"),
    ] {
        let folder = scratch("forged");
        let resume = begun(&folder, "p.txt");
        let journal = fs::read_to_string(folder.join("p.txt.journal")).unwrap();
        assert!(journal.contains(from), "{journal}");
        fs::write(folder.join("p.txt.journal"), journal.replace(from, to)).unwrap();
        let ran = run(&folder, &words(&format!("{resume} --stats")), &Setup::default());
        assert_eq!(ran.status.code(), Some(0), "{to}: {}", ran.stderr);
    }
}

/// One of two runs that begin together writes, the other one says that it does.
#[test]
fn of_two_runs_at_once_one_writes() {
    let line = "run latin_square --set n=4 --seed 5 --count 30 --format line --jobs 1";
    let whole = run(&scratch("two_runs"), &words(line), &Setup::default()).stdout;
    for more in ["", " --resume"] {
        for _ in 0..10 {
            let folder = scratch("two_runs");
            let arguments = words(&format!("{line} --out p.txt{more}"));
            let children: Vec<Child> = (0..3).map(|_| start(&folder, &arguments)).collect();
            let mut done = 0;
            for child in children {
                let output = child.wait_with_output().unwrap();
                let stderr = String::from_utf8_lossy(&output.stderr);
                match output.status.code() {
                    Some(0) => done += 1,
                    Some(2) => assert!(stderr.contains("being written by another run"), "{stderr}"),
                    _ => panic!("{stderr}"),
                }
            }
            // One that began when another was done has written it again.
            assert!(done > 0);
            assert_eq!(fs::read_to_string(folder.join("p.txt")).unwrap(), whole);
            // The puzzles, and their journal.
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        }
    }
}

/// A definition that has changed is another one, even where it is only printed otherwise.
#[test]
fn a_changed_definition_does_not_go_on() {
    let folder = scratch("changed_definition");
    let path = folder.join("latin.pz");
    let text = fs::read_to_string(root().join("snapshots/cli/files/latin.pz")).unwrap();
    fs::write(&path, &text).unwrap();
    let line = "run latin.pz --seed 5 --count 4 --format line --out p.txt";
    run(&folder, &words(&format!("{line} --timeout 0")), &Setup::default());
    fs::write(&path, format!("{text}\n# changed\n")).unwrap();
    let ran = run(&folder, &words(&format!("{line} --resume")), &Setup::default());
    assert_eq!(ran.status.code(), Some(2));
    assert!(ran.stderr.contains("puzgen::cli::other_run") && ran.stderr.contains("definition"));
    fs::write(&path, text).unwrap();
    let ran = run(&folder, &words(&format!("{line} --resume")), &Setup::default());
    assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
    assert!(folder.join("p.txt").exists());
}

/// Nobody knows of which run it is.
#[test]
fn without_a_journal_it_does_not_go_on() {
    let folder = scratch("no_journal");
    leave(&folder, "p.txt");
    fs::write(folder.join("p.txt.part"), "12./.../...\n").unwrap();
    fs::write(folder.join("p.txt.journal"), "{\"schema\"").unwrap();
    let line = "run latin_square --set n=3 --seed 5 --count 4 --format line --out p.txt";
    let ran = run(&folder, &words(&format!("{line} --resume")), &Setup::default());
    assert_eq!(ran.status.code(), Some(2));
    assert!(ran.stderr.contains("puzgen::cli::other_run"), "{}", ran.stderr);
    fs::write(folder.join("p.txt.journal"), "{\"schema\":\"puzgen.journal/9\"}\n").unwrap();
    let ran = run(&folder, &words(&format!("{line} --resume")), &Setup::default());
    assert!(ran.stderr.contains("no journal of this version"), "{}", ran.stderr);
    // Where nothing had been written, nothing is lost by beginning anew.
    fs::write(folder.join("p.txt.part"), "").unwrap();
    fs::write(folder.join("p.txt.journal"), "{\"schema\"").unwrap();
    let ran = run(&folder, &words(&format!("{line} --resume")), &Setup::default());
    assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
}

/// More may be asked for than before, not less.
#[test]
fn a_larger_count_goes_on() {
    let folder = scratch("count");
    let line = "run latin_square --set n=4 --seed 5 --format line --jobs 1 --count";
    let run_ = Run {
        scenario: &Scenario { line: "", count: 60, out: "p.txt" },
        folder: folder.clone(),
        seed: 5,
    };
    let mut child = start(&folder, &words(&format!("{line} 1000000 --out p.txt")));
    wait_for(&run_, &mut child, 5, &mut Rng::from_seed(1));
    send(&mut child, Signal::SIGINT);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let finished = run_.finished();
    let fewer = words(&format!("{line} {} --out p.txt --resume", finished - 1));
    let ran = run(&folder, &fewer, &Setup::default());
    assert_eq!(ran.status.code(), Some(2));
    assert!(ran.stderr.contains("puzgen::cli::other_run"), "{}", ran.stderr);
    let more = finished + 7;
    let ran =
        run(&folder, &words(&format!("{line} {more} --out p.txt --resume")), &Setup::default());
    assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
    let whole = run(&folder, &words(&format!("{line} {more}")), &Setup::default()).stdout;
    assert_eq!(fs::read_to_string(folder.join("p.txt")).unwrap(), whole);
}

/// Two runs at one place would spoil each other's work.
#[test]
fn one_run_at_a_time_writes() {
    for out in ["p.txt", "p/"] {
        let folder = scratch("locked");
        leave(&folder, out);
        let mark = folder.join(if out.ends_with('/') { "p/puzgen.journal" } else { "p.txt.part" });
        let file = fs::File::options().write(true).open(mark).unwrap();
        file.lock().unwrap();
        let line = "run latin_square --set n=3 --count 4 --format line --resume --out";
        let arguments = words(&format!("{line} {out}"));
        let ran = run(&folder, &arguments, &Setup::default());
        assert_eq!(ran.status.code(), Some(2));
        assert!(ran.stderr.contains("is being written by another run"), "{}", ran.stderr);
        drop(file);
        let ran = run(&folder, &arguments, &Setup::default());
        assert_eq!(ran.status.code(), Some(0), "{}", ran.stderr);
    }
}
