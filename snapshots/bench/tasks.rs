//! The tasks with a target, each beside its peers; and the two that are about a whole run.

use std::fmt::Write as _;

use crate::runs::{Bench, Plan, median, show_ms, show_ratio};

/// A program to compare with.
struct Peer {
    name: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
    plan: Plan,
    /// Whether it digs boards that puzgen draws, and prints its own figures.
    takes_boards: bool,
}

/// One thing to generate.
struct Task {
    name: &'static str,
    puzzle: &'static [&'static str],
    plan: Plan,
    /// The most that a puzzle may cost, in milliseconds, and what lies beyond that.
    at_most_ms: f64,
    beyond_ms: Option<f64>,
    peers: &'static [Peer],
    /// Figures of others that are not measured here.
    elsewhere: &'static str,
    is_long: bool,
}

const TASKS: &[Task] = &[
    Task {
        name: "sudoku 9×9, unique and minimal",
        puzzle: &["sudoku"],
        plan: Plan { runs: 5, puzzles: 200, seconds: 40 },
        at_most_ms: 1.0,
        beyond_ms: Some(0.14),
        peers: &[
            Peer {
                name: "qqwing",
                program: "qqwing",
                arguments: &["--generate", "{count}", "--one-line"],
                plan: Plan { runs: 5, puzzles: 200, seconds: 20 },
                takes_boards: false,
            },
            Peer {
                name: "crate sudoku",
                program: "sudoku-crate",
                arguments: &["{count}"],
                plan: Plan { runs: 5, puzzles: 2000, seconds: 20 },
                takes_boards: false,
            },
            Peer {
                name: "encoding of 2014",
                program: "z3-2014",
                arguments: &["sudoku", "3", "3"],
                plan: Plan { runs: 1, puzzles: 5, seconds: 60 },
                takes_boards: true,
            },
        ],
        elsewhere: "the paper 1.7–2.3 s",
        is_long: false,
    },
    Task {
        name: "sudoku 16×16, minimal",
        puzzle: &["sudoku", "--set", "box_rows=4", "--set", "box_columns=4"],
        plan: Plan { runs: 5, puzzles: 5, seconds: 15 },
        at_most_ms: 80.0,
        beyond_ms: Some(40.0),
        peers: &[],
        elsewhere: "digging with SAT 0.14 s",
        is_long: false,
    },
    Task {
        name: "sudoku 25×25, minimal by proof",
        puzzle: &["sudoku", "--set", "box_rows=5", "--set", "box_columns=5"],
        plan: Plan { runs: 5, puzzles: 1, seconds: 30 },
        at_most_ms: 2500.0,
        beyond_ms: Some(1000.0),
        peers: &[],
        elsewhere: "CP-SAT 118 s, CaDiCaL one by one 124 s, the paper about 500 s and not minimal",
        is_long: true,
    },
    Task {
        name: "fillomino 9×9, minimal",
        puzzle: &["fillomino"],
        plan: Plan { runs: 5, puzzles: 50, seconds: 40 },
        at_most_ms: 5.0,
        beyond_ms: Some(1.0),
        peers: &[Peer {
            name: "sgt filling (not minimal)",
            program: "sgt",
            arguments: &["filling", "--generate", "{count}", "9x9#{seed}"],
            plan: Plan { runs: 5, puzzles: 100, seconds: 20 },
            takes_boards: false,
        }],
        elsewhere: "the paper 35 s at 8×8",
        is_long: false,
    },
    Task {
        name: "fillomino 16×16, minimal",
        puzzle: &["fillomino", "--set", "height=16", "--set", "width=16"],
        plan: Plan { runs: 5, puzzles: 5, seconds: 60 },
        at_most_ms: 100.0,
        beyond_ms: Some(50.0),
        peers: &[Peer {
            name: "sgt filling (not minimal)",
            program: "sgt",
            arguments: &["filling", "--generate", "{count}", "16x16#{seed}"],
            plan: Plan { runs: 5, puzzles: 20, seconds: 20 },
            takes_boards: false,
        }],
        elsewhere: "",
        is_long: true,
    },
];

/// How many puzzles the whole run makes, and what it may take.
const BULK: u64 = 10_000;
const BULK_AT_MOST_S: f64 = 10.0;
const BULK_SECONDS: u64 = 100;
/// The most memory that any of it may take, in MB.
const MEMORY_AT_MOST_MB: f64 = 300.0;

impl Plan {
    /// Returns the plan for a look whether it works.
    pub(crate) fn quick(self) -> Self {
        Self { runs: self.runs.min(2), puzzles: self.puzzles.div_ceil(20), ..self }
    }
}

/// Returns the table of tasks.
pub(crate) fn tasks(bench: &mut Bench) -> String {
    let mut out = String::from(
        "CPU time of one thread a puzzle: the median of several runs, each with a seed of its own, \
         without starting up (parsing to open sessions); beside it, with that shared out among the \
         puzzles of a run. Puzzles are printed as lines, which need no rating. Peers are whole \
         processes; a ratio above 1 says that the peer takes longer. The last columns are the targets and figures that were measured elsewhere.\n\n\
         | task | peer | peer takes | puzgen takes | with start | ratio | at most | beyond | elsewhere |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for task in TASKS {
        if bench.is_quick && task.is_long {
            bench.skip(format!("{}: it takes long", task.name));
            continue;
        }
        let plan = if bench.is_quick { task.plan.quick() } else { task.plan };
        let cost = bench.puzgen(task.puzzle, plan);
        if cost.was_ended {
            bench.skip(format!("{}: the time was up after {} puzzles", task.name, cost.puzzles));
        }
        let mut row = |peer: &str, theirs: Option<f64>| {
            let _ = writeln!(
                out,
                "| {} | {peer} | {} | {} | {} | {} | {} | {} | {} |",
                task.name,
                show_ms(theirs),
                show_ms(cost.ms),
                show_ms(cost.with_start_ms),
                show_ratio(theirs, cost.ms),
                show_ms(Some(task.at_most_ms)),
                show_ms(task.beyond_ms),
                task.elsewhere,
            );
        };
        if task.peers.is_empty() {
            row("–", None);
        }
        for peer in task.peers {
            let plan = if bench.is_quick { peer.plan.quick() } else { peer.plan };
            let theirs = if peer.takes_boards {
                let lines = bench.peer_on_boards(peer.program, peer.arguments, task.puzzle, plan);
                median(
                    lines.iter().filter_map(|line| line.split(' ').next()?.parse().ok()).collect(),
                )
            } else {
                bench.peer(peer.program, peer.arguments, plan)
            };
            row(peer.name, theirs);
        }
    }
    out
}

/// Returns what score, tier and level take, which lines do not show.
pub(crate) fn rating(bench: &mut Bench) -> String {
    let mut out = String::from(
        "A line shows no features, score, tier or level; in other forms puzzles are solved step by step, too.\n\n\
         | puzzle | as lines | as JSON |\n|---|---|---|\n",
    );
    let plan = Plan { runs: 5, puzzles: 40, seconds: 20 };
    let plan = if bench.is_quick { plan.quick() } else { plan };
    for (name, puzzle) in [("sudoku 9×9", "sudoku"), ("fillomino 9×9", "fillomino")] {
        let lines = bench.puzgen(&[puzzle], plan).ms;
        let json = bench.puzgen(&[puzzle, "--format", "json"], plan).ms;
        let _ = writeln!(out, "| {name} | {} | {} |", show_ms(lines), show_ms(json));
    }
    out
}

/// Returns what many puzzles take on two cores, by the wall clock.
pub(crate) fn bulk(bench: &mut Bench) -> String {
    let count = if bench.is_quick { 100 } else { BULK };
    let Some(run) = bench.run(&["sudoku"], count, 1, 2, BULK_SECONDS) else {
        bench.skip("sudoku on 2 cores: no time was left".to_owned());
        return String::new();
    };
    if !bench.has_jobs {
        bench.skip("sudoku on 2 cores: this puzgen has no `--jobs`, so it was one core".to_owned());
    }
    let done = run.stdout.lines().count();
    let how = if run.was_ended { "when the time was up" } else { "from start to finish" };
    format!(
        "| task | took | at most |\n|---|---|---|\n\
         | {done} of {count} sudoku 9×9 on 2 cores, by the wall clock, {how} | {} | {BULK_AT_MOST_S} s \
         for {BULK} |\n",
        show_ms(Some(run.wall_ms)),
    )
}

/// Returns the most memory of what was generated in this run.
pub(crate) fn memory(bench: &mut Bench) -> String {
    let mut out = format!(
        "The most that a process of puzgen had at once, of all runs above; at most \
         {MEMORY_AT_MOST_MB} MB.\n\n| `puzgen run` | peak |\n|---|---|\n"
    );
    let mut peaks: Vec<(&String, &f64)> = bench.peak_mb.iter().collect();
    peaks.sort_by(|a, b| b.1.total_cmp(a.1));
    for (puzzle, peak) in peaks.into_iter().take(8) {
        let _ = writeln!(out, "| `{puzzle}` | {peak:.0} MB |");
    }
    out
}

/// Returns what each engine takes, and what starting up does.
pub(crate) fn engines(bench: &mut Bench) -> String {
    let mut out = String::from(
        "The same puzzles by every engine; what one has not finished in 20 s is left out.\n\n\
         | engine | sudoku 9×9 | fillomino 9×9 |\n|---|---|---|\n",
    );
    let chosen = bench.engine.clone();
    for engine in puzgen_engines::ENGINES.all().map(|engine| engine.name()) {
        if engine == "brute" {
            continue;
        }
        bench.engine = Some(engine.to_owned());
        let plan = Plan { runs: 3, puzzles: 5, seconds: 20 };
        let plan = if bench.is_quick { plan.quick() } else { plan };
        let sudoku = bench.puzgen(&["sudoku"], plan).ms;
        let fillomino = bench.puzgen(&["fillomino"], plan).ms;
        let _ = writeln!(out, "| {engine} | {} | {} |", show_ms(sudoku), show_ms(fillomino));
    }
    bench.engine = chosen;
    out.push_str("\n| whole process | takes | at most |\n|---|---|---|\n");
    for puzzle in puzgen_puzzles::names() {
        let took = bench.command(&["check", puzzle]);
        let _ = writeln!(out, "| `puzgen check {puzzle}` | {} | 50 ms |", show_ms(took));
    }
    out
}
