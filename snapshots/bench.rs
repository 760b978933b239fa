//! `make bench`: what puzzles cost, both encodings side by side in one run.
//!
//! CPU time of this process (one thread), in milliseconds a puzzle: the median over the puzzles of
//! one run with one seed, and the mean with the set-up (parsing to open sessions) shared out.
//! Start-up figures are CPU time of whole child processes. `make bench ARGS=quick` leaves out what
//! takes long.
//!
//! The reference encoding gets a minute of CPU a task; what it has not finished by then is shown as
//! such, never estimated.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use puzgen::budget::{Budget, StopFlag};
use puzgen::engine::{self, Engine};
use puzgen::generate::{Generator, Options, Outcome};
use puzgen::lower::{Purpose, lower};
use puzgen::model::instance::{Instance, Setting};
use puzgen::source::{Sources, Span};
use puzgen::{library, load};

/// One row of the table.
struct Task {
    name: &'static str,
    puzzle: &'static str,
    settings: &'static [(&'static str, &'static str)],
    count: u64,
    /// The most that a puzzle may cost, in milliseconds.
    target_ms: f64,
    is_long: bool,
}

const TASKS: &[Task] = &[
    Task {
        name: "sudoku 9×9, minimal",
        puzzle: "sudoku",
        settings: &[],
        count: 20,
        target_ms: 60.0,
        is_long: false,
    },
    Task {
        name: "sudoku 16×16, minimal",
        puzzle: "sudoku",
        settings: &[("box_rows", "4"), ("box_columns", "4")],
        count: 5,
        target_ms: 1500.0,
        is_long: true,
    },
    Task {
        name: "fillomino 9×9, minimal",
        puzzle: "fillomino",
        settings: &[],
        count: 10,
        target_ms: 500.0,
        is_long: false,
    },
    Task {
        name: "fillomino 16×16, minimal",
        puzzle: "fillomino",
        settings: &[("height", "16"), ("width", "16")],
        count: 7,
        target_ms: 5000.0,
        is_long: true,
    },
];

/// How long the reference may take for one task.
const GUARD: Duration = Duration::from_secs(60);
/// How long the default engine may.
const LONG_GUARD: Duration = Duration::from_secs(600);

fn cpu(who: UsageWho) -> f64 {
    let usage = getrusage(who).expect("getrusage is there on every Unix");
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 * 1e3 + time.tv_usec() as f64 / 1e3;
    seconds(usage.user_time()) + seconds(usage.system_time())
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Median and mean milliseconds a puzzle, and how many were finished.
fn measure(task: &Task, engine: &dyn Engine, guard: Duration) -> (Option<(f64, f64)>, u64) {
    let started = cpu(UsageWho::RUSAGE_SELF);
    let mut sources = Sources::new();
    let text = library::text(task.puzzle).expect("a built-in puzzle");
    let file = sources.add(task.puzzle, text);
    let program = load::load(file, &mut sources, &mut |_, _| Err("no files".to_owned()));
    let program = program.expect("built-in puzzles parse");
    let definition = program.check(&program.own[0], &sources).expect("and check").definition;
    let span = Span::new(file, 0, 0);
    let settings: Vec<Setting> = task
        .settings
        .iter()
        .map(|(name, text)| Setting { name: (*name).to_owned(), text: (*text).to_owned(), span })
        .collect();
    let instance = Instance::new(&definition, &settings).expect("known parameters");
    let lowered = lower(&instance, Purpose::Solve).expect("built-in puzzles lower");
    let options = Options::default();
    let mut generator =
        Generator::new(&instance, &lowered, engine, options).expect("a policy that works");
    let stop = StopFlag::new();
    let watched = stop.clone();
    std::thread::spawn(move || {
        std::thread::sleep(guard);
        watched.set();
    });
    let mut figures = Vec::new();
    for index in 0..task.count {
        let before = cpu(UsageWho::RUSAGE_SELF);
        let mut budget = Budget::new(None, stop.clone());
        let outcome = generator.generate(1, index, &mut budget, &mut |_| ());
        if !matches!(outcome, Ok(Outcome::Done)) {
            break;
        }
        figures.push(cpu(UsageWho::RUSAGE_SELF) - before);
    }
    let finished = figures.len() as u64;
    let total = cpu(UsageWho::RUSAGE_SELF) - started;
    ((finished > 0).then(|| (median(figures), total / finished as f64)), finished)
}

fn check_cost(puzzle: &str) -> f64 {
    let figures = (0..11).map(|_| {
        let before = cpu(UsageWho::RUSAGE_CHILDREN);
        let status = Command::new(env!("CARGO_BIN_EXE_puzgen"))
            .args(["check", puzzle])
            .stdout(Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "check {puzzle} fails");
        cpu(UsageWho::RUSAGE_CHILDREN) - before
    });
    median(figures.collect())
}

fn main() {
    let is_quick = std::env::args().any(|argument| argument == "quick");
    let booleans = engine::by_name("z3:booleans").expect("the default engine");
    let integers = engine::by_name("z3:integers").expect("the reference");
    println!("CPU milliseconds a puzzle: median, mean with set-up (one run, one thread)");
    println!();
    println!("| task | at most | z3:booleans | with set-up | z3:integers | ratio |");
    println!("|---|---|---|---|---|---|");
    for task in TASKS.iter().filter(|task| !(is_quick && task.is_long)) {
        let (ours, _) = measure(task, booleans, LONG_GUARD);
        let (reference, finished) = measure(task, integers, GUARD);
        let (median, mean) = ours.unwrap_or((f64::NAN, f64::NAN));
        let (other, ratio) = match reference {
            Some((other, _)) => {
                (format!("{other:.0} ({finished} finished)"), format!("{:.0}", other / median))
            }
            None => (format!("none in {} s", GUARD.as_secs()), "-".to_owned()),
        };
        let (name, target) = (task.name, task.target_ms);
        println!("| {name} | {target:.0} | {median:.1} | {mean:.1} | {other} | {ratio} |");
    }
    for puzzle in library::names() {
        println!("| `check {puzzle}`, whole process | 50 | {:.1} | | | |", check_cost(puzzle));
    }
}
