//! Small random definitions mean the same to direct evaluation and to every engine.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use puzgen_base::budget::{Budget, GaveUp};
use puzgen_base::diagnostics::Code;
use puzgen_base::rng::Rng;
use puzgen_base::source::Sources;
use puzgen_csp::Lit;
use puzgen_engine::{Engine, Verdict};
use puzgen_engines::ENGINES;
use puzgen_model::instance::Instance;
use puzgen_model::puzzle::{FactValue, Solution};
use puzgen_model::rules::{broken_rules, facts_of};
use puzgen_solve::Solver;
use puzgen_syntax as syntax;
use puzgen_vocabulary::constraints::CONSTRAINTS;
use puzgen_vocabulary::lower::{Lowered, Purpose, lower};

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

/// An engine that spends its steps says nothing of a definition.
struct Unfinished;

/// Compares what an engine finds under assumptions with the solutions expected.
fn compare(
    instance: &Instance<'_>,
    lowered: &Lowered,
    engine: &dyn Engine,
    given: &[Lit],
    expected: &BTreeSet<Solution>,
    rng: &mut Rng,
    budget: &mut Budget,
) -> Result<(), Unfinished> {
    let name = engine.name();
    let gave_up = |reason| match reason {
        GaveUp::Steps => Unfinished,
        reason => panic!("`{name}` gave up: {reason}"),
    };
    let mut solver = Solver::new(lowered, engine);
    if expected.len() <= MOST_SOLUTIONS {
        let count = solver.find(given, expected.len() + 1, budget).map_err(gave_up)?;
        let found: BTreeSet<Solution> = count.solutions.into_iter().collect();
        assert_eq!(*expected, found, "`{name}` finds other solutions (right)");
        assert!(count.is_complete, "`{name}` finds more solutions");
        return Ok(());
    }
    for round in 0..16 {
        let answer = match expected.iter().nth(rng.below(expected.len())) {
            Some(known) if round % 2 == 0 => known.clone(),
            _ => random_answer(instance, rng),
        };
        let given: Vec<Lit> = given.iter().copied().chain(is_answer(lowered, &answer)).collect();
        let is_solution = match solver.solve(&given, budget) {
            Verdict::Sat(_) => true,
            Verdict::Unsat(_) => false,
            Verdict::GaveUp(reason) => return Err(gave_up(reason)),
        };
        assert_eq!(expected.contains(&answer), is_solution, "`{name}` on {answer:?}");
    }
    Ok(())
}

/// Returns what the facts of one of the solutions say, and the solutions that have the same facts.
fn clues(
    instance: &Instance<'_>,
    lowered: &Lowered,
    expected: &BTreeSet<Solution>,
    rng: &mut Rng,
) -> Option<(Vec<Lit>, BTreeSet<Solution>)> {
    let facts: BTreeMap<&Solution, Vec<FactValue>> =
        expected.iter().map(|solution| (solution, facts_of(instance, solution).unwrap())).collect();
    let wanted = &facts[expected.iter().nth(rng.below(expected.len().max(1)))?];
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
    Some((given, same))
}

/// What random definitions were compared.
#[derive(Debug, Default)]
struct Tally {
    /// In how many definitions a primitive occurred that have a solution, and in how many that have
    /// none; only those that all engines finished.
    verdicts: BTreeMap<&'static str, [u64; 2]>,
    /// How many definitions an engine did not finish within [`MOST_STEPS`].
    unfinished: BTreeMap<&'static str, u64>,
    compared: u64,
}

/// In a long run, every primitive occurs in so many definitions of each verdict.
const WANTED: u64 = 200;

/// How many definitions there are in a test, and how many more of a long run come at a time.
const ROUNDS: u64 = 60;
const BATCH: u64 = 100;

/// Of so many definitions a long run takes one with the rarest primitive and verdict.
const CANDIDATES: usize = 512;

/// Of so many candidates a long run finds the verdict.
const MOST_TRIED: usize = 8;

/// Bounds the search for definitions with rare verdicts.
const MOST_BATCHES: u64 = 1_000;

/// The steps that an engine may take for one definition and its clues: nearly all take a hundredth of
/// these, and few would take Z3 minutes.
const MOST_STEPS: u64 = 100_000;

/// Of so many definitions of a long run, an engine leaves one unfinished at the most.
const UNFINISHED_OF: u64 = 100;

impl Tally {
    /// Returns how much of what is wanted some primitives lack: the sum of squares, so that rare ones
    /// count most.
    fn lacking(&self, used: &BTreeSet<&'static str>, verdict: usize) -> u64 {
        let lacking = |name: &&str| -> u64 {
            let row = self.verdicts.get(name).copied().unwrap_or_default();
            WANTED.saturating_sub(row[verdict]).pow(2)
        };
        used.iter().map(lacking).sum()
    }

    /// Returns the primitive and verdict that most are lacking of, if any are.
    fn rarest(&self) -> Option<(&'static str, usize)> {
        let all = self.verdicts.iter().flat_map(|(name, row)| {
            row.iter().enumerate().map(|(verdict, count)| (*count, *name, verdict))
        });
        let (count, name, verdict) = all.min()?;
        (count < WANTED).then_some((name, verdict))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:20} satisfiable  unsatisfiable", "primitive")?;
        for (name, [sat, unsat]) in &self.verdicts {
            writeln!(f, "{name:20} {sat:11}  {unsat:13}")?;
        }
        writeln!(f, "of {} definitions, not finished: {:?}", self.compared, self.unfinished)
    }
}

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
struct Written {
    text: String,
    used: BTreeSet<&'static str>,
}

fn write(rng: &mut Rng) -> Written {
    let mut writer = Writer::new(rng);
    let text = writer.definition();
    let mut used = std::mem::take(&mut writer.used);
    used.extend(functions_in(&text));
    Written { text, used }
}

/// Compares what engines find of a random definition with direct evaluation, and returns true; or
/// false where it has not the wanted verdict, or is a mistake.
fn compare_definition(
    written: &Written,
    wanted: Option<usize>,
    rng: &mut Rng,
    tally: &mut Tally,
) -> bool {
    let mut sources = Sources::new();
    let definition = define(&mut sources, "random", &written.text, None)
        .unwrap_or_else(|problems| panic!("{}", report(problems, &sources)));
    let instance = Instance::new(&definition, &[]).unwrap();
    let expected = direct(&instance);
    let verdict = usize::from(expected.is_empty());
    if wanted.is_some_and(|wanted| wanted != verdict) {
        return false;
    }
    let file = sources.add("random", written.text.clone());
    let printed = syntax::parse(file, &sources).unwrap().to_string();
    let again = define(&mut sources, "printed", &printed, None).unwrap();
    assert_eq!(definition.identity, again.identity, "printing changes the definition");

    let lowered = match lower(&instance, Purpose::Solve) {
        Ok(lowered) => lowered,
        // A clue that is known to divide by zero, or to look behind the end of a list, is a mistake.
        Err(problems)
            if problems
                .iter()
                .all(|p| matches!(p.code(), Code::BadArithmetic | Code::BadIndex)) =>
        {
            return false;
        }
        Err(problems) => panic!("{}", report(problems, &sources)),
    };
    let clues = clues(&instance, &lowered, &expected, rng);
    let mut unfinished: BTreeSet<&'static str> = BTreeSet::new();
    for engine in engines(&lowered) {
        // A step of `brute` is one value tried, and it takes small problems only.
        let is_brute = engine.name() == "brute";
        let mut budget = if is_brute { budget() } else { budget().part(MOST_STEPS) };
        let mut compare = |given: &[Lit], expected: &BTreeSet<Solution>| {
            compare(&instance, &lowered, engine, given, expected, rng, &mut budget)
        };
        let result = compare(&[], &expected).and_then(|()| match &clues {
            Some((given, same)) => compare(given, same),
            None => Ok(()),
        });
        if result.is_err() {
            unfinished.insert(engine.name());
        }
    }

    let explained = lower(&instance, Purpose::Explain).unwrap();
    let guards: Vec<Lit> =
        explained.csp.guards.iter().map(|(guard, _)| Lit::is(*guard, 1)).collect();
    let engine = engines(&explained).next().unwrap();
    let found = Solver::new(&explained, engine).solve(&guards, &mut budget().part(MOST_STEPS));
    if matches!(found, Verdict::GaveUp(_)) {
        unfinished.insert(engine.name());
    } else {
        let is_sat = matches!(found, Verdict::Sat(_));
        assert_eq!(!expected.is_empty(), is_sat, "explaining gives another verdict");
    }

    tally.compared += 1;
    if unfinished.is_empty() {
        for name in &written.used {
            tally.verdicts.entry(name).or_default()[verdict] += 1;
        }
    } else {
        println!("not finished: {unfinished:?}");
    }
    for name in unfinished {
        *tally.unfinished.entry(name).or_default() += 1;
    }
    true
}

/// Compares one definition of a long run: one with the rarest primitive and verdict, and with others that
/// are lacking, of short ones rather than long ones.
fn compare_rare(rng: &mut Rng, tally: &mut Tally) {
    let Some((name, verdict)) = tally.rarest() else { return };
    let candidates = (0..CANDIDATES).map(|_| write(rng));
    let mut fitting: Vec<Written> =
        candidates.filter(|candidate| candidate.used.contains(name)).collect();
    let worth = |candidate: &Written| {
        tally.lacking(&candidate.used, verdict) / candidate.text.len().max(1) as u64
    };
    fitting.sort_by_cached_key(|candidate| Reverse(worth(candidate)));
    for candidate in fitting.iter().take(MOST_TRIED) {
        println!("{}", candidate.text);
        if compare_definition(candidate, Some(verdict), rng, tally) {
            return;
        }
    }
}

#[test]
fn every_engine_finds_what_direct_evaluation_finds() {
    let mut tally = Tally::default();
    rounds_of("definitions", 0..ROUNDS, |_, rng| {
        let written = write(rng);
        println!("{}", written.text);
        compare_definition(&written, None, rng, &mut tally);
    });
    let primitives = tally.verdicts.len();
    assert!(primitives >= 55, "only {primitives} primitives were used");
    assert!(tally.unfinished.is_empty(), "not finished: {:?}", tally.unfinished);
    if !is_soak() {
        return;
    }
    for function in CONSTRAINTS {
        tally.verdicts.entry(function.name()).or_default();
    }
    for batch in 0..MOST_BATCHES {
        if tally.rarest().is_none() {
            break;
        }
        let first = ROUNDS + batch * BATCH;
        rounds_of("definitions", first..first + BATCH, |number, rng| {
            println!("round {number}");
            compare_rare(rng, &mut tally);
        });
        println!("{tally}");
    }
    let rarest = tally.rarest();
    assert!(rarest.is_none(), "one primitive lacks definitions of one verdict: {rarest:?}");
    let most = tally.unfinished.values().max().copied().unwrap_or(0);
    assert!(most * UNFINISHED_OF <= tally.compared, "not finished: {:?}", tally.unfinished);
}

/// The divisions of a square of 3 by 3 into rectangles are known to be 322 (OEIS A182275). They are
/// those that the rules of shikaku allow, but for its bound of the sizes and its numbers.
#[test]
fn borders_that_are_always_there_divide() {
    let text = r#"puzzle random "Random" {
  board grid(2, 2)
  answer x[cells]: 1..2
  rule r: division((m.row == 2 or x[m] != x[n]) for m, n in adjacent)
  clue fact[c in cells] = division((m.row == c.row) for m, n in adjacent)
}"#;
    let written = Written { text: text.to_owned(), used: BTreeSet::new() };
    let mut tally = Tally::default();
    rounds_of("borders", 0..1, |_, rng| {
        assert!(compare_definition(&written, None, rng, &mut tally));
    });
}

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
        let names = ["search", "sat", "batsat", "z3:booleans", "z3:integers"];
        for engine in names.into_iter().filter_map(|name| ENGINES.by_name(name)) {
            let name = engine.name();
            if name.starts_with("z3") && side > 2 {
                continue;
            }
            let (found, is_complete) = solutions(&lowered, engine, &[], count + 1);
            assert_eq!((found.len(), is_complete), (count, true), "`{name}`, side {side}");
        }
    }
}
