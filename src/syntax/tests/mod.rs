//! The programs of the language's description, read, printed and read again.

mod hostile;
mod problems;
mod recovery;

use super::words::PARTS;
use super::{parse, parse_expr};
use crate::ast::{FIRST_WORDS, File};
use puzgen_base::diagnostics::{Code, Problem};
use puzgen_base::source::{Sources, Span};

const SUDOKU: &str = r##"
puzzle sudoku "Sudoku" {
  about "Fill the grid so that every row, every column and every box holds each of 1 to {n} once."
  param box_rows: 1..6 = 3
  param box_columns: 1..6 = 3
  let n = box_rows * box_columns

  board grid(n, n)
  answer x[cells]: 1..n

  rule row(r in rows)                          "{r} repeats a number": distinct(x[r])
  rule column(c in columns)                    "{c} repeats a number": distinct(x[c])
  rule box(b in blocks(box_rows, box_columns)) "{b} repeats a number": distinct(x[b])

  clue given[c in cells] = x[c]

  remove given {
    choose weight share_shown(row(c)) * share_shown(column(c))
    keep   solutions == 1
  }

  feature solutions
  feature empties        = count(not shown(given[c]) for c in cells)
  feature sparse_rows    = count(count(not shown(given[c]) for c in r) >= 7 for r in rows)
  feature occurrences[v in 1..n] = count(shown(given[c]) and x[c] == v for c in cells)
  feature spread         = stddev(occurrences)

  levels easy < medium < hard { easy when empties < 30  medium when empties < 45; hard otherwise }
  show thick blocks(box_rows, box_columns)

  example "Automatically Generating Puzzles, figure 1" {
    set box_rows = 3
    given """
      4 8 . . 3 . 7 6 2
    """
    answer """ … """
    breaks box, row
    solutions 2
  }
}

puzzle knight_sudoku "Anti-knight sudoku" extends sudoku {
  rule knight(a, b in knight_moves) "{a} and {b} are a knight's move apart": x[a] != x[b]
  without rule box, row
  without levels
}
"##;

const FILLOMINO: &str = r##"
use "sudoku.pz"
use sudoku
puzzle fillomino "Fillomino" {
  about "Every connected group of equal numbers has exactly that many cells."
  param height: 1..25 = 9
  param largest: 1..height*width = min(9, height*width)   # the bound is a rule, so it is declared
  param kind: {plain, big} = plain
  param dense: bool = false

  board grid(height, width)
  answer n[cells]: 1..largest
  aux group = components(cells where equal n)  # maximal connected groups of equal numbers
  aux total[r in rows] = sum(n[r])
  aux t: 0..9

  rule size(c in cells) "the group of {c} does not have {n[c]} cells": group.size[c] == n[c]
  rule loop: single_loop(line)
  rule vieta "the roots do not solve the equation": b == -a*(r+s) and c == a*r*s
  rule two: if not a then b else c implies 1 < x <= 3 and x not in {1, 2} or [v for v in 1..3][1] in y

  clue given[c in cells] = n[c]
  fixed clue black[c in cells] = n[c] if white[c]
  clue root[v in {r, s}] = v
  remove given, root {
    by     group, then cell                    # try to blank a whole group first: ghosts are fun
    choose random
    keep   solutions == 1
    keep   shown_in(g) >= givens_per_group for g in group
    accept hidden >= 2; until empties == 3
  }
  sample grow(group)
  feature cells, empties, groups = group.count, minimal
  features paper4 = cells, empties, groups, minimal
  levels easy < moderate by model("models/fillomino.yaml")
  show {
    symbols sign "><" vertical "v^"
    text "Solve {a}x² {+b}x \"{c}\" = 0"
  }
}
"##;

/// Returns the tree, or the first problem.
fn try_parse(text: &str) -> Result<File, Problem> {
    try_all(text).map_err(|problems| problems.into_iter().next().unwrap())
}

/// Returns the tree, or all problems.
fn try_all(text: &str) -> Result<File, Vec<Problem>> {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", text);
    let problems = match parse(file, &sources) {
        Ok(file) => return Ok(file),
        Err(problems) => problems.sorted(),
    };
    for problem in &problems {
        for label in problem.labels() {
            let (start, end) = (label.span.start as usize, label.span.end as usize);
            assert!(text.get(start..end).is_some(), "{problem:?}");
            assert!(text.is_empty() || start < end, "zero width: {problem:?}");
        }
    }
    Err(problems)
}

/// Returns the tree as text without its spans.
fn shape(file: &File) -> String {
    let debug = format!("{file:?}");
    let mut out = String::new();
    let mut rest = debug.as_str();
    while let Some(at) = rest.find("Span { file: FileId(") {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('}').unwrap();
        rest = &rest[at + end + 1..];
    }
    out + rest
}

#[track_caller]
fn assert_round_trip(text: &str) -> String {
    let first = try_parse(text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    let printed = first.to_string();
    let second = try_parse(&printed).unwrap_or_else(|problem| panic!("{problem:?}\n{printed}"));
    assert_eq!(shape(&first), shape(&second), "{printed}");
    assert_eq!(printed, second.to_string());
    printed
}

/// Reads `text` as an expression and returns it as printed.
#[track_caller]
fn expr(text: &str) -> String {
    let printed = assert_round_trip(&format!("puzzle p {{ rule r: {text} }}"));
    let line = printed.lines().nth(1).unwrap();
    line.trim().strip_prefix("rule r: ").unwrap().to_owned()
}

#[test]
fn keeps_programs_when_printed() {
    assert_round_trip(SUDOKU);
    assert_round_trip(FILLOMINO);
}

#[test]
fn items_begin_with_their_keywords() {
    for program in [SUDOKU, FILLOMINO] {
        for item in try_parse(program).unwrap().puzzles.into_iter().flat_map(|it| it.items) {
            let (printed, keyword) = (item.to_string(), item.kind.facts().keyword);
            assert!(FIRST_WORDS.iter().any(|first| first.word == keyword), "{keyword}");
            assert!(FIRST_WORDS.iter().any(|first| printed.starts_with(first.word)), "{printed}");
            assert!(printed.split_whitespace().take(2).any(|word| word == keyword), "{printed}");
        }
    }
}

/// The words that are offered and told for lines of `show` are those of the grammar.
#[test]
fn lines_of_show_begin_with_the_grammars_words() {
    let grammar = puzgen_grammar::TEXT;
    let body = |rule: &str| {
        let from = grammar.find(&format!("\n{rule} = {{")).expect(rule) + rule.len() + 5;
        &grammar[from..from + grammar[from..].find('}').expect(rule)]
    };
    let alternatives = |rule: &str| body(rule).split('|').map(str::trim).collect::<Vec<_>>();
    let mut first: Vec<&str> = alternatives("look");
    for part in alternatives("show_part").into_iter().filter(|part| *part != "drawn_as") {
        first.push(body(part).split_whitespace().next().expect(part));
    }
    let mut known: Vec<String> = PARTS[1].1.iter().map(|word| format!("{word}_kw")).collect();
    first.sort_unstable();
    known.sort_unstable();
    assert_eq!(first, known);
}

#[test]
fn prints_the_fewest_parentheses() {
    for (text, printed) in [
        ("((a + b)) * (c)", "(a + b) * c"),
        ("(a * b) + -(c)", "a * b + -c"),
        ("a - (b - c) - (d * e)", "a - (b - c) - d * e"),
        ("(a * b) * (c div d)", "a * b * (c div d)"),
        ("(a implies b) implies (c implies d)", "(a implies b) implies c implies d"),
        ("(a iff b) iff (c iff d)", "a iff b iff (c iff d)"),
        ("not (a and b) or (not c)", "not (a and b) or not c"),
        ("(not a) == (not not b)", "(not a) == (not not b)"),
        (
            "(if a then b else c) + (if d then e else f)",
            "(if a then b else c) + if d then e else f",
        ),
        ("a and (if b then c else d)", "a and if b then c else d"),
        ("(a < b) == (c in {1, 2})", "(a < b) == (c in {1, 2})"),
        ("(1..3)[1] in ((2)..3)", "(1..3)[1] in 2..3"),
        ("-(-a)[1].b", "-(-a)[1].b"),
        ("(a, b)", ""),
    ] {
        if !printed.is_empty() {
            assert_eq!(expr(text), printed);
        }
    }
}

#[test]
fn keeps_binders_apart() {
    for item in [
        "answer x[(cells), r in rows]: 1..9",
        "answer x[(a in b), 1..2, c, d in rows where c in d]: {1, 2}",
        "answer x[cells, rows]: -1..9 - n",
        "clue a[c in (d in e)] = (if a then b else c) if d",
    ] {
        assert_round_trip(&format!("puzzle p {{ {item} }}"));
    }
}

#[test]
fn marks_the_text_inside_quotes() {
    let text = "puzzle p \"a\\\"b\\n\" { about \"\"\" x\"y \"\"\" }";
    let file = try_parse(text).unwrap();
    let title = file.puzzles[0].title.as_ref().unwrap();
    assert_eq!(title.text, "a\"b\n");
    assert_eq!(&text[title.inner.start as usize..title.inner.end as usize], "a\\\"b\\n");
    let crate::ast::ItemKind::About(about) = &file.puzzles[0].items[0].kind else { panic!() };
    assert_eq!(about.text, " x\"y ");
    assert_eq!(&text[about.inner.start as usize..about.inner.end as usize], " x\"y ");
}

#[test]
fn reads_lone_expressions_in_place() {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", "{n[c] + 1} cells {a =}");
    let read = |start, end| parse_expr(Span::new(file, start, end), &sources);
    let expr = read(1, 9).unwrap();
    assert_eq!(expr.to_string(), "n[c] + 1");
    assert_eq!((expr.span.start, expr.span.end), (1, 9));
    let problem = read(18, 21).unwrap_err().sorted().remove(0);
    assert_eq!((problem.labels()[0].span.start, problem.code()), (20, Code::ForeignTerm));
}
