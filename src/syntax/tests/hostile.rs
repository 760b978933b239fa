//! Texts that are deep, large or broken: no panic, no long wait, no overflow.

use super::{FILLOMINO, SUDOKU, assert_round_trip, expr, try_parse};
use puzgen_base::diagnostics::Code;

/// Returns the code of the problem in a rule, if there is one.
fn rule_code(body: &str) -> Option<Code> {
    try_parse(&format!("puzzle p {{ rule r: {body} }}")).err().map(|problem| problem.code())
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
    let mixed = |times: usize| {
        format!(
            "{}x{}",
            "f(if {-x[".repeat(times),
            "]} == 1 then {1} else 2 for a in b)".repeat(times)
        )
    };
    assert_eq!(rule_code(&mixed(9)), None);
    assert_eq!(rule_code(&mixed(20)), Some(Code::TooDeep));
    let many_rules = format!(
        "puzzle p {{ {} }}",
        "rule r: a implies -b[1] if_x".replace(" if_x", " ").repeat(500)
    );
    assert!(try_parse(&many_rules).is_ok());
}

/// A small generator of numbers, so that a failing seed says all.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end.max(1)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }

    /// Returns the text of a random expression, with parentheses at random.
    fn expr(&mut self, depth: usize) -> String {
        let kind = if depth == 0 { self.below(3) } else { self.below(19) };
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
            17 => format!("f({} for a, b in {}, c in {} where {})", side(), side(), side(), side()),
            _ => format!("g({}, {{{}, [{} for v in {}]}})", side(), side(), side(), side()),
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
    for seed in 0..400 {
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
    for seed in 0..600 {
        let mut random = Random(seed);
        let mut text = if seed % 3 == 0 { String::new() } else { "puzzle p { rule r: ".to_owned() };
        for _ in 0..random.below(40) {
            text.push_str(random.pick(PIECES));
            text.push_str(random.pick(&["", " ", " "]));
        }
        if try_parse(&text).is_ok() {
            assert_round_trip(&text);
        }
    }
}
