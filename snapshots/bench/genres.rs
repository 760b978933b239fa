//! All genres that Simon Tatham's collection has, too, and the others: what a puzzle costs, and on what it
//! is spent.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use puzgen_engines::ENGINES;
use puzgen_generate::{Options, Task};

use crate::facts;
use crate::made::{self, Limits, STACK, TaskTimes};
use crate::measure::median;
use crate::runs::{Bench, Plan, show_ms, show_ratio};

/// The built-in puzzles that sgt-puzzles has, with the program there and parameters of the same size, on the
/// level that takes it longest; and how many puzzles a run has.
const PEERS: &[(&str, &str, &str, u64)] = &[
    ("akari", "lightup", "7x7b22s4d2", 100),
    ("binairo", "unruly", "10x10dn", 200),
    ("diagonal_sudoku", "solo", "3x3xdu", 20),
    ("dominosa", "dominosa", "6de", 20),
    ("fillomino", "filling", "9x9", 200),
    ("futoshiki", "unequal", "5dx", 200),
    ("galaxies", "galaxies", "7x7du", 200),
    ("hashi", "bridges", "7x7i30e10m2d2", 400),
    ("hitori", "singles", "8x8dk", 200),
    ("jigsaw", "solo", "9jda", 20),
    ("kenken", "keen", "6dx", 100),
    ("killer", "solo", "3x3kdu", 20),
    ("kurodoko", "range", "7x7", 400),
    ("magnets", "magnets", "6x6dtS", 400),
    ("masyu", "pearl", "10x10dt", 10),
    ("mosaic", "mosaic", "8x8", 400),
    ("net", "net", "8x8", 1000),
    ("nonogram", "pattern", "10x10", 1000),
    ("palisade", "palisade", "6x6n4", 200),
    ("shikaku", "rect", "7x7", 400),
    ("skyscrapers", "towers", "5dx", 100),
    ("slant", "slant", "8x8dh", 200),
    ("slitherlink", "loopy", "10x10t0dh", 50),
    ("sudoku", "solo", "3x3du", 20),
    ("tents", "tents", "8x8dt", 400),
    ("tracks", "tracks", "8x8dh", 200),
    ("undead", "undead", "5x5dn", 200),
];

/// How many puzzles are made of each.
const LIMITS: Limits = Limits { enough_ms: 1_000.0, enough: 15, limit_ms: 8_000.0, most: 50 };
const FEW: Limits = Limits { enough_ms: 100.0, enough: 2, limit_ms: 2_000.0, most: 3 };

/// What the puzzles of a definition cost.
#[derive(Debug, Clone, Default)]
struct Cost {
    ms: Vec<f64>,
    shares: BTreeMap<Task, f64>,
}

/// Returns what puzzles of a definition cost.
fn cost(name: &str, is_unrated: bool, limits: Limits) -> Option<Cost> {
    let name = name.to_owned();
    let work = move || {
        let definition = facts::definition(&name).ok()?;
        let times = TaskTimes::default();
        let options = Options { is_unrated, tasks: times.hook(), ..Options::new(ENGINES) };
        let mut cost = Cost::default();
        let take = &mut |ms: f64, _: &_, _: &[_]| {
            times.pause();
            cost.ms.push(ms);
        };
        let made = made::make(&definition, options, limits, &mut || times.clear(), take);
        cost.shares = times.shares();
        made.ok().map(|()| cost)
    };
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work).ok()?;
    worker.join().ok().flatten().filter(|cost| !cost.ms.is_empty())
}

/// The columns of tasks.
const TASKS: &[(Task, &str)] = &[
    (Task::Layout, "layout"),
    (Task::Instance, "instance"),
    (Task::Board, "board"),
    (Task::Repair, "repair"),
    (Task::Removal, "removal"),
    (Task::FirstProof, "first proof"),
    (Task::SecondProof, "second proof"),
];

/// Returns the table of genres.
pub(crate) fn genres(bench: &mut Bench) -> String {
    let mut out = String::from(
        "The default size of each built-in puzzle, made in one process after the first one: CPU \
         milliseconds of a puzzle as a line (no score, no level), the median and the most; the same with \
         score and level; and beside it sgt-puzzles on a board of that size, with the level that takes it \
         longest (whole processes, whose puzzles are not minimal and proved by one solver). A ratio above 1 \
         says that the peer takes longer. Then the shares of the time of lines, in percent: drawing \
         layouts, lowering and opening their instances, drawing boards, finding out what their clues force \
         and repairing them, removal, and proofs of what is finished.\n\n\
         | puzzle | a line | most | rated | sgt | ratio |",
    );
    TASKS.iter().for_each(|(_, title)| out.push_str(&format!(" {title} |")));
    let _ = writeln!(out, "\n|---|{}", "---|".repeat(5 + TASKS.len()));
    let limits = if bench.is_quick { FEW } else { LIMITS };
    let mut ratios = Vec::new();
    let is_asked_for = |name: &&str| bench.only.is_empty() || bench.only.contains(name);
    let names: Vec<&str> = puzgen_puzzles::names().into_iter().filter(is_asked_for).collect();
    for name in names {
        if bench.is_over() {
            bench.skip(format!("{name}: no time was left"));
            continue;
        }
        let Some(lines) = cost(name, true, limits) else {
            bench.skip(format!("{name}: no puzzle in {} s", limits.limit_ms / 1e3));
            continue;
        };
        let rated = cost(name, false, limits).and_then(|cost| median(cost.ms));
        let most = lines.ms.iter().copied().reduce(f64::max);
        let ours = median(lines.ms);
        let theirs =
            PEERS.iter().find(|(own, ..)| *own == name).and_then(|(_, program, size, count)| {
                let count = if bench.is_quick { count.div_ceil(20) } else { *count };
                let size = format!("{size}#{{seed}}");
                let plan = Plan { runs: 3, puzzles: count, seconds: 8 };
                bench.peer("sgt", &[program, "--generate", "{count}", &size], plan)
            });
        ratios.extend(theirs.zip(ours).map(|(theirs, ours)| theirs / ours));
        let _ = write!(
            out,
            "| {name} | {} | {} | {} | {} | {} |",
            show_ms(ours),
            show_ms(most),
            show_ms(rated),
            show_ms(theirs),
            show_ratio(theirs, ours),
        );
        for (task, _) in TASKS {
            let percent = lines.shares.get(task).map(|share| (share * 100.0).round());
            let percent = percent.filter(|percent| *percent > 0.0);
            let _ = write!(out, " {} |", percent.map_or(String::new(), |share| share.to_string()));
        }
        out.push('\n');
    }
    let ahead = ratios.iter().filter(|ratio| **ratio >= 1.0).count();
    let near = ratios.iter().filter(|ratio| **ratio >= 0.1).count();
    let _ = writeln!(
        out,
        "\nOf {} genres puzgen is ahead in {ahead} and takes at most ten times as long in {near}; the ratio \
         in the middle is {}.",
        ratios.len(),
        median(ratios.clone()).map_or("–".to_owned(), |ratio| format!("{ratio:.2}")),
    );
    out
}
