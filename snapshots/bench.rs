//! `make bench`: what puzzles cost, beside other programs, in one run.
//!
//! `make bench` runs every part and writes docs/performance.md. `make bench ARGS='tasks growth'` runs
//! and prints parts of it: `tasks`, `genres`, `rating`, `bulk`, `growth`, `curves`, `maxima`, `engines`, `memory`; names
//! of built-in puzzles leave just their rows in `genres`.
//! `make puzzles` (ARGS: names, where only these are to be measured anew) writes docs/puzzles.md. `quick` makes it a look
//! whether all of it works, and writes nothing. `--engine NAME` asks that engine. Every program is a process of its own, measured from outside; peers are found or built by
//! .ci/setup-peers, and one that is missing is named at the end.

#![expect(clippy::print_stdout, reason = "a benchmark prints its tables")]

#[path = "bench/built_in.rs"]
mod built_in;
#[path = "bench/clues.rs"]
mod clues;
#[path = "bench/curves.rs"]
mod curves;
#[path = "bench/facts.rs"]
mod facts;
#[path = "bench/genres.rs"]
mod genres;
#[path = "bench/made.rs"]
mod made;
#[path = "bench/measure.rs"]
mod measure;
#[path = "bench/runs.rs"]
mod runs;
#[path = "bench/tasks.rs"]
mod tasks;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use runs::Bench;

/// A part: the word that asks for it, its title, and what makes its text.
type Part = (&'static str, &'static str, fn(&mut Bench) -> String);

const PARTS: &[Part] = &[
    ("tasks", "Beside other programs", tasks::tasks),
    ("genres", "Every genre", genres::genres),
    ("rating", "With score and level", tasks::rating),
    ("bulk", "Many puzzles", tasks::bulk),
    ("growth", "Growth with the size", curves::growth),
    ("curves", "Growth with the empty squares", curves::curves),
    ("maxima", "The most empty squares", curves::maxima),
    ("engines", "Engines and start", tasks::engines),
    ("memory", "Memory", tasks::memory),
];

/// How long all of it may take.
const LIMIT: Duration = Duration::from_secs(40 * 60);

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--measure") {
        return measure::around(&arguments[1..]);
    }
    // What cargo adds.
    arguments.retain(|argument| argument != "--bench");
    if arguments.first().is_some_and(|first| first == "puzzles") {
        return puzzles(&arguments[1..]);
    }
    let engine = arguments.iter().position(|argument| argument == "--engine").map(|at| {
        let mut both = arguments.drain(at..(at + 2).min(arguments.len()));
        both.nth(1).unwrap_or_default()
    });
    let is_quick = arguments.iter().any(|argument| argument == "quick");
    arguments.retain(|argument| argument != "quick");
    let only = take_names(&mut arguments);
    let names: Vec<&str> = PARTS.iter().map(|(name, ..)| *name).collect();
    if let Some(other) = arguments.iter().find(|argument| !names.contains(&argument.as_str())) {
        println!("there is no part `{other}`: use quick, --engine NAME, {}", names.join(", "));
        return ExitCode::from(2);
    }
    let is_whole = arguments.is_empty() && !is_quick && engine.is_none();
    let mut bench = Bench::new(is_quick, engine, Instant::now() + LIMIT);
    bench.only = only;
    let mut out = heading();
    print!("{out}");
    for (name, title, part) in PARTS {
        if !arguments.is_empty() && !arguments.iter().any(|argument| argument == name) {
            continue;
        }
        let text = format!("\n## {title}\n\n{}", part(&mut bench));
        print!("{text}");
        out.push_str(&text);
    }
    let mut left_out = String::from("\n## Left out\n\n");
    for what in &bench.skipped {
        let _ = writeln!(left_out, "* {what}");
    }
    if !bench.skipped.is_empty() {
        print!("{left_out}");
        out.push_str(&left_out);
    }
    if is_whole { write("performance.md", &out) } else { ExitCode::SUCCESS }
}

/// Takes the names of built-in puzzles from the arguments. Where there are some, but no part is named, they mean `genres`.
fn take_names(arguments: &mut Vec<String>) -> Vec<&'static str> {
    let mut only = puzgen_puzzles::names();
    only.retain(|name| arguments.iter().any(|argument| argument == name));
    arguments.retain(|argument| !only.contains(&argument.as_str()));
    if arguments.is_empty() && !only.is_empty() {
        arguments.push("genres".to_owned());
    }
    only
}

/// Writes docs/puzzles.md.
fn puzzles(chosen: &[String]) -> ExitCode {
    let names = puzgen_puzzles::names();
    if let Some(other) = chosen.iter().find(|name| !names.contains(&name.as_str())) {
        println!("there is no built-in puzzle `{other}`");
        return ExitCode::from(2);
    }
    // Where there is none yet, all rows are made.
    let old = std::fs::read_to_string(document("puzzles.md")).unwrap_or_default();
    let (text, missing) = built_in::document(chosen, &old);
    for name in &missing {
        println!("{name}: no puzzles could be made");
    }
    if missing.is_empty() { write("puzzles.md", &text) } else { ExitCode::from(1) }
}

fn document(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)
}

/// Writes a file of docs/.
fn write(name: &str, text: &str) -> ExitCode {
    let path = document(name);
    match std::fs::write(&path, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("\n{} cannot be written: {error}", path.display());
            ExitCode::from(2)
        }
    }
}

fn heading() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "# Performance\n\nWritten by `make bench`, by nothing else: puzgen {}, {} on {}, {cores} cores.\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
    )
}
