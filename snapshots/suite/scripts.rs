//! Scripts: what they may not do, and where what is wrong with them is shown.

use std::fs;
use std::process::Command;

use crate::case::{each, is_left_out, root};
use crate::command::{Setup, run, scratch, words};

/// The seconds of processor time that a hostile script may cost.
const SECONDS: u32 = 5;

/// The address space in KiB that it may use beyond what the program takes by itself.
const MEMORY: u64 = 256 << 10;

/// A script that must end with an error.
#[derive(Debug)]
struct Hostile {
    name: &'static str,
    text: String,
    /// The code of the error.
    code: &'static str,
    /// The line that it points to; 0 for none.
    line: usize,
}

fn hostile(name: &'static str, code: &'static str, line: usize, text: &str) -> Hostile {
    Hostile { name, text: text.to_owned(), code, line }
}

const LIMIT: &str = "puzgen::script::limit";
const SYNTAX: &str = "puzgen::script::syntax";
const FAILED: &str = "puzgen::script::failed";
const TYPE: &str = "puzgen::script::wrong_type";
const NOT_KNOWN: &str = "puzgen::check::not_known";
const PARSE: &str = "puzgen::parse::syntax";
const MISMATCH: &str = "puzgen::check::type_mismatch";

fn definitions() -> Vec<Hostile> {
    let mut all = vec![
        hostile("endless_loop", LIMIT, 2, "let i = 0;\nloop { i = 1 - i; }"),
        hostile("endless_while", LIMIT, 1, "while true {}"),
        hostile("endless_for", LIMIT, 1, "for i in 0..9223372036854775807 {}"),
        hostile("endless_do", LIMIT, 1, "do { } until false;"),
        hostile(
            "endless_step",
            LIMIT,
            1,
            "for i in range(0, 9223372036854775807, 1) { let a = i; }",
        ),
        hostile("step_of_zero", FAILED, 1, "for i in range(0, 10, 0) { } throw \"done\";"),
        hostile("recursion", LIMIT, 2, "fn f(x) { f(x + 1) }\nf(0);"),
        hostile("mutual_recursion", LIMIT, 2, "fn f(x) { g(x) } fn g(x) { f(x) }\nf(0);"),
        hostile("closure_recursion", LIMIT, 1, "let f = |f, n| f.call(f, n + 1); f.call(f, 0);"),
        hostile(
            "nested_closures",
            LIMIT,
            2,
            "let f = |x| x;\nloop { let g = f; f = |x| g.call(x); f.call(1); }",
        ),
        hostile(
            "curried",
            FAILED,
            2,
            "fn f(a, b) { a }\nlet p = Fn(\"f\"); loop { p = p.curry(1); p.call(); }",
        ),
        hostile("doubled_string", LIMIT, 2, "let s = \"x\";\nloop { s += s; }"),
        hostile("interpolated", LIMIT, 2, "let s = \"x\";\nloop { s = `${s}${s}`; }"),
        hostile("repeated", LIMIT, 1, "let s = \"abc\".repeat(9000000000000000);"),
        hostile("padded", FAILED, 1, "let s = \"abc\"; s.pad(9000000000000000, \"x\");"),
        hostile(
            "replaced",
            LIMIT,
            2,
            "let s = \"a\".repeat(16000);\nlet t = s.replaced(\"a\", s);",
        ),
        hostile(
            "replaced_nothing",
            LIMIT,
            2,
            "let s = \"a\".repeat(16000);\nlet t = s.replaced(\"\", s);",
        ),
        hostile(
            "split_everywhere",
            LIMIT,
            2,
            "let s = \"a\".repeat(16000);\nloop { let t = s.split(\"\"); }",
        ),
        hostile(
            "searched",
            LIMIT,
            2,
            "let s = \"a\".repeat(16000);\nloop { s.contains(\"aaaaaaab\"); }",
        ),
        hostile("upper_case", LIMIT, 2, "let s = \"ä\".repeat(8000);\nloop { s.to_upper(); }"),
        hostile(
            "joined",
            LIMIT,
            2,
            "let a = []; a.pad(4000, \"abcd\");\nlet s = a.join(\"1234567890\"); loop { s = a.join(s); }",
        ),
        hostile("pushed", LIMIT, 2, "let a = [];\nloop { a.push(1); }"),
        hostile("pushed_self", LIMIT, 2, "let a = [];\nloop { a.push(a); }"),
        hostile("nested_arrays", LIMIT, 2, "let a = [];\nloop { a = [a]; }"),
        hostile("nested_this", LIMIT, 2, "fn f() { loop { this = [this]; } }\nlet a = []; a.f();"),
        hostile("nested_maps", LIMIT, 2, "let a = #{};\nloop { a = #{ a: a }; }"),
        hostile("padded_array", LIMIT, 1, "let a = []; a.pad(9000000000000000, 1);"),
        hostile("copied_array", LIMIT, 2, "let a = []; a.pad(4000, \"x\");\nloop { let b = a; }"),
        hostile(
            "compared_arrays",
            LIMIT,
            2,
            "let a = []; a.pad(4000, 1); let b = a;\nloop { a == b; }",
        ),
        hostile("concatenated", LIMIT, 2, "let a = [1];\nloop { a += a; }"),
        hostile(
            "steps_in_callbacks",
            LIMIT,
            2,
            "let a = []; a.pad(4000, 1);\na.map(|x| { let n = 0; while n < 100000 { n += 1; } n });",
        ),
        hostile(
            "searched_array",
            LIMIT,
            2,
            "let a = []; a.pad(4000, 1);\nloop { a.contains(2); a.index_of(2); 2 in a; }",
        ),
        hostile(
            "compared_maps",
            LIMIT,
            2,
            "let a = #{}; for i in 0..1000 { a[`k${i}`] = i; } let b = a;\nloop { a == b; }",
        ),
        hostile("sorted_again", LIMIT, 2, "let a = []; a.pad(4000, 1);\nloop { a.sort(); }"),
        hostile(
            "bad_comparator",
            LIMIT,
            2,
            "let a = []; a.pad(4000, 1); let n = 0;\nloop { a.sort(|x, y| 1 - 2 * (x % 2)); }",
        ),
        hostile("comparator_of_words", TYPE, 1, "[3, 1, 2].sort(|a, b| \"less\");"),
        hostile("large_map", LIMIT, 2, "let m = #{}; let i = 0;\nloop { i += 1; m[`k${i}`] = i; }"),
        hostile(
            "variables",
            LIMIT,
            0,
            &(0..2000).map(|i| format!("let v{i} = {i};\n")).collect::<String>(),
        ),
        hostile(
            "functions",
            LIMIT,
            0,
            &(0..2000).map(|i| format!("fn f{i}() {{ {i} }}\n")).collect::<String>(),
        ),
        hostile("eval", SYNTAX, 2, "let a = 1;\neval(\"a = 2\");"),
        hostile("eval_by_name", SYNTAX, 1, "let f = Fn(\"eval\"); f.call(\"1\");"),
        hostile("import", SYNTAX, 1, "import \"/etc/passwd\" as p;"),
        hostile("sleep", FAILED, 1, "sleep(1000000);"),
        hostile("timestamp", FAILED, 1, "timestamp();"),
        hostile("exit", FAILED, 1, "exit(0);"),
        hostile("thrown_map", FAILED, 1, "throw #{ a: [1, 2], b: \"x\" };"),
        hostile("thrown_function", FAILED, 1, "throw |x| x;"),
        hostile("thrown_unit", FAILED, 1, "throw;"),
        hostile("overflow", FAILED, 1, "let a = 9223372036854775807; a += 1;"),
        hostile("negated", FAILED, 1, "let a = -9223372036854775807 - 1; let b = -a;"),
        hostile("divided", FAILED, 1, "let a = 1 / 0;"),
        hostile(
            "least_by_minus_one",
            FAILED,
            1,
            "let a = -9223372036854775807 - 1; let b = a % -1;",
        ),
        hostile("power", FAILED, 1, "let a = 10 ** 1000;"),
        hostile("shifted", FAILED, 1, "let a = 1 << 9223372036854775807; throw \"done\";"),
        hostile("giant_number", SYNTAX, 1, "let a = 99999999999999999999999999;"),
        hostile("array_bounds", FAILED, 1, "let a = [1]; a[9223372036854775807];"),
        hostile("negative_index", FAILED, 1, "let a = [1]; a[-9223372036854775807];"),
        hostile(
            "shared_values",
            FAILED,
            4,
            "let a = [1];\nlet f = || a.push(a);\nlet m = [a, a, #{ x: a }]; a.push(m); m[0].push(m);\nf.call(); throw \"done\";",
        ),
        hostile("constant", FAILED, 1, "const A = 1; A.push(2);"),
        hostile("shadowed", FAILED, 1, "fn puzzle(a, b) { rule(a, b) }\npuzzle(\"a\", \"b\");"),
        hostile("shadowed_variable", FAILED, 1, "let rule = 3; rule(\"a\", \"true\");"),
        hostile("swallowed", FAILED, 1, "try { rule(\"a\", \"true\") } catch { }"),
        hostile("swallowed_limit", LIMIT, 1, "loop { try { loop { } } catch { } }"),
        hostile("wrong_type", TYPE, 2, "puzzle(\"p\");\nrule(\"a\", || true);"),
        hostile("half_open_range", TYPE, 2, "puzzle(\"p\");\nparam(\"n\", 1..9, 3);"),
        hostile("no_such_function", FAILED, 2, "puzzle(\"p\");\nrule(1, 2, 3, 4);"),
        hostile(
            "injected",
            "puzgen::parse::syntax",
            2,
            "puzzle(\"p\");\nrule(\"a\", \"true rule b: true\");",
        ),
        hostile("injected_puzzle", "puzgen::parse::syntax", 1, "puzzle(\"a {} puzzle b\");"),
        hostile(
            "deep_item",
            "puzgen::parse::too_deep",
            3,
            "puzzle(\"p\");\nlet s = \"(\".repeat(8000) + \"1\" + \")\".repeat(8000);\nlet_(\"a\", s);",
        ),
        hostile(
            "many_items",
            LIMIT,
            2,
            "puzzle(\"p\");\nlet i = 0; loop { i += 1; let_(`a${i}`, 1); }",
        ),
        hostile(
            "much_text",
            LIMIT,
            3,
            "puzzle(\"p\");\nlet s = \" \".repeat(16000);\nloop { about(s); }",
        ),
        hostile("not_ended", SYNTAX, 0, "puzzle(\"p"),
        hostile("braces", LIMIT, 1, &"{".repeat(100_000)),
        hostile("parentheses", LIMIT, 1, &format!("let a = {}1", "(".repeat(100_000))),
        hostile("brackets", LIMIT, 1, &format!("let a = {}", "[".repeat(100_000))),
        hostile("minus_signs", SYNTAX, 1, &format!("let a = {}1;", "-".repeat(100_000))),
        hostile("plus_chain", LIMIT, 1, &format!("let a = 1{};", " + 1".repeat(100_000))),
        hostile("nested_comments", "puzgen::check::unknown_puzzle", 0, &"/*".repeat(100_000)),
        hostile("nested_interpolation", LIMIT, 0, &"`${".repeat(20_000)),
        hostile(
            "else_ifs",
            LIMIT,
            1,
            &format!("if false {{ }} {}", "else if false { } ".repeat(50_000)),
        ),
        hostile("huge", LIMIT, 1, &"let a = 1;\n".repeat(1 << 20)),
        hostile("huge_literal", LIMIT, 1, &format!("let a = \"{}\";", "x".repeat(1 << 19))),
    ];
    all.push(hostile("nul_bytes", SYNTAX, 1, "\0\0\0"));
    all
}

/// Runs the program with bounds on processor time and memory; returns status and standard error.
fn bounded(folder: &std::path::Path, arguments: &[&str], memory: u64) -> (Option<i32>, String) {
    let bounds = format!("ulimit -t {SECONDS}; ulimit -v {memory}; exec \"$0\" \"$@\"");
    let ran = Command::new("sh")
        .args(["-c", &bounds, env!("CARGO_BIN_EXE_puzgen")])
        .args(arguments)
        .env("COLUMNS", "80")
        .current_dir(folder)
        .output()
        .unwrap();
    (ran.status.code(), String::from_utf8_lossy(&ran.stderr).into_owned())
}

/// Returns the least address space in KiB that the program needs by itself.
fn own_memory(folder: &std::path::Path) -> u64 {
    let fits = |memory: u64| bounded(folder, &["list"], memory).0 == Some(0);
    let (mut low, mut high) = (1 << 12, 1 << 22);
    while high - low > 1 << 13 {
        let middle = (low + high) / 2;
        if fits(middle) { high = middle } else { low = middle }
    }
    high
}

#[test]
fn hostile_scripts_end_with_an_error() {
    let folder = scratch("hostile");
    let memory = own_memory(&folder) + MEMORY;
    each(
        definitions(),
        |script| script.name.to_owned(),
        |script| {
            let file = format!("{}.rhai", script.name);
            fs::write(folder.join(&file), &script.text).unwrap();
            let (status, errors) = bounded(&folder, &["check", &file], memory);
            assert_eq!(status, Some(1), "{}: {errors}", script.name);
            assert!(errors.contains(script.code), "{}: {errors}", script.name);
            let place = match script.line {
                0 => format!("{file}:"),
                line => format!("{file}:{line}:"),
            };
            assert!(errors.contains(&place), "{}: no {place} in {errors}", script.name);
        },
    );
}

/// Functions that a puzzle calls as `f`: the item that calls them, and the function.
fn functions() -> Vec<(&'static str, Hostile)> {
    let keep = "remove given { keep f() }";
    let weight = "remove given { choose weight f(c) }";
    let feature = "feature value = f()";
    let sample = "sample f()";
    let show = "show script f";
    let says = "rule says: f(x)";
    let many = "rule says(c in cells): f(x[c]) and f(1) and f(2) and f(3) and f(4)";
    let nested = "rule says: f(f(f(f(f(f(f(f(f(f(f(f(f(x)))))))))))))";
    vec![
        (says, hostile("said_map", TYPE, 1, "fn f(a) { #{ a: a } }")),
        (says, hostile("said_nothing", TYPE, 1, "fn f(a) { }")),
        (says, hostile("said_function", TYPE, 1, "fn f(a) { |x| x }")),
        (says, hostile("said_half_open_range", TYPE, 1, "fn f(a) { 1..3 }")),
        (says, hostile("said_without_end", LIMIT, 1, "fn f(a) { loop { } }")),
        (says, hostile("said_by_itself", LIMIT, 1, "fn f(a) { f(a) }")),
        (says, hostile("said_an_item", FAILED, 1, "fn f(a) { rule(\"a\", \"true\"); 1 }")),
        (says, hostile("said_two", PARSE, 1, "fn f(a) { \"true rule b: false\" }")),
        (says, hostile("said_open", PARSE, 1, "fn f(a) { \"(\" }")),
        (says, hostile("said_empty", PARSE, 1, "fn f(a) { \"\" }")),
        (says, hostile("said_call", NOT_KNOWN, 1, "fn f(a) { \"f(x)\" }")),
        (says, hostile("said_list", MISMATCH, 0, "fn f(a) { [1, 2] }")),
        (
            says,
            hostile(
                "said_deeply",
                "puzgen::parse::too_deep",
                1,
                "fn f(a) { \"(\".repeat(8000) + \"1\" + \")\".repeat(8000) }",
            ),
        ),
        (
            many,
            hostile(
                "said_with_all_steps",
                LIMIT,
                1,
                "fn f(a) { let n = 0; while n < 100000 { n += 1; } true }",
            ),
        ),
        (nested, hostile("said_ever_longer", LIMIT, 1, "fn f(a) { `max(${a}, ${a})` }")),
        (show, hostile("drawn_nothing", TYPE, 1, "fn f(puzzle, solution) { }")),
        (show, hostile("drawn_numbers", TYPE, 1, "fn f(puzzle, solution) { [1, 2] }")),
        (show, hostile("drawn_without_end", LIMIT, 1, "fn f(puzzle, solution) { loop { } }")),
        (
            show,
            hostile(
                "drawn_too_much",
                LIMIT,
                2,
                "fn f(puzzle, solution) { let a = []; let c = puzzle.cell(1, 1);\nloop { a.push(circle(c)); } }",
            ),
        ),
        (
            show,
            hostile(
                "drawn_text_too_long",
                TYPE,
                1,
                "fn f(puzzle, solution) { [text(puzzle.cell(1, 1), \"x\".repeat(65))] }",
            ),
        ),
        (
            show,
            hostile(
                "drawn_lines_of_text",
                TYPE,
                1,
                "fn f(puzzle, solution) { [small_text(puzzle.cell(1, 1), \"a\\nb\")] }",
            ),
        ),
        (show, hostile("drawn_on_nothing", FAILED, 1, "fn f(puzzle, solution) { [shade(3)] }")),
        (
            show,
            hostile(
                "drawn_before_the_solution",
                NOT_KNOWN,
                0,
                "fn f(puzzle, solution) { [text(puzzle.cell(1, 1), puzzle.answer(\"x\", puzzle.cell(1, 1)))] }",
            ),
        ),
        (keep, hostile("keep_of_number", TYPE, 1, "fn f(puzzle) { 1 }")),
        (keep, hostile("keep_of_nothing", TYPE, 1, "fn f(puzzle) { }")),
        (keep, hostile("keep_without_end", LIMIT, 1, "fn f(puzzle) { loop { } }")),
        (keep, hostile("keep_of_text", TYPE, 1, "fn f(puzzle) { \"true\" }")),
        (weight, hostile("weight_of_truth", TYPE, 1, "fn f(puzzle, c) { true }")),
        (weight, hostile("weight_of_place", TYPE, 1, "fn f(puzzle, c) { c }")),
        (weight, hostile("changed_place", FAILED, 1, "fn f(puzzle, c) { c.row = 3; 1 }")),
        (weight, hostile("no_such_cell", FAILED, 1, "fn f(puzzle, c) { puzzle.cell(0, 9); 1 }")),
        (
            weight,
            hostile(
                "cell_of_least_number",
                FAILED,
                1,
                "fn f(puzzle, c) { puzzle.cell(-9223372036854775807 - 1, 1); 1 }",
            ),
        ),
        (feature, hostile("feature_of_array", TYPE, 1, "fn f(puzzle) { [1, 2] }")),
        (feature, hostile("unknown_clue", FAILED, 1, "fn f(puzzle) { puzzle.shown(\"none\", 1) }")),
        (
            feature,
            hostile(
                "index_of_other_type",
                FAILED,
                1,
                "fn f(puzzle) { puzzle.fact(\"given\", \"x\") }",
            ),
        ),
        (feature, hostile("index_left_out", FAILED, 1, "fn f(puzzle) { puzzle.answer(\"x\") }")),
        (feature, hostile("says_an_item", FAILED, 1, "fn f(puzzle) { rule(\"a\", \"true\"); 1 }")),
        (
            feature,
            hostile("remembered", SYNTAX, 2, "let count = 0;\nfn f(puzzle) { count += 1; count }"),
        ),
        (feature, hostile("thrown_puzzle", FAILED, 1, "fn f(puzzle) { throw puzzle; }")),
        (
            feature,
            hostile("overflow_in_feature", FAILED, 1, "fn f(puzzle) { 9223372036854775807 + 1 }"),
        ),
        (feature, hostile("endless_recursion", LIMIT, 1, "fn f(puzzle) { f(puzzle) }")),
        (
            feature,
            hostile(
                "nested_this_on_a_thread",
                LIMIT,
                1,
                "fn g() { loop { this = [this]; } } fn f(puzzle) { let a = []; a.g(); 1 }",
            ),
        ),
        (
            feature,
            Hostile {
                name: "deep_calls_on_a_thread",
                text: format!(
                    "fn f(puzzle) {{ {}f(puzzle){} }}",
                    "(1 + ".repeat(14),
                    ")".repeat(14)
                ),
                code: LIMIT,
                line: 1,
            },
        ),
        (feature, hostile("unread", SYNTAX, 1, "fn f(puzzle) { ")),
        (sample, hostile("no_number_below_zero", FAILED, 1, "fn f(puzzle, rng) { rng.below(0) }")),
        (sample, hostile("picked_of_nothing", FAILED, 1, "fn f(puzzle, rng) { rng.pick([]) }")),
        (sample, hostile("board_of_text", TYPE, 1, "fn f(puzzle, rng) { \"1 2 3\" }")),
        (sample, hostile("board_of_rng", TYPE, 1, "fn f(puzzle, rng) { rng }")),
        (sample, hostile("short_board", TYPE, 1, "fn f(puzzle, rng) { [1] }")),
        (
            sample,
            hostile(
                "values_outside",
                TYPE,
                1,
                "fn f(puzzle, rng) { let a = []; a.pad(9, 100); a }",
            ),
        ),
        (
            sample,
            hostile("random_without_end", LIMIT, 1, "fn f(puzzle, rng) { loop { rng.below(9); } }"),
        ),
        (
            sample,
            hostile(
                "answer_not_drawn",
                NOT_KNOWN,
                0,
                "fn f(puzzle, rng) { puzzle.answer(\"x\", puzzle.cell(1, 1)) }",
            ),
        ),
    ]
}

#[test]
fn hostile_functions_end_with_an_error() {
    let folder = scratch("hostile_functions");
    let memory = own_memory(&folder) + MEMORY;
    each(
        functions(),
        |(_, script)| script.name.to_owned(),
        |(item, script)| {
            let file = format!("{}.rhai", script.name);
            fs::write(folder.join(&file), &script.text).unwrap();
            let puzzle = format!(
                "puzzle p {{
                  board grid(3, 3)
                  answer x[cells]: 1..3
                  rule row(r in rows): distinct(x[r])
                  clue given[c in cells] = x[c]
                  script \"{file}\"
                  {item}
                }}"
            );
            fs::write(folder.join("p.pz"), puzzle).unwrap();
            let line = ["run", "p.pz", "--seed", "1", "--format", "drawing"];
            let (status, errors) = bounded(&folder, &line, memory);
            assert_eq!(status, Some(2), "{}: {errors}", script.name);
            assert!(errors.contains(script.code), "{}: {errors}", script.name);
            let place = if script.line == 0 {
                "p.pz".to_owned()
            } else {
                format!("{file}:{}:", script.line)
            };
            assert!(errors.contains(&place), "{}: no {place} in {errors}", script.name);
        },
    );
}

/// A script that draws boards, weighs squares and tests puzzles changes nothing about what a seed
/// means: the bytes are those of any engine and any number of threads.
#[test]
fn scripted_puzzles_are_the_same_with_any_engine_and_threads() {
    let folder = scratch("scripted");
    for name in ["lone.rhai", "lone_givens.pz", "cyclic.rhai", "shuffled_square.pz"] {
        fs::copy(root().join("examples").join(name), folder.join(name)).unwrap();
    }
    for file in ["lone_givens.pz", "shuffled_square.pz"] {
        let made = |more: &str| {
            let line =
                format!("run {file} --set n=4 --seed 7 --count 6 --quiet --format json {more}");
            let ran = run(&folder, &words(&line), &Setup::default());
            assert!(ran.status.success(), "{file} {more}: {}", ran.stderr);
            ran.stdout
        };
        let expected = made("--jobs 1");
        let others = ["--jobs 3", "--engine search", "--engine sat", "--engine z3"];
        for more in others.into_iter().filter(|more| !is_left_out(more)) {
            assert_eq!(made(more), expected, "{file} {more}");
        }
    }
}

#[test]
fn a_script_that_is_no_text_is_refused() {
    let folder = scratch("no_text");
    fs::write(folder.join("a.rhai"), [b'/', b'/', 0xff, 0xfe, b'\n']).unwrap();
    let (status, errors) = bounded(&folder, &["check", "a.rhai"], 1 << 22);
    assert_eq!(status, Some(1), "{errors}");
    assert!(errors.contains("puzgen::parse::not_text"), "{errors}");
}
