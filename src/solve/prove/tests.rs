//! Transforms of small puzzles: those that keep the rules are proved, those that do not come with a board, and what
//! is not known is not used.

use insta::assert_snapshot;
use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::source::Sources;
use puzgen_check::{load::load, reach::no_files};
use puzgen_engines::ENGINES;
use puzgen_model::instance::Instance;
use puzgen_vocabulary::lower::{Purpose, ReadyRef, lower};

use super::{Proof, problems, transforms};

const SQUARE: &str = "answer x[cells]: 1..3 clue given[c in cells] = x[c]
    rule row(r in rows) \"{r} repeats a number\": distinct(x[r])
    rule column(c in columns) \"{c} repeats a number\": distinct(x[c])";

/// Returns for each transform of these items whether it holds, and the order of the group that the proved ones generate.
fn check(items: &str, budget: &Budget) -> String {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", format!("puzzle p {{ {items} }}"));
    let loaded = load(file, &mut sources, &mut no_files).expect("it is legal");
    let definition = loaded.check(&loaded.own[0], &sources).expect("it is legal").definition;
    let instance = Instance::new(&definition, &[]).expect("it is legal");
    let lowered = lower(&instance, Purpose::Solve).expect("it is legal");
    let found = transforms(&instance, &lowered, ENGINES, &mut budget.clone());
    let said = |proof: &Proof<'_>| match proof {
        Proof::Holds(None) => "holds".to_owned(),
        Proof::Holds(Some(_)) => "holds, by an engine".to_owned(),
        Proof::Absent => "absent".to_owned(),
        Proof::Refuted(found) => {
            let image = found.image.as_ref().map_or("nothing".to_owned(), |image| shown(image));
            let broken = found.broken.as_ref().map_or("", |broken| broken.described.as_str());
            format!("{} becomes {image}: {broken}", shown(&found.board))
        }
        Proof::LosesFact { fact, keeps_rules } => {
            let kept = if *keeps_rules { "keeps the rules" } else { "is open" };
            format!("{kept}, but loses {}", instance.describe_fact(*fact))
        }
        Proof::Unknown(unknown) => {
            let case = unknown.unmapped.as_ref().map_or("", |case| case.described.as_str());
            format!("unknown: {} [{case}]", unknown.why)
        }
        Proof::Impossible(problem) => problem.message().to_owned(),
    };
    let mut lines: Vec<String> = found.proofs.iter().map(said).collect();
    let show = |_: &Instance<'_>, _: &_, board: &[i64]| shown(board);
    for problem in
        problems(ReadyRef { instance: &instance, lowered: &lowered }, &found.proofs, &show).sorted()
    {
        lines.push(format!("{} {:?}", problem.code().as_str(), problem.severity()));
    }
    lines.join("\n")
}

fn shown(board: &[i64]) -> String {
    board.iter().map(i64::to_string).collect()
}

fn proved(items: &str) -> String {
    check(items, &Budget::unlimited())
}

#[test]
fn maps_of_rules_onto_rules_hold() {
    let on = |transforms: &str| proved(&format!("board grid(2, 3) {SQUARE} {transforms}"));
    assert_snapshot!(on("transform relabel x"), @"holds");
    assert_snapshot!(on("transform permute rows, columns"), @"
    holds
    holds
    ");
    assert_snapshot!(on("transform reflect transform rotate"), @"
    holds
    holds
    ");
    assert_snapshot!(on("transform r(c in cells, v in 1..3): x[c] == v becomes x[c] == 4 - v"), @"holds");
}

#[test]
fn an_engine_proves_what_rules_do_not_show() {
    let other = "answer a, b: 1..3 rule r: a + b == 4 rule s: a * a + b * b == 10 transform t: a becomes b, b becomes a";
    assert_snapshot!(proved(other), @"holds");
    // Rule `s` is another one when `a` and `b` change places, and yet both orders of 1 and 2 are left.
    let one = "answer a, b: 1..2 rule r: a != b rule s: a + 2 * b >= 4 transform t: a becomes b, b becomes a";
    assert_snapshot!(proved(one), @"holds, by an engine");
}

#[test]
fn a_map_that_breaks_a_rule_comes_with_a_board() {
    let order = "board grid(1, 2) answer x[cells]: 1..2 rule order: x[cell(1, 1)] < x[cell(1, 2)]
        clue given[c in cells] = x[c]";
    assert_snapshot!(proved(&format!("{order} transform reflect")), @"
    12 becomes 21: `order`
    puzgen::check::bad_transform Error
    ");
    assert_snapshot!(proved(&format!("{order} transform relabel x")), @"
    12 becomes 21: `order`
    puzgen::check::bad_transform Error
    ");
    let both = "transform b(c in cells): x[c] == 1 becomes x[cell(1, 3 - c.column)] == 2, x[c] == 2 becomes x[cell(1, 3 - c.column)] == 1";
    assert_snapshot!(proved(&format!("{order} {both}")), @"holds");
}

#[test]
fn clues_must_go_along() {
    let one = "board grid(1, 2) answer x[cells]: 1..2 clue left = x[cell(1, 1)] transform reflect";
    assert_snapshot!(proved(one), @"
    keeps the rules, but loses left
    puzgen::check::bad_transform Error
    ");
    let sign = "board grid(1, 2) answer x[cells]: 1..2 clue sign[a, b in adjacent] = x[a] < x[b] transform reflect";
    assert_snapshot!(proved(sign), @"
    keeps the rules, but loses sign at r1c1, r1c2
    puzgen::check::bad_transform Error
    ");
    assert_snapshot!(proved(&format!("{sign} rule r(r in rows): distinct(x[r])")), @"holds");
}

#[test]
fn some_maps_are_not_there() {
    let on = |transforms: &str| proved(&format!("board grid(2, 3) {SQUARE} {transforms}"));
    assert_snapshot!(on("transform reflect when 1 == 2"), @"absent");
    assert_snapshot!(on("transform diagonal"), @"
    `diagonal` cannot be made here: the board is not square
    puzgen::check::bad_transform Error
    ");
    assert_snapshot!(on("transform t(c in cells): x[c] becomes x[c]"), @"absent");
    assert_snapshot!(on("transform t(c in cells): x[c] becomes x[cell(1, 1)]"), @"
    `t` cannot be made here: two values become x[r1c1] = 1, and another nothing
    puzgen::check::bad_transform Error
    ");
}

#[test]
fn parameters_change_with_the_board() {
    let items = |other: &str| {
        format!(
            "param h: 1..3 = 2 param w: 1..3 = {other} board grid(h, w) {SQUARE}
            transform rotate with h = w, w = h"
        )
    };
    assert_snapshot!(proved(&items("3")), @"holds");
    assert_snapshot!(proved(&items("2")), @"holds");
    assert_snapshot!(proved(&items("3").replace("h: 1..3", "h: 1..2")), @"absent");
}

#[test]
fn inherited_transforms_are_dropped() {
    let mut sources = Sources::new();
    let text = "puzzle q { board grid(1, 2) answer x[cells]: 1..2 transform reflect }
        puzzle p extends q { rule order: x[cell(1, 1)] < x[cell(1, 2)] }";
    let file = sources.add("case.pz", text);
    let loaded = load(file, &mut sources, &mut no_files).expect("it is legal");
    let definition = loaded.check(&loaded.own[1], &sources).expect("it is legal").definition;
    let instance = Instance::new(&definition, &[]).expect("it is legal");
    let lowered = lower(&instance, Purpose::Solve).expect("it is legal");
    let found = transforms(&instance, &lowered, ENGINES, &mut Budget::unlimited());
    assert_eq!(found.held(), 0);
    assert!(found.equivalents.is_none());
    let show = |_: &Instance<'_>, _: &_, board: &[i64]| shown(board);
    let said = problems(ReadyRef { instance: &instance, lowered: &lowered }, &found.proofs, &show)
        .sorted();
    assert_eq!(said.len(), 1);
    assert_snapshot!(format!("{} {:?}", said[0].code().as_str(), said[0].severity()), @"puzgen::check::dropped_transform Note");
}

#[test]
fn what_takes_too_long_is_unknown_and_not_used() {
    // Whether a rule that is said twice, of one side with a detour, is kept is a question for an engine.
    let items = "board grid(3, 4) answer x[cells]: 1..9
        rule all: distinct(x) rule magic(r in rows): sum(x[r]) == sum(x[row(cell(1, 1))])
        rule odd: x[cell(1, 1)] * x[cell(1, 2)] mod 7 == 3
        transform reflect";
    assert_snapshot!(check(items, &Budget::new(Some(0), StopFlag::new())), @"
    unknown: no answer: the budget of steps is spent [`odd`]
    puzgen::check::unproved_transform Warning
    ");
}
