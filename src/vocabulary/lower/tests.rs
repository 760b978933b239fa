//! Small definitions and the flat constraints that they become, one a line; or why they become none.

use insta::assert_snapshot;
use puzgen_base::diagnostics::Diagnostics;
use puzgen_base::source::Sources;
use puzgen_check::{load::load, reach::no_files};
use puzgen_model::instance::Instance;

use super::{Purpose, lower};

/// Returns the flat constraints of a definition with these items.
fn check(purpose: Purpose, items: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("case.pz", format!("puzzle p {{ {items} }}"));
    let found = (|| {
        let loaded = load(file, &mut sources, &mut no_files)?;
        let definition = loaded.check(&loaded.own[0], &sources)?.definition;
        let instance = Instance::new(&definition, &[])?;
        lower(&instance, purpose).map(|lowered| lowered.csp.to_string())
    })();
    let problem = |problems: Diagnostics| {
        let problems = problems.sorted();
        let place = |label: &puzgen_base::diagnostics::Label| sources.slice(label.span).to_owned();
        let place = problems[0].labels().first().map(place).unwrap_or_default();
        format!("{} [{place}] {}", problems[0].code().as_str(), problems[0].message())
    };
    found.unwrap_or_else(problem).trim_end().to_owned()
}

/// Returns what a rule about the answers `a` and `b` from 1 to 3 and the truth `t` becomes.
fn rule(condition: &str) -> String {
    let text =
        check(Purpose::Solve, &format!("answer a, b: 1..3 answer t: bool rule r: {condition}"));
    match text.split_once("answers a, b, t") {
        Some((head, rest)) => {
            let own = head
                .lines()
                .filter(|line| !["var a: 1..3", "var b: 1..3", "var t: 0..1"].contains(line));
            own.chain(rest.lines())
                .collect::<Vec<_>>()
                .join("\n")
                .trim_start()
                .replace("  -- rule 0 case 0", "")
        }
        None => text,
    }
}

#[test]
fn answers_become_variables_in_the_order_of_their_index() {
    assert_snapshot!(check(Purpose::Solve, "board grid(2, 3) answer x[c in cells]: 1..c.row + 1"), @"
    var x[r1c1]: 1..2
    var x[r1c2]: 1..2
    var x[r1c3]: 1..2
    var x[r2c1]: 1..3
    var x[r2c2]: 1..3
    var x[r2c3]: 1..3
    answers x[r1c1], x[r1c2], x[r1c3], x[r2c1], x[r2c2], x[r2c3]
    ");
    assert_snapshot!(check(Purpose::Solve, "answer y[i in 1..2, j in 3..4]: {1, 5} aux f: 0..1"), @"
    var y[1, 3]: {1, 5}
    var y[1, 4]: {1, 5}
    var y[2, 3]: {1, 5}
    var y[2, 4]: {1, 5}
    var f: 0..1
    answers y[1, 3], y[1, 4], y[2, 3], y[2, 4]
    ");
}

#[test]
fn each_case_of_a_rule_is_a_statement() {
    let items = "board grid(2, 3) answer x[cells]: 1..3 rule row(r in rows): distinct(x[r])";
    assert_snapshot!(check(Purpose::Solve, items), @"
    var x[r1c1]: 1..3
    var x[r1c2]: 1..3
    var x[r1c3]: 1..3
    var x[r2c1]: 1..3
    var x[r2c2]: 1..3
    var x[r2c3]: 1..3
    answers x[r1c1], x[r1c2], x[r1c3], x[r2c1], x[r2c2], x[r2c3]
    distinct(x[r1c1], x[r1c2], x[r1c3])  -- rule 0 case 0
    distinct(x[r2c1], x[r2c2], x[r2c3])  -- rule 0 case 1
    ");
    let none = "answer a: 1..2 rule r(i in 1..3 where i > 3): a == i";
    assert_snapshot!(check(Purpose::Solve, none), @"
    var a: 1..2
    answers a
    ");
}

#[test]
fn what_is_known_is_evaluated() {
    assert_snapshot!(rule("1 + 2 * 3 == 7"), @"");
    assert_snapshot!(rule("a + 1 == 2 + 1"), @"sum(a, 1) == 3");
    assert_snapshot!(rule("a == 4"), @"a is 4");
    assert_snapshot!(rule("1 == 2"), @"false");
    assert_snapshot!(rule("1 == 1 or a == b"), @"");
    assert_snapshot!(rule("if 1 == 2 then a == b else t"), @"t is 1");
}

#[test]
fn operators_keep_their_meaning() {
    assert_snapshot!(rule("1 <= a < b"), @"
    1 <= a
    a < b
    ");
    assert_snapshot!(rule("a < 2 implies b == 1"), @"any(a >= 2, b is 1)");
    assert_snapshot!(rule("t implies a == 1"), @"any(t is not 1, a is 1)");
    assert_snapshot!(rule("t iff a in {1, 3}"), @"(t is 1) <=> any(a is 1, a is 3)");
    assert_snapshot!(rule("not (t and a != b)"), @"not all(t is 1, a != b)");
    assert_snapshot!(rule("if t then a == 1 else b == 1"), @"
    any(t is not 1, a is 1)
    any(t is 1, b is 1)
    ");
    assert_snapshot!(rule("(if t then a else b) == 2"), @"if(t is 1, a, b) == 2");
    assert_snapshot!(rule("-a + 2 * b == 3"), @"sum(-1*a, 2*b, 0) == 3");
    assert_snapshot!(rule("a * b == 6"), @"product(a, b) == 6");
    assert_snapshot!(rule("a div 2 == b mod 2"), @"div(a, 2) == mod(b, 2)");
    assert_snapshot!(rule("(a, b) in {(1, 2), (3, 3)}"), @"
    var aux 3: 0..1

    aux 3 is 1
    read(a, b; 5 states; 0: aux 3)  -- introduced: what is read off a list
    ");
}

#[test]
fn functions_become_their_flat_forms() {
    assert_snapshot!(rule("distinct({a, b, 3})"), @"distinct(a, b, 3)");
    assert_snapshot!(rule("sum({a, b}) == 4"), @"sum(a, b, 0) == 4");
    assert_snapshot!(rule("count(v == 2 for v in {a, b}) == 1"), @"sum([a is 2], [b is 2], 0) == 1");
    assert_snapshot!(rule("max({a, b}) == 3"), @"max(a, b) == 3");
    assert_snapshot!(rule("abs(a - b) == 1"), @"abs(sum(a, -1*b, 0)) == 1");
    assert_snapshot!(rule("forall(v > 1 for v in {a, b})"), @"
    a > 1
    b > 1
    ");
    assert_snapshot!(rule("exists(v > 1 for v in {a, b})"), @"any(a > 1, b > 1)");
    assert_snapshot!(rule("increasing({a, b})"), @"a <= b");
}

#[test]
fn a_value_that_is_not_there_makes_a_comparison_false() {
    assert_snapshot!(rule("a div (b - 1) == 1"), @"div(a, sum(b, -1)) == 1");
    assert_snapshot!(rule("1 div 0 == 1"), @"false");
    assert_snapshot!(rule("not (1 div 0 == 1)"), @"");
    assert_snapshot!(check(Purpose::Solve, "answer x[i in 1..2]: 1..3 rule r: x[x[1]] == 2"), @"
    var x[1]: 1..3
    var x[2]: 1..3
    answers x[1], x[2]
    if(x[1] is 1, x[1], if(x[1] is 2, x[2], div(0, 0))) == 2  -- rule 0 case 0
    ");
}

#[test]
fn clues_are_variables_with_their_values() {
    let clue = |clue: &str| check(Purpose::Solve, &format!("answer a, b: 1..2 clue {clue}"));
    assert_snapshot!(clue("c = a"), @"
    var a: 1..2
    var b: 1..2
    answers a, b
    ");
    assert_snapshot!(clue("c = a < b"), @"
    var a: 1..2
    var b: 1..2
    var c: 0..1
    answers a, b
    (c is 1) <=> (a < b)  -- introduced: a clue's value
    ");
    assert_snapshot!(clue("c = a if a > 1"), @"
    var a: 1..2
    var b: 1..2
    var c: 0..2
    answers a, b
    c == if(a > 1, a, 0)  -- introduced: a clue's value
    ");
    assert_snapshot!(clue("c[v in {a, b}] = v"), @"
    var a: 1..2
    var b: 1..2
    answers a, b
    ");
    assert_snapshot!(clue("c = a rule r: shown(c) implies b == 1"), @"
    var a: 1..2
    var b: 1..2
    var c shown: 0..1
    answers a, b
    any(c shown is not 1, b is 1)  -- rule 0 case 0
    ");
}

#[test]
fn purposes_differ_in_what_holds() {
    let items = "answer a, b: 1..2 rule r: a < b implied rule s: a == 1 clue c = a sample solver where b == 2";
    assert_snapshot!(check(Purpose::Solve, items), @"
    var a: 1..2
    var b: 1..2
    answers a, b
    a < b  -- rule 0 case 0
    a is 1  -- rule 1 case 0
    ");
    assert_snapshot!(check(Purpose::Draw, items), @"
    var a: 1..2
    var b: 1..2
    answers a, b
    a < b  -- rule 0 case 0
    a is 1  -- rule 1 case 0
    b is 2  -- introduced: what drawn boards fulfil
    ");
    assert_snapshot!(check(Purpose::Explain, items), @"
    var a: 1..2
    var b: 1..2
    var r 0: 0..1
    var s 0: 0..1
    answers a, b
    guard r 0  -- rule 0 case 0
    guard s 0  -- rule 1 case 0
    any(r 0 is not 1, a < b)  -- rule 0 case 0
    any(s 0 is not 1, a is 1)  -- rule 1 case 0
    ");
    assert_snapshot!(check(Purpose::Reify, items), @"
    var a: 1..2
    var b: 1..2
    var r 0: 0..1
    var s 0: 0..1
    answers a, b
    guard r 0  -- rule 0 case 0
    guard s 0  -- rule 1 case 0
    (r 0 is 1) <=> (a < b)  -- rule 0 case 0
    (s 0 is 1) <=> (a is 1)  -- rule 1 case 0
    ");
    assert_snapshot!(check(Purpose::Rules, items), @"
    var a: 1..2
    var b: 1..2
    answers a, b
    a < b  -- rule 0 case 0
    a is 1  -- rule 1 case 0
    ");
    assert_snapshot!(check(Purpose::Implied, items), @"
    var a: 1..2
    var b: 1..2
    var s 0: 0..1
    answers a, b
    guard s 0  -- rule 1 case 0
    a < b  -- rule 0 case 0
    (s 0 is 1) <=> (a is 1)  -- rule 1 case 0
    ");
}

#[test]
fn groups_and_graphs_become_global_statements() {
    let groups = "board grid(1, 2) answer x[cells]: 1..2 aux g = components(cells where equal x)";
    assert_snapshot!(check(Purpose::Solve, &format!("{groups} rule r(c in cells): g.size[c] == x[c]")), @"
    var x[r1c1]: 1..2
    var x[r1c2]: 1..2
    answers x[r1c1], x[r1c2]
    components(x[r1c1] size x[r1c1], x[r1c2] size x[r1c2]; 0-1)  -- introduced: the groups of joined neighbours
    ");
    assert_snapshot!(check(Purpose::Solve, &format!("{groups} rule r: g.count == 1")), @"
    var x[r1c1]: 1..2
    var x[r1c2]: 1..2
    var g.first[r1c1]: 0..1
    var g.first[r1c2]: 0..1
    answers x[r1c1], x[r1c2]
    sum([g.first[r1c1] is 1], [g.first[r1c2] is 1], 0) == 1  -- rule 0 case 0
    components(x[r1c1] first g.first[r1c1], x[r1c2] first g.first[r1c2]; 0-1)  -- introduced: the groups of joined neighbours
    ");
    assert_snapshot!(check(Purpose::Solve, groups), @"
    var x[r1c1]: 1..2
    var x[r1c2]: 1..2
    answers x[r1c1], x[r1c2]
    ");
    let edges = "board grid(1, 2) answer line[edges]: bool rule loop: single_loop(line)";
    assert_snapshot!(check(Purpose::Solve, edges), @"
    var line[edge h1,1]: 0..1
    var line[edge h1,2]: 0..1
    var line[edge h2,1]: 0..1
    var line[edge h2,2]: 0..1
    var line[edge v1,1]: 0..1
    var line[edge v1,2]: 0..1
    var line[edge v1,3]: 0..1
    answers line[edge h1,1], line[edge h1,2], line[edge h2,1], line[edge h2,2], line[edge v1,1], line[edge v1,2], line[edge v1,3]
    sum([line[edge h1,1] is 1], [line[edge v1,1] is 1], 0) != 1  -- rule 0 case 0
    sum([line[edge h1,1] is 1], [line[edge h1,2] is 1], [line[edge v1,2] is 1], 0) != 1  -- rule 0 case 0
    sum([line[edge h1,2] is 1], [line[edge v1,3] is 1], 0) != 1  -- rule 0 case 0
    sum([line[edge h2,1] is 1], [line[edge v1,1] is 1], 0) != 1  -- rule 0 case 0
    sum([line[edge h2,1] is 1], [line[edge h2,2] is 1], [line[edge v1,2] is 1], 0) != 1  -- rule 0 case 0
    sum([line[edge h2,2] is 1], [line[edge v1,3] is 1], 0) != 1  -- rule 0 case 0
    sum([line[edge h1,1] is 1], [line[edge h1,2] is 1], [line[edge v1,2] is 1], 0) <= 2  -- rule 0 case 0
    sum([line[edge h2,1] is 1], [line[edge h2,2] is 1], [line[edge v1,2] is 1], 0) <= 2  -- rule 0 case 0
    any(line[edge h1,1] is 1, line[edge h1,2] is 1, line[edge h2,1] is 1, line[edge h2,2] is 1, line[edge v1,1] is 1, line[edge v1,2] is 1, line[edge v1,3] is 1)  -- rule 0 case 0
    cycle(0, 1, 2, 3, 4, 5; 0-1 if line[edge h1,1] is 1, 1-2 if line[edge h1,2] is 1, 3-4 if line[edge h2,1] is 1, 4-5 if line[edge h2,2] is 1, 0-3 if line[edge v1,1] is 1, 1-4 if line[edge v1,2] is 1, 2-5 if line[edge v1,3] is 1)  -- rule 0 case 0
    ");
    let cells = "board grid(2, 3) answer s[cells]: bool rule one: connected(s)";
    assert_snapshot!(check(Purpose::Solve, cells), @"
    var s[r1c1]: 0..1
    var s[r1c2]: 0..1
    var s[r1c3]: 0..1
    var s[r2c1]: 0..1
    var s[r2c2]: 0..1
    var s[r2c3]: 0..1
    answers s[r1c1], s[r1c2], s[r1c3], s[r2c1], s[r2c2], s[r2c3]
    connected(0 if s[r1c1] is 1, 1 if s[r1c2] is 1, 2 if s[r1c3] is 1, 3 if s[r2c1] is 1, 4 if s[r2c2] is 1, 5 if s[r2c3] is 1; 0-1, 0-3, 1-2, 1-4, 2-5, 3-4, 4-5)  -- rule 0 case 0
    ");
}

#[test]
fn mistakes_that_unrolling_finds_have_their_place() {
    let board = "board grid(2, 3) answer x[c in cells where c.row == 1]: 1..3";
    assert_snapshot!(check(Purpose::Solve, &format!("{board} rule r(c in cells): x[c] == 1")), @"puzgen::check::bad_index [x[c]] `x` has no element r2c1");
    assert_snapshot!(check(Purpose::Solve, &format!("{board} rule r: x[cell(1, 4)] == 1")), @"puzgen::check::bad_index [cell(1, 4)] r1c4 is not on a board of 2×3");
    assert_snapshot!(rule("max([v for v in {a} where 1 == 2]) == 1"), @"puzgen::check::bad_arithmetic [max([v for v in {a} where 1 == 2])] an empty list has no smallest or largest element");
    let large = "answer x[i in 1..1000]: 0..1 rule r(i in 1..1000, j in 1..1000, k in 1..1000): x[i] == x[j]";
    assert_snapshot!(check(Purpose::Solve, large), @"puzgen::check::too_large [i in 1..1000, j in 1..1000, k in 1..1000] 1000000000 combinations, and at most 10000000 are allowed");
}
