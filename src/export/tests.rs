//! Small puzzles in each form of text.

use insta::assert_snapshot;
use puzgen_base::source::Sources;
use puzgen_board::position::PreparedBoard;
use puzgen_board::read::BoardText;
use puzgen_board::shelf::Shelf;
use puzgen_check::{load::load, reach::no_files};
use puzgen_engines::ENGINES;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_solve::Solver;

use crate::{Context, FORMATS, answer_text, by_name};

/// A board of 2×3 with two clues.
const SQUARE: &str = "param n: 1..3 = 2 board grid(n, 3) answer x[cells]: 1..3
    rule row(r in rows): distinct(x[r]) rule column(c in columns): distinct(x[c])
    clue given[c in cells] = x[c] clue total[r in rows] = x[r[1]] + x[r[2]]
    export puzzlink \"sudoku\": numbers(given)";

/// Returns a board of a definition in a form, with its solutions; or what is wrong.
fn check(form: &str, items: &str, board: &str, with_answers: bool) -> String {
    with(items, board, with_answers, |context, puzzle| {
        let format = by_name(form).expect("a form of this name");
        let text = format.puzzle(context, puzzle);
        text.unwrap_or_else(|problem| format!("{} {}", problem.code().as_str(), problem.message()))
    })
}

fn with<T>(
    items: &str,
    board: &str,
    with_answers: bool,
    ask: impl FnOnce(&Context<'_>, &GeneratedPuzzle) -> T,
) -> T {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", format!("puzzle p \"P\" {{ {items} }}"));
    let loaded = load(file, &mut sources, &mut no_files).expect("it is legal");
    let definition = loaded.check(&loaded.own[0], &sources).expect("it is legal").definition;
    let shelf = Shelf::new(&definition);
    let file = sources.add("board", board);
    let board = PreparedBoard::read(&shelf, &[], BoardText { text: board, file, offset: 0 });
    let board = board.expect("a board");
    let (instance, lowered) = (&board.prepared.instance, &board.prepared.lowered);
    let given = board.givens();
    let lits: Vec<_> = given.iter().map(|(fact, value)| lowered.fact_lit(*fact, *value)).collect();
    let mut solver = Solver::new(lowered, ENGINES.default_engine());
    let found = solver.find(&lits, 3, &mut puzgen_base::budget::Budget::unlimited());
    let (facts, shown) = (board.input.board.told(), board.input.board.shown());
    let puzzle = GeneratedPuzzle {
        seed: 7,
        index: 0,
        is_of_run: true,
        step: None,
        told: facts.iter().map(Option::is_some).collect(),
        shown,
        facts,
        solutions: found.expect("no bound").solutions,
        features: vec![None; definition.features.len()],
        is_minimal: None,
        level: None,
        steps: None,
        transform: None,
        bank_line: None,
        refused: 0,
        gave_up: 0,
        redraws: 0,
        repairs: 0,
        verified: vec!["search", "brute"],
        removed_by: None,
    };
    ask(&Context::new(instance, &lowered.fact_domains, with_answers), &puzzle)
}

const BOARD: &str = "clue given\n1 2 .\n2 . .\nclue total\n. 5";

#[test]
fn text_is_for_people() {
    assert_snapshot!(check("text", SQUARE, BOARD, false), @"
    # p, seed 7, puzzle 0
    clue given
    1 2 .
    2 . .
    clue total
    . 5
    ");
    assert_snapshot!(check("text", SQUARE, BOARD, true), @"
    # p, seed 7, puzzle 0
    clue given
    1 2 .
    2 . .
    clue total
    . 5
    answer x
    1 2 3
    2 3 1
    ");
    assert_snapshot!(check("text", "answer a, b: 1..12 rule r: a < b clue total = a + b", "total = 3", true), @"
    # p, seed 7, puzzle 0
    total = 3
    a = 1
    b = 2
    ");
}

#[test]
fn a_puzzle_on_one_line() {
    assert_snapshot!(check("line", SQUARE, BOARD, false), @"clue given 12./2..; clue total .5");
    let only = "board grid(2, 3) answer x[cells]: 1..3 clue given[c in cells] = x[c]";
    assert_snapshot!(check("line", only, "1 2 3\n. . .", false), @"123/...");
    let wide = "board grid(1, 3) answer x[cells]: 1..12 clue given[c in cells] = x[c]";
    assert_snapshot!(check("line", wide, "12 . 1", false), @"12 . 1");
}

#[test]
fn rows_of_a_table() {
    assert_snapshot!(check("csv", SQUARE, BOARD, false), @"
    clue given
    1,2,
    2,,
    clue total
    ,5
    ");
}

#[test]
fn objects_for_programs() {
    assert_snapshot!(check("json", SQUARE, BOARD, false), @r#"{"schema":"puzgen.puzzle/1","puzzle":"p","params":{"n":2},"seed":7,"index":0,"step":null,"layout":{},"clues":{"given":[[1,2,null],[2,null,null]],"total":[null,5]},"answer":{"x":[[1,2,3],[2,3,1]]},"solutions":1,"features":{},"score":null,"tier":null,"level":null,"transform":null,"refused":0,"gave_up":0,"verified":["search","brute"]}"#);
    assert_snapshot!(check("json", SQUARE, "clue given\n1 2 3\n. . .", false), @r#"{"schema":"puzgen.puzzle/1","puzzle":"p","params":{"n":2},"seed":7,"index":0,"step":null,"layout":{},"clues":{"given":[[1,2,3],[null,null,null]],"total":[null,null]},"answers":[{"x":[[1,2,3],[2,3,1]]},{"x":[[1,2,3],[3,1,2]]}],"solutions":2,"features":{},"score":null,"tier":null,"level":null,"transform":null,"refused":0,"gave_up":0,"verified":["search","brute"]}"#);
    assert_snapshot!(check("yaml", SQUARE, BOARD, false), @"
    ---
    schema: puzgen.puzzle/1
    puzzle: p
    params:
      n: 2
    seed: 7
    index: 0
    step: null
    layout: {}
    clues:
      given:
      - - 1
        - 2
        - null
      - - 2
        - null
        - null
      total:
      - null
      - 5
    answer:
      x:
      - - 1
        - 2
        - 3
      - - 2
        - 3
        - 1
    solutions: 1
    features: {}
    score: null
    tier: null
    level: null
    transform: null
    refused: 0
    gave_up: 0
    verified:
    - search
    - brute
    ");
}

#[test]
fn drawings_in_characters() {
    assert_snapshot!(check("drawing", SQUARE, BOARD, false), @"
    # p, seed 7, puzzle 0
      ┏━━━┯━━━┯━━━┓
      ┃ 1 │ 2 │   ┃
      ┠───┼───┼───┨
    5 ┃ 2 │   │   ┃
      ┗━━━┷━━━┷━━━┛
    ");
    assert_snapshot!(check("drawing", SQUARE, BOARD, true), @"
    # p, seed 7, puzzle 0
      ┏━━━┯━━━┯━━━┓
      ┃ 1 │ 2 │ 3 ┃
      ┠───┼───┼───┨
    5 ┃ 2 │ 3 │ 1 ┃
      ┗━━━┷━━━┷━━━┛
    ");
    let rooms = "board grid(2, 3) answer x[cells]: bool clue given[c in cells] = x[c]
        show { thick blocks(2, 1) symbols x, given \"○●\" }";
    assert_snapshot!(check("drawing", rooms, "○ . ●\n. . .", false), @"
    # p, seed 7, puzzle 0, 3 solutions
    ┏━━━┳━━━┳━━━┓
    ┃ ○ ┃   ┃ ● ┃
    ┠───╂───╂───┨
    ┃   ┃   ┃   ┃
    ┗━━━┻━━━┻━━━┛
    ");
}

#[test]
fn drawings_as_vectors_have_their_size() {
    let text = check("svg", SQUARE, BOARD, false);
    assert!(text.starts_with("<svg"), "{text}");
    assert!(text.trim_end().ends_with("</svg>"), "{text}");
    let with_answers = check("svg", SQUARE, BOARD, true);
    assert!(with_answers.len() > text.len());
}

#[test]
fn links_say_what_their_codes_write() {
    let plain = "board grid(2, 3) answer x[cells]: 1..3 rule row(r in rows): distinct(x[r])
        clue given[c in cells] = x[c] export puzzlink \"sudoku\": numbers(given)";
    assert_snapshot!(check("puzzlink", plain, "1 . 3\n. . .", false), @"https://puzz.link/p?sudoku/3/2/1g3i");
    assert_snapshot!(check("pzpr", plain, "1 . 3\n. . .", false), @"
    pzprv3
    sudoku
    2
    1 . 3
    . . .
    ");
    assert_snapshot!(check("penpa", plain, "1 . 3\n. . .", false), @"https://swaroopg92.github.io/penpa-edit/#m=edit&p=https://puzz.link/p?sudoku/3/2/1g3i");
    // What is shown and named by no code cannot be said.
    assert_snapshot!(check("puzzlink", SQUARE, BOARD, false), @r#"puzgen::export::no_link `export puzzlink "sudoku"` does not say `total`, and this puzzle shows it"#);
    let none = "board grid(2, 3) answer x[cells]: 1..3 clue given[c in cells] = x[c]";
    assert_snapshot!(check("puzzlink", none, "1 . 3\n. . .", false), @"puzgen::export::no_link `p` says nothing of `export puzzlink`");
    assert_snapshot!(check("sdm", none, "1 . 3\n. . .", false), @"puzgen::export::no_link `p` says nothing of `export sudoku`");
    assert_snapshot!(check("pytest", none, "1 . 3\n. . .", false), @"puzgen::export::no_link `p` has no program, so there is nothing to test");
}

#[test]
fn forms_that_say_all_are_read_back() {
    for format in FORMATS.iter().filter(|format| format.says_all() && !format.is_binary()) {
        let name = format.name();
        let read = |text: &str| {
            with(SQUARE, text, false, |_, puzzle| (puzzle.facts.clone(), puzzle.shown.clone()))
        };
        let text = check(name, SQUARE, BOARD, false);
        assert!(!text.starts_with("puzgen::"), "{name}: {text}");
        assert_eq!(read(&text), read(BOARD), "{name}: {text}");
    }
}

#[test]
fn answers_are_written_alone() {
    let answer =
        with(SQUARE, BOARD, true, |context, puzzle| answer_text(context, &puzzle.solutions[0]));
    assert_snapshot!(answer, @"
    answer x
    1 2 3
    2 3 1
    ");
}

#[test]
fn forms_have_names_of_their_own() {
    for format in FORMATS {
        assert_eq!(by_name(format.name()).map(|found| found.name()), Some(format.name()));
        assert!(!format.extension().starts_with('.'), "{}", format.name());
    }
    assert!(by_name("").is_none());
}
