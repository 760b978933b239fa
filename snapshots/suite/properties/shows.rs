//! What `show` says and `check` accepts is seen in the drawing, for every kind of family on every kind of
//! board.

use puzgen_api::examine::examine;
use puzgen_base::budget::Budget;
use puzgen_base::diagnostics::Code;
use puzgen_base::rng::Stream;
use puzgen_base::source::Sources;
use puzgen_engines::ENGINES;
use puzgen_engines::auto::Auto;
use puzgen_export::{self as export, Context};
use puzgen_generate::any_instance;

use super::boards::random_puzzle;
use super::is_soak;
use crate::define::{budget, define, report};

/// Boards, with what families are indexed by there.
const BOARDS: &[(&str, &[&str])] = &[
    ("board grid(3, 4)", SQUARES),
    ("board grid(4, 3)[c in cells where c.row != 2 or c.column != 2]", SQUARES),
    ("board hexagon(2)", HEXAGONS),
    ("board hex(3, 3)", HEXAGONS),
    (
        "board graph(\"check/used/graph.yaml\")",
        &["", "[c in cells]", "[a, b in adjacent]", "[k in named_groups]", "[i in 1..3]"],
    ),
    ("", &["", "[i in 1..3]", "[i in 1..2, j in 1..2]"]),
];

const SQUARES: &[&str] = &[
    "",
    "[c in cells]",
    "[e in edges]",
    "[v in vertices]",
    "[a, b in adjacent]",
    "[a, b in diagonal_pairs]",
    "[r in rows]",
    "[k in columns]",
    "[r in rows, i in 1..2]",
    "[d in directions, k in lines_toward(d)]",
    "[w in windows(2, 2)]",
    "[i in 1..3]",
];

const HEXAGONS: &[&str] = &[
    "",
    "[c in cells]",
    "[e in edges]",
    "[v in vertices]",
    "[a, b in adjacent]",
    "[r in rows]",
    "[k in columns]",
    "[i in 1..3]",
];

/// What is shown of the family `f`.
const SHOWS: &[&str] = &[
    "shade f",
    "circles f",
    "corner f",
    "diagonal f",
    "lines f",
    "borders f",
    "hidden f",
    "top f",
    "bottom f",
    "left f",
    "right f",
    "label f \"<{f}>\"",
    "label f \"<{f}>\" circles f",
    "label f \"<{f}>\" shade f",
    "label f \"<{f}>\" lines f",
    "thick cut",
    "cages cut",
    "symbols f \"pqrst\"",
];

/// Returns the drawings of random puzzles of a definition, in all forms; none where `check` does not accept
/// its `show`.
fn drawings(text: &str) -> Option<Vec<String>> {
    let mut sources = Sources::new();
    let definition = match define(&mut sources, "random", text, None) {
        Ok(definition) => definition,
        Err(problems) => {
            let is_show = problems.iter().all(|problem| problem.code() == Code::BadShow);
            assert!(is_show, "{text}\n{}", report(problems, &sources));
            return None;
        }
    };
    let ready = any_instance(&definition, &[], ENGINES, &Budget::unlimited())
        .unwrap_or_else(|problems| panic!("{text}\n{}", report(problems, &sources)));
    let (instance, lowered) = (&ready.instance, &ready.lowered);
    let (found, _) =
        examine(instance, lowered, (&Auto, ENGINES), &export::solved_text, &mut budget());
    if found.iter().any(|problem| problem.code() == Code::BadShow) {
        return None;
    }
    let mut drawn = Vec::new();
    for number in 0..3 {
        let mut rng = Stream::Test("shows").keyed(&[&[number]]);
        let puzzle = random_puzzle(instance, &lowered.fact_domains, 0, &mut rng);
        for format in export::FORMATS.iter().filter(|it| it.is_drawing() && !it.is_binary()) {
            let context = Context::new(instance, &lowered.fact_domains, true);
            drawn.push(format.puzzle(&context, &puzzle).unwrap());
        }
    }
    Some(drawn)
}

/// Returns whether it is what happens without it: the usual side of the first family, lines of truths.
fn is_usual(index: &str, kind: &str, values: &str, shown: &str) -> bool {
    let is_truth = values == "bool";
    let is_pair = index.starts_with("[a, b") || index.starts_with("[e");
    let is_region = index.starts_with("[w") || index.starts_with("[k in named");
    match shown {
        "left f" => index.starts_with("[r"),
        "top f" => index.starts_with("[k in columns"),
        // It may be false everywhere.
        "hidden f" => kind == "layout" && is_truth,
        // What stands on a corner is in a circle.
        "circles f" => index.starts_with("[v"),
        "lines f" => is_pair && is_truth && kind != "clue",
        "shade f" => index == "[c in cells]" && is_truth && kind != "clue",
        _ => is_region && shown == "corner f",
    }
}

#[test]
fn what_is_shown_is_seen() {
    let mut faults = Vec::new();
    let mut seen = 0;
    let mut families = 0;
    for (board, indexes) in BOARDS {
        for index in *indexes {
            for kind in ["answer", "clue", "layout"] {
                for values in ["0..3", "bool"] {
                    families += 1;
                    if !is_soak() && families % 7 != 0 {
                        continue;
                    }
                    let names = format!("{board} layout cut = rooms(cells, 1..2)");
                    let board = if board.is_empty() { *board } else { &names };
                    let own = match kind {
                        "clue" => {
                            let key = key(index);
                            format!("answer x{index}: {values} clue f{index} = x{key}")
                        }
                        kind => format!("answer y: 1..3 {kind} f{index}: {values} clue g = y"),
                    };
                    let text =
                        |show: &str| format!("puzzle random \"Random\" {{ {board} {own} {show} }}");
                    let plain = drawings(&text("")).unwrap();
                    for shown in SHOWS {
                        if (shown.ends_with(" cut") && board.is_empty())
                            || is_usual(index, kind, values, shown)
                        {
                            continue;
                        }
                        let text = text(&format!("show {{ {shown} }}"));
                        let Some(drawn) = drawings(&text) else { continue };
                        seen += 1;
                        // Where there are no squares, a drawing in characters is the text.
                        if drawn == plain {
                            faults.push(text);
                        }
                    }
                }
            }
        }
    }
    assert!(seen > 50, "only {seen} were accepted");
    assert!(faults.is_empty(), "accepted and not seen:\n{}", faults.join("\n"));
}

/// Returns the place of an element in a family with this index.
fn key(index: &str) -> String {
    if index.is_empty() {
        return String::new();
    }
    let index = index.replace("(2, 2)", "");
    let parts = index.trim_matches(['[', ']']).split(", ");
    let names: Vec<&str> =
        parts.map(|part| part.split_once(" in ").map_or(part, |(name, _)| name)).collect();
    format!("[{}]", names.join(", "))
}
