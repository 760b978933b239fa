//! Given puzzles and what is measured of them: solutions, features and the level, at the limits of its rules.

use insta::assert_snapshot;
use puzgen_base::budget::{Budget, StopFlag};
use puzgen_base::source::Sources;
use puzgen_board::position::PreparedBoard;
use puzgen_board::read::BoardText;
use puzgen_board::shelf::Shelf;
use puzgen_check::{load::load, reach::no_files};
use puzgen_engines::ENGINES;

use super::{Failed, MOST_SOLUTIONS, Rater};

/// A board of 2×3 with the numbers from 1 to 3, none twice in a row or a column.
const SQUARE: &str = "board grid(2, 3) answer x[cells]: 1..3 clue given[c in cells] = x[c]
    rule row(r in rows): distinct(x[r]) rule column(c in columns): distinct(x[c])";

/// Returns the solutions, the level and the features of a board, or why there is none.
fn check(items: &str, board: &str, budget: &mut Budget) -> String {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", format!("puzzle p {{ {items} }}"));
    let loaded = load(file, &mut sources, &mut no_files).expect("it is legal");
    let definition = loaded.check(&loaded.own[0], &sources).expect("it is legal").definition;
    let shelf = Shelf::new(&definition);
    let file = sources.add("board", board);
    let board = PreparedBoard::read(&shelf, &[], BoardText { text: board, file, offset: 0 });
    let board = board.expect("a board");
    let (instance, lowered) = (&board.prepared.instance, &board.prepared.lowered);
    let mut rater = Rater::new(instance, lowered, ENGINES.default_engine(), None);
    let rating = match rater.rate(&board.givens(), None, budget) {
        Ok(rating) => rating,
        Err(Failed::GaveUp(reason)) => return format!("gave up: {reason:?}"),
        Err(Failed::Fault(problem)) => {
            return format!("{} {}", problem.code().as_str(), problem.message());
        }
    };
    let count = rating.solutions.map_or("many".to_owned(), |count| count.to_string());
    let names =
        definition.levels.as_ref().map(|levels| levels.names.as_slice()).unwrap_or_default();
    let level = rating.level.map_or("no level", |level| names[level].as_str());
    let features = definition.features.iter().zip(&rating.features).map(|(feature, value)| {
        let value = value.as_ref().map_or("-".to_owned(), ToString::to_string);
        format!("{}={value}", feature.name)
    });
    [count, level.to_owned()].into_iter().chain(features).collect::<Vec<_>>().join(" ")
}

fn rated(items: &str, board: &str) -> String {
    check(&format!("{SQUARE} {items}"), board, &mut Budget::unlimited())
}

#[test]
fn the_first_rule_that_holds_decides() {
    let levels = "levels easy < medium < hard {
        easy when empties <= 1  medium when empties <= 3  hard otherwise }";
    assert_snapshot!(rated(levels, "1 2 3\n2 3 1"), @"1 easy");
    assert_snapshot!(rated(levels, "1 2 3\n2 3 ."), @"1 easy");
    assert_snapshot!(rated(levels, "1 2 3\n2 . ."), @"1 medium");
    assert_snapshot!(rated(levels, "1 2 .\n2 . ."), @"1 medium");
    assert_snapshot!(rated(levels, "1 . .\n2 . 1"), @"1 medium");
    assert_snapshot!(rated(levels, "1 . .\n2 3 ."), @"1 medium");
    assert_snapshot!(rated(levels, "1 . .\n. 1 ."), @"2 no level");
}

#[test]
fn thresholds_are_compared_exactly() {
    let at = |condition: &str| {
        rated(&format!("levels a < b {{ a when {condition}  b otherwise }}"), "1 2 .\n2 . .")
    };
    assert_snapshot!(at("empties < 3"), @"1 b");
    assert_snapshot!(at("empties <= 3"), @"1 a");
    assert_snapshot!(at("empties / 6 < 1 / 2"), @"1 b");
    assert_snapshot!(at("empties / 6 <= 1 / 2"), @"1 a");
    assert_snapshot!(at("empties / 9 == 1 / 3"), @"1 a");
    assert_snapshot!(at("givens in 3..4"), @"1 a");
    assert_snapshot!(at("givens in 4..5"), @"1 b");
}

#[test]
fn levels_need_one_solution_and_a_rule_that_holds() {
    let levels = "levels easy < hard { easy when empties > 0  hard when empties > 9 }";
    assert_snapshot!(rated(levels, "1 2 3\n2 . ."), @"1 easy");
    assert_snapshot!(rated(levels, "1 2 3\n2 3 1"), @"1 no level");
    assert_snapshot!(rated(levels, "1 2 3\n. . ."), @"2 no level");
    assert_snapshot!(rated(levels, "1 2 3\n1 . ."), @"0 no level");
    assert_snapshot!(rated("", "1 2 3\n2 . ."), @"1 no level");
}

#[test]
fn solutions_are_counted_up_to_a_limit() {
    let free = |last: usize| {
        let items =
            format!("board grid(1, 2) answer x[cells]: 1..{last} clue given[c in cells] = x[c]");
        check(&items, "1 .", &mut Budget::unlimited())
    };
    assert_eq!(MOST_SOLUTIONS, 30);
    assert_snapshot!(free(1), @"1 no level");
    assert_snapshot!(free(30), @"30 no level");
    assert_snapshot!(free(31), @"many no level");
}

#[test]
fn features_are_measured_where_they_can_be() {
    let features = "feature givens, empties, solutions, minimal
        feature per_row[r in rows] = shown_in(r)
        feature spread = stddev(per_row)
        feature half = empties / 2
        feature twos = count(x[c] == 2 and not shown(given[c]) for c in cells)
        feature nothing = mean(x[c] for c in cells where c.row > 2)";
    assert_snapshot!(rated(features, "1 2 .\n2 . ."), @"1 no level givens=3 empties=3 solutions=1 minimal=true per_row=2, 1 spread=0.5 half=1.5 twos=0 nothing=0");
    assert_snapshot!(rated(features, "1 2 3\n2 . ."), @"1 no level givens=4 empties=2 solutions=1 minimal=false per_row=3, 1 spread=1 half=1 twos=0 nothing=0");
    assert_snapshot!(rated(features, "1 2 3\n. . ."), @"2 no level givens=3 empties=3 solutions=2 minimal=- per_row=3, 0 spread=1.5 half=1.5 twos=- nothing=0");
    assert_snapshot!(rated(features, "1 2 3\n1 . ."), @"0 no level givens=4 empties=2 solutions=0 minimal=- per_row=3, 1 spread=1 half=1 twos=- nothing=0");
}

#[test]
fn a_feature_that_overflows_is_a_fault() {
    let large = "feature large = 9223372036854775807 + givens";
    assert_snapshot!(rated(large, "1 2 3\n2 . ."), @"puzgen::check::bad_arithmetic the number does not fit into 64 bits");
    assert_snapshot!(rated("feature none = 1 div (givens - 4)", "1 2 3\n2 . ."), @"puzgen::check::bad_arithmetic division by zero");
}

#[test]
fn a_spent_budget_gives_no_rating() {
    let stopped = StopFlag::new();
    stopped.set();
    let board = "1 2 3\n2 . .";
    assert_snapshot!(check(SQUARE, board, &mut Budget::new(Some(0), StopFlag::new())), @"gave up: Steps");
    assert_snapshot!(check(SQUARE, board, &mut Budget::new(None, stopped)), @"gave up: Stopped");
}
