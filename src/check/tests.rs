//! Definitions as text, and what is said of them: "fine", or each problem with its code, its place and its message.
//!
//! Each kind of item has here its smallest legal form and the ways to get it wrong.

use insta::assert_snapshot;
use puzgen_base::diagnostics::{Diagnostics, Problem};
use puzgen_base::source::Sources;
use puzgen_model::frame::Frame;
use puzgen_model::instance::Instance;

use crate::load::load;
use crate::reach::no_files;

/// Returns what is said of a text with one puzzle or several, with the parameters' defaults.
fn check(text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", text);
    let mut found = Diagnostics::new();
    match load(file, &mut sources, &mut no_files) {
        Err(problems) => found.extend(problems),
        Ok(loaded) => {
            for puzzle in &loaded.own {
                match loaded.check(puzzle, &sources) {
                    Err(problems) => found.extend(problems),
                    Ok(checked) => {
                        found.extend(checked.warnings);
                        let definition = &checked.definition;
                        let fixed = match definition.layouts.is_empty() {
                            true => Instance::new(definition, &[]).map(|_| ()),
                            false => Frame::new(definition, &[]).map(|_| ()),
                        };
                        found.extend(fixed.err().unwrap_or_default());
                    }
                }
            }
        }
    }
    lines(found, &sources)
}

/// Returns what is said of these items, which begin in line 2, on a board of 2×3 with the answer `x`.
fn items(items: &str) -> String {
    check(&format!("puzzle p \"P\" {{ board grid(2, 3) answer x[cells]: 1..3\n{items}\n}}"))
}

/// Returns problems in lines: code, line and column, what is marked, message.
pub(crate) fn lines(problems: Diagnostics, sources: &Sources) -> String {
    if problems.is_empty() {
        return "fine".to_owned();
    }
    let line = |problem: Problem| {
        let labels = problem.labels();
        let marked: Vec<&str> = labels.iter().map(|label| sources.slice(label.span)).collect();
        let (line, column) = labels.first().map_or((0, 0), |label| sources.line_column(label.span));
        let (code, message) = (problem.code().as_str(), problem.message());
        format!("{code} {line}:{column} [{}] {message}", marked.join(" + "))
    };
    problems.sorted().into_iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_puzzle_needs_an_answer_and_nothing_else() {
    assert_snapshot!(check("puzzle p \"P\" { answer a: 1..2 }"), @"fine");
    assert_snapshot!(check("puzzle p \"P\" { param n: 1..2 = 1 }"), @"puzgen::check::missing_item 1:8 [p] `p` has no `answer`");
    assert_snapshot!(check("puzzle p \"P\" { answer x[cells]: 1..2 }"), @"puzgen::check::missing_item 1:25 [cells] `cells` needs a board, and there is none");
}

#[test]
fn parameters_have_values_from_their_ranges() {
    assert_snapshot!(items("param n: 1..3 = 3"), @"fine");
    assert_snapshot!(items("param n: 1..3 = 4"), @"puzgen::check::bad_parameter 2:17 [4] parameter `n` cannot be 4");
    assert_snapshot!(items("param n: 3..1 = 2"), @"puzgen::check::bad_domain 2:10 [3..1] the range 3..1 is empty");
    assert_snapshot!(items("param n: {2, 4} = 3"), @"puzgen::check::bad_parameter 2:19 [3] parameter `n` cannot be 3");
    assert_snapshot!(items("param b: bool = 1"), @"puzgen::check::type_mismatch 2:17 [1] expected a truth, found a number");
    assert_snapshot!(items("param s: {plain, odd} = even"), @"puzgen::check::bad_parameter 2:25 [even] `even` is no choice of `s`");
    assert_snapshot!(items("param s: {plain, odd} = odd rule r: s == plain"), @"fine");
}

#[test]
fn constants_use_what_stands_above_them() {
    assert_snapshot!(items("param n: 1..3 = 2 let m = n + 1 param k: 1..m = m"), @"fine");
    assert_snapshot!(items("param a: 1..b = 1 param b: 1..a = 1"), @"puzgen::check::unknown_name 2:13 [b] there is nothing called `b` here");
    assert_snapshot!(items("let a = a + 1"), @"puzgen::check::unknown_name 2:9 [a] there is nothing called `a` here");
    assert_snapshot!(items("let a = 1 div 0"), @"puzgen::check::bad_arithmetic 2:9 [1 div 0] division by zero");
    assert_snapshot!(items("let a = 9223372036854775807 + 1"), @"puzgen::check::bad_arithmetic 2:9 [9223372036854775807 + 1] the number does not fit into 64 bits");
}

#[test]
fn names_are_declared_once() {
    assert_snapshot!(items("param n: 1..2 = 1 let n = 1"), @"puzgen::check::duplicate 2:23 [n + n] `n` is declared twice");
    assert_snapshot!(items("answer x: 1..2"), @"puzgen::check::duplicate 2:8 [x + x] `x` is declared twice");
    assert_snapshot!(items("rule a: x[cell(1, 1)] == 1 rule a: x[cell(1, 2)] == 1"), @"puzgen::check::duplicate 2:33 [a + a] `a` is declared twice");
    assert_snapshot!(items("let rows = 2"), @"puzgen::check::duplicate 2:5 [rows] `rows` is a list of the board's places already");
    assert_snapshot!(check("puzzle p { answer a: 1..2 } puzzle p { answer a: 1..2 }"), @"puzgen::check::duplicate 1:36 [p + p] the file has two puzzles `p`");
    assert_snapshot!(items("board grid(2, 3)"), @"puzgen::check::duplicate 2:1 [board grid(2, 3) + board grid(2, 3)] `board` is given twice");
}

#[test]
fn unknown_names_come_with_their_place() {
    assert_snapshot!(items("rule r: y == 1"), @"puzgen::check::unknown_name 2:9 [y] there is nothing called `y` here");
    assert_snapshot!(items("rule r: distinkt(x)"), @"puzgen::check::unknown_name 2:9 [distinkt] there is no function `distinkt`");
    assert_snapshot!(items("rule r(c in cels): x[c] == 1"), @"puzgen::check::unknown_name 2:13 [cels] there is nothing called `cels` here");
    assert_snapshot!(items("remove given"), @"puzgen::check::unknown_name 2:8 [given] there is no clue `given`");
    assert_snapshot!(items("feature emptys"), @"puzgen::check::unknown_name 2:9 [emptys] there is no built-in measure `emptys`");
    assert_snapshot!(items("rule r \"{z} is wrong\": distinct(x)"), @"puzgen::check::unknown_name 2:10 [z] there is nothing called `z` here");
    assert_snapshot!(items("sample grows(x)"), @"puzgen::check::unknown_name 2:8 [grows(x)] this is no sampler that puzgen knows");
    assert_snapshot!(items("transform turn"), @"puzgen::check::unknown_name 2:11 [turn] there is no transform `turn`");
    assert_snapshot!(items("show thick bloks(1, 3)"), @"puzgen::check::unknown_name 2:12 [bloks] there is no function `bloks`");
    assert_snapshot!(check("puzzle p extends q { answer a: 1..2 }"), @"puzgen::check::unknown_puzzle 1:18 [q] there is no puzzle `q` to extend");
}

#[test]
fn boards_have_sizes_that_are_known() {
    let board = |board: &str| check(&format!("puzzle p {{ answer a: 1..2\nboard {board}\n}}"));
    assert_snapshot!(board("grid(1, 1)"), @"fine");
    assert_snapshot!(board("grid(0, 3)"), @"puzgen::check::bad_board 2:12 [0] a board cannot have 0 rows or columns");
    assert_snapshot!(board("grid(100, 100)"), @"fine");
    assert_snapshot!(board("grid(100, 101)"), @"puzgen::check::bad_board 2:7 [grid(100, 101)] a board of 100×101 is too large");
    assert_snapshot!(board("grid(a, 3)"), @"puzgen::check::unknown_name 2:12 [a] there is nothing called `a` here");
    assert_snapshot!(board("grid(2, true)"), @"puzgen::check::type_mismatch 2:15 [true] expected a number, found a truth");
    assert_snapshot!(board("grid(2, 3)[c in cells where c.row == 1]"), @"fine");
    assert_snapshot!(board("grid(2, 3)[c in cells where c.row == 3]"), @"puzgen::check::bad_board 2:18 [c in cells where c.row == 3] the board has no cell");
}

#[test]
fn answers_have_domains_that_are_known_and_not_empty() {
    assert_snapshot!(items("answer y: 1..1000000"), @"fine");
    assert_snapshot!(items("answer y: 1..1000001"), @"puzgen::check::bad_domain 2:11 [1..1000001] `y` may have 1000001 values");
    assert_snapshot!(items("answer y: 2..1"), @"puzgen::check::bad_domain 2:11 [2..1] the range 2..1 is empty");
    assert_snapshot!(items("answer y: {}"), @"puzgen::check::type_mismatch 2:11 [{}] an empty list has no type");
    assert_snapshot!(items("answer y: 1..x[cell(1, 1)]"), @"puzgen::check::not_known 2:14 [x[cell(1, 1)]] this value is decided by solving, but must be known before");
    assert_snapshot!(items("answer y: {cell(1, 1)}"), @"puzgen::check::type_mismatch 2:11 [{cell(1, 1)}] expected a list of numbers, found a list of cells");
    assert_snapshot!(items("answer y[c in cells]: 1..c.row"), @"fine");
    assert_snapshot!(items("answer y[v in {1, 1}]: 1..2"), @"puzgen::check::bad_index 2:10 [v in {1, 1}] 1 occurs twice in the index");
    assert_snapshot!(items("answer y[cells]: 1..z"), @"puzgen::check::unknown_name 2:21 [z] there is nothing called `z` here");
}

#[test]
fn helpers_are_determined_or_free() {
    assert_snapshot!(items("aux s[r in rows] = sum(x[r]) clue c[r in rows] = s[r]"), @"fine");
    assert_snapshot!(items("aux f: 1..2 clue c = f"), @"puzgen::check::not_determined 2:22 [f] a clue that depends on a free helper variable");
    assert_snapshot!(items("aux a = b aux b = x[cell(1, 1)]"), @"puzgen::check::unknown_name 2:9 [b] there is nothing called `b` here");
    assert_snapshot!(items("aux g = components(cells where equal x) rule r(c in cells): g.size[c] == x[c]"), @"fine");
    assert_snapshot!(items("aux g = components(cells where equal z)"), @"puzgen::check::unknown_name 2:38 [z] there is nothing called `z` here");
    assert_snapshot!(items("aux g = components(cells where equal x) rule r: g == 1"), @"puzgen::check::not_known 2:49 [g] the groups of `g` are decided by solving");
    assert_snapshot!(items("rule r: sum(components(cells where equal x)) == 1"), @"puzgen::parse::syntax 2:30 [where + (] expected `,`, `for` or `)`, found `where`");
}

#[test]
fn rules_are_truths() {
    assert_snapshot!(items("rule r(r in rows) \"{r} repeats a number\": distinct(x[r])"), @"fine");
    assert_snapshot!(items("rule r: x[cell(1, 1)]"), @"puzgen::check::type_mismatch 2:9 [x[cell(1, 1)]] expected a truth, found a number");
    assert_snapshot!(items("rule r: x[cell(1, 1)] == true"), @"puzgen::check::type_mismatch 2:9 [x[cell(1, 1)] + true] a number and a truth cannot be equal");
    assert_snapshot!(items("rule r: x[1] == 1"), @"puzgen::check::type_mismatch 2:11 [1] `x` is indexed by a cell, found a number");
    assert_snapshot!(items("rule r: x == 1"), @"puzgen::check::type_mismatch 2:9 [x + 1] a list of numbers cannot be compared");
    assert_snapshot!(items("rule r: x[cell(1, 1)] / 2 == 1"), @"puzgen::check::type_mismatch 2:9 [x[cell(1, 1)] / 2] `/` makes fractions, which rules cannot have");
    assert_snapshot!(items("rule r: if true then 1 else false"), @"puzgen::check::type_mismatch 2:29 [false] expected a number, found a truth");
    assert_snapshot!(items("rule r: 1 in {1, cell(1, 1)}"), @"puzgen::check::type_mismatch 2:18 [cell(1, 1)] expected a number, found a cell");
    assert_snapshot!(items("rule r: not 1"), @"puzgen::check::type_mismatch 2:13 [1] expected a truth, found a number");
}

#[test]
fn functions_have_their_arguments() {
    assert_snapshot!(items("rule r: distinct(1, 2)"), @"puzgen::check::wrong_arguments 2:9 [distinct] `distinct` does not take a number and a number");
    assert_snapshot!(items("rule r: distinct(1)"), @"puzgen::check::wrong_arguments 2:9 [distinct] `distinct` does not take a number");
    assert_snapshot!(items("rule r: count(x, 1) == 2"), @"fine");
    assert_snapshot!(items("rule r: count(x) == 2"), @"puzgen::check::wrong_arguments 2:9 [count] `count` does not take a list of numbers");
    assert_snapshot!(items("rule r: sum() == 2"), @"puzgen::check::wrong_arguments 2:9 [sum] `sum` is a function and needs arguments");
    assert_snapshot!(items("rule r: x[cell(1)] == 2"), @"puzgen::check::wrong_arguments 2:11 [cell] `cell` does not take a number");
    assert_snapshot!(items("rule r(b in blocks(1, 3)): distinct(x[b])"), @"fine");
    assert_snapshot!(items("rule r: cell == cell"), @"
    puzgen::check::wrong_arguments 2:9 [cell] `cell` is a function and needs arguments
    puzgen::check::wrong_arguments 2:17 [cell] `cell` is a function and needs arguments
    ");
    assert_snapshot!(items("rule r: single_loop(x)"), @"puzgen::check::wrong_arguments 2:9 [single_loop] `single_loop` does not take a list of numbers");
}

#[test]
fn how_many_there_are_is_known_before_solving() {
    assert_snapshot!(items("rule r: sum(i for i in 1..x[cell(1, 1)]) == 3"), @"puzgen::check::not_known 2:27 [x[cell(1, 1)]] this value is decided by solving, but must be known before");
    assert_snapshot!(items("rule r(c in cells where x[c] == 1): x[c] == 1"), @"puzgen::check::not_known 2:25 [x[c]] this value is decided by solving, but must be known before");
    assert_snapshot!(items("rule r: sum(x[c] for c in cells where x[c] > 1) == 3"), @"fine");
    assert_snapshot!(items("rule r: x[cell(x[cell(1, 1)], 1)] == 1"), @"puzgen::check::not_known 2:16 [x[cell(1, 1)]] this value is decided by solving, but must be known before");
    assert_snapshot!(items("answer y[i in 1..3]: 1..3 rule r: y[y[1]] == 1"), @"fine");
    assert_snapshot!(items("rule r: empties == 3"), @"puzgen::check::not_known 2:9 [empties] what is shown is not known here");
    assert_snapshot!(items("clue g[c in cells] = x[c] rule r: shown(g[cell(1, 1)])"), @"fine");
}

#[test]
fn places_are_on_the_board() {
    assert_snapshot!(items("clue g = x[cell(2, 3)]"), @"fine");
    assert_snapshot!(items("clue g[c in {cell(3, 1)}] = x[c]"), @"puzgen::check::bad_index 2:14 [cell(3, 1)] r3c1 is not on a board of 2×3");
}

#[test]
fn clues_say_what_the_answer_determines() {
    assert_snapshot!(items("fixed clue g[c in cells] = x[c] if x[c] > 1"), @"fine");
    assert_snapshot!(items("clue g[c in cells] = c"), @"puzgen::check::type_mismatch 2:22 [c] expected a number or a truth, found a cell");
    assert_snapshot!(items("clue g[c in cells] = x[c] if 1"), @"puzgen::check::type_mismatch 2:30 [1] expected a truth, found a number");
    assert_snapshot!(items("clue g = empties"), @"puzgen::check::not_known 2:10 [empties] what is shown is not known here");
    assert_snapshot!(items("clue g = 1 clue h = g"), @"puzgen::check::type_mismatch 2:21 [g] `g` is a clue, not a value");
}

#[test]
fn removal_takes_clues_and_keeps_conditions() {
    let remove = |remove: &str| items(&format!("clue g[c in cells] = x[c]\nremove {remove}"));
    assert_snapshot!(remove("g { by rows, then cell keep solutions == 1 accept minimal }"), @"fine");
    assert_snapshot!(remove("g, g"), @"puzgen::check::duplicate 3:11 [g] `g` is named twice");
    assert_snapshot!(remove("x"), @"puzgen::check::unknown_name 3:8 [x] there is no clue `x`");
    assert_snapshot!(remove("g { by x }"), @"puzgen::check::type_mismatch 3:15 [x] expected regions to drop, found a list of numbers");
    assert_snapshot!(remove("g { keep 1 }"), @"puzgen::check::type_mismatch 3:17 [1] expected a truth, found a number");
    assert_snapshot!(remove("g { choose weight true }"), @"puzgen::check::type_mismatch 3:26 [true] expected a number with a fraction, found a truth");
    assert_snapshot!(remove("g { choose best }"), @"puzgen::parse::syntax 3:19 [best] expected `first`, `guided`, `random` or `weight`, found `best`");
    assert_snapshot!(remove("g { keep solutions == 1 and givens > 2 }"), @"puzgen::check::not_supported 3:17 [solutions == 1 and givens > 2] the number of solutions is asked for together with something else");
    assert_snapshot!(remove("g { effort 0 }"), @"puzgen::check::bad_parameter 3:19 [0] an effort of 0 leaves no step to take");
}

#[test]
fn features_and_levels_measure_finished_puzzles() {
    assert_snapshot!(items("feature f = empties / 2 levels a < b { a when f < 1 b otherwise }"), @"fine");
    assert_snapshot!(items("feature f = cell(1, 1)"), @"puzgen::check::type_mismatch 2:13 [cell(1, 1)] a feature is a number, a truth or a list of numbers, found a cell");
    assert_snapshot!(items("feature f = g feature g = empties"), @"puzgen::check::unknown_name 2:13 [g] there is nothing called `g` here");
    assert_snapshot!(items("features s = empties, nothing"), @"puzgen::check::unknown_name 2:23 [nothing] there is no feature `nothing`");
    assert_snapshot!(items("levels a < b { a when empties < 1 c otherwise }"), @"
    puzgen::check::bad_levels 2:12 [b] nothing says when a puzzle is `b`
    puzgen::check::bad_levels 2:35 [c + levels a < b { a when empties < 1 c otherwise }] there is no level `c`
    ");
    assert_snapshot!(items("levels a < b { a when empties < 1 }"), @"puzgen::check::bad_levels 2:12 [b] nothing says when a puzzle is `b`");
    assert_snapshot!(items("levels a < a { a otherwise }"), @"puzgen::check::bad_levels 2:12 [a + a] level `a` is named twice");
    assert_snapshot!(items("levels a < b { a when 1 b otherwise }"), @"puzgen::check::type_mismatch 2:23 [1] expected a truth, found a number");
}

#[test]
fn layouts_are_drawn_before_the_rest() {
    assert_snapshot!(items("layout k = rooms(cells, 1..3) rule r: distinct(k)"), @"puzgen::check::wrong_arguments 2:39 [distinct] `distinct` does not take a list of lists of cells");
    assert_snapshot!(items("layout k = rooms(cells, 1..3) rule r(room in k): distinct(x[room])"), @"fine");
    assert_snapshot!(items("layout k = room(cells, 1..3)"), @"puzgen::check::unknown_name 2:12 [room] there is no sampler `room`");
    assert_snapshot!(items("layout k = rooms(cells, 1..x[cell(1, 1)])"), @"puzgen::check::unknown_name 2:28 [x] there is nothing called `x` here");
    assert_snapshot!(items("layout k = rooms(1, 2)"), @"
    puzgen::check::type_mismatch 2:18 [1] expected a list of cells, found a number
    puzgen::check::type_mismatch 2:21 [2] expected a list of numbers, found a number
    ");
    assert_snapshot!(items("layout w[cells]: bool rule r: count(w) == 1"), @"fine");
}

#[test]
fn transforms_name_what_they_move() {
    assert_snapshot!(items("transform relabel x transform reflect"), @"fine");
    assert_snapshot!(items("transform relabel y"), @"puzgen::check::unknown_name 2:19 [y] there is no answer `y`");
    assert_snapshot!(items("transform t(c in cells): x[c] becomes x[c]"), @"fine");
    assert_snapshot!(items("transform t(c in cells): x[c] becomes c"), @"puzgen::check::type_mismatch 2:39 [c] a map takes an answer to an answer");
    assert_snapshot!(items("transform rotate when 1"), @"puzgen::check::type_mismatch 2:23 [1] expected a truth, found a number");
    assert_snapshot!(items("transform rotate with n = 2"), @"puzgen::check::unknown_name 2:23 [n] there is no parameter `n`");
}

#[test]
fn what_is_shown_fits_its_family() {
    assert_snapshot!(items("show symbols x \"abc\""), @"fine");
    assert_snapshot!(items("show symbols x \"a.c\""), @r#"puzgen::check::bad_show 2:16 ["a.c"] `.` cannot be a symbol"#);
    assert_snapshot!(items("show symbols x \"aba\""), @r#"puzgen::check::bad_show 2:16 ["aba"] `a` is there twice"#);
    assert_snapshot!(items("show label x \"{z}\""), @"puzgen::check::unknown_name 2:16 [z] there is nothing called `z` here");
    assert_snapshot!(items("show borders rows"), @"puzgen::check::unknown_name 2:14 [rows] there is nothing called `rows` here");
    assert_snapshot!(check("puzzle p { answer a: 1..2 show point c = at(0, a) show figure dot(c) }"), @"fine");
}

#[test]
fn examples_are_boards_of_the_puzzle() {
    let example = |lines: &str| {
        let given = "param n: 1..3 = 1 clue g[c in cells] = x[c] rule r: x[cell(1, 1)] == 1";
        items(&format!("{given}\nexample \"e\" {{ {lines} }}"))
    };
    assert_snapshot!(example("set n = 2 g \"\"\"\n1 2 3\n. . .\n\"\"\" solutions 27"), @"fine");
    assert_snapshot!(example("set m = 2 answer \"1 2 3\""), @"puzgen::check::unknown_name 3:19 [m] there is no parameter `m`");
    assert_snapshot!(example("h \"1 2 3\""), @"puzgen::check::unknown_name 3:15 [h] `h` is no clue, layout or answer");
    assert_snapshot!(example("answer \"\"\"\n1 2 3\n1 2 3\n\"\"\" breaks s"), @"puzgen::check::unknown_name 6:12 [s] there is no rule or clue `s`");
    assert_snapshot!(example("breaks r"), @r#"puzgen::check::bad_example 3:9 ["e"] an example without a board"#);
}

#[test]
fn puzzles_extend_others_without_some_items() {
    let other = "puzzle q \"Q\" { board grid(2, 3) answer x[cells]: 1..3 rule r: distinct(x) }\n";
    let puzzle = |text: &str| check(&format!("{other}{text}"));
    assert_snapshot!(puzzle("puzzle p extends q { without rule r }"), @"fine");
    assert_snapshot!(puzzle("puzzle p extends q { without rule s }"), @"puzgen::check::unknown_name 2:35 [s] no rule `s` is inherited here");
    assert_snapshot!(puzzle("puzzle p extends q { without answer x }"), @"puzgen::check::unknown_name 1:72 [x] there is nothing called `x` here");
    assert_snapshot!(puzzle("puzzle p extends q { rule r: x[cell(1, 1)] == 1 }"), @"fine");
    assert_snapshot!(puzzle("puzzle a extends b { } puzzle b extends a { }"), @"
    puzgen::check::use_cycle 2:18 [b] `b` extends itself
    puzgen::check::use_cycle 2:41 [a] `a` extends itself
    ");
    assert_snapshot!(puzzle("puzzle a extends a { }"), @"puzgen::check::use_cycle 2:18 [a] `a` extends itself");
    assert_snapshot!(puzzle("puzzle a { without rule r answer a: 1..2 }"), @"puzgen::check::unknown_name 2:25 [r] no rule `r` is inherited here");
}

#[test]
fn exports_and_translations_name_what_is_there() {
    let with =
        |item: &str| items(&format!("clue g[c in cells] = x[c] rule r: distinct(x)\n{item}"));
    assert_snapshot!(with("export puzzlink \"sudoku\": numbers(g)"), @"fine");
    assert_snapshot!(with("export puzzlink \"sudoku\": numbers(h)"), @"puzgen::check::unknown_name 3:35 [h] there is nothing called `h` here");
    assert_snapshot!(with("export puzzlink \"sudoku\": nummers(g)"), @"puzgen::check::unknown_name 3:27 [nummers] there is no code `nummers`");
    assert_snapshot!(with("export puzzle \"sudoku\": numbers(g)"), @"puzgen::check::unknown_name 3:8 [puzzle] there is no form `puzzle` that a definition speaks of");
    assert_snapshot!(with("translation de \"P\" { about \"a\" rule r \"falsch\" }"), @"fine");
    assert_snapshot!(with("translation de \"P\" { rule s \"falsch\" }"), @"puzgen::check::unknown_name 3:27 [s] there is no rule `s`");
    assert_snapshot!(with("translation de \"P\" { rule r \"{d} ist falsch\" }"), @"puzgen::check::unknown_name 3:31 [d] there is nothing called `d` here");
}

#[test]
fn worked_solutions_say_one_value() {
    assert_snapshot!(items("working w \"it is {x[cell(1, 1)]}\": x[cell(1, 1)] == 1"), @"fine");
    assert_snapshot!(items("working w \"it is 1\": x[cell(1, 1)] < 2"), @"puzgen::check::bad_working 2:22 [x[cell(1, 1)] < 2] a line of a worked solution says what one value of the answer is");
    assert_snapshot!(items("working w \"it is 1\": 1 == 1"), @"puzgen::check::bad_working 2:22 [1 == 1] a line of a worked solution says what one value of the answer is");
}
