//! What is said of common mistakes: code, message, `[marked text + second place]` and help.

use super::{try_all, try_parse};
use puzgen_base::diagnostics::Problem;

/// Mistakes in an item.
#[rustfmt::skip]
const ITEMS: &[(&str, &str)] = &[
    ("rule a = b", "syntax: expected `(`, `:` or a text in quotes, found `=` [=] -"),
    ("rul a: b", "syntax: unknown item `rul` [rul] did you mean `rule`?"),
    ("rule a: x = 3", "foreign_term: `=` cannot stand here [=] equality is written `==`; `=` only defines"),
    ("rule a: x && y", "foreign_term: `&&` is not part of the language [&&] conjunction is written `and`"),
    ("rule a: (x", "syntax: expected `)`, found `}` [} + `(`] -"),
    ("rule a: (x]", "syntax: expected `)`, found `]` [] + `(`] -"),
    ("rule a: x )", "syntax: `)` closes nothing [)] remove it"),
    ("rule a: distinct(x[r] rule b: c", "syntax: expected `,`, `for` or `)`, found `rule` [rule + `(`] -"),
    ("rule a: forall(i in s)(x[i])", "foreign_term: `forall` cannot stand here [forall] the binders come last: `forall(condition for c in cells)`"),
    ("rule a: forall(i in s) x[i]", "foreign_term: `forall` cannot stand here [forall] the binders come last: `forall(condition for c in cells)`"),
    ("rule a: forall i in S: x", "foreign_term: `forall` cannot stand here [forall] write `forall(… for i in …)`"),
    ("constraint a: b", "foreign_term: `constraint` cannot stand here [constraint] a constraint is declared with `rule name: condition`"),
    ("var x: 1..9", "foreign_term: `var` cannot stand here [var] what is to be found is declared with `answer name: 1..9`"),
    ("int x", "foreign_term: `int` cannot stand here [int] whole numbers are declared by their range, such as `1..9`"),
    ("answer x = 3", "syntax: expected `,`, `:` or `[`, found `=` [=] -"),
    ("answer x: 1..9 ==", "syntax: expected an operator, an item such as `rule` or `}`, found `==` [== + `{`] -"),
    ("answer True: 1..9", "foreign_term: `True` is not part of the language [True] write `true`"),
    ("rule a: True", "foreign_term: `True` is not part of the language [True] write `true`"),
    ("rule a: x impies y", "syntax: `impies` is no operator [impies] did you mean `implies`?"),
    ("text \"x\"", "syntax: a line of `show` stands outside of its block [text] `show … {` is missing before it, or closed too early"),
    ("rule a: x\n rue b: c", "syntax: unknown item `rue` [rue] did you mean `rule`?"),
    ("rule a: for c in cells: x", "foreign_term: `for` cannot stand here [for] write `forall(condition for c in cells)`"),
    ("rule a: forall(x for c cells)", "syntax: expected `in`, found `cells` [cells + `(`] binders are written `c in cells`"),
    ("param n: 1..3", "syntax: expected `=`, found `}` [}] -"),
    ("param n = 3", "syntax: expected `:`, found `=` [=] -"),
    ("let n: 3", "syntax: expected `=`, found `:` [:] -"),
    ("remove given { kep x }", "syntax: unknown line `kep` [kep] did you mean `keep`?"),
    ("remove given { rule x: y }", "syntax: expected a line such as `keep` or `}`, found `rule` [rule + `{`] close the bracket that is open before this"),
    ("show symbl x", "syntax: unknown line `symbl` [symbl] did you mean `symbols`?"),
    (r#"example "x" { solutons 2 }"#, "syntax: unknown line `solutons` [solutons] did you mean `solutions`?"),
    (r#"example "x" { bla }"#, "syntax: expected a text in quotes, found `}` [}] -"),
    ("example { }", "syntax: expected a text in quotes, found `{` [{] -"),
    ("rule in: x", "syntax: `in` cannot be a name [in] choose another name"),
    ("rule a: x ? y : z", "foreign_term: `?` is not part of the language [?] a choice is written `if condition then a else b`"),
    ("rule a: 'x'", r#"foreign_term: `'` is not part of the language ['x'] texts stand between double quotes: `"…"`"#),
    ("rule a: not", "syntax: expected an expression, found `}` [}] -"),
    ("rule a: 1 + not b", "syntax: `not` binds less than the operator before it [not] put one side into parentheses"),
    ("rule a: a in b in c", "syntax: `in` cannot be chained with another comparison [in] put one side into parentheses"),
    ("rule a: 1..2..3", "syntax: a range has two ends [..] put one side into parentheses"),
    ("rule a: x % 2", "foreign_term: `%` is not part of the language [%] the remainder is written `mod`"),
    ("rule a: x // y", "foreign_term: `//` is not part of the language [//] a comment starts with `#` and ends with the line"),
    ("rule a: if x then y", "syntax: expected `else`, found `}` [}] every `if` has its `else`; a truth under a condition is `a implies b`"),
    ("rule a: if x then y elif z", "foreign_term: `elif` cannot stand here [elif] write `else if`"),
    ("rule a: 99999999999999999999", "number_too_large: the number does not fit into 64 bits [99999999999999999999] the largest number is 9223372036854775807"),
    ("rule a: 2x", "syntax: a name cannot start with a digit [2x] begin a name with a letter; a product is written `2 * x`"),
    ("rule a: 1.5", "syntax: numbers have no decimals [1.5] use whole numbers; measures may have a quotient such as `1 / 2`"),
    ("rule a: x[]", "syntax: expected an expression, found `]` []] -"),
    ("rule a: [1, 2]", "foreign_term: `,` cannot stand here [,] a list of single things is written `{a, b}`"),
    ("rule a: f(a, b for c in d)", "syntax: expected `,` or `)`, found `for` [for + `(`] one expression stands before `for`; a list is written `[a for c in cells]`"),
    (r#"rule a: "abc"#, r#"syntax: a string has no end ["] close it with `"` on the same line; longer texts stand between `"""`"#),
    (r#"about """abc"#, r#"syntax: a text block has no end ["""] close it with `"""`"#),
    ("feature", "syntax: expected a name, found `}` [}] -"),
    ("without foo", "syntax: expected the keyword of an item, found `foo` [foo] -"),
    ("without rule", "syntax: expected a name, found `}` [}] -"),
    ("rule a: x == ", "syntax: expected an expression, found `}` [}] -"),
    ("rule a: f(x,)", "syntax: expected an expression, found `)` [)] -"),
    ("rule a: x y", "syntax: expected an operator, an item such as `rule` or `}`, found `y` [y + `{`] -"),
    ("clue g[c in cells] x[c]", "syntax: expected `=`, found `x` [x] -"),
    ("board", "syntax: expected a board such as `grid(rows, columns)`, found `}` [}] -"),
    ("answer größe: 1..9", "syntax: `größe` cannot be a name [größe] names consist of `a` to `z`, digits and `_`, a letter first"),
    ("rule a: x\n}\n}", "syntax: `}` closes nothing [}] remove it"),
    ("rule a: {1, 2", "syntax: expected an operator, an item such as `rule` or `}`, found the end of the text [} + `{`] -"),
    ("rule a: x -> y", "foreign_term: `->` is not part of the language [->] implication is written `implies`"),
    ("rule a: x => y", "foreign_term: `=>` is not part of the language [=>] implication is written `implies`, a comparison `>=`"),
    ("rule a: !x", "foreign_term: `!` is not part of the language [!] negation is written `not`"),
    ("rule a: x <> y", "foreign_term: `<>` is not part of the language [<>] `not equal` is written `!=`"),
    ("rule a: x := y", "foreign_term: `:=` is not part of the language [:=] a definition is written `=`, a comparison `==`"),
    ("puzzle q {}", "syntax: expected an item such as `rule` or `}`, found `puzzle` [puzzle + `{`] close the bracket that is open before this"),
    ("remove given { choose rnd }", "syntax: expected `first`, `guided`, `random` or `weight`, found `rnd` [rnd] -"),
    ("fixed rule a: b", "syntax: expected `clue`, found `rule` [rule] -"),
    ("rule a(c cells): b", "syntax: expected `in`, found `cells` [cells + `(`] binders are written `c in cells`"),
    ("rule a: a implies", "syntax: expected an expression, found `}` [}] -"),
    ("rule a: and(a, b)", "syntax: expected an expression, found `and` [and] this operator stands between two expressions"),
    ("answer var x: 1..2", "foreign_term: `var` cannot stand here [var] what is to be found is declared with `answer name: 1..9`"),
    ("rule a: x\u{a0}", "syntax: a no-break space cannot stand here [\u{a0}] outside of strings and comments only the signs of the language are allowed"),
    ("about foo", "syntax: expected a text in quotes, found `foo` [foo] -"),
    ("rule a:", "syntax: expected an expression, found `}` [}] -"),
    ("show", "syntax: expected `{` or `symbols`, `shade` or the like, found `}` [}] -"),
    (r#"about "a\d""#, r#"syntax: `\d` is no escape [\d] the escapes are `\"`, `\\` and `\n`; a text block `"""…"""` has none"#),
    ("aux group = components(cells where same n)", "syntax: expected `equal`, found `same` [same] -"),
    ("levels easy hard {}", "syntax: expected `<`, `by` or `{`, found `hard` [hard] -"),
    (r#"levels a < b by "m.yaml""#, "syntax: expected `model`, found a text [\"m.yaml\"] -"),
    ("features a b", "syntax: expected `=`, found `b` [b] -"),
    ("levels easy < hard { easy: x }", "syntax: expected `otherwise` or `when`, found `:` [:] -"),
    ("rule a: group.size(c) == 1", "syntax: expected an operator, an item such as `rule` or `}`, found `(` [( + `{`] only names can be called; an element is written `list[index]`"),
    ("rule a: x and\nrule b: c", "syntax: expected an expression, found `rule` [rule + `and`] -"),
];

/// Mistakes in a file.
#[rustfmt::skip]
const FILES: &[(&str, &str)] = &[
    ("puz", "syntax: expected `puzzle`, found `puz` [puz] -"),
    ("puzzle", "syntax: expected a name, found the end of the text [puzzle] -"),
    ("puzzle p", "syntax: expected `extends`, `{` or a text in quotes, found the end of the text [p] -"),
    ("puzzle p {", "syntax: expected an item such as `rule` or `}`, found the end of the text [{ + `{`] -"),
    ("puzzle p { rule a: (b", "syntax: expected `,` or `)`, found the end of the text [b + `(`] -"),
    ("puzzle p { remove x {", "syntax: expected a line such as `keep` or `}`, found the end of the text [{ + `{`] -"),
    ("puzzle p extend q {}", "syntax: expected `extends`, `{` or a text in quotes, found `extend` [extend] did you mean `extends`?"),
    (r#"puzzle "T" {}"#, r#"syntax: expected a name, found a text ["T"] -"#),
    ("puzzle p { } }", "syntax: `}` closes nothing [}] remove it"),
    ("use", "syntax: expected a name or a text in quotes, found the end of the text [use] -"),
    ("puzzle p q {}", "syntax: expected `extends`, `{` or a text in quotes, found `q` [q] -"),
    ("puzzle p { rule a: b\npuzzle q { }", "syntax: expected an item such as `rule` or `}`, found `puzzle` [puzzle + `{`] close the bracket that is open before this"),
];

/// Returns code, message, marked text and help of the problem in `text`; of several, one a line.
#[track_caller]
fn problem(text: &str) -> String {
    let problems = try_all(text).map(|file| file.to_string()).unwrap_err();
    problems.iter().map(|problem| said(text, problem)).collect::<Vec<_>>().join("\n")
}

fn said(text: &str, problem: &Problem) -> String {
    let span = problem.labels()[0].span;
    let marked = &text[span.start as usize..span.end as usize];
    let code = problem.code().as_str().rsplit(':').next().unwrap();
    let help = problem.help_text().unwrap_or("-");
    let second = problem.labels().get(1).map_or(String::new(), |label| {
        format!(" + `{}`", &text[label.span.start as usize..label.span.end as usize])
    });
    format!("{code}: {} [{marked}{second}] {help}", problem.message())
}

/// As [`problem`], for an item of a puzzle.
#[track_caller]
fn item_problem(item: &str) -> String {
    problem(&format!("puzzle p {{\n{item}\n}}"))
}

#[test]
fn explains_mistakes() {
    let items = ITEMS.iter().map(|(item, expected)| (item_problem(item), *expected));
    let files = FILES.iter().map(|(file, expected)| (problem(file), *expected));
    let changed: Vec<_> = items.chain(files).filter(|(said, expected)| said != expected).collect();
    assert!(changed.is_empty(), "{changed:#?}");
    assert!(try_parse("").is_ok());
}

#[test]
fn names_cases_after_codes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../snapshots/parse");
    for (name, code) in [
        ("syntax", "syntax"),
        ("foreign_term", "foreign_term"),
        ("foreign_equals", "foreign_term"),
        ("foreign_quantifier", "foreign_term"),
        ("too_deep", "too_deep"),
        ("number_too_large", "number_too_large"),
        ("unknown_item", "syntax"),
        ("unclosed_brace", "syntax"),
        ("wrong_bracket", "syntax"),
        ("open_string", "syntax"),
    ] {
        let text = std::fs::read_to_string(format!("{folder}/{name}.pz")).unwrap();
        let said = problem(&text);
        assert!(said.starts_with(&format!("{code}:")), "{name}: {said}");
    }
}
