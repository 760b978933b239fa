//! Small random definitions mean the same to direct evaluation and to every engine.

use std::collections::{BTreeMap, BTreeSet};

use puzgen::constraints::CONSTRAINTS;
use puzgen::csp::Lit;
use puzgen::diagnostics::Code;
use puzgen::engine::{Engine, Verdict, by_name};
use puzgen::lower::{Lowered, Purpose, lower};
use puzgen::model::instance::Instance;
use puzgen::model::puzzle::{FactValue, Solution, broken_rules, facts_of};
use puzgen::rng::Rng;
use puzgen::solve::Solver;
use puzgen::source::Sources;
use puzgen::syntax;

use super::writer::Writer;
use super::{is_soak, rounds_of};
use crate::case::root;
use crate::define::{budget, define, engines, report, settings, solutions};

/// Up to so many solutions the whole sets are compared; beyond, samples.
const MOST_SOLUTIONS: usize = 24;

/// Returns the solutions by direct evaluation of every assignment.
fn direct(instance: &Instance<'_>) -> BTreeSet<Solution> {
    let mut domains = vec![Vec::new(); instance.value_count];
    for family in &instance.families {
        for (position, domain) in family.domains.iter().enumerate() {
            domains[family.offset + position] = domain.iter().collect::<Vec<i64>>();
        }
    }
    let mut found = BTreeSet::new();
    let mut at = vec![0; domains.len()];
    loop {
        let values: Vec<i64> = at.iter().zip(&domains).map(|(at, domain)| domain[*at]).collect();
        if broken_rules(instance, &values).unwrap().is_empty() {
            found.insert(values[..instance.answer_count].to_vec());
        }
        let Some(next) = (0..at.len()).rfind(|slot| at[*slot] + 1 < domains[*slot].len()) else {
            return found;
        };
        at[next] += 1;
        at[next + 1..].fill(0);
    }
}

/// Returns "the answer is this".
fn is_answer(lowered: &Lowered, solution: &[i64]) -> Vec<Lit> {
    let vars = lowered.csp.answers.iter().zip(solution);
    vars.map(|(var, value)| Lit::is(*var, *value)).collect()
}

/// Returns a random answer that the domains allow.
fn random_answer(instance: &Instance<'_>, rng: &mut Rng) -> Solution {
    let families = instance.definition.answers().map(|id| &instance.families[id.0 as usize]);
    let mut pick = |values: Vec<i64>| values[rng.below(values.len())];
    families.flat_map(|f| f.domains.clone()).map(|domain| pick(domain.iter().collect())).collect()
}

/// Compares what an engine finds under assumptions with the solutions expected.
fn compare(
    instance: &Instance<'_>,
    lowered: &Lowered,
    engine: &dyn Engine,
    given: &[Lit],
    expected: &BTreeSet<Solution>,
    rng: &mut Rng,
) {
    let name = engine.name();
    if expected.len() <= MOST_SOLUTIONS {
        let (found, is_complete) = solutions(lowered, engine, given, expected.len() + 1);
        let found: BTreeSet<Solution> = found.into_iter().collect();
        assert_eq!(*expected, found, "`{name}` finds other solutions (right)");
        assert!(is_complete, "`{name}` finds more solutions");
        return;
    }
    let mut solver = Solver::new(lowered, engine);
    for round in 0..16 {
        let answer = match expected.iter().nth(rng.below(expected.len())) {
            Some(known) if round % 2 == 0 => known.clone(),
            _ => random_answer(instance, rng),
        };
        let given: Vec<Lit> = given.iter().copied().chain(is_answer(lowered, &answer)).collect();
        let is_solution = match solver.check(&given, &mut budget()) {
            Verdict::Sat(_) => true,
            Verdict::Unsat(_) => false,
            Verdict::GaveUp(reason) => panic!("`{name}` gave up: {reason}"),
        };
        assert_eq!(expected.contains(&answer), is_solution, "`{name}` on {answer:?}");
    }
}

/// Compares the clues: what a solution's facts allow is what has the same facts.
fn compare_clues(
    instance: &Instance<'_>,
    lowered: &Lowered,
    expected: &BTreeSet<Solution>,
    rng: &mut Rng,
) {
    let facts: BTreeMap<&Solution, Vec<FactValue>> =
        expected.iter().map(|solution| (solution, facts_of(instance, solution).unwrap())).collect();
    let Some(chosen) = expected.iter().nth(rng.below(expected.len().max(1))) else { return };
    let wanted = &facts[chosen];
    let same: BTreeSet<Solution> = expected
        .iter()
        .filter(|solution| wanted.iter().zip(&facts[*solution]).all(|(a, b)| a.is_none() || a == b))
        .cloned()
        .collect();
    let given: Vec<Lit> = wanted
        .iter()
        .enumerate()
        .filter_map(|(fact, value)| value.map(|value| lowered.fact_lit(fact, value)))
        .collect();
    for engine in engines(lowered) {
        compare(instance, lowered, engine, &given, &same, rng);
    }
}

/// In how many definitions a primitive occurred that have a solution, and in how many that have none.
type Verdicts = BTreeMap<&'static str, [u64; 2]>;

/// In a long run, every primitive occurs in so many definitions of each verdict.
const WANTED: u64 = 200;

/// How many definitions there are in a test, and how many more of a long run come at a time.
const ROUNDS: u64 = 60;
const BATCH: u64 = 100;

/// Of so many definitions a long run takes the one whose primitives lack most for its length: long
/// ones hardly ever have a solution.
const CANDIDATES: usize = 128;

/// Bounds the search for definitions with rare verdicts.
const MOST_BATCHES: u64 = 1_000;

/// Returns the functions of the registry that a text calls.
fn functions_in(text: &str) -> impl Iterator<Item = &'static str> {
    let is_called = |name: &str| {
        text.match_indices(&format!("{name}(")).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })
    };
    CONSTRAINTS.iter().map(|function| function.name()).filter(move |name| is_called(name))
}

/// A random definition and the primitives that it uses.
type Written = (String, BTreeSet<&'static str>);

fn write(rng: &mut Rng) -> Written {
    let mut writer = Writer::new(rng);
    let text = writer.definition();
    let mut used = std::mem::take(&mut writer.used);
    used.extend(functions_in(&text));
    (text, used)
}

/// Returns how much of what is wanted the primitives of a definition lack, of some verdicts: the sum of
/// squares, so that rare ones count most.
fn lacking(used: &BTreeSet<&'static str>, verdicts: &Verdicts, of: &[usize]) -> u64 {
    let lacking = |name: &&str| -> u64 {
        let row = verdicts.get(name).copied().unwrap_or_default();
        of.iter().map(|verdict| WANTED.saturating_sub(row[*verdict]).pow(2)).sum()
    };
    used.iter().map(lacking).sum()
}

/// Compares what engines find of a random definition with direct evaluation. A long run `is_picky`: it
/// looks at definitions whose primitives lack verdicts.
fn compare_definition(number: u64, rng: &mut Rng, verdicts: &mut Verdicts, is_picky: bool) {
    let candidates = (0..if is_picky { CANDIDATES } else { 1 }).map(|_| write(rng));
    let best = candidates
        .max_by_key(|(text, used)| lacking(used, verdicts, &[0, 1]) / text.len().max(1) as u64);
    let Some((text, used)) = best else { return };
    println!("round {number}:\n{text}");
    let mut sources = Sources::new();
    let definition = define(&mut sources, "random", &text, None)
        .unwrap_or_else(|problems| panic!("{}", report(problems, &sources)));
    let file = sources.add("random", text);
    let printed = syntax::parse(file, &sources).unwrap().to_string();
    let again = define(&mut sources, "printed", &printed, None).unwrap();
    assert_eq!(definition.identity, again.identity, "printing changes the definition");

    let instance = Instance::new(&definition, &[]).unwrap();
    let lowered = match lower(&instance, Purpose::Solve) {
        Ok(lowered) => lowered,
        // A clue that is known to divide by zero, or to look behind the end of a list, is a mistake.
        Err(problems)
            if problems
                .iter()
                .all(|p| matches!(p.code(), Code::BadArithmetic | Code::BadIndex)) =>
        {
            return;
        }
        Err(problems) => panic!("{}", report(problems, &sources)),
    };
    let expected = direct(&instance);
    let verdict = usize::from(expected.is_empty());
    if is_picky && lacking(&used, verdicts, &[verdict]) == 0 {
        return;
    }
    for engine in engines(&lowered) {
        compare(&instance, &lowered, engine, &[], &expected, rng);
    }
    compare_clues(&instance, &lowered, &expected, rng);

    let explained = lower(&instance, Purpose::Explain).unwrap();
    let guards: Vec<Lit> =
        explained.csp.guards.iter().map(|(guard, _)| Lit::is(*guard, 1)).collect();
    let engine = engines(&explained).next().unwrap();
    let found = Solver::new(&explained, engine).check(&guards, &mut budget());
    let is_sat = matches!(found, Verdict::Sat(_));
    assert_eq!(!expected.is_empty(), is_sat, "explaining gives another verdict");

    for name in used {
        verdicts.entry(name).or_default()[verdict] += 1;
    }
}

#[test]
fn every_engine_finds_what_direct_evaluation_finds() {
    let mut verdicts = Verdicts::new();
    rounds_of("definitions", 0..ROUNDS, |number, rng| {
        compare_definition(number, rng, &mut verdicts, false);
    });
    assert!(verdicts.len() >= 55, "only {} primitives were used", verdicts.len());
    if !is_soak() {
        return;
    }
    for function in CONSTRAINTS {
        verdicts.entry(function.name()).or_default();
    }
    let lacks = |verdicts: &Verdicts| -> Vec<&str> {
        let lacking = verdicts.iter().filter(|(_, row)| row.iter().any(|count| *count < WANTED));
        lacking.map(|(name, _)| *name).collect()
    };
    for batch in 0..MOST_BATCHES {
        if lacks(&verdicts).is_empty() {
            break;
        }
        let first = ROUNDS + batch * BATCH;
        rounds_of("definitions", first..first + BATCH, |number, rng| {
            compare_definition(number, rng, &mut verdicts, true);
        });
        println!("{:20} satisfiable  unsatisfiable", "primitive");
        for (name, [sat, unsat]) in &verdicts {
            println!("{name:20} {sat:11}  {unsat:13}");
        }
    }
    let lacking = lacks(&verdicts);
    assert!(lacking.is_empty(), "these lack definitions of one verdict: {lacking:?}");
}

/// The divisions of a square of 3 by 3 into rectangles are known to be 322 (OEIS A182275). They are
/// those that the rules of shikaku allow, but for its bound of the sizes and its numbers.
#[test]
fn counts_the_divisions_into_rectangles() {
    let text = std::fs::read_to_string(root().join("puzzles/shikaku.pz")).unwrap();
    let text =
        format!("{text}\npuzzle any \"Any\" extends shikaku {{\n  without rule size, one\n}}");
    let mut sources = Sources::new();
    let definition = define(&mut sources, "any", &text, Some("any"))
        .unwrap_or_else(|problems| panic!("{}", report(problems, &sources)));
    for (side, count) in [(2, 8), (3, 322)] {
        let sides = [format!("height={side}"), format!("width={side}")];
        let settings = settings(&mut sources, &sides.each_ref().map(String::as_str));
        let instance = Instance::new(&definition, &settings).unwrap();
        let lowered = lower(&instance, Purpose::Solve).unwrap();
        for name in ["search", "sat", "z3:booleans", "z3:integers"] {
            if name.starts_with("z3") && side > 2 {
                continue;
            }
            let (found, is_complete) = solutions(&lowered, by_name(name).unwrap(), &[], count + 1);
            assert_eq!((found.len(), is_complete), (count, true), "`{name}`, side {side}");
        }
    }
}
