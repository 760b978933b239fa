//! Transforms: a member of the group changes no number of solutions, and canonical forms are the
//! same exactly for boards that a member takes to each other.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use puzgen::library;
use puzgen::lower::{Lowered, Purpose, lower};
use puzgen::model::instance::Instance;
use puzgen::model::puzzle::{FactValue, facts_of};
use puzgen::prove;
use puzgen::rng::Rng;
use puzgen::source::Sources;
use puzgen::symmetry::Symmetry;

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
"#;

/// Calls `body` with a definition that has only these transforms.
fn with_transforms(
    name: &str,
    params: &[&str],
    transforms: &[&str],
    body: impl FnOnce(&Instance<'_>, &Lowered, &Symmetry),
) {
    let mut sources = Sources::new();
    let base = library::text(name).unwrap_or(OWN);
    let mut text = format!("{base}\npuzzle tried \"Tried\" extends {name} {{\n");
    if library::text(name).is_some() {
        text.push_str("  without transform\n  without levels\n");
    }
    for transform in transforms {
        let _ = writeln!(text, "  transform {transform}");
    }
    text.push('}');
    let definition = define(&mut sources, "tried", &text, Some("tried"))
        .unwrap_or_else(|problems| panic!("{}", crate::define::report(problems, &sources)));
    let instance = Instance::new(&definition, &settings(&mut sources, params)).unwrap();
    let lowered = lower(&instance, Purpose::Solve).unwrap();
    let proved = prove::transforms(&instance, &lowered, &mut budget());
    assert_eq!(proved.held(), transforms.len(), "{name} {transforms:?}: {:?}", proved.proofs);
    body(&instance, &lowered, &proved.symmetry.unwrap());
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
        let lit = puzgen::csp::Lit::is(var, values[rng.below(values.len())]);
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
        with_transforms(name, params, &[transform], |instance, lowered, symmetry| {
            for _ in 0..3 {
                let (board, solution) = random_board(instance, lowered, rng);
                let action = symmetry.draw(rng).next().unwrap();
                let image = symmetry.board(&action, &board).unwrap();
                let (before, is_complete) = count(lowered, &board);
                let (after, _) = count(lowered, &image);
                assert_eq!(before.len(), after.len());
                if is_complete {
                    let moved = before.iter().map(|one| symmetry.answer(&action, one).unwrap());
                    assert_eq!(moved.collect::<BTreeSet<_>>(), after);
                }
                let moved = symmetry.answer(&action, &solution).unwrap();
                let facts = facts_of(instance, &moved).unwrap();
                let agrees =
                    |(shown, fact): (&FactValue, &FactValue)| shown.is_none() || shown == fact;
                assert!(image.iter().zip(&facts).all(agrees), "a clue says something else");
                assert_eq!(symmetry.canonical(&board), symmetry.canonical(&image));
            }
        });
    });
}

#[test]
fn canonical_forms_tell_orbits_apart() {
    for (name, params, transforms) in RUNS {
        with_transforms(name, params, transforms, |instance, lowered, symmetry| {
            let mut rng = Rng::from_parts(&[b"orbits", name.as_bytes()]);
            let order: usize = symmetry.order().parse().unwrap();
            // Where the group is listed, every image is there.
            if order > 5_000 {
                return;
            }
            let board = random_board(instance, lowered, &mut rng).0;
            let images: BTreeSet<_> =
                symmetry.draw(&mut rng).map(|action| symmetry.board(&action, &board)).collect();
            let form = symmetry.canonical(&board);
            assert!(images.contains(&form), "{name}: a form that no member makes");
            assert!(images.iter().flatten().all(|image| symmetry.canonical(image) == form));
            let mut others = 0;
            for _ in 0..30 {
                let other = random_board(instance, lowered, &mut rng).0;
                let is_image = images.contains(&Some(other.clone()));
                assert_eq!(symmetry.canonical(&other) == form, is_image, "{name}");
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
        ("fillomino", "height=7", "4"),
    ];
    for (name, param, order) in orders {
        let mut sources = Sources::new();
        let definition = super::built_in::built_in(&mut sources, name);
        let instance = Instance::new(&definition, &settings(&mut sources, &[param])).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        let proved = prove::transforms(&instance, &lowered, &mut budget());
        assert_eq!(proved.symmetry.unwrap().order(), order, "{name} {param}");
    }
}
