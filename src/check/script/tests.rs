//! Scripts as text, and what they say or give, or why they are stopped.

use std::sync::Arc;

use insta::assert_snapshot;
use puzgen_base::source::Sources;
use puzgen_model::function::{Fault, PlainView, ScriptFunction as _};
use puzgen_model::instance::Instance;
use puzgen_model::ty::Ty;

use crate::load::load;
use crate::reach::no_files;
use crate::tests::lines;

/// Returns the definition that a script says, on one line, or what is wrong with it.
fn check(script: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("case.rhai", script);
    match super::define(file, &mut sources) {
        Ok(tree) => tree.to_string().split_whitespace().collect::<Vec<_>>().join(" "),
        Err(problems) => lines(problems, &sources),
    }
}

/// Returns what a call in a rule becomes with these functions, or what is wrong with it.
fn expanded(functions: &str, call: &str) -> String {
    let mut sources = Sources::new();
    let text = format!("puzzle p {{ answer a: 1..2 script \"s.rhai\"\nrule r: {call}\n}}");
    let file = sources.add("case.pz", text);
    let mut reader = |_: &str, path: &str| Ok((path.to_owned(), functions.to_owned()));
    match load(file, &mut sources, &mut reader) {
        Err(problems) => lines(problems, &sources),
        Ok(loaded) => {
            let rule = loaded.own[0].items.last().map(ToString::to_string);
            rule.unwrap_or_default().replace("rule r: ", "")
        }
    }
}

/// Returns what `f` gives of a puzzle on a board of 2×3 with the solution 1 2 3, 2 3 1, which shows the first row.
fn called(function: &str, result: &Ty) -> String {
    let mut sources = Sources::new();
    let text = "puzzle p { param n: 1..3 = 2 board grid(2, 3) answer x[cells]: 1..3
        clue given[c in cells] = x[c] clue big[c in cells] = x[c] if x[c] > 1 }";
    let file = sources.add("case.pz", text);
    let loaded = load(file, &mut sources, &mut no_files).expect("it is legal");
    let checked = loaded.check(&loaded.own[0], &sources).expect("it is legal");
    let instance = Instance::new(&checked.definition, &[]).expect("it is legal");
    let file = sources.add("case.rhai", function);
    let script = match super::read(file, &sources) {
        Ok(script) => Arc::new(script),
        Err(problem) => return lines(problem.into(), &sources),
    };
    let function = script.function("f", 0).expect("a function `f` of a puzzle");
    let values = [1, 2, 3, 2, 3, 1];
    let given = values.map(Some);
    let big = given.map(|value| value.filter(|value| *value > 1));
    let facts = [given, big].concat();
    let shown: Vec<bool> = (0..12).map(|fact| fact % 6 < 3).collect();
    let view = PlainView {
        outline: instance.outline(),
        facts: &facts,
        shown: &shown,
        values: Some(&values),
    };
    match function.eval(&[], result, view) {
        Ok(value) => value.to_string(),
        Err(Fault::Script(problem)) => lines((*problem).into(), &sources),
        Err(fault) => format!("{fault:?}"),
    }
}

const PUZZLE: &str = "puzzle(\"p\", \"P\");";

#[test]
fn calls_say_items() {
    let say = |calls: &str| check(&format!("{PUZZLE}\n{calls}"));
    assert_snapshot!(say("board(2, 3); answer(\"x[cells]\", 1..=3);"), @r#"puzzle p "P" { board grid(2, 3) answer x[cells]: 1..3 }"#);
    assert_snapshot!(say("for i in 1..=2 { rule(`r${i}`, `a == ${i}`); }"), @r#"puzzle p "P" { rule r1: a == 1 rule r2: a == 2 }"#);
    assert_snapshot!(say("let_(\"squares\", [1, 4, 9]);"), @r#"puzzle p "P" { let squares = {1, 4, 9} }"#);
    assert_snapshot!(say("about(\"a \\\"b\\\" {n}\");"), @r#"puzzle p "P" { about "a \"b\" {n}" }"#);
    assert_snapshot!(check("use_puzzle(\"sudoku\"); puzzle(\"p\"); extends(\"sudoku\");"), @"use sudoku puzzle p extends sudoku {}");
}

#[test]
fn arguments_are_in_the_notation() {
    let say = |calls: &str| check(&format!("{PUZZLE}\n{calls}"));
    assert_snapshot!(say("rule(\"r\", \"a ==\");"), @"puzgen::parse::syntax 2:5 [==] expected an expression, found the end of the text");
    assert_snapshot!(say("rule(\"r\", \"a == 1 rule s: b == 2\");"), @"puzgen::parse::syntax 2:10 [rule] expected an operator or the end of the text, found `rule`");
    assert_snapshot!(say("answer(\"x\", 1..3);"), @r#"puzgen::script::wrong_type 2:1 [answer] `domain` of `answer` leaves its end out: write `1..=9`, or the text "1..9""#);
    assert_snapshot!(say("answer(\"x\", #{a: 1});"), @"puzgen::script::wrong_type 2:1 [answer] `domain` of `answer` must be a text, a number, a truth or a list, found map");
    assert_snapshot!(say("about(3);"), @"puzgen::script::wrong_type 2:1 [about] `text` of `about` must be a text");
    assert_snapshot!(check("rule(\"r\", \"true\");"), @"puzgen::script::failed 1:1 [rule] `rule` before any puzzle");
    assert_snapshot!(say("extends(\"a\"); extends(\"b\");"), @"puzgen::check::duplicate 2:15 [extends] `p` extends another puzzle already");
}

#[test]
fn a_mistake_in_an_item_ends_the_script() {
    let text = "try { rule(\"r\", \"a ==\"); } catch { } rule(\"s\", \"true\");";
    assert_snapshot!(check(&format!("{PUZZLE}\n{text}")), @"puzgen::parse::syntax 2:5 [==] expected an expression, found the end of the text");
}

#[test]
fn scripts_reach_nothing_outside() {
    assert_snapshot!(check("eval(\"1\");"), @"puzgen::script::syntax 1:1 [eval] reserved keyword 'eval' is disabled");
    assert_snapshot!(check("import \"other\" as o;"), @"puzgen::script::syntax 1:1 [import] 'import' is a reserved keyword");
    assert_snapshot!(check("sleep(1);"), @"puzgen::script::failed 1:1 [sleep] function not found: sleep (i64)");
    assert_snapshot!(check("timestamp();"), @"puzgen::script::failed 1:1 [timestamp] function not found: timestamp ()");
    assert_snapshot!(check("rand();"), @"puzgen::script::failed 1:1 [rand] function not found: rand ()");
    assert_snapshot!(check("1.5"), @"puzgen::script::syntax 1:3 [5] expecting name of a property");
    assert_snapshot!(check("print(\"dropped\"); debug(1);"), @"");
}

#[test]
fn scripts_that_fail_say_where() {
    assert_snapshot!(check("let a = 1;\nlet b = a +;"), @"puzgen::script::syntax 2:12 [;] unexpected ';'");
    assert_snapshot!(check("fn f(n) { throw \"no\" }\nf(1);"), @"puzgen::script::failed 1:11 [throw + f] the script threw `no`");
    assert_snapshot!(check("9223372036854775807 + 1"), @"puzgen::script::failed 1:21 [+] addition overflow: 9223372036854775807 + 1");
    assert_snapshot!(check("1 / 0"), @"puzgen::script::failed 1:3 [/] division by zero: 1 / 0");
    assert_snapshot!(check("[1, 2][2]"), @"puzgen::script::failed 1:8 [2] array index 2 out of bounds: only 2 elements in array");
    assert_snapshot!(check("unknown(1)"), @"puzgen::script::failed 1:1 [unknown] function not found: unknown (i64)");
    assert_snapshot!(check("unknown"), @"puzgen::script::syntax 1:1 [unknown] undefined variable: unknown");
    assert_snapshot!(check("for i in 3 { }"), @"puzgen::script::syntax 1:10 [3] expecting an iterable value, not a number");
    assert_snapshot!(check("if 1 { }"), @"puzgen::script::syntax 1:4 [1] expecting a boolean expression, not a number");
}

#[test]
fn steps_are_bounded() {
    assert_snapshot!(check("let i = 0; while i < 1000 { i += 1; }"), @"");
    assert_snapshot!(check("loop { }"), @"puzgen::script::limit 1:6 [{] too many operations");
    assert_snapshot!(check("fn f() { f() } f();"), @"puzgen::script::limit 1:16 [f] stack overflow");
    // Functions of the library call other functions, whose steps count, too.
    assert_snapshot!(check("let a = []; a.pad(4096, 1); loop { a.map(|x| x); }"), @"puzgen::script::limit 1:38 [map] too many steps");
}

#[test]
fn values_are_bounded() {
    assert_snapshot!(check("\"0123456789abcdef\".repeat(1024).len();"), @"");
    assert_snapshot!(check("\"0123456789abcdef\".repeat(1025);"), @"puzgen::script::limit 1:20 [repeat] length of string too large");
    assert_snapshot!(check("let a = []; a.pad(4096, 1);"), @"");
    assert_snapshot!(check("let a = []; a.pad(4097, 1);"), @"puzgen::script::limit 1:15 [pad] size of array/BLOB too large");
    assert_snapshot!(check("let a = []; loop { a = [a]; }"), @"puzgen::script::limit 1:25 [a] nesting of arrays and maps too large");
    assert_snapshot!(check(&format!("let a = {}1{};", "(".repeat(33), ")".repeat(33))), @"puzgen::script::limit 1:24 [(] expression exceeds maximum complexity");
    assert_snapshot!(check(&format!("{}1", " ".repeat(1 << 20))), @"puzgen::script::limit 1:1 [] a script of 1048577 bytes is too large");
}

#[test]
fn texts_and_lists_have_their_functions() {
    let rule = |value: &str| {
        let found = check(&format!("{PUZZLE} rule(\"r\", `${{{value}}}`);"));
        found.replace("puzzle p \"P\" { rule r: ", "").replace(" }", "")
    };
    assert_snapshot!(rule("\"a b  c\".split().len"), @"3");
    assert_snapshot!(rule("\"r1c22\".replaced(\"c\", \"\").sub_string(1, 2)"), @"12");
    assert_snapshot!(rule("\"r1c22\".sub_string(3, 5000000000)"), @"22");
    assert_snapshot!(rule("\"12\" + \"r1c22\".sub_string(5000000000, 2)"), @"12");
    assert_snapshot!(rule("\"ä1\".index_of(\"1\")"), @"1");
    assert_snapshot!(rule("[3, 1, 2].join(\" + \")"), @"3 + 1 + 2");
    assert_snapshot!(rule("let a = [3, 1, 2]; a.sort(); a.join(\"<\")"), @"1 < 2 < 3");
    assert_snapshot!(rule("let a = [3, 1, 2]; a.sort(|x, y| y - x); a.join(\">\")"), @"3 > 2 > 1");
    assert_snapshot!(rule("[1, [2]] == [1, [2]]"), @"true");
    assert_snapshot!(rule("let a = [2, 1]; a.dedup(); a"), @"puzgen::parse::foreign_term 2:5 [,] `,` cannot stand here");
}

#[test]
fn a_call_in_a_rule_becomes_what_it_gives() {
    assert_snapshot!(expanded("fn f(x) { `${x} == 1` }", "f(a + 1) and true"), @"a + 1 == 1 and true");
    assert_snapshot!(expanded("fn f(x) { [x, 2] }", "a in f(-1)"), @"a in {-1, 2}");
    assert_snapshot!(expanded("fn f(x) { x.len }", "a == f({1, a, (2)})"), @"a == 3");
    assert_snapshot!(expanded("fn f(x) { 1..=x }", "a in f(3)"), @"a in 1..3");
    assert_snapshot!(expanded("fn f(x) { `g(${x})` } fn g(x) { x }", "f(1)"), @"g(1)");
    assert_snapshot!(expanded("fn f(x) { () }", "f(1)"), @"puzgen::script::wrong_type 1:4 [f + f(1)] what `f` gives must be a text, a number, a truth or a list, found ()");
    assert_snapshot!(expanded("fn f(x) { \"1 +\" }", "f(1)"), @"puzgen::parse::syntax 1:3 [+] expected an expression, found the end of the text");
    assert_snapshot!(expanded("fn f(x) { \"1\" }", "f(1, 2)"), @"f(1, 2)");
    assert_snapshot!(expanded("fn distinct(x) { \"1\" }", "distinct({a})"), @"distinct({a})");
    assert_snapshot!(expanded("fn f(x) { loop { } }", "f(1)"), @"puzgen::script::limit 1:21 [ + f(1)] too many operations");
}

#[test]
fn functions_look_at_a_puzzle() {
    let called = |body: &str| called(&format!("fn f(puzzle) {{ {body} }}"), &Ty::Int);
    assert_snapshot!(called("puzzle.param(\"n\")"), @"2");
    assert_snapshot!(called("puzzle.cells().len"), @"6");
    assert_snapshot!(called("let c = puzzle.cell(2, 3); c.row * 10 + c.column"), @"23");
    assert_snapshot!(called("puzzle.answer(\"x\", puzzle.cell(2, 2))"), @"3");
    assert_snapshot!(called("let n = 0; for c in puzzle.keys(\"given\") { if puzzle.shown(\"given\", c) { n += 1; } } n"), @"3");
    assert_snapshot!(called("puzzle.fact(\"big\", puzzle.cell(1, 3))"), @"3");
    assert_snapshot!(called("puzzle.fact(\"big\", puzzle.cell(1, 1))"), @"puzgen::script::wrong_type 1:4 [f] `f` must give a number here, and gave nothing");
    assert_snapshot!(called("puzzle.cell(3, 1).row"), @"puzgen::script::failed 1:23 [cell] the script threw `there is no cell 3, 1`");
    assert_snapshot!(called("puzzle.answer(\"x\")"), @"puzgen::script::failed 1:23 [answer] the script threw ``x` has an index: name the place`");
    assert_snapshot!(called("puzzle.answer(\"y\")"), @"puzgen::script::failed 1:23 [answer] the script threw `there is no such answer or clue as `y``");
    assert_snapshot!(called("puzzle.param(\"m\")"), @"puzgen::script::failed 1:23 [param] the script threw `there is no parameter or `let` `m``");
    assert_snapshot!(called("true"), @"puzgen::script::wrong_type 1:4 [f] `f` must give a number here, and gave bool");
    assert_snapshot!(called("loop { }"), @"puzgen::script::limit 1:26 [] too many operations");
}

#[test]
fn a_condition_asks_for_a_truth() {
    assert_snapshot!(called("fn f(puzzle) { puzzle.cell(1, 1) == puzzle.cells()[0] }", &Ty::Bool), @"true");
    assert_snapshot!(called("fn f(puzzle) { 1 }", &Ty::Bool), @"puzgen::script::wrong_type 1:4 [f] `f` must give a truth here, and gave i64");
}
