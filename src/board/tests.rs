//! Boards in each form of text: what is read, or what is wrong and where.

use insta::assert_snapshot;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::Sources;
use puzgen_check::{load::load, reach::no_files};
use puzgen_model::definition::Definition;

use crate::many::Splitter;
use crate::position::{Entered, PreparedBoard};
use crate::read::{BoardInput, BoardText};
use crate::shelf::Shelf;

/// A board of 2×3 with one clue.
const PLAIN: &str = "board grid(2, 3) answer x[cells]: 1..3 clue given[c in cells] = x[c]";

/// Returns what `ask` says of a definition with these items.
fn with<T>(items: &str, ask: impl FnOnce(&mut Sources, &Definition) -> T) -> T {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", format!("puzzle p {{ {items} }}"));
    let loaded = load(file, &mut sources, &mut no_files).expect("it is legal");
    let definition = loaded.check(&loaded.own[0], &sources).expect("it is legal").definition;
    ask(&mut sources, &definition)
}

/// Returns what a board says: each clue, `?` where it is not told, and the answers; or what is wrong.
fn check(items: &str, board: &str) -> String {
    with(items, |sources, definition| {
        let file = sources.add("board", board);
        let shelf = Shelf::new(definition);
        match PreparedBoard::read(&shelf, &[], BoardText { text: board, file, offset: 0 }) {
            Ok(found) => said(&found, &found.input),
            Err(problems) => lines(problems, sources),
        }
    })
}

fn plain(board: &str) -> String {
    check(PLAIN, board)
}

fn said(board: &PreparedBoard<'_, '_>, input: &BoardInput) -> String {
    let instance = &board.prepared.instance;
    let fact = |fact: usize| {
        let value = match (input.board.facts[fact], input.board.untold[fact]) {
            (Some((value, _)), _) => value.to_string(),
            (None, Some(_)) => "?".to_owned(),
            (None, None) => return None,
        };
        Some(format!("{} = {value}", instance.describe_fact(fact)))
    };
    let mut parts: Vec<String> = (0..instance.fact_count).filter_map(fact).collect();
    for answer in input.answers() {
        let value = |value: &Option<i64>| value.map_or(".".to_owned(), |value| value.to_string());
        parts.push(format!("answer {}", answer.iter().map(value).collect::<Vec<_>>().join(" ")));
    }
    parts.extend(input.solutions.map(|count| format!("{count} solutions")));
    for layout in &instance.layouts {
        let values = layout.values.iter().map(i64::to_string).collect::<Vec<_>>();
        parts.push(format!("layout {}", values.join(" ")));
    }
    parts.join("; ")
}

fn lines(problems: Diagnostics, sources: &Sources) -> String {
    let line = |problem: puzgen_base::diagnostics::Problem| {
        let label = problem.labels().first().map(|label| label.span);
        let (line, column) = label.map_or((0, 0), |span| sources.line_column(span));
        let marked = label.map_or("", |span| sources.slice(span));
        format!("{} {line}:{column} [{marked}] {}", problem.code().as_str(), problem.message())
    };
    problems.sorted().into_iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn rows_have_a_token_for_each_square() {
    assert_snapshot!(plain("1 . 3\n. _ -"), @"given at r1c1 = 1; given at r1c3 = 3");
    assert_snapshot!(plain("1.3\n0.."), @"given at r1c1 = 1; given at r1c3 = 3");
    assert_snapshot!(plain("# remark\n\n 1 | . . |\n---+---\n . 2 3"), @"given at r1c1 = 1; given at r2c2 = 2; given at r2c3 = 3");
    assert_snapshot!(plain("1,,3\n,2,"), @"given at r1c1 = 1; given at r1c3 = 3; given at r2c2 = 2");
    assert_snapshot!(plain("1.3/..2"), @"given at r1c1 = 1; given at r1c3 = 3; given at r2c3 = 2");
    assert_snapshot!(plain("1.3..2"), @"given at r1c1 = 1; given at r1c3 = 3; given at r2c3 = 2");
    assert_snapshot!(plain("? . .\n. . ."), @"given at r1c1 = ?");
}

#[test]
fn damaged_rows_are_found_where_they_are() {
    assert_snapshot!(plain("1 . 4\n. 5 ."), @"
    puzgen::board::token 1:5 [4] `4` is no value of this square
    puzgen::board::token 2:3 [5] `5` is no value of this square
    ");
    assert_snapshot!(plain("1 .\n. . ."), @"puzgen::board::shape 1:1 [1 .] expected 3 squares in this row, found 2");
    assert_snapshot!(plain("1 . 3 2\n. . ."), @"puzgen::board::shape 1:7 [2] expected 3 squares in this row, found 4");
    assert_snapshot!(plain("1 . 3"), @"puzgen::board::shape 1:1 [1 . 3] expected 2 rows, found 1");
    assert_snapshot!(plain("1 . 3\n. . .\n. . ."), @"puzgen::board::shape 3:1 [. . .] expected 2 rows, found 3");
    assert_snapshot!(plain(""), @"puzgen::board::shape 1:1 [] the board is empty");
    assert_snapshot!(plain("1 x 3\n. . ."), @"puzgen::board::token 1:3 [x] `x` is no value of this square");
    assert_snapshot!(plain("1.3..2."), @"puzgen::board::shape 1:1 [1.3..2.] expected 2 rows, found 1");
}

#[test]
fn blocks_have_headers_where_there_are_several() {
    let items = "board grid(2, 3) answer x[cells]: 0..3 clue given[c in cells] = x[c]
        clue total[r in rows] = sum(x[r]) clue sign[a, b in adjacent] = x[a] < x[b]";
    let two = |board: &str| check(items, board);
    assert_snapshot!(two("clue total\n3 6"), @"total at row 1 = 3; total at row 2 = 6");
    assert_snapshot!(two("clue given\n1 2 3\n0 . .\nclue total\n6 ."), @"given at r1c1 = 1; given at r1c2 = 2; given at r1c3 = 3; given at r2c1 = 0; total at row 1 = 6");
    assert_snapshot!(two("clue given 123/...; clue total 6 ."), @"given at r1c1 = 1; given at r1c2 = 2; given at r1c3 = 3; total at row 1 = 6");
    assert_snapshot!(two("clue sign\n1 .\n. 0\n. . 1"), @"sign at r1c1, r1c2 = 1; sign at r2c2, r2c3 = 0; sign at r1c3, r2c3 = 1");
    assert_snapshot!(two("1 2 3\n. . ."), @"puzgen::board::block 1:1 [1 2 3] this puzzle has several kinds of clues");
    assert_snapshot!(two("clue other\n1"), @"puzgen::board::block 1:6 [other] this puzzle has no clue `other`");
    assert_snapshot!(two("clue total\n1 2\nclue total\n1 2"), @"puzgen::board::block 3:6 [total] `total` is given twice");
    assert_snapshot!(two("answer total\n1 2"), @"puzgen::board::block 1:8 [total] this puzzle has no answer `total`");
}

#[test]
fn loose_variables_have_names() {
    let items = "answer a, b: 1..12 clue c = a + b clue d = a < b";
    assert_snapshot!(check(items, "c = 7; d = 1"), @"c = 7; d = 1");
    assert_snapshot!(check(items, "c = 7\nanswer a = 3\nb = 4"), @"puzgen::board::shape 2:12 [3] expected 1 squares in this row, found 2");
    assert_snapshot!(check(items, "c = 25"), @"puzgen::board::token 1:5 [25] `25` is no value of this square");
    assert_snapshot!(check(items, "e = 1"), @"puzgen::board::block 1:1 [e] this puzzle has no `e`");
    assert_snapshot!(check(items, "c ="), @"puzgen::board::shape 1:4 [] expected 1 squares in this row, found 0");
}

#[test]
fn symbols_stand_for_values() {
    let items = "board grid(1, 3) answer x[cells]: bool clue given[c in cells] = x[c]
        show symbols x, given \"o*\"";
    assert_snapshot!(check(items, "o * ."), @"given at r1c1 = 0; given at r1c2 = 1");
    assert_snapshot!(check(items, "*.o"), @"given at r1c1 = 1; given at r1c3 = 0");
    assert_snapshot!(check(items, "1 0 ."), @"given at r1c1 = 1; given at r1c2 = 0");
    assert_snapshot!(check(items, "o x ."), @"puzgen::board::token 1:3 [x] `x` is no value of this square");
}

#[test]
fn lists_may_leave_out_zeros_at_their_end() {
    let items = "board grid(2, 3) answer x[cells]: bool clue part[r in rows, k in 1..2] = count(x[r]) div k";
    assert_snapshot!(check(items, "2 1\n1"), @"part at row 1, 1 = 2; part at row 1, 2 = 1; part at row 2, 1 = 1; part at row 2, 2 = 0");
    assert_snapshot!(check(items, ".\n1 0"), @"part at row 2, 1 = 1; part at row 2, 2 = 0");
    assert_snapshot!(check(items, "1 1 1\n."), @"puzgen::board::shape 1:5 [1] expected 2 squares in this row, found 3");
}

#[test]
fn layouts_must_be_whole() {
    let items = "board grid(2, 3) layout k = rooms(cells, 3..3) answer x[cells]: 1..3 clue given[c in cells] = x[c]";
    assert_snapshot!(check(items, "layout k\nA A A\nB B B\nclue given\n1 . .\n. . ."), @"given at r1c1 = 1; layout 0 0 0 1 1 1");
    assert_snapshot!(check(items, "layout k\n7 7 2\n7 2 2\nclue given\n1 . .\n. . ."), @"given at r1c1 = 1; layout 0 0 1 0 1 1");
    assert_snapshot!(check(items, "layout k\nA A B\nB B A\nclue given\n1 . .\n. . ."), @"
    puzgen::board::layout 2:1 [A] `k`: this room is not in one piece
    puzgen::board::layout 2:5 [B] `k`: this room is not in one piece
    ");
    assert_snapshot!(check(items, "layout k\nA A A\nA B B\nclue given\n1 . .\n. . ."), @"
    puzgen::board::layout 2:1 [A] `k`: this room has 4 squares, not 3
    puzgen::board::layout 3:3 [B] `k`: this room has 2 squares, not 3
    ");
    assert_snapshot!(check(items, "layout k\nA A A\nB B .\nclue given\n1 . .\n. . ."), @"puzgen::board::layout 2:1 [A] the layout `k` has gaps");
    assert_snapshot!(check(items, "clue given\n1 . .\n. . ."), @"puzgen::board::block 1:1 [clue] `p` has a layout `k`, and none is given");
    assert_snapshot!(check(items, "layout k\nAAA\nBBB\nlayout k\nAAA\nBBB"), @"puzgen::board::block 4:8 [k] `k` is given twice");
}

#[test]
fn objects_have_clues_and_perhaps_more() {
    let clues = "\"clues\": {\"given\": [[1, null, 3], [null, \"?\", 2]]}";
    assert_snapshot!(plain(&format!("{{{clues}}}")), @"given at r1c1 = 1; given at r1c3 = 3; given at r2c2 = ?; given at r2c3 = 2");
    assert_snapshot!(plain("{\"clues\": {\"given\": [1, null, 3, null, null, 2]}}"), @"given at r1c1 = 1; given at r1c3 = 3; given at r2c3 = 2");
    let answer = "\"answer\": {\"x\": [[1, 2, 3], [2, 3, 1]]}, \"solutions\": 1";
    assert_snapshot!(plain(&format!("{{{clues}, {answer}}}")), @"given at r1c1 = 1; given at r1c3 = 3; given at r2c2 = ?; given at r2c3 = 2; answer 1 2 3 2 3 1; 1 solutions");
    assert_snapshot!(plain(&format!("{{{clues}, \"answers\": [{{\"x\": [1, 2, 3, 2, 3, 1]}}, {{\"x\": [1, 2, 3, 3, 1, 2]}}]}}")), @"given at r1c1 = 1; given at r1c3 = 3; given at r2c2 = ?; given at r2c3 = 2; answer 1 2 3 2 3 1; answer 1 2 3 3 1 2");
    assert_snapshot!(plain("---\nclues:\n  given:\n    - [1, null, 3]\n    - [null, null, 2]\n"), @"given at r1c1 = 1; given at r1c3 = 3; given at r2c3 = 2");
}

#[test]
fn damaged_objects_are_found_where_they_are() {
    assert_snapshot!(plain("{\"answer\": {}}"), @r#"puzgen::board::block 1:1 [{"answer": {}}] this is no puzzle"#);
    assert_snapshot!(plain("{\"clues\": {\"given\": [[1, null], [null, 3], [1, 2]]}}"), @"puzgen::board::block 1:21 [[[1, null], [null, 3], [1, 2]]] `given` has 3 rows where 2 are expected");
    assert_snapshot!(plain("{\"clues\": {\"given\": [1, 2, 3]}}"), @"puzgen::board::block 1:21 [[1, 2, 3]] `given` has 3 values where 6 are expected");
    assert_snapshot!(plain("{\"clues\": {\"given\": [[1, null, 4], [null, 1.5, \"1\"]]}}"), @r#"
    puzgen::board::block 1:32 [4] `4` is no value of `given`
    puzgen::board::block 1:43 [1.5] `1.5` is no value of `given`
    puzgen::board::block 1:48 ["1"] `"1"` is no value of `given`
    "#);
    assert_snapshot!(plain("{\"clues\": {\"other\": [1]}}"), @"puzgen::board::block 1:21 [[1]] this puzzle has no `other` in `clues`");
    assert_snapshot!(plain("{\"clues\": [1]}"), @"puzgen::board::block 1:11 [[1]] `clues` is a list");
    assert_snapshot!(plain("{\"clues\": {\"given\": 1}}"), @"puzgen::board::block 1:21 [1] `given` is `1`");
    assert_snapshot!(plain("{\"clues\": {}, \"solutions\": -1}"), @"puzgen::board::block 1:28 [-1] `-1` is no number of solutions");
    assert_snapshot!(plain("{\"clues\": {\"given\": [1, 2"), @"puzgen::board::block 1:25 [2] this is no JSON object: EOF while parsing a list");
    assert_snapshot!(plain(&format!("{{\"clues\": {}1{}}}", "[".repeat(20), "]".repeat(20))), @"puzgen::board::block 1:11 [[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]] `clues` is a list");
}

#[test]
fn parameters_come_with_the_board() {
    let items =
        "param n: 1..3 = 1 board grid(n, 3) answer x[cells]: 1..3 clue given[c in cells] = x[c]";
    assert_snapshot!(check(items, "1 . ."), @"given at r1c1 = 1");
    assert_snapshot!(check(items, "# p, seed 1, puzzle 0, n=2\n1 . .\n. . 3"), @"given at r1c1 = 1; given at r2c3 = 3");
    assert_snapshot!(check(items, "{\"params\": {\"n\": 2}, \"clues\": {\"given\": [1, null, null, null, null, 3]}}"), @"given at r1c1 = 1; given at r2c3 = 3");
    assert_snapshot!(check(items, "{\"params\": {\"n\": 4}, \"clues\": {}}"), @"puzgen::check::bad_parameter 1:18 [4] parameter `n` cannot be 4");
    assert_snapshot!(check(items, "{\"params\": {\"m\": 2}, \"clues\": {}}"), @"puzgen::check::bad_parameter 1:18 [2] `p` has no parameter `m`");
}

/// Returns what an attempt at the puzzle `1 . . / . . .` has entered.
fn attempted(text: &str) -> String {
    with(PLAIN, |sources, definition| {
        let board = "1 . .\n. . .";
        let file = sources.add("board", board);
        let shelf = Shelf::new(definition);
        let puzzle = PreparedBoard::read(&shelf, &[], BoardText { text: board, file, offset: 0 });
        let puzzle = puzzle.expect("a board");
        let file = sources.add("attempt", text);
        match puzzle.attempt(BoardText { text, file, offset: 0 }) {
            Ok(Entered::Values(input)) => said(&puzzle, &input),
            Ok(Entered::Elsewhere(layouts)) => layouts.join(", "),
            Err(problems) => lines(problems, sources),
        }
    })
}

#[test]
fn attempts_may_be_wrong() {
    assert_snapshot!(attempted("1 2 .\n. . ."), @"given at r1c1 = 1; given at r1c2 = 2");
    assert_snapshot!(attempted("answer x\n1 2 .\n. . ."), @"answer 1 2 . . . .");
    assert_snapshot!(attempted("1 7 .\n. . ."), @"given at r1c1 = 1; given at r1c2 = 7");
    assert_snapshot!(attempted("1 x .\n. . ."), @"puzgen::board::token 1:3 [x] `x` is no value of this square");
    assert_snapshot!(attempted("{\"answer\": {\"x\": [1, 2, 9, null, null, null]}}"), @"answer 1 2 9 . . .");
    assert_snapshot!(attempted("{}"), @"puzgen::board::block 1:1 [{}] this is no attempt");
}

/// Returns the texts of the puzzles in a text, a line each, with the line that each begins at.
fn split(text: &str) -> String {
    with(PLAIN, |sources, definition| {
        let board = "1 . .\n. . .";
        let file = sources.add("board", board);
        let shelf = Shelf::new(definition);
        let puzzle = PreparedBoard::read(&shelf, &[], BoardText { text: board, file, offset: 0 });
        let mut splitter = Splitter::new(&puzzle.expect("a board").prepared.instance);
        let mut found: Vec<_> = text.lines().flat_map(|line| splitter.line(line)).collect();
        found.extend(splitter.end());
        let line = |it: &crate::many::PuzzleText| {
            format!("{}: {}", it.lines_before + 1, it.text.trim_end().replace('\n', "|"))
        };
        found.iter().map(line).collect::<Vec<_>>().join("\n")
    })
}

#[test]
fn many_boards_stand_in_one_text() {
    assert_snapshot!(split("1...../\n..1/...\n\n# remark\n123/..."), @"
    1: 1...../
    2: ..1/...
    5: 123/...
    ");
    // A line that begins with a bracket begins a puzzle: a mistake in one does not reach the next one.
    assert_snapshot!(split("{\"clues\": {}}\n{\"clues\":\n  {}}\n{\n{\"clues\": {}}"), @r#"
    1: {"clues": {}}
    2: {"clues":|  {}}
    4: {
    5: {"clues": {}}
    "#);
    assert_snapshot!(split("# p, seed 1, puzzle 0\n1 . .\n. . .\n\n# p, seed 1, puzzle 1\n. . 1\n. . ."), @"
    2: 1 . .|. . .
    6: . . 1|. . .
    ");
    assert_snapshot!(split("1 . .\n. . ."), @"1: 1 . .|. . .");
    assert_snapshot!(split("---\nclues: {}\n---\nclues: {}"), @"
    1: ---|clues: {}
    3: ---|clues: {}
    ");
    assert_snapshot!(split(""), @"");
}
