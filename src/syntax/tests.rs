//! The programs of the language's description, printing, problems, depth and hostile texts.

use super::{parse, parse_expr};
use crate::ast::File;
use crate::diagnostics::{Code, Problem};
use crate::source::{Sources, Span};

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
  show {
    symbols sign "><" vertical "v^"
    text "Solve {a}x² {+b}x \"{c}\" = 0"
  }
}
"##;

fn try_parse(text: &str) -> Result<File, Problem> {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", text);
    let problems = match parse(file, &sources) {
        Ok(file) => return Ok(file),
        Err(problems) => problems.sorted(),
    };
    assert_eq!(problems.len(), 1);
    let problem = problems.into_iter().next().unwrap();
    for label in problem.labels() {
        let (start, end) = (label.span.start as usize, label.span.end as usize);
        assert!(text.get(start..end).is_some(), "{problem:?}");
        assert!(text.is_empty() || start < end, "zero width: {problem:?}");
    }
    Err(problem)
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

/// Returns code, message, marked text and help of the problem in `text`.
#[track_caller]
fn problem(text: &str) -> String {
    let problem = try_parse(text).map(|file| file.to_string()).unwrap_err();
    let span = problem.labels()[0].span;
    let marked = &text[span.start as usize..span.end as usize];
    let code = problem.code().as_str().rsplit(':').next().unwrap();
    let help = problem.help_text().unwrap_or("-");
    let second = problem.labels().get(1).map_or(String::new(), |label| {
        format!(
            " + `{}`",
            &text[label.span.start as usize..label.span.end as usize]
        )
    });
    format!("{code}: {} [{marked}{second}] {help}", problem.message())
}

/// As [`problem`], for an item of a puzzle.
#[track_caller]
fn item_problem(item: &str) -> String {
    problem(&format!("puzzle p {{\n{item}\n}}"))
}

#[test]
fn keeps_programs_when_printed() {
    let printed = assert_round_trip(SUDOKU);
    println!("{printed}");
    println!("{}", assert_round_trip(FILLOMINO));
}

#[test]
fn show_problems() {
    for item in [
        "rule a = b",
        "rul a: b",
        "rule a: x = 3",
        "rule a: x && y",
        "rule a: (x",
        "rule a: (x]",
        "rule a: x )",
        "rule a: distinct(x[r] rule b: c",
        "rule a: forall(i in s)(x[i])",
        "rule a: forall(i in s) x[i]",
        "rule a: forall i in S: x",
        "constraint a: b",
        "var x: 1..9",
        "int x",
        "answer x = 3",
        "answer x: 1..9 ==",
        "answer True: 1..9",
        "rule a: True",
        "rule a: x impies y",
        "rule a: x\n rue b: c",
        "rule a: for c in cells: x",
        "rule a: forall(x for c cells)",
        "param n: 1..3",
        "param n = 3",
        "let n: 3",
        "remove given { kep x }",
        "remove given { rule x: y }",
        "show symbl x",
        "example \"x\" { solutons 2 }",
        "example \"x\" { bla }",
        "example { }",
        "levels a < b by model(\"x\")",
        "transform rotate",
        "rule in: x",
        "rule a: x ? y : z",
        "rule a: 'x'",
        "rule a: not",
        "rule a: 1 + not b",
        "rule a: a in b in c",
        "rule a: 1..2..3",
        "rule a: x % 2",
        "rule a: x // y",
        "rule a: \"text\"",
        "rule a: if x then y",
        "rule a: if x then y elif z",
        "rule a: 99999999999999999999",
        "rule a: 2x",
        "rule a: 1.5",
        "rule a: x[]",
        "rule a: [1, 2]",
        "rule a: f(a, b for c in d)",
        "rule a: \"abc",
        "about \"\"\"abc",
        "feature",
        "without foo",
        "without rule",
        "rule a: x == ",
        "rule a: f(x,)",
        "rule a: x y",
        "clue g[c in cells] x[c]",
        "board",
        "answer größe: 1..9",
        "rule a: x\n}\n}",
        "rule a: {1, 2",
        "rule a: x -> y",
        "rule a: x => y",
        "rule a: !x",
        "rule a: x <> y",
        "rule a: x := y",
        "puzzle q {}",
        "remove given { choose rnd }",
        "fixed rule a: b",
        "rule a(c cells): b",
        "rule a: a implies",
        "rule a: and(a, b)",
        "answer var x: 1..2",
        "rule a: x\u{a0}",
        "about foo",
        "rule a:",
        "show",
        "about \"a\\d\"",
        "aux group = components(cells where same n)",
        "levels easy hard {}",
        "levels easy < hard { easy: x }",
        "rule a: group.size(c) == 1",
        "rule a: x and\nrule b: c",
    ] {
        println!("{item:40} => {}", item_problem(item));
    }
    for text in [
        "",
        "puz",
        "puzzle",
        "puzzle p",
        "puzzle p {",
        "puzzle p { rule a: (b",
        "puzzle p { remove x {",
        "puzzle p extend q {}",
        "puzzle \"T\" {}",
        "puzzle p { } }",
        "use",
        "puzzle p q {}",
        "puzzle p { rule a: b\npuzzle q { }",
    ] {
        println!(
            "{text:40} => {}",
            try_parse(text).map_or_else(|_| problem(text), |_| "ok".into())
        );
    }
}

#[test]
fn prints_the_fewest_parentheses() {
    for (text, printed) in [
        ("((a + b)) * (c)", "(a + b) * c"),
        ("(a * b) + -(c)", "a * b + -c"),
        ("a - (b - c) - (d * e)", "a - (b - c) - d * e"),
        ("(a * b) * (c div d)", "a * b * (c div d)"),
        (
            "(a implies b) implies (c implies d)",
            "(a implies b) implies c implies d",
        ),
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
    assert_eq!(
        &text[title.inner.start as usize..title.inner.end as usize],
        "a\\\"b\\n"
    );
    let crate::ast::ItemKind::About(about) = &file.puzzles[0].items[0].kind else {
        panic!()
    };
    assert_eq!(about.text, " x\"y ");
    assert_eq!(
        &text[about.inner.start as usize..about.inner.end as usize],
        " x\"y "
    );
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
    assert_eq!(
        (problem.labels()[0].span.start, problem.code()),
        (20, Code::ForeignTerm)
    );
}

/// Returns the code of the problem in a rule, if there is one.
fn rule_code(body: &str) -> Option<Code> {
    try_parse(&format!("puzzle p {{ rule r: {body} }}"))
        .err()
        .map(|problem| problem.code())
}

#[test]
fn bounds_the_depth() {
    let many = 200_000;
    for deep in [
        "(".repeat(many),
        format!("{}x{}", "(".repeat(many), ")".repeat(many)),
        format!("{}x", "not ".repeat(many)),
        format!("{}x", "-".repeat(many)),
        format!("{}x", "a implies ".repeat(many)),
        format!("{}x", "a iff ".repeat(many)),
        format!("{}1", "1*".repeat(many)),
        format!("{}1", "1 mod ".repeat(many)),
        "x[".repeat(many),
        format!("x{}", "[1]".repeat(many)),
        format!("x{}", ".a".repeat(many)),
        "if ".repeat(many),
        format!("{}x", "if a then b else ".repeat(many)),
        "f(x for ".repeat(many),
        "{".repeat(many),
        format!("{}x{}", "-(".repeat(40), ")".repeat(40)),
        format!("{}x{}", "(1*".repeat(40), ")".repeat(40)),
    ] {
        assert_eq!(rule_code(&deep), Some(Code::TooDeep), "{}", &deep[..20]);
    }
    for wide in [
        format!("{}1", "1+".repeat(20_000)),
        format!("{}1", "(1*1*1)*2+".repeat(5_000)),
        format!("{}a", "not a and ".repeat(20_000)),
        format!("{}a", "-a < ".repeat(20_000)),
        format!("f({}a)", "a[1].b, ".repeat(5_000)),
    ] {
        let text = format!("puzzle p {{ rule r: {wide} }}");
        assert!(try_parse(&text).unwrap().to_string().len() > 100);
    }
    assert_eq!(expr(&format!("{}x{}", "(".repeat(60), ")".repeat(60))), "x");
    let many_rules = format!(
        "puzzle p {{ {} }}",
        "rule r: a implies -b[1] if_x"
            .replace(" if_x", " ")
            .repeat(500)
    );
    assert!(try_parse(&many_rules).is_ok());
}

/// A small generator of numbers, so that a failing seed says all.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// Returns the text of a random expression, with parentheses at random.
    fn expr(&mut self, depth: usize) -> String {
        let kind = if depth == 0 {
            self.below(3)
        } else {
            self.below(19)
        };
        let next = depth.saturating_sub(1);
        let mut side = || format!("({})", self.expr(next));
        match kind {
            0 => "x".into(),
            1 => "7".into(),
            2 => "true".into(),
            3 => format!("-{}", side()),
            4 => format!("not {}", side()),
            5 => format!("{} + {} - {}", side(), side(), side()),
            6 => format!("{} * {}", side(), side()),
            7 => format!("{} mod {}", side(), side()),
            8 => format!("{} and {} and {}", side(), side(), side()),
            9 => format!("{} or {}", side(), side()),
            10 => format!("{} implies {}", side(), side()),
            11 => format!("{} iff {}", side(), side()),
            12 => format!("{} < {} == {}", side(), side(), side()),
            13 => format!("{} not in {}", side(), side()),
            14 => format!("{}..{}", side(), side()),
            15 => format!("if {} then {} else {}", side(), side(), side()),
            16 => format!("{}[{}, {}].f", side(), side(), side()),
            17 => format!(
                "f({} for a, b in {}, c in {} where {})",
                side(),
                side(),
                side(),
                side()
            ),
            _ => format!(
                "g({}, {{{}, [{} for v in {}]}})",
                side(),
                side(),
                side(),
                side()
            ),
        }
    }
}

#[test]
fn keeps_random_expressions_when_printed() {
    for seed in 0..300 {
        let text = Random(seed).expr(4);
        expr(&text);
    }
}

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\"\"\"",
    "if",
    "not",
    "for",
    "in",
    "where",
    "=",
    "==",
    "!",
    "<",
    ">",
    "-",
    "..",
    ".",
    ",",
    ";",
    ":",
    "#",
    "\n",
    "\\",
    "ß",
    "\u{0}",
    "\u{feff}",
    "rule",
    "clue",
    "puzzle",
    "x",
    "9",
    "99999999999999999999",
    "'",
    "%",
    "then",
    "else",
    "implies",
    "X",
    "_",
    "by",
    "components(",
    "→",
    "*",
    "/",
];

#[test]
fn survives_mutations() {
    for seed in 0..4_000 {
        let mut random = Random(seed);
        let mut text = if seed % 2 == 0 { SUDOKU } else { FILLOMINO }.to_owned();
        for _ in 0..=random.below(4) {
            let mut at = random.below(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let mut end = (at + random.below(12)).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            let end = if random.below(3) == 0 { at } else { end };
            text.replace_range(at..end, random.pick(PIECES));
        }
        if try_parse(&text).is_ok() {
            assert_round_trip(&text);
        }
    }
    for seed in 0..3_000 {
        let mut random = Random(seed);
        let mut text = if seed % 3 == 0 {
            String::new()
        } else {
            "puzzle p { rule r: ".to_owned()
        };
        for _ in 0..random.below(40) {
            text.push_str(random.pick(PIECES));
            text.push_str(random.pick(&["", " ", " "]));
        }
        if try_parse(&text).is_ok() {
            assert_round_trip(&text);
        }
    }
}

#[test]
fn timing() {
    let many = 1_000_000;
    for (name, text) in [
        ("paren", "(".repeat(many)),
        ("not", "not ".repeat(many)),
        ("implies", "a implies ".repeat(many)),
        ("mul", "1*".repeat(many)),
        ("garbage", "?".repeat(many)),
        ("quote", "'".repeat(many)),
        ("close", ")".repeat(many)),
        ("q", "\"".repeat(many)),
        ("lines", "\"\n".repeat(many)),
        ("words", "x ".repeat(many)),
        ("nums", "1 ".repeat(many)),
        ("plus1e5", format!("{}1", "1+".repeat(many / 10))),
        ("plus1e6", format!("{}1", "1+".repeat(many))),
        ("and1e5", format!("{}a", "a and ".repeat(many / 10))),
        ("rules", "x rule r: x".repeat(many / 100)),
        ("forall", format!("{} y", "f(c in d) ".repeat(many / 100))),
        ("fo", format!("{} (", "f(c in d), ".repeat(many / 100))),
        ("brk", "[)".repeat(many)),
        ("semi", ";".repeat(many)),
        ("caps", "X ".repeat(many)),
    ] {
        let text = format!("puzzle p {{ rule r: {text} }}");
        let start = std::time::SystemTime::now();
        let parsed = try_parse(&text);
        println!(
            "{name}: {:?} {:?}",
            start.elapsed().unwrap(),
            parsed
                .as_ref()
                .err()
                .map(|p| (p.code(), p.message().to_owned()))
        );
        if let Ok(file) = parsed {
            let start = std::time::SystemTime::now();
            let n = file.to_string().len();
            drop(file);
            println!("  printed {n} {:?}", start.elapsed().unwrap());
        }
    }
}
