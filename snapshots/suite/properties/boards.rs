//! What is printed is read back as the same board, for every form and every kind of family.

use puzgen_base::budget::Budget;
use puzgen_base::rng::Rng;
use puzgen_base::source::Sources;
use puzgen_board::layouts::in_board;
use puzgen_board::many::{PuzzleText, Splitter};
use puzgen_board::read::BoardText;
use puzgen_csp::Domain;
use puzgen_engines::ENGINES;
use puzgen_export::{self as export, Context, Format};
use puzgen_generate::any_instance;
use puzgen_model::definition::Definition;
use puzgen_model::frame::Frame;
use puzgen_model::generated::GeneratedPuzzle;
use puzgen_model::instance::Instance;

use super::rounds;
use crate::define::{define, read_board, report};

/// Fails unless the text of a puzzle in a form says what the puzzle shows.
pub(crate) fn reads_back(
    sources: &mut Sources,
    context: &Context<'_>,
    puzzle: &GeneratedPuzzle,
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
    "board grid(2, 2) answer x[cells]: {range} clue k[c in cells] = x[c] if x[c] > {low}
     show symbols x, k \"·abc…\"",
    "board grid(2, 3) answer x[cells]: {range} clue k[c in cells] = x[c] show symbols x, k \" …\"",
    // Layouts, which must be known before anything else.
    "board grid(3, 3) layout cage = rooms(cells, 2..4) answer x[cells]: {range}
     clue k = x[cell(1, 1)] clue l = x[cell(2, 1)] clue m[c in cells] = x[c]",
    "board grid(2, 4) layout cage = rooms(cells, 1..3) answer x[cells]: {range}
     clue k[c in cage] = x[c[1]]",
    "board grid(3, 3) layout cage = rooms(cells, 1..4) answer x[cells]: {range}
     clue k[c in cage, i in 1..2] = x[c[1]] clue l[c in cage] = x[c[1]] < 3 clue m = x[cell(1, 1)]",
    "board grid(1, 4) layout cage = rooms(cells, 1..2) answer x[cells]: {range}
     fixed clue k = x[cell(1, 1)] if x[cell(1, 1)] != {low}",
    "layout n: 1..12 answer x, y: {range} clue k = x clue l = y",
    "layout n: 1..12 answer x, y: {range} clue k = x if n > 3",
    "board grid(2, 3) layout cage = rooms(cells, 2..4) layout wall[edges]: bool layout n: -3..12
     layout m[c in cells where c.row == 1]: 2..4 layout s[r in rows]: {2, 5} answer x[cells]: {range}
     clue k = x[cell(1, 1)] clue l[c in cells where m[cell(1, 1)] > 2 or c.row > 1] = x[c]
     show symbols m \"abc\"",
    "board hexagon(2) layout wall[a, b in adjacent]: bool layout v[vertices]: 1..3 answer x[cells]: {range}
     clue k = x[cell(1, 2)] clue l[c in cells] = x[c]",
    "board graph(\"check/used/graph.yaml\") layout key[cells]: 1..3 layout way[a, b in adjacent]: bool
     layout n: 1..2 answer x[cells]: {range} clue k = x[cells[1]] clue l[c in cells where key[c] > 1] = x[c]
     clue m[a, b in adjacent where way[a, b]] = x[a] < x[b]",
    // A clue that has the name of a node.
    "board graph(\"check/used/graph.yaml\") answer x[cells]: {range}
     clue {node} = x[cells[1]] clue l[c in cells] = x[c] clue n = x[cells[2]]",
    "board graph(\"check/used/graph.yaml\") layout {node}: 1..3 answer x[cells]: {range}
     clue l[c in cells] = x[c]",
];

/// Names of nodes of the graph above, and others.
const NODES: &[&str] = &["a", "b", "other"];

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

/// Returns a puzzle of an instance that shows any clues, and an answer that need not fit them.
pub(crate) fn random_puzzle(
    instance: &Instance<'_>,
    domains: &[Domain],
    index: u64,
    rng: &mut Rng,
) -> GeneratedPuzzle {
    let shown: Vec<bool> = domains.iter().map(|_| rng.below(3) > 0).collect();
    let told = shown.iter().map(|is_shown| *is_shown && rng.below(4) > 0).collect();
    let solution: Vec<i64> = instance
        .definition
        .answers()
        .flat_map(|id| instance.families[id.0 as usize].domains.clone())
        .map(|domain| random_value(rng, &domain))
        .collect();
    GeneratedPuzzle {
        seed: 1,
        index,
        is_of_run: true,
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
    }
}

/// Fails unless a text of two puzzles is cut into these two, each with its layouts.
fn splits_into(
    definition: &Definition,
    sources: &mut Sources,
    instance: &Instance<'_>,
    format: &dyn Format,
    texts: &[String; 2],
) {
    if format.holds_one() {
        return;
    }
    let frame = Frame::new(definition, &[]).unwrap();
    let whole = texts.join(format.separator());
    // As `--from` does it, where a layout is known, and as all others do.
    let known = (!definition.layouts.is_empty()).then(|| Splitter::new(frame.known()));
    for mut splitter in [Splitter::new(instance)].into_iter().chain(known) {
        let mut entries: Vec<PuzzleText> =
            whole.lines().flat_map(|line| splitter.line(line)).collect();
        entries.extend(splitter.end());
        assert_eq!(entries.len(), 2, "puzzles in {}:\n{whole}\n{entries:?}", format.name());
        for entry in entries {
            let file = sources.add("entry", entry.text.as_str());
            let text = BoardText { text: &entry.text, file, offset: 0 };
            match in_board(&frame, text) {
                Ok(values) => assert_eq!(values, instance.layout_values()),
                Err(problems) => panic!("{}:\n{}", format.name(), report(problems, sources)),
            }
        }
    }
}

#[test]
fn every_board_is_read_back_from_every_form() {
    rounds("boards", 4 * FAMILIES.len() as u64, |number, rng| {
        let items = FAMILIES[number as usize % FAMILIES.len()];
        let (range, low) = random_domain(rng);
        let node = NODES[rng.below(NODES.len())];
        let items = items.replace("{range}", &range).replace("{low}", &low.to_string());
        let text = format!("puzzle random \"Random\" {{ {} }}", items.replace("{node}", node));
        let mut sources = Sources::new();
        let definition = define(&mut sources, "random", &text, None)
            .unwrap_or_else(|problems| panic!("{text}\n{}", report(problems, &sources)));
        let ready = any_instance(&definition, &[], ENGINES, &Budget::unlimited())
            .unwrap_or_else(|problems| panic!("{text}\n{}", report(problems, &sources)));
        let (instance, domains) = (&ready.instance, &ready.lowered.fact_domains);
        println!("round {number}: {text}");
        let puzzles = [0, 1].map(|index| random_puzzle(instance, domains, index, rng));
        for format in export::FORMATS.iter().filter(|format| format.says_all()) {
            for with_answers in [false, true] {
                let context = Context::new(instance, domains, with_answers);
                let texts = puzzles.each_ref().map(|p| format.puzzle(&context, p).unwrap());
                for (puzzle, text) in puzzles.iter().zip(&texts) {
                    reads_back(&mut sources, &context, puzzle, format.name(), text);
                }
                splits_into(&definition, &mut sources, instance, *format, &texts);
            }
        }
    });
}
