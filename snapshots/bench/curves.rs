//! How cost grows: with the size of the board, and with the number of empty squares that is asked
//! for, as the 2014 paper plots it; and the most empty squares reached.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::runs::{Bench, Plan, median, show_ms, show_ratio};

/// The parameters of a board.
fn sized<'a>(name: &'a str, settings: &'a [String]) -> Vec<&'a str> {
    let settings = settings.iter().flat_map(|setting| ["--set", setting.as_str()]);
    [name].into_iter().chain(settings).collect()
}

fn sudoku(box_rows: u64, box_columns: u64) -> Vec<String> {
    // The defaults are left out, so that what is measured has one name.
    match (box_rows, box_columns) {
        (3, 3) => Vec::new(),
        _ => vec![format!("box_rows={box_rows}"), format!("box_columns={box_columns}")],
    }
}

fn fillomino(side: u64) -> Vec<String> {
    if side == 9 { Vec::new() } else { vec![format!("height={side}"), format!("width={side}")] }
}

/// Returns fewer runs where one puzzle takes long.
fn plan(bench: &Bench, cells: u64) -> Plan {
    let plan = match cells {
        0..=81 => Plan { runs: 3, puzzles: 20, seconds: 10 },
        82..=150 => Plan { runs: 3, puzzles: 5, seconds: 15 },
        151..=300 => Plan { runs: 3, puzzles: 1, seconds: 20 },
        _ => Plan { runs: 3, puzzles: 1, seconds: 30 },
    };
    if bench.is_quick { plan.quick() } else { plan }
}

/// Returns how the cost grows with the size.
pub(crate) fn growth(bench: &mut Bench) -> String {
    let mut out = String::from(
        "| board | a puzzle | with start | empty squares | peak memory | sgt filling | ratio |\n\
         |---|---|---|---|---|---|---|\n",
    );
    let mut row =
        |bench: &mut Bench, name: &str, puzzle: &[&str], cells: u64, peer: Option<u64>| {
            let plan = plan(bench, cells);
            let cost = bench.puzgen(puzzle, plan);
            let theirs = peer.and_then(|side| {
                let size = format!("{side}x{side}#{{seed}}");
                // Starting up costs it as much as a small puzzle does.
                let plan = Plan { puzzles: 20, ..plan };
                bench.peer("sgt", &["filling", "--generate", "{count}", &size], plan)
            });
            let empties = cost.empties.map_or("–".to_owned(), |empties| {
                format!("{empties} of {cells} ({:.0} %)", empties / cells as f64 * 100.0)
            });
            let _ = writeln!(
                out,
                "| {name} | {} | {} | {empties} | {:.0} MB | {} | {} |",
                show_ms(cost.ms),
                show_ms(cost.with_start_ms),
                cost.peak_mb,
                show_ms(theirs),
                show_ratio(theirs, cost.ms),
            );
            if cost.was_ended {
                bench.skip(format!("{name}: the time was up after {} puzzles", cost.puzzles));
            }
        };
    for (box_rows, box_columns) in [(2, 2), (3, 3), (4, 4), (5, 5)] {
        let side = box_rows * box_columns;
        if bench.is_quick && side > 16 {
            bench.skip(format!("growth, sudoku {side}×{side}: it takes long"));
            continue;
        }
        let settings = sudoku(box_rows, box_columns);
        let puzzle = sized("sudoku", &settings);
        row(bench, &format!("sudoku {side}×{side}"), &puzzle, side * side, None);
    }
    for side in 5..=16 {
        if bench.is_quick && side > 9 {
            bench.skip(format!("growth, fillomino {side}×{side}: it takes long"));
            continue;
        }
        let settings = fillomino(side);
        let puzzle = sized("fillomino", &settings);
        row(bench, &format!("fillomino {side}×{side}"), &puzzle, side * side, Some(side));
    }
    out
}

/// One curve: time against the number of empty squares asked for.
struct Curve {
    name: &'static str,
    puzzle: &'static str,
    settings: Vec<String>,
    cells: u64,
    targets: &'static [usize],
    /// The arguments of the encoding of 2014, the boards it digs, and its seconds.
    peer: Option<(&'static [&'static str], Plan)>,
    is_long: bool,
}

fn all_curves() -> Vec<Curve> {
    let peer = |puzzles, seconds| Plan { runs: 1, puzzles, seconds };
    let curve = |name, puzzle, settings, cells, targets| Curve {
        name,
        puzzle,
        settings,
        cells,
        targets,
        peer: None,
        is_long: cells > 100,
    };
    vec![
        Curve {
            peer: Some((&["sudoku", "3", "3"], peer(3, 30))),
            ..curve("sudoku 9×9", "sudoku", sudoku(3, 3), 81, &[10, 20, 30, 40, 45, 50, 54, 57])
        },
        curve("sudoku 12×12", "sudoku", sudoku(3, 4), 144, &[20, 40, 60, 80, 90, 100]),
        curve("sudoku 16×16", "sudoku", sudoku(4, 4), 256, &[40, 80, 120, 140, 150, 163]),
        curve("sudoku 25×25", "sudoku", sudoku(5, 5), 625, &[100, 200, 250, 281, 310]),
        Curve {
            peer: Some((&["fillomino", "5", "5"], peer(3, 30))),
            ..curve("fillomino 5×5", "fillomino", fillomino(5), 25, &[3, 6, 9, 12, 15])
        },
        curve("fillomino 8×8", "fillomino", fillomino(8), 64, &[10, 20, 30, 40]),
        curve("fillomino 12×12", "fillomino", fillomino(12), 144, &[20, 40, 60, 80, 90]),
        curve("fillomino 16×16", "fillomino", fillomino(16), 256, &[40, 80, 120, 140, 160]),
    ]
}

/// Returns the paper's two curves, puzgen beside the encoding of 2014.
pub(crate) fn curves(bench: &mut Bench) -> String {
    let mut out = String::from(
        "Time against the number of empty squares that is asked for (`--until empties=N`), as in the \
         paper's figures: there exponential for sudoku and linear for fillomino, and flat where nothing \
         more can be emptied. The encoding of 2014 (integers and `Distinct`, for fillomino a tree for \
         each group, a new solver for each question) digs full boards of puzgen.\n",
    );
    for curve in all_curves() {
        if bench.is_quick && curve.is_long {
            bench.skip(format!("curve of {}: it takes long", curve.name));
            continue;
        }
        let puzzle = sized(curve.puzzle, &curve.settings);
        let targets: Vec<String> = curve.targets.iter().map(ToString::to_string).collect();
        let mut theirs: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        if let Some((arguments, plan)) = curve.peer {
            let list = targets.join(",");
            let arguments: Vec<&str> = arguments.iter().copied().chain([list.as_str()]).collect();
            let plan = if bench.is_quick { plan.quick() } else { plan };
            for line in bench.peer_on_boards("z3-2014", &arguments, &puzzle, plan) {
                for (target, ms) in line.split(' ').filter_map(|word| word.split_once('=')) {
                    theirs.entry(target.to_owned()).or_default().extend(ms.parse::<f64>());
                }
            }
        }
        let _ = write!(
            out,
            "\n| {}: empty squares | a puzzle | reached | encoding of 2014 | ratio |\n\
             |---|---|---|---|---|\n",
            curve.name
        );
        for target in &targets {
            let until = format!("empties={target}");
            let arguments: Vec<&str> =
                puzzle.iter().copied().chain(["--until", until.as_str()]).collect();
            let plan = plan(bench, curve.cells);
            let cost = bench.puzgen(&arguments, plan);
            let number: usize = target.parse().unwrap_or(0);
            let reached = cost.all_empties.iter().filter(|empties| **empties >= number).count();
            let other = theirs.remove(target).and_then(median);
            let _ = writeln!(
                out,
                "| {target} | {} | {reached} of {} | {} | {} |",
                show_ms(cost.ms),
                cost.puzzles,
                show_ms(other),
                show_ratio(other, cost.ms),
            );
        }
    }
    out
}

/// The paper's own maxima.
const MAXIMA: &[(&str, u64, u64, usize)] =
    &[("sudoku 9×9", 3, 3, 60), ("sudoku 16×16", 4, 4, 163), ("sudoku 25×25", 5, 5, 281)];

/// Returns the most empty squares of a unique puzzle, beside the paper's.
pub(crate) fn maxima(bench: &mut Bench) -> String {
    let mut out = String::from(
        "The most empty squares of a unique puzzle among those generated in this run; the paper's from \
         more than 200,000 puzzles.\n\n| board | puzgen | the paper |\n|---|---|---|\n",
    );
    for (name, box_rows, box_columns, paper) in MAXIMA {
        let settings = sudoku(*box_rows, *box_columns);
        let puzzle = sized("sudoku", &settings);
        let cells = (box_rows * box_columns).pow(2);
        if !(bench.is_quick && cells > 300) {
            let plan = Plan { runs: 3, ..plan(bench, cells) };
            bench.puzgen(&puzzle, plan);
        }
        let own = puzzle.join(" ");
        let share =
            |empties: usize| format!("{empties} ({:.0} %)", empties as f64 / cells as f64 * 1e2);
        let ours = bench.most_empties.iter();
        let ours =
            ours.filter(|(run, _)| **run == own || run.starts_with(&format!("{own} --until")));
        let ours = ours.map(|(_, most)| *most).max().map_or("–".to_owned(), share);
        let _ = writeln!(out, "| {name} | {ours} | {} |", share(*paper));
    }
    out
}
