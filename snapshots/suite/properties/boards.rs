//! What is printed is read back as the same board, for every form and every kind of family.

use puzgen::csp::Domain;
use puzgen::export::{self, Context};
use puzgen::generate::Puzzle;
use puzgen::lower::{Purpose, lower};
use puzgen::model::instance::Instance;
use puzgen::rng::Rng;
use puzgen::source::Sources;

use super::rounds;
use crate::define::{define, read_board, report};

/// Fails unless the text of a puzzle in a form says what the puzzle shows.
pub(crate) fn reads_back(
    sources: &mut Sources,
    context: &Context<'_>,
    puzzle: &Puzzle,
    format: &str,
    text: &str,
) {
    let instance = context.instance;
    if format == "yaml" && !text.contains('?') {
        let object = export::by_name("json").unwrap().puzzle(context, puzzle).unwrap();
        let object: serde_json::Value = serde_json::from_str(&object).unwrap();
        let document: serde_json::Value = serde_yaml::from_str(text).unwrap();
        assert_eq!(object, document, "YAML says something else than JSON");
        return;
    }
    let input = match read_board(sources, instance, context.fact_domains, text) {
        Ok(input) => input,
        Err(problems) => panic!("{format} is not read back:\n{}", report(problems, sources)),
    };
    for (fact, given) in input.board.facts.iter().enumerate() {
        let expected = puzzle.facts[fact].filter(|_| puzzle.told[fact]);
        let what = instance.describe_fact(fact);
        assert_eq!(expected, given.map(|(value, _)| value), "{what} in {format}:\n{text}");
        let is_untold = puzzle.shown[fact] && !puzzle.told[fact];
        assert_eq!(is_untold, input.board.untold[fact].is_some(), "{what} in {format}:\n{text}");
    }
    if let ([only], true) = (puzzle.solutions.as_slice(), context.with_answers) {
        let read: Option<Vec<i64>> = input.answer.into_iter().collect();
        assert_eq!(Some(only), read.as_ref(), "the answer in {format}:\n{text}");
    }
}

/// Definitions with every kind of index; `{range}` is filled in.
const FAMILIES: &[&str] = &[
    "board grid(3, 2) answer x[cells]: {range} clue k[c in cells] = x[c]",
    "board grid(2, 3) answer x[edges]: {range} clue k[e in edges] = x[e]",
    "board grid(2, 2) answer x[edges]: bool clue k[e in edges] = x[e]",
    "board grid(1, 3) answer x[vertices]: {range} clue k[v in vertices] = x[v]",
    "board grid(2, 3) answer x[a, b in adjacent]: {range} clue k[a, b in adjacent] = x[a, b]",
    "board grid(3, 1) answer x[a, b in adjacent]: bool clue k[a, b in adjacent] = x[a, b]",
    "answer x, y: {range} clue k = x clue l = y",
    "answer x, y: {range} clue k[v in {x, y}] = v",
    "answer x[v in 1..5]: {range} clue k[v in 1..5] = x[v]",
    "answer x[v in 1..2, w in 1..3]: {range} clue k[v in 1..2, w in 1..3] = x[v, w]",
    "board grid(2, 2) answer x[cells]: {range} answer s: bool
     clue k[c in cells] = x[c] clue l[r in 1..2] = sum(x[d] for d in cells where d.row == r)
     clue m = s",
    "board grid(3, 3) answer x[cells]: {range}
     clue k[c in cells where c.row != c.column] = x[c]",
    "board grid(2, 2) answer x[cells]: {range} clue k[c in cells] = x[c] if x[c] != {low}",
    "board grid(3, 2) answer x[cells]: {range}
     clue k[r in rows, i in 1..2] = x[cell(i, 1)] clue l[r in columns, i in 1..3] = x[cell(i, 1)]",
    "board grid(2, 2) answer x[cells]: 1..3 clue k[c in cells] = x[c] show symbols k \"abc\"",
    "board grid(2, 2) answer x[cells]: 1..2
     clue k[a, b in adjacent] = x[a] < x[b] show symbols k \"><\" vertical \"v^\"",
];

fn random_domain(rng: &mut Rng) -> (String, i64) {
    let (low, high) = match rng.below(6) {
        0 => (1, 9),
        1 => (0, 3),
        2 => (-5, 5),
        3 => (1, 12),
        4 => (-20, -10),
        _ => (0, 120),
    };
    (format!("{low}..{high}"), low)
}

fn random_value(rng: &mut Rng, domain: &Domain) -> i64 {
    let values: Vec<i64> = domain.iter().collect();
    values[rng.below(values.len())]
}

#[test]
fn every_board_is_read_back_from_every_form() {
    rounds("boards", 60, |number, rng| {
        let items = FAMILIES[number as usize % FAMILIES.len()];
        let (range, low) = random_domain(rng);
        let items = items.replace("{range}", &range).replace("{low}", &low.to_string());
        let text = format!("puzzle random \"Random\" {{ {items} }}");
        let mut sources = Sources::new();
        let definition = define(&mut sources, "random", &text, None)
            .unwrap_or_else(|problems| panic!("{text}\n{}", report(problems, &sources)));
        let instance = Instance::new(&definition, &[]).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        let domains = &lowered.fact_domains;
        let shown: Vec<bool> = domains.iter().map(|_| rng.below(3) > 0).collect();
        let told = shown.iter().map(|is_shown| *is_shown && rng.below(4) > 0).collect();
        let solution: Vec<i64> = instance
            .definition
            .answers()
            .flat_map(|id| instance.families[id.0 as usize].domains.clone())
            .map(|domain| random_value(rng, &domain))
            .collect();
        let puzzle = Puzzle {
            seed: number,
            index: 0,
            step: None,
            facts: domains.iter().map(|domain| Some(random_value(rng, domain))).collect(),
            shown,
            told,
            solutions: vec![solution],
            features: Vec::new(),
            level: None,
            steps: None,
            refused: 0,
            gave_up: 0,
            redraws: 0,
            repairs: 0,
            is_minimal: None,
            transform: None,
            bank_line: None,
            removed_by: None,
            verified: vec!["nothing"],
        };
        for format in export::FORMATS.iter().filter(|format| !format.is_drawing()) {
            for with_answers in [false, true] {
                let context = Context {
                    instance: &instance,
                    fact_domains: &lowered.fact_domains,
                    with_answers,
                };
                let text = format.puzzle(&context, &puzzle).unwrap();
                reads_back(&mut sources, &context, &puzzle, format.name(), &text);
            }
        }
    });
}
