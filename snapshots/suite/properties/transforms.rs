//! Transforms: a member of the group changes no number of solutions, and canonical forms are the
//! same exactly for boards that a member takes to each other. Where a layout is moved, the image is a
//! layout of the definition, too.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use puzgen_base::budget::Budget;
use puzgen_base::rng::{Rng, Stream};
use puzgen_base::source::Sources;
use puzgen_engines::ENGINES;
use puzgen_generate::any_instance;
use puzgen_model::instance::Instance;
use puzgen_model::layout::InstanceKey;
use puzgen_model::puzzle::FactValue;
use puzgen_model::rules::facts_of;
use puzgen_puzzles as library;
use puzgen_solve::prove::{self, Equivalents};
use puzgen_vocabulary::layouts::{room_faults, rule_faults};
use puzgen_vocabulary::lower::{Lowered, Purpose, Ready, lower};

use super::rounds;
use crate::define::{budget, define, engines, settings, solutions};

/// A definition, its parameters, and transforms, each of which is tried alone.
const RUNS: &[(&str, &[&str], &[&str])] = &[
    (
        "sudoku",
        &["box_rows=2", "box_columns=3"],
        &[
            "relabel x",
            "permute bands",
            "permute stacks",
            "permute rows in band",
            "permute columns in stack",
            "reflect",
            "half_turn",
        ],
    ),
    ("sudoku", &["box_rows=2", "box_columns=2"], &["rotate", "diagonal", "antidiagonal"]),
    (
        "latin_square",
        &["n=4"],
        &[
            "permute rows",
            "permute columns",
            "conjugate(c in cells, v in 1..n): x[c] == v becomes x[cell(c.row, v)] == c.column",
        ],
    ),
    (
        "futoshiki",
        &["n=4"],
        &[
            "reverse(c in cells, v in 1..n): x[c] == v becomes x[c] == n + 1 - v",
            "rotate",
            "reflect",
            "diagonal",
        ],
    ),
    ("fillomino", &["height=3", "width=4"], &["rotate", "reflect", "left_right", "up_down"]),
    ("fillomino", &["height=3", "width=3"], &["rotate", "quarter_turn"]),
    ("edges", &[], &["rotate", "reflect"]),
    ("sums", &[], &["reverse(c in cells, v in 1..5): x[c] == v becomes x[c] == 6 - v", "reflect"]),
    ("loose", &[], &["swap: a becomes b, b becomes a"]),
    (
        "killer",
        &["box_rows=2", "box_columns=2", "largest_cage=4"],
        &[
            "rotate",
            "reflect",
            "reverse(c in cells, v in 1..n): x[c] == v becomes x[c] == n + 1 - v",
        ],
    ),
    ("jigsaw", &["n=4"], &["relabel x", "rotate", "diagonal", "up_down"]),
    ("dominoes", &[], &["reflect"]),
    ("dominoes", &["height=4"], &["rotate"]),
    ("dominoes", &["width=3"], &["rotate with height = width, width = height"]),
    ("fillomino", &["height=3", "width=4"], &["rotate with height = width, width = height"]),
    (
        "slitherlink",
        &["height=2", "width=3"],
        &["antidiagonal with height = width, width = height"],
    ),
    ("nonogram", &["height=3", "width=4"], &["diagonal with height = width, width = height"]),
    ("kakuro", &["height=5", "width=6"], &["diagonal with height = width, width = height"]),
    ("renamed", &[], &["rename word"]),
    ("walled", &[], &["reflect", "half_turn", "permute rows", "permute columns"]),
];

/// Definitions with clues that are more than values of answers.
const OWN: &str = r#"
puzzle edges "Edges" {
  board grid(2, 3)
  answer line[edges]: bool
  rule corners(v in vertices): count(line[e] for e in edges_at(v)) in {0, 2}
  clue number[c in cells] = count(line[e] for e in sides(c))
  clue top[r in rows] = exists(line[e] for c in r, e in sides(c))
}
puzzle sums "Sums" {
  board grid(2, 3)
  answer x[cells]: 1..5
  rule row(r in rows): distinct(x[r])
  rule far(a, b in adjacent): abs(x[a] - x[b]) <= 3
  clue given[c in cells] = x[c] if x[c] != 3
  clue sum_of[r in rows] = sum(x[r])
  clue step[a, b in adjacent] = abs(x[a] - x[b])
  clue less[a, b in adjacent where a.row == b.row] = x[a] < x[b]
}
puzzle loose "Loose" {
  answer a, b: 2..9
  rule apart: a != b
  clue number[v in {a, b}] = v
  clue total = a + b
  clue larger = a < b
}
puzzle dominoes "Dominoes" {
  param height: 2..4 = 2
  param width: 2..4 = 4
  board grid(height, width)
  layout domino = rectangles(cells, {2})
  layout dot[a, b in adjacent]: bool
  rule within(a, b in adjacent): dot[a, b] implies b in domino[a]
  answer x[cells]: 1..4
  rule row(r in rows): distinct(x[r])
  rule column(c in columns): distinct(x[c])
  rule dots(a, b in adjacent where dot[a, b]): abs(x[a] - x[b]) == 1
  clue given[c in cells] = x[c]
  fixed clue less[d in domino] = x[d[1]] < x[d[2]]
}
puzzle renamed "Renamed" {
  board programs("""
# puzgen: numbers 0..1
def f(n: int) -> int:
    low = n + 1
    high = low * 2
    return high - low
""")
  layout task: 1..length(programs)
  answer word[t in programs[task] where t in names]: words(t)
  rule same "the program does something else": equivalent(word)
  clue token[t in programs[task] where t in names] = word[t]
}
puzzle walled "Walled" {
  board grid(4, 4)
  layout wall[cells]: bool
  rule one_at_least: count(wall[c] for c in cells) in 5..6
  answer x[c in cells where not wall[c]]: 1..4
  rule row(r in rows): distinct(x[[c for c in r where not wall[c]]])
  rule column(l in columns): distinct(x[[c for c in l where not wall[c]]])
  clue given[c in cells where not wall[c]] = x[c]
}
"#;

/// Calls `body` with a definition that has only these transforms.
fn with_transforms(
    name: &str,
    params: &[&str],
    transforms: &[&str],
    body: impl FnOnce(&Ready<'_>, &Equivalents<'_>),
) {
    let mut sources = Sources::new();
    let base = library::text(name).unwrap_or(OWN);
    let mut text = format!("{base}\npuzzle tried \"Tried\" extends {name} {{\n");
    if library::text(name).is_some() {
        text.push_str("  without transform\n");
    }
    if base.contains("\n  levels ") || name == "killer" {
        text.push_str("  without levels\n");
    }
    for transform in transforms {
        let _ = writeln!(text, "  transform {transform}");
    }
    text.push('}');
    let definition = define(&mut sources, "tried", &text, Some("tried"))
        .unwrap_or_else(|problems| panic!("{}", crate::define::report(problems, &sources)));
    let ready =
        any_instance(&definition, &settings(&mut sources, params), ENGINES, &Budget::unlimited())
            .unwrap();
    let proved = prove::transforms(&ready.instance, &ready.lowered, ENGINES, &mut budget());
    let problem = ready.borrowed();
    let problems =
        prove::problems(problem, &proved.proofs, &|_, _, answer| format!("{answer:?}\n"));
    let why = crate::define::report(problems, &sources);
    assert_eq!(proved.held(), transforms.len(), "{name} {transforms:?}: {why}");
    body(&ready, &proved.equivalents.unwrap());
}

/// Returns the facts of a random solution, some of them hidden, and the solution.
pub(super) fn random_board(
    instance: &Instance<'_>,
    lowered: &Lowered,
    rng: &mut Rng,
) -> (Vec<FactValue>, Vec<i64>) {
    let engine = engines(lowered).next().unwrap();
    let mut given = Vec::new();
    // Fixing some answers at random, as far as they go together, leads to different solutions.
    for _ in 0..4 {
        let answer = rng.below(lowered.csp.answers.len());
        let var = lowered.csp.answers[answer];
        let values: Vec<i64> = lowered.csp.domain(var).iter().collect();
        let lit = puzgen_csp::Lit::is(var, values[rng.below(values.len())]);
        given.push(lit);
        if solutions(lowered, engine, &given, 1).0.is_empty() {
            given.pop();
        }
    }
    let (found, _) = solutions(lowered, engine, &given, 1);
    let solution = found.into_iter().next().unwrap();
    let facts = facts_of(instance, &solution).unwrap();
    let share = 1 + rng.below(4);
    let shown = facts.into_iter().map(|fact| fact.filter(|_| rng.below(5) < share)).collect();
    (shown, solution)
}

fn count(lowered: &Lowered, board: &[FactValue]) -> (BTreeSet<Vec<i64>>, bool) {
    let shown = board.iter().enumerate();
    let given: Vec<_> =
        shown.filter_map(|(fact, value)| Some(lowered.fact_lit(fact, (*value)?))).collect();
    let (found, is_complete) = solutions(lowered, engines(lowered).next().unwrap(), &given, 30);
    (found.into_iter().collect(), is_complete)
}

/// Returns the canonical form of a board, and what tells its instance from others.
fn form(
    equivalents: &Equivalents<'_>,
    ready: &Ready<'_>,
    board: &[FactValue],
) -> Option<(InstanceKey, Vec<FactValue>)> {
    let (proved, form) = equivalents.canonical(board, &budget())?;
    Some((proved.as_ref().map_or(ready, |proved| &proved.ready).instance.key(), form))
}

/// The layouts of an instance are those of the definition: what is printed can be read.
fn must_be_read(instance: &Instance<'_>) {
    let frame = instance.frame().unwrap();
    let layouts = instance.layout_values();
    assert!(room_faults(&frame, &layouts).is_empty());
    assert!(rule_faults(&frame, &layouts).unwrap().is_empty());
}

#[test]
fn members_keep_the_number_of_solutions() {
    let all: Vec<(&str, &[&str], &str)> = RUNS
        .iter()
        .flat_map(|(name, params, transforms)| {
            transforms.iter().map(|transform| (*name, *params, *transform))
        })
        .collect();
    rounds("transforms", all.len() as u64, |number, rng| {
        let (name, params, transform) = all[number as usize % all.len()];
        println!("round {number}: {name} {params:?} {transform}");
        with_transforms(name, params, &[transform], |ready, equivalents| {
            for _ in 0..3 {
                let (board, solution) = random_board(&ready.instance, &ready.lowered, rng);
                let member = equivalents.draw(rng, &budget()).next().unwrap();
                let there = member.proved.as_ref().map_or(ready, |proved| &proved.ready);
                let image = equivalents.board(&member, &board).unwrap();
                let (before, is_complete) = count(&ready.lowered, &board);
                let (after, _) = count(&there.lowered, &image);
                assert_eq!(before.len(), after.len());
                if is_complete {
                    let moved = before.iter().map(|one| equivalents.answer(&member, one).unwrap());
                    assert_eq!(moved.collect::<BTreeSet<_>>(), after);
                }
                let moved = equivalents.answer(&member, &solution).unwrap();
                let facts = facts_of(&there.instance, &moved).unwrap();
                let agrees =
                    |(shown, fact): (&FactValue, &FactValue)| shown.is_none() || shown == fact;
                assert!(image.iter().zip(&facts).all(agrees), "a clue says something else");
                must_be_read(&there.instance);
                let own = form(equivalents, ready, &board);
                assert_eq!(own.is_some(), equivalents.has_forms());
                if member.proved.is_some() {
                    let (instance, lowered) = (&there.instance, &there.lowered);
                    let back = prove::transforms(instance, lowered, ENGINES, &mut budget())
                        .equivalents
                        .unwrap();
                    assert_eq!(own, form(&back, there, &image));
                } else {
                    assert_eq!(own, form(equivalents, ready, &image));
                }
            }
        });
    });
}

#[test]
fn canonical_forms_tell_orbits_apart() {
    for (name, params, transforms) in RUNS {
        with_transforms(name, params, transforms, |ready, equivalents| {
            let Ready { instance, lowered } = ready;
            let mut rng = Stream::Test("orbits").keyed(&[name.as_bytes()]);
            // Where the group is listed, every image is there.
            if equivalents.order().parse().map_or(true, |order: usize| order > 5_000) {
                return;
            }
            let board = random_board(instance, lowered, &mut rng).0;
            let images: BTreeSet<_> = equivalents
                .draw(&mut rng, &budget())
                .map(|member| {
                    (
                        equivalents.key(member.proved.as_deref()),
                        equivalents.board(&member, &board).unwrap(),
                    )
                })
                .collect();
            let form_of = |board: &[FactValue]| form(equivalents, ready, board).unwrap();
            let own = form_of(&board);
            assert!(images.contains(&own), "{name}: a form that no member makes");
            let here = |(key, _): &&(InstanceKey, Vec<FactValue>)| *key == instance.key();
            assert!(images.iter().filter(here).all(|(_, image)| form_of(image) == own));
            let mut others = 0;
            for _ in 0..30 {
                let other = random_board(instance, lowered, &mut rng).0;
                let is_image = images.contains(&(instance.key(), other.clone()));
                assert_eq!(form_of(&other) == own, is_image, "{name}");
                others += usize::from(!is_image);
            }
            assert!(others > 0, "{name}: all boards are images of one");
        });
    }
}

#[test]
fn the_orders_of_groups_are_right() {
    let orders = [
        ("sudoku", "box_rows=3", "1218998108160"),
        // 12! for the values, 4!·3!⁴ for the rows, 3!·4!³ for the columns: boxes of 3×4 do not turn.
        ("sudoku", "box_columns=4", "1235771522128281600"),
        ("knight_sudoku", "box_rows=3", "2903040"),
        // 5! for the values, the rows and the columns, and the exchange of these.
        ("latin_square", "n=5", "3456000"),
        ("futoshiki", "n=4", "16"),
        ("fillomino", "height=9", "8"),
        // Four for each of 7×9 and 9×7.
        ("fillomino", "height=7", "8"),
        ("nonogram", "height=7", "2"),
    ];
    for (name, param, order) in orders {
        let mut sources = Sources::new();
        let definition = super::built_in::built_in(&mut sources, name);
        let instance = Instance::new(&definition, &settings(&mut sources, &[param])).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        let proved = prove::transforms(&instance, &lowered, ENGINES, &mut budget());
        assert_eq!(proved.equivalents.unwrap().order(), order, "{name} {param}");
    }
}

#[test]
fn random_walks_reach_layouts_that_are_not_listed() {
    with_transforms("walled", &[], &["permute rows", "permute columns"], |ready, equivalents| {
        assert!(!equivalents.has_forms());
        let mut rng = Stream::Test("walks").keyed(&[]);
        let (board, _) = random_board(&ready.instance, &ready.lowered, &mut rng);
        let (before, _) = count(&ready.lowered, &board);
        let mut layouts = BTreeSet::new();
        for member in equivalents.draw(&mut rng, &budget()).take(30) {
            let there = member.proved.as_ref().map_or(ready, |proved| &proved.ready);
            must_be_read(&there.instance);
            let (after, _) = count(&there.lowered, &equivalents.board(&member, &board).unwrap());
            assert_eq!(before.len(), after.len());
            layouts.insert(there.instance.key());
        }
        assert!(layouts.len() > 20, "few of many layouts are visited");
        assert_eq!(equivalents.canonical(&board, &budget()).map(|(_, form)| form), None);
    });
}
