//! Trees as text: each item as it is printed, which parses to the same print.

use insta::assert_snapshot;
use puzgen_base::source::Sources;

use crate::parse;

/// Returns the items of a text as the tree prints them, or the first problem.
fn check(items: &str) -> String {
    let printed = |text: &str| {
        let mut sources = Sources::new();
        let file = sources.add("case.pz", text);
        parse(file, &sources).map(|tree| tree.to_string()).map_err(|problems| {
            let problem = problems.sorted().remove(0);
            format!("{} {}", problem.code().as_str(), problem.message())
        })
    };
    match printed(&format!("puzzle p {{ {items} }}")) {
        Ok(once) => {
            assert_eq!(printed(&once).as_deref(), Ok(once.as_str()), "printed again");
            let body =
                once.strip_prefix("puzzle p {\n").and_then(|text| text.strip_suffix("\n}\n"));
            body.map_or(once.clone(), |body| body.replace("\n  ", "\n").trim_start().to_owned())
        }
        Err(problem) => problem,
    }
}

#[test]
fn declarations_print_their_parts() {
    assert_snapshot!(check("param n: 2..9 = 4 param s: {a, b} = a param t: bool = true let m = n * 2"), @"
    param n: 2..9 = 4
    param s: {a, b} = a
    param t: bool = true
    let m = n * 2
    ");
    assert_snapshot!(check("board grid(2, 3)[c in cells where c.row > 1]"), @"board grid(2, 3)[c in cells where c.row > 1]");
    assert_snapshot!(check("board graph(\"g.yaml\") board programs(\"p.py\") board hexagon(3)"), @r#"
    board graph("g.yaml")
    board programs("p.py")
    board hexagon(3)
    "#);
    assert_snapshot!(check("layout k = rooms(cells, 1..3, 2) layout w[cells]: bool"), @"
    layout k = rooms(cells, 1..3, 2)
    layout w[cells]: bool
    ");
    assert_snapshot!(check("answer x[cells]: 1..n answer a, b: {2, 3} answer y[i in 1..2, (j)]: bool"), @"
    answer x[cells]: 1..n
    answer a, b: {2, 3}
    answer y[i in 1..2, j]: bool
    ");
}

#[test]
fn helpers_print_their_parts() {
    assert_snapshot!(check("aux t[r in rows] = sum(x[r]) aux f[cells]: 0..1"), @"
    aux t[r in rows] = sum(x[r])
    aux f[cells]: 0..1
    ");
    assert_snapshot!(check("aux g = components(cells where equal x) aux h = components(cells split by b) aux i = components(vertices joined by l)"), @"
    aux g = components(cells where equal x)
    aux h = components(cells split by b)
    aux i = components(vertices joined by l)
    ");
}

#[test]
fn rules_and_clues_print_their_parts() {
    assert_snapshot!(check("rule a: true implied rule b(r in rows, c in r where c != d) \"{r}\": false"), @r#"
    rule a: true
    implied rule b(r in rows, c in r where c != d) "{r}": false
    "#);
    assert_snapshot!(check("working w(c in cells) \"it is {x[c]}\": a implies x[c] == 1"), @r#"working w(c in cells) "it is {x[c]}": a implies x[c] == 1"#);
    assert_snapshot!(check("clue a = x fixed clue b[a, b in adjacent] = x[a] < x[b] if a != b"), @"
    clue a = x
    fixed clue b[a, b in adjacent] = x[a] < x[b] if a != b
    ");
}

#[test]
fn removal_prints_its_lines() {
    assert_snapshot!(check("remove a, b { by rows or columns, then value(orbits(half_turn)), then cell when n > 2; choose weight f(c) choose guided when n > 3 keep shown_in(g) >= 1 for g in rows accept minimal until empties >= 3 when n > 1 effort 10 when n > 9 }"), @"
    remove a, b {
      by rows or columns, then value(orbits(half_turn)), then cell when n > 2
      choose weight f(c)
      choose guided when n > 3
      keep shown_in(g) >= 1 for g in rows
      accept minimal
      until empties >= 3 when n > 1
      effort 10 when n > 9
    }
    ");
    assert_snapshot!(check("remove a"), @"remove a");
    assert_snapshot!(check("sample grow(x) where count(x) > 2 sample solver when n < 3 sample f()"), @"
    sample grow(x) where count(x) > 2
    sample solver when n < 3
    sample f()
    ");
}

#[test]
fn transforms_print_what_becomes_what() {
    assert_snapshot!(check("transform permute bands, stacks, rows in band of blocks(2, 3) when n > 2"), @"transform permute bands, stacks, rows in band of blocks(2, 3) when n > 2");
    assert_snapshot!(check("transform rotate with h = w, w = h transform relabel x"), @"
    transform rotate with h = w, w = h
    transform relabel x
    ");
    assert_snapshot!(check("transform t(c in cells, v in 1..3): x[c] == v becomes x[c] == 4 - v, a becomes b"), @"transform t(c in cells, v in 1..3): x[c] == v becomes x[c] == 4 - v, a becomes b");
}

#[test]
fn measures_print_their_parts() {
    assert_snapshot!(check("feature a, b = 1, c[r in rows] = shown_in(r) features s = a, b"), @"
    feature a, b = 1, c[r in rows] = shown_in(r)
    features s = a, b
    ");
    assert_snapshot!(check("levels a < b { a when x < 1; b otherwise } levels c < d by model(\"m.yaml\")"), @r#"
    levels a < b {
      a when x < 1
      b otherwise
    }
    levels c < d by model("m.yaml")
    "#);
    assert_snapshot!(check("script \"f.rhai\""), @r#"script "f.rhai""#);
}

#[test]
fn what_is_shown_prints_its_parts() {
    assert_snapshot!(check("show symbols x, y \"a…\" vertical \"b…\" show label x \"{x}\" show sentence c \"a\" otherwise \"b\""), @r#"
    show symbols x, y "a…" vertical "b…"
    show label x "{x}"
    show sentence c "a" otherwise "b"
    "#);
    assert_snapshot!(check("show { thick blocks(1, 3) circles c lines l hidden h top t text \"${a}$\" } show script draw"), @r#"
    show {
      thick blocks(1, 3)
      circles c
      lines l
      hidden h
      top t
      text "${a}$"
    }
    show script draw
    "#);
    assert_snapshot!(check("show point c = at(0, 1) show figure segment(a, b) \"x\""), @r#"
    show point c = at(0, 1)
    show figure segment(a, b) "x"
    "#);
    assert_snapshot!(check("export puzzlink \"x\" size(2, 3) when n > 2: numbers(a), seen(b[up])"), @r#"export puzzlink "x" size(2, 3) when n > 2: numbers(a), seen(b[up])"#);
    assert_snapshot!(check("translation de \"T\" { about \"a\" rule r \"b\" name x \"c\" otherwise \"d\" sentence s \"e\" }"), @r#"
    translation de "T" {
      about "a"
      rule r "b"
      name x "c" otherwise "d"
      sentence s "e"
    }
    "#);
}

#[test]
fn examples_print_their_lines() {
    assert_snapshot!(check("example \"e\" { set n = 2 given \"1 2\" x \"1\" answer \"2\" solutions 2 breaks a, b }"), @r#"
    example "e" {
      set n = 2
      given "1 2"
      x "1"
      answer "2"
      solutions 2
      breaks a, b
    }
    "#);
    assert_snapshot!(check("without rule a, b without levels"), @"
    without rule a, b
    without levels
    ");
}

#[test]
fn texts_keep_their_signs() {
    assert_snapshot!(check(r#"about "a \"b\" \\ \n c""#), @r#"about "a \"b\" \\ \n c""#);
    assert_snapshot!(check("about \"\"\" a \"b\" \\ c \"\"\""), @r#"about """ a "b" \ c """"#);
}

#[test]
fn expressions_print_the_parentheses_that_they_need() {
    let expr = |text: &str| check(&format!("rule r: {text}")).replace("rule r: ", "");
    assert_snapshot!(expr("((a)) and ((b or c))"), @"a and (b or c)");
    assert_snapshot!(expr("(a + b) - (c - d)"), @"(a + b) - (c - d)");
    assert_snapshot!(expr("-(a + b) * (c div (d mod e)) / f"), @"-(a + b) * (c div (d mod e)) / f");
    assert_snapshot!(expr("(1..3)[2] in (1)..(3)"), @"(1..3)[2] in 1..3");
    assert_snapshot!(expr("(a <= (b < c)) or d not in {(1, 2), (true, \"x\")}"), @r#"a <= (b < c) or d not in {(1, 2), (true, "x")}"#);
    assert_snapshot!(expr("(if a then b else c).row == [x for x in y where z]"), @"(if a then b else c).row == [x for x in y where z]");
    assert_snapshot!(expr("(a implies b) implies (c iff (d iff e))"), @"(a implies b) implies (c iff (d iff e))");
    assert_snapshot!(expr("sum(x[c] for c in r, d in (e in f)) == f()"), @"sum(x[c] for c in r, d in e in f) == f()");
}
