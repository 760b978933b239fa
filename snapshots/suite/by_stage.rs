//! What each of `check`, `lower`, `prove` and `export` makes of small input, as tables: a mistake shows in the
//! stage where it is, and not in a puzzle that comes out otherwise.

use std::collections::BTreeSet;

use puzgen_base::budget::Budget;
use puzgen_base::source::Sources;
use puzgen_csp::eval::holds;
use puzgen_engines::ENGINES;
use puzgen_export::{self as export, Context};
use puzgen_generate::any_instance;
use puzgen_model::definition::Definition;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::Solution;
use puzgen_model::rules::broken_rules;
use puzgen_solve::prove::{self, Proof};
use puzgen_vocabulary::lower::Ready;

use crate::define::{budget, define, report};
use crate::properties::boards::reads_back;

/// Returns the definition of a text, or its problems.
fn defined(text: &str) -> Result<Definition, String> {
    let mut sources = Sources::new();
    define(&mut sources, "table", text, None).map_err(|problems| report(problems, &sources))
}

fn ready(definition: &Definition) -> Ready<'_> {
    any_instance(definition, &[], ENGINES, &Budget::unlimited())
        .unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Expressions of a feature with their types and when they are known; or the code of what is wrong.
const TYPES: &[(&str, &str)] = &[
    ("n + 1", "a number, Known"),
    ("n > 1 and true", "a truth, Known"),
    ("x[cell(1, 2)]", "a number, Decided"),
    ("x[cell(1, 1)] == n", "a truth, Decided"),
    ("b implies n == 2", "a truth, Decided"),
    ("count(v > 1 for v in {1, 2, n})", "a number, Known"),
    ("sum(x[r1])", "a number, Decided"),
    ("max(x[r1]) - min(1, 2)", "a number, Decided"),
    ("length(cells)", "a number, Known"),
    ("if b then 1 else n", "a number, Decided"),
    ("if n > 1 then 1 else 2", "a number, Known"),
    ("cell(1, 1) in corners", "a truth, Known"),
    ("forall(x[c] > 0 for c in cells where c.row == 1)", "a truth, Decided"),
    ("shown(given[cell(1, 1)])", "a truth, Measured"),
    ("shown(given[cell(1, 1)]) and b", "a truth, Measured"),
    ("count(shown(given[c]) for c in cells)", "a number, Measured"),
    ("solutions", "a number, Measured"),
    ("mean({1, 2})", "a number with a fraction, Known"),
    ("mean(x[r1])", "a number with a fraction, Decided"),
    ("n and b", "puzgen::check::type_mismatch"),
    ("n + b", "puzgen::check::type_mismatch"),
    ("cell(1, 1) + 1", "puzgen::check::type_mismatch"),
    ("x[1]", "puzgen::check::type_mismatch"),
    ("y + 1", "puzgen::check::unknown_name"),
    ("sum(n)", "puzgen::check::wrong_arguments"),
    ("if b then 1 else b", "puzgen::check::type_mismatch"),
    ("forall(x[c] for c in cells)", "puzgen::check::wrong_arguments"),
];

#[test]
fn check_gives_types_and_phases() {
    let mut wrong = Vec::new();
    for (expression, expected) in TYPES {
        let text = format!(
            "puzzle table {{
              param n: 1..5 = 3
              board grid(2, n)
              answer x[cells]: 1..n
              answer b: bool
              let r1 = rows[1]
              clue given[c in cells] = x[c]
              feature value = {expression}
            }}"
        );
        let found = match defined(&text) {
            Ok(definition) => {
                let value = &definition.features[0].value;
                format!("{}, {:?}", value.ty, value.phase)
            }
            Err(problems) => problems.lines().next().unwrap_or_default().to_owned(),
        };
        if found != *expected {
            wrong.push(format!("`{expression}` is {found}, expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rules on `x, y: 1..3` and `b: bool`, and the statements that they become.
const LOWERED: &[(&str, &[&str])] = &[
    ("x < y", &["x < y"]),
    ("x == 2", &["x is 2"]),
    ("not (x == y)", &["x != y"]),
    ("2 + 1 < 4", &[]),
    ("2 > 3", &["false"]),
    ("b", &["b is 1"]),
    ("b implies x + y >= 4", &["any(b is not 1, sum(x, y, 0) >= 4)"]),
    ("b iff x == y", &["(b is 1) <=> (x == y)"]),
    ("x == 1 and y > 1", &["x is 1", "y > 1"]),
    ("x in {1, 3} or y in 1..2", &["any(x is 1, x is 3, all(1 <= y, y <= 2))"]),
    ("1 <= x < y", &["1 <= x", "x < y"]),
    ("distinct({x, y})", &["distinct(x, y)"]),
    ("forall(x != v for v in 1..2)", &["x is not 1", "x is not 2"]),
    ("exists(y == v for v in {1, 3} where v > 1)", &["y is 3"]),
    ("count(v > 2 for v in {x, y}) == 1", &["sum([x > 2], [y > 2], 0) == 1"]),
    ("sum({x, y, 2}) == 6", &["sum(x, y, 2) == 6"]),
    ("max({x, y}) - min({x, y}) == 2", &["sum(max(x, y), -1*min(x, y), 0) == 2"]),
    ("abs(x - y) == 1", &["abs(sum(x, -1*y, 0)) == 1"]),
    ("x * y == 6", &["product(x, y) == 6"]),
    ("x div 2 == y mod 2", &["div(x, 2) == mod(y, 2)"]),
    ("(if b then x else y) == 3", &["if(b is 1, x, y) == 3"]),
];

#[test]
fn lower_gives_flat_statements() {
    let mut wrong = Vec::new();
    for (body, expected) in LOWERED {
        let definition =
            defined(&format!("puzzle table {{ answer x, y: 1..3 answer b: bool rule r: {body} }}"))
                .unwrap();
        let lowered = ready(&definition).lowered;
        let text = lowered.csp.to_string();
        let statements: Vec<&str> =
            text.lines().filter_map(|line| Some(line.split_once("  -- ")?.0)).collect();
        if statements != *expected {
            wrong.push(format!("`{body}` becomes\n    {}", statements.join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Definitions with few answers: their flat constraints hold for what direct evaluation accepts.
const SMALL: &[&str] = &[
    "answer x, y: 1..3 answer b: bool rule r: b iff x + y == 4",
    "answer x, y: -2..2 rule r: x * y > x - y or abs(x) == y",
    "answer x, y: -3..4 rule r: x div 2 == y mod 3",
    "answer x, y: 0..3 aux d = x - y rule r: d * d == 4 rule s: d < 0 or x == 3",
    "board grid(1, 4) answer x[cells]: bool rule r: connected(x) rule s: count(x) >= 2",
    "board grid(2, 2) answer x[cells]: 1..2 rule r(k in rows): distinct(x[k])",
    "board grid(1, 3) answer x[cells]: 1..3 rule r: max(x[cells]) - min(x[cells]) == 1",
    "board grid(1, 3) answer x[cells]: 1..3 rule r: if x[cells[1]] == 1 then x[cells[2]] > 1 else x[cells[3]] in {1, 3}",
    "board grid(1, 4) answer x[cells]: bool rule r: run_length(x[cells], 1) == 2",
];

/// Returns all ways to choose one of each list.
fn choices(lists: &[Vec<i64>]) -> Vec<Vec<i64>> {
    lists.iter().fold(vec![Vec::new()], |all, list| {
        let longer = |start: &Vec<i64>| -> Vec<Vec<i64>> {
            list.iter().map(|value| [start.as_slice(), &[*value]].concat()).collect()
        };
        all.iter().flat_map(longer).collect()
    })
}

fn by_evaluation(instance: &Instance<'_>) -> BTreeSet<Solution> {
    let domains = instance.families.iter().flat_map(|family| &family.domains);
    let lists: Vec<Vec<i64>> = domains.map(|domain| domain.iter().collect()).collect();
    let keeps = |values: &Vec<i64>| broken_rules(instance, values).unwrap().is_empty();
    let kept = choices(&lists).into_iter().filter(keeps);
    kept.map(|values| values[..instance.answer_count].to_vec()).collect()
}

/// No engine takes part.
#[test]
fn flat_constraints_mean_what_the_rules_mean() {
    for items in SMALL {
        let definition = defined(&format!("puzzle table {{ {items} }}")).unwrap();
        let Ready { instance, lowered } = ready(&definition);
        let csp = &lowered.csp;
        let lists: Vec<Vec<i64>> = csp.vars.iter().map(|var| var.domain.iter().collect()).collect();
        let size: usize = lists.iter().map(Vec::len).product();
        assert!(size < 200_000, "{items}: {size} assignments");
        let found: BTreeSet<Solution> = choices(&lists)
            .into_iter()
            .filter(|values| holds(csp, values))
            .map(|values| csp.project(&values))
            .collect();
        let expected = by_evaluation(&instance);
        assert!(!expected.is_empty(), "{items}: no solution");
        assert_eq!(found, expected, "{items}:\n{csp}");
    }
}

/// Transforms and how they are proved or refuted.
const PROOFS: &[(&str, &str, &str)] = &[
    ("distinct(x[r])", "relabel x", "holds without an engine"),
    ("distinct(x[r])", "permute rows", "holds without an engine"),
    ("distinct(x[r])", "permute columns", "holds without an engine"),
    ("distinct(x[r])", "reflect", "holds without an engine"),
    ("distinct(x[r])", "half_turn", "holds without an engine"),
    ("x[r[1]] < x[r[2]]", "relabel x", "refuted"),
    ("x[r[1]] < x[r[2]]", "permute columns", "refuted"),
    ("x[r[1]] < x[r[2]]", "up_down", "holds without an engine"),
    ("x[r[1]] < x[r[2]]", "left_right", "refuted"),
    (
        "x[r[1]] + x[r[2]] == 4",
        "reverse(c in cells, v in 1..3): x[c] == v becomes x[c] == 4 - v",
        "holds without an engine",
    ),
    ("x[r[1]] == x[r[2]] and x[r[2]] == x[r[3]]", "permute columns", "holds by an engine"),
    (
        "x[r[1]] + x[r[2]] > 3",
        "reverse(c in cells, v in 1..3): x[c] == v becomes x[c] == 4 - v",
        "refuted",
    ),
];

#[test]
fn prove_tells_symmetries_from_others() {
    let mut wrong = Vec::new();
    for (rule, transform, expected) in PROOFS {
        let definition = defined(&format!(
            "puzzle table {{
              board grid(2, 3)
              answer x[cells]: 1..3
              rule r(r in rows): {rule}
              clue given[c in cells] = x[c]
              transform {transform}
            }}"
        ))
        .unwrap();
        let Ready { instance, lowered } = ready(&definition);
        let found = match &prove::transforms(&instance, &lowered, ENGINES, &mut budget()).proofs[0]
        {
            Proof::Holds(None) => "holds without an engine".to_owned(),
            Proof::Holds(Some(_)) => "holds by an engine".to_owned(),
            Proof::Refuted(found) => {
                // What it shows is true: the board keeps the rules, and the image does not.
                assert!(broken_rules(&instance, &found.board).unwrap().is_empty());
                let image = found.image.as_ref().expect("a map of one value to one value");
                assert!(!broken_rules(&instance, image).unwrap().is_empty());
                "refuted".to_owned()
            }
            other => format!("{other:?}").split(['(', ' ']).next().unwrap_or_default().to_owned(),
        };
        if found != *expected {
            wrong.push(format!("`{transform}` with `{rule}`: {found}, expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// One puzzle in every form that is read again.
const FORMS: &[(&str, &str)] = &[
    (
        "text",
        "# table, seed 7, puzzle 0\n\
         clue given\n? . 3\n4 . 6\n\
         clue less\n< .\n< <\n. v ^\n\
         answer x\n 1 12  3\n 4  5  6\n",
    ),
    ("line", "clue given ? . 3/4 . 6; clue less <./<</.v^; answer x 1 12 3/4 5 6\n"),
    ("csv", "clue given\n?,,3\n4,,6\nclue less\n<,\n<,<\n,v,^\nanswer x\n1,12,3\n4,5,6\n"),
    (
        "json",
        concat!(
            r#"{"schema":"puzgen.puzzle/1","puzzle":"table","params":{},"seed":7,"index":0,"step":null,"#,
            r#""layout":{},"clues":{"given":[["?",null,3],[4,null,6]],"less":[[true,null],[true,true],"#,
            r#"[null,false,true]]},"answer":{"x":[[1,12,3],[4,5,6]]},"solutions":1,"features":{},"#,
            r#""score":null,"tier":null,"level":null,"transform":null,"refused":0,"gave_up":0,"verified":[]}"#,
            "\n"
        ),
    ),
    (
        "yaml",
        "---\nschema: puzgen.puzzle/1\npuzzle: table\nparams: {}\nseed: 7\nindex: 0\nstep: null\nlayout: {}\n\
         clues:\n  given:\n  - - '?'\n    - null\n    - 3\n  - - 4\n    - null\n    - 6\n  \
         less:\n  - - true\n    - null\n  - - true\n    - true\n  - - null\n    - false\n    - true\n\
         answer:\n  x:\n  - - 1\n    - 12\n    - 3\n  - - 4\n    - 5\n    - 6\n\
         solutions: 1\nfeatures: {}\nscore: null\ntier: null\nlevel: null\ntransform: null\n\
         refused: 0\ngave_up: 0\nverified: []\n",
    ),
];

#[test]
fn export_prints_each_form() {
    let definition = defined(
        "puzzle table \"Table\" {
          board grid(2, 3)
          answer x[cells]: 1..12
          clue given[c in cells] = x[c]
          clue less[a, b in adjacent] = x[a] < x[b]
          show symbols less \"><\" vertical \"v^\"
        }",
    )
    .unwrap();
    let Ready { instance, lowered } = ready(&definition);
    let solution = vec![1, 12, 3, 4, 5, 6];
    let facts = puzgen_model::rules::facts_of(&instance, &solution).unwrap();
    let shown: Vec<bool> = (0..facts.len()).map(|fact| fact % 3 != 1).collect();
    let mut puzzle = puzgen_api::jumble::moved((7, 0), facts, shown.clone(), vec![solution], None);
    // One clue is shown without its value.
    puzzle.told = shown;
    puzzle.told[0] = false;
    let context = Context::new(&instance, &lowered.fact_domains, true);
    let mut sources = Sources::new();
    let mut wrong = Vec::new();
    for (name, expected) in FORMS {
        let format = export::by_name(name).unwrap();
        let text = format.puzzle(&context, &puzzle).unwrap();
        if text != *expected {
            wrong.push(format!("{name}:\n{text}"));
        }
        if !format.is_drawing() {
            reads_back(&mut sources, &context, &puzzle, name, &text);
        }
    }
    let printed: BTreeSet<&str> = FORMS.iter().map(|(name, _)| *name).collect();
    let read = export::FORMATS.iter().filter(|format| format.says_all());
    assert!(
        read.map(|format| format.name()).all(|name| printed.contains(name)),
        "a form is missing"
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
